from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from dbpedia.ontology import build_ontology
from dbpedia.redirects import MAX_REDIRECTS
from dbpedia.sources.endpoint import Endpoint
from dbpedia.sources.merge import read_sparql_types
from dbpedia.sources.sparql import TypeCache
from dbpedia.sources.typed_titles import TypeCounts
from dbpedia.steps.sparql_types import titles_to_ask, write_sparql_types
from schemas.catalog.dbpedia import SPARQL_TYPES
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance, read_manifest
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard
from schemas.errors import InputError
from tests.support.type_data import redirects, sentences


def test_titles_to_ask_are_those_of_the_anchors_and_the_ends_of_their_redirects(tmp_path: Path) -> None:
    linked = sentences(tmp_path / "a", [["Rome", "Roma"], [], ["Ada", "Rome", "Ring"]])
    links = {"Roma": "Roma (city)", "Roma (city)": "Rome", "Ring": "Ring 2", "Ring 2": "Ring", "Other": "Unasked"}
    titles = titles_to_ask(linked, redirects(tmp_path / "b", links))
    assert titles.to_pylist() == ["Ada", "Ring", "Ring 2", "Roma", "Roma (city)", "Rome"]


def test_a_chain_of_redirects_is_followed_as_far_as_the_index_of_titles_follows_it(tmp_path: Path) -> None:
    links = {f"N{number}": f"N{number + 1}" for number in range(MAX_REDIRECTS + 2)}
    titles = titles_to_ask(sentences(tmp_path / "a", [["N0"]]), redirects(tmp_path / "b", links))
    assert sorted(titles.to_pylist()) == [f"N{number}" for number in range(MAX_REDIRECTS + 1)]


def test_titles_to_ask_of_nothing(tmp_path: Path) -> None:
    assert titles_to_ask(sentences(tmp_path / "a", [[]]), redirects(tmp_path / "b", {})).to_pylist() == []


LINKS = [["Rome", "Ada"], ["Void", "Bad"]]


def run_sparql_step(
    root: Path, types: dict[str, str], links: list[list[str]] = LINKS, told: list[int] | None = None
) -> tuple[Descriptor, Path]:
    """The step with an endpoint whose cache holds the answers and that cannot be reached for others."""
    endpoint = Endpoint("http://127.0.0.1:9/sparql", "http://dbpedia.org", "http://dbpedia.org/resource/", "me")
    linked = sentences(root / "a", links)
    cache = TypeCache(str(root / "cache"), endpoint)
    cache.put(types)
    cache.close()
    outputs = [Destination(name, str(root / name), str(root / "_s" / name)) for name in ("sparql_types", "rejects")]

    def process(locations: tuple[str, str], shard: Shard) -> None:
        advance = shard.advance

        def note(done: int) -> None:
            advance(done)
            if told is not None:
                told.append(done)

        shard.advance = note  # type: ignore[method-assign]
        write_sparql_types(locations, shard, endpoint=endpoint, cache=str(root / "cache"), batch_size=10)

    unit = Unit(0, 1, (linked, redirects(root / "b", {})))
    descriptor = write_shard(unit, process=process, outputs=outputs)
    commit([descriptor], outputs, Provenance("0", "sparql_types", 1, "0", {}, []), units=1, max_reject_share=1.0)
    return descriptor, root


def test_the_step_writes_types_and_rejects_what_was_refused(tmp_path: Path) -> None:
    answers = {"Rome": "City Place", "Ada": "Person Unheard", "Void": "", "Bad": "!no such IRI"}
    descriptor, root = run_sparql_step(tmp_path, answers)
    table = pq.read_table(root / "sparql_types" / "part-00000.parquet")
    assert table.schema.equals(SPARQL_TYPES.schema)
    assert table.to_pylist() == [
        {"title": "Ada", "classes": ["Person", "Unheard"]},
        {"title": "Rome", "classes": ["City", "Place"]},
    ]
    assert descriptor.counts["titles"] == {"with a class": 2, "without a class": 1}
    (reject,) = pq.read_table(root / "rejects" / "part-00000.parquet").to_pylist()
    assert reject == {
        "step": "sparql_types",
        "reason": "refused-by-endpoint",
        "page_id": -1,
        "title": "Bad",
        "text": "no such IRI",
    }

    ontology = build_ontology(["City", "Person", "Place"], [])
    counts = TypeCounts()
    batches = list(read_sparql_types(str(root / "sparql_types"), ontology, counts))
    assert batches == [(["Ada", "Rome"], [frozenset(["Person"]), frozenset(["City", "Place"])])]
    assert counts.unknown_classes == {"Unheard": 1}


def test_an_endpoint_that_knows_none_of_the_titles(tmp_path: Path) -> None:
    answers = dict.fromkeys(("Rome", "Ada", "Void", "Bad"), "")
    with pytest.raises(InputError, match=r"no DBpedia class for any of 4 titles, such as 'Ada'; check graph"):
        run_sparql_step(tmp_path, answers)


def test_a_corpus_without_links_has_no_types(tmp_path: Path) -> None:
    """That says nothing about the endpoint."""
    descriptor, _ = run_sparql_step(tmp_path, {}, [[]])
    assert (descriptor.seen, descriptor.rejected, descriptor.counts["titles"]) == (
        0,
        0,
        {"with a class": 0, "without a class": 0},
    )


def test_progress_ends_with_the_size_of_the_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dbpedia.sources.sparql._CHUNK", 2)
    told: list[int] = []
    run_sparql_step(tmp_path, {"Rome": "City", "Ada": "Person", "Void": "", "Bad": "!no such IRI"}, told=told)
    weight = read_manifest(str(tmp_path / "a" / "sentences")).bytes
    assert told == [weight // 2, weight]
