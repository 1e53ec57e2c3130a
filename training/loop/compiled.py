"""torch.compile, of the part of a model where it pays."""

from __future__ import annotations

from torch import nn


def compile_layers(model: nn.Module) -> None:
    """Have each layer of the model's encoders compiled when it is first called; names of weights stay as they are.

    The layers of an encoder are alike, so one compilation serves them all: that takes seconds, where a whole model
    takes minutes. What is outside of layers, as LANER's head with its loops, is not compiled.
    """
    for module in model.modules():
        if isinstance(module, nn.ModuleList):
            for layer in module:
                layer.compile()
