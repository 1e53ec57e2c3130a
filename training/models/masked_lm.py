"""A masked language model as the training loop takes it: a batch in, its loss out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.data.batches import IGNORED, Tensors, TextBatch
from training.data.masking import Masking

if TYPE_CHECKING:
    from transformers import PreTrainedModel

_ROUND = 128


@dataclass(frozen=True)
class MaskedBatch(Tensors):
    """B blocks of L pieces, special ones counted, of which N are to be predicted."""

    input_ids: Tensor
    """(B, L) pieces as the model sees them; none is padding."""
    positions: Tensor
    """(N,) positions of the pieces to be predicted in the flattened rows; filled up with 0."""
    labels: Tensor
    """(N,) the pieces at these positions; filled up with IGNORED."""


def masked_batches(
    make_text: Callable[[NDArray[np.int64]], TextBatch], masking: Masking, blocks: int
) -> Callable[[NDArray[np.int64]], MaskedBatch]:
    """The function that makes a batch of masked blocks; number i is block i % blocks, and a masking of its own."""

    def make(numbers: NDArray[np.int64]) -> MaskedBatch:
        ids = make_text(numbers % blocks).input_ids.numpy()
        seen, labels = masking(ids, numbers)
        (positions,) = np.nonzero(labels.ravel() != IGNORED)
        # Few different lengths, so that memory is reused and a compiled model is compiled once.
        free = -len(positions) % _ROUND or (0 if len(positions) else _ROUND)
        return MaskedBatch(
            torch.from_numpy(seen),
            torch.from_numpy(np.pad(positions, (0, free))),
            torch.from_numpy(np.pad(labels.ravel()[positions], (0, free), constant_values=IGNORED)),
        )

    return make


class MaskedLanguageModel(nn.Module):
    """A BERT with its head, of which only the masked positions go through the head: a sixth of the pieces.

    The loss is the mean over the pieces to be predicted; 0 where there is none.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: MaskedBatch) -> Tensor:
        states = self.model.base_model(input_ids=batch.input_ids).last_hidden_state
        scores = self._head()(states.flatten(0, 1)[batch.positions])
        loss = functional.cross_entropy(scores.float(), batch.labels, ignore_index=IGNORED, reduction="sum")
        return loss / weight_of(batch).clamp(min=1)

    def _head(self) -> nn.Module:
        head = self.model.cls if hasattr(self.model, "cls") else self.model.lm_head
        assert isinstance(head, nn.Module)
        return head


def weight_of(batch: MaskedBatch) -> Tensor:
    """Number of pieces to be predicted."""
    return (batch.labels != IGNORED).sum()
