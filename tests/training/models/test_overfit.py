"""Every kind of model, with its encoder, learns twenty sentences by heart."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from schemas.model_options import KINDS, KINDS_OF_SEQ2SEQ, ModelOptions
from tests.support.training.tiny import TAGS, ner_batch, save_tiny_encoder, tiny_tokenizer
from training.models.ner_model import build_model

NAMES = [
    *("tagger", "tagger-crf", "laner", "laner-crf", "multicell-crf", "bilstm-crf", "rnn-o0.5", "crosslm-crf"),
    *("coach", "bartner"),
]

PERSONS = ["Alice Munro", "Bob", "Ada Lovelace", "Charlie", "Grace Hopper"]
PLACES = ["Lake Ontario", "Gothenburg", "Canada", "Paris"]


def twenty_sentences() -> tuple[list[str], list[list[str]]]:
    sentences, tags = [], []
    for place in PLACES:
        for number, person in enumerate(PERSONS):
            verb = ["met", "saw", "painted", "left", "found"][number]
            parts = [(person, "person"), (verb, ""), ("near", ""), (place, "place"), (".", "")]
            sentences.append(" ".join(words for words, _ in parts))
            tags.append(
                [
                    f"{'B' if first else 'I'}-{kind}" if kind else "O"
                    for words, kind in parts
                    for first in [True] + [False] * words.count(" ")
                ]
            )
    return sentences, tags


def test_every_kind_has_to_learn_them() -> None:
    assert {ModelOptions.parse(name).kind for name in NAMES} == {*KINDS}


@pytest.mark.parametrize("name", NAMES)
def test_twenty_sentences_are_learnt_by_heart(name: str, tmp_path: Path) -> None:
    sentences, tags = twenty_sentences()
    tokenizer = tiny_tokenizer(sentences)
    options = ModelOptions.parse(name)
    encoder = save_tiny_encoder(tmp_path, tokenizer, layers=1, seq2seq=options.kind in KINDS_OF_SEQ2SEQ)
    torch.manual_seed(1)
    model = build_model(options, encoder, TAGS)
    batch = ner_batch(tokenizer, sentences, [[TAGS.index(tag) for tag in row] for row in tags])
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(1, 81):
        optimiser.zero_grad()
        model(batch).backward()
        optimiser.step()
        if step % 10 == 0:
            predicted = [[TAGS[tag] for tag in row] for row in model.decode(batch)]
            if predicted == tags:
                alone = [model.decode(ner_batch(tokenizer, [sentence]))[0] for sentence in sentences]
                assert [[TAGS[tag] for tag in row] for row in alone] == tags
                return
    pytest.fail(f"F1 is below 1: {predicted}")
