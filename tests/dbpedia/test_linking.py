from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.linking import (
    are_flagged,
    end_with_names,
    extend_within,
    flag_classes,
    flag_column,
    flag_others,
    identify,
    join_mentions,
    link,
    link_column,
    mention_column,
    mention_lists,
    part_mentions,
    untype_flagged,
)
from dbpedia.mentions.noise import FLAGS, NoiseRules
from dbpedia.mentions.words import Words
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import build_index
from schemas.catalog.dbpedia import TYPED_SENTENCES
from schemas.catalog.wiki import SENTENCES
from schemas.records import MENTION_SOURCES, Anchor, Mention
from tests.support.linked_titles import INDEX, RULES
from tests.support.type_data import wikidata_index

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
    (left, dropped), untyped = part_mentions(column, are_flagged(column, flags)), untype_flagged(column, flags)
    for result in (left, dropped, untyped):
        result.validate(full=True)
        assert result.type == column.type
    assert list(mention_lists(left)) == [[m for m in row if m.flag not in flags] for row in rows]
    assert list(mention_lists(dropped)) == [[m for m in row if m.flag in flags] for row in rows]
    joined = join_mentions([left, dropped], INDEX.classes)
    joined.validate(full=True)
    assert joined.type == column.type
    by_place = [
        sorted([*kept, *gone], key=lambda m: (m.start, m.end))
        for kept, gone in zip(mention_lists(left), mention_lists(dropped), strict=True)
    ]
    assert list(mention_lists(joined)) == by_place
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


@pytest.mark.parametrize(
    ("surface", "target", "cls", "flag", "expected"),
    [
        ("London", "Treaty of Kars", "ENTITY", "", "part"),
        ("Londoners", "Treaty of Kars", "ENTITY", "", ""),  # no title of what has a class
        ("London", "Greater-London town", "ENTITY", "", ""),
        ("London", "Liberal Party (London)", "ENTITY", "", ""),
        ("London", "Règne d'Londres", "ENTITY", "", ""),
        ("London", "London", "City", "", ""),
        ("London", "Treaty of Kars", "ENTITY", "phrase", "phrase"),
        ("BBC", "British Broadcasting Corporation", "ENTITY", "", ""),
    ],
)
def test_a_link_by_the_title_of_something_else_is_flagged_if_that_has_a_class(
    surface: str, target: str, cls: str, flag: str, expected: str
) -> None:
    titles = TypedTitles(pa.array(["BBC", "London"], pa.large_string()), np.array([1, 0], np.uint16))
    index = build_index(titles, [], ("City", "Company")).title_index
    mention = Mention(3, 3 + len(surface), cls, "none", target, 0, "", flag)
    found = flag_others(["", f"In {surface}."], mention_column([[], [mention]], index.classes), index)
    found.validate(full=True)
    assert list(mention_lists(found)) == [[], [mention._replace(flag=expected)]]


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
