from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import torch
from transformers import PreTrainedModel

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, build, write_encoder
from tests.support.training.datasets import ner_row
from training.jobs.entity_representations import EntityRepresentations
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_seq2seq, load_tokenizer

ROWS = [
    ner_row("today ann/B-person bob/I-person left rome/B-place"),
    ner_row("today"),
    ner_row("cleo/B-person near oslo/B-place in bern/B-place today"),
]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("representations")
    encoders = {name: write_encoder(folder / name, seed) for seed, name in enumerate(("plain", "other"))}
    return {"target": benchmark(folder, test=ROWS), "encoders": encoders}


def state(encoder: str, words: str, place: int) -> np.ndarray:
    """The last hidden state at a piece, counted from [CLS], by transformers' own way."""
    batch = load_tokenizer(encoder)(words, return_tensors="pt")
    with torch.no_grad():
        found: np.ndarray = load_encoder(encoder).train(False)(**batch).last_hidden_state[0, place].numpy()
    return found


def test_each_entity_is_represented_by_its_first_word(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    written = build(EntityRepresentations(**settings), tmp_path, ["entity_representations", "rejects"], runtime)
    rows = pq.read_table(written["entity_representations"]).to_pylist()
    expected = [
        (0, 1, "ann bob", "person"),
        (0, 4, "rome", "place"),
        (2, 0, "cleo", "person"),
        (2, 2, "oslo", "place"),
        (2, 4, "bern", "place"),
    ]
    assert [(row["encoder"], row["sentence"], row["start"], row["surface"], row["type"]) for row in rows] == [
        (encoder, *each) for encoder in ("plain", "other") for each in expected
    ]
    for row in rows:
        words = " ".join(ROWS[row["sentence"]]["tokens"])
        wanted = state(settings["encoders"][row["encoder"]], words, row["start"] + 1)
        assert row["vector"] == pytest.approx(wanted.tolist(), abs=1e-5)
    assert read_manifest(written["entity_representations"]).counts["test"]["sentences"] == 2 * 3


def test_a_sequence_to_sequence_model_represents_entities_by_its_encoder(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    bart = write_encoder(tmp_path / "bart", seq2seq=True)
    job = EntityRepresentations(**settings | {"encoders": {"seq2seq": bart}})
    written = build(job, tmp_path, ["entity_representations", "rejects"], runtime)
    rows = pq.read_table(written["entity_representations"]).to_pylist()
    whole = load_seq2seq(bart, "bartner").train(False)
    batch = load_tokenizer(bart)("today ann bob left rome", return_tensors="pt")
    with torch.no_grad():
        states = whole(**batch).encoder_last_hidden_state[0]
    assert rows[1]["surface"] == "rome"
    assert rows[1]["vector"] == pytest.approx(states[5].tolist(), abs=1e-5)


def test_long_sentences_are_represented_window_by_window(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    job = EntityRepresentations(**settings | {"max_length": 5})
    written = build(job, tmp_path, ["entity_representations", "rejects"], runtime)
    rows = pq.read_table(written["entity_representations"]).to_pylist()
    # The windows are `cleo near oslo` and `in bern today`.
    assert rows[4]["vector"] == pytest.approx(
        state(settings["encoders"]["plain"], "in bern today", 2).tolist(), abs=1e-5
    )


def test_the_encoder_is_where_the_training_runs(
    settings: dict[str, Any], runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no GPU on most machines that run tests: `meta` stands for one."""
    devices = []

    def represent(encoder: PreTrainedModel, *_others: Any) -> list[list[float]]:
        devices.append(encoder.device)
        return []

    monkeypatch.setattr(Runtime, "device", torch.device("meta"))
    monkeypatch.setattr("training.jobs.entity_representations.represent", represent)
    EntityRepresentations(**settings).run("plain", runtime)
    assert devices == [torch.device("meta")]


def test_units_are_the_encoders(settings: dict[str, Any]) -> None:
    units = EntityRepresentations(**settings).units()
    assert [(unit.index, unit.weight, unit.payload) for unit in units] == [(0, 5, "plain"), (1, 5, "other")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"encoders": {}}, "encoders: name at least one"),
        ({"encoders": {"none": "./none"}}, "./none: no such folder"),
        ({"split": "dev"}, "there is no split=dev in it"),
        ({"max_length": 33}, "max_length = 33"),
    ],
)
def test_what_cannot_be_used_is_refused_at_once(settings: dict[str, Any], change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        EntityRepresentations(**settings | change).units()
    assert message in str(error.value)


def test_a_split_without_entities_is_refused(settings: dict[str, Any], tmp_path: Path) -> None:
    target = benchmark(tmp_path, test=[ner_row("today ann left")])
    with pytest.raises(InputError, match="there are no entities in it"):
        EntityRepresentations(**settings | {"target": target}).units()
