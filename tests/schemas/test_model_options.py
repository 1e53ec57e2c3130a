"""What a model's name stands for, of which jobs, settings and reports are made."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from schemas.errors import InputError
from schemas.model_options import MODEL_NAMES, ModelOptions

OPTIONS = {
    "tagger": ("tagger", False, False, True, True, 100, 1.0),
    "tagger-crf": ("tagger", True, False, True, True, 100, 1.0),
    "tagger-crf-bio": ("tagger", True, True, True, True, 100, 1.0),
    "bilstm-crf": ("bilstm", True, False, True, True, 100, 1.0),
    "rnn-o0.1": ("rnn", False, False, True, True, 100, 0.1),
    "rnn-o0.0001": ("rnn", False, False, True, True, 100, 0.0001),
    "coach": ("coach", False, False, True, True, 100, 1.0),
    "laner": ("laner", False, False, True, True, 100, 1.0),
    "laner-no-background": ("laner", False, False, False, True, 100, 1.0),
    "laner-no-context": ("laner", False, False, True, False, 100, 1.0),
    "laner-no-background-no-context-d50-crf-bio": ("laner", True, True, False, False, 50, 1.0),
}
"""Kind, CRF, valid BIO only, attention over the words, attention over the labels, size of a label's embedding, weight
of the words outside of entities."""


@pytest.mark.parametrize("name", OPTIONS)
def test_a_name_stands_for_options(name: str) -> None:
    options = ModelOptions.parse(name)
    assert astuple(options) == OPTIONS[name]
    assert str(options) == name


def test_a_model_is_the_plain_tagger_where_nothing_is_said() -> None:
    assert astuple(ModelOptions()) == OPTIONS["tagger"]


@pytest.mark.parametrize("name", ["rnn-o0.00001", "rnn-o0.50", "rnn-o1", "rnn-o0"])
def test_a_weight_has_four_decimals_at_most(name: str) -> None:
    with pytest.raises(InputError, match=f"model = {name}: no such model; .* four decimals at most"):
        ModelOptions.parse(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tagger-no-background", "only laner has labels to look back at"),
        ("bilstm-no-context", "only laner has labels to look back at"),
        ("rnn-d50", "only laner has labels to look back at"),
        ("laner-d0", "no such model"),
        ("coach-crf", "coach looks for entities and scores no tags of words"),
        ("bartner-o0.1", "bartner looks for entities and scores no tags of words"),
        ("multicell-o0.1", "two of multicell's three losses know no weight"),
        ("tagger-bio", "-bio needs -crf before it"),
        ("tagger-o0.1-crf", "a CRF has one loss for the sentence, and no word has a weight in it"),
    ],
)
def test_what_a_model_cannot_be_is_told(name: str, why: str) -> None:
    with pytest.raises(InputError) as raised:
        ModelOptions.parse(name)
    assert str(raised.value) == f"model = {name}: {why}; there are {MODEL_NAMES}"
