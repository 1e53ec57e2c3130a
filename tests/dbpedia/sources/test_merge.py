"""Types of several sources: which decides, and how they agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.ontology import UNTYPED, build_ontology
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.merge import SOURCES, Agreement, merge_types
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import build_index, index_rows, open_index, write_index
from dbpedia.wikidata_index import EMPTY

ONTOLOGY = build_ontology(
    ["Agent", "Person", "Artist", "Place", "City"], [("Person", "Agent"), ("Artist", "Person"), ("City", "Place")]
)


def typed(types: dict[str, str]) -> TypedTitles:
    class_ids = np.array([ONTOLOGY.classes.index(cls) for cls in types.values()], np.uint16)
    return TypedTitles(pa.array(list(types), pa.large_string()), class_ids)


def as_dict(types: TypedTitles) -> dict[str, tuple[str, str]]:
    assert types.origins is not None
    return {
        title: (ONTOLOGY.classes[class_id], SOURCES[origin])
        for title, class_id, origin in zip(
            types.titles.to_pylist(), types.class_ids.tolist(), types.origins.tolist(), strict=True
        )
    }


def test_the_most_trusted_source_that_has_a_class_decides() -> None:
    dump, sparql = typed({"Ada": "Person", "Rome": "City"}), typed({"Ada": "Artist", "Bern": "City"})
    infobox = typed({"Bern": "Place", "Carl": "Person"})
    merged = merge_types([("sparql", sparql), ("infobox", infobox), ("dump", dump)], ONTOLOGY)
    assert as_dict(merged.types) == {
        "Ada": ("Artist", "sparql"),
        "Bern": ("City", "sparql"),
        "Carl": ("Person", "infobox"),
        "Rome": ("City", "dump"),
    }
    assert [(each.left, each.right) for each in merged.agreements] == [
        ("sparql", "infobox"),
        ("sparql", "dump"),
        ("infobox", "dump"),
    ]


def test_a_class_of_ones_own_takes_the_place_of_those_above_it_and_of_no_other() -> None:
    ontology = replace(ONTOLOGY, own=frozenset({"Artist"}))
    dump = typed({"Ada": "Person", "Bob": "City", "Eve": "Artist", "Fay": "Agent", "Gus": "Person"})
    sparql = typed({"Ada": "Artist", "Bob": "Artist", "Eve": "Person", "Fay": "Person", "Cid": "Artist"})
    merged = merge_types([("dump", dump), ("sparql", sparql), ("infobox", typed({"Fay": "Artist"}))], ontology)
    assert as_dict(merged.types) == {
        "Ada": ("Artist", "sparql"),
        "Bob": ("City", "dump"),
        "Cid": ("Artist", "sparql"),
        "Eve": ("Artist", "dump"),
        "Fay": ("Artist", "infobox"),
        "Gus": ("Person", "dump"),
    }


def test_one_source_alone() -> None:
    merged = merge_types([("infobox", typed({"Ada": "Person"}))], ONTOLOGY)
    assert as_dict(merged.types) == {"Ada": ("Person", "infobox")}
    assert merged.agreements == []


def test_agreement_is_judged_by_the_ontology() -> None:
    left = typed({"same": "City", "general": "Agent", "specific": "Artist", "wrong": "City", "left": "City"})
    right = typed({"same": "City", "general": "Artist", "specific": "Person", "wrong": "Person", "right": "City"})
    (agreement,) = merge_types([("dump", left), ("infobox", right)], ONTOLOGY).agreements
    assert agreement == Agreement("dump", "infobox", 1, 1, 1, 1, 1, 1, Counter({("City", "Person"): 1}))


types_of_titles = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(ONTOLOGY.classes))


@given(st.lists(types_of_titles, min_size=2, max_size=3))
def test_merging_keeps_every_title_and_counts_every_pair(dicts: list[dict[str, str]]) -> None:
    names = SOURCES[: len(dicts)]
    merged = merge_types([(name, typed(types)) for name, types in zip(names, dicts, strict=True)], ONTOLOGY)
    expected: dict[str, tuple[str, str]] = {}
    for name, types in zip(names, dicts, strict=True):
        expected = {title: (cls, name) for title, cls in types.items()} | expected
    assert as_dict(merged.types) == expected
    for one in merged.agreements:
        left, right = dicts[names.index(one.left)], dicts[names.index(one.right)]
        shared = left.keys() & right.keys()
        assert one.same == sum(left[title] == right[title] for title in shared)
        assert one.same + one.left_general + one.left_specific + one.contradicting == len(shared)
        assert (one.left_only, one.right_only) == (len(left) - len(shared), len(right) - len(shared))


def test_the_index_knows_where_each_class_is_from(tmp_path: Path) -> None:
    merged = merge_types([("dump", typed({"Rome": "City"})), ("infobox", typed({"Ada": "Person"}))], ONTOLOGY)
    redirects = [Redirects(["Roma", "Lovelace", "Nowhere"], ["Rome", "Ada", "Elsewhere"])]
    built = build_index(merged.types, redirects, ONTOLOGY.classes)
    rows = {
        row["title"]: (row["class"], row["redirects"], row["origin"])
        for b in index_rows(built, EMPTY)
        for row in b.to_pylist()
    }
    assert rows == {
        "Ada": ("Person", 0, "infobox"),
        "Lovelace": ("Person", 1, "infobox"),
        "Roma": ("City", 1, "dump"),
        "Rome": ("City", 0, "dump"),
    }
    write_index(built.title_index, str(tmp_path / "index"))
    index = open_index(str(tmp_path / "index"))
    class_ids, steps, origins = index.lookup(["Lovelace", "Rome", "Nowhere"])
    assert steps.tolist() == [1, 0, 0]
    assert origins.tolist() == [2, 0, 0]
    assert class_ids.tolist() == [ONTOLOGY.classes.index("Person"), ONTOLOGY.classes.index("City"), UNTYPED]


def test_an_empty_index_has_no_origins() -> None:
    empty = build_index(typed({}), [], ONTOLOGY.classes).title_index
    assert [array.tolist() for array in empty.lookup(["Rome"])] == [[UNTYPED], [0], [0]]
