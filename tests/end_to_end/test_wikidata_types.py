"""Types from Wikidata alone: a build without a DBpedia release, from both forms of a dump."""

from __future__ import annotations

import bz2
import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.support.build import build, manifest, rows, settings
from tests.support.paths import PROJECT
from tests.support.wikidata import ENTITY, PROPERTY

pytestmark = pytest.mark.builds

DUMP = PROJECT / "sample" / "wiki" / "wikidata-20260901-all.json.gz"
NO_RELEASE = "[DBpedia]\ninstance_types =\nredirects =\n[TypeIndex]\nsources = wikidata\n"
CORPUS = "ner_corpus/profile=paper/label_set=4/alpha=0.7"


def truthy(dump: Path) -> str:
    """The statements of a JSON dump as Wikibase exports them to truthy N-Triples, among other triples."""
    lines = ["# a comment"]
    for line in gzip.decompress(dump.read_bytes()).decode().splitlines()[1:-1]:
        entity = json.loads(line.removesuffix(","))
        subject = f"<{ENTITY}{entity['id']}>"
        lines.append(f'{subject} <http://www.w3.org/2000/01/rdf-schema#label> "caf\\u00E9"@fr .')
        for name, claims in dict(entity["claims"]).items():
            ranks = {claim["rank"] for claim in claims} - {"deprecated"}
            best = "preferred" if "preferred" in ranks else "normal"
            for number, claim in enumerate(claims):
                value = claim["mainsnak"].get("datavalue", {}).get("value", {}).get("id")
                target = f"<{ENTITY}{value}>" if value else f"_:{entity['id']}x{number}"
                if claim["rank"] == best:
                    lines.append(f"{subject} <{PROPERTY}{name}> {target} .")
    return "\n".join([*lines, ""])


@pytest.fixture(scope="module")
def from_json(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build that needs no DBpedia release, and no table of the wiki."""
    root = tmp_path_factory.mktemp("json")
    text = NO_RELEASE + "wikidata_ids = none\n"
    status, output = build(root, settings(root, text), "NerCorpus", "--label-set", "4")
    assert status == 0, output
    return root


def test_a_corpus_from_wikidata_and_the_ontology_alone(from_json: Path) -> None:
    index = {row["title"]: row["class"] for row in rows(from_json, "type_index")}
    assert {row["origin"] for row in rows(from_json, "type_index")} == {"wikidata"}
    assert len(index) > 2500
    wanted = {"Virginia Woolf": "Writer", "Berlin": "City", "Bundestag": "Legislature", "Kind of Blue": "Album"}
    assert {title: index.get(title) for title in wanted} == wanted
    tags = Counter(tag for row in rows(from_json, CORPUS) for tag in row["tags"])
    assert all(tags[f"B-{label}"] > 100 for label in ("person", "location", "organisation", "ENTITY"))
    assert "dump" not in json.dumps(manifest(from_json, "type_index").provenance.parameters)


def test_both_forms_of_a_dump_give_the_same_types(from_json: Path, tmp_path: Path) -> None:
    path = tmp_path / "truthy.nt.bz2"
    path.write_bytes(bz2.compress(truthy(DUMP).encode()))
    text = f"{NO_RELEASE}wikidata_ids = tables\n[WikidataStatements]\ndump = {path}\n"
    status, output = build(tmp_path, settings(tmp_path, text), "TypeIndex")
    assert status == 0, output
    found = {row["title"]: (row["class"], row["redirects"]) for row in rows(tmp_path, "type_index")}
    wanted = {row["title"]: (row["class"], row["redirects"]) for row in rows(from_json, "type_index")}
    # The table has the pages of the wiki alone; the sample's Wikidata also has titles that no page is about.
    assert len(found) > 200
    assert {title: wanted.get(title) for title in found} == found


def test_triples_without_titles_are_refused_before_anything_is_built(tmp_path: Path) -> None:
    path = tmp_path / "truthy.nt"
    path.write_text(truthy(DUMP))
    text = f"{NO_RELEASE}wikidata_ids = none\n[WikidataStatements]\ndump = {path}\n"
    status, output = build(tmp_path, settings(tmp_path, text), "TypeIndex")
    assert status != 0
    assert "truthy N-Triples have no titles; set wikidata_ids in [TypeIndex]" in output
    assert not (tmp_path / "data").exists()
