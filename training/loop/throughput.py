"""The floating-point operations of a training: those that it needs, and those that the GPU can do."""

from __future__ import annotations

import re

import torch
from torch import nn

# bf16 operations a second on tensor cores, without sparsity, by NVIDIA's data sheets; the first name that fits.
_PEAKS = {
    "B200": 2250e12,
    "H200": 989e12,
    "H100 PCIe": 756e12,
    "H100 NVL": 835e12,
    "H100": 989e12,
    "A100": 312e12,
    "L40S": 362e12,
    "L40": 181e12,
    "L4": 121e12,
    "A10G": 70e12,
    "A10": 125e12,
    "RTX 4090": 165e12,
}


def peak_flops(device: torch.device) -> float | None:
    """Floating-point operations a second that the GPU can do in bf16; None for a CPU and for an unknown GPU."""
    if device.type != "cuda":
        return None
    name = torch.cuda.get_device_name(device)
    return next((peak for known, peak in _PEAKS.items() if re.search(rf"\b{known}\b", name)), None)


def flops_per_token(parameters: int, layers: int, hidden: int, length: int) -> float:
    """Floating-point operations that training a transformer takes for one token of a sequence.

    Chowdhery et al. (2022), 'PaLM', appendix B: 6 for each parameter outside the embeddings, and 12 x layers x hidden x
    length for the attention.
    """
    return 6.0 * parameters + 12.0 * layers * hidden * length


def dense_parameters(model: nn.Module) -> int:
    """Number of the model's parameters outside of embeddings."""
    embeddings = {id(each.weight) for each in model.modules() if isinstance(each, nn.Embedding)}
    return sum(each.numel() for each in model.parameters() if id(each) not in embeddings)
