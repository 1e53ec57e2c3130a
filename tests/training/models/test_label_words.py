from __future__ import annotations

import pytest
import torch
from torch import nn
from transformers import PreTrainedTokenizerFast

from training.models.label_words import label_pieces, label_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("person", "person"),
        ("politicalparty", "political party"),
        ("programlang", "programming language"),
        ("Character_Name", "character name"),
        ("sportsTeam", "sports team"),
        ("PER", "person"),
        ("MISC", "miscellaneous"),
        ("NORP", "norp"),
        ("TVShow", "tv show"),
        ("work_of_art", "work of art"),
        ("人物", "人物"),
        ("--", "--"),
    ],
)
def test_the_words_of_a_name(name: str, words: str) -> None:
    assert label_words(name) == words


def test_the_vectors_of_a_name_are_those_of_its_pieces(tokenizer: PreTrainedTokenizerFast) -> None:
    embedding = nn.Embedding(len(tokenizer), 1, _weight=torch.arange(len(tokenizer)).unsqueeze(1).float())
    near, near_a = label_pieces(["near", "Near_A"], embedding, tokenizer)
    # The one is no piece of its own here, the other is.
    vocabulary = tokenizer.get_vocab()
    pieces = [vocabulary[each] for each in ("n", "##e", "##ar", "a")]
    assert near.squeeze(1).tolist() == pieces[:3]
    assert near_a.squeeze(1).tolist() == pieces
