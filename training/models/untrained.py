"""Encoders without training, of any size: what a model of one's own language or domain begins with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from transformers import (
    BartConfig,
    BartModel,
    BertConfig,
    BertForMaskedLM,
    PretrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)

from schemas.errors import InputError


class EncoderSizes(NamedTuple):
    """What an untrained encoder is made of."""

    hidden_size: int
    layers: int
    """Of a sequence-to-sequence model, those of each half."""
    heads: int
    intermediate_size: int
    max_length: int
    """Pieces, special ones included."""

    def check(self) -> None:
        """Raise InputError for sizes that make no encoder."""
        least = EncoderSizes(1, 1, 1, 1, 3)
        for name, minimum, size in zip(self._fields, least, self, strict=True):
            if size < minimum:
                raise InputError(f"{name} = {size}: must be at least {minimum}")
        if self.hidden_size % self.heads:
            raise InputError(f"hidden_size = {self.hidden_size}: must be a multiple of heads = {self.heads}")


def new_encoder(tokenizer: PreTrainedTokenizerFast, sizes: EncoderSizes, seed: int) -> PreTrainedModel:
    """An untrained BERT for masked language modelling.

    The weights depend on the seed and the sizes alone, and torch's global generator is left as it was. Raises
    InputError as `EncoderSizes.check` does.
    """
    sizes.check()
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=sizes.hidden_size,
        num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads,
        intermediate_size=sizes.intermediate_size,
        max_position_embeddings=sizes.max_length,
        pad_token_id=tokenizer.pad_token_id,
    )
    return _untrained(BertForMaskedLM, config, seed)


def new_seq2seq(tokenizer: PreTrainedTokenizerFast, sizes: EncoderSizes, seed: int) -> PreTrainedModel:
    """An untrained BART for a tokenizer of BERT; otherwise as `new_encoder`."""
    sizes.check()
    config = BartConfig(
        vocab_size=len(tokenizer),
        d_model=sizes.hidden_size,
        encoder_layers=sizes.layers,
        decoder_layers=sizes.layers,
        encoder_attention_heads=sizes.heads,
        decoder_attention_heads=sizes.heads,
        encoder_ffn_dim=sizes.intermediate_size,
        decoder_ffn_dim=sizes.intermediate_size,
        max_position_embeddings=sizes.max_length,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.cls_token_id,
        eos_token_id=tokenizer.sep_token_id,
        decoder_start_token_id=tokenizer.sep_token_id,
        forced_eos_token_id=None,
    )
    return _untrained(BartModel, config, seed)


def _untrained(make: Callable[[Any], PreTrainedModel], config: PretrainedConfig, seed: int) -> PreTrainedModel:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return make(config)
