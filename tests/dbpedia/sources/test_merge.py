"""Types of several sources: which decides, how they agree, and the steps that bring them together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.ontology import build_ontology
from dbpedia.sources.instance_types import Redirects, TypeCounts, TypedTitles
from dbpedia.sources.merge import SOURCES, Agreement, merge_types, read_sparql_types
from dbpedia.sources.sparql import Endpoint, TypeCache
from dbpedia.steps.sparql_types import linked_titles, write_sparql_types
from dbpedia.steps.type_index import Sources, write_type_index
from dbpedia.title_index import LOOKUP, UNTYPED, build_index, index_rows, open_index, write_index
from schemas.dataset import Provenance
from schemas.errors import InputError
from schemas.records import INFOBOXES, REDIRECTS, SENTENCES, SPARQL_TYPES
from schemas.shards import Descriptor, Destination, Shard, Unit, commit, write_shard
from tests.support.lookups import find_title

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
        for b in index_rows(built)
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


def dataset(root: Path, name: str, table: pa.Table) -> str:
    outputs = [Destination(each, str(root / each), str(root / "_staging" / each)) for each in (name, "rejects")]
    descriptor = write_shard(Unit(0, 1, None), process=lambda _, shard: shard.write(name, table), outputs=outputs)
    provenance = Provenance("0", name, 1, "0", {}, [])
    commit([descriptor], outputs, provenance, units=1, max_reject_share=0.0)
    return outputs[0].location


def sentences(root: Path, targets: list[list[str]]) -> str:
    rows = [
        {
            **dict.fromkeys(("page_id", "rev_id", "paragraph", "sentence"), 1),
            **dict.fromkeys(("title", "section", "text"), ""),
            "anchors": [{"start": 0, "end": 1, "target": target} for target in each],
        }
        for each in targets
    ]
    return dataset(root, "sentences", pa.Table.from_pylist(rows, schema=SENTENCES))


def redirects(root: Path, pairs: dict[str, str]) -> str:
    rows = [{"page_id": 1, "title": title, "target": target} for title, target in pairs.items()]
    return dataset(root, "redirects", pa.Table.from_pylist(rows, schema=REDIRECTS))


def test_linked_titles_are_those_of_the_anchors_and_the_ends_of_their_redirects(tmp_path: Path) -> None:
    linked = sentences(tmp_path / "a", [["Rome", "Roma"], [], ["Ada", "Rome", "Ring"]])
    links = {"Roma": "Roma (city)", "Roma (city)": "Rome", "Ring": "Ring 2", "Ring 2": "Ring", "Other": "Unasked"}
    titles = linked_titles(linked, redirects(tmp_path / "b", links))
    assert titles.to_pylist() == ["Ada", "Ring", "Ring 2", "Roma", "Roma (city)", "Rome"]


def test_linked_titles_of_nothing(tmp_path: Path) -> None:
    assert linked_titles(sentences(tmp_path / "a", [[]]), redirects(tmp_path / "b", {})).to_pylist() == []


def run_sparql_step(root: Path, types: dict[str, str]) -> tuple[Descriptor, Path]:
    """The step with an endpoint whose cache holds the answers and that cannot be reached for others."""
    endpoint = Endpoint("http://127.0.0.1:9/sparql", "http://dbpedia.org", "http://dbpedia.org/resource/", "me")
    linked = sentences(root / "a", [["Rome", "Ada"], ["Void", "Bad"]])
    cache = TypeCache(str(root / "cache"), endpoint)
    cache.put(types)
    cache.close()
    outputs = [Destination(name, str(root / name), str(root / "_s" / name)) for name in ("sparql_types", "rejects")]

    def process(locations: tuple[str, str], shard: Shard) -> None:
        write_sparql_types(locations, shard, endpoint=endpoint, cache=str(root / "cache"), batch_size=10)

    unit = Unit(0, 1, (linked, redirects(root / "b", {})))
    descriptor = write_shard(unit, process=process, outputs=outputs)
    commit([descriptor], outputs, Provenance("0", "sparql_types", 1, "0", {}, []), units=1, max_reject_share=1.0)
    return descriptor, root


def test_the_step_writes_types_and_rejects_what_was_refused(tmp_path: Path) -> None:
    answers = {"Rome": "City Place", "Ada": "Person Unheard", "Void": "", "Bad": "!no such IRI"}
    descriptor, root = run_sparql_step(tmp_path, answers)
    table = pq.read_table(root / "sparql_types" / "part-00000.parquet")
    assert table.schema.equals(SPARQL_TYPES)
    assert table.to_pylist() == [
        {"title": "Ada", "classes": ["Person", "Unheard"]},
        {"title": "Rome", "classes": ["City", "Place"]},
    ]
    assert descriptor.counts["titles"] == {"with a class": 2, "without a class": 1}
    (reject,) = pq.read_table(root / "rejects" / "part-00000.parquet").to_pylist()
    assert (reject["reason"], reject["title"], reject["text"]) == ("refused-by-endpoint", "Bad", "no such IRI")

    counts = TypeCounts()
    batches = list(read_sparql_types(str(root / "sparql_types"), ONTOLOGY, counts))
    assert batches == [(["Ada", "Rome"], [frozenset(["Person"]), frozenset(["City", "Place"])])]
    assert counts.unknown_classes == {"Unheard": 1}


def test_an_endpoint_that_knows_none_of_the_titles(tmp_path: Path) -> None:
    answers = dict.fromkeys(("Rome", "Ada", "Void", "Bad"), "")
    with pytest.raises(InputError, match=r"no DBpedia class for any of 4 titles, such as 'Ada'; check graph"):
        run_sparql_step(tmp_path, answers)


OWL = "http://www.w3.org/2002/07/owl#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
DBO = "http://dbpedia.org/ontology/"


def mapping_page(template: str, cls: str) -> str:
    text = f"{{{{TemplateMapping|mapToClass={cls}}}}}"
    return f"<page><title>Mapping en:{template}</title><revision><text>{text}</text></revision></page>"


def infoboxes(root: Path, rows: list[tuple[int, str, str]]) -> str:
    full = [{"page_id": i, "title": title, "template": name, "parameters": []} for i, title, name in rows]
    return dataset(root, "infoboxes", pa.Table.from_pylist(full, schema=INFOBOXES))


def type_index(root: Path, trust: tuple[str, ...], templates: list[tuple[int, str, str]]) -> Descriptor:
    """The step `type_index` with a release, an endpoint and infoboxes that say different things."""
    ontology = root / "ontology.nt"
    root.mkdir(parents=True, exist_ok=True)
    ontology.write_text(
        "".join(f"<{DBO}{cls}> <{RDF_TYPE}> <{OWL}Class> .\n" for cls in ("City", "Person", "Place"))
        + f"<{DBO}City> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <{DBO}Place> .\n"
    )
    dump = root / "types.nt"
    dump.write_text(f"<http://dbpedia.org/resource/Rome> <{RDF_TYPE}> <{DBO}Place> .\n")
    found = [{"title": "Rome", "classes": ["City", "Place"]}, {"title": "Bern", "classes": ["City", "Gone"]}]
    mappings = root / "mappings.xml"
    mappings.write_text(f"<mediawiki>{mapping_page('Infobox town', 'City')}{mapping_page('Bio', 'Person')}</mediawiki>")
    moved = pa.Table.from_pylist([{"page_id": 1, "title": "Townbox", "target": "Infobox town"}], schema=REDIRECTS)
    sources = Sources(
        trust,
        instance_types=(str(dump),),
        sparql_types=dataset(root / "s", "sparql_types", pa.Table.from_pylist(found, schema=SPARQL_TYPES)),
        mappings=str(mappings),
        infoboxes=infoboxes(root / "i", templates),
        template_redirects=dataset(root / "r", "template_redirects", moved),
    )
    links = redirects(root / "b", {"Roma": "Rome"})
    outputs = [Destination(name, str(root / name), str(root / "_s" / name)) for name in ("type_index", "rejects")]

    def process(_: None, shard: Shard) -> None:
        write_type_index(None, shard, ontology=str(ontology), sources=sources, dbpedia_redirects=[], redirects=links)

    descriptor = write_shard(Unit(0, 1, None), process=process, outputs=outputs)
    commit([descriptor], outputs, Provenance("0", "type_index", 2, "0", {}, []), units=1, max_reject_share=0.0)
    return descriptor


TEMPLATES = [(1, "Rome", "Townbox"), (2, "Ada", "Navbox"), (2, "Ada", "Bio"), (3, "Bern", "Bio")]


def test_the_index_of_three_sources(tmp_path: Path) -> None:
    descriptor = type_index(tmp_path, ("dump", "sparql", "infobox"), TEMPLATES)
    assert pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist() == [
        {"title": "Ada", "class": "Person", "redirects": 0, "origin": "infobox"},
        {"title": "Bern", "class": "City", "redirects": 0, "origin": "sparql"},
        {"title": "Roma", "class": "Place", "redirects": 1, "origin": "dump"},
        {"title": "Rome", "class": "Place", "redirects": 0, "origin": "dump"},
    ]
    assert find_title(open_index(str(tmp_path / "type_index" / LOOKUP)), "Ada") == ("Person", 0)
    counts = descriptor.counts
    assert counts["titles with a class by source"] == {"dump": 1, "infobox": 3, "sparql": 2}
    assert counts["titles by origin"] == {"dump": 2, "infobox": 1, "sparql": 1}
    assert counts["agreement of dump and sparql"] == {
        "contradicting": 0,
        "dump more general": 1,
        "dump more specific": 0,
        "in dump only": 0,
        "in sparql only": 1,
        "same class": 0,
    }
    assert counts["contradictions of sparql and infobox"] == {"City / Person": 1}
    assert counts["templates of articles"] == {
        "mapped through a redirect": 1,
        "mapped to another kind of thing than the first": 0,
        "mapped to no class": 0,
        "without a mapping": 1,
    }
    assert counts["classes the ontology does not have"] == {"Gone": 1}


def test_trust_is_an_order(tmp_path: Path) -> None:
    type_index(tmp_path, ("infobox", "dump"), TEMPLATES)
    rows = pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist()
    assert {row["title"]: (row["class"], row["origin"]) for row in rows} == {
        "Ada": ("Person", "infobox"),
        "Bern": ("Person", "infobox"),
        "Roma": ("City", "infobox"),
        "Rome": ("City", "infobox"),
    }


def test_mappings_of_another_language_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="maps none of 1 templates of articles to a class .* for `en`"):
        type_index(tmp_path, ("infobox",), [(1, "Rom", "Infobox Ort")])
