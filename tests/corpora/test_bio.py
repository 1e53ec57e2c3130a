from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities

from corpora.bio import tag_sentences, tag_tokens, tagged_spans, valid_bio
from corpora.tokens import tokenize
from schemas.errors import InputError
from tests.support.bio import TokenMention, mentions_of, validate_bio
from tests.support.real_paragraphs import real_paragraphs

Mentions = list[tuple[int, int, str]]

CASES: dict[str, tuple[str, Mentions, str]] = {
    "two mentions": (
        "Ada Lovelace met Babbage.",
        [(0, 12, "Person"), (17, 24, "Person")],
        "Ada/B-Person Lovelace/I-Person met/O Babbage/B-Person ./O",
    ),
    "a token is cut at the end of a mention": ("carsick", [(0, 3, "Car")], "car/B-Car sick/O"),
    "a token is cut at the start of a mention": ("pre-war era", [(4, 7, "War")], "pre-/O war/B-War era/O"),
    "a token is cut twice": ("unbelievable", [(2, 6, "X")], "un/O beli/B-X evable/O"),
    "mentions that touch stay apart": ("New York", [(0, 4, "X"), (4, 8, "X")], "New/B-X York/B-X"),
    "mentions that touch in a token": ("AB", [(0, 1, "X"), (1, 2, "Y")], "A/B-X B/B-Y"),
    "white space at the edges": ("in New York now", [(2, 12, "City")], "in/O New/B-City York/I-City now/O"),
    "punctuation belongs to its mention": ("Yahoo! Inc.", [(0, 6, "Company")], "Yahoo/B-Company !/I-Company Inc/O ./O"),
    "a label with a hyphen": ("Go", [(0, 2, "Board-Game")], "Go/B-Board-Game"),
    "a token is cut by two mentions that meet": (
        "unbelievable",
        [(2, 6, "X"), (6, 8, "X")],
        "un/O beli/B-X ev/B-X able/O",
    ),
    "a contraction is cut by a mention": ("We cannot.", [(5, 9, "X")], "We/O ca/O n/B-X not/I-X ./O"),
    "half of a surrogate pair": ("\ud800 Go", [(0, 1, "X")], "\ud800/B-X Go/O"),
    "the last space of Unicode": ("東京\u3000大阪", [(3, 5, "City")], "東京/O 大阪/B-City"),
    "no mention": ("Go on", [], "Go/O on/O"),
    "empty": ("", [], ""),
}


@pytest.mark.parametrize(("text", "mentions", "expected"), CASES.values(), ids=CASES)
def test_tags(text: str, mentions: Mentions, expected: str) -> None:
    tagged = tag_tokens(text, mentions, "en")
    assert [f"{token}/{tag}" for token, tag in zip(tagged.tokens, tagged.tags, strict=True)] == expected.split()
    assert [text[start : start + len(token)] for token, start in zip(tagged.tokens, tagged.starts, strict=True)] == (
        tagged.tokens
    )


def test_tokens_are_those_of_the_language() -> None:
    tagged = tag_sentences(["Dans l'Autriche"], np.array([0, 1]), np.array([7]), np.array([15]), np.array([0]), "fr")
    assert (tagged.tokens, tagged.tags.tolist()) == (["Dans", "l'", "Autriche"], [0, 0, 1])
    none = np.zeros(0, np.int64)
    assert tag_sentences(["Dans l'Autriche"], np.array([0, 0]), none, none, none, "fr").tokens == tagged.tokens


JOINED: dict[str, tuple[str, Mentions, str]] = {
    "a word joined in front": ("הוא גר בירושלים.", [(8, 15, "City")], "הוא/O גר/O בירושלים/B-City ./O"),
    "two words joined in front": ("ושבתל אביב", [(3, 10, "City")], "ושבתל/B-City אביב/I-City"),
    "a hyphen behind what is joined": ("ב-NASA", [(2, 6, "Body")], "ב-NASA/B-Body"),
    "a hyphen within what goes on": ("תל אביב-יפו", [(0, 7, "City")], "תל/B-City אביב-יפו/I-City"),
    "nothing is joined": ("ירושלים", [(0, 7, "City")], "ירושלים/B-City"),
    "two mentions in a word are cut at their own edges": (
        "בישראל-מצרים־ים",
        [(1, 6, "Country"), (7, 12, "Country")],
        "בישראל/B-Country -/O מצרים־ים/B-Country",
    ),
    "mentions that meet in a word": ("בAB", [(1, 2, "X"), (2, 3, "Y")], "בA/B-X B/B-Y"),
    "three mentions in a word": ("בABCד", [(1, 2, "X"), (2, 3, "Y"), (3, 4, "X")], "בA/B-X B/B-Y Cד/B-X"),
    "mentions in words that touch": ("בA,בB", [(1, 2, "X"), (4, 5, "Y")], "בA/B-X ,/O בB/B-Y"),
    "white space at the edges": (" ב A ", [(2, 5, "X")], "ב/O A/B-X"),
    "no mention": ("בירושלים", [], "בירושלים/O"),
}


@pytest.mark.parametrize(("text", "mentions", "expected"), JOINED.values(), ids=JOINED)
def test_a_name_within_a_word_has_the_word(text: str, mentions: Mentions, expected: str) -> None:
    tagged = tag_tokens(text, mentions, "he")
    assert [f"{token}/{tag}" for token, tag in zip(tagged.tokens, tagged.tags, strict=True)] == expected.split()


def test_an_ending_is_not_cut_off() -> None:
    assert tag_tokens("অসমৰ", [(0, 3, "State")], "as")[::2] == (["অসমৰ"], ["B-State"])


def test_words_with_a_mention_are_whole_in_each_sentence() -> None:
    texts, bounds = ["בA", "", "בBג בC", "בD"], np.array([0, 1, 1, 3, 3])
    starts, ends = np.array([1, 1, 5]), np.array([2, 2, 6])
    tagged = tag_sentences(texts, bounds, starts, ends, np.array([0, 1, 0]), "he")
    assert tagged.tokens == ["בA", "בBג", "בC", "בD"]
    assert tagged.bounds.tolist() == [0, 1, 1, 3, 4]
    assert tagged.starts.tolist() == [0, 0, 4, 0]
    assert tagged.tags.tolist() == [1, 3, 1, 0]


@pytest.mark.parametrize("lang", ["ar", "en"])
def test_elsewhere_a_mention_ends_where_it_ends(lang: str) -> None:
    assert tag_tokens("xBerlin", [(1, 7, "City")], lang).tokens == ["x", "Berlin"]


def test_a_mention_of_white_space_stays_one_that_cannot_be_tagged() -> None:
    with pytest.raises(InputError, match="the mention at 2:3 of 'בA בB' cannot be tagged"):
        tag_tokens("בA בB", [(2, 3, "X")], "he")


def test_sentences_do_not_meet() -> None:
    texts, bounds = ["Go on ", "", " Ada", "to"], np.array([0, 1, 1, 2, 3])
    starts, ends = np.array([3, 0, 0]), np.array([6, 4, 1])
    tagged = tag_sentences(texts, bounds, starts, ends, np.array([0, 1, 0]), "en")
    assert tagged.tokens == ["Go", "on", "Ada", "t", "o"]
    assert tagged.bounds.tolist() == [0, 2, 2, 3, 5]
    assert tagged.starts.tolist() == [0, 3, 1, 0, 1]
    assert tagged.tags.tolist() == [0, 1, 3, 1, 0]


def test_a_mention_of_a_later_sentence_that_cannot_be_tagged_is_shown_with_it() -> None:
    with pytest.raises(InputError, match="the mention at 1:3 of 'to' cannot be tagged"):
        tag_sentences(
            ["Go", "", "to"], np.array([0, 1, 1, 2]), np.array([0, 1]), np.array([2, 3]), np.array([0, 0]), "en"
        )


@pytest.mark.parametrize(
    "mentions",
    [
        [(0, 3, "X"), (2, 5, "X")],
        [(4, 6, "X"), (0, 3, "X")],
        [(0, 99, "X")],
        [(-1, 2, "X")],
        [(2, 2, "X")],
        [(3, 4, "X")],
        [(0, 3, "")],
    ],
    ids=["overlap", "order", "beyond", "before", "empty", "white space", "no label"],
)
def test_mentions_that_cannot_be_tagged(mentions: Mentions) -> None:
    with pytest.raises(InputError, match=r"of 'New York' cannot be tagged"):
        tag_tokens("New York", mentions, "en")


@pytest.mark.parametrize(
    ("tags", "violation"),
    [
        ([], None),
        (["O", "B-X", "I-X", "B-X", "B-Y", "I-Y", "O"], None),
        (["O", "I-X"], "tag 1 is 'I-X', but no mention is open: I- continues a mention of its own label"),
        (["B-Y", "I-X"], "tag 1 is 'I-X', but a mention of Y is open: I- continues a mention of its own label"),
        (["B-X", "O", "I-X"], "tag 2 is 'I-X', but no mention is open: I- continues a mention of its own label"),
        (["B-"], "tag 0 is 'B-': a tag is O, B-label or I-label"),
        (["O", "E-X"], "tag 1 is 'E-X': a tag is O, B-label or I-label"),
        (["o"], "tag 0 is 'o': a tag is O, B-label or I-label"),
        (["O-X"], "tag 0 is 'O-X': a tag is O, B-label or I-label"),
        ([""], "tag 0 is '': a tag is O, B-label or I-label"),
    ],
)
def test_validate(tags: list[str], violation: str | None) -> None:
    assert validate_bio(tags) == violation


def test_mentions_of() -> None:
    assert mentions_of(["B-X", "I-X", "B-X", "O", "B-Y-Z"]) == [
        TokenMention(0, 2, "X"),
        TokenMention(2, 3, "X"),
        TokenMention(4, 5, "Y-Z"),
    ]


def recovered(text: str, mentions: Mentions) -> Mentions:
    """The mentions as their tags give them back, after the tokens were checked."""
    tokens, starts, tags = tag_tokens(text, mentions, "en")
    assert validate_bio(tags) is None
    assert len(tokens) == len(starts) == len(tags)
    assert all(text[start : start + len(token)] == token for token, start in zip(tokens, starts, strict=True))
    assert not any(character.isspace() for token in tokens for character in token)
    assert "".join(tokens) == "".join(text.split())
    return [
        (starts[mention.first], starts[mention.end - 1] + len(tokens[mention.end - 1]), mention.label)
        for mention in mentions_of(tags)
    ]


@st.composite
def texts_with_mentions(draw: st.DrawFn) -> tuple[str, Mentions]:
    text = draw(st.text("ab.,'\"- \n\u00a0é🙂1(", max_size=30) | st.text(max_size=20))
    edges = draw(st.lists(st.integers(0, len(text)), max_size=10).map(sorted))
    labels = draw(st.lists(st.sampled_from(["X", "Y", "ENTITY"]), min_size=5, max_size=5))
    spans = zip(edges[::2], edges[1::2], labels, strict=False)
    return text, [(start, end, label) for start, end, label in spans if text[start:end].strip()]


@settings(max_examples=1000)
@given(texts_with_mentions())
def test_every_mention_comes_back(sentence: tuple[str, Mentions]) -> None:
    text, mentions = sentence
    expected = []
    for start, end, label in mentions:
        surface = text[start:end]
        left = start + len(surface) - len(surface.lstrip())
        expected.append((left, left + len(surface.strip()), label))
    assert recovered(text, mentions) == expected


@settings(max_examples=1000)
@given(texts_with_mentions())
def test_a_word_with_one_mention_is_never_cut(sentence: tuple[str, Mentions]) -> None:
    text, mentions = sentence
    tokens, starts, tags = tag_tokens(text, mentions, "he")
    assert validate_bio(tags) is None
    assert [tag[2:] for tag in tags if tag.startswith("B-")] == [label for *_, label in mentions]
    found = [(starts[first], starts[end - 1] + len(tokens[end - 1])) for first, end, _ in tagged_spans(tags)]
    for (begin, end), (start, stop, _) in zip(found, mentions, strict=True):
        assert begin <= stop - len(text[start:stop].lstrip())
        assert end >= start + len(text[start:stop].rstrip())
    pieces = {(start, start + len(token)) for start, token in zip(starts, tokens, strict=True)}
    for word in tokenize(text, "he"):
        parts = sum(start < word[1] and word[0] < end for start, end, _ in mentions)
        assert parts > 1 or word in pieces


def test_every_real_anchor_comes_back(real: Path) -> None:
    anchors = 0
    for _, text, found, *_ in real_paragraphs(real):
        mentions = [(start, end, "ENTITY") for start, end, _ in found]
        assert recovered(text, mentions) == mentions
        anchors += len(mentions)
    assert anchors == 18_360


@pytest.mark.parametrize(
    ("tags", "valid"),
    [
        ("O I-x", "O B-x"),
        ("B-x O I-x", "B-x O B-x"),
        ("B-x I-y I-y", "B-x B-y I-y"),
        ("I-x I-x B-x I-x O", "B-x I-x B-x I-x O"),
        ("", ""),
    ],
)
def test_tags_of_a_model_become_valid(tags: str, valid: str) -> None:
    assert valid_bio(tags.split()) == valid.split()


@given(st.lists(st.sampled_from(["O", "B-x", "I-x", "B-y", "I-y"])))
def test_tags_of_a_model_mark_what_the_evaluation_reads(tags: list[str]) -> None:
    spans = [(span.label, span.first, span.end - 1) for span in tagged_spans(valid_bio(tags))]
    assert spans == get_entities(tags)
