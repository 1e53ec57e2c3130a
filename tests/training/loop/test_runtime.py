from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from schemas.errors import InputError
from training.loop.runtime import start


def test_a_device_and_a_precision_that_this_machine_lacks_are_refused(tmp_path: Path) -> None:
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"device": "tpu"}, "device = tpu: there is auto, cpu, cuda, mps"),
        ({"precision": "half"}, "precision = half: there is auto, float32, bf16"),
        ({"device": "cpu", "precision": "bf16"}, "precision = bf16: only CUDA GPUs"),
    ]
    for wrong, message in mistakes:
        with pytest.raises(InputError, match=message):
            start(tmp_path, tmp_path, **wrong)
    if not torch.cuda.is_available():
        with pytest.raises(InputError, match="device = cuda: torch finds no CUDA GPU"):
            start(tmp_path, tmp_path, device="cuda")


def test_a_part_of_the_work_is_shown_with_its_title_and_share(tmp_path: Path) -> None:
    shown: list[tuple[str, float]] = []
    runtime = start(tmp_path, tmp_path, device="cpu", show=lambda line, share: shown.append((line, share)))
    for part in (runtime.part("first", 0.0, 0.25), runtime.part("second", 0.25, 0.75)):
        part.show("begins", 0.0)
        part.show("ends", 1.0)
    assert shown == [("first: begins", 0.0), ("first: ends", 0.25), ("second: begins", 0.25), ("second: ends", 1.0)]
