"""Classes of one's own below those of DBpedia, for what the ontology has no class for (a metric, a computer scientist).

They are classes as any other: label sets name them, and each source of types can give them: triples and mappings by
their name, Wikidata by the items that are the same as they.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from dbpedia.ontology import MAX_CLASSES, Ontology, read_ontology
from schemas.errors import InputError, nearest, quoted
from schemas.files.toml_files import read_toml, strings
from schemas.labels import ENTITY
from schemas.sources.wikidata_items import item_number

_KEYS: Final = ("below", "items")
_is_name = re.compile(r"[A-Z][A-Za-z0-9]*").fullmatch
_word = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


class OwnClass(NamedTuple):
    """A class as its file describes it."""

    below: tuple[str, ...]
    """The classes that it is a kind of."""
    items: tuple[int, ...]
    """Items of Wikidata that are the same as it (5 for Q5): what they are instances of, or are by occupation."""


def read_ontologies(ontology: str, own_classes: str = "") -> Ontology:
    """The ontology in a file of DBpedia, with the classes of a file of one's own; none where that is empty.

    Raises InputError for a file that cannot be used.
    """
    known = read_ontology(ontology)
    return add_own_classes(known, read_own_classes(own_classes), own_classes, ontology) if own_classes else known


def read_own_classes(path: str) -> dict[str, OwnClass]:
    """The classes of a TOML file, whose only table is `[classes]`. Raises InputError for whatever cannot be used."""
    table = read_toml(path, "file of one's own classes", ("classes",))["classes"]
    if not isinstance(table, dict) or not table:
        raise InputError(f'{path}: [classes] must name a class, as Metric = {{ below = ["Concept"] }}')
    return {name: _own_class(name, described, path) for name, described in table.items()}


def _own_class(name: str, described: Any, path: str) -> OwnClass:
    where = f"{path}: class {quoted(name)}"
    if not _is_name(name):
        raise InputError(f"{where}: must be a capital from A to Z, then A to Z, a to z and 0 to 9 only")
    if name == ENTITY:
        raise InputError(f"{where}: is the label of mentions without a class; give yours another name")
    if not isinstance(described, dict) or "below" not in described:
        raise InputError(f'{where}: must say what it is a kind of, as {{ below = ["Concept"] }}')
    for key in described:
        if key not in _KEYS:
            raise InputError(f"{where}: unknown key {quoted(key)}; known are {', '.join(_KEYS)}")
    below = strings(described, "below", where)
    if not below:
        raise InputError(f"{where}: below is empty; name a class of the ontology, or one above it in the file")
    return OwnClass(below, tuple(_item(qid, where) for qid in strings({"items": [], **described}, "items", where)))


def _item(qid: str, where: str) -> int:
    number = item_number(qid)
    if number is None:
        raise InputError(f"{where}: {quoted(qid)} is no item of Wikidata, as Q5 is")
    return number


def add_own_classes(ontology: Ontology, own: Mapping[str, OwnClass], path: str, ontology_path: str) -> Ontology:
    """The ontology with these classes. `path` and `ontology_path` are the files of both, for messages.

    Raises InputError for a class that the ontology has, or that is below one neither it nor the file so far has.
    """
    if len(ontology.parents) + len(own) > MAX_CLASSES:
        raise InputError(f"{path}: has {len(own):,} classes; with the ontology's there may be {MAX_CLASSES:,}")
    parents = dict(ontology.parents)
    items = {item: set(classes) for item, classes in ontology.items.items()}
    for name, described in own.items():
        if name in ontology.parents:
            raise InputError(f"{path}: class {name}: {ontology_path} has it; give yours another name")
        for above in described.below:
            if above not in parents:
                raise InputError(
                    f"{path}: class {name}: is below {quoted(above)}, which is neither in {ontology_path} nor above it "
                    f"in the file; {nearest(above, parents) or 'name one that is'}"
                )
        parents[name] = tuple(sorted(described.below))
        for item in described.items:
            items.setdefault(item, set()).add(name)
    return replace(
        ontology,
        parents={cls: parents[cls] for cls in sorted(parents)},
        labels={**ontology.labels, **{name: " ".join(_word.findall(name)).lower() for name in own}},
        items={item: tuple(sorted(items[item])) for item in sorted(items)},
        own=frozenset(own),
    )
