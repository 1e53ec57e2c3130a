from __future__ import annotations

import math

import pytest
import torch
from torch import nn
from transformers import PreTrainedTokenizerFast

from tests.support.training.tiny import ner_batch
from training.models.rnn import Rnn


def test_the_state_of_a_word_is_made_of_the_pieces_so_far_by_hand(tokenizer: PreTrainedTokenizerFast) -> None:
    """All weights but one of each kind are 0: the state is tanh(x + state before / 2), and the score twice that."""
    embedding = nn.Embedding(len(tokenizer), 1)
    model = Rnn(embedding, 1, dropout=0.0)
    batch = ner_batch(tokenizer, ["Bob met Bob", "Bob"])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        embedding.weight.fill_(1.0)
        weights = dict(model.named_parameters())
        for name, value in (("rnn.weight_ih_l0", 1.0), ("rnn.weight_hh_l0", 0.5), ("classifier.weight", 2.0)):
            weights[name][0, 0] = value
        scores = model(batch)[..., 0]
        assert torch.equal(model.predict(batch), model(batch))
    states = [0.0]
    for _ in range(int(batch.attention_mask.sum(1).max())):
        states.append(math.tanh(1.0 + 0.5 * states[-1]))
    # The first piece is [CLS].
    wanted = [2 * states[int(start) + 1] for start in batch.word_starts[0]]
    assert scores[0].tolist() == pytest.approx(wanted, rel=1e-6)
    assert float(scores[1, 0]) == pytest.approx(wanted[0], rel=1e-6)


def test_what_comes_after_a_word_does_not_change_its_score(tokenizer: PreTrainedTokenizerFast) -> None:
    torch.manual_seed(1)
    model = Rnn(nn.Embedding(len(tokenizer), 8), 3, dropout=0.0).eval()
    with torch.no_grad():
        alone, before = (model(ner_batch(tokenizer, [text]))[0, 0] for text in ("Bob", "Bob met Alice"))
        behind = model(ner_batch(tokenizer, ["Alice Bob"]))[0, 1]
    assert torch.allclose(alone, before)
    assert not torch.allclose(alone, behind)
