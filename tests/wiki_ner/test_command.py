"""The command as a person gives it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from pipelines.run import OPTIONS
from tests.support import datasets
from tests.support.build import environment
from tests.support.dapt_data import write_dataset
from tests.support.paths import PROJECT
from tests.support.terminal import on_a_terminal
from wiki_ner.__main__ import app, main

DOOR = (sys.executable, "-m", "wiki_ner")


def give(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and messages of the command, given in a folder."""
    done = subprocess.run([*DOOR, *arguments], cwd=folder, env=environment(), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["estimte"], 2, "No such command 'estimte'. Did you mean 'estimate'?"),
        (["build", "--settings", "no.cfg"], 2, "--settings no.cfg: no such file (looked in {folder})"),
        (["build", "NerCorpuss"], 2, "there is no task NerCorpuss; did you mean NerCorpus?"),
        (["builds", "--root", "no"], 40, "root in [Build] = no: no such directory (looked in {folder})"),
        (["prune", "--root", "no"], 40, "root in [Build] = no: no such directory (looked in {folder})"),
        (["prune", "--root", "no", "--yes"], 40, "root in [Build] = no: no such directory (looked in {folder})"),
        (["diff", "a", "b", "--root", "no"], 40, "root in [Build] = no: no such directory (looked in {folder})"),
        (["promote", "a", "--root", "no"], 40, "root in [Build] = no: no such directory (looked in {folder})"),
        (["tasks", "NerCorpuss"], 2, "there is no task NerCorpuss; did you mean NerCorpus?"),
        (
            ["build", "NerCorpus", "--label-set", "4/2", "--settings", str(PROJECT / "luigi.cfg")],
            40,
            "label_set in [NerCorpus] = 4/2: must be a label set: 315, 212, 4, a domain or a file of [LabelSetFiles]",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, arguments: list[str], status: int, message: str) -> None:
    expected = f"wiki-ner: {message.replace('{folder}', str(tmp_path))}\n"
    assert give(tmp_path, *arguments) == (status, "", expected)
    assert list(tmp_path.iterdir()) == []


def test_the_options_that_a_wrong_one_is_compared_with_are_those_of_the_command() -> None:
    command = typer.main.get_command(app)
    assert isinstance(command, TyperGroup)
    given = [name for option in command.commands["build"].params for name in option.opts if name.startswith("--")]
    assert given == list(OPTIONS)


def test_an_error_that_nobody_expected_is_not_taken_for_corpora_that_look_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_files: object) -> None:
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr("wiki_ner.__main__.check_readable", fail)
    with pytest.raises(SystemExit) as ended:
        main(["promote", "wiki-1", "--root", "data"])
    assert ended.value.code == 40
    told = capsys.readouterr().err
    assert told.startswith("Traceback ") and told.endswith("RuntimeError: nobody expected this\n")


def test_a_build_outside_the_checkout_needs_no_domain_files(tmp_path: Path) -> None:
    """The domains come with the packages; the rest has defaults or is named in the settings."""
    lines = []
    for line in (PROJECT / "luigi.cfg").read_text().splitlines():
        key, equals, value = line.partition(" = ")
        lines.append(f"{key} = {PROJECT / value}" if equals and value.startswith("sample/") else line)
    text = "\n".join(lines)
    text = text.replace("domains = politics,natural_science,music,literature,ai\n", "").replace(
        "directory = domains\n", ""
    )
    (tmp_path / "mine.cfg").write_text(text)
    status, output, messages = give(tmp_path, "build", "BuildDomains", "--settings", "mine.cfg", "--dry-run")
    assert (status, messages) == (0, "")
    assert output.startswith("BuildDomains: 7 steps, 0 built, 7 to do; below data/samplewiki-20260901\n")
    assert "domain_pages domain=natural_science" in output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.cfg"]


def test_what_stands_below_a_root_is_listed_without_a_settings_file(tmp_path: Path) -> None:
    write_dataset(tmp_path / "data" / "wiki-1", "domain_pages", [])
    status, output, messages = give(tmp_path, "builds", "--root", "data")
    assert (status, messages) == (0, "")
    assert output.splitlines()[0].split()[:2] == ["state", "dataset"]
    assert give(tmp_path, "prune", "--root", "data") == (0, "data: no stale builds\n", "")


def test_a_snapshot_that_looks_wrong_is_held_back(tmp_path: Path) -> None:
    for snapshot, rows in (("wiki-1", 100), ("wiki-2", 50)):
        items = [{"page_id": n, "title": f"{n}", "qid": f"Q{n}"} for n in range(1, rows + 1)]
        datasets.write_dataset(str(tmp_path / "data"), f"{snapshot}/wikidata_ids", "00000001", {"": items})
    assert give(tmp_path, "promote", "wiki-1", "--root", "data") == (0, "wiki-1 is the current snapshot of data\n", "")
    status, output, messages = give(tmp_path, "promote", "wiki-2", "--root", "data")
    assert (status, output.splitlines()[1].split()[:2]) == (1, ["WRONG", "wikidata_ids"])
    assert messages.startswith("wiki-ner: wiki-2 looks wrong beside wiki-1: rows of wikidata_ids. Look at the reports")
    assert give(tmp_path, "diff", "wiki-1", "wiki-2", "--root", "data")[0] == 1
    assert give(tmp_path, "diff", "wiki-2", "wiki-2", "--root", "data")[0] == 0
    assert give(tmp_path, "promote", "wiki-2", "--root", "data", "--anyway")[0] == 0


def test_the_tasks_are_listed_with_their_options(tmp_path: Path) -> None:
    status, output, _ = give(tmp_path, "tasks")
    assert status == 0
    assert "\nNerCorpus: The α-balanced training examples of NER-BERT" in output
    assert "\n    --profile (profile of [Quality]) --label-set (must be given) --alpha 0.7 " in output
    status, output, _ = give(tmp_path, "tasks", "Punkt")
    assert output.splitlines()[2:4] == [
        "option      default  meaning",
        "--train-mb  30.0     MB of article text to train on",
    ]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_build_without_a_traceback(tmp_path: Path, workers: str) -> None:
    command = [*DOOR, "build", "Punkt", "--root", str(tmp_path / "data"), "--workers", workers]
    status, output = on_a_terminal(command, PROJECT, environment(), lambda so_far: "punkt: building" in so_far)
    assert status == 130, output
    assert "Traceback" not in output
    assert "Punkt was interrupted: 0 steps built in 0:00:" in output
    assert "give the same command again: it continues where it was" in output
