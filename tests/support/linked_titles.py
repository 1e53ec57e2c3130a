"""Titles with a class, others that lead to them, and the rules for their classes."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from dbpedia.mentions.noise import noise_rules
from dbpedia.ontology import build_ontology
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import build_index

INDEX = build_index(
    TypedTitles(pa.array(["Ada Lovelace", "London"], pa.large_string()), np.array([1, 0], np.uint16)),
    [Redirects(["Countess of Lovelace", "Lovelace", "Nowhere"], ["Ada Lovelace", "Countess of Lovelace", "No place"])],
    ("City", "Scientist"),
).title_index

RULES = noise_rules(
    build_ontology(["City", "Person", "Scientist", "Place"], [("City", "Place"), ("Scientist", "Person")]), "en"
)
