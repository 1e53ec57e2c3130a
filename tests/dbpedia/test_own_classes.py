"""Classes of one's own below those of DBpedia."""

from __future__ import annotations

from pathlib import Path

import pytest

from dbpedia.ontology import build_ontology
from dbpedia.own_classes import OwnClass, add_own_classes, read_ontologies, read_own_classes
from dbpedia.sources.wikidata import Decision, decide, linked_items
from schemas.errors import InputError
from tests.support.paths import PROJECT

ONTOLOGY = str(PROJECT / "sample/wiki/ontology.owl")
CLASSES = """
[classes.Measurement]
below = ["TopicalConcept"]

[classes.EvaluationMetric]
below = ["Measurement", "Algorithm"]
items = ["Q860554", "Q11436"]
"""


def test_own_classes_stand_below_those_of_the_ontology(tmp_path: Path) -> None:
    (tmp_path / "classes.toml").write_text(CLASSES)
    alone = read_ontologies(ONTOLOGY)
    known = read_ontologies(ONTOLOGY, str(tmp_path / "classes.toml"))
    assert set(known.classes) - set(alone.classes) == known.own == {"Measurement", "EvaluationMetric"}
    assert list(known.parents) == sorted(known.parents)
    assert known.parents["EvaluationMetric"] == ("Algorithm", "Measurement")
    assert known.is_a("EvaluationMetric", "TopicalConcept")
    assert known.labels["EvaluationMetric"] == "evaluation metric"
    assert known.items[860554] == ("EvaluationMetric",)
    assert known.items[11436] == ("Aircraft", "EvaluationMetric"), "the item of a class of the ontology is shared"
    assert list(known.items) == sorted(known.items)
    assert known.oddities == alone.oddities
    assert not alone.own


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("Aircraft", Decision("Plane", undecided=False)),
        ("MeanOfTransportation", Decision("MeanOfTransportation", undecided=True)),
        # Nothing is above both: the deeper one.
        ("TopicalConcept", Decision("Aircraft", undecided=False)),
        ("Company", Decision("Plane", undecided=False)),
    ],
)
def test_an_item_that_another_class_has_too_stands_for_both(below: str, expected: Decision, tmp_path: Path) -> None:
    (tmp_path / "classes.toml").write_text(f"[classes.Plane]\nbelow = ['{below}']\nitems = ['Q11436']")
    known = read_ontologies(ONTOLOGY, str(tmp_path / "classes.toml"))
    assert linked_items(known)[11436] == {"Aircraft", "Plane"}
    assert decide([linked_items(known)[11436]], known) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[classes]", r"classes\.toml: \[classes\] must name a class, as Metric = \{ below"),
        (
            "[classes.metric]\nbelow = ['Work']",
            r"class 'metric': must be a capital from A to Z, then A to Z, a to z and 0 to 9 only$",
        ),
        (
            "[classes.'Größe']\nbelow = ['Work']",
            r"class 'Größe': must be a capital from A to Z, then A to Z, a to z and 0 to 9 only$",
        ),
        (
            "[classes.ENTITY]\nbelow = ['Place']",
            r"class 'ENTITY': is the label of mentions without a class; give yours another name$",
        ),
        ("[classes.Metric]\nitems = ['Q5']", r"class 'Metric': must say what it is a kind of"),
        ("[classes.Metric]\nbelow = []", r"class 'Metric': below is empty; name a class of the ontology"),
        ("[classes.Metric]\nbelow = ['Work']\nlabel = 'x'", r"unknown key 'label'; known are below, items"),
        ("[classes.Metric]\nbelow = ['Work']\nitems = ['5']", r"class 'Metric': '5' is no item of Wikidata, as Q5 is"),
        ("[classes.Metric]\nbelow = ['Wrk']", r"Metric: is below 'Wrk', which is neither in \S+\.owl nor above it"),
        ("[classes.Album]\nbelow = ['Work']", r"class Album: \S+ontology\.owl has it; give yours another name"),
        ("[classes.A]\nbelow = ['B']\n[classes.B]\nbelow = ['A']", r"class A: is below 'B', which is neither"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "classes.toml").write_text(text)
    with pytest.raises(InputError, match=message):
        read_ontologies(ONTOLOGY, str(tmp_path / "classes.toml"))


def test_the_number_of_classes_is_limited() -> None:
    tree = build_ontology(["Thing"], [])
    own = {f"C{number}": OwnClass(("Thing",), ()) for number in range(0x7FFF)}
    with pytest.raises(InputError, match="has 32,767 classes; with the ontology's there may be 32,767"):
        add_own_classes(tree, own, "classes.toml", "ontology.owl")


def test_the_order_of_the_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "classes.toml").write_text(CLASSES)
    assert read_own_classes(str(tmp_path / "classes.toml")) == {
        "Measurement": OwnClass(("TopicalConcept",), ()),
        "EvaluationMetric": OwnClass(("Measurement", "Algorithm"), (860554, 11436)),
    }
