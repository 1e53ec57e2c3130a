"""The sample's vectors: their files are what the annotated data gives, in the formats that the training reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sample import vectors
from tests.support.paths import PROJECT
from training.data.vectors import read_vectors

DATA = PROJECT / "sample" / "vectors"


@pytest.mark.parametrize("seed", ["0", "1"])
def test_files_are_what_the_annotated_data_gives(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sample.vectors", "--check"],
        cwd=PROJECT,
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_training_reads_them() -> None:
    words = read_vectors(str(DATA / "words.txt"), {"the", "gothenburg"})
    assert (words.size, [*words.of]) == (16, ["the"])
    assert read_vectors(str(DATA / "ngrams.txt"), {"2gram-th"}).of["2gram-th"].shape == (8,)


def test_words_with_the_same_neighbours_have_the_same_vector() -> None:
    [words, _] = vectors.files([["in", name, "."] for name in ("Rome", "Oslo") for _ in range(3)]).values()
    found = dict(line.split(" ", 1) for line in words.decode().splitlines())
    assert found["Rome"] == found["Oslo"] != found["in"]


def test_differences_are_named_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vectors, "OUTPUT", tmp_path / "vectors")
    monkeypatch.setattr(sys, "argv", ["sample.vectors", "--check"])
    assert vectors.main() == 1
    assert "vectors/words.txt is not what ner/ gives; run python -m sample.vectors\n" in capsys.readouterr().err
