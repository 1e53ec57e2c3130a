from __future__ import annotations

from pathlib import Path

from tests.support.training.evaluation_data import write
from training.report.encoder_sections import read_representations


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
