"""Linear-chain conditional random field (Lafferty et al., 2001; as a layer on a network: Lample et al., 2016)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

_NARROW = 60.0
"""Difference between transitions above which products of their exponentials lose what matters: e^-87 is 0."""


class LinearChainCrf(nn.Module):
    """Scores of sequences of tags: of each tag at its word, and of each tag after another, first and last.

    Masks are (B, W) bool, True for the words, which stand at the beginning of each row; every row has one at least.
    """

    may_begin: Tensor
    may_follow: Tensor

    def __init__(self, n_tags: int, rules: tuple[Tensor, Tensor] | None = None) -> None:
        """`rules` restrict what is predicted, not training: which tags may be first, (tags,), and which may follow
        which, (tags, tags), bool."""
        super().__init__()
        self.transitions = nn.Parameter(torch.empty(n_tags, n_tags).uniform_(-0.1, 0.1))
        """[i, j]: score of tag j after tag i."""
        self.first = nn.Parameter(torch.empty(n_tags).uniform_(-0.1, 0.1))
        self.last = nn.Parameter(torch.empty(n_tags).uniform_(-0.1, 0.1))
        may_begin, may_follow = rules or (torch.ones(n_tags).bool(), torch.ones(n_tags, n_tags).bool())
        self.register_buffer("may_begin", may_begin, persistent=False)
        self.register_buffer("may_follow", may_follow, persistent=False)

    def log_likelihood(self, scores: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Log-probability of the tags of each row, (B,); `scores` is (B, W, tags), `tags` (B, W)."""
        # Half precision is too coarse for sums of exponentials over a whole sentence.
        with torch.autocast(scores.device.type, enabled=False):
            scores = scores.float()
            return self._score(scores, tags, mask) - self._log_partition(scores, mask)

    def _score(self, scores: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        tags = tags.masked_fill(~mask, 0)
        at_words = scores.gather(2, tags.unsqueeze(-1)).squeeze(-1)
        between = self.transitions[tags[:, :-1], tags[:, 1:]]
        last = tags.gather(1, mask.sum(1, keepdim=True) - 1).squeeze(1)
        summed = (at_words * mask).sum(1) + (between * mask[:, 1:]).sum(1)
        return summed + self.first[tags[:, 0]] + self.last[last]

    def _log_partition(self, scores: Tensor, mask: Tensor) -> Tensor:
        transitions = self.transitions
        by_product = bool((transitions.max() - transitions.min()).detach() < _NARROW)
        step = _product_step(transitions) if by_product else _exact_step(transitions)
        alpha = self.first + scores[:, 0]
        for word in range(1, scores.shape[1]):
            alpha = torch.where(mask[:, word, None], step(alpha) + scores[:, word], alpha)
        return torch.logsumexp(alpha + self.last, 1)

    def best(self, scores: Tensor, mask: Tensor) -> Tensor:
        """The most probable tags of each row, (B, W), 0 where padded (Viterbi)."""
        with torch.autocast(scores.device.type, enabled=False):
            scores = scores.float()
            first = self.first.masked_fill(~self.may_begin, -torch.inf)
            transitions = self.transitions.masked_fill(~self.may_follow, -torch.inf)
            best = first + scores[:, 0]
            came_from = []
            stay = torch.arange(scores.shape[2], device=scores.device).expand_as(best)
            for word in range(1, scores.shape[1]):
                values, before = (best.unsqueeze(2) + transitions).max(1)
                here = mask[:, word, None]
                best = torch.where(here, values + scores[:, word], best)
                came_from.append(torch.where(here, before, stay))
            tags = [(best + self.last).argmax(1)]
        for before in reversed(came_from):
            tags.append(before.gather(1, tags[-1].unsqueeze(1)).squeeze(1))
        return torch.stack(tags[::-1], 1).masked_fill(~mask, 0)


def bio_rules(tags: Sequence[str]) -> tuple[Tensor, Tensor]:
    """What BIO allows, for `LinearChainCrf`: I-x stands only after B-x or I-x."""
    inside = torch.tensor([tag.startswith("I-") for tag in tags])
    same_type = torch.tensor([[a != "O" and a[2:] == b[2:] for b in tags] for a in tags])
    return ~inside, ~inside | same_type


def _product_step(transitions: Tensor) -> Callable[[Tensor], Tensor]:
    """From the log-sums of all beginnings up to a word, by its tag, to those up to the next, without its scores.

    By a matrix product of exponentials, each shifted by the largest: with 631 tags that takes (B, tags) numbers for a
    word and not (B, tags, tags).
    """
    largest = transitions.max()
    factors = (transitions - largest).exp()
    tiny = torch.finfo(factors.dtype).tiny

    def step(alpha: Tensor) -> Tensor:
        shift = alpha.max(1, keepdim=True).values
        return ((alpha - shift).exp() @ factors).clamp_min(tiny).log() + shift + largest

    return step


def _exact_step(transitions: Tensor) -> Callable[[Tensor], Tensor]:
    """The same for transitions of any size."""
    return lambda alpha: torch.logsumexp(alpha.unsqueeze(2) + transitions, 1)
