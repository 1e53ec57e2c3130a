from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import nn

from training.loop.best import BestModel
from training.loop.checkpoints import ModelFolder
from training.loop.progress import Progress

OFFERS = [0.5, 0.5, 0.7, 0.3, 0.4]


def offer(best: BestModel, model: nn.Linear, progress: Progress) -> list[tuple[float | None, int, int]]:
    """Offer models that are as heavy as the number of their epoch."""
    found = []
    for epoch, score in enumerate(OFFERS, 1):
        nn.init.constant_(model.weight, epoch)
        best.offer(score, epoch)
        found.append((progress.best_score, progress.best_epoch, progress.worse))
    return found


@pytest.mark.parametrize(
    ("lower_is_better", "expected"),
    [
        (False, [(0.5, 1, 0), (0.5, 1, 1), (0.7, 3, 0), (0.7, 3, 1), (0.7, 3, 2)]),
        (True, [(0.5, 1, 0), (0.5, 1, 1), (0.5, 1, 2), (0.3, 4, 0), (0.3, 4, 1)]),
    ],
)
def test_the_first_of_the_best_models_is_kept(
    lower_is_better: bool, expected: list[tuple[float | None, int, int]]
) -> None:
    model, progress = nn.Linear(1, 1, bias=False), Progress.on(torch.device("cpu"))
    runtime: Any = SimpleNamespace(is_main=True)
    best = BestModel(model, progress, runtime, lower_is_better=lower_is_better, folder=None)
    best.restore()
    assert offer(best, model, progress) == expected
    assert model.weight.item() == 5
    best.restore()
    assert model.weight.item() == expected[-1][1]


@pytest.mark.parametrize("is_main", [True, False])
def test_one_process_saves_the_best_model(is_main: bool, tmp_path: Path) -> None:
    model, progress = nn.Linear(1, 1, bias=False), Progress.on(torch.device("cpu"))

    def save(folder: Path) -> None:
        folder.mkdir()
        (folder / "weight").write_text(f"{model.weight.item():.0f}")

    runtime: Any = SimpleNamespace(is_main=is_main)
    best = BestModel(model, progress, runtime, lower_is_better=False, folder=ModelFolder(tmp_path, save))
    offer(best, model, progress)
    best.restore()
    assert model.weight.item() == 5
    assert [path.read_text() for path in tmp_path.glob("best/weight")] == ["3"] * is_main
