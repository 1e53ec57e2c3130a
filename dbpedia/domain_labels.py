"""The labels of a domain, as its file maps them, on the whole ontology."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dbpedia.label_sets import nearest_labels
from dbpedia.ontology import Ontology


def domain_label_map(ontology: Ontology, labels: Mapping[str, Collection[str]]) -> dict[str, str]:
    """The label of each class that is named by one, or below a class that is: the nearest one counts.

    `labels` gives for each label the classes it stands for (`schemas.domains.Domain.labels`). Of named classes that are
    equally near the first by name counts.
    """
    return nearest_labels(ontology, {cls: label for label, classes in labels.items() for cls in classes})


def classes_of(ontology: Ontology, labels: Mapping[str, Collection[str]], wanted: Collection[str]) -> list[str]:
    """The classes whose label is one of those wanted, sorted."""
    return sorted(cls for cls, label in domain_label_map(ontology, labels).items() if label in wanted)
