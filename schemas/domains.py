"""Domains: what a corpus is about, as one file each. A new domain is a file and no code.

A file names the categories that the crawl of Wikipedia starts from, how far it goes, and which DBpedia classes stand
for which entity label of the domain. `docs/how-to/add-a-domain.md` says how to write one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from schemas.errors import InputError, nearest, quoted
from schemas.files.toml_files import read_toml, strings
from schemas.label_classes import check_label_classes, labels_table
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
_SHOWN: Final = 80
_PAGE: Final = "docs/how-to/add-a-domain.md"
_KEYS = ("name", "roots", "depth", "exclude", "max_pages", "specialised", "labels")
_is_name = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_is_label = re.compile(r"[a-z][a-z0-9]*").fullmatch


def read_domain(path: str) -> Domain:
    """The domain that a TOML file describes. Raises InputError, with file and key, for whatever cannot be used."""
    document = read_toml(path, "domain file", _KEYS)
    labels = _labels(document["labels"], path)
    domain = Domain(
        name=_name(document["name"], path),
        roots=tuple(root.replace("_", " ") for root in strings(document, "roots", path)),
        depth=_positive(document, "depth", path, MOST_DEPTH),
        exclude=strings(document, "exclude", path),
        max_pages=_positive(document, "max_pages", path, _MOST_PAGES),
        labels=labels,
        specialised=strings(document, "specialised", path),
    )
    _check(domain, path)
    return domain


def check_classes(domain: Domain, classes: Collection[str], ontology: str) -> None:
    """Raise InputError for a class of the domain's labels that is not among `classes`, those of the file `ontology`."""
    check_label_classes(domain.labels, classes, f"domain {domain.name}", ontology, _PAGE)


def _name(value: Any, path: str) -> str:
    stem = path.rpartition("/")[2].removesuffix(".toml")
    if not isinstance(value, str) or not _is_name(value):
        raise InputError(
            f"{path}: name = {quoted(value)}: must be a letter from a to z, then a to z, 0 to 9 and _ only"
        )
    if value != stem:
        raise InputError(f"{path}: name = {quoted(value)}: must be the name of the file, {stem!r}")
    return value


def _positive(document: Mapping[str, Any], key: str, path: str, most: int) -> int:
    value = document[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        shown = quoted(value) if isinstance(value, str) else str(value)[:_SHOWN]
        raise InputError(f"{path}: {key} = {shown}: must be a whole number from 1 to {most:,}")
    return value


def _labels(table: Any, path: str) -> dict[str, tuple[str, ...]]:
    labels = labels_table(table, path)
    for label in labels:
        if not _is_label(label):
            raise InputError(
                f"{path}: label {quoted(label)}: must be a letter from a to z, then a to z and 0 to 9 only"
            )
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
                f"{path}: specialised has {label}, which is not in [labels]; "
                f"{nearest(label, domain.labels) or f'see {_PAGE}'}"
            )
    if not any(domain.labels[label] for label in domain.specialised):
        raise InputError(f"{path}: no label of specialised has a DBpedia class, so the task level would be empty")
