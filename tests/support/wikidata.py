"""Small dumps of Wikidata in its own formats."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

ENTITY = "http://www.wikidata.org/entity/"
PROPERTY = "http://www.wikidata.org/prop/direct/"


def claim(property: str, value: str | None, rank: str = "normal") -> dict[str, Any]:
    """A statement as the JSON form has it; None for a value that is not known."""
    snak: dict[str, Any] = {"snaktype": "somevalue", "property": property, "datatype": "wikibase-item"}
    if value is not None:
        entity = {"entity-type": "item", "numeric-id": int(value[1:]), "id": value}
        snak |= {"snaktype": "value", "datavalue": {"value": entity, "type": "wikibase-entityid"}}
    return {"mainsnak": snak, "type": "statement", "id": f"{value}$1", "rank": rank}


def entity(qid: str, sitelinks: Mapping[str, str], claims: Sequence[tuple[str, str | None, str]]) -> dict[str, Any]:
    """An item with statements of (property, value, rank); empty maps are lists, as PHP writes them."""
    by_property: dict[str, list[dict[str, Any]]] = {}
    for name, value, rank in claims:
        by_property.setdefault(name, []).append(claim(name, value, rank))
    links = {wiki: {"site": wiki, "title": title, "badges": []} for wiki, title in sitelinks.items()}
    return {
        "type": "item",
        "id": qid,
        "labels": {"en": {"language": "en", "value": f'Label "{qid}"'}},
        "descriptions": [],
        "aliases": [],
        "claims": by_property or [],
        "sitelinks": links or [],
        "lastrevid": 1,
    }


def json_dump(entities: Sequence[Mapping[str, Any]]) -> bytes:
    """The array that the JSON form is: an entity a line."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":"), ensure_ascii=True) for each in entities)
    return f"[\n{lines}\n]\n".encode()


def triple(item: str, property: str, value: str) -> str:
    """A line of the truthy form."""
    return f"<{ENTITY}{item}> <{PROPERTY}{property}> <{ENTITY}{value}> ."
