"""The step that knows the DBpedia class of every title."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.dbpedia import TypeIndex
from tasks.settings.inputs import siteinfo
from tasks.wikipedia import Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize("hosts", [[], ["dbpedia.org", "de.dbpedia.org"]])
def test_types_of_several_editions_of_dbpedia_are_warned_of(hosts: list[str], configure: Configure) -> None:
    configure()
    commit(TypeIndex(), counts={"resources of several editions of DBpedia": dict.fromkeys(hosts, 1)})
    assert [doubt.partition(" of DBpedia")[0] for doubt in TypeIndex().doubts_when_built()] == (
        ["instance_types in [DBpedia] are of several editions"] if hosts else []
    )


@pytest.mark.parametrize(
    ("lang", "dbname", "edition"),
    [
        ("en", "simplewiki", ""),
        ("it", "itwiki", "it.dbpedia.org"),
        ("nb", "nowiki", "no.dbpedia.org"),
        ("it", "ourwiki", "it.dbpedia.org"),
    ],
)
def test_types_of_another_language_are_doubted(
    lang: str, dbname: str, edition: str, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tasks.dbpedia.siteinfo", lambda path: replace(siteinfo(path), lang=lang, dbname=dbname))
    configure()
    told = [
        f"instance_types in [DBpedia] are of dbpedia.org, those of the wiki's language of {edition}: hardly a link "
        "will have a class; give the latter, unless the former have the wiki's titles all the same"
    ]
    assert list(TypeIndex().doubts()) == (told if edition else [])
    configure(TypeIndex={"sources": "wikidata"})
    assert list(TypeIndex().doubts()) == []


def test_classes_that_the_ontology_does_not_have_are_warned_of(configure: Configure) -> None:
    configure()
    commit(TypeIndex(), counts={"classes the ontology does not have": {"Citty": 1}})
    [doubt] = TypeIndex().doubts_when_built()
    assert doubt.startswith("the ontology does not have the classes of some types, which do not count (Citty 1): ")


def test_another_file_than_an_ontology_is_refused_before_the_dump_is_read(configure: Configure) -> None:
    configure(DBpedia={"ontology": "README.md"})
    with pytest.raises(InputError, match="README.md: not an ontology in RDF/XML, N-Triples or Turtle"):
        TypeIndex().check_inputs()


def test_a_misspelt_class_of_a_correction_is_refused_before_the_dump_is_read(
    configure: Configure, tmp_path: Path
) -> None:
    path = tmp_path / "corrections.toml"
    path.write_text('[[corrections]]\ntitles = ["BLEU"]\nclass = "Metrik"\nreason = "for the test"\n')
    configure(DBpedia={"corrections": str(path)})
    with pytest.raises(InputError, match="correction 1: class 'Metrik' is neither in the ontology nor a class of your"):
        TypeIndex().check_inputs()


def test_pages_are_known_where_redirects_come_from_the_dump(configure: Configure) -> None:
    configure()
    assert TypeIndex().configuration()["pages"] == Sentences().location("pages")
    configure(Wikipedia={"redirects": "tables"})
    assert TypeIndex().configuration()["pages"] == ""
