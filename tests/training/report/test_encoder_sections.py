from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from schemas.datasets.dataset import Counts
from schemas.files import storage
from tests.support.training.evaluation_data import write
from training.report import encoder_sections, figures
from training.report.encoder_sections import encoder_size, read_representations, representation_section
from training.report.recipes import BART_BASE, BERT_BASE_CASED


def test_the_vectors_of_each_encoder_have_its_number_of_dimensions(tmp_path: Path) -> None:
    entities = [
        ("plain", "person", [1.0, 2.0]),
        ("large", "person", [3.0, 4.0, 5.0]),
        ("plain", "place", [6.0, 7.0]),
    ]
    rows = [
        {"encoder": encoder, "sentence": 0, "start": place, "surface": "x", "type": kind, "vector": vector}
        for place, (encoder, kind, vector) in enumerate(entities)
    ]
    found = read_representations(write(tmp_path, "entity_representations", rows))
    assert {name: (vectors.tolist(), types) for name, (vectors, types) in found.items()} == {
        "plain": ([[1.0, 2.0], [6.0, 7.0]], ["person", "place"]),
        "large": ([[3.0, 4.0, 5.0]], ["person"]),
    }


@pytest.mark.parametrize(
    ("entities", "told"),
    [(4, ""), (5, "5 entities."), (1000, "1,000 entities."), (1001, "1,001 entities, of which 1,000 are drawn.")],
)
def test_a_picture_needs_five_entities_and_has_a_thousand_at_most(
    entities: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    many, few = (np.zeros((entities, 2)), ["person"] * entities), (np.zeros((4, 2)), ["person"] * 4)
    drawn: list[list[str]] = []
    monkeypatch.setattr(encoder_sections, "read_representations", {"a b": {"plain": many, "small": few}}.__getitem__)

    def draw(panels: Mapping[str, object]) -> bytes:
        drawn.append(list(panels))
        return b"svg"

    monkeypatch.setattr(figures, "representations", draw)
    section = representation_section([{"target": "my ai", "location": "a b"}])
    name = "representations-my-ai.svg"
    picture = f"![Entities of my ai by type, for each encoder]({name})"
    assert list(section.blocks[1:]) == (["### my ai", told, picture] if told else [])
    assert dict(section.pictures) == ({name: b"svg"} if told else {})
    assert drawn == ([["plain"]] if told else [])


@pytest.mark.parametrize(
    ("config", "counts", "size"),
    [
        (
            {"model_type": "bert", "num_hidden_layers": 12, "hidden_size": 768, "vocab_size": 28996},
            {"source": {"google-bert/bert-base-cased at cd5ef92": 1}},
            BERT_BASE_CASED,
        ),
        (
            {"model_type": "bart", "encoder_layers": 6, "decoder_layers": 6, "d_model": 768, "vocab_size": 50265},
            {"source": {"facebook/bart-base at aadd2ab": 1}},
            BART_BASE,
        ),
        (
            {"model_type": "distilbert", "n_layers": 1, "dim": 1024, "vocab_size": 900},
            {"vocabulary": {"words": 2000, "pieces": 900}},
            "distilbert, 1 layer of 1,024, 900 pieces, untrained",
        ),
        # What a configuration leaves out is the library's default.
        (
            {"model_type": "bert", "vocab_size": 28996},
            {"source": {"google-bert/bert-base-cased at cd5ef92": 1}},
            BERT_BASE_CASED,
        ),
    ],
)
def test_an_encoder_is_told_by_its_kind_and_size(
    config: dict[str, object], counts: Counts, size: str, tmp_path: Path
) -> None:
    place = write(tmp_path, "encoder", [], counts=counts)
    storage.write_text(f"{place}/_best/config.json", json.dumps(config))
    assert encoder_size(place) == size
