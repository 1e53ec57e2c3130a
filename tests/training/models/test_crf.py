from __future__ import annotations

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from training.models.crf import LinearChainCrf, bio_rules


def crf(n_tags: int, seed: int, spread: float = 3.0) -> LinearChainCrf:
    torch.manual_seed(seed)
    model = LinearChainCrf(n_tags).double()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, spread)
    return model


def score(model: LinearChainCrf, scores: Tensor, tags: tuple[int, ...]) -> float:
    total = model.first[tags[0]].detach() + model.last[tags[-1]]
    for place, tag in enumerate(tags):
        total = total + scores[place, tag]
        if place:
            total = total + model.transitions[tags[place - 1], tag]
    return float(total.detach())


@settings(deadline=None, max_examples=40)
@given(
    lengths=st.lists(st.integers(1, 5), min_size=1, max_size=4),
    n_tags=st.integers(1, 4),
    seed=st.integers(0, 10_000),
)
def test_equals_the_enumeration_of_all_sequences(lengths: list[int], n_tags: int, seed: int) -> None:
    model = crf(n_tags, seed)
    scores = 4 * torch.randn(len(lengths), max(lengths), n_tags)
    tags = torch.randint(n_tags, scores.shape[:2])
    mask = torch.arange(max(lengths)) < torch.tensor(lengths).unsqueeze(1)
    likelihood = model.log_likelihood(scores, tags.masked_fill(~mask, -100), mask).detach()
    best = model.best(scores, mask)
    for row, length in enumerate(lengths):
        all_scores = {
            sequence: score(model, scores[row], sequence)
            for sequence in itertools.product(range(n_tags), repeat=length)
        }
        gold = tuple(tags[row, :length].tolist())
        total = torch.logsumexp(torch.tensor(list(all_scores.values()), dtype=torch.float64), 0)
        assert float(likelihood[row]) == pytest.approx(all_scores[gold] - float(total), abs=1e-3)
        found = tuple(best[row, :length].tolist())
        assert all_scores[found] == pytest.approx(max(all_scores.values()), abs=1e-4)
        assert best[row, length:].eq(0).all()


@settings(deadline=None, max_examples=30)
@given(length=st.integers(1, 5), seed=st.integers(0, 10_000))
def test_with_the_rules_of_bio_the_best_valid_sequence_is_found(length: int, seed: int) -> None:
    tags = ("O", "B-x", "I-x", "B-y", "I-y")
    free = crf(len(tags), seed)
    model = LinearChainCrf(len(tags), bio_rules(tags)).double()
    model.load_state_dict(free.state_dict())
    scores = 4 * torch.randn(1, length, len(tags))

    def valid(sequence: tuple[int, ...]) -> bool:
        names = ["O", *(tags[tag] for tag in sequence)]
        return all(b[:2] != "I-" or a[2:] == b[2:] for a, b in itertools.pairwise(names))

    [found] = model.best(scores, torch.ones(1, length).bool()).tolist()
    assert valid(tuple(found))
    sequences = filter(valid, itertools.product(range(len(tags)), repeat=length))
    best = max(score(free, scores[0], sequence) for sequence in sequences)
    assert score(free, scores[0], tuple(found)) == pytest.approx(best, abs=1e-4)


def test_gradients_are_those_of_the_enumeration() -> None:
    model = crf(3, seed=5)
    scores = torch.randn(1, 4, 3, requires_grad=True)
    mask = torch.ones(1, 4).bool()
    gold = torch.tensor([[0, 2, 1, 1]])
    (gradient,) = torch.autograd.grad(model.log_likelihood(scores, gold, mask).sum(), scores)
    sequences = list(itertools.product(range(3), repeat=4))
    weights = torch.tensor([score(model, scores[0], sequence) for sequence in sequences]).softmax(0)
    expected = torch.zeros(4, 3)
    for place in range(4):
        expected[place, gold[0, place]] += 1
        for sequence, weight in zip(sequences, weights, strict=True):
            expected[place, sequence[place]] -= weight
    torch.testing.assert_close(gradient[0], expected, atol=1e-4, rtol=1e-4)


def test_impossible_transitions_give_neither_infinity_nor_nan() -> None:
    model = crf(3, seed=1)
    with torch.no_grad():
        model.transitions[:, 1] = -1e4
    scores = torch.randn(2, 5, 3, requires_grad=True)
    loss = -model.log_likelihood(scores, torch.zeros(2, 5).long(), torch.ones(2, 5).bool()).sum()
    gradients = torch.autograd.grad(loss, [scores, *model.parameters()])
    assert loss.isfinite()
    assert all(gradient.isfinite().all() for gradient in gradients)


def test_half_precision_around_it_changes_nothing() -> None:
    model = LinearChainCrf(4)
    scores, tags, mask = torch.randn(2, 6, 4), torch.randint(4, (2, 6)), torch.ones(2, 6).bool()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        inside = model.log_likelihood(scores, tags, mask)
    assert torch.equal(inside, model.log_likelihood(scores, tags, mask))


@pytest.mark.parametrize("large", [30.0, 59.0, 61.0, 200.0, -200.0, 5000.0])
def test_large_transitions_lose_nothing(large: float) -> None:
    """The best way takes no large transition where its score speaks for another: its probability is of both ways."""
    model = LinearChainCrf(2)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        model.transitions[0, 1] = large
    scores, mask = torch.tensor([[[0.0, large - 1], [0.0, 0.0]]]), torch.ones(1, 2, dtype=torch.bool)
    ways = [0.0, large, large - 1, large - 1]  # tags 00, 01, 10, 11
    total = float(torch.logsumexp(torch.tensor(ways, dtype=torch.float64), 0))
    for tags, way in zip(itertools.product(range(2), repeat=2), ways, strict=True):
        likelihood = model.log_likelihood(scores, torch.tensor([tags]), mask)
        assert float(likelihood.detach()) == pytest.approx(way - total, abs=2e-3)
