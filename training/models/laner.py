"""LANER: a tagger that looks back at the labels of the words before (Hu et al., 2022, section 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from training.models.encoders import encode_words
from training.models.tag_network import TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch

_BLOCK = 16
"""Words that are tagged at once in prediction."""


class Laner(TagNetwork):
    """Scores of the tags of each word, given the tags of the words before.

    The history of word i is a start label and the labels of the words before i, so it is never empty. A bidirectional
    LSTM over it gives the states e. The last of them attends to the words of the sentence (label background), and the
    word, with that background, attends to all of them (label context).

    The forward states of a history are the first ones of the longest history, so one run gives them for all words. The
    backward states differ: the history of word i is read from label i-1 to the start. All histories of a batch are read
    side by side. Without the label context only the first step is needed, the backward half of the last state.
    """

    def __init__(
        self, encoder: PreTrainedModel, n_tags: int, dropout: float, *, background: bool, context: bool, size: int
    ) -> None:
        super().__init__()
        hidden = encoder.config.hidden_size
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.labels = nn.Embedding(n_tags + 1, size)
        """The last row is the start label's."""
        self.forwards = nn.LSTM(size, size, batch_first=True)
        self.backwards = nn.LSTMCell(size, size)
        self.background_query = nn.Linear(2 * size, hidden) if background else None
        self.context_query = nn.Linear(hidden * (1 + background), 2 * size) if context else None
        self.output = nn.Linear(hidden * (1 + background) + 2 * size * context, n_tags)

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags), each given the annotated tags before it."""
        return self._scores(self._words(batch), batch.word_mask, batch.tags)

    def predict(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags), each given the predicted tags before it: the greedy choice, word by word.

        A score depends on the tags before it alone, so the greedy tags of a block of words are the only ones that come
        out again when they are the history. The words of a block are therefore tagged at once, from a first guess, and
        again until no tag but the last changes (Jacobi iteration: Song et al., 2021). Each pass settles at least one
        more word, and mostly several. Longer blocks need fewer passes in sequence, shorter ones repeat less work.
        """
        words, mask = self._words(batch), batch.word_mask
        scores = words.new_zeros(*mask.shape, self.output.out_features)
        tags = torch.zeros_like(batch.tags)
        for begin in range(0, mask.shape[1], _BLOCK):
            end = min(begin + _BLOCK, mask.shape[1])
            rows = mask[:, begin].nonzero().squeeze(1)
            for _ in range(begin, end):
                answer = self._scores(words[rows], mask[rows], tags[rows, :end], begin)
                scores[rows, begin:end] = answer.to(scores.dtype)
                best = scores[rows, begin:end].argmax(-1)
                changed = (best != tags[rows, begin:end]) & mask[rows, begin:end]
                tags[rows, begin:end] = best
                rows = rows[changed[:, :-1].any(1)]
                if not len(rows):
                    break
        return scores

    def _words(self, batch: NerBatch) -> Tensor:
        words: Tensor = self.dropout(encode_words(self.encoder, batch))
        return words

    def _scores(self, words: Tensor, mask: Tensor, tags: Tensor, begin: int = 0) -> Tensor:
        """Scores, (B, n, tags), of the n words from `begin` on, given the tags, (B, begin + n), before each."""
        start = torch.full_like(tags[:, :1], self.labels.num_embeddings - 1)
        history = self.labels(torch.cat([start, tags[:, :-1].clamp(min=0)], 1))
        forwards, _ = self.forwards(history)
        backwards = self._backwards(history, begin, history.shape[1] if self.context_query is not None else 1)
        features = [words[:, begin : tags.shape[1]]]
        if self.background_query is not None:
            last = torch.cat([forwards[:, begin:], backwards[:, :, 0]], -1)
            weights = self.background_query(last) @ words.mT
            weights = weights.masked_fill(~mask.unsqueeze(1), -torch.inf).softmax(-1)
            features.append(weights @ words)
        if self.context_query is not None:
            features.append(self._context(self.context_query(torch.cat(features, -1)), forwards, backwards))
        scores: Tensor = self.output(torch.cat(features, -1))
        return scores

    def _backwards(self, history: Tensor, begin: int, n_steps: int) -> Tensor:
        """Backward states, (B, n, n_steps, size), of the histories of the words from `begin` on.

        [b, i, t] is at the label t before the last of the history of word begin + i; 0 where that is before the start.
        """
        n_rows, n_words, size = history.shape
        by_word = history.transpose(0, 1)
        state: tuple[Tensor, Tensor] | None = None
        steps = []
        for step in range(n_steps):
            labels = by_word[max(0, begin - step) : n_words - step].reshape(-1, size)
            state = self.backwards(labels, state and (state[0][-len(labels) :], state[1][-len(labels) :]))
            steps.append(functional.pad(state[0], (0, 0, (n_words - begin) * n_rows - len(labels), 0)))
        return torch.stack(steps, 1).reshape(-1, n_rows, n_steps, size).transpose(0, 1)

    def _context(self, queries: Tensor, forwards: Tensor, backwards: Tensor) -> Tensor:
        """The label context, (B, n, 2 size), of the last n words, whose queries are given."""
        n_words, size = forwards.shape[1:]
        # Forward states stand in the order of the labels, backward states in the order they were read in. `swap` turns
        # either order into the other: the label t before the last of word i is label i - t.
        label = torch.arange(n_words, device=forwards.device)
        distance = label[-queries.shape[1] :].unsqueeze(1) - label
        outside = distance < 0
        swap = distance.clamp(min=0).expand(len(queries), -1, -1)
        by_forwards = (queries[..., :size] @ forwards.mT).gather(2, swap)
        by_backwards = (backwards @ queries[..., size:].unsqueeze(-1)).squeeze(-1)
        weights = (by_forwards + by_backwards).masked_fill(outside, -torch.inf).softmax(-1)
        from_forwards = weights.gather(2, swap).masked_fill(outside, 0) @ forwards
        from_backwards = (weights.unsqueeze(2) @ backwards).squeeze(2)
        return torch.cat([from_forwards, from_backwards], -1)
