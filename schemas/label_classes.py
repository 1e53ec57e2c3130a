"""Label sets as data: the table `[labels]` of a domain file or a label set file, labels with their DBpedia classes.

A class that is not named belongs to the label of the nearest named class above it in the ontology.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from schemas.errors import InputError, nearest, quoted
from schemas.files.toml_files import read_toml, strings
from schemas.labels import ENTITY, OUTSIDE

LabelClasses = Mapping[str, tuple[str, ...]]
"""Labels in the order of the file, each with the DBpedia classes that it stands for."""

_is_label = re.compile(r"[A-Za-z][A-Za-z0-9_-]*").fullmatch


def read_label_classes(path: str) -> LabelClasses:
    """The labels of a label set file, whose only key is `[labels]`.

    Raises InputError, with file and key, for whatever cannot be used.
    """
    labels = labels_table(read_toml(path, "label set file", ("labels",))["labels"], path)
    for label in labels:
        if not _is_label(label):
            raise InputError(
                f"{path}: label {quoted(label)}: must be a letter from A to Z or a to z, then these, 0 to 9, - and _ "
                "only"
            )
    if ENTITY not in labels and not any(labels.values()):
        raise InputError(f'{path}: no label has a class, so nothing would be tagged; name one, as writer = ["Writer"]')
    return labels


def labels_table(table: Any, path: str) -> dict[str, tuple[str, ...]]:
    """The table `[labels]` of a file. Raises InputError where it has no label, or a class has several."""
    if not isinstance(table, dict) or not table:
        raise InputError(f'{path}: [labels] must name at least one label, as writer = ["Writer"]')
    if OUTSIDE in table:
        raise InputError(f"{path}: label {OUTSIDE}: {OUTSIDE} is the tag of words outside of entities")
    labels = {label: strings(table, label, path) for label in table}
    owners: dict[str, str] = {}
    for label, classes in labels.items():
        for cls in classes:
            if cls in owners:
                raise InputError(f"{path}: class {cls} is given to {owners[cls]} and to {label}; give it to one label")
            owners[cls] = label
    return labels


def check_label_classes(labels: LabelClasses, classes: Collection[str], source: str, ontology: str, page: str) -> None:
    """Raise InputError for a class of the labels that is not among `classes`, those of the file `ontology`.

    `source` says whose labels they are, a file or a domain, and `page` where they are described.
    """
    known = set(classes)
    for label, wanted in labels.items():
        for cls in wanted:
            if cls not in known:
                raise InputError(
                    f"{source}, label {label}: {ontology} has no class {cls}; {nearest(cls, known) or f'see {page}'}"
                )
