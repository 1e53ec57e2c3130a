from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import torch

from schemas.errors import InputError
from training.loop.progress import Clock, Progress


def test_checkpoints_hold_these_fields() -> None:
    """A field with another name would make the checkpoints of trainings under way unreadable."""
    assert list(Progress.on(torch.device("cpu")).state_dict()) == [
        *("tokens", "loss", "loss_steps", "epoch", "epoch_step", "order", "step"),
        *("best_score", "best_epoch", "worse", "seconds", "waited", "log"),
    ]


@pytest.mark.parametrize(
    ("worse", "patience", "expected"), [(0, 0, False), (9, 0, False), (2, 3, False), (3, 3, True), (4, 3, True)]
)
def test_patience_is_a_number_of_validations_that_were_not_better(worse: int, patience: int, expected: bool) -> None:
    progress = Progress.on(torch.device("cpu"))
    progress.worse = worse
    assert progress.is_out_of_patience(patience) is expected


def test_a_row_is_of_the_steps_since_the_row_before() -> None:
    progress = Progress.on(torch.device("cpu"))
    for loss, tokens in ((1.0, 10), (0.5, 20)):
        progress.add_step(torch.tensor(loss), torch.tensor(tokens))
    progress.seconds, progress.waited = 4.0, 1.0
    first = {"step": 2, "epoch": 0.5, "tokens": 30, "loss": 0.75, "learning_rate": 0.1, "validation": None}
    assert progress.add_row(0.5, 0.1, None) == {**first, "seconds": 4.0, "waited": 1.0}
    assert progress.mean_loss() == 0
    progress.add_step(torch.tensor(0.25), torch.tensor(5))
    assert (progress.epoch, progress.epoch_step) == (0, 3)
    progress.end_epoch()
    assert (progress.epoch, progress.epoch_step, progress.step) == (1, 0, 3)
    second = progress.add_row(1.0, 0.05, 0.5)
    assert (second["tokens"], second["loss"], second["learning_rate"], second["validation"]) == (35, 0.25, 0.05, 0.5)
    assert progress.log[1:] == [second]


def test_a_checkpoint_gives_the_progress_back() -> None:
    device = torch.device("cpu")
    progress, again = Progress.on(device), Progress.on(device)
    progress.add_step(torch.tensor(0.5), torch.tensor(2**40 + 1))
    progress.add_row(0.5, 0.1, None)
    progress.best_score, progress.seconds = 0.25, 3.0
    again.load_state_dict(progress.state_dict())
    assert again == progress and again.log == progress.log and again.step == 1
    # A sum of 32 bits, or of floats, would not count all pieces of a long training.
    assert int(again.tokens) == 2**40 + 1


def test_a_training_goes_on_in_its_order_only() -> None:
    progress = Progress.on(torch.device("cpu"))
    progress.begin_epoch(7)
    progress.begin_epoch(8)
    progress.add_step(torch.tensor(1.0), torch.tensor(1))
    progress.begin_epoch(8)
    with pytest.raises(InputError, match="a training that was killed at step 1 cannot go on: its data now come in"):
        progress.begin_epoch(9)
    progress.end_epoch()
    progress.begin_epoch(9)
    assert progress.order == 9


def test_a_loss_that_is_no_number_ends_the_training() -> None:
    progress = Progress.on(torch.device("cpu"))
    progress.add_step(torch.tensor(float("nan")), torch.tensor(1))
    progress.end_epoch()
    with pytest.raises(InputError, match=r"the training loss is nan at step 1 \(epoch 2\): the training has diverged"):
        progress.mean_loss()


def test_the_clock_counts_what_is_between_start_and_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.loop.progress.time.perf_counter", iter((1.0, 3.0, 10.0, 14.0)).__next__)
    progress = Progress.on(torch.device("cpu"))
    batches: Any = SimpleNamespace(waited=0.5)
    clock = Clock(progress, batches)
    clock.stop()
    assert (progress.seconds, progress.waited) == (2.0, 0.5)
    clock.start()
    batches.waited = 2.0
    clock.stop()
    assert (progress.seconds, progress.waited) == (6.0, 2.0)
