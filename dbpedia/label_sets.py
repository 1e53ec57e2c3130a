"""From the 790 classes of the DBpedia ontology to the label sets of NER-BERT: 315, 212 and 4 categories.

315: the names of appendix B are classes in lower case. A class without a listed name takes that of the nearest listed
class above it, else `ENTITY`.

212: the paper gives the number and one example, tournaments of several sports merged into one category, so the
merges are derived: three or more listed kinds under one class, each at least three steps deep and without listed kinds
of their own, become one category named after that class. The ontology of 790 classes gives 214.

4: person, location and organisation by the nearest of those classes, else `ENTITY`.

Nearest is by steps up the ontology, then by name; so Person, which is below Species, is met before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dbpedia.ontology import Ontology
from schemas.errors import InputError
from schemas.labels import ENTITY, LabelSet, published_labels

LABEL_SETS = ("315", "212", "4")
"""Names of the label sets, by their published numbers of labels."""

MIN_MERGED = 3
"""Fewest kinds that merge into one category of the set of 212."""

MIN_MERGED_DEPTH = 3
"""Fewest steps down the ontology at which a kind counts as fine, as `Ontology.depth` counts them."""


class Listing(NamedTuple):
    """A published label and the class that stands for it today, where the two are spelled differently."""

    cls: str
    label: str
    reason: str


LISTINGS = (
    Listing("DartsPlayer", "dartplayer", "renamed, once DartPlayer"),
    Listing("Place", "location", "the paper's word for Place"),
    Listing("ArchitecturalStructure", "location", "a root of the ontology, though each one is a place"),
    Listing("AmericanFootballTeam", "footballteam", "a code of football; no class spans them all"),
    Listing("AustralianFootballTeam", "footballteam", "a code of football; no class spans them all"),
    Listing("CanadianFootballTeam", "footballteam", "a code of football; no class spans them all"),
    Listing("GridironFootballPlayer", "footballplayer", "a code of football; no class spans them all"),
    Listing("AustralianRulesFootballPlayer", "footballplayer", "a code of football; no class spans them all"),
)

COARSE = {
    "Person": "person",
    "Place": "location",
    "ArchitecturalStructure": "location",
    "Organisation": "organisation",
}
"""Classes of the four coarse types; ArchitecturalStructure is a location for the reason above."""

MERGED_NAMES = {"Tournament": "sportstournament"}
"""Names of merged categories that the paper gives (section 4.3); the others are their class in lower case."""


def label_map(ontology: Ontology, name: str) -> dict[str, str]:
    """The label of every class of the ontology in a label set: `315`, `212` or `4`. Raises InputError for another."""
    _check_name(name)
    if name == "4":
        return _nearest(ontology, COARSE)
    labels = _nearest(ontology, _listed(ontology))
    if name == "315":
        return labels
    merged = _merged(ontology)
    return {cls: merged.get(label, label) for cls, label in labels.items()}


def label_set(ontology: Ontology, name: str) -> LabelSet:
    """The labels of a label set in the order of the appendix, a merged category where its first kind stands.

    Raises InputError for another name than `315`, `212` and `4`.
    """
    _check_name(name)
    if name == "4":
        return LabelSet(name, tuple(dict.fromkeys([*COARSE.values(), ENTITY])))
    merged = _merged(ontology) if name == "212" else {}
    return LabelSet(name, tuple(dict.fromkeys(merged.get(label, label) for label in published_labels())))


def _check_name(name: str) -> None:
    if name not in LABEL_SETS:
        raise InputError(f"{name}: no label set; there are {', '.join(LABEL_SETS)}")


def merges(ontology: Ontology) -> dict[str, tuple[str, ...]]:
    """The merged categories of the set of 212, each with the labels of the set of 315 that it takes in, sorted."""
    listed = _listed(ontology)
    has_finer = {listed[above] for cls in listed for above in ontology.ancestors(cls) if above in listed}
    siblings: dict[str, set[str]] = {}
    for cls, label in listed.items():
        if label not in has_finer and ontology.depth(cls) >= MIN_MERGED_DEPTH:
            for parent in ontology.parents[cls][:1]:
                siblings.setdefault(parent, set()).add(label)
    return {
        MERGED_NAMES.get(parent, listed.get(parent, parent.lower())): tuple(sorted(kinds))
        for parent, kinds in sorted(siblings.items())
        if len(kinds) >= MIN_MERGED
    }


def _merged(ontology: Ontology) -> dict[str, str]:
    return {label: category for category, kinds in merges(ontology).items() for label in kinds}


def _listed(ontology: Ontology) -> dict[str, str]:
    """The classes that a published label names; one's own are none of them, whatever their names."""
    classes = [cls for cls in ontology.classes if cls not in ontology.own]
    published = set(published_labels())
    listed = {cls: cls.lower() for cls in classes if cls.lower() in published}
    return listed | {listing.cls: listing.label for listing in LISTINGS if listing.cls in classes}


def nearest_labels(ontology: Ontology, listed: Mapping[str, str]) -> dict[str, str]:
    """The label of each class that is listed or below one that is; the nearest counts, then the first by name."""
    return {cls: listed[kind] for cls, kind in ontology.nearest(listed).items()}


def _nearest(ontology: Ontology, listed: Mapping[str, str]) -> dict[str, str]:
    labels = nearest_labels(ontology, listed)
    return {cls: labels.get(cls, ENTITY) for cls in ontology.classes}
