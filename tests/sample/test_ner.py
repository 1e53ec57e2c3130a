"""The sample's annotated data: its files are what its sources give, and keep what its README promises."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from corpora.conll import read_conll
from sample import ner
from sample.annotation.datasets import SPLITS
from schemas.domains import read_domain
from tests.support.paths import PROJECT

DATA = PROJECT / "sample" / "ner"
SIZES = {"general": (300, 80, 80), "music": (60, 40, 60), "ai": (60, 40, 60)}
GENERAL = {"person", "organisation", "location", "misc"}


@pytest.mark.parametrize("seed", ["0", "1"])
def test_files_are_what_the_sources_give(seed: str) -> None:
    command = [sys.executable, "-m", "sample.ner", "--check"]
    done = subprocess.run(
        command, cwd=PROJECT, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_sizes_are_those_promised_and_no_sentence_stands_twice() -> None:
    files = {name: [read_conll(str(DATA / name / f"{split}.txt")) for split in SPLITS] for name in SIZES}
    assert {name: tuple(len(each.sentences) for each in found) for name, found in files.items()} == SIZES
    assert {path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*")} == {
        f"{name}/{split}.txt" for name in SIZES for split in SPLITS
    }
    sentences = [tuple(each.tokens) for found in files.values() for file in found for each in file.sentences]
    assert len(set(sentences)) == len(sentences) == sum(map(sum, SIZES.values()))
    assert all(file.repaired == file.empty == 0 for found in files.values() for file in found)


@pytest.mark.parametrize("name", SIZES)
def test_labels_are_those_of_the_domain_and_every_sentence_has_an_entity(name: str) -> None:
    known = GENERAL if name == "general" else set(read_domain(str(PROJECT / "domains" / f"{name}.toml")).labels)
    assert known >= GENERAL
    types: dict[str, set[str]] = {}
    for split in SPLITS:
        tags = [each.tags for each in read_conll(str(DATA / name / f"{split}.txt")).sentences]
        assert all(any(tag != "O" for tag in sentence) for sentence in tags)
        types[split] = {tag[2:] for tag in chain.from_iterable(tags) if tag != "O"}
    assert types["train"] <= known
    assert types["train"] & types["dev"] & types["test"] >= GENERAL
    assert types["dev"] | types["test"] <= known


def test_differences_are_named_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ner, "OUTPUT", tmp_path / "ner")
    monkeypatch.setattr(ner, "dataset_files", lambda *_: {"music": {"train.txt": b"x\tO\n\n"}})
    monkeypatch.setattr(sys, "argv", ["sample.ner", "--check"])
    assert ner.main() == 1
    assert capsys.readouterr().err == "ner/music/train.txt is not what the sources give; run python -m sample.ner\n"
    monkeypatch.setattr(sys, "argv", ["sample.ner"])
    assert ner.main() == 0
    assert (tmp_path / "ner" / "music" / "train.txt").read_bytes() == b"x\tO\n\n"
