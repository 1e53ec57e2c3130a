from __future__ import annotations

import math
from itertools import product

import pytest
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from transformers import PreTrainedTokenizerFast

from schemas.model_options import ModelOptions
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.models import crosslm
from training.models.crosslm import CrossLm, GeneratedLstm, softmax_loss
from training.models.ner_model import NerModel, build_model

DOMAINS = [0, 1, 0, 1]


def new_model(encoder: str, name: str = "crosslm-crf") -> tuple[NerModel, CrossLm]:
    torch.manual_seed(0)
    model = build_model(ModelOptions.parse(name), encoder, TAGS)
    assert isinstance(model.network, CrossLm)
    return model, model.network


def test_weights_are_generated_by_hand() -> None:
    """W ⊗ I_D ⊗ I_T of two numbers each: the 32 numbers of an LSTM of one number in and out, in both directions."""
    lstm = GeneratedLstm(1, 1, 2, 2, 2)
    meta = torch.arange(32 * 4).reshape(32, 2, 2) / 10
    tasks, domains = [[1.0, 2.0], [0.5, -1.0]], [[3.0, 0.0], [-1.0, 4.0]]
    lstm.load_state_dict({"meta": meta, "tasks": torch.tensor(tasks), "domains": torch.tensor(domains)})
    for task, domain in product((0, 1), (0, 1)):
        by_hand = [
            sum(float(meta[w, t, d]) * tasks[task][t] * domains[domain][d] for t in (0, 1) for d in (0, 1))
            for w in range(32)
        ]
        weights = lstm.weights(task, domain)
        assert [tuple(each.shape) for each in weights] == [(4, 1), (4, 1), (4,), (4,)] * 2
        assert torch.cat([each.flatten() for each in weights]).tolist() == pytest.approx(by_hand, rel=1e-5)
    # The first number of the first task and domain: 1 * 3 * 0 + 1 * 0 * 0.1 + 2 * 3 * 0.2 + 2 * 0 * 0.3.
    assert lstm.weights(0, 0)[0].tolist()[0] == pytest.approx([1.2])


def test_the_generated_network_is_an_lstm() -> None:
    torch.manual_seed(0)
    generated, plain = GeneratedLstm(5, 3, 2, 2, 4), nn.LSTM(5, 3, batch_first=True, bidirectional=True)
    with torch.no_grad():
        for parameter, weight in zip(plain.parameters(), generated.weights(1, 0), strict=True):
            parameter.copy_(weight)
        pieces, lengths = torch.randn(3, 6, 5), torch.tensor([4, 6, 1])
        packed = pack_padded_sequence(pieces, lengths, batch_first=True, enforce_sorted=False)
        expected, _ = pad_packed_sequence(plain(packed)[0], batch_first=True)
        torch.testing.assert_close(generated(pieces, lengths, 1, 0), expected)


@pytest.mark.parametrize(
    ("sampled", "others"),
    [
        (None, [(0, 1, 2, 3), (0, 1, 2, 3)]),
        # One of the sampled pieces is wanted itself, and counts once.
        ([1, 3], [(0, 1, 3), (1, 3)]),
    ],
)
def test_the_softmax_by_hand(sampled: list[int] | None, others: list[tuple[int, ...]]) -> None:
    vocabulary = nn.Linear(2, 4)
    vectors, biases = [[1.0, 0.0], [0.5, -1.0], [2.0, 2.0], [0.0, 1.0]], [0.1, 0.2, -0.3, 0.0]
    vocabulary.load_state_dict({"weight": torch.tensor(vectors), "bias": torch.tensor(biases)})
    states, wanted = [[0.5, 1.0], [-1.0, 2.0]], [0, 3]

    def power(state: list[float], piece: int) -> float:
        return math.exp(sum(a * b for a, b in zip(state, vectors[piece], strict=True)) + biases[piece])

    expected = -sum(
        math.log(power(state, piece) / sum(power(state, other) for other in told_from))
        for state, piece, told_from in zip(states, wanted, others, strict=True)
    )
    drawn = None if sampled is None else torch.tensor(sampled)
    found = softmax_loss(vocabulary, torch.tensor(states), torch.tensor(wanted), drawn)
    assert found.item() == pytest.approx(expected, rel=1e-5)


def test_the_loss_of_the_text_by_hand(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    """States that say nothing: a piece is as probable as its bias makes it, and each is predicted from both sides."""
    model, network = new_model(encoder)
    cls, bob, sep = tokenizer("Bob").input_ids
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        network.vocabulary.bias[[bob, cls]] = torch.tensor([2.0, 1.0])
    batch = ner_batch(tokenizer, ["Bob"])
    assert batch.input_ids.tolist() == [[cls, bob, sep]]
    total = math.log(math.e**2 + math.e + network.vocabulary.out_features - 2)
    # Of one word: from the left Bob and [SEP], from the right Bob and [CLS].
    assert model.eval()(batch).item() == pytest.approx((total - 2 + total + total - 2 + total - 1) / 2, rel=1e-5)


def test_a_piece_is_predicted_from_what_stands_before_and_from_what_stands_behind(
    encoder: str, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, network = new_model(encoder)
    seen: list[tuple[Tensor, list[int]]] = []

    def record(vocabulary: nn.Linear, states: Tensor, wanted: Tensor, sampled: Tensor | None = None) -> Tensor:
        seen.append((states.detach(), wanted.tolist()))
        return softmax_loss(vocabulary, states, wanted, sampled)

    monkeypatch.setattr(crosslm, "softmax_loss", record)
    network.eval()
    for sentence in ("Bob in Bob", "Bob in in"):
        network.text_loss(ner_batch(tokenizer, [sentence]))
    (left, _), (right, _), (other_left, _), (other_right, _) = seen
    ids = ner_batch(tokenizer, ["Bob in Bob"]).input_ids[0].tolist()
    assert (seen[0][1], seen[1][1]) == (ids[1:], ids[:-1])
    # The third word is wanted from the left by the third state, and seen by the fourth; from the right the other way.
    assert torch.equal(left[:3], other_left[:3])
    assert not torch.equal(left[3], other_left[3])
    assert torch.equal(right[3], other_right[3])
    assert not torch.isclose(right[:3], other_right[:3]).all(1).any()


@pytest.mark.parametrize(("weight", "changed"), [("tasks", [True, True]), ("domains", [False, True])])
def test_each_task_and_domain_has_weights_of_its_own(
    encoder: str, tokenizer: PreTrainedTokenizerFast, weight: str, changed: list[bool]
) -> None:
    _, network = new_model(encoder)
    network.eval()
    batch = ner_batch(tokenizer, ["Bob in Canada", "Bob in Canada"], None, [0, 1])
    with torch.no_grad():
        scores, loss = network(batch), network.text_loss(batch)
        assert not torch.isclose(scores[0], scores[1]).any()
        # Of the second domain, and of the task of tags.
        getattr(network.lstm, weight)[0 if weight == "tasks" else 1] += 1
        found = (scores != network(batch)).flatten(1).any(1).tolist()
        assert found == changed
        assert (network.text_loss(batch).item() == loss.item()) is (weight == "tasks")


@pytest.mark.parametrize("name", ["crosslm", "crosslm-crf"])
def test_sentences_without_tags_are_text_only(encoder: str, tokenizer: PreTrainedTokenizerFast, name: str) -> None:
    model, network = new_model(encoder, name)
    model.eval()
    tags = some_tags(SENTENCES)
    untagged = [tags[0], [-100], tags[2], [-100] * len(tags[3])]
    with torch.no_grad():
        batch = ner_batch(tokenizer, SENTENCES, untagged, DOMAINS)
        tagged = ner_batch(tokenizer, [SENTENCES[0], SENTENCES[2]], [tags[0], tags[2]])
        of_tags = model(tagged) - network.text_loss(tagged)
        share = float(tagged.word_mask.sum() / batch.word_mask.sum())
        assert 0.4 < share < 0.6
        assert float(model(batch)) == pytest.approx(float(of_tags) * share + float(network.text_loss(batch)), rel=1e-5)
        alone = ner_batch(tokenizer, SENTENCES[:1], [[-100] * len(tags[0])])
        assert float(model(alone)) == float(network.text_loss(alone))


def test_in_training_a_piece_is_told_from_some_that_are_drawn(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    _, network = new_model(encoder)
    network.dropout.p = 0.0
    batch = ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))
    with torch.no_grad():
        whole = float(network.eval().text_loss(batch))
        drawn = [float(network.train().text_loss(batch)) for _ in range(3)]
    assert len({*drawn}) == 3
    # Of 150 pieces at most 51 are summed.
    assert all(0.5 * whole < loss < whole for loss in drawn)


def test_gradients_reach_every_weight(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    model, _ = new_model(encoder)
    model(ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES), DOMAINS)).backward()
    assert [key for key, each in model.named_parameters() if each.grad is None or not each.grad.any()] == []
