"""Pre-trained encoders and their tokenizers, by Hugging Face name or folder.

A name is a folder or the URI of one that `save_pretrained` or `NerModel.save` wrote, or the name of a model on the
Hugging Face hub, where `name@revision` pins a branch, tag or commit. Everything that cannot be used raises InputError
here, before any training begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import SafetensorError
from tokenizers.pre_tokenizers import ByteLevel, Sequence
from torch import Tensor
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForMaskedLM,
    AutoTokenizer,
    PretrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)
from transformers.utils import logging

from schemas.errors import InputError
from schemas.experiments import MASKED_LM_TYPES
from schemas.files.local_copies import local_directory
from schemas.model_options import KINDS_WITHOUT_ENCODER
from training.models.hub import asking_hub

if TYPE_CHECKING:
    from training.data.batches import NerBatch

ENCODER_TYPES = ("bert", "distilbert", "electra", "roberta", "xlm-roberta")
"""Kinds of encoders that read a sentence between two special tokens and give a vector for each piece."""

SPECIAL_PIECES = 2
"""What a sentence is read between, whatever the tokenizer itself would add: [CLS] and [SEP]."""

SEQ2SEQ_TYPES = ("bart",)
"""Kinds of sequence-to-sequence models, whose encoder is such a one."""

_WITH_POOLER = ("bert", "roberta", "xlm-roberta")
_POSITIONS_AFTER_PADDING = ("roberta", "xlm-roberta")
_SPACE_IN_PIECES = ("roberta", "bart")
_NEEDED_TOKENS = ("cls_token", "sep_token", "pad_token", "unk_token", "mask_token")


def load_tokenizer(name: str) -> PreTrainedTokenizerFast:
    """The tokenizer of an encoder, which neither cuts nor pads unless a call asks for it.

    A word that stands alone has the pieces that it has within a sentence. Raises InputError where that cannot be had,
    where there is no tokenizer, where it lacks the special tokens that the encoders and masking need, and where it has
    no fast implementation: only those tell which pieces belong to a word.
    """
    words = {"add_prefix_space": True} if load_config(name).model_type in _SPACE_IN_PIECES else {}
    tokenizer = _load(AutoTokenizer.from_pretrained, name, "tokenizer", **words)
    if not isinstance(tokenizer, PreTrainedTokenizerFast):
        raise InputError(
            f"{name}: its tokenizer ({type(tokenizer).__name__}) has no fast implementation, which is needed to know "
            "the pieces of each word; save it with one (a tokenizer.json)"
        )
    if len(tokenizer) <= len(tokenizer.all_special_ids):
        raise InputError(
            f"{name}: there is no tokenizer in it; save the one that the encoder was trained with beside it"
        )
    if lacking := [kind for kind in _NEEDED_TOKENS if getattr(tokenizer, kind) is None]:
        raise InputError(f"{name}: its tokenizer has no {', '.join(lacking)}; it is not one of a BERT-like encoder")
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    _put_spaces_before_words(name, tokenizer)
    return tokenizer


def _put_spaces_before_words(name: str, tokenizer: PreTrainedTokenizerFast) -> None:
    backend = tokenizer.backend_tokenizer
    own = backend.pre_tokenizer
    if own is None:
        # All that it is given is one word, as with vectors of words.
        return
    # A tokenizer saved under the generic class keeps its own pre-tokenizer, whatever from_pretrained is told.
    parts: Any = own if isinstance(own, Sequence) else [own]
    for each in parts:
        if isinstance(each, ByteLevel):
            each.add_prefix_space = True
    alone, within = (backend.encode(text, add_special_tokens=False).tokens for text in ("a", "a a"))
    if within != alone * 2:
        raise InputError(
            f"{name}: its tokenizer reads a word that stands alone otherwise than within a sentence ('a' is {alone}, "
            f"'a a' is {within}); save it with a pre-tokenizer that puts a space before each word"
        )


def load_config(name: str) -> PretrainedConfig:
    """The configuration of an encoder. Raises InputError for anything but ENCODER_TYPES and SEQ2SEQ_TYPES."""
    config = _load(AutoConfig.from_pretrained, name, "configuration")
    assert isinstance(config, PretrainedConfig)
    if config.model_type not in (*ENCODER_TYPES, *SEQ2SEQ_TYPES) or getattr(config, "is_decoder", False):
        raise InputError(
            f"{name}: a model of type {config.model_type} cannot be used as an encoder; the types that can are "
            f"{', '.join(ENCODER_TYPES)}, and for bartner, which takes none of these, {', '.join(SEQ2SEQ_TYPES)}"
        )
    return config


def check_seq2seq(name: str, wanted: bool, model: str) -> None:
    """Raise InputError where a model needs a sequence-to-sequence model and the name is none, or the other way about.

    `model` is what people call the one that needs it.
    """
    found = load_config(name).model_type
    if wanted and found not in SEQ2SEQ_TYPES:
        raise InputError(
            f"{name}: {model} needs a sequence-to-sequence model ({', '.join(SEQ2SEQ_TYPES)}), and this is an encoder "
            f"({found}); take facebook/bart-base or the like"
        )
    if not wanted and found in SEQ2SEQ_TYPES:
        raise InputError(
            f"{name}: {model} needs an encoder ({', '.join(ENCODER_TYPES)}), and this is a sequence-to-sequence model "
            f"({found}), which bartner takes"
        )


def check_masked_lm(name: str) -> None:
    """Raise InputError where an encoder cannot be trained further as a masked language model."""
    check_seq2seq(name, False, "masked language modelling")
    if (found := load_config(name).model_type) not in MASKED_LM_TYPES:
        raise InputError(
            f"{name}: an encoder of type {found} cannot be trained further as a masked language model; the types that "
            f"can are {', '.join(MASKED_LM_TYPES)}: give another as name in [Encoder], or ask for no DaptModel"
        )


def load_encoder(name: str) -> PreTrainedModel:
    """The encoder alone, in float32, with scaled dot product attention and without a pooler.

    Heads that the checkpoint holds beside it are left out; so is the decoder of a sequence-to-sequence model. Raises
    InputError where weights of the encoder are missing or of other shapes than its configuration says.
    """
    config = load_config(name)
    if (model := getattr(config, "ner_model", "")).startswith(KINDS_WITHOUT_ENCODER):
        raise InputError(f"{name}: a tagger {model}, which has no encoder in it; give the encoder itself")
    pooler = {"add_pooling_layer": False} if config.model_type in _WITH_POOLER else {}
    model, _ = _load_weights(AutoModel, name, config, **pooler)
    if config.model_type not in SEQ2SEQ_TYPES:
        return model
    half = model.get_encoder()
    assert isinstance(half, PreTrainedModel)
    return half


def load_seq2seq(name: str, model: str) -> PreTrainedModel:
    """Encoder and decoder of a sequence-to-sequence model, for a `model` of this name; otherwise as `load_encoder`.

    Raises InputError as `check_seq2seq` does, too.
    """
    check_seq2seq(name, True, model)
    whole, _ = _load_weights(AutoModel, name, load_config(name))
    return whole


def load_masked_lm(name: str) -> tuple[PreTrainedModel, int]:
    """The encoder with its head for masked language modelling, in float32, and how many of the head's tensors are new.

    What the checkpoint lacks of the head, as those of sentence encoders do, is initialised from torch's global
    generator: seed it first. Raises InputError as `load_encoder` does, and as `check_masked_lm` does.
    """
    check_masked_lm(name)
    config = load_config(name)
    model, missing = _load_weights(AutoModelForMaskedLM, name, config)
    return model, len(missing)


def max_pieces(config: PretrainedConfig, tokenizer: PreTrainedTokenizerFast) -> int:
    """How many pieces of text, special ones not counted, the encoder takes at a time.

    A sequence-to-sequence model takes no more words than it could write down as an entity each: by two symbols, after a
    first one, and each word may be a piece. Raises InputError where the encoder lacks embeddings for some of the
    tokenizer's pieces.
    """
    if len(tokenizer) > config.vocab_size:
        raise InputError(
            f"{tokenizer.name_or_path}: the tokenizer has {len(tokenizer)} pieces and the encoder embeddings for "
            f"{config.vocab_size}; they do not belong together"
        )
    before = config.pad_token_id + 1 if config.model_type in _POSITIONS_AFTER_PADDING else 0
    longest = min(config.max_position_embeddings - before, tokenizer.model_max_length)
    most = int(longest - SPECIAL_PIECES)
    if config.model_type in SEQ2SEQ_TYPES:
        return min(most, (int(config.max_position_embeddings) - 1) // 2)
    return most


def window_pieces(encoder: str, tokenizer: PreTrainedTokenizerFast, max_length: int) -> int:
    """Pieces of a window without special tokens, where `max_length` counts them; 0 for as many as the encoder takes.

    Raises InputError where the encoder does not take so many, and where no piece would be left.
    """
    most = max_pieces(load_config(encoder), tokenizer)
    if max_length and not SPECIAL_PIECES < max_length <= most + SPECIAL_PIECES:
        raise InputError(
            f"max_length = {max_length}: {encoder} takes {SPECIAL_PIECES + 1} to {most + SPECIAL_PIECES} pieces"
        )
    return max_length - SPECIAL_PIECES if max_length else most


def encode_words(encoder: PreTrainedModel, batch: NerBatch) -> Tensor:
    """The encoder's last hidden states at the words' first pieces, (B, W, hidden); where padded, those of [CLS]."""
    states = encoder(input_ids=batch.input_ids, attention_mask=batch.attention_mask).last_hidden_state
    return at_words(states, batch)


def at_words(states: Tensor, batch: NerBatch) -> Tensor:
    """Of states of pieces, (B, L, size), those at the words' first pieces, (B, W, size)."""
    return states.gather(1, batch.word_starts.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


def _load(load: Callable[..., Any], name: str, what: str, **arguments: Any) -> Any:
    away = ""
    folder = Path(local_directory(name) if "://" in name else name).expanduser()
    if folder.is_dir():
        place = {"pretrained_model_name_or_path": str(folder), "local_files_only": True}
    elif folder.is_absolute() or name.startswith(("./", "../", "~")) or name.count("/") > 1:
        raise InputError(f"{name}: no such folder on this machine to load an encoder from")
    else:
        model, _, revision = name.partition("@")
        place = {"pretrained_model_name_or_path": model, "revision": revision or None}
    try:
        with _quiet():
            if folder.is_dir():
                return load(**place, **arguments)
            with asking_hub() as away:
                return load(**place, **arguments)
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, ImportError, SafetensorError) as error:
        asked = "" if folder.is_dir() else "; it is not a folder on this machine, so the Hugging Face hub was asked"
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if away:
            reason = f"{away}, and its cache on this machine does not have it"
        raise InputError(f"{name}: the {what} cannot be loaded{asked}: {reason}") from error


def _load_weights(
    auto: type[AutoModel] | type[AutoModelForMaskedLM], name: str, config: PretrainedConfig, **arguments: Any
) -> tuple[PreTrainedModel, list[str]]:
    """The model and the names of the weights of its head that the checkpoint lacks."""
    model, info = _load(
        auto.from_pretrained,
        name,
        "model",
        config=config,
        dtype=torch.float32,
        attn_implementation="sdpa",
        output_loading_info=True,
        ignore_mismatched_sizes=True,
        **arguments,
    )
    if mismatched := sorted(str(key[0]) for key in info["mismatched_keys"]):
        raise InputError(
            f"{name}: the weights are not those of the configuration: {_few(mismatched)} of another shape; this is the "
            "checkpoint of another model"
        )
    missing = sorted(info["missing_keys"])
    prefix = f"{model.base_model_prefix}." if model.base_model is not model else ""
    if lost := [key for key in missing if key.startswith(prefix)]:
        raise InputError(
            f"{name}: the checkpoint lacks weights of the encoder: {_few(lost)}; it is broken or that of another model"
        )
    return model, missing


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


@contextmanager
def _quiet() -> Iterator[None]:
    """Without transformers' report and progress bar of a load: what matters in it is checked here."""
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
