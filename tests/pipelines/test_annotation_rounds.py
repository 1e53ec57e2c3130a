"""The command for rounds of annotation, as far as it builds nothing: what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpora.annotation.adjudication import SplitShares
from corpora.annotation.rounds import Round
from pipelines import annotation_rounds
from pipelines.annotation_rounds import advance
from schemas.datasets.dataset import part_uris
from schemas.errors import CommandError, InputError
from tasks.annotation import PreAnnotation
from tests.support.annotation import pre_annotations
from tests.support.annotation_rounds import FIRST, SECOND, change, out, put

COMMAND = ["PreAnnotation", "--domain", "music"]


def go(folder: Path, *more: str, tool: str = "conll", choose: str = "entropy_mean") -> int:
    return advance(folder, "music", tool, choose, [*COMMAND, *more], SplitShares(), anyway=False)


def test_what_is_wrong_is_told_while_a_round_is_out_too(tmp_path: Path) -> None:
    folder = out(tmp_path).folder
    with pytest.raises(CommandError, match="--choose doubt: must be chance, entropy_mean, entropy_sum, "):
        go(folder, choose="doubt")
    with pytest.raises(CommandError, match="PreAnnotation has no option --sise; did you mean --size"):
        go(folder, "--sise", "3")
    with pytest.raises(CommandError, match="--to brat: must be argilla, conll, "):
        go(folder, tool="brat")


@pytest.mark.parametrize(("dev", "test"), [(-0.1, 0.2), (0.2, -0.1), (0.5, 0.5), (float("nan"), 0.2)])
def test_shares_that_leave_nothing_to_train_on_are_refused(tmp_path: Path, dev: float, test: float) -> None:
    with pytest.raises(CommandError, match="^--dev and --test must be 0 or more, and less than 1 together$"):
        advance(tmp_path / "loop", "music", "conll", "chance", COMMAND, SplitShares(dev, test), anyway=False)


def test_a_folder_of_rounds_is_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "loop").touch()
    for folder in (tmp_path / "loop", tmp_path / "loop" / "below"):
        told = f"^folder for the rounds = {folder}: {tmp_path}/loop is not a directory; name another place$"
        with pytest.raises(InputError, match=told):
            go(folder)
    with pytest.raises(CommandError, match="^s3:/bucket/loop: name a folder on this machine"):
        go(Path("s3://bucket/loop"))


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(
        InputError, match=f"^folder for the rounds = {tmp_path}/loop: no permission to write in {tmp_path}; "
    ):
        go(tmp_path / "loop")


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
    assert capsys.readouterr().out == (
        "round 2 is drawn by chance: a model needs sentences in dev, test too, of which few pages leave none; to have "
        f"them, delete {first.gold} and {first.folder}/round-2, and give the same command with another --seed, or "
        "other --dev and --test\n"
    )
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


def test_a_folder_whose_path_has_a_comma_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"^{tmp_path}/a,b: name a folder without a comma in its path$"):
        go(tmp_path / "a,b")


def test_what_was_done_and_what_is_awaited_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "loop"
    first, second = Round(folder, "music", 1), Round(folder, "music", 2)
    alone = replace(FIRST, id="1-0-1", annotators=("bob",))
    statuses = [30, 0, 0, 0]
    locations = [pre_annotations(tmp_path / str(number), [FIRST, SECOND]) for number in range(2)]
    locations += [pre_annotations(tmp_path / str(number), found) for number, found in enumerate([[], [alone]], 2)]
    change(locations[1], profile="names")
    change(locations[3], profile="paper")
    monkeypatch.setattr(PreAnnotation, "location", lambda _task: locations[len(locations) - len(statuses)])
    monkeypatch.setattr("pipelines.run.build", lambda _command, *, agreed: statuses.pop(0) if agreed else 99)

    def told(status: int, *, anyway: bool = False, choose: str = "chance") -> list[str]:
        assert advance(folder, "music", "conll", choose, COMMAND, SplitShares(), anyway=anyway) == status
        return capsys.readouterr().out.splitlines()

    assert told(30) == [] and not folder.exists()
    again = "then give the same command again"
    assert told(0) == [
        "",
        f"round 1 is out: sentences in {first.place}/conll, 1 for ann, 2 for bob",
        "it has 2 of the 100 sentences that size in [PreAnnotation] asks for: the level has no others",
        f"round 1 awaits ann.conll, bob.conll, annotated, in {first.returned}; {again}",
    ]
    assert told(0) == [
        f"round 1 awaits ann.conll, bob.conll from {first.place}/conll, annotated, in {first.returned}; {again}"
    ]
    put(first, ann=[FIRST], bob=[FIRST, SECOND])
    came_back, *nothing_left = told(0, anyway=True)
    assert came_back.startswith(f"round 1, in {first.adjudicated}: sentences in ")
    assert nothing_left == [
        "",
        "nothing is left to annotate: all sentences of the level were sent; [PreAnnotation] has level and choose",
    ]
    assert not second.is_sent
    by_chance, *sent = told(0, choose="margin")
    assert by_chance.startswith("round 2 is drawn by chance: a model needs sentences in ")
    assert sent == [
        "",
        f"not as in round 1: annotators is bob and was ann,bob, profile is paper and was names; if that is not "
        f"meant, delete {second.place} first",
        "",
        f"round 2 is out: sentences in {second.place}/conll, 1 for bob",
        "it has 1 of the 100 sentences that size in [PreAnnotation] asks for: the level has no others",
        f"round 2 awaits bob.conll, annotated, in {second.returned}; {again}",
    ]
