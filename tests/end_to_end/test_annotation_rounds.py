"""Two rounds of annotation on the sample, by annotators who are imitated: the same command each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpora.annotation.adjudication import SplitShares
from sample import annotators
from tests.support.build import copy_build, environment
from tests.support.paths import PROJECT

pytestmark = pytest.mark.builds

DOMAIN = ["--domain", "music"]
SMALL = """
[NewEncoder]
vocabulary_size = 1000
hidden_size = 16
layers = 1
intermediate_size = 32
[SentenceScores]
epochs = 1
[PreAnnotation]
size = 60
again = 10
"""


@pytest.fixture(scope="module")
def root(sample_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("rounds")
    copy_build(sample_build, root)
    (root / "small.cfg").write_text(SMALL)
    return root


def go(root: Path, *more: str) -> str:
    """Give the command; returns the last line that it says."""
    place = ["--root", str(root / "data"), "--Training-scratch", str(root / "scratch")]
    options = [*DOMAIN, "--settings", str(root / "small.cfg"), "--profile", "names", *place, *more]
    command = [sys.executable, "-m", "wiki_ner", "annotate", str(root / "loop"), *options]
    extra = {"WITH_TRAINING": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=PROJECT, env=environment(**extra), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


def annotate(root: Path, number: int, *, expert: bool = False) -> None:
    place = root / "loop" / f"round-{number}"
    more = ["--expert", str(place / "adjudicated" / "expert" / "expert.conll")] if expert else []
    annotators.main([str(place / "conll"), *DOMAIN, "--tool", "conll", "-o", str(place / "returned"), *more])


def sent(root: Path, number: int) -> dict[str, bool]:
    """The sentences of a round, and whether they were sent before."""
    rows = pq.read_table(root / "loop" / f"round-{number}" / "sent" / "part-00000.parquet").to_pylist()
    return {row["id"]: any(span["source"] == "annotated" for span in row["spans"]) for row in rows}


def sizes(root: Path, number: int) -> dict[str, int]:
    folder = root / "loop" / "gold" / f"music-{number}"
    return {path.stem: path.read_text().count("\n\n") for path in folder.iterdir()}


def wanted(ids: set[str]) -> dict[str, int]:
    splits = [SplitShares().split_of(int(each.split("-")[0])) for each in ids]
    return {split: splits.count(split) for split in ("train", "dev", "test")}


def test_two_rounds(root: Path) -> None:
    assert "round 1 awaits ann.conll, bob.conll, annotated, in" in go(root)
    first = set(sent(root, 1))
    assert len(first) == 60
    annotate(root, 1)
    assert "round 1 awaits expert.conll from" in go(root)
    annotate(root, 1, expert=True)
    assert "round 2 awaits ann.conll, bob.conll, annotated, in" in go(root)
    assert sizes(root, 1) == wanted(first)

    second = set(sent(root, 2))
    again = first & second
    assert (len(second), len(again)) == (70, 10)
    # What goes out again is of the train split, with the labels that it has.
    assert wanted(again)["train"] == 10
    assert {each for each, before in sent(root, 2).items() if before} <= again
    files = {path: path.stat().st_mtime_ns for path in (root / "loop").rglob("*")}
    assert "round 2 awaits ann.conll, bob.conll from" in go(root)
    assert {path: path.stat().st_mtime_ns for path in (root / "loop").rglob("*")} == files

    annotate(root, 2)
    go(root)
    annotate(root, 2, expert=True)
    assert "round 3 awaits ann.conll, bob.conll, annotated, in" in go(root, "--choose", "chance")
    assert sizes(root, 2) == wanted(first | second)
    assert sum(sizes(root, 2).values()) == 120
    replaced = (root / "loop" / "round-2" / "adjudicated" / "replaced.md").read_text()
    assert "\n10 sentences, " in replaced
    decided = (root / "loop" / "round-2" / "adjudicated" / "decided.jsonl").read_text().splitlines()
    assert {json.loads(line)["id"] for line in decided} == second
    # Chance doubts nothing.
    third = set(sent(root, 3))
    assert len(third) == 60 and not third & (first | second)
