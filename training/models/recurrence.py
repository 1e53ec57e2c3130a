"""Running a recurrent network over the pieces of windows of different lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from training.models.encoders import at_words

if TYPE_CHECKING:
    from training.data.batches import NerBatch


def states_at_words(cell: nn.RNNBase, pieces: Tensor, batch: NerBatch) -> Tensor:
    """The network's last states at the words' first pieces, (B, W, size), padding unread; `pieces` are (B, L, size)."""
    lengths = batch.attention_mask.sum(1).cpu()
    states, _ = cell(pack_padded_sequence(pieces, lengths, batch_first=True, enforce_sorted=False))
    padded, _ = pad_packed_sequence(states, batch_first=True, total_length=pieces.shape[1])
    return at_words(padded, batch)
