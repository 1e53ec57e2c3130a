from __future__ import annotations

from dbpedia.domain_labels import classes_of, domain_label_map
from dbpedia.ontology import build_ontology

ONTOLOGY = build_ontology(
    ["Person", "Politician", "President", "Writer", "Poet", "Organisation", "PoliticalParty"],
    [
        ("Politician", "Person"),
        ("President", "Politician"),
        ("Writer", "Person"),
        ("Poet", "Writer"),
        ("PoliticalParty", "Organisation"),
    ],
)
LABELS = {"politician": ("Politician",), "person": ("Person",), "poet": ("Poet",), "misc": ()}


def test_a_class_has_the_label_of_the_nearest_class_that_is_named() -> None:
    assert domain_label_map(ONTOLOGY, LABELS) == {
        "Person": "person",
        "Poet": "poet",
        "Politician": "politician",
        "President": "politician",
        "Writer": "person",
    }
    assert classes_of(ONTOLOGY, LABELS, ["politician", "misc"]) == ["Politician", "President"]
    assert classes_of(ONTOLOGY, LABELS, ["person"]) == ["Person", "Writer"]
