from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.datasets.dataset import MANIFEST
from schemas.errors import InputError
from schemas.files import storage
from schemas.records import Anchor, Paragraph
from tests.support.real_paragraphs import real_paragraphs
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_parameters import to_table
from wiki.sentences.punkt_training import train_punkt
from wiki.sentences.split import Sentence, Splitter, load_splitter, sentencex_splitter, split_sentences


def after_periods(text: str) -> list[int]:
    return [match.end() for match in re.finditer(r"\. (?=.)", text)]


def paragraph(marked: str) -> Paragraph:
    """A paragraph written with its anchors in square brackets, each pointing to its surface."""
    text, anchors = "", []
    for outside, inside in re.findall(r"([^\[]*)(?:\[([^\]]*)\])?", marked):
        text += outside
        if inside:
            anchors.append(Anchor(len(text), len(text) + len(inside), inside))
            text += inside
    return Paragraph("", text, anchors)


CASES = {
    "anchors are counted from the sentence": (
        "One [a]. Two [b] and [c].",
        ["One [a].", "Two [b] and [c]."],
    ),
    "no break inside an anchor": ("See [St. Ives. It] is. End.", ["See [St. Ives. It] is.", "End."]),
    "a break at the edges of an anchor": ("Go. [Now.] [Then.] End.", ["Go.", "[Now.]", "[Then.]", "End."]),
    "a line break ends a sentence": (
        "Roses are red\nviolets [blue]\n\n[sugar]",
        ["Roses are red", "violets [blue]", "[sugar]"],
    ),
    "no line break inside an anchor": ("a [b\nc] d\ne", ["a [b\nc] d", "e"]),
    "white space at the edges": ("  One. \n  Two [x]  ", ["One.", "Two [x]"]),
    "white space is cut off an anchor at the edge": ("One.[ x ]\nTwo", ["One.[ x]", "Two"]),
    "an anchor of white space": ("One.[ ]\nTwo[ ]x", ["One.", "Two x"]),
    "nothing but white space": (" \n ", []),
    "empty": ("", []),
}


@pytest.mark.parametrize(("marked", "expected"), CASES.values(), ids=CASES)
def test_sentences(marked: str, expected: list[str]) -> None:
    found = split_sentences(paragraph(marked), after_periods)
    surfaces = []
    for text, anchors, *_ in found:
        for start, end, _ in reversed(anchors):
            text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
        surfaces.append(text)
    assert surfaces == expected


def test_targets_are_kept() -> None:
    given_ = Paragraph("History", "A b. C d.", [Anchor(2, 3, "Bee"), Anchor(7, 8, "Dee")])
    assert split_sentences(given_, after_periods) == [
        Sentence("A b.", [Anchor(2, 3, "Bee")]),
        Sentence("C d.", [Anchor(2, 3, "Dee")]),
    ]


def test_italic_type_is_cut_where_a_sentence_ends() -> None:
    given_ = Paragraph("", "A b. C d. E", [], (), [(0, 1), (2, 8), (10, 11)])
    assert [(each.text, list(each.italics)) for each in split_sentences(given_, after_periods)] == [
        ("A b.", [(0, 1), (2, 4)]),
        ("C d.", [(0, 3)]),
        ("E", [(0, 1)]),
    ]


TEXT = st.lists(
    st.sampled_from(["a", "B", "Dr", "1", ".", "?", "!", '"', "”", "。", "é", "🙂", " ", "\u00a0", "\n", ". ", ". A"]),
    max_size=30,
).map("".join) | st.text(max_size=30)


@st.composite
def paragraphs(draw: st.DrawFn) -> Paragraph:
    text = draw(TEXT)
    edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = zip(edges[::2], edges[1::2], strict=False)
    return Paragraph("", text, [Anchor(start, end, str(number)) for number, (start, end) in enumerate(pairs)])


def words(text: str) -> str:
    return "".join(text.split())


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    surface = text[start:end]
    return start + len(surface) - len(surface.lstrip()), end - len(surface) + len(surface.rstrip())


def assert_laws(given_: Paragraph, found: list[Sentence]) -> None:
    """Only white space is lost, every sentence is stripped, every anchor keeps its place and target."""
    assert words("".join(sentence.text for sentence in found)) == words(given_.text)
    kept = []
    position = 0
    for text, anchors, *_ in found:
        assert text and text == text.strip()
        start = given_.text.index(text, position)
        assert not given_.text[position:start].strip()
        for anchor in anchors:
            assert 0 <= anchor.start < anchor.end <= len(text)
            kept.append((*trimmed(given_.text, start + anchor.start, start + anchor.end), anchor.target))
        position = start + len(text)
    surfaces = [(given_.text[start:end], start, end, target) for start, end, target in given_.anchors]
    expected = [
        (*trimmed(given_.text, start, end), target) for surface, start, end, target in surfaces if surface.strip()
    ]
    assert kept == expected


SPLITTERS: dict[str, Splitter] = {
    "everywhere": lambda text: range(1, len(text)),
    "punkt": punkt_splitter(train_punkt(["Dr. B met A. They met. And so on. A. B. is a man. Dr. A. is not."] * 20)),
    "sentencex": sentencex_splitter("en"),
}


@pytest.mark.parametrize("splitter", SPLITTERS)
@settings(max_examples=300, deadline=None)
@given(given_=paragraphs())
def test_promises_hold_for_any_paragraph(splitter: str, given_: Paragraph) -> None:
    assert_laws(given_, split_sentences(given_, SPLITTERS[splitter]))


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_sentencex_starts_lie_inside_the_text(text: str) -> None:
    starts = SPLITTERS["sentencex"](text)
    assert list(starts) == sorted({start for start in starts if 0 < start < len(text)})


def test_promises_hold_for_real_paragraphs(real: Path) -> None:
    given_ = list(real_paragraphs(real))
    splitters = {
        "punkt": punkt_splitter(train_punkt(each.text for each in given_[::5])),
        "sentencex": sentencex_splitter("en"),
    }
    for splitter in splitters.values():
        sentences = anchors = 0
        for each in given_:
            found = split_sentences(each, splitter)
            assert_laws(each, found)
            sentences += len(found)
            anchors += sum(len(sentence.anchors) for sentence in found)
        assert anchors == sum(len(each.anchors) for each in given_)
        assert 17_000 < sentences < 18_500


def test_sentencex_knows_the_language() -> None:
    text = "昨日は晴れ。今日は雨。"
    assert sentencex_splitter("ja")(text) == [6]
    assert sentencex_splitter("en")("Mr. Smith left. He was late.") == [16]


@pytest.mark.parametrize("begin", ["1920年", "iPhone", "１９２０年", "第3回", "Berlin"])
def test_sentencex_ends_a_sentence_at_an_ideographic_full_stop_whatever_follows(begin: str) -> None:
    text = f"首都であった。{begin}に「赤い。2色」の旗。"
    for language in ("ja", "zh"):
        assert sentencex_splitter(language)(text) == [7]


@pytest.mark.parametrize(
    "sentences",
    [
        ["他喊「救命！」，沒人來。", "後來他走了。"],
        ["他喊“救命！”、“来人！”，没人来。", "后来他走了。"],
        ["他喊「救命！」；沒人來。", "後來他走了。"],
        ["他喊「救命！」：沒人來。", "後來他走了。"],
        ["他說是他！」』。", "是他嗎？」』！", "是他！」』？", "他說。"],
        ["《你好，李焕英！》是电影。", "《什么？》也是。"],
        ["〈你好，李焕英！〉是歌。", "〈什么？〉也是。"],
        ["是的。』", "他說。"],
        ["一句。）", "二句。"],
        ["他说：「天哪！」。", "然后走了。"],
        ["Node.js是A.B.C的。", "J.K.罗琳写。", "J.罗琳也写。"],
        ["他去了USA.", "他很好。"],
        ["他來自上海(Shanghai).", "他很好。"],
        ["他問：「去嗎？」", "她說：「不去！」"],
    ],
)
def test_sentencex_is_mended_by_the_marks_around_an_end(sentences: list[str]) -> None:
    text = "".join(sentences)
    starts = [0, *sentencex_splitter("zh")(text), len(text)]
    assert [text[start:end] for start, end in pairwise(starts)] == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ['그는 "간다."라고 말했다. ', "끝이다."],
        ["그는 “왜?”라고 물었다. ", "「죽었다.」고 하였다."],
        ['"건너고 있었다." 와 같이 번역된다. ', '"갔다." ', "그는 갔다."],
        ["일간 신문이다. ", "'경향'이라는 말은 새롭다."],
        ["'시장'이라고 주장했다. ", "이 주장을 '포디즘' 이라고 한다."],
        ["필화 사건 참조.) ", "1959년에 굳어졌다."],
        ["사과, 배 등. ", "3.14이다.", "대가야는 이겼다."],
    ],
)
def test_korean_sentences_go_on_behind_a_quotation(sentences: list[str]) -> None:
    text = "".join(sentences)
    starts = [0, *sentencex_splitter("ko")(text), len(text)]
    assert [text[start:end] for start, end in pairwise(starts)] == sentences


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="다.!\"'”)」 라고1", max_size=30))
def test_starts_of_korean_sentences_lie_inside_the_text(text: str) -> None:
    starts = sentencex_splitter("ko")(text)
    assert list(starts) == sorted({start for start in starts if 0 < start < len(text)})


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="是。！？」》，.A 《「", max_size=30))
def test_mended_starts_lie_inside_the_text(text: str) -> None:
    starts = sentencex_splitter("zh")(text)
    assert list(starts) == sorted({start for start in starts if 0 < start < len(text)})


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u3000", "\u0085", "\u2028"])
def test_sentencex_survives_white_space_outside_ascii(space: str) -> None:
    assert sentencex_splitter("en")(f"By B{space}. é. It{space}is. So.") == [10, 17]


def test_load_splitter_reads_the_trained_parameters(tmp_path: Path) -> None:
    location = tmp_path / "punkt"
    location.mkdir()
    texts = ["He met Prof. Jones at noon. They spoke. The prof. left, etc. and so on."] * 30
    pq.write_table(to_table(train_punkt(texts)), location / "part-00000.parquet")
    part = {"name": "part-00000.parquet", "rows": 0, "bytes": 0, "sha256": ""}
    provenance = {
        "identity": "",
        "step": "Punkt",
        "step_version": 1,
        "code_version": "",
        "parameters": {},
        "inputs": [],
    }
    counts = {"dataset": "punkt", "schema": "", "rows": 0, "bytes": 0, "seen": 0, "rejected": 0, "counts": {}}
    storage.write_json(str(location / MANIFEST), {**counts, "provenance": provenance, "parts": [part]})
    split = load_splitter("punkt", "en", str(location))
    assert split("We saw Prof. Jones today. He left.") == [26]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("spacy", "no sentence splitter is called 'spacy': choose punkt, punkt_tab or sentencex"),
        ("punkt", "needs the location of its trained parameters"),
    ],
)
def test_load_splitter_refuses(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_splitter(name, "en")


def test_load_splitter_by_name() -> None:
    assert load_splitter("sentencex", "en")("One. Two.") == [5]
