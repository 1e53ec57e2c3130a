"""LANER against a slow reference, which runs the whole history of each word step by step."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from transformers import PreTrainedTokenizerFast

from schemas.model_options import ModelOptions
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.models import laner
from training.models.encoders import encode_words
from training.models.laner import Laner
from training.models.ner_model import NerModel, build_model
from training.models.tagger import Tagger

NAMES = ["laner", "laner-no-background", "laner-no-context", "laner-d7", "laner-crf"]


def wild_model(encoder: str, name: str, seed: int = 0) -> NerModel:
    """A model whose scores depend strongly on the labels before; those of a new model do not."""
    torch.manual_seed(seed)
    model = build_model(ModelOptions.parse(name), encoder, TAGS).eval()
    with torch.no_grad():
        for key, parameter in model.network.named_parameters():
            if not key.startswith("encoder."):
                parameter.mul_(4)
    return model


def lstm_states(lstm: nn.LSTM | nn.LSTMCell, inputs: list[Tensor]) -> list[Tensor]:
    """The states of an LSTM, one step after the other, from its four gates."""
    input_weight, hidden_weight, input_bias, hidden_bias = lstm._parameters.values()
    assert input_weight is not None
    assert hidden_weight is not None
    assert input_bias is not None
    assert hidden_bias is not None
    hidden, cell = torch.zeros(lstm.hidden_size), torch.zeros(lstm.hidden_size)
    states = []
    for each in inputs:
        gates = input_weight @ each + input_bias + hidden_weight @ hidden + hidden_bias
        write, keep, new, read = gates.chunk(4)
        cell = keep.sigmoid() * cell + write.sigmoid() * new.tanh()
        hidden = read.sigmoid() * cell.tanh()
        states.append(hidden)
    return states


def word_scores(network: Laner, words: Tensor, word: int, before: list[int]) -> Tensor:
    """Equations 3 to 10 of the paper for one word of one sentence, `before` being the tags of the words before it."""
    start = network.labels.num_embeddings - 1
    history = [network.labels.weight[label] for label in [start, *before]]
    forwards = lstm_states(network.forwards, history)
    backwards = lstm_states(network.backwards, history[::-1])[::-1]
    states = torch.stack([torch.cat(pair) for pair in zip(forwards, backwards, strict=True)])
    parts = [words[word]]
    if network.background_query is not None:
        weights = torch.softmax(words @ network.background_query(states[-1]), 0)
        parts.append(weights @ words)
    if network.context_query is not None:
        weights = torch.softmax(states @ network.context_query(torch.cat(parts)), 0)
        parts.append(weights @ states)
    scores: Tensor = network.output(torch.cat(parts))
    return scores


@pytest.mark.parametrize("name", NAMES)
def test_scores_given_the_annotated_tags_are_those_of_the_reference(
    encoder: str, tokenizer: PreTrainedTokenizerFast, name: str
) -> None:
    model = wild_model(encoder, name)
    network = model.network
    assert isinstance(network, Laner)
    tags = some_tags(SENTENCES)
    batch = ner_batch(tokenizer, SENTENCES, tags)
    with torch.no_grad():
        scores = network(batch)
        words = encode_words(network.encoder, batch)
        for row, sentence in enumerate(tags):
            for place in range(len(sentence)):
                expected = word_scores(network, words[row, : len(sentence)], place, sentence[:place])
                torch.testing.assert_close(scores[row, place], expected, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("name", ["laner", "laner-no-context"])
def test_the_loss_is_the_mean_of_the_reference_over_the_words(
    encoder: str, tokenizer: PreTrainedTokenizerFast, name: str
) -> None:
    model = wild_model(encoder, name)
    network = model.network
    assert isinstance(network, Laner)
    tags = some_tags(SENTENCES)
    batch = ner_batch(tokenizer, SENTENCES, tags)
    with torch.no_grad():
        words = encode_words(network.encoder, batch)
        losses = [
            -word_scores(network, words[row, : len(sentence)], place, sentence[:place]).log_softmax(0)[tag]
            for row, sentence in enumerate(tags)
            for place, tag in enumerate(sentence)
        ]
        assert float(model(batch)) == pytest.approx(float(torch.stack(losses).mean()), rel=1e-4)


@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 10_000),
    name=st.sampled_from(["laner", "laner-no-background", "laner-no-context"]),
    data=st.data(),
)
def test_decoding_is_the_greedy_choice_word_by_word(
    encoder: str, tokenizer: PreTrainedTokenizerFast, seed: int, name: str, data: st.DataObject
) -> None:
    words_of_text = sorted({word for sentence in SENTENCES for word in sentence.split()})
    sentence = st.lists(st.sampled_from(words_of_text), min_size=1, max_size=9).map(" ".join)
    sentences = data.draw(st.lists(sentence, min_size=1, max_size=3))
    model = wild_model(encoder, name, seed)
    network = model.network
    assert isinstance(network, Laner)
    batch = ner_batch(tokenizer, sentences)
    decoded = model.decode(batch)
    with torch.no_grad():
        words = encode_words(network.encoder, batch)
        for row, sentence_tags in enumerate(decoded):
            before: list[int] = []
            for place in range(len(sentence_tags)):
                scores = word_scores(network, words[row, : len(sentence_tags)], place, before)
                before.append(int(scores.argmax()))
            assert sentence_tags == before


@pytest.mark.parametrize("block", [1, 2, 5, 100])
def test_the_size_of_the_blocks_changes_nothing(
    encoder: str, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    model = wild_model(encoder, "laner")
    batch = ner_batch(tokenizer, SENTENCES)
    expected = model.decode(batch)
    monkeypatch.setattr(laner, "_BLOCK", block)
    assert model.decode(batch) == expected


def test_the_wild_models_look_back(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    """The tests above need this: other tags before a word change which tag is chosen for it."""
    model = wild_model(encoder, "laner")
    sentence = [SENTENCES[3]]
    length = len(sentence[0].split())
    with torch.no_grad():
        choices = {
            tuple(model.network(ner_batch(tokenizer, sentence, [[tag] * length])).argmax(-1)[0].tolist())
            for tag in range(len(TAGS))
        }
    assert len(choices) > 1


@pytest.mark.parametrize("name", NAMES)
def test_gradients_reach_every_weight(encoder: str, tokenizer: PreTrainedTokenizerFast, name: str) -> None:
    torch.manual_seed(0)
    model = build_model(ModelOptions.parse(name), encoder, TAGS)
    model(ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))).backward()
    assert all(weight.grad is not None for weight in model.parameters())
    idle = [key for key, weight in model.named_parameters() if weight.grad is not None and not weight.grad.any()]
    # One backward step from nothing has no state before it to weigh.
    assert idle == (["network.backwards.weight_hh"] if name == "laner-no-context" else [])


def test_without_its_looks_back_it_is_the_tagger(encoder: str) -> None:
    model = build_model(ModelOptions.parse("laner-no-background-no-context"), encoder, TAGS)
    assert isinstance(model.network, Tagger)
