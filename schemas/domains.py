"""Domains: what a corpus is about, as one file each. A new domain is a file and no code.

A file names the categories that the crawl of Wikipedia starts from, how far it goes, and which DBpedia classes stand
for which entity label of the domain. `docs/how-to/add-a-domain.md` says how to write one.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from schemas import storage
from schemas.errors import InputError, quoted
from schemas.pattern_cost import MOST_WAYS, ways


@dataclass(frozen=True)
class Domain:
    """A domain as its file describes it."""

    name: str
    """Name of the file, and of the domain in paths and datasets."""
    roots: tuple[str, ...]
    """Titles of the categories that the crawl starts from, without `Category:`."""
    depth: int
    """Levels of subcategories below the roots that are entered."""
    exclude: tuple[str, ...]
    """Regular expressions; a category whose title has a match is not entered."""
    max_pages: int
    """A crawl that finds more pages than this is refused."""
    labels: Mapping[str, tuple[str, ...]]
    """Entity labels of the domain, each with the DBpedia classes that it stands for.

    A class that is not named belongs to the label of the nearest named class above it in the ontology.
    """
    specialised: tuple[str, ...]
    """The labels that make a sentence one of the domain's task level."""


MOST_DEPTH: Final = 100
"""Most levels of subcategories; every crawl has left its subject long before."""
_MOST_PAGES: Final = 1_000_000_000
_MOST_BYTES: Final = 1_000_000
_SHOWN: Final = 80
_KEYS = ("name", "roots", "depth", "exclude", "max_pages", "specialised", "labels")
_is_name = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_is_label = re.compile(r"[a-z][a-z0-9]*").fullmatch


def read_domain(path: str) -> Domain:
    """The domain that a TOML file describes. Raises InputError, with file and key, for whatever cannot be used."""
    if (size := storage.size(path)) > _MOST_BYTES:
        raise InputError(f"{path}: {size:,} bytes are too many for a domain file")
    text = storage.read_text(path)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not TOML ({error})") from error
    for key in document:
        if key not in _KEYS:
            raise InputError(f"{path}: unknown key {quoted(key)}; {_known(key, _KEYS)}")
    for key in _KEYS:
        if key not in document:
            raise InputError(f"{path}: {key} is missing; a domain file has {', '.join(_KEYS)}")
    labels = _labels(document["labels"], path)
    domain = Domain(
        name=_name(document["name"], path),
        roots=tuple(root.replace("_", " ") for root in _strings(document, "roots", path)),
        depth=_positive(document, "depth", path, MOST_DEPTH),
        exclude=_strings(document, "exclude", path),
        max_pages=_positive(document, "max_pages", path, _MOST_PAGES),
        labels=labels,
        specialised=_strings(document, "specialised", path),
    )
    _check(domain, path)
    return domain


def check_classes(domain: Domain, classes: Iterable[str], ontology: str) -> None:
    """Raise InputError for a class of the domain's labels that is not among `classes`, those of the file `ontology`."""
    known = set(classes)
    for label, wanted in domain.labels.items():
        for cls in wanted:
            if cls not in known:
                raise InputError(
                    f"domain {domain.name}, label {label}: {ontology} has no class {cls}; {_known(cls, known)}"
                )


def _name(value: Any, path: str) -> str:
    stem = path.rpartition("/")[2].removesuffix(".toml")
    if not isinstance(value, str) or not _is_name(value):
        raise InputError(f"{path}: name = {quoted(value)}: lower-case letters, digits and underscores are allowed")
    if value != stem:
        raise InputError(f"{path}: name = {quoted(value)}: must be the name of the file, {stem!r}")
    return value


def _strings(document: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    values = document[key]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InputError(f'{path}: {key} must be a list of strings, as {key} = ["…"]')
    for value in values:
        if not value.strip():
            raise InputError(f"{path}: {key} has an empty entry")
        if values.count(value) > 1:
            raise InputError(f"{path}: {key} has {quoted(value)} twice")
    return tuple(values)


def _positive(document: Mapping[str, Any], key: str, path: str, most: int) -> int:
    value = document[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        shown = quoted(value) if isinstance(value, str) else str(value)[:_SHOWN]
        raise InputError(f"{path}: {key} = {shown}: must be a whole number from 1 to {most:,}")
    return value


def _labels(table: Any, path: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, dict) or not table:
        raise InputError(f'{path}: [labels] must name at least one label, as writer = ["Writer"]')
    labels = {label: _strings(table, label, path) for label in table}
    owners: dict[str, str] = {}
    for label, classes in labels.items():
        if not _is_label(label):
            raise InputError(f"{path}: label {quoted(label)}: lower-case letters and digits are allowed")
        for cls in classes:
            if cls in owners:
                raise InputError(f"{path}: class {cls} is given to {owners[cls]} and to {label}; give it to one label")
            owners[cls] = label
    return labels


def _check(domain: Domain, path: str) -> None:
    if not domain.roots:
        raise InputError(f"{path}: roots is empty: name the category that the crawl starts from")
    for pattern in domain.exclude:
        try:
            re.compile(pattern)
            cost = ways(pattern)
        except (re.error, RecursionError, OverflowError) as error:
            raise InputError(
                f"{path}: exclude has {quoted(pattern)}, which is no regular expression ({error})"
            ) from error
        if cost > MOST_WAYS:
            raise InputError(
                f"{path}: exclude has {quoted(pattern)}, which has more than {MOST_WAYS:,} ways to match a title, and "
                "all of them may be tried: write it with fewer * and +, and with none inside another"
            )
    for label in domain.specialised:
        if label not in domain.labels:
            raise InputError(
                f"{path}: specialised has {label}, which is not in [labels]; {_known(label, domain.labels)}"
            )
    if not any(domain.labels[label] for label in domain.specialised):
        raise InputError(f"{path}: no label of specialised has a DBpedia class, so the task level would be empty")


def _known(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else "see docs/how-to/add-a-domain.md"
