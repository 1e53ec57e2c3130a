from __future__ import annotations

import bz2
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dbpedia.ontology import read_ontology
from dbpedia.sources import triples
from dbpedia.sources.instance_types import RedirectCounts, read_redirects, read_types
from dbpedia.sources.triples import RDF_TYPE, REDIRECTS
from dbpedia.sources.typed_titles import TypeCounts
from schemas.errors import InputError
from tests.support.named_classes import ONTOLOGY, named

DBO = "http://dbpedia.org/ontology/"


def triple(subject: str, cls: str) -> str:
    iri = cls if cls.startswith("http") else DBO + cls
    return f"<http://dbpedia.org/resource/{subject}> <{RDF_TYPE}> <{iri}> .\n"


def closure(subject: str, cls: str) -> list[str]:
    thing = ["http://www.w3.org/2002/07/owl#Thing", "http://schema.org/Thing"]
    return [triple(subject, each) for each in (*thing, *ONTOLOGY.ancestors(cls), cls)]


SUBJECTS = {"Pelé": "SoccerPlayer", "London": "City", "Ant": "Insect", "Ada_Lovelace": "Person"}
TITLES = {"Pelé": "SoccerPlayer", "London": "City", "Ant": "Insect", "Ada Lovelace": "Person"}
SPECIFIC = [triple(subject, cls) for subject, cls in SUBJECTS.items()]
TRANSITIVE = [triple(subject, cls) for subject, leaf in SUBJECTS.items() for cls in ONTOLOGY.ancestors(leaf)]
CLOSURE = [line for subject, cls in SUBJECTS.items() for line in closure(subject, cls)]


@pytest.mark.parametrize(
    "files",
    [
        [SPECIFIC],
        [SPECIFIC, TRANSITIVE],
        [TRANSITIVE, SPECIFIC],
        [CLOSURE],
        [CLOSURE[::-1]],
        [sorted(CLOSURE, key=lambda line: line.split()[2])],
        [CLOSURE[::2], CLOSURE[1::2], SPECIFIC],
    ],
    ids=["specific", "both", "both turned", "closure", "backwards", "by class", "scattered"],
)
@pytest.mark.parametrize("block", [60, 4 << 20])
def test_layouts_of_the_releases(
    files: list[list[str]], block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triples, "_BLOCK", block)
    paths = [tmp_path / f"{number}.ttl.bz2" for number in range(len(files))]
    for path, lines in zip(paths, files, strict=True):
        path.write_bytes(bz2.compress("".join(lines).encode()))
    counts = TypeCounts()
    assert named(read_types([str(path) for path in paths], ONTOLOGY, counts)) == TITLES
    assert counts.titles == 4
    assert counts.several_classes == 0


def test_only_supertypes_give_the_lowest_of_them(tmp_path: Path) -> None:
    path = tmp_path / "transitive.ttl"
    path.write_text("".join(TRANSITIVE), "utf-8")
    assert named(read_types([str(path)], ONTOLOGY, TypeCounts())) == {
        "Pelé": "Athlete", "London": "Place", "Ant": "Animal", "Ada Lovelace": "Animal"
    }  # fmt: skip


def test_everything_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "types.ttl"
    path.write_text(
        "# started\n"
        + triple("London", "City")
        + triple("London", "http://www.w3.org/2002/07/owl#Thing")
        + triple("London", "http://www.wikidata.org/entity/Q515")
        + triple("London", "Metropolis")
        + triple("Paris", "Metropolis")
        + triple("Pelé__CareerStation__1", "Person")
        + triple("Pelé", "City")
        + triple("Pelé", "Person")
        + triple("Pel%C3%A9", "Person")
        + "<http://dbpedia.org/resource/Rome>\n",
        "utf-8",
    )
    counts = TypeCounts()
    assert named(read_types([str(path)], ONTOLOGY, counts)) == {"London": "City", "Pelé": "City"}
    assert counts.other_vocabularies == 2
    assert counts.unknown_classes == Counter(Metropolis=2)
    assert counts.not_articles == 1
    assert counts.several_classes == 1
    assert counts.titles == 2
    assert counts.triples.malformed == 1
    assert counts.triples.lines == 11


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ""),
        ("# started\n# completed\n", ""),
        (triple("London", "Metropolis") * 2, "; the ontology has no Metropolis, the class of 2 of them"),
        (
            triple("London", "City").replace("dbpedia.org/resource", "en.wikipedia.org/wiki"),
            "; subjects that are not http://<language>.dbpedia.org/resource/<title>: 1",
        ),
        ("<!DOCTYPE html>\n<html></html>\n", "; first line that is no triple: {path}, line 1: <!DOCTYPE html>"),
    ],
)
def test_files_that_type_nothing(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "types.ttl"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"types\.ttl: no article has a class") as caught:
        read_types([str(path)], ONTOLOGY, TypeCounts())
    wanted = "; give the release's instance types, or triples of your own as docs/how-to/choose-types.md has them"
    assert str(caught.value).partition(" triples of rdf:type")[2] == wanted + reason.format(path=path)


def test_no_files() -> None:
    with pytest.raises(InputError, match="no file: no article"):
        read_types([], ONTOLOGY, TypeCounts())


links = st.lists(st.tuples(st.sampled_from(["A", "b", "C_D", "E__1"]), st.sampled_from(["A", "F", "_", "G__2"])))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(links)
def test_redirects(tmp_path: Path, pairs: list[tuple[str, str]]) -> None:
    titles = {"A": "A", "b": "B", "C_D": "C D", "F": "F"}
    path = tmp_path / "redirects.ttl"
    resource = "http://dbpedia.org/resource/"
    path.write_text("".join(f"<{resource}{a}> <{REDIRECTS}> <{resource}{b}> .\n" for a, b in pairs), "utf-8")
    counts = RedirectCounts()
    found = [pair for block in read_redirects([str(path)], counts) for pair in zip(*block, strict=True)]
    assert found == [(titles[a], titles[b]) for a, b in pairs if a in titles and b in titles]
    assert counts.not_articles == len(pairs) - len(found)
    assert counts.triples.triples == len(pairs)


def test_files_of_something_else_than_redirects_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "redirects.ttl"
    path.write_text(f"<http://dbpedia.org/resource/A> <{RDF_TYPE}> <http://x/B> .\n")
    with pytest.raises(InputError, match=f"^{path}: no triple of <{REDIRECTS}> in 1 lines; give the release's"):
        list(read_redirects([str(path)], RedirectCounts()))
    path.write_text("")
    assert list(read_redirects([str(path)], RedirectCounts())) == []


def test_real_types(real: Path) -> None:
    ontology = read_ontology(str(real / "dbpedia-ontology.owl"))
    counts = TypeCounts()
    typed = named(read_types([str(real / "instance-types_lang=en_specific.ttl.bz2")], ontology, counts), ontology)
    assert (counts.titles, counts.triples.lines, counts.triples.malformed) == (2209, 2211, 0)
    assert not counts.unknown_classes
    assert typed["Aristotle"] == "Philosopher"
    assert typed["Black Sea"] == "Sea"
