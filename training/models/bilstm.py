"""The baseline without an encoder: a bidirectional LSTM over embeddings of pieces (Lample et al., 2016, section 2).

They are the input embeddings of an encoder, which are vectors of words and of parts of words, or pre-trained vectors of
words and of character n-grams (`training.models.word_vectors`), as in CrossNER (Liu et al., 2021, section 'Baseline
Models').
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn

from training.models.recurrence import states_at_words
from training.models.tag_network import TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch

_SIZE = 256
_LAYERS = 2


class BiLstm(TagNetwork):
    """Scores of the tags of each word, from the states at its first piece; usually under a CRF."""

    def __init__(self, embedding: nn.Embedding, n_tags: int, dropout: float) -> None:
        super().__init__()
        self.embedding = embedding
        self.lstm = nn.LSTM(embedding.embedding_dim, _SIZE, _LAYERS, bidirectional=True, dropout=dropout)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(2 * _SIZE, n_tags)

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags)."""
        scores: Tensor = self.classifier(self.states(batch))
        return scores

    def states(self, batch: NerBatch) -> Tensor:
        """The states at the words' first pieces that the scores are made of, (B, W, size)."""
        pieces = self.dropout(self.embedding(batch.input_ids))
        states: Tensor = self.dropout(states_at_words(self.lstm, pieces, batch))
        return states
