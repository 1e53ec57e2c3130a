"""Coach: first where an entity is, then of what type (Liu et al., ACL 2020, section 'Coach Framework').

It is a baseline of CrossNER (Liu et al., 2021, section 'Baselines'), whose code does without template regularisation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

from schemas.errors import InputError
from training.models.bilstm import BiLstm
from training.models.crf import LinearChainCrf, bio_rules
from training.models.label_words import label_pieces
from training.models.spans import Span, Spans

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

    from training.data.batches import NerBatch

_PLACES = ("O", "B-entity", "I-entity")
"""Tags of the first step, which knows no types."""
_PLACE_SPANS = Spans(_PLACES)


class Coach(nn.Module):
    """A BiLSTM-CRF finds entities; the type of one is that whose name fits best what its words say.

    What they say is the sum of the states of a second BiLSTM, which reads the first one's states of these words alone.
    A type is scored by its product with the sum of the vectors of the words of the type's name. Those stay as they are,
    so that a type that few sentences have is described by what its name meant before.
    """

    labels: Tensor

    def __init__(self, embedding: nn.Embedding, tags: Sequence[str], dropout: float) -> None:
        """A new one also has to `read_labels`."""
        super().__init__()
        size = embedding.embedding_dim
        if size % 2:
            raise InputError(f"the encoder's vectors have {size} numbers; Coach needs an even number of them")
        self.spans = Spans(tags)
        self.finder = BiLstm(embedding, len(_PLACES), dropout)
        self.crf = LinearChainCrf(len(_PLACES), bio_rules(_PLACES))
        self.reader = nn.LSTM(self.finder.lstm.hidden_size * 2, size // 2, batch_first=True, bidirectional=True)
        self.register_buffer("labels", torch.zeros(len(self.spans.types), size))

    def read_labels(self, tokenizer: PreTrainedTokenizerFast) -> None:
        """Take the vectors of the types' names from the embeddings, whose tokenizer is given.

        Raises InputError for types that cannot be told apart by them.
        """
        types = self.spans.types
        self.labels = torch.stack([each.sum(0) for each in label_pieces(types, self.finder.embedding, tokenizer)])
        for name, its in zip(types, self.labels, strict=True):
            if not its.any():
                raise InputError(
                    f"the encoder has no vector for the name of the type {name}, and Coach knows types by it"
                )
        for (one, its), (other, others) in combinations(zip(types, self.labels, strict=True), 2):
            if torch.equal(its, others):
                raise InputError(
                    f"the names of the types {one} and {other} are the same to the encoder's vocabulary, and Coach "
                    "knows types by their names; make them one by label_map or normalise, or give one another name"
                )

    def loss(self, batch: NerBatch) -> Tensor:
        """The negative log-probability of the annotated entities, of their places and then of their types, by word."""
        states = self.finder.states(batch)
        spans = [self.spans.of(row) for row in batch.tags.tolist()]
        places = torch.zeros_like(batch.tags)
        for row, found in enumerate(spans):
            for span in found:
                places[row, span.start] = 1
                places[row, span.start + 1 : span.end] = 2
        loss = -self.crf.log_likelihood(self.finder.classifier(states), places, batch.word_mask).sum()
        if any(spans):
            types = torch.tensor([span.type for found in spans for span in found], device=states.device)
            loss = loss + functional.cross_entropy(self._type_scores(states, spans).float(), types, reduction="sum")
        return loss / batch.word_mask.sum()

    def decode(self, batch: NerBatch) -> tuple[list[list[int]], Counter[str]]:
        """The most probable places, and for each its best type; nothing is left out."""
        states = self.finder.states(batch)
        places = self.crf.best(self.finder.classifier(states), batch.word_mask)
        found = [_PLACE_SPANS.of(row) for row in places.tolist()]
        if any(found):
            types = iter(self._type_scores(states, found).argmax(-1).tolist())
            found = [[span._replace(type=next(types)) for span in row] for row in found]
        lengths = batch.word_mask.sum(1).tolist()
        return [self.spans.tag_ids(row, length) for row, length in zip(found, lengths, strict=True)], Counter()

    def _type_scores(self, states: Tensor, spans: Sequence[Sequence[Span]]) -> Tensor:
        """Scores of the types, (spans, types), of the spans of all rows; `states` are (B, W, size)."""
        words = [states[row, span.start : span.end] for row, found in enumerate(spans) for span in found]
        lengths = torch.tensor([len(each) for each in words])
        packed = pack_padded_sequence(pad_sequence(words, True), lengths, batch_first=True, enforce_sorted=False)
        # Where a span has no more words the states are 0.
        read, _ = pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        scores: Tensor = read.sum(1) @ self.labels.T
        return scores
