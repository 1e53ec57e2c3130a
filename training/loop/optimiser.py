"""One optimiser step, over the micro-batches of all processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from training.loop.runtime import Runtime


@dataclass(frozen=True)
class Optimiser:
    """Adam on a model, as the processes of a training share it."""

    model: nn.Module
    adam: torch.optim.Optimizer
    runtime: Runtime
    clip: float | None
    """Largest norm of a step's gradient."""
    weight_of: Callable[[Any], Tensor]
    """Number of things that a batch's loss is the mean of."""
    tokens_of: Callable[[Any], Tensor]
    """Number of pieces of a batch."""

    @classmethod
    def on(
        cls,
        model: nn.Module,
        clip: float | None,
        runtime: Runtime,
        *,
        weight_of: Callable[[Any], Tensor],
        tokens_of: Callable[[Any], Tensor],
    ) -> Optimiser:
        """Prepare the model for the runtime's device, precision and processes."""
        # Without weight decay this is Adam. Each step sets its own learning rate.
        adam = torch.optim.AdamW(model.parameters(), weight_decay=0.0, fused=True)
        model, adam = runtime.accelerator.prepare(model, adam)
        return cls(model, adam, runtime, clip, weight_of, tokens_of)

    def step(self, group: Sequence[Any], rate: float) -> tuple[Tensor, Tensor]:
        """Take a step by the group's micro-batches; loss and tokens of all processes, on the device."""
        accelerator = self.runtime.accelerator
        weights = torch.stack([self.weight_of(batch) for batch in group])
        tokens = torch.stack([self.tokens_of(batch) for batch in group]).sum()
        total, tokens = accelerator.reduce(torch.stack([weights.sum(), tokens]), reduction="sum")
        # Processes' gradients are averaged, not summed.
        shares = weights * self.runtime.world / total.clamp(min=1)
        loss = torch.zeros((), device=self.runtime.device)
        for index, (batch, share) in enumerate(zip(group, shares, strict=True)):
            with nullcontext() if index == len(group) - 1 else accelerator.no_sync(self.model):
                part = self.model(batch) * share
                accelerator.backward(part)
            loss += part.detach() / self.runtime.world
        if self.clip is not None:
            accelerator.clip_grad_norm_(self.model.parameters(), self.clip)
        for parameters in self.adam.param_groups:
            parameters["lr"] = rate
        self.adam.step()
        self.adam.zero_grad()
        return accelerator.reduce(loss, reduction="sum"), tokens
