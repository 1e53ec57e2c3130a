"""Learning the parameters of Punkt: NLTK's trainer is the reference."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nltk.tokenize.punkt import PunktParameters, PunktTrainer

from schemas.errors import InputError
from tests.support.paths import PROJECT
from tests.support.punkt import PIECES, TEXTS
from tests.support.real_paragraphs import real_paragraphs
from wiki.sentences.punkt_parameters import to_table
from wiki.sentences.punkt_training import train_punkt


def by_nltk(texts: list[str]) -> PunktParameters:
    trainer = PunktTrainer()
    # The empty line before each text, the first included, tells Punkt that a sentence begins there.
    trainer.train("".join(f"\n\n{text}" for text in texts), finalize=False)
    return trainer.get_params()


def test_training_learns_the_abbreviations_of_the_text() -> None:
    parameters = train_punkt(iter(TEXTS))
    assert {"prof", "mr", "corp"} <= parameters.abbrev_types
    assert "trade" not in parameters.abbrev_types


def test_what_nearly_always_has_a_period_is_an_abbreviation_though_punkt_forgets_it() -> None:
    texts = [
        "It is in the U.S. and late.",
        "The U.S. Army, late in the U.S. Navy, and he.",
        "He came. The man came in.",
    ]
    texts = texts * 100 + ["The U.S it is."] * 30
    assert "u.s" not in train_punkt(texts).abbrev_types
    assert train_punkt(texts, usual=True).abbrev_types == {"u.s"} | train_punkt(texts).abbrev_types
    # What ends sentences is none, however often; nor is what has its period a few times, or too seldom.
    for words in (["It was late, he came."] * 100, ["He came in mid. the day."] * 14, ["mid. the", "mid the"] * 50):
        assert train_punkt(words, usual=True).abbrev_types == train_punkt(words).abbrev_types


def test_training_needs_text() -> None:
    with pytest.raises(InputError, match="every paragraph was empty"):
        train_punkt(["", " \n"])


LOOKS = st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
WORDS = st.lists(
    st.sampled_from([*PIECES, "prof. ", "Prof. ", "J. ", "1. ", "the ", "The ", "In ", "etc., ", "etc.. "]), max_size=20
).map("".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(LOOKS, WORDS), max_size=8), st.integers(1, 6))
@example(["a. . . b", "it ends. . .", ". . . And so"], 3)
@example(["Acme Inc.", "the end", "Acme inc. the end"], 4)
@example(["one\ntwo. three\n \nThe end", "\nfour\n"], 2)
@example(["a,, b", "a. . . b,, c"], 2)
@example(["x\x1cy. Z", "x.\x1fY"], 2)
def test_parameters_are_those_of_nltk(texts: list[str], times: int) -> None:
    given_ = texts * times
    if any(text.strip() for text in given_):
        assert to_table(train_punkt(given_)).equals(to_table(by_nltk(given_)))


def test_parameters_are_those_of_nltk_on_real_text(real: Path) -> None:
    texts = [paragraph.text for paragraph in real_paragraphs(real)][:600]
    parameters = train_punkt(texts)
    assert parameters.abbrev_types and parameters.collocations and parameters.sent_starters
    assert to_table(parameters).equals(to_table(by_nltk(texts)))


def test_training_does_not_depend_on_the_hash_seed() -> None:
    program = (
        "import hashlib, json, sys\n"
        "from wiki.sentences.punkt_parameters import to_table\n"
        "from wiki.sentences.punkt_training import train_punkt\n"
        "parameters = to_table(train_punkt(json.load(sys.stdin)))\n"
        "print(hashlib.sha256(repr(parameters.to_pylist()).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=PROJECT,
            input=json.dumps(TEXTS),
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
