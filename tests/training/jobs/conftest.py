from __future__ import annotations

from typing import Any

import pytest

from tests.support.training.benchmarks import benchmark, sentences, write_encoder

Settings = dict[str, Any]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The configuration of a job of three runs, each of which learns its target within a second."""
    folder = tmp_path_factory.mktemp("fine-tuning")
    return {
        "target": benchmark(folder / "target", train=sentences(24, 1), dev=sentences(8, 2), test=sentences(8, 3)),
        "target_name": "tiny",
        "encoder": write_encoder(folder / "encoder"),
        "encoder_name": "plain",
        "source": benchmark(folder / "source", train=sentences(20, 4, place="city")),
        "source_name": "source",
        "label_map": {"city": "place"},
        "settings": ["direct", "source-then-target", "joint"],
        "seeds": [1],
        "learning_rate": 5e-3,
        "batch_size": 8,
        "epochs": 12,
        "patience": 3,
        "upsampling": 2,
    }
