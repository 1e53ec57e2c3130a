"""A dump of Wikidata in JSON: the items of the wiki's titles, and the classes that they are instances of.

Kinds of persons are occupations, as in Wikidata, where all humans are instances of one item. A class that the ontology
ties to no item has one with an invented id, a subclass of those of its parents. What real dumps hold and readers trip
over is there too: ranks, values that are not known, empty maps written as lists, a cycle of classes, properties,
sitelinks to pages of other namespaces and to other wikis.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

from sample.generator import ids
from sample.generator.pages import Page
from sample.generator.snapshot import TIMESTAMP, WIKI
from sample.generator.sources import Sample, SourceError
from sample.generator.wikitext import templates

_HUMAN, _PERSON = "Q5", "Q215627"
_ENTITY = "Q35120"
_DISAMBIGUATION = "Q4167410"
_CATEGORY, _CATEGORY_PAGE = "Category:Physics", "Q1457673"
_CYCLE = ("SocietalEvent", "MilitaryConflict")
"""A class, and one below it that is also above it."""
_PROPERTIES = {"P31": "instance of", "P39": "position held", "P106": "occupation", "P279": "subclass of"}

Claim = tuple[str, str | None, str]
"""Property, value and rank; no value where it is not known."""


def wikidata_json(pages: list[Page], sample: Sample) -> bytes:
    """The dump, compressed: an array with an entity a line. Raises SourceError where two titles have the same item."""
    claims: dict[str, list[Claim]] = {}
    titles: dict[str, str] = {_CATEGORY_PAGE: _CATEGORY}
    for cls in sorted(sample.classes):
        for item in _items(cls, sample):
            claims.setdefault(item, []).extend(_class_claims(cls, item, sample))
    for title, item, cls, is_disambiguation in _titles(pages, sample):
        if titles.setdefault(item, title) != title:
            raise SourceError(f"{title!r} and {titles[item]!r} have the same item {item}")
        said = [("P31", _DISAMBIGUATION, "normal")] if is_disambiguation else _claims(title, cls, sample)
        claims.setdefault(item, []).extend(said)
    claims[_ENTITY] = [("P279", None, "normal")]
    claims[_CATEGORY_PAGE] = [("P31", "Q4167836", "normal")]
    entities = [_property(name, label) for name, label in _PROPERTIES.items()]
    entities += [_item(qid, titles.get(qid, ""), claims[qid]) for qid in sorted(claims, key=lambda qid: int(qid[1:]))]
    lines = ",\n".join(json.dumps(entity, separators=(",", ":")) for entity in entities)
    return gzip.compress(f"[\n{lines}\n]\n".encode(), mtime=0)


def _titles(pages: list[Page], sample: Sample) -> Iterator[tuple[str, str, str, bool]]:
    """Title, item and class of what has an item, and whether it only tells other titles apart.

    Titles without an article that DBpedia has a class for are among them.
    """
    classes = {source.title: source.dbpedia_class for source in sample.articles}
    for page in pages:
        if page.item:
            yield page.title, page.item, classes.get(page.title, ""), "Disambiguation" in templates(page.text or "")
    for title, cls in sorted(sample.types.items()):
        yield title, ids.item_id(title), cls, False


def _items(cls: str, sample: Sample) -> list[str]:
    return sample.class_items.get(cls) or [ids.item_id(f"class {cls}")]


def _class_claims(cls: str, item: str, sample: Sample) -> Iterator[Claim]:
    parents = [parent for parent in sample.classes[cls][0] if parent in sample.classes]
    above = [_PERSON if parent == "Person" else _items(parent, sample)[0] for parent in parents]
    if item == _HUMAN:
        above = [_PERSON]
    if cls == _CYCLE[0]:
        above.append(_items(_CYCLE[1], sample)[0])
    yield from (("P279", value, "normal") for value in sorted({*(above or [_ENTITY])} - {item}))


def _claims(title: str, cls: str, sample: Sample) -> list[Claim]:
    """What is said of a title: its class, and for some titles statements that do not count."""
    if not cls:
        return []
    is_person = "Person" in _above(cls, sample)
    kind = _HUMAN if is_person else _items(cls, sample)[0]
    said: list[Claim] = [("P31", kind, "normal")]
    if is_person:
        said.append(("P106", None if cls == "Person" else _items(cls, sample)[0], "normal"))
    trap = ids.page_id(title) % 10
    if trap == 0:
        said.append(("P31", _DISAMBIGUATION, "deprecated"))
    elif trap == 1:
        said = [("P31", kind, "preferred"), ("P31", _ENTITY, "normal"), *said[1:]]
    return said


def _above(cls: str, sample: Sample) -> set[str]:
    """A class and those above it."""
    found: set[str] = set()
    open_ = [cls]
    while open_:
        each = open_.pop()
        if each in sample.classes and each not in found:
            found.add(each)
            open_ += sample.classes[each][0]
    return found


def _property(name: str, label: str) -> dict[str, Any]:
    labels = {"en": {"language": "en", "value": label}}
    return {"type": "property", "id": name, "datatype": "wikibase-item", "labels": labels, "claims": []}


def _item(qid: str, title: str, claims: list[Claim]) -> dict[str, Any]:
    stated: dict[str, list[dict[str, Any]]] = {}
    for name, value, rank in dict.fromkeys(claims):
        stated.setdefault(name, []).append(_statement(qid, name, value, rank, len(stated)))
    # Of a few items another wiki has a page as well.
    sites = [WIKI, *(["frwiki"] if title and ids.page_id(title) % 7 == 0 else [])] if title else []
    return {
        "type": "item",
        "id": qid,
        "labels": {"en": {"language": "en", "value": title.partition(" (")[0]}} if title else [],
        "descriptions": [],
        "aliases": [],
        "claims": stated or [],
        "sitelinks": {site: {"site": site, "title": title, "badges": []} for site in sites} or [],
        "lastrevid": ids.rev_id(qid, title),
        "modified": TIMESTAMP,
    }


def _statement(qid: str, name: str, value: str | None, rank: str, number: int) -> dict[str, Any]:
    snak: dict[str, Any] = {"snaktype": "somevalue", "property": name, "datatype": "wikibase-item"}
    if value is not None:
        entity = {"entity-type": "item", "numeric-id": int(value[1:]), "id": value}
        snak |= {"snaktype": "value", "datavalue": {"value": entity, "type": "wikibase-entityid"}}
    return {"mainsnak": snak, "type": "statement", "id": f"{qid}${name}-{number}-{value}", "rank": rank}
