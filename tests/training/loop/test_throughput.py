from __future__ import annotations

import pytest
import torch
from transformers import BertConfig, BertModel

from training.loop.throughput import dense_parameters, flops_per_token, peak_flops


@pytest.mark.parametrize(
    ("name", "peak"),
    [
        ("NVIDIA H100 80GB HBM3", 989e12),
        ("NVIDIA H100 PCIe", 756e12),
        ("NVIDIA A100-SXM4-80GB", 312e12),
        ("NVIDIA A10G", 70e12),
        ("NVIDIA L40S", 362e12),
        ("NVIDIA L4", 121e12),
        ("NVIDIA RTX A1000", None),
    ],
)
def test_the_peak_of_a_gpu_is_known_by_its_name(name: str, peak: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _device: name)
    assert peak_flops(torch.device("cuda")) == peak
    assert peak_flops(torch.device("cpu")) is None


def test_the_operations_of_bert_base() -> None:
    config = BertConfig(vocab_size=100)
    with torch.device("meta"):
        encoder = BertModel(config, add_pooling_layer=False)
    parameters = dense_parameters(encoder)
    # Twelve layers: four projections and two of four times the width, with biases, and two norms; and one norm before.
    assert parameters == 12 * (12 * 768**2 + 13 * 768) + 2 * 768
    assert flops_per_token(parameters, 12, 768, 512) == 6 * parameters + 12 * 12 * 768 * 512
