from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from sample.generator.pages import pages_of
from sample.generator.sources import Sample
from sample.generator.wikidata_json import wikidata_json

Entities = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def entities(sample: Sample) -> Entities:
    text = gzip.decompress(wikidata_json(pages_of(sample), sample)).decode()
    first, *lines, last = text.splitlines()
    assert (first, last) == ("[", "]")
    assert [line.endswith(",") for line in lines] == [True] * (len(lines) - 1) + [False]
    found = [json.loads(line.removesuffix(",")) for line in lines]
    assert json.loads(text) == found
    assert len({entity["id"] for entity in found}) == len(found)
    return {entity["id"]: entity for entity in found}


def values(entity: dict[str, Any], name: str) -> list[tuple[str, str]]:
    """Rank and value of the statements of a property; an empty value where it is not known."""
    stated = (entity["claims"] or {}).get(name, [])
    return [(each["rank"], each["mainsnak"].get("datavalue", {"value": {"id": ""}})["value"]["id"]) for each in stated]


def test_every_article_has_the_item_of_its_page_and_a_sitelink(sample: Sample, entities: Entities) -> None:
    titles = {
        entity["sitelinks"]["samplewiki"]["title"]: qid for qid, entity in entities.items() if entity.get("sitelinks")
    }
    items = {page.title: page.item for page in pages_of(sample) if page.item}
    assert titles.items() >= items.items()
    assert titles.keys() == {*items, *sample.types, "Category:Physics"}


def test_humans_have_their_kind_as_occupation(entities: Entities) -> None:
    labels = {"en": {"language": "en", "value": "Virginia Woolf"}}
    [writer] = [entity for entity in entities.values() if entity["labels"] == labels]
    assert [value for _, value in values(writer, "P31")][:1] == ["Q5"]
    assert values(writer, "P106") == [("normal", "Q36180")]


def test_what_readers_trip_over_is_there(entities: Entities) -> None:
    ranks = {rank for entity in entities.values() for rank, _ in values(entity, "P31")}
    assert ranks == {"preferred", "normal", "deprecated"}
    assert any(value == "" for entity in entities.values() for _, value in values(entity, "P106"))
    assert {entity["type"] for entity in entities.values()} == {"item", "property"}
    assert any(entity["claims"] == [] for entity in entities.values())
    assert any("frwiki" in entity.get("sitelinks", ()) for entity in entities.values())
    above = {qid: {value for _, value in values(entity, "P279")} for qid, entity in entities.items()}
    assert any(qid in above.get(each, ()) for qid, parents in above.items() for each in parents)
