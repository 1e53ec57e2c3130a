"""The rules that flag noise, by the classes of an ontology."""

from __future__ import annotations

from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.ontology import build_ontology

CLASSES = (
    "Agent Animal ArchitecturalStructure Band Beverage Building Cheese City Country Currency Deity Device EthnicGroup "
    "Eukaryote Event Film Food Lake Language MilitaryConflict MusicalArtist Organisation Person Place Ship Species "
    "Standard TopicalConcept Work"
)
ONTOLOGY = build_ontology(
    CLASSES.split(),
    [
        ("Animal", "Eukaryote"),
        ("Band", "Organisation"),
        ("Beverage", "Food"),
        ("Building", "ArchitecturalStructure"),
        ("Cheese", "Food"),
        ("City", "Place"),
        ("Country", "Place"),
        ("Deity", "Agent"),
        ("Eukaryote", "Species"),
        ("Film", "Work"),
        ("Lake", "Place"),
        ("MilitaryConflict", "Event"),
        ("MusicalArtist", "Person"),
        ("Organisation", "Agent"),
        ("Standard", "TopicalConcept"),
        ("Person", "Animal"),
    ],
    {"Band": "band", "City": "city", "Currency": "currency", "Film": "film", "Ship": "ship"},
)
RULES = noise_rules(ONTOLOGY, "en")
FLAG = flagger(RULES)
