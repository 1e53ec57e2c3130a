from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch
from torch import Tensor, nn

from training.loop.optimiser import Optimiser
from training.loop.runtime import Runtime

Batch = tuple[float, int, int]
"""By how much the weight moves the loss, of how many things the loss is the mean, and the pieces."""


class Slope(nn.Module):
    """A loss that is one weight, times a number of the batch."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.tensor(2.0))

    def forward(self, batch: Batch) -> Tensor:
        return self.weight * batch[0]


def optimiser(model: Slope, runtime: Runtime, clip: float | None) -> Optimiser:
    return Optimiser(
        model,
        torch.optim.SGD(model.parameters()),
        runtime,
        clip,
        weight_of=lambda batch: torch.tensor(batch[1]),
        tokens_of=lambda batch: torch.tensor(batch[2]),
    )


@pytest.mark.parametrize(("clip", "weight"), [(None, 1.7), (3.0, 1.7), (1.0, 1.9)])
def test_a_step_is_by_the_mean_over_what_all_batches_have(clip: float | None, weight: float, runtime: Runtime) -> None:
    model = Slope()
    step = optimiser(model, runtime, clip).step
    loss, tokens = step([(9.0, 1, 10), (1.0, 3, 20)], 0.1)
    assert (loss.item(), int(tokens)) == (6.0, 30)
    assert model.weight.item() == pytest.approx(weight)
    step([(-1.0, 5, 1)], 0.5)
    # The gradient of the step before is gone.
    assert model.weight.item() == pytest.approx(weight + 0.5)
    assert step([(1.0, 0, 0)], 0.5)[0].item() == 0


def test_processes_share_their_gradients_once_a_step(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    model, done = Slope(), list[str]()

    @contextmanager
    def no_sync(_model: nn.Module) -> Iterator[None]:
        done.append("alone")
        yield

    def backward(loss: Tensor) -> None:
        done.append(f"{loss.item():.0f}")

    monkeypatch.setattr(runtime.accelerator, "no_sync", no_sync)
    monkeypatch.setattr(runtime.accelerator, "backward", backward)
    optimiser(model, runtime, None).step([(3.0, 1, 1), (6.0, 1, 1), (9.0, 1, 1)], 0.1)
    assert done == ["alone", "2", "alone", "4", "6"]


def test_the_weights_of_a_model_do_not_decay(runtime: Runtime) -> None:
    model = Slope()
    found = Optimiser.on(model, None, runtime, weight_of=lambda _: torch.tensor(1), tokens_of=lambda _: torch.tensor(1))
    [options] = found.adam.param_groups
    assert (options["weight_decay"], options["fused"]) == (0.0, True)
    found.step([(5.0, 1, 1)], 0.25)
    # Adam's first step is as long as the learning rate.
    assert model.weight.item() == pytest.approx(1.75)
