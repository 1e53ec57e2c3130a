from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from schemas.errors import InputError
from training.loop import runtime
from training.loop.runtime import computes_in_bf16, mixed_precision, start


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


def test_more_processes_than_gpus_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    message = "processes = 2: there is one a GPU, and torch finds 1 here; take processes = 1, or device = cpu"
    with pytest.raises(InputError, match=message):
        start(tmp_path, tmp_path)
    start(tmp_path, tmp_path, device="cpu")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    start(tmp_path, tmp_path)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    start(tmp_path, tmp_path)


def test_attention_is_torchs_own_which_plans_nothing_for_each_length(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(torch.backends.cuda, "enable_cudnn_sdp", asked.append)
    start(tmp_path, tmp_path, device="cpu")
    assert asked == [False]


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As if there were two GPUs that say of themselves that they compute in bf16."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda _emulated: True)
    return monkeypatch


def test_bf16_is_taken_only_where_the_gpu_of_this_process_computes_in_it(gpu: pytest.MonkeyPatch) -> None:
    asked: list[torch.device] = []

    def probe(device: torch.device) -> bool:
        asked.append(device)
        return device.index == 1

    gpu.setattr(runtime, "computes_in_bf16", probe)
    gpu.setenv("LOCAL_RANK", "1")
    assert [mixed_precision("auto", each) for each in ("auto", "bf16", "float32")] == ["bf16", "bf16", "no"]
    assert mixed_precision("cpu", "auto") == "no"
    assert asked == [torch.device("cuda:1")] * 2
    gpu.delenv("LOCAL_RANK")
    for device in ("auto", "cuda"):
        assert mixed_precision(device, "auto") == "no"
        with pytest.raises(InputError, match="precision = bf16: only CUDA GPUs that compute in bf16"):
            mixed_precision(device, "bf16")
    gpu.setattr(torch.cuda, "is_bf16_supported", lambda _emulated: False)
    gpu.setenv("LOCAL_RANK", "1")
    assert mixed_precision("auto", "auto") == "no"


@pytest.mark.parametrize(("where", "what"), [(torch.nn.LSTM, "forward"), (torch.Tensor, "backward")])
def test_a_device_without_an_lstm_in_bf16_is_found_by_trying(
    monkeypatch: pytest.MonkeyPatch, where: type, what: str
) -> None:
    def forward(lstm: torch.nn.LSTM, values: torch.Tensor) -> tuple[torch.Tensor, None]:
        assert torch.get_autocast_dtype("cpu") == torch.bfloat16
        assert torch.is_autocast_enabled("cpu")
        return values + next(lstm.parameters()).sum(), None

    def fail(*_values: Any) -> None:
        raise RuntimeError("could not create a primitive descriptor for the LSTM forward propagation primitive")

    monkeypatch.setattr(torch.nn.LSTM, "forward", forward)
    before = torch.get_rng_state()
    assert computes_in_bf16(torch.device("cpu"))
    assert torch.equal(torch.get_rng_state(), before)
    monkeypatch.setattr(where, what, fail)
    assert not computes_in_bf16(torch.device("cpu"))


def test_a_device_whose_memory_is_full_is_no_device_without_bf16(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_values: Any) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(torch.nn.LSTM, "forward", fail)
    with pytest.raises(torch.OutOfMemoryError):
        computes_in_bf16(torch.device("cpu"))


def test_a_part_of_the_work_is_shown_with_its_title_and_share(tmp_path: Path) -> None:
    shown: list[tuple[str, float]] = []
    runtime = start(tmp_path, tmp_path, device="cpu", show=lambda line, share: shown.append((line, share)))
    for part in (runtime.part("first", 0.0, 0.25), runtime.part("second", 0.25, 0.75)):
        part.show("begins", 0.0)
        part.show("ends", 1.0)
    assert shown == [("first: begins", 0.0), ("first: ends", 0.25), ("second: begins", 0.25), ("second: ends", 1.0)]
