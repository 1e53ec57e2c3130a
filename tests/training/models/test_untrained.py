"""Encoders without training depend on their sizes and the seed alone."""

from __future__ import annotations

import pytest
import torch
from transformers import PreTrainedTokenizerFast

from schemas.errors import InputError
from training.models.encoders import max_pieces
from training.models.untrained import EncoderSizes, new_encoder, new_seq2seq


def test_a_new_encoder_depends_on_its_seed_alone(tokenizer: PreTrainedTokenizerFast) -> None:
    sizes = EncoderSizes(8, 1, 2, 8, 16)
    torch.manual_seed(7)
    before = torch.get_rng_state()
    first, second, third = (new_encoder(tokenizer, sizes, seed).state_dict() for seed in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(first[key], second[key]) for key in first)
    assert not all(torch.equal(first[key], third[key]) for key in first)
    assert new_encoder(tokenizer, sizes, 1).config.vocab_size == len(tokenizer)


def test_a_sequence_to_sequence_model_takes_what_it_can_write_down(tokenizer: PreTrainedTokenizerFast) -> None:
    """In the worst case each piece is a word and each word an entity: a symbol for the word and one for its type."""
    for length, most in ((64, 31), (63, 31), (62, 30)):
        config = new_seq2seq(tokenizer, EncoderSizes(8, 1, 2, 8, length), seed=1).config
        assert max_pieces(config, tokenizer) == most


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((10, 1, 3, 8, 16), "hidden_size = 10: must be a multiple of heads = 3"),
        ((8, 0, 2, 8, 16), "layers = 0: must be at least 1"),
        ((8, 1, 2, 0, 16), "intermediate_size = 0: must be at least 1"),
        ((8, 1, 2, 8, 2), "max_length = 2: must be at least 3"),
    ],
)
def test_sizes_that_make_no_bert_are_refused(sizes: tuple[int, int, int, int, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EncoderSizes(*sizes).check()
