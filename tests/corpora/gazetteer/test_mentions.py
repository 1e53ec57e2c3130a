from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.gazetteer.mentions import Name, find_names, with_names
from corpora.gazetteer.search import Match, build_gazetteer
from corpora.tokens import tokenize_all
from schemas.catalog.dbpedia import TYPED_SENTENCES

TITLES = {
    "Paris": 1,
    "New York": 1,
    "NASA": 2,
    "jazz": 2,
    "Mercury": 0,
    "Greek": 3,
    "New York Times": 2,
    "Ford": 2,
    "acid rain": 2,
    "GONNA": 2,
}
GAZETTEER = build_gazetteer(TITLES.items, ("ENTITY", "Country", "Company", "Language"))


def mention(start: int, end: int, source: str = "capitalised", cls: str = "ENTITY", flag: str = "") -> dict[str, Any]:
    about = {"target": "", "redirects": 0, "origin": "", "flag": flag, "qid": None}
    return {"start": start, "end": end, "type": cls, "source": source, **about}


def row(text: str, surface: str, source: str = "capitalised", cls: str = "ENTITY") -> dict[str, Any]:
    start = text.index(surface)
    return mention(start, start + len(surface), source, cls)


PLACES = frozenset({"Country"})
KIND = TYPED_SENTENCES.schema.field("mentions").type


def named(
    text: str,
    mentions: Sequence[dict[str, Any]],
    nameless: Collection[str] = (),
    given: Collection[str] | None = PLACES,
) -> list[dict[str, Any]]:
    (matches,) = GAZETTEER.search.find([text], tokenize_all([text], "en"))
    mentions = sorted(mentions, key=lambda each: each["start"])
    spans = [(each["start"], each["end"], each["source"]) for each in mentions]
    names = find_names(text, spans, matches, GAZETTEER, nameless, given)
    changed: list[list[dict[str, Any]]] = with_names(
        pa.array([mentions], KIND), [(0, name) for name in names]
    ).to_pylist()
    return changed[0]


def found(text: str, *mentions: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(text[each["start"] : each["end"]], each["type"], each["source"]) for each in named(text, mentions)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He left New York for NASA.", [("New York", "Country"), ("NASA", "ENTITY")]),
        ("The New York Times came.", [("New York Times", "ENTITY")]),
        ("In New York Harbor, by Northern New York.", []),
        ("So A New York came.", [("New York", "Country")]),
        ("So An New York came, and acid rain.", []),
        ("They left NASA Rome.", []),
        # An abbreviation before it is no name that it goes on.
        ("He worked at Ford Inc. NASA left.", [("NASA", "ENTITY")]),
        ("They left NASA--Rome and ESA–NASA.", []),
        ("The Peoples' New York and Peoples’ NASA.", []),
        ("The people's New York.", [("New York", "Country")]),
        ("He left Paris, Greek poets, jazz and Mercury.", []),
        ("A New York-based NASA–ESA one.", []),
        ("-New York came.", []),
        ("New York/NASA", []),
        # A contraction is a token of its own.
        ("He sang GONNA.", [("GONNA", "ENTITY")]),
        ("He sang GONNA/ROMA and AC/GONNA.", []),
        ("New York", [("New York", "Country")]),
    ],
)
def test_names_where_no_mention_stands(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == [(surface, cls, "gazetteer") for surface, cls in expected]


def test_a_name_is_none_within_a_korean_word() -> None:
    titles = {"도쿄 역": 1, "MBC": 1}
    gazetteer = build_gazetteer(titles.items, ("ENTITY", "Country"))
    text = "도쿄 역사와 동도쿄 역, 도쿄 역 (MBC가). MBC교향악단은 아리랑MBC, MBC에서는."
    (matches,) = gazetteer.search.find([text], tokenize_all([text], "ko"))
    assert len(matches) == 7
    names = find_names(text, [], matches, gazetteer, (), PLACES)
    assert [(each.start, text[each.start : each.end]) for each in names] == [(14, "도쿄 역"), (20, "MBC"), (44, "MBC")]


@pytest.mark.parametrize(
    ("text", "mentions", "is_found"),
    [
        ("東京New York", [(0, 2)], True),
        ("New York東京", [(8, 10)], True),
        ("東京New York", [(0, 3)], False),
        ("New York東京", [(7, 10)], False),
        ("東京New York大阪", [(0, 2), (10, 12)], True),
    ],
)
def test_a_name_may_touch_a_mention_and_not_overlap_it(
    text: str, mentions: list[tuple[int, int]], is_found: bool
) -> None:
    """Where a language has no spaces, one name begins where the other ends."""
    ((_, _, number),) = next(iter(GAZETTEER.search.find(["New York"], tokenize_all(["New York"], "en"))))
    start = text.index("New York")
    spans = [(*span, "anchor") for span in mentions]
    names = list(find_names(text, spans, [Match(start, start + 8, number)], GAZETTEER, (), PLACES))
    assert names == [Name(start, start + 8, "Country")] * is_found


def test_a_name_of_a_place_by_its_capitals_gets_the_class() -> None:
    text = "He left Paris and Mercury for Greek or Ford."
    mentions = [row(text, surface) for surface in ("Paris", "Mercury", "Greek", "Ford")]
    assert found(text, *mentions) == [
        ("Paris", "Country", "gazetteer"),
        ("Mercury", "ENTITY", "capitalised"),
        ("Greek", "ENTITY", "capitalised"),
        ("Ford", "ENTITY", "capitalised"),
    ]


def test_what_the_gazetteer_knows_as_a_kind_is_no_name() -> None:
    text = "He left New York for NASA and Paris."
    mentions = [row(text, "Paris"), row(text, "NASA", "direct", "Company")]
    assert named(text, mentions, {"Country", "Company"}) == [mentions[1]]
    left = named(text, mentions)
    assert [each["type"] for each in left] == ["Country", "Company", "Country"]


def test_all_classes_are_given_but_to_names_of_one_word() -> None:
    text = "He left New York for NASA and Paris."
    found = named(text, [row(text, "Paris"), row(text, "NASA")], given=None)
    assert [(each["start"], each["type"]) for each in found] == [(8, "Country"), (21, "Company"), (30, "ENTITY")]


def test_other_mentions_stay_and_what_overlaps_one_is_left_out() -> None:
    text = "The New York Harbor and Paris met NASA."
    mentions = [row(text, "New York Harbor"), row(text, "Paris", "direct", "Person")]
    assert found(text, *mentions) == [
        ("New York Harbor", "ENTITY", "capitalised"),
        ("Paris", "Person", "direct"),
        ("NASA", "ENTITY", "gazetteer"),
    ]


@given(st.lists(st.sampled_from([*TITLES, "and", "Rome", "-", "."]), max_size=9).map(" ".join), st.data())
def test_mentions_are_in_order_and_apart(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    mentions = named(text, [mention(start, end) for start, end in spans], given=None)
    assert {(each["start"], each["end"]) for each in mentions} >= set(spans)
    last = 0
    for each in mentions:
        assert last <= each["start"] < each["end"] <= len(text)
        last = each["end"]


# Each place of a sentence has a mention or none, and is given a class, is told to be no name, or neither.
PLACES_OF_SENTENCES = st.lists(
    st.lists(
        st.tuples(
            st.sampled_from([None, "capitalised", "direct"]), st.sampled_from(["", "common"]), st.sampled_from("ABN-")
        ),
        max_size=4,
    ),
    max_size=4,
)


@given(PLACES_OF_SENTENCES)
def test_columns_are_changed_as_row_by_row(sentences: list[list[tuple[str | None, str, str]]]) -> None:
    before: list[list[dict[str, Any]]] = []
    after: list[list[dict[str, Any]]] = []
    found = []
    for number, places in enumerate(sentences):
        before.append([])
        after.append([])
        for start, (source, flag, told) in enumerate(places):
            old = mention(start, start + 1, source, "A", flag) if source else None
            if old:
                before[-1].append(old)
            if told in "AB":
                found.append((number, Name(start, start + 1, told)))
                about = old or mention(start, start + 1)
                after[-1].append({**about, "type": told, "source": "gazetteer"})
            elif told == "N" and old:
                found.append((number, Name(start, start + 1, None)))
            elif old:
                after[-1].append(old)
    changed = with_names(pa.array(before, KIND), found)
    assert changed.to_pylist() == after
    # Dictionaries too are those that the rows would get, so that the same Parquet is written.
    fields = [changed.flatten().field(name) for name in ("type", "source", "flag")]
    assert [field.dictionary for field in fields] == [
        pa.array([each[name] for row in after for each in row], field.type).dictionary
        for name, field in zip(("type", "source", "flag"), fields, strict=True)
    ]
