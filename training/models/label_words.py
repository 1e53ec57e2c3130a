"""The words that a type's name stands for, for models that read the names of types and not only their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_WRITTEN_TOGETHER = {
    # CrossNER's types of several words, and those that are cut short.
    "academicjournal": "academic journal",
    "astronomicalobject": "astronomical object",
    "chemicalcompound": "chemical compound",
    "chemicalelement": "chemical element",
    "literarygenre": "literary genre",
    "misc": "miscellaneous",
    "musicalartist": "musical artist",
    "musicalinstrument": "musical instrument",
    "musicgenre": "music genre",
    "politicalparty": "political party",
    "programlang": "programming language",
    # CoNLL-2003's, under their own names.
    "loc": "location",
    "org": "organisation",
    "per": "person",
}
_WORD = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+(?![^\W_A-Z])")


def label_words(name: str) -> str:
    """The words of a type's name, in lower case: `political party` for `politicalparty`, `character name` for
    `Character_Name`."""
    words = " ".join(_WORD.findall(name)).lower() or name
    return _WRITTEN_TOGETHER.get(words, words)


def label_pieces(types: Sequence[str], embedding: nn.Embedding, tokenizer: PreTrainedTokenizerFast) -> list[Tensor]:
    """For each type the vectors of the pieces of its words, (pieces, size); the tokenizer is the embedding's."""
    ids = [tokenizer(label_words(name).split(), is_split_into_words=True, add_special_tokens=False) for name in types]
    return [embedding(torch.tensor(each.input_ids, dtype=torch.long)).detach() for each in ids]
