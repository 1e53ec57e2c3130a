"""Coach's two steps, by hand on states that are given."""

from __future__ import annotations

import math

import pytest
import torch
from torch import nn
from transformers import PreTrainedTokenizerFast

from schemas.errors import InputError
from tests.support.training.tiny import TAGS, ner_batch
from training.models.coach import Coach


@pytest.fixture
def model(tokenizer: PreTrainedTokenizerFast) -> Coach:
    """One whose finder takes places from its states, and whose reader lets one number of them through.

    The reader's states are tanh(cell) / 2, and the cell halves what it had and takes half of tanh(number), since all
    gates are half open. Types are scored by the first direction's state and by minus twice that.
    """
    coach = Coach(nn.Embedding(len(tokenizer), 2), TAGS, dropout=0.5).eval()
    with torch.no_grad():
        for parameter in coach.parameters():
            parameter.zero_()
        for name in ("weight_ih_l0", "weight_ih_l0_reverse"):
            # The gates stand as input, forget, cell and output; only the cell reads.
            getattr(coach.reader, name)[2, 1] = 1.0
        # Scores of O, B and I are products with the one-hot places in the states.
        for place in range(3):
            coach.finder.classifier.weight[place, 2 + place] = 5.0
        coach.labels.copy_(torch.tensor([[1.0, 0.0], [-2.0, 0.0]]))
    return coach


def given_states(model: Coach, monkeypatch: pytest.MonkeyPatch, words: list[list[tuple[int, float]]]) -> None:
    """Make the finder give for each word these states: its place (0, 1 or 2: O, B or I) and the reader's number."""
    width = max(map(len, words))
    states = torch.zeros(len(words), width, 512)
    for row, sentence in enumerate(words):
        for word, (place, number) in enumerate(sentence):
            states[row, word, 1] = number
            states[row, word, 2 + place] = 1.0

    monkeypatch.setattr(model.finder, "states", lambda _: states)


def state(*numbers: float) -> float:
    """The sum of the reader's states over the numbers."""
    cell = total = 0.0
    for number in numbers:
        cell = 0.5 * cell + 0.5 * math.tanh(number)
        total += 0.5 * math.tanh(cell)
    return total


def test_the_loss_is_that_of_the_places_and_of_the_types_by_hand(
    model: Coach, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_states(model, monkeypatch, [[(1, 1.0), (2, -3.0), (0, 9.0)], [(0, 7.0)]])
    batch = ner_batch(tokenizer, ["Lake Ontario .", "Bob"], [[1, 2, 0], [3]])
    # Transitions are 0: each word for itself, four of them, of which the last is seen as O and is B.
    total = math.log(math.exp(5.0) + 2)
    places = 3 * (total - 5.0) + total
    # The first entity is of type 0 and is read as [1, -3], the second of type 1 and is read as [7].
    types = 0.0
    for gold, numbers in ((0, (1.0, -3.0)), (1, (7.0,))):
        scores = [state(*numbers), -2 * state(*numbers)]
        types += math.log(sum(map(math.exp, scores))) - scores[gold]
    assert model.loss(batch).item() == pytest.approx((places + types) / 4, rel=1e-5)


def test_entities_are_found_first_and_then_get_the_type_of_the_best_name(
    model: Coach, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Labels 1 and -2: what is read as positive is of type 0, as negative of type 1.
    given_states(model, monkeypatch, [[(1, -0.2), (2, 3.0), (0, 0.0), (1, -1.0)], [(0, 5.0)]])
    batch = ner_batch(tokenizer, ["Lake Ontario near Bob", "near"])
    assert state(-0.2, 3.0) > 0 > state(-1.0)
    assert model.decode(batch) == ([[1, 2, 0, 3], [0]], {})


def test_what_is_found_is_valid_bio(
    model: Coach, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    # I is best everywhere; one that begins nothing becomes B, as that costs no more than O.
    given_states(model, monkeypatch, [[(2, 1.0), (2, 1.0)]])
    assert model.decode(ner_batch(tokenizer, ["Lake Ontario"])) == ([[1, 2]], {})


def test_a_batch_without_entities_has_the_loss_of_the_places(
    model: Coach, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_states(model, monkeypatch, [[(0, 1.0)]])
    loss = model.loss(ner_batch(tokenizer, ["near"], [[0]]))
    assert loss.item() == pytest.approx(math.log(math.exp(5.0) + 2) - 5.0, rel=1e-4)


def test_a_type_is_the_sum_of_the_vectors_of_its_name(tokenizer: PreTrainedTokenizerFast) -> None:
    embedding = nn.Embedding(len(tokenizer), 4)
    model = Coach(embedding, ("O", "B-a", "I-a", "B-a_b", "I-a_b"), dropout=0.0)
    model.read_labels(tokenizer)
    a, b = (embedding.weight[tokenizer.get_vocab()[letter]].detach() for letter in "ab")
    assert torch.equal(model.labels, torch.stack([a, a + b]))
    assert "labels" not in dict(model.named_parameters())


def test_types_of_one_name_are_refused(tokenizer: PreTrainedTokenizerFast) -> None:
    model = Coach(nn.Embedding(len(tokenizer), 4), ("O", "B-a", "I-a", "B-b", "I-b", "B-A", "I-A"), dropout=0.0)
    with pytest.raises(InputError, match="names of the types a and A are the same .* label_map or normalise"):
        model.read_labels(tokenizer)


def test_a_type_whose_name_has_no_vector_is_refused(tokenizer: PreTrainedTokenizerFast) -> None:
    embedding = nn.Embedding(len(tokenizer), 4)
    nn.init.zeros_(embedding.weight)
    with pytest.raises(InputError, match="no vector for the name of the type place, and Coach knows types by it"):
        Coach(embedding, TAGS, dropout=0.0).read_labels(tokenizer)


def test_vectors_of_an_odd_size_are_refused(tokenizer: PreTrainedTokenizerFast) -> None:
    with pytest.raises(InputError, match="vectors have 3 numbers; Coach needs an even number"):
        Coach(nn.Embedding(len(tokenizer), 3), TAGS, dropout=0.0)
