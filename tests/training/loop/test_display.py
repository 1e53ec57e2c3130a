"""What people see of a training, by figures that were not measured."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from training.loop import display
from training.loop.display import Display
from training.loop.progress import Progress
from training.loop.schedule import Schedule


class Writer:
    """In the place of TensorBoard's."""

    def __init__(self, folder: str, purge_step: int) -> None:
        self.calls: list[tuple[Any, ...]] = [(folder, purge_step)]

    def add_scalar(self, *arguments: Any) -> None:
        self.calls.append(arguments)

    def close(self) -> None:
        self.calls.append(())


@pytest.fixture
def progress() -> Progress:
    """As it is where a training goes on."""
    found = Progress.on(torch.device("cpu"))
    found.step, found.seconds, found.waited = 10, 5.0, 1.0
    found.tokens += 100
    return found


def show_on(progress: Progress, *, is_main: bool = True, **options: Any) -> tuple[Display, list[tuple[str, float]]]:
    """A display of two processes, and what it shows."""
    shown: list[tuple[str, float]] = []
    runtime: Any = SimpleNamespace(
        device=torch.device("cpu"), world=2, is_main=is_main, show=lambda *line: shown.append(line)
    )
    schedule = Schedule(1e-3, epochs=4, batch_size=8)
    options = {"steps": 40, "flops_per_token": 2.0, "tensorboard": None, **options}
    return Display(progress, runtime, schedule, **options), shown


def test_a_line_is_of_the_steps_since_the_line_before(progress: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "peak_flops", lambda device: 500.0 if device.type == "cpu" else None)
    seen, shown = show_on(progress)
    progress.step, progress.seconds, progress.waited = 14, 7.0, 1.5
    progress.tokens += 200
    seen.line(1.25, 0.5, 0.75)
    progress.step, progress.seconds = 15, 11.0
    seen.line(1.5, 0.25, None)
    assert shown == [
        (
            "epoch 1.25 of 4, step 14 of 40, loss 0.5000, 16 rows/s, 100 tokens/s, waiting 25%, MFU 20%, "
            "validation 0.7500, 13 s left",
            0.35,
        ),
        (
            "epoch 1.50 of 4, step 15 of 40, loss 0.2500, 2 rows/s, 0 tokens/s, waiting 0%, MFU 0%, 18 s left",
            0.375,
        ),
    ]


def test_where_the_speed_of_a_device_is_not_known_none_of_it_is_told(progress: Progress) -> None:
    for flops in (2.0, None):
        seen, shown = show_on(progress, flops_per_token=flops)
        seen.line(1.0, 0.5, None)
        assert shown == [
            (
                "epoch 1.00 of 4, step 10 of 40, loss 0.5000, 0 rows/s, 0 tokens/s, waiting 0%, 15 s left",
                0.25,
            )
        ]


def test_the_first_step_tells_how_long_all_take(progress: Progress) -> None:
    for step, left in ((0, "20 s"), (1, "20 s"), (40, "0 s")):
        progress.step, progress.seconds = step, 0.5
        seen, shown = show_on(progress)
        seen.line(1.0, 0.5, None)
        assert shown[0][0].endswith(f", {left} left") and shown[0][1] == step / 40


def test_a_line_is_due_five_seconds_after_the_one_before(progress: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("training.loop.display.time.monotonic", lambda: clock[0])
    seen, _ = show_on(progress)
    due = []
    for moment in (104.9, 105.0):
        clock[0] = moment
        due.append(seen.is_due())
    seen.line(1.0, 0.5, None)
    assert [*due, seen.is_due()] == [False, True, False]


def test_one_process_writes_the_rows_for_tensorboard(
    progress: Progress, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("torch.utils.tensorboard.SummaryWriter", Writer)
    row = {
        "step": 7,
        "loss": 0.5,
        "learning_rate": 0.1,
        "validation": None,
        "tokens": 15,
        "seconds": 0.5,
        "waited": 0.25,
    }
    seen, _ = show_on(progress, tensorboard=tmp_path)
    seen.row(row)
    seen.close()
    assert seen._writer.calls == [
        (str(tmp_path), 11),
        ("loss", 0.5, 7),
        ("learning_rate", 0.1, 7),
        ("tokens_per_second", 30.0, 7),
        ("waiting", 0.5, 7),
        (),
    ]
    other, shown = show_on(progress, tensorboard=tmp_path, is_main=False)
    other.row(row)
    other.line(1.0, 0.5, None)
    other.close()
    assert other._writer is None and shown == []
