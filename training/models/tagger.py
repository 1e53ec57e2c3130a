"""The linear tagger: an encoder and one layer over the states of the words (Devlin et al., 2019, section 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torch import Tensor, nn
from transformers import PreTrainedModel

from training.models.encoders import encode_words
from training.models.tag_network import TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch


class Tagger(TagNetwork):
    """Scores of the tags of each word. The layer has the name it has in transformers' own token classifiers."""

    def __init__(self, encoder: PreTrainedModel, n_tags: int, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(encoder.config.hidden_size, n_tags)

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags)."""
        scores: Tensor = self.classifier(self.dropout(encode_words(self.encoder, batch)))
        return scores
