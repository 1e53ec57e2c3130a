"""One command for the next thing that a round of annotation wants: take back what was annotated, choose, send out."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path

from corpora.annotation.adjudication import SHARES_TOLD, SplitShares
from corpora.annotation.doubts import MEASURES
from corpora.annotation.rounds import Round, other_settings, rounds_of, send, take_back
from corpora.annotation.tools import TOOLS
from pipelines import run
from pipelines.command_line import parsed
from schemas.datasets.dataset import read_manifest
from schemas.errors import CommandError
from tasks.annotation import BY_CHANCE, PreAnnotation
from tasks.settings.inputs import output_directory
from tasks.settings.syntax import items


def advance(
    folder: Path,
    domain: str,
    tool: str,
    choose: str,
    arguments: Sequence[str],
    shares: SplitShares,
    *,
    anyway: bool,
) -> int:
    """Do the next thing in a folder of rounds and say what is awaited; returns the exit status.

    Of a round that is out, what came back is adjudicated. When it is closed, or there is none yet, the sentences of the
    next one are drawn and written for annotators: by chance in the first round, and then by the measure `choose` of the
    model that is trained on all rounds. `arguments` are a command line of `PreAnnotation` without these settings,
    `shares` those of the gold set.
    Raises InputError where the folder, what came back or the settings cannot be used.
    """
    _check(folder, tool, choose, shares)
    # What is not used before the round is closed is told at once too.
    with parsed(arguments) as task:
        assert isinstance(task, PreAnnotation)
        former = task.former
    rounds = rounds_of(folder, domain)
    if rounds and not rounds[-1].is_closed:
        last = rounds[-1]
        back = take_back(last, shares, anyway=anyway)
        if back.said:
            print(f"round {last.number}, in {last.adjudicated}: {back.said}", flush=True)
        if back.awaited:
            print(f"round {last.number} awaits {back.awaited}; then give the same command again")
            return 0
    new = Round(folder, domain, len(rounds) + 1)
    if choose != BY_CHANCE and rounds and (lacking := rounds[-1].lacks):
        _say_why_by_chance(new, rounds[-1], lacking)
        choose = BY_CHANCE
    return _draw(new, rounds, tool, [*arguments, *_chosen(rounds, choose, former)])


def _check(folder: Path, tool: str, choose: str, shares: SplitShares) -> None:
    if tool not in TOOLS:
        raise CommandError(f"--to {tool}: must be {', '.join(sorted(TOOLS))}")
    if choose not in (BY_CHANCE, *MEASURES):
        raise CommandError(f"--choose {choose}: must be {', '.join((BY_CHANCE, *MEASURES))}")
    if not shares.leave_some:
        raise CommandError(SHARES_TOLD)
    if ":/" in str(folder):
        raise CommandError(f"{folder}: name a folder on this machine")
    output_directory("folder for the rounds", str(folder))
    if "," in str(folder.absolute()):
        raise CommandError(f"{folder.absolute()}: name a folder without a comma in its path")


def _say_why_by_chance(new: Round, last: Round, lacking: Sequence[str]) -> None:
    print(
        f"round {new.number} is drawn by chance: a model needs sentences in {', '.join(lacking)} too, of which few "
        f"pages leave none; to have them, delete {last.gold} and {new.place}, and give the same command with "
        "another --seed, or other --dev and --test",
        flush=True,
    )


def _draw(new: Round, rounds: Sequence[Round], tool: str, command: Sequence[str]) -> int:
    """Build the sentences of a round and write them for its annotators; returns the exit status."""
    with parsed(command) as task:
        assert isinstance(task, PreAnnotation)
        location, size = task.location(), task.size
    status = run.build(command, agreed=True)
    if status:
        return status
    rows = read_manifest(location).rows
    if not rows:
        print(
            "\nnothing is left to annotate: all sentences of the level were sent; [PreAnnotation] has level and choose"
        )
        return 0
    number = new.number
    new.folder.mkdir(parents=True, exist_ok=True)
    written = send(new, location, tool)
    if other := [told for last in rounds[-1:] for told in other_settings(last, location)]:
        print(f"\nnot as in round {number - 1}: {', '.join(other)}; if that is not meant, delete {new.place} first")
    dealt = ", ".join(f"{sentences:,} for {name}" for name, sentences in written.items())
    print(f"\nround {number} is out: sentences in {new.place / tool}, {dealt}")
    if rows < size:
        print(
            f"it has {rows:,} of the {size:,} sentences that size in [PreAnnotation] asks for: the level has no others"
        )
    files = ", ".join(f"{name}{TOOLS[tool].suffix}" for name, sentences in written.items() if sentences)
    print(f"round {number} awaits {files}, annotated, in {new.returned}; then give the same command again")
    return 0


def _chosen(rounds: Sequence[Round], choose: str, former: str) -> list[str]:
    """The settings of `PreAnnotation` that former rounds decide, `former` those that were named beside them."""
    if not rounds:
        return ["--choose", BY_CHANCE]
    last = rounds[-1]
    sent = [f"{glob.escape(str(each.sent.absolute()))}/*.parquet" for each in rounds]
    trained = ["--benchmark", last.gold.name, "--NerBenchmark-directory", str(last.gold.parent.absolute())]
    return ["--choose", choose, "--former", ",".join([*items(former), *sent]), *trained]
