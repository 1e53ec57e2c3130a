"""What the Beam jobs hand to the functions of their steps."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.ontology import build_ontology
from dbpedia.steps.typed_sentences import Typing, write_typed_sentences
from dbpedia.transforms import LinkSentences
from schemas.datasets.shards import Target
from tests.support.dapt_data import PROVENANCE

ONTOLOGY = build_ontology(["City", "Place"], [("City", "Place")])
TARGET = Target([], PROVENANCE, 1.0)


@pytest.mark.parametrize("orthography", ["", "learnt"])
def test_linking(monkeypatch: pytest.MonkeyPatch, orthography: str) -> None:
    read: list[tuple[str, str]] = []

    def ontologies(*files: str) -> Any:
        read.append((files[0], files[1]))
        return ONTOLOGY

    monkeypatch.setattr("dbpedia.transforms.read_ontologies", ontologies)
    step = LinkSentences(
        TARGET,
        sentences="sentences",
        type_index="types",
        ontology="a.owl",
        own_classes="own.ttl",
        lang="en",
        propagate="names",
        drop=["list", "kind"],
        untype=["type"],
        orthography=orthography,
        extend=True,
    )
    rules = noise_rules(ONTOLOGY, "en")
    process = step.process()
    assert isinstance(process, functools.partial) and process.func is write_typed_sentences
    assert process.keywords == {
        "type_index": "types",
        "typing": Typing(
            rules,
            "names",
            drop=frozenset({"list", "kind"}),
            untype=frozenset({"type"}),
            capitals=capital_words("en", rules.words) if orthography else None,
            orthography=orthography,
            extend=True,
        ),
    }
    assert read == [("a.owl", "own.ttl")]
