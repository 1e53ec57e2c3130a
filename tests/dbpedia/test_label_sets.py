from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dbpedia.label_sets import LABEL_SETS, LISTINGS, label_map, label_set, merges
from dbpedia.ontology import Ontology, build_ontology, read_ontology
from dbpedia.own_classes import OwnClass, add_own_classes
from schemas.errors import InputError
from schemas.labels import ENTITY, LabelSet, published_labels

SMALL = build_ontology(
    [
        "Species", "Eukaryote", "Animal", "Insect", "Horse", "Mammal", "Person", "Athlete", "DartsPlayer", "Swimmer",
        "SnookerPlayer", "GolfPlayer", "Politician", "Senator", "Mayor", "Place", "Territory", "ArchitecturalStructure",
        "Tower", "Agent", "Organisation", "Work", "Cartoon", "Event", "SportsEvent", "Tournament", "GolfTournament",
        "TennisTournament", "SoccerTournament", "WomensTennisAssociationTournament",
    ],
    [
        ("Eukaryote", "Species"), ("Animal", "Eukaryote"), ("Insect", "Animal"), ("Mammal", "Animal"),
        ("Horse", "Mammal"), ("Person", "Animal"), ("Athlete", "Person"), ("DartsPlayer", "Athlete"),
        ("Swimmer", "Athlete"), ("SnookerPlayer", "Athlete"), ("GolfPlayer", "Athlete"), ("Politician", "Person"),
        ("Senator", "Politician"), ("Mayor", "Politician"), ("Territory", "Place"), ("Tower", "ArchitecturalStructure"),
        ("Organisation", "Agent"), ("Cartoon", "work"), ("SportsEvent", "Event"), ("Tournament", "SportsEvent"),
        ("GolfTournament", "Tournament"), ("TennisTournament", "Tournament"), ("SoccerTournament", "Tournament"),
        ("WomensTennisAssociationTournament", "Tournament"),
    ],
)  # fmt: skip


@pytest.fixture(scope="module")
def ontology(real: Path) -> Ontology:
    return read_ontology(str(real / "dbpedia-ontology.owl"))


def test_the_published_labels() -> None:
    labels = published_labels()
    assert len(labels) == len(set(labels)) == 315
    assert labels[:3] == ("populatedplace", "asteroid", "amphibian")
    assert labels[-3:] == ("person", "country", "ENTITY")
    assert {"insect", "radioprogram", "radiostation", "formulaoneracer", "dartplayer"} < set(labels)
    assert all(label.isalpha() and label.islower() for label in labels[:-1])


def test_bio_tags() -> None:
    assert LabelSet("x", ("person", ENTITY)).bio_tags == ("O", "B-person", "I-person", "B-ENTITY", "I-ENTITY")


@pytest.mark.parametrize(
    ("cls", "in_315", "in_212", "in_4"),
    [
        ("Person", "person", "person", "person"),
        ("Insect", "insect", "insect", ENTITY),
        ("Horse", "mammal", "mammal", ENTITY),
        ("Species", "species", "species", ENTITY),
        ("DartsPlayer", "dartplayer", "athlete", "person"),
        ("Swimmer", "swimmer", "athlete", "person"),
        ("SnookerPlayer", "athlete", "athlete", "person"),
        ("Senator", "senator", "senator", "person"),  # one of two such kinds: too few to merge
        ("Territory", "location", "location", "location"),
        ("Tower", "location", "location", "location"),
        ("Organisation", "organisation", "organisation", "organisation"),
        ("Agent", ENTITY, ENTITY, ENTITY),
        ("Cartoon", ENTITY, ENTITY, ENTITY),
        ("GolfTournament", "golftournament", "sportstournament", ENTITY),
        ("Tournament", "sportsevent", "sportsevent", ENTITY),
        ("WomensTennisAssociationTournament", "sportsevent", "sportsevent", ENTITY),
    ],
)
def test_labels_of_a_small_ontology(cls: str, in_315: str, in_212: str, in_4: str) -> None:
    assert [label_map(SMALL, name)[cls] for name in LABEL_SETS] == [in_315, in_212, in_4]


def test_merges_of_a_small_ontology() -> None:
    assert merges(SMALL) == {
        "athlete": ("dartplayer", "golfplayer", "swimmer"),
        "sportstournament": ("golftournament", "soccertournament", "tennistournament"),
    }
    assert set(label_map(SMALL, "212").values()) == {
        "mammal", "eukaryote", "species", "mayor", "senator", "politician", "animal", "athlete", "insect", "event",
        "sportstournament", "location", "sportsevent", "organisation", "person", ENTITY,
    }  # fmt: skip


def test_the_labels_of_a_set_have_an_order() -> None:
    assert label_set(SMALL, "315").labels == published_labels()
    assert label_set(SMALL, "4").labels == ("person", "location", "organisation", ENTITY)
    merged = label_set(SMALL, "212").labels
    # A merged category stands where the first of its kinds stood.
    positions = {label: published_labels().index(label) for label in ("dartplayer", "golfplayer", "swimmer")}
    before = published_labels()[: min(positions.values())]
    assert merged[: len(before)] == before and merged[len(before)] == "athlete"
    assert merged[-1] == ENTITY and len(set(merged)) == len(merged) == 315 - 3 - 3 + 1
    assert all(set(label_map(SMALL, name).values()) <= set(label_set(SMALL, name).labels) for name in LABEL_SETS)


@pytest.mark.parametrize("name", ["213", ""])
def test_an_unknown_label_set(name: str) -> None:
    for find in (label_map, label_set):
        with pytest.raises(InputError, match=f"^{name}: no label set; there are 315, 212, 4$"):
            find(SMALL, name)


def test_a_class_of_ones_own_belongs_to_the_category_above_it_whatever_its_name() -> None:
    own = {
        "FootballTeam": OwnClass(("Organisation",), ()),
        "GridironFootballPlayer": OwnClass(("Athlete",), ()),
        "Boxer": OwnClass(("Athlete",), ()),
    }
    known = add_own_classes(SMALL, own, "classes.toml", "ontology.owl")
    assert {"footballteam", "boxer"} < {*published_labels()}
    for name in LABEL_SETS:
        alone, labels = label_map(SMALL, name), label_map(known, name)
        assert {cls: labels[cls] for cls in SMALL.classes} == alone
        assert [labels[cls] for cls in own] == [alone["Organisation"], alone["Athlete"], alone["Athlete"]]
    assert merges(known) == merges(SMALL)


@pytest.mark.parametrize(("name", "labels"), [("315", 315), ("212", 214), ("4", 4)])
def test_sizes(ontology: Ontology, name: str, labels: int) -> None:
    mapping = label_map(ontology, name)
    assert tuple(mapping) == ontology.classes
    assert len(set(mapping.values())) == labels
    assert ENTITY in mapping.values()
    assert len(label_set(ontology, name).labels) == labels


def test_the_315_are_all_reached(ontology: Ontology) -> None:
    assert set(label_map(ontology, "315").values()) == set(published_labels())
    assert Counter(label_map(ontology, "315").values())[ENTITY] == 137


def test_310_of_315_are_classes_in_lower_case(ontology: Ontology) -> None:
    missing = set(published_labels()) - {cls.lower() for cls in ontology.classes}
    assert missing == {"dartplayer", "location", "footballteam", "footballplayer", ENTITY}
    assert {listing.label for listing in LISTINGS} == missing - {ENTITY}
    assert all(listing.cls in ontology.parents and listing.reason for listing in LISTINGS)


@pytest.mark.parametrize(
    ("cls", "in_315", "in_212", "in_4"),
    [
        ("SoccerPlayer", "soccerplayer", "athlete", "person"),
        ("AmericanFootballPlayer", "footballplayer", "athlete", "person"),
        ("AustralianFootballTeam", "footballteam", "sportsteam", "organisation"),
        ("AustralianFootballLeague", "sportsleague", "sportsleague", "organisation"),
        ("TennisTournament", "tennistournament", "sportstournament", ENTITY),
        ("Novel", "writtenwork", "writtenwork", ENTITY),
        ("LightNovel", "writtenwork", "writtenwork", ENTITY),
        ("Hospital", "hospital", "hospital", "location"),
        ("Holiday", "holiday", "holiday", ENTITY),
        ("Cartoon", ENTITY, ENTITY, ENTITY),
        ("HollywoodCartoon", "hollywoodcartoon", "hollywoodcartoon", ENTITY),
        ("MouseGene", ENTITY, ENTITY, ENTITY),
        ("Bird", "animal", "animal", ENTITY),
        ("Academic", "person", "person", "person"),
        ("City", "city", "settlement", "location"),
        ("Capital", "city", "settlement", "location"),
        ("Skyscraper", "building", "building", "location"),
        ("Tower", "location", "location", "location"),
        ("MetroStation", "station", "station", "location"),
        ("University", "university", "educationalinstitution", "organisation"),
        ("Band", "band", "band", "organisation"),
        ("FictionalCharacter", "fictionalcharacter", "fictionalcharacter", ENTITY),
        ("Tram", ENTITY, ENTITY, ENTITY),
        ("Sculptor", "artist", "artist", "person"),
        ("Country", "country", "country", "location"),
    ],
)
def test_labels(ontology: Ontology, cls: str, in_315: str, in_212: str, in_4: str) -> None:
    assert [label_map(ontology, name)[cls] for name in LABEL_SETS] == [in_315, in_212, in_4]


def test_people_are_persons_and_never_species(ontology: Ontology) -> None:
    people = [cls for cls in ontology.classes if ontology.is_a(cls, "Person")]
    assert len(people) > 150
    assert {label_map(ontology, "4")[cls] for cls in people} == {"person"}
    assert not {label_map(ontology, "315")[cls] for cls in people} & {"animal", "eukaryote", "species", ENTITY}


def test_the_212_merge_the_315(ontology: Ontology) -> None:
    fine, merged = label_map(ontology, "315"), label_map(ontology, "212")
    coarser: dict[str, set[str]] = {}
    for cls, label in fine.items():
        coarser.setdefault(label, set()).add(merged[cls])
    assert all(len(labels) == 1 for labels in coarser.values())
    assert {label for label, labels in coarser.items() if labels != {label}} == {
        label for kinds in merges(ontology).values() for label in kinds
    }
    assert sorted(merges(ontology)) == [
        "animal", "artist", "athlete", "broadcaster", "cleric", "company", "educationalinstitution",
        "periodicalliterature", "politician", "routeoftransportation", "settlement", "sportsevent", "sportsleague",
        "sportsteam", "sportstournament", "wintersportplayer", "writer",
    ]  # fmt: skip
