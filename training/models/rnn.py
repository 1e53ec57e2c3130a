"""The baseline of the student report: a simple recurrent network (Elman, 1990) over embeddings of pieces.

The report (section 3) says that it predicts from what it has seen so far, so it runs from left to right only. It gives
no sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from training.models.recurrence import states_at_words
from training.models.tag_network import TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch

_SIZE = 256


class Rnn(TagNetwork):
    """Scores of the tags of each word, from the state at its first piece."""

    def __init__(self, embedding: nn.Embedding, n_tags: int, dropout: float) -> None:
        super().__init__()
        self.embedding = embedding
        self.rnn = nn.RNN(embedding.embedding_dim, _SIZE)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(_SIZE, n_tags)

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags)."""
        pieces = self.dropout(self.embedding(batch.input_ids))
        scores: Tensor = self.classifier(self.dropout(states_at_words(self.rnn, pieces, batch)))
        return scores
