"""BARTNER by hand: what it is taught, what it generates and what is read of that."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import load_file
from torch import Tensor
from transformers import BartModel, PreTrainedTokenizerFast

from schemas.errors import InputError
from schemas.model_options import ModelOptions
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, save_tiny_encoder
from training.models.bartner import LEFT_OUT, BartNer, read_entities, write_entities
from training.models.encoders import load_seq2seq
from training.models.label_words import label_pieces
from training.models.ner_model import WEIGHTS, build_model
from training.models.spans import Span, Spans

BARTNER = ModelOptions("bartner")
SENTENCE = "Lake Ontario near"
"""With two types: its symbols are the end 0, place 1, person 2, and the words 3, 4 and 5."""


@dataclass
class Decoder:
    """One whose states are given, by row and step; it keeps what it reads."""

    states: Tensor

    def __post_init__(self) -> None:
        self.read: list[Tensor] = []

    def __call__(self, inputs_embeds: Tensor, past_key_values: int | None = None, **_: Any) -> SimpleNamespace:
        begin = past_key_values or 0
        end = begin + inputs_embeds.shape[1]
        self.read.append(inputs_embeds)
        return SimpleNamespace(last_hidden_state=self.states[:, begin:end], past_key_values=end)


GivenStates = Callable[[list[list[list[float]]]], Decoder]


@pytest.fixture
def model(tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> BartNer:
    """One whose symbols have known vectors of two numbers.

    To be read: the start (9, 9), the end (1, 0), place (0, 2), person (0, -1), and the words Lake (2, 2), Ontario
    (4, 0), near (0, 6). To be pointed at: end and types as they are read, and a word as the mean of its vector and of
    (0, 2).
    """
    whole = load_seq2seq(save_tiny_encoder(tmp_path, tokenizer, hidden_size=2, layers=1, seq2seq=True), "bartner")
    model = BartNer(whole, TAGS, dropout=0.5).eval()
    with torch.no_grad():
        embedding = whole.get_input_embeddings()
        assert isinstance(embedding, torch.nn.Embedding)
        pieces = {"[CLS]": [9.0, 9.0], "[SEP]": [1.0, 0.0]}
        firsts = tokenizer(SENTENCE.split(), add_special_tokens=False).input_ids
        words = zip(firsts, ([2.0, 2.0], [4.0, 0.0], [0.0, 6.0]), strict=True)
        for number, vector in [
            *((tokenizer.convert_tokens_to_ids(piece), vector) for piece, vector in pieces.items()),
            *((word[0], vector) for word, vector in words),
        ]:
            embedding.weight[number] = torch.tensor(vector)
        model.labels.copy_(torch.tensor([[0.0, 2.0], [0.0, -1.0]]))
        for parameter in model.pointer.parameters():
            parameter.zero_()
        last = model.pointer[-1]
        assert isinstance(last, torch.nn.Linear)
        last.bias.copy_(torch.tensor([0.0, 2.0]))
    return model


@pytest.fixture
def given_states(model: BartNer, monkeypatch: pytest.MonkeyPatch) -> GivenStates:
    def give(states: list[list[list[float]]]) -> Decoder:
        decoder = Decoder(torch.tensor(states))
        monkeypatch.setattr(model.encoder, "get_decoder", lambda: decoder)
        return decoder

    return give


def test_the_loss_is_that_of_the_words_and_the_type_of_each_entity_by_hand(
    model: BartNer, tokenizer: PreTrainedTokenizerFast, given_states: GivenStates
) -> None:
    """Lake Ontario is a place: the words 3 and 4, the type 1, the end 0. Each state reads one number of the vectors."""
    decoder = given_states([[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]])
    # Pointed at: end (1, 0), place (0, 2), person (0, -1), Lake (1, 2), Ontario (2, 1), near (0, 4).
    first = [1.0, 0.0, 0.0, 1.0, 2.0, 0.0]
    second = [0.0, 2.0, -1.0, 2.0, 1.0, 4.0]
    both = [0.5, 1.0, -0.5, 1.5, 1.5, 2.0]
    steps = [(first, 3), (first, 4), (second, 1), (both, 0)]
    expected = sum(math.log(sum(map(math.exp, scores))) - scores[wanted] for scores, wanted in steps)
    assert model.loss(ner_batch(tokenizer, [SENTENCE], [[1, 2, 0]])).item() == pytest.approx(expected / 3, rel=1e-5)
    assert decoder.read[0][0].tolist() == [[9, 9], [2, 2], [4, 0], [0, 2]]


def test_a_sentence_without_entities_is_the_end(
    model: BartNer, tokenizer: PreTrainedTokenizerFast, given_states: GivenStates
) -> None:
    decoder = given_states([[[1.0, 0.0]]])
    expected = math.log(math.e + 2 + math.e + math.e**2 + 1) - 1
    assert model.loss(ner_batch(tokenizer, [SENTENCE], [[0, 0, 0]])).item() == pytest.approx(expected / 3, rel=1e-5)
    assert decoder.read[0].tolist() == [[[9, 9]]]


def test_words_that_a_shorter_sentence_lacks_are_no_symbols_of_it(
    model: BartNer, tokenizer: PreTrainedTokenizerFast, given_states: GivenStates
) -> None:
    given_states([[[1.0, 0.0]] * 4, [[0.0, 1.0]] * 4])
    loss = model.loss(ner_batch(tokenizer, [SENTENCE, "Lake"], [[0, 0, 0], [0]])).item()
    longer = math.log(math.e + 2 + math.e + math.e**2 + 1) - 1
    # Of the second sentence: end 0, place 2, person -1, Lake 2.
    shorter = math.log(1 + 2 * math.e**2 + math.exp(-1))
    assert loss == pytest.approx((longer + shorter) / 4, rel=1e-5)


def test_the_best_symbol_of_each_step_is_taken_and_read_next(
    model: BartNer, tokenizer: PreTrainedTokenizerFast, given_states: GivenStates
) -> None:
    # Best by the first number is Ontario, 2; by minus the second person, 1; by the second near, 4. The fourth state
    # gives -1, -0.6, 0.3, -1.6, -2.3 and -1.2, so person again; the fifth 9, -18, 9, -9, 9 and -36, of which the first
    # ends.
    decoder = given_states([[[1.0, 0.0], [0.0, -1.0], [0.0, 1.0], [-1.0, -0.3], [9.0, -9.0]]])
    tags, counts = model.decode(ner_batch(tokenizer, [SENTENCE]))
    assert [each[0, 0].tolist() for each in decoder.read] == [[9, 9], [4, 0], [0, -1], [0, 6], [0, -1]]
    assert tags == [[0, 3, 3]]
    assert counts == {LEFT_OUT: 0}


def test_generating_stops_where_the_words_are_used_up_whatever_the_other_sentences_have(
    model: BartNer, tokenizer: PreTrainedTokenizerFast, given_states: GivenStates
) -> None:
    """It never ends by itself: near, near, … in the first sentence, and Lake in the second."""
    near, lake = [[0.0, 1.0]] * 6, [[1.0, 1.0]] * 6
    for sentences, states in (([SENTENCE, "Lake"], [near, lake]), (["Lake"], [lake])):
        decoder = given_states(states)
        batch = ner_batch(tokenizer, sentences)
        assert model._generate(batch)[-1] == [3, 3]
        assert len(decoder.read) == 2 * len(sentences[0].split())
        tags, counts = model.decode(batch)
        assert tags[-1] == [0]
        assert counts == {LEFT_OUT: len(sentences)}


@pytest.mark.parametrize(
    ("sequence", "spans", "left_out"),
    [
        ([0], [], 0),
        ([3, 4, 1, 5, 2, 0], [Span(0, 2, 0), Span(2, 3, 1)], 0),
        ([3, 1], [Span(0, 1, 0)], 0),
        ([5, 2, 3, 1, 0, 4, 1], [Span(2, 3, 1), Span(0, 1, 0)], 0),
        # No words, no type, words in another order, with a gap, twice, and those of an entity before.
        ([1, 0], [], 1),
        ([3, 4, 0], [], 1),
        ([4, 3, 1, 0], [], 1),
        ([3, 5, 1, 0], [], 1),
        ([3, 3, 1, 0], [], 1),
        ([3, 4, 1, 4, 2, 0], [Span(0, 2, 0)], 1),
        ([2, 3, 1, 1, 4], [Span(0, 1, 0)], 3),
    ],
)
def test_what_generated_symbols_stand_for(sequence: list[int], spans: list[Span], left_out: int) -> None:
    assert read_entities(sequence, 2) == (spans, left_out)


@given(st.integers(1, 6), st.data())
def test_whatever_is_generated_is_valid_bio(n_words: int, data: st.DataObject) -> None:
    sequence = data.draw(st.lists(st.integers(0, 2 + n_words), max_size=2 * n_words))
    found, left_out = read_entities(sequence, 2)
    spans = Spans(TAGS)
    tags = spans.tag_ids(found, n_words)
    assert len(tags) == n_words
    assert sorted(spans.of(tags)) == sorted(found)
    ends = sequence.index(0) if 0 in sequence else len(sequence)
    types = [symbol for symbol in sequence[:ends] if symbol in (1, 2)]
    assert len(found) + left_out == len(types) + (ends > 0 and sequence[ends - 1] > 2)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_what_it_is_taught_is_read_as_what_was_annotated(tags: list[int]) -> None:
    spans = Spans(TAGS).of(tags)
    assert read_entities(write_entities(spans, 2), 2) == (spans, 0)


def test_types_begin_with_the_mean_of_the_pieces_of_their_names(
    seq2seq: str, tokenizer: PreTrainedTokenizerFast
) -> None:
    network = build_model(BARTNER, seq2seq, ("O", "B-place", "I-place", "B-Lake_place", "I-Lake_place")).network
    assert isinstance(network, BartNer)
    embedding = load_seq2seq(seq2seq, "bartner").get_input_embeddings()
    assert isinstance(embedding, torch.nn.Embedding)
    expected = [each.mean(0) for each in label_pieces(network.spans.types, embedding, tokenizer)]
    assert torch.equal(network.labels, torch.stack(expected))
    assert network.labels.requires_grad


def test_a_type_of_whose_name_nothing_is_left_is_refused(seq2seq: str) -> None:
    with pytest.raises(InputError, match=r"leaves nothing of the name of the type \\x00; give it another name"):
        build_model(BARTNER, seq2seq, ("O", "B-\x00", "I-\x00"))


def test_the_embeddings_of_both_halves_are_one_and_are_saved_once(
    seq2seq: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path
) -> None:
    model = build_model(BARTNER, seq2seq, TAGS)
    batch = ner_batch(tokenizer, SENTENCES, [[0] * len(each.split()) for each in SENTENCES])
    model(batch).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.grad is not None:
                parameter.sub_(0.1 * parameter.grad)
    model.save(tmp_path, tokenizer)
    weights = load_file(tmp_path / WEIGHTS)
    assert [name for name in weights if name.endswith(("shared.weight", "embed_tokens.weight"))] == [
        "model.shared.weight"
    ]
    theirs = BartModel.from_pretrained(tmp_path)
    network = model.network
    assert isinstance(network, BartNer)
    assert torch.equal(theirs.decoder.embed_tokens.weight, theirs.shared.weight)
    ours = network.encoder.state_dict()
    assert all(torch.equal(value, ours[name]) for name, value in theirs.state_dict().items())
