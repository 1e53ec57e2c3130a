"""What the rules about mentions know of classes: the branches of the ontology. Data in `classes.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from dbpedia.ontology import Ontology

_SETTLEMENT = "Settlement"


def class_data() -> dict[str, Any]:
    """What `classes.toml` says."""
    return tomllib.loads(files("dbpedia.mentions").joinpath("classes.toml").read_text("utf-8"))


def branches(ontology: Ontology) -> dict[str, str]:
    """The branch of the ontology that each class belongs to; classes without one are not there."""
    data = class_data()
    known = {name: name for name in (*data["branches"]["names"], *data["branches"]["kinds"])} | data["merged"]
    return {cls: known[each] for cls, each in ontology.nearest(known).items()}


def nameless_classes(ontology: Ontology) -> frozenset[str]:
    """The classes whose instances have no names of their own, with a capital or without."""
    data = class_data()["branches"]
    kinds = set(data["kinds"]).difference(data["makes"])
    return frozenset(cls for cls, branch in branches(ontology).items() if branch in kinds)


def places_but_settlements(ontology: Ontology) -> frozenset[str]:
    """The classes of places without those of settlements, whose names are also those of their clubs and schools."""
    settlements = ontology.nearest([_SETTLEMENT])
    return frozenset(cls for cls, branch in branches(ontology).items() if branch == "Place" and cls not in settlements)
