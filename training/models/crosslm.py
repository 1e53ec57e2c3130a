"""Named entities and language modelling by one generated BiLSTM (Jia, Liang and Zhang, ACL 2019, section 3).

It is a baseline of CrossNER (Liu et al., 2021, table 2) and of NER-BERT, and is to be trained on both domains at once.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from training.models.encoders import at_words
from training.models.tag_network import LossOfTags, TagNetwork

if TYPE_CHECKING:
    from training.data.batches import NerBatch

_SIZE = 100
"""Size of the states of each direction; this and the next two are those of the published code."""
_EMBEDDING = 8
"""Size of the embeddings of tasks and domains."""
_SAMPLED = 50
"""Pieces that the one to be predicted is told from."""
_TASKS = _ENTITIES, _TEXT = 0, 1
_DOMAINS = 2


class CrossLm(TagNetwork):
    """A BiLSTM reads a sentence twice: for its tags, and to predict each piece from those before and from those behind.

    Its weights are other ones for each task and each domain, made of what all have in common. So how two domains differ
    is learnt from their texts too, for the entities of a domain of which few are annotated.
    """

    def __init__(self, embedding: nn.Embedding, n_tags: int, dropout: float) -> None:
        super().__init__()
        self.embedding = embedding
        self.lstm = GeneratedLstm(embedding.embedding_dim, _SIZE, len(_TASKS), _DOMAINS, _EMBEDDING)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(2 * _SIZE, n_tags)
        self.vocabulary = nn.Linear(_SIZE, embedding.num_embeddings)

    def forward(self, batch: NerBatch) -> Tensor:
        """Scores of the tags of each word, (B, W, tags)."""
        scores: Tensor = self.classifier(at_words(self._states(batch, _ENTITIES), batch))
        return scores

    def loss(self, batch: NerBatch, of_tags: LossOfTags) -> Tensor:
        """The loss of the text and that of the tags of sentences that have them, both by word of the batch."""
        loss = self.text_loss(batch)
        tagged = batch.rows(batch.tags[:, 0] >= 0)
        if not len(tagged.windows):
            return loss
        share = tagged.word_mask.sum() / batch.word_mask.sum()
        return of_tags(self(tagged), tagged) * share + loss

    def text_loss(self, batch: NerBatch) -> Tensor:
        """The negative log-probability of the pieces, by word: the mean of that from the left and that from the right.

        The special pieces at both ends are predicted too. In training each piece is told from some that are drawn; in
        evaluation mode, from all.
        """
        from_left, from_right = self._states(batch, _TEXT).chunk(2, -1)
        pairs = batch.attention_mask[:, 1:].bool()
        before, behind = batch.input_ids[:, :-1][pairs], batch.input_ids[:, 1:][pairs]
        sampled = None
        if self.training:
            sampled = torch.unique(torch.randint(self.vocabulary.out_features, (_SAMPLED,), device=behind.device))
        loss = softmax_loss(self.vocabulary, from_left[:, :-1][pairs], behind, sampled)
        loss = loss + softmax_loss(self.vocabulary, from_right[:, 1:][pairs], before, sampled)
        return loss / 2 / batch.word_mask.sum()

    def _states(self, batch: NerBatch, task: int) -> Tensor:
        """The states of a task at all pieces, (B, L, 2 size): those from the left, then those from the right."""
        pieces = self.dropout(self.embedding(batch.input_ids))
        lengths = batch.attention_mask.sum(1).cpu()
        domains = batch.domains.cpu()
        rows = [(domains == domain).nonzero().squeeze(1) for domain in range(_DOMAINS)]
        read = [self.lstm(pieces[each], lengths[each], task, domain) for domain, each in enumerate(rows) if len(each)]
        states: Tensor = self.dropout(torch.cat(read)[torch.cat(rows).argsort()])
        return states


class GeneratedLstm(nn.Module):
    """Bidirectional LSTMs of one layer, one for each task and domain (section 3.2).

    A number w of one of them is the sum of `meta[w, t, d] * tasks[task, t] * domains[domain, d]` over t and d.
    """

    def __init__(self, input_size: int, size: int, tasks: int, domains: int, embedding: int) -> None:
        super().__init__()
        self.size = size
        weights = [(4 * size, input_size), (4 * size, size), (4 * size,), (4 * size,)]
        self.shapes = weights * 2
        """Of the weights of `torch.nn.LSTM` for its input and state and of their biases, of each direction."""
        n_numbers = sum(map(math.prod, self.shapes))
        self.meta = nn.Parameter(torch.empty(n_numbers, embedding, embedding).uniform_(-1, 1) / math.sqrt(size))
        # Vectors of about length 1, so that generated numbers are of the size of those they are made of.
        scale = math.sqrt(3 / embedding)
        self.tasks = nn.Parameter(torch.empty(tasks, embedding).uniform_(-scale, scale))
        self.domains = nn.Parameter(torch.empty(domains, embedding).uniform_(-scale, scale))

    def forward(self, pieces: Tensor, lengths: Tensor, task: int, domain: int) -> Tensor:
        """The states, (B, L, 2 size), of rows of vectors, (B, L, input size), of so many pieces each; then zeros."""
        packed = pack_padded_sequence(pieces, lengths, batch_first=True, enforce_sorted=False)
        start = pieces.new_zeros(2, len(pieces), self.size)
        weights = self.weights(task, domain)
        states, _, _ = torch.lstm(
            packed.data, packed.batch_sizes, (start, start), weights, True, 1, 0.0, self.training, True
        )
        padded, _ = pad_packed_sequence(
            PackedSequence(states, *packed[1:]), batch_first=True, total_length=pieces.shape[1]
        )
        return padded

    def weights(self, task: int, domain: int) -> list[Tensor]:
        """The weights of the LSTM of a task and a domain, in the order of `shapes`."""
        with torch.autocast(self.meta.device.type, enabled=False):
            numbers = self.meta @ self.domains[domain] @ self.tasks[task]
        ends = [0, *torch.tensor([math.prod(shape) for shape in self.shapes]).cumsum(0).tolist()]
        return [numbers[start:end].view(shape) for (start, end), shape in zip(pairwise(ends), self.shapes, strict=True)]


def softmax_loss(vocabulary: nn.Linear, states: Tensor, wanted: Tensor, sampled: Tensor | None = None) -> Tensor:
    """The sum of the negative log-probabilities of wanted pieces, (N,), after states, (N, size).

    A piece is told from those that are sampled, which differ from each other (negative sampling softmax, section 3.3);
    from all of the vocabulary where none are given.
    """
    if sampled is None:
        return functional.cross_entropy(vocabulary(states).float(), wanted, reduction="sum")
    own = (states * vocabulary.weight[wanted]).sum(-1) + vocabulary.bias[wanted]
    others = functional.linear(states, vocabulary.weight[sampled], vocabulary.bias[sampled])
    others = others.float().masked_fill(wanted.unsqueeze(1) == sampled, -torch.inf)
    return (torch.cat([own.float().unsqueeze(1), others], 1).logsumexp(1) - own).sum()
