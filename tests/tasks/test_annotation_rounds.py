"""The command for rounds of annotation, as far as it builds nothing: what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpora.annotation.rounds import Round
from pipelines import annotation_rounds
from pipelines.annotation_rounds import advance
from schemas.dataset import part_uris
from schemas.errors import CommandError
from tests.corpora.annotation.test_rounds import FIRST, out
from tests.support.annotation import pre_annotations

COMMAND = ["PreAnnotation", "--domain", "music"]


def go(folder: Path, *more: str, tool: str = "conll", choose: str = "entropy_mean") -> int:
    return advance(folder, "music", tool, choose, [*COMMAND, *more], anyway=False)


def test_what_is_wrong_is_told_while_a_round_is_out_too(tmp_path: Path) -> None:
    folder = out(tmp_path).folder
    with pytest.raises(CommandError, match="--choose doubt: must be chance, entropy_mean, entropy_sum, "):
        go(folder, choose="doubt")
    with pytest.raises(CommandError, match="PreAnnotation has no option --sise; did you mean --size"):
        go(folder, "--sise", "3")
    with pytest.raises(CommandError, match="--to brat: must be argilla, conll, "):
        go(folder, tool="brat")


def test_a_folder_of_rounds_is_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "loop").touch()
    for folder in (tmp_path / "loop", tmp_path / "loop" / "below"):
        with pytest.raises(CommandError, match=f"^{tmp_path}/loop: is a file; name a folder for the rounds"):
            go(folder)
    with pytest.raises(CommandError, match="^s3:/bucket/loop: name a folder on this machine"):
        go(Path("s3://bucket/loop"))


def test_the_next_round_is_told_of_all_former_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And is drawn by chance as long as there are too few sentences to train a model."""
    drawn: list[list[str]] = []

    def draw(_new: Round, _rounds: list[Round], _tool: str, command: list[str]) -> int:
        drawn.append(command)
        return 0

    monkeypatch.setattr(annotation_rounds, "_draw", draw)
    [other] = part_uris(pre_annotations(tmp_path / "other", [FIRST]))
    go(tmp_path / "loop", "--former", other)
    first = out(tmp_path)
    first.gold.mkdir(parents=True)
    (first.gold / "train.txt").touch()
    go(first.folder, "--former", other)
    assert "round 2 is drawn by chance: a model needs sentences in dev, test too" in capsys.readouterr().out
    for split in ("dev", "test"):
        (first.gold / f"{split}.txt").touch()
    go(first.folder)
    sent, gold = f"{first.sent}/*.parquet", ["--NerBenchmark-directory", str(first.gold.parent)]
    trained = ["--benchmark", "music-1", *gold]
    assert drawn == [
        [*COMMAND, "--former", other, "--choose", "chance"],
        [*COMMAND, "--former", other, "--choose", "chance", "--former", f"{other},{sent}", *trained],
        [*COMMAND, "--choose", "entropy_mean", "--former", sent, *trained],
    ]
