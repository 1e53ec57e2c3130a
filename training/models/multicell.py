"""The multi-cell compositional LSTM: a cell for each entity type (Jia and Zhang, 2020, section 3)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from training.models.encoders import encode_words
from training.models.tag_network import LossOfTags, TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch

_SIZE = 100
"""Size of the states of each direction, as in the published code."""


class MultiCell(TagNetwork):
    """Scores of the tags of each word, from a bidirectional multi-cell LSTM over the encoder's states of the words.

    Tags are those of `LabelSet.bio_tags`: O, then B and I of each type. O has a cell as each type has. Two losses
    beside that of the tags make a cell that of its type: the cells' own guess of the word's type, and the attention by
    which the cells are composed.
    """

    def __init__(self, encoder: PreTrainedModel, n_tags: int, dropout: float) -> None:
        super().__init__()
        n_cells = (n_tags + 1) // 2
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.forwards = MultiCellLstm(encoder.config.hidden_size, _SIZE, n_cells)
        self.backwards = MultiCellLstm(encoder.config.hidden_size, _SIZE, n_cells)
        self.classifier = nn.Linear(2 * _SIZE, n_tags)
        self.of_type = nn.Parameter(torch.empty(n_cells, 2 * _SIZE).uniform_(-1, 1) / math.sqrt(2 * _SIZE))
        """What the cell of each type looks like where a word is of the type."""
        self.type_bias = nn.Parameter(torch.zeros(n_cells))

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores, (B, W, tags)."""
        return self._scores(self._states(batch))

    def loss(self, batch: NerBatch, of_tags: LossOfTags) -> Tensor:
        """The sum of the loss of the tags and the two losses of the cells: means over the labelled words."""
        states = self._states(batch)
        types = torch.where(batch.tags < 0, batch.tags, (batch.tags + 1) // 2).flatten()
        guesses = (self.dropout(states.cells) * self.of_type).sum(-1) + self.type_bias
        attention = states.attention.float().clamp_min(torch.finfo(torch.float32).tiny).log()
        by_cells, by_attention = (
            functional.nll_loss(each.flatten(0, 1), types, ignore_index=-100, reduction="sum")
            for each in (guesses.float().log_softmax(-1), attention)
        )
        own = (by_cells + by_attention) / (types >= 0).sum().clamp(min=1)
        return of_tags(self._scores(states), batch) + own

    def _scores(self, states: States) -> Tensor:
        scores: Tensor = self.classifier(self.dropout(states.hidden))
        return scores

    def _states(self, batch: NerBatch) -> States:
        """Of both directions: states and cells side by side, the attention's mean."""
        words = self.dropout(encode_words(self.encoder, batch))
        before, after = self.forwards(words, batch.word_mask), self.backwards(words, batch.word_mask, reverse=True)
        return States(
            torch.cat([before.hidden, after.hidden], -1),
            torch.cat([before.cells, after.cells], -1),
            (before.attention + after.attention) / 2,
        )


class States(NamedTuple):
    """What a multi-cell LSTM makes of each word."""

    hidden: Tensor
    """(B, W, size)"""
    cells: Tensor
    """(B, W, cells, size): the cells of the types, each with its own input gate over the composed cell before."""
    attention: Tensor
    """(B, W, cells): the share of each cell in the composed one."""


class MultiCellLstm(nn.Module):
    """One direction (section 3.2): cells of types, composed by attention into the cell that the next word reads.

    An input gate i writes, and 1 - i keeps what was there: there is no forget gate.
    """

    def __init__(self, input_size: int, size: int, n_cells: int) -> None:
        super().__init__()
        self.size = size
        self.n_cells = n_cells
        self.typed_input = nn.Linear(input_size, 2 * size * n_cells)
        self.typed_state = nn.Linear(size, 2 * size * n_cells, bias=False)
        self.composed_input = nn.Linear(input_size, 3 * size)
        self.composed_state = nn.Linear(size, 3 * size, bias=False)
        self.query = nn.Linear(size, 2 * size, bias=False)
        self.key = nn.Linear(size, 2 * size, bias=False)
        self.weigh = nn.Linear(2 * size, 1, bias=False)

    def forward(self, words: Tensor, mask: Tensor, reverse: bool = False) -> States:
        """The states of words, (B, W, input size), which stand where the mask, (B, W), says; padding is unread."""
        typed, composed = self.typed_input(words), self.composed_input(words)
        hidden = words.new_zeros(len(words), self.size)
        cell = torch.zeros_like(hidden)
        steps = []
        places = range(words.shape[1])
        for place in reversed(places) if reverse else places:
            here = mask[:, place, None]
            new, new_cell, cells, attention = self._step(typed[:, place], composed[:, place], hidden, cell)
            hidden, cell = torch.where(here, new, hidden), torch.where(here, new_cell, cell)
            steps.append((new, cells, attention))
        return States(*(torch.stack(each[::-1] if reverse else each, 1) for each in zip(*steps, strict=True)))

    def _step(self, typed: Tensor, composed: Tensor, hidden: Tensor, cell: Tensor) -> tuple[Tensor, ...]:
        both = (typed + self.typed_state(hidden)).unflatten(-1, (self.n_cells, 2 * self.size))
        write, new = both.chunk(2, -1)
        write = write.sigmoid()
        cells = write * new.tanh() + (1 - write) * cell.unsqueeze(1)
        write, read, new = (composed + self.composed_state(hidden)).chunk(3, -1)
        scores = self.weigh((self.query(new.tanh()).unsqueeze(1) + self.key(cells)).tanh()).squeeze(-1)
        attention = scores.softmax(-1)
        write = write.sigmoid()
        cell = write * (attention.unsqueeze(-1) * cells).sum(1) + (1 - write) * cell
        return read.sigmoid() * cell.tanh(), cell, cells, attention
