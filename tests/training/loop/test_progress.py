from __future__ import annotations

import pytest
import torch

from training.loop.progress import Progress


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
