"""What is known of classes."""

from __future__ import annotations

from dbpedia.mentions.classes import places_but_settlements
from dbpedia.ontology import build_ontology


def test_the_places_that_names_are_given_are_no_settlements() -> None:
    classes = ["Place", "Settlement", "City", "River", "Person"]
    below = [("Settlement", "Place"), ("City", "Settlement"), ("River", "Place")]
    assert places_but_settlements(build_ontology(classes, below)) == {"Place", "River"}
