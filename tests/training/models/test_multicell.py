from __future__ import annotations

import math

import pytest
import torch
from transformers import PreTrainedTokenizerFast

from schemas.model_options import ModelOptions
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.models.multicell import MultiCell, MultiCellLstm
from training.models.ner_model import build_model


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


@pytest.mark.parametrize("reverse", [False, True])
def test_cells_and_their_composition_by_hand(reverse: bool) -> None:
    """Two cells of one number each, over two words, the second row having one; equations of section 3.2 one by one."""
    lstm = MultiCellLstm(1, 1, 2)
    weights = {
        "typed_input.weight": [[0.5], [1.0], [-0.5], [2.0]],  # gate and candidate of the first cell, then the second
        "typed_input.bias": [0.1, 0.0, 0.0, -0.2],
        "typed_state.weight": [[0.3], [0.2], [0.1], [-0.4]],
        "composed_input.weight": [[1.0], [0.7], [0.6]],  # write, read, candidate
        "composed_input.bias": [0.0, 0.1, 0.0],
        "composed_state.weight": [[0.5], [-0.3], [0.2]],
        "query.weight": [[1.0], [-1.0]],
        "key.weight": [[0.5], [2.0]],
        "weigh.weight": [[1.5, -0.5]],
    }
    lstm.load_state_dict({name: torch.tensor(value) for name, value in weights.items()})
    words = torch.tensor([[[1.0], [-2.0]], [[3.0], [9.0]]])
    mask = torch.tensor([[True, True], [True, False]])
    with torch.no_grad():
        found = lstm(words, mask, reverse=reverse)

    def by_hand(inputs: list[float]) -> list[tuple[float, list[float], list[float]]]:
        hidden = cell = 0.0
        rows = []
        for x in inputs:
            writes = [sigmoid(0.5 * x + 0.1 + 0.3 * hidden), sigmoid(-0.5 * x + 0.1 * hidden)]
            news = [math.tanh(x + 0.2 * hidden), math.tanh(2 * x - 0.2 - 0.4 * hidden)]
            cells = [write * new + (1 - write) * cell for write, new in zip(writes, news, strict=True)]
            write, read = sigmoid(x + 0.5 * hidden), sigmoid(0.7 * x + 0.1 - 0.3 * hidden)
            new = math.tanh(0.6 * x + 0.2 * hidden)
            powers = [math.exp(1.5 * math.tanh(new + 0.5 * c) - 0.5 * math.tanh(-new + 2 * c)) for c in cells]
            shares = [power / sum(powers) for power in powers]
            cell = write * sum(share * c for share, c in zip(shares, cells, strict=True)) + (1 - write) * cell
            hidden = read * math.tanh(cell)
            rows.append((hidden, cells, shares))
        return rows

    first = by_hand([-2.0, 1.0])[::-1] if reverse else by_hand([1.0, -2.0])
    for row, place, (hidden, cells, shares) in [(0, 0, first[0]), (0, 1, first[1]), (1, 0, by_hand([3.0])[0])]:
        assert found.hidden[row, place].tolist() == pytest.approx([hidden], rel=1e-5)
        assert found.cells[row, place, :, 0].tolist() == pytest.approx(cells, rel=1e-5)
        assert found.attention[row, place].tolist() == pytest.approx(shares, rel=1e-5)


def test_the_losses_of_the_cells_are_added_by_hand(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    """Cells that know nothing guess each of the three types with a third; attention that weighs nothing is as even."""
    torch.manual_seed(0)
    model = build_model(ModelOptions("multicell"), encoder, TAGS).eval()
    assert isinstance(model.network, MultiCell)
    with torch.no_grad():
        for parameter in model.network.parameters():
            parameter.zero_()
        # The guess of O is e times as likely as that of place and person.
        model.network.type_bias[0] = 1.0
        loss = float(model(ner_batch(tokenizer, ["Alice met", "Bob"], [[3, 0], [-100]])))
    guesses = (math.log(math.e + 2) + math.log(math.e + 2) - 1) / 2
    assert loss == pytest.approx(math.log(len(TAGS)) + guesses + math.log(3), rel=1e-5)


@pytest.mark.parametrize("tag", [1, 2])
def test_begin_and_inside_are_of_the_same_cell(encoder: str, tokenizer: PreTrainedTokenizerFast, tag: int) -> None:
    torch.manual_seed(0)
    network = build_model(ModelOptions("multicell"), encoder, TAGS).eval().network
    assert isinstance(network, MultiCell)
    with torch.no_grad():
        network.type_bias.copy_(torch.tensor([0.0, 50.0, 0.0]))
        batches = [ner_batch(tokenizer, ["Bob"], [[each]]) for each in (tag, 3)]
        place, other = (network.loss(each, lambda _scores, _batch: torch.zeros(())) for each in batches)
    assert float(place) < 10 < float(other)


def test_gradients_reach_every_weight(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    torch.manual_seed(0)
    model = build_model(ModelOptions.parse("multicell-crf"), encoder, TAGS)
    model(ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))).backward()
    assert [key for key, each in model.named_parameters() if each.grad is None or not each.grad.any()] == []
