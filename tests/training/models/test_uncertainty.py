from __future__ import annotations

from math import log

import numpy as np
import pytest
import torch

from training.models.uncertainty import sentence_doubt, word_doubt


def test_the_figures_of_words_and_sentences_by_hand() -> None:
    p = torch.tensor([[0.5, 0.5, 0.0], [0.7, 0.2, 0.1], [1.0, 0.0, 0.0]])
    words = word_doubt(torch.log(p.clamp_min(1e-300).double()))
    first, second = log(2), -(0.7 * log(0.7) + 0.2 * log(0.2) + 0.1 * log(0.1))
    assert words.entropy == pytest.approx([first, second, 0], abs=1e-7)
    assert words.negative_log_p == pytest.approx([log(2), -log(0.7), 0], abs=1e-7)
    assert words.margin == pytest.approx([0, 0.5, 1], abs=1e-7)
    found = sentence_doubt(words, np.array([0, 0, 2]), 3)
    assert found["entropy_sum"] == pytest.approx([first + second, 0, 0], abs=1e-7)
    assert found["entropy_mean"] == pytest.approx([(first + second) / 2, 0, 0], abs=1e-7)
    assert found["negative_log_p"] == pytest.approx([-log(0.35), 0, 0], abs=1e-7)
    assert found["least_confidence"] == pytest.approx([0.65, 0, 0], abs=1e-7)
    assert found["margin"] == pytest.approx([0, 1, 1], abs=1e-7)


def test_one_tag_alone_is_sure() -> None:
    words = word_doubt(torch.zeros(2, 1))
    assert (words.entropy.tolist(), words.margin.tolist()) == ([0, 0], [1, 1])
