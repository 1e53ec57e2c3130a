from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from schemas.model_options import ModelOptions
from tests.support.training.benchmarks import TAGS, sentences, tokenised, write_encoder
from tests.support.training.datasets import ner_row
from training.jobs.ner_training import NerValidation, train
from training.jobs.tagging import predict, score
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.encoders import load_tokenizer
from training.models.ner_model import build_model


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_encoder(tmp_path_factory.mktemp("encoder"))


def test_twenty_sentences_are_learned_by_heart(encoder: str, tmp_path: Path, runtime: Runtime) -> None:
    data, tokenizer = tokenised(tmp_path, encoder, sentences(20, 1)), load_tokenizer(encoder)
    torch.manual_seed(1)
    model = build_model(ModelOptions(), encoder, TAGS)
    schedule = Schedule(5e-3, epochs=20, batch_size=10, patience=5)
    fit = train(model, [(data, 1)], tokenizer, schedule, runtime, seed=1, validation=NerValidation(data))
    assert fit.best_score == 1.0
    assert fit.epochs == fit.best_epoch + 5
    # The best weights are the model's in the end.
    assert score(data, predict(model, data, tokenizer, runtime)).micro().f1 == 1.0


def test_lines_tell_how_much_of_the_device_is_used_where_its_speed_is_known(
    encoder: str, tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.loop.display.peak_flops", lambda _device: 1e12)
    lines: list[str] = []
    shown = replace(runtime, show=lambda line, _share: lines.append(line))
    data, tokenizer = tokenised(tmp_path, encoder, sentences(4, 1)), load_tokenizer(encoder)
    model = build_model(ModelOptions(), encoder, TAGS)
    schedule = Schedule(1e-3, epochs=1, batch_size=2)
    train(model, [(data, 1)], tokenizer, schedule, shown, seed=1, validation=NerValidation(data))
    assert re.search(r"waiting \d+%, MFU \d+%, validation", lines[-1])


@pytest.mark.parametrize(("strict", "best_epoch", "best_score"), [(False, 2, 6 / 7), (True, 3, 4 / 5)])
def test_the_best_epoch_is_that_of_the_score_that_is_reported(
    encoder: str,
    tmp_path: Path,
    runtime: Runtime,
    monkeypatch: pytest.MonkeyPatch,
    strict: bool,
    best_epoch: int,
    best_score: float,
) -> None:
    row = ner_row("ann/B-person bob/I-person left rome/B-place today oslo/B-place bern/B-place")
    data, tokenizer = tokenised(tmp_path, encoder, [row]), load_tokenizer(encoder)
    # Micro F1 of the three, F1 of the mean over types in parentheses, and the same in strict mode:
    # 2/3 (3/4), precision 1; 6/7 (1/2), recall 3/4, strict 2/3; 4/5 (3/4), recall 1.
    guesses = [
        "B-person I-person O O O B-place O",
        "O O O I-place O B-place B-place",
        "B-person I-person B-person B-place B-person B-place B-place",
    ]
    told = iter(guesses)

    def predicted(*_: object) -> np.ndarray:
        return np.array([TAGS.index(tag) for tag in next(told).split()])

    monkeypatch.setattr("training.jobs.ner_training.predict", predicted)
    model = build_model(ModelOptions(), encoder, TAGS)
    schedule = Schedule(1e-3, epochs=3, batch_size=1)
    fit = train(model, [(data, 1)], tokenizer, schedule, runtime, seed=1, validation=NerValidation(data, strict=strict))
    assert fit.best_epoch == best_epoch
    assert fit.best_score == pytest.approx(best_score)
    assert [entry["validation"] for entry in fit.log][best_epoch - 1] == fit.best_score


def test_copies_are_trained_on_as_often(encoder: str, tmp_path: Path, runtime: Runtime) -> None:
    data, tokenizer = (
        tokenised(tmp_path, encoder, [ner_row("ann saw rome"), ner_row("bob left")]),
        load_tokenizer(encoder),
    )
    torch.manual_seed(1)
    model = build_model(ModelOptions(), encoder, TAGS)
    fit = train(model, [(data, 3), (data, 1)], tokenizer, Schedule(1e-3, epochs=1, batch_size=4), runtime, seed=1)
    assert fit.steps == 2
    assert fit.log[-1]["tokens"] == (3 + 1) * (3 + 2)
    assert (fit.best_epoch, fit.best_score) == (0, None)
