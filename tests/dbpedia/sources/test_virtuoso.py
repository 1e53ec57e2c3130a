"""The SPARQL source against the engine that DBpedia runs, with its limits as they are."""

from __future__ import annotations

import bz2
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from dbpedia.ontology import Ontology, read_ontology
from dbpedia.sources.endpoint import Endpoint, query_types, resource_iri
from dbpedia.sources.instance_types import read_types
from dbpedia.sources.sparql import SparqlCounts, TypeCache, fetch_types
from dbpedia.sources.typed_titles import TypeCounts
from tests.support import virtuoso
from tests.support.paths import PROJECT

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(not virtuoso.is_installed(), reason=f"Virtuoso is not installed (apt: {virtuoso.PACKAGE})"),
]

ENGLISH, GERMAN = "http://dbpedia.org/resource/", "http://de.dbpedia.org/resource/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
TYPES_FILE = str(PROJECT / "sample" / "wiki" / "instance-types_lang=en_specific.ttl.bz2")

# The characters of Wikipedia's titles besides letters, digits and spaces. # < > [ ] { } | are in none.
AWKWARD = [
    "Who? What",
    "Ranma ½",
    "100% (song)",
    "AC/DC",
    "O'Neil",
    '"Heroes"',
    "C:\\",
    "A^b",
    "`Abd",
    "東京",
    "😀",
    "*",
]
ONTOLOGY = read_ontology(str(PROJECT / "sample" / "wiki" / "ontology.owl"))


def triples(prefix: str, types: dict[str, list[str]]) -> str:
    return "".join(
        f"<{resource_iri(title, prefix)}> <{RDF_TYPE}> <{cls}> .\n"
        for title, classes in types.items()
        for cls in classes
    )


def dbo(*names: str) -> list[str]:
    return [f"http://dbpedia.org/ontology/{name}" for name in names]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    closure = {
        "Rome": [*dbo("City", "Settlement", "PopulatedPlace", "Place"), "http://schema.org/City"],
        "Nothing": ["http://www.w3.org/2002/07/owl#Thing"],
        **{title: dbo("Work") for title in AWKWARD},
        **{f"Town {number}": dbo("Town", "Settlement", "PopulatedPlace", "Place") for number in range(300)},
    }
    graphs = {
        "http://dbpedia.org": triples(ENGLISH, closure),
        "http://de.dbpedia.org": triples(GERMAN, {"Rom": dbo("City"), "Köln": dbo("City")}),
        "http://sample": bz2.decompress(Path(TYPES_FILE).read_bytes()).decode(),
    }
    with virtuoso.virtuoso(tmp_path_factory.mktemp("virtuoso"), graphs, max_rows=500) as url:
        yield url


def fetch(
    endpoint: Endpoint, titles: list[str], cache: Path, batch_size: int = 500
) -> tuple[dict[str, list[str]], SparqlCounts, int]:
    """The classes of the titles, what became of them, and how many queries it took."""
    counts = SparqlCounts()
    known = TypeCache(str(cache), endpoint)
    try:
        with patch("dbpedia.sources.sparql.query_types", wraps=query_types) as queries:
            batches = list(fetch_types(titles, endpoint, known, counts, batch_size=batch_size))
    finally:
        known.close()
    return dict(pair for batch in batches for pair in batch), counts, queries.call_count


def english(url: str, graph: str = "http://dbpedia.org") -> Endpoint:
    return Endpoint(url, graph, ENGLISH, "someone@example.org")


def test_classes_of_dbpedia_alone_come_back(server: str) -> None:
    assert query_types(["Rome", "Nothing", "Unknown"], english(server)) == {
        "Rome": "City Place PopulatedPlace Settlement",
        "Nothing": "",
        "Unknown": "",
    }


def test_every_character_of_titles_is_sent_so_that_it_matches(server: str, tmp_path: Path) -> None:
    found, _, queries = fetch(english(server), AWKWARD, tmp_path / "cache")
    assert found == {title: ["Work"] for title in AWKWARD}
    assert queries == 1


def test_results_above_the_row_cap_are_fetched_in_halves(server: str, tmp_path: Path) -> None:
    titles = [f"Town {number}" for number in range(300)]
    found, _, queries = fetch(english(server), titles, tmp_path / "cache")
    assert found == {title: ["Place", "PopulatedPlace", "Settlement", "Town"] for title in titles}
    # 300 titles have 1,200 rows, their halves 600, the quarters 300.
    assert queries == 7
    again, _, queries = fetch(english(server), titles, tmp_path / "cache")
    assert (again, queries) == (found, 0)


def test_as_many_titles_as_one_query_may_hold(server: str, tmp_path: Path) -> None:
    titles = [f"Unknown {number}" for number in range(2000)]
    found, counts, queries = fetch(english(server), titles, tmp_path / "cache", batch_size=2000)
    assert (found, counts.untyped, queries) == ({}, 2000, 1)


def test_a_language_edition_is_another_graph_and_prefix(server: str, tmp_path: Path) -> None:
    german = Endpoint(server, "http://de.dbpedia.org", GERMAN, "someone@example.org")
    found, _, _ = fetch(german, ["Köln", "Rom", "Rome"], tmp_path / "cache")
    assert found == {"Köln": ["City"], "Rom": ["City"]}


def test_the_endpoint_says_what_the_dump_it_was_loaded_from_says(server: str, tmp_path: Path) -> None:
    ontology: Ontology = ONTOLOGY
    dump = read_types([TYPES_FILE], ontology, TypeCounts())
    expected = dict(zip(dump.titles.to_pylist(), dump.class_ids.tolist(), strict=True))
    found, counts, _ = fetch(english(server, "http://sample"), sorted(expected), tmp_path / "cache")
    assert {
        title: ontology.classes.index(ontology.most_specific(classes)) for title, classes in found.items()
    } == expected
    assert counts.refused == []
