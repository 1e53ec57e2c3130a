"""A small ontology, and the classes of titles by name."""

from __future__ import annotations

from dbpedia.ontology import Ontology, build_ontology
from dbpedia.sources.typed_titles import TypedTitles

ONTOLOGY = build_ontology(
    ["Species", "Animal", "Person", "Athlete", "SoccerPlayer", "Place", "City", "Insect"],
    [
        ("Animal", "Species"),
        ("Person", "Animal"),
        ("Insect", "Animal"),
        ("Athlete", "Person"),
        ("SoccerPlayer", "Athlete"),
        ("City", "Place"),
    ],
)


def named(typed: TypedTitles, ontology: Ontology = ONTOLOGY) -> dict[str, str]:
    """The name of the class of each title."""
    names = [ontology.classes[class_id] for class_id in typed.class_ids.tolist()]
    return dict(zip(typed.titles.to_pylist(), names, strict=True))
