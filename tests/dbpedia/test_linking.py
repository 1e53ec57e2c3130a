from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.linking import (
    drop_flagged,
    end_with_names,
    extend_within,
    flag_classes,
    flag_column,
    identify,
    link,
    link_column,
    mention_column,
    mention_lists,
    untype_flagged,
)
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import FLAGS, NoiseRules, noise_rules
from dbpedia.mentions.words import Words
from dbpedia.ontology import build_ontology
from dbpedia.sources.instance_types import Redirects, TypedTitles
from dbpedia.steps.typed_sentences import Typing, write_typed_sentences
from dbpedia.title_index import build_index, write_index
from dbpedia.wikidata_index import write_wikidata_index
from schemas.catalog.dbpedia import LOOKUP, TYPED_SENTENCES, WIKIDATA_LOOKUP
from schemas.catalog.wiki import SENTENCES
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard
from schemas.records import MENTION_SOURCES, Anchor, Mention
from tests.support.datasets import write_dataset
from tests.support.type_data import wikidata_index

INDEX = build_index(
    TypedTitles(pa.array(["Ada Lovelace", "London"], pa.large_string()), np.array([1, 0], np.uint16)),
    [Redirects(["Countess of Lovelace", "Lovelace", "Nowhere"], ["Ada Lovelace", "Countess of Lovelace", "No place"])],
    ("City", "Scientist"),
).title_index

EXPECTED = {
    "London": ("City", "direct", 0, "dump"),
    "Ada Lovelace": ("Scientist", "direct", 0, "dump"),
    "Countess of Lovelace": ("Scientist", "redirect", 1, "dump"),
    "Lovelace": ("Scientist", "redirect", 2, "dump"),
    "Nowhere": ("ENTITY", "none", 0, ""),
    "Ångström": ("ENTITY", "none", 0, ""),
}


def expected(anchor: Anchor) -> Mention:
    cls, source, redirects, origin = EXPECTED[anchor.target]
    return Mention(*anchor[:2], cls, source, anchor.target, redirects, origin, "")


anchors = st.builds(Anchor, st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1), st.sampled_from(sorted(EXPECTED)))
sentence_lists = st.lists(st.lists(anchors, max_size=4), max_size=6)


def test_a_mention_for_each_anchor() -> None:
    sentences = [[Anchor(0, 3, "Lovelace"), Anchor(7, 13, "London")], [], [Anchor(2, 4, "Nowhere")]]
    assert link(sentences, INDEX) == [
        [
            Mention(0, 3, "Scientist", "redirect", "Lovelace", 2, "dump", ""),
            Mention(7, 13, "City", "direct", "London", 0, "dump", ""),
        ],
        [],
        [Mention(2, 4, "ENTITY", "none", "Nowhere", 0, "", "")],
    ]
    assert link([], INDEX) == []


@given(sentence_lists)
def test_batches_change_nothing(sentences: list[list[Anchor]]) -> None:
    linked = [list(map(expected, sentence)) for sentence in sentences]
    assert link(sentences, INDEX) == linked
    assert [link([sentence], INDEX)[0] for sentence in sentences] == linked


@given(sentence_lists, st.integers(0, 3))
def test_columns_and_lists_agree(sentences: list[list[Anchor]], skipped: int) -> None:
    rows = [[anchor._asdict() for anchor in sentence] for sentence in sentences]
    column = pa.array(rows, SENTENCES.schema.field("anchors").type).slice(skipped)
    linked = link_column(column, INDEX)
    linked.validate(full=True)
    assert linked.type == TYPED_SENTENCES.schema.field("mentions").type
    assert linked.to_pylist() == [[mention._asdict() for mention in row] for row in link(sentences[skipped:], INDEX)]


def test_nothing_typed_by_an_empty_index() -> None:
    empty = build_index(TypedTitles(pa.array([], pa.large_string()), np.empty(0, np.uint16)), [], ("City",))
    assert link([[Anchor(0, 1, "London")]], empty.title_index) == [
        [Mention(0, 1, "ENTITY", "none", "London", 0, "", "")]
    ]


mentions = st.builds(
    Mention,
    st.integers(0, 9),
    st.integers(10, 19),
    st.sampled_from([*INDEX.classes, "ENTITY"]),
    st.sampled_from(MENTION_SOURCES),
    st.sampled_from(sorted(EXPECTED)),
    st.integers(0, 8),
    st.sampled_from(["dump", "sparql", "infobox", ""]),
    st.sampled_from(FLAGS),
    st.sampled_from([None, "Q84", "Q2147483647"]),
)
mention_rows = st.lists(st.lists(mentions, max_size=4), max_size=6)


@given(mention_rows, st.integers(0, 3))
def test_lists_and_columns_of_mentions_are_the_same(rows: list[list[Mention]], skipped: int) -> None:
    column = mention_column(rows, INDEX.classes)
    column.validate(full=True)
    assert column.type == TYPED_SENTENCES.schema.field("mentions").type
    assert column.to_pylist() == [[mention._asdict() for mention in row] for row in rows]
    assert list(mention_lists(column.slice(skipped))) == rows[skipped:]


@given(mention_rows, st.integers(0, 3), st.sets(st.sampled_from(FLAGS[1:])))
def test_flagged_mentions_are_dropped_or_untyped(rows: list[list[Mention]], skipped: int, flags: set[str]) -> None:
    column = mention_column(rows, INDEX.classes).slice(skipped)
    rows = rows[skipped:]
    dropped, untyped = drop_flagged(column, flags), untype_flagged(column, flags)
    for result in (dropped, untyped):
        result.validate(full=True)
        assert result.type == column.type
    assert list(mention_lists(dropped)) == [[m for m in row if m.flag not in flags] for row in rows]
    assert list(mention_lists(untyped)) == [
        [m._replace(type="ENTITY") if m.flag in flags else m for m in row] for row in rows
    ]


def test_mentions_that_begin_a_longer_name_are_flagged_and_become_it() -> None:
    """An adjacent mention is no rest of a name; a class is kept where the name's last word fits it."""
    words = replace(Words(), heads={"Bridge": "Place", "Trophy": "Award"})
    rules = NoiseRules({"City": "Place"}, frozenset(), frozenset(), {}, words)
    texts = ["London Bridge fell.", "The London Trophy.", "London Bridge.", "A London Eye"]
    rows = [
        [expected(Anchor(0, 6, "London"))],
        [expected(Anchor(4, 10, "London"))],
        [expected(Anchor(0, 6, "London")), expected(Anchor(7, 13, "London"))],
        [expected(Anchor(2, 8, "London"))],
    ]

    def flag(surface: str, target: str, cls: str, at_start: bool, after: str = "", before: str = "") -> str:
        assert (target, cls) == ("London", "City") and surface in ("London", "Bridge")
        assert at_start == (not before)
        return "demonym" if at_start else "kind" if after.startswith(" Trophy") else ""

    flagged = flag_column(texts, mention_column(rows, INDEX.classes), flag, words)
    flags = [[mention.flag for mention in row] for row in mention_lists(flagged)]
    assert flags == [["within"], ["kind"], ["demonym", ""], [""]]
    whole = [
        [(m.start, m.end, m.type) for m in row] for row in mention_lists(extend_within(texts, flagged, rules, INDEX))
    ]
    assert whole == [[(0, 13, "City")], [(4, 10, "City")], [(0, 6, "City"), (7, 13, "City")], [(2, 8, "City")]]
    assert extend_within(texts, flagged.slice(1), rules, INDEX).equals(flagged.slice(1))


@pytest.mark.parametrize(
    ("surface", "after", "target", "expected"),
    [
        ("Darwin's", " book", "Charles Darwin", "Darwin"),
        ("Darwin’s", " book", "Darwin (writer)", "Darwin"),
        ("Macy's", " shop", "Macy's", "Macy's"),
        ("Lloyd's", " shop", "Lloyd's of London", "Lloyd's"),
        ("'s", " book", "Charles Darwin", "'s"),
        ("Sons", " came", "Son", "Sons"),
        ("QVC", ", Inc. came", "QVC", "QVC, Inc."),
        ("QVC", ", Inc, came", "QVC", "QVC, Inc"),
        ("QVC", ", Inca came", "QVC", "QVC"),
        ("QVC", ", Plc. came", "QVC", "QVC"),
        ("QVC", " Inc. came", "QVC", "QVC"),
        ("Dracula (1958)", " came", "Dracula (1958)", "Dracula"),
        ("World Bank (WB)", " came", "World Bank", "World Bank"),
        ("Help (song (1965))", " came", "Help", "Help"),
        ("Darwin's (WB)", " came", "Charles Darwin", "Darwin"),
        ("(I can't) wait", " came", "Song", "(I can't) wait"),
        ("(WB)", " came", "World Bank", "(WB)"),
        ("A(1)", " came", "A", "A(1)"),
        ("QVC's", ", Inc. came", "QVC", "QVC"),
        ("s", " came", "S", "s"),
    ],
)
def test_a_mention_ends_where_its_name_does(surface: str, after: str, target: str, expected: str) -> None:
    text = surface + after
    rows = [[Mention(0, len(surface), "ENTITY", "none", target, 0, "", "")]]
    ((found,),) = mention_lists(end_with_names([text], mention_column(rows, INDEX.classes), RULES.words))
    assert text[: found.end] == expected
    assert found == rows[0][0]._replace(end=len(expected))


def test_a_mention_does_not_end_in_the_next() -> None:
    text = "QVC, Inc. came"
    for starts, expected in ([0, 5], 3), ([0, 9], 9):
        rows = [[Mention(start, start + 3, "ENTITY", "none", "X", 0, "", "") for start in starts]]
        found = next(mention_lists(end_with_names([text], mention_column(rows, INDEX.classes), RULES.words)))
        assert found[0].end == expected


@given(st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), max_size=3), max_size=5), st.integers(0, 2))
def test_each_mention_is_flagged_by_its_surface(places: list[list[tuple[int, int]]], skipped: int) -> None:
    rows = [[expected(Anchor(start, start + length, "London")) for start, length in row] for row in places]
    texts = [f"{number}abcdefghij" for number in range(len(rows))]
    asked = []

    def flag(surface: str, target: str, cls: str, at_start: bool, after: str = "", before: str = "") -> str:
        asked.append((surface, target, cls, at_start, after, before))
        return "kind" if at_start else ""

    column = mention_column(rows, INDEX.classes).slice(skipped)
    flagged = flag_column(texts[skipped:], column, flag, Words())
    assert list(mention_lists(flagged)) == [
        [m._replace(flag="" if m.start else "kind") for m in row] for row in rows[skipped:]
    ]
    assert asked == [
        (text[m.start : m.end], "London", "City", not m.start, text[m.end :], text[: m.start])
        for text, row in zip(texts[skipped:], rows[skipped:], strict=True)
        for m in row
    ]


@given(mention_rows, st.integers(0, 3))
def test_each_mention_has_the_item_of_its_target(rows: list[list[Mention]], skipped: int) -> None:
    known = {"London": "Q84", "Ada Lovelace": "Q7259"}
    found = identify(
        mention_column(rows, INDEX.classes).slice(skipped), wikidata_index(known, {"Lovelace": "Ada Lovelace"})
    )
    found.validate(full=True)
    assert found.type == TYPED_SENTENCES.schema.field("mentions").type
    known["Lovelace"] = "Q7259"
    assert list(mention_lists(found)) == [[m._replace(qid=known.get(m.target)) for m in row] for row in rows[skipped:]]


def test_common_nouns_that_wikidata_knows_are_flagged_where_capitals_say_nothing() -> None:
    targets = {
        "ギター": "Q6607",
        "DNA": "Q7430",
        "東京": "Q1490",
        "Gitarre": "Q6607",
        "გიტარა": "Q6607",
        "747": "Q6607",
    }
    targets["楽器"] = "Q34379"
    wikidata = wikidata_index(targets, classes=[6607, 7430, 34379])
    text = "".join(targets)
    starts = {title: text.index(title) for title in targets}
    row = [Mention(start, start + len(title), "ENTITY", "none", title, 0, "", "") for title, start in starts.items()]
    row[-1] = row[-1]._replace(flag="list")
    typed = row[0]._replace(type="City", source="direct", origin="dump")
    for nouns_in_capitals, expected in (
        (False, ["", "common", "", "", "", "common", "", "list"]),
        (True, ["", "common", "common", "", "common", "common", "common", "list"]),
    ):
        rows = [[], [typed, *row]]
        found = flag_classes(["", text], mention_column(rows, INDEX.classes), wikidata, nouns_in_capitals)
        found.validate(full=True)
        assert found.type == TYPED_SENTENCES.schema.field("mentions").type
        flags = [mention.flag for mention in list(mention_lists(found))[1]]
        assert flags == expected
    unchanged = mention_column([row], INDEX.classes)
    assert flag_classes([text], unchanged, wikidata_index(targets), True).equals(unchanged)


RULES = noise_rules(
    build_ontology(["City", "Person", "Scientist", "Place"], [("City", "Place"), ("Scientist", "Person")]), "en"
)
ROWS = [
    (1, "Ada Lovelace", "Ada Lovelace lived in London.", [Anchor(22, 28, "London")]),
    (1, "Ada Lovelace", "London pleased Lovelace and the Londoners.", [Anchor(32, 41, "London")]),
    (1, "Ada Lovelace", "She lived there.", []),
    (2, "Nowhere", "London is a city.", [Anchor(12, 16, "Nowhere")]),
]


def typed_rows(
    folder: Path,
    typing: Typing,
    rows: Sequence[tuple[int, str, str, list[Anchor]]] = ROWS,
    qids: dict[str, str] | None = None,
) -> tuple[list[tuple[str, list[str]]], Descriptor]:
    """Texts with their mentions as `surface:type:source`, as the step writes them."""
    table = pa.Table.from_pylist(
        [
            {
                "page_id": page_id,
                "rev_id": 1,
                "title": title,
                "section": "",
                "paragraph": 0,
                "sentence": number,
                "text": text,
                "anchors": [anchor._asdict() for anchor in row],
                "problems": [{"start": 0, "end": 0, "code": "template"}] * number,
            }
            for number, (page_id, title, text, row) in enumerate(rows)
        ],
        schema=SENTENCES.schema,
    )
    pq.write_table(table, folder / "sentences.parquet", row_group_size=1)
    write_index(INDEX, str(folder / LOOKUP))
    write_wikidata_index(
        wikidata_index(qids or {"London": "Q84", "Nowhere": "Q2"}, classes=[6607]), str(folder / WIKIDATA_LOOKUP)
    )
    outputs = [
        Destination(name, str(folder / name), str(folder / f"{name}.new")) for name in ("typed_sentences", "rejects")
    ]

    def process(part: str, shard: Shard) -> None:
        write_typed_sentences(part, shard, type_index=str(folder), typing=typing)

    descriptor = write_shard(Unit(0, 1, str(folder / "sentences.parquet")), process=process, outputs=outputs)
    written = pq.read_table(folder / "typed_sentences.new" / "part-00000.parquet")
    assert written.schema.equals(TYPED_SENTENCES.schema)
    return [
        (row["text"], [f"{row['text'][m['start'] : m['end']]}:{m['type']}:{m['source']}" for m in row["mentions"]])
        for row in written.to_pylist()
    ], descriptor


def test_the_step_types_and_flags_anchors(tmp_path: Path) -> None:
    rows, descriptor = typed_rows(tmp_path, Typing(RULES, "off", frozenset(), frozenset()))
    assert rows == [
        ("Ada Lovelace lived in London.", ["London:City:direct"]),
        ("London pleased Lovelace and the Londoners.", ["Londoners:City:direct"]),
        ("London is a city.", ["city:ENTITY:none"]),
    ]
    assert descriptor.seen == 4
    assert descriptor.counts == {
        "anchors": {"direct": 2, "none": 1},
        "flags of typed anchors": {"demonym": 1},
        "flags of untyped anchors": {"lower-case": 1},
        "Wikidata items": {"mentions with": 3, "mentions without": 0},
        "mentions": {"City": 2, "ENTITY": 1},
        "sentences": {"with anchors": 3, "with mentions": 3, "without anchors": 1},
    }


@pytest.mark.parametrize(
    ("propagate", "first", "second"),
    [
        ("title", ["Ada Lovelace:Scientist:propagated-title"], ["Lovelace:Scientist:propagated-last-name"]),
        (
            "article",
            ["Ada Lovelace:Scientist:propagated-title"],
            ["London:City:propagated-surface", "Lovelace:Scientist:propagated-last-name"],
        ),
    ],
)
def test_the_step_adds_unlinked_mentions(tmp_path: Path, propagate: str, first: list[str], second: list[str]) -> None:
    rows, descriptor = typed_rows(tmp_path, Typing(RULES, propagate, frozenset(["lower-case"]), frozenset(["demonym"])))
    assert rows == [
        ("Ada Lovelace lived in London.", [*first, "London:City:direct"]),
        ("London pleased Lovelace and the Londoners.", [*second, "Londoners:ENTITY:direct"]),
    ]
    propagated = descriptor.counts["propagated mentions with a class"]
    assert sum(propagated.values()) == len(first) + len(second)
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}
    assert descriptor.counts["mentions"]["ENTITY"] == 1


def test_unlinked_mentions_count_where_they_are_kept(tmp_path: Path) -> None:
    rules = replace(RULES, kinds=frozenset({"Place"}))
    page = [(1, "Ada Lovelace", "Ada Lovelace lived in London.", [Anchor(22, 28, "London")])]
    page.append((1, "Ada Lovelace", "She liked the old London best.", []))
    kept, descriptor = typed_rows(tmp_path, Typing(rules, "article", frozenset(), frozenset({"kind"})), page)
    assert kept == [
        ("Ada Lovelace lived in London.", ["Ada Lovelace:Scientist:propagated-title", "London:ENTITY:direct"]),
        ("She liked the old London best.", ["London:ENTITY:propagated-surface"]),
    ]
    assert descriptor.counts["propagated mentions with a class"] == {"title": 1}
    assert descriptor.counts["propagated mentions without a class"] == {"surface": 1}
    assert "mentions dropped" not in descriptor.counts
    (tmp_path / "dropped").mkdir()
    typing = Typing(rules, "article", frozenset({"kind"}), frozenset())
    kept, descriptor = typed_rows(tmp_path / "dropped", typing, page)
    assert kept == [("Ada Lovelace lived in London.", ["Ada Lovelace:Scientist:propagated-title"])]
    assert descriptor.counts["propagated mentions with a class"] == {"title": 1}
    assert descriptor.counts["propagated mentions without a class"] == {}
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 1}


def test_a_name_with_a_wrong_link_is_looked_for_where_its_link_is_dropped(tmp_path: Path) -> None:
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", "London is full.", [Anchor(0, 6, "London")])]
    page.append((1, "Ada Lovelace", "Art is old in London.", [Anchor(14, 20, "Art in London")]))
    (tmp_path / "kept").mkdir()
    (tmp_path / "dropped").mkdir()
    kept, _ = typed_rows(tmp_path / "kept", Typing(RULES, "article", frozenset(), frozenset()), page)
    assert kept[1] == ("Art is old in London.", ["London:ENTITY:none"])
    dropped, descriptor = typed_rows(
        tmp_path / "dropped", Typing(RULES, "article", frozenset({"part"}), frozenset()), page
    )
    assert dropped[1] == ("Art is old in London.", ["London:City:propagated-surface"])
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


@pytest.mark.parametrize(
    ("flag", "target", "surface"),
    [("phrase", "Urban growth", "growth of old London"), ("list", "List of towns in London", "largest town in London")],
)
def test_a_name_in_a_link_that_describes_is_looked_for_where_the_link_is_dropped(
    tmp_path: Path, flag: str, target: str, surface: str
) -> None:
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", "London is full.", [Anchor(0, 6, "London")])]
    page.append((1, "Ada Lovelace", f"It is the {surface}.", [Anchor(10, 10 + len(surface), target)]))
    dropped, descriptor = typed_rows(tmp_path, Typing(RULES, "article", frozenset({flag}), frozenset()), page)
    assert dropped[1:] == [(f"It is the {surface}.", ["London:City:propagated-surface"])]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


def test_the_step_adds_capitalised_names_by_the_cases_of_the_wiki(tmp_path: Path) -> None:
    learnt = [
        *(("word", "babbage", 2, 0, ""), ("word", "calls", 0, 1, ""), ("title", "Math", 0, 1, "")),
        ("abbreviation", "BBC", 2, 0, "British Broadcasting Corporation"),
    ]
    rows = [dict(zip(("kind", "form", "names", "others", "title"), row, strict=True)) for row in learnt]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": rows})
    drop = frozenset(["common"])
    capitals = capital_words("en", RULES.words)
    typing = Typing(RULES, "names", drop, frozenset(), capitals, orthography)
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", text, []) for text in ("Babbage slept.", "Calls came to George Boole.", "On BBC.")]
    page.append((1, "Ada Lovelace", "Her Math is in London.", [Anchor(4, 8, "Math"), Anchor(15, 21, "London")]))
    rows_, descriptor = typed_rows(tmp_path, typing, page)
    assert rows_ == [
        ("Babbage slept.", ["Babbage:ENTITY:capitalised"]),
        ("Calls came to George Boole.", ["George Boole:ENTITY:capitalised"]),
        ("On BBC.", ["BBC:ENTITY:capitalised"]),
        ("Her Math is in London.", ["London:City:direct"]),
    ]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}
    assert descriptor.counts["propagated mentions without a class"] == {"capitalised": 3}
    assert descriptor.counts["Wikidata items"] == {"mentions with": 1, "mentions without": 3}
    # A language without words for capitalised names has common nouns all the same.
    (tmp_path / "other").mkdir()
    rows_, descriptor = typed_rows(tmp_path / "other", replace(typing, capitals=None), page)
    assert rows_ == [("Her Math is in London.", ["London:City:direct"])]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


def test_the_step_finds_names_among_nouns_in_german(tmp_path: Path) -> None:
    rows = [dict(zip(("kind", "form", "names", "others", "title"), ("noun", "Brot", 0, 3, ""), strict=True))]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": rows})
    rules = noise_rules(build_ontology(["City", "Person"], []), "de")
    typing = Typing(rules, "names", frozenset(), frozenset(), capital_words("de", rules.words), orthography)
    texts = ["Dort lebte Anna Kahn.", "Es ist der Norden Londons.", "Dort gab es Tische Brot."]
    page: list[tuple[int, str, str, list[Anchor]]] = [(1, "London", text, []) for text in texts]
    rows_, _ = typed_rows(tmp_path, typing, page)
    assert rows_ == [
        ("Dort lebte Anna Kahn.", ["Anna Kahn:ENTITY:capitalised"]),
        ("Es ist der Norden Londons.", ["Londons:City:propagated-title"]),
    ]


@pytest.mark.parametrize(("lang", "kept"), [("ro", "Guerra Fredda"), ("de", "Calls")])
def test_a_common_noun_that_begins_a_sentence_is_one_where_nouns_are_in_lower_case(
    tmp_path: Path, lang: str, kept: str
) -> None:
    columns = ("kind", "form", "names", "others", "title")
    learnt = [dict(zip(columns, ("word", word, 0, 9, ""), strict=True)) for word in ("calls", "fredda", "guerra")]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": learnt})
    rules = noise_rules(build_ontology(["City"], []), lang)
    typing = Typing(rules, "names", frozenset(["common"]), frozenset(), None, orthography)
    page = [
        (1, "Ada", "Calls came.", [Anchor(0, 5, "Calling")]),
        # A title whose words are all common ones is a name here: what nouns end names is not known.
        (1, "Ada", "A Guerra Fredda.", [Anchor(2, 15, "Guerra fredda")]),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    mentions = [mention for _, found in rows for mention in found]
    assert f"{kept}:ENTITY:none" in mentions
    assert ("Calls:ENTITY:none" in mentions) == (lang == "de")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_step_leaves_out_common_nouns_that_wikidata_knows(tmp_path: Path, lang: str) -> None:
    rules = noise_rules(build_ontology(["City"], []), lang)
    typing = Typing(rules, "names", frozenset(["common"]), frozenset())
    page = [(1, "楽器", "ギターは横浜で作られた。", [Anchor(0, 3, "ギター"), Anchor(4, 6, "横浜")])]
    rows, descriptor = typed_rows(tmp_path, typing, page, {"ギター": "Q6607", "横浜": "Q38283"})
    assert rows == [("ギターは横浜で作られた。", ["横浜:ENTITY:none"])]
    assert descriptor.counts["flags of untyped anchors"] == {"common": 1}


def test_the_step_finds_names_by_their_characters_where_capitals_and_spaces_tell_none(tmp_path: Path) -> None:
    rules = noise_rules(build_ontology(["City", "Place"], [("City", "Place")]), "zh")
    typing = Typing(rules, "names", frozenset(), frozenset())
    page = [
        (1, "史", "他住在維也納。", [Anchor(3, 6, "London")]),
        (1, "史", "維也納很大，維也納人多，在維也納的人。", []),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    assert rows == [
        ("他住在維也納。", ["維也納:City:direct"]),
        ("維也納很大，維也納人多，在維也納的人。", ["維也納:City:propagated-surface"] * 2),
    ]


def test_the_step_finds_names_as_words_in_a_script_without_case(tmp_path: Path) -> None:
    rules = noise_rules(build_ontology(["City", "Place"], [("City", "Place")]), "ar")
    typing = Typing(rules, "names", frozenset(), frozenset())
    page = [
        (1, "تاريخ", "عاش في لندن.", [Anchor(7, 11, "London")]),
        (1, "تاريخ", "لندن ولندن وجامعة لندن في London.", []),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    assert rows == [
        ("عاش في لندن.", ["لندن:City:direct"]),
        (
            "لندن ولندن وجامعة لندن في London.",
            [f"{each}:City:propagated-surface" for each in ("لندن", "ولندن", "London")],
        ),
    ]
