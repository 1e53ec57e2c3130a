"""What networks that score the tags of words have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from torch import Tensor, nn

if TYPE_CHECKING:
    from training.data.batches import NerBatch

LossOfTags = Callable[[Tensor, "NerBatch"], Tensor]
"""The loss of scores of tags, (B, W, tags), on a batch: with a CRF or without, as the model has it."""


class TagNetwork(nn.Module):
    """A network whose `forward(batch)` gives scores of the tags of each word, (B, W, tags)."""

    def predict(self, batch: NerBatch) -> Tensor:
        """Scores where the tags are not known: the same, unless a score depends on a tag."""
        scores: Tensor = self(batch)
        return scores

    def loss(self, batch: NerBatch, of_tags: LossOfTags) -> Tensor:
        """What is learnt: the loss of the scores of the tags, and whatever else a network learns."""
        return of_tags(self(batch), batch)
