"""The command as a person gives it."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from corpora.annotation.adjudication import SplitShares
from pipelines.command_line import OPTIONS
from schemas.errors import CommandError, InputError
from schemas.root.snapshot_diff import LooksWrongError
from tests.support import datasets
from tests.support.build import environment
from tests.support.paths import PROJECT
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


def test_the_version_is_told_without_a_command(tmp_path: Path) -> None:
    told = f"wiki-ner {importlib.metadata.version('wiki-ner-corpora')}, Python {platform.python_version()}\n"
    assert give(tmp_path, "--version") == (0, told, "")


def test_a_task_of_ones_own_is_known_by_the_module_that_the_settings_name(tmp_path: Path) -> None:
    (tmp_path / "steps_of_mine.py").write_text(
        "from tasks.step.base import DatasetTask\n"
        "from tasks.settings.parameters import Int\n"
        "class CountedTitles(DatasetTask):\n"
        '    """How many titles there are."""\n'
        "    least = Int(default=2, description='links at least')\n"
    )
    (tmp_path / "luigi.cfg").write_text("[Build]\nroot = data\n")
    unknown = (2, "", "wiki-ner: there is no task CountedTitles; `wiki-ner tasks` lists them\n")
    assert give(tmp_path, "tasks", "CountedTitles") == unknown
    (tmp_path / "luigi.cfg").write_text("[core]\nmodule = steps_of_mine\n")
    about = "CountedTitles: How many titles there are."
    options = "option   default  meaning\n--least  2        links at least"
    told = f"{about}\n\n{options}\n\nThe settings file has them in [CountedTitles].\n"
    assert give(tmp_path, "tasks", "CountedTitles") == (0, told, "")
    last = f"\n{about}\n    --least 2\n\n`wiki-ner tasks TASK` explains the options of one.\n"
    assert give(tmp_path, "tasks")[1].endswith(last)
    misspelt = "wiki-ner: there is no task CountedTitle; did you mean CountedTitles?\n"
    assert give(tmp_path, "build", "CountedTitle") == (2, "", misspelt)
    misspelt = "wiki-ner: CountedTitles has no option --leest; did you mean --least?\n"
    assert give(tmp_path, "build", "CountedTitles", "--leest", "3") == (2, "", misspelt)


def test_the_list_of_commands_cuts_no_summary_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    summaries = give(tmp_path, "--help")[1].partition("Commands:\n")[2].splitlines()
    assert summaries[0] == "  build       Build the corpora, or any other task with what it requires."
    assert [line for line in summaries if not line.endswith(".") or line.endswith("...")] == []


def test_no_option_is_told_nowhere_in_the_reference() -> None:
    command = typer.main.get_command(app)
    assert isinstance(command, TyperGroup)
    # The options of rounds are told where the rounds are.
    pages = ("reference/command-line.md", "how-to/annotate.md")
    text = "".join((PROJECT / "docs" / page).read_text("utf-8") for page in pages)
    told = set(re.findall(r"(?<![\w-])--[a-z-]+", text))
    options = {
        (name, flag) for name, each in command.commands.items() for option in each.params for flag in option.opts
    }
    missing = [(name, flag) for name, flag in sorted(options) if flag.startswith("--") and flag not in told]
    assert ("tag", "--max-length") in options and not missing


def test_the_options_that_a_wrong_one_is_compared_with_are_those_of_the_command() -> None:
    command = typer.main.get_command(app)
    assert isinstance(command, TyperGroup)
    given = [name for option in command.commands["build"].params for name in option.opts if name.startswith("--")]
    assert given == list(OPTIONS)


LUIGIS = ["--workers", "1", "--local-scheduler"]
OVER = ["--root", "data", "--snapshot", "s", "--processes", "3"]
BELOW = ["--Build-root", "data", "--Build-snapshot", "s", "--Beam-workers", "3"]
ANY = ["--Build-root", "data", "--Build-snapshot", "any"]


@pytest.mark.parametrize(
    ("given", "function", "expected"),
    [
        (["build"], "run.build", [["BuildCorpora", *LUIGIS], {"agreed": False, "expected": {"BuildCorpora": 1.0}}]),
        (
            ["build", "Punkt", "--train-mb", "2", *OVER, "--workers", "2", "--scheduler", "http://luigi", "--yes"],
            "run.build",
            [
                ["Punkt", "--train-mb", "2", "--workers", "2", "--scheduler-url", "http://luigi", *BELOW],
                {"agreed": True, "expected": {"Punkt": 1.0}},
            ],
        ),
        (["build", "--train-mb", "2", "--dry-run"], "run.show_plan", [["BuildCorpora", "--train-mb", "2", *LUIGIS]]),
        (["preview"], "preview.build_preview", [["BuildCorpora", *LUIGIS], 10_000, {"agreed": False}]),
        (
            ["preview", "Punkt", "--pages", "5", *OVER, "--workers", "2", "--yes"],
            "preview.build_preview",
            [["Punkt", "--workers", "2", "--local-scheduler", *BELOW], 5, {"agreed": True}],
        ),
        (["estimate", "Punkt", *OVER], "preview.show_estimate", [["Punkt", *LUIGIS, *BELOW]]),
        (["builds", "--root", "data"], "run.say", [["Builds", *LUIGIS, *ANY]]),
        (["verify", "--root", "data"], "run.say", [["Verify", *LUIGIS, *ANY]]),
        (["prune", "--root", "data"], "run.say", [["Prune", "--dry-run", "true", *LUIGIS, *ANY]]),
        (["prune", "--root", "data", "--yes"], "run.say", [["Prune", "--dry-run", "false", *LUIGIS, *ANY]]),
        (["diff", "a", "b", "--root", "data"], "run.say", [["Diff", "--old", "a", "--new", "b", *LUIGIS, *ANY]]),
        (["promote"], "run.say", [["Promote", "--anyway", "false", *LUIGIS]]),
        (
            ["promote", "a", "--root", "data", "--anyway"],
            "run.say",
            [["Promote", "--name", "a", "--anyway", "true", *LUIGIS, *ANY]],
        ),
        (["report"], "run.write_report", [["BuildCorpora", *LUIGIS], {"show": False}]),
        (
            ["report", "BuildAll", *OVER[:4], "--open"],
            "run.write_report",
            [["BuildAll", *LUIGIS, *BELOW[:4]], {"show": True}],
        ),
        (
            ["annotate", "loop", "--domain", "ai"],
            "annotation_rounds.advance",
            [
                Path("loop"),
                *("ai", "conll", "negative_log_p"),
                ["PreAnnotation", "--domain", "ai", *LUIGIS],
                SplitShares(),
                {"anyway": False},
            ],
        ),
        (
            [
                *("annotate", "loop", "--domain", "ai", "--size", "9", "--to", "doccano", "--choose", "chance"),
                *("--anyway", *OVER, "--workers", "2", "--dev", "0.1", "--test", "0.3", "--seed", "7"),
            ],
            "annotation_rounds.advance",
            [
                Path("loop"),
                *("ai", "doccano", "chance"),
                ["PreAnnotation", "--domain", "ai", "--size", "9", "--workers", "2", "--local-scheduler", *BELOW],
                SplitShares(0.1, 0.3, 7),
                {"anyway": True},
            ],
        ),
    ],
)
def test_a_command_is_handed_on_with_its_options(
    monkeypatch: pytest.MonkeyPatch, given: list[str], function: str, expected: list[object]
) -> None:
    called: list[object] = []

    def note(*arguments: object, **named: object) -> int:
        called.extend([*arguments, *([named] if named else [])])
        return 7

    monkeypatch.setattr("pipelines.preview.expected_seconds", lambda command: {command[0]: 1.0})
    monkeypatch.setattr(f"pipelines.{function}", note)
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert (ended.value.code, called) == (7, expected)


@pytest.mark.parametrize("module", ["wiki.extract", "corpora.export", "corpora.adjudicate"])
def test_a_command_of_a_module_is_given_all_that_follows(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(f"{module}.main", called.append)
    for arguments in (["a", "--to", "b", "--help"], []):
        with pytest.raises(SystemExit) as ended:
            main([module.partition(".")[2], *arguments])
        assert (ended.value.code, called.pop()) == (0, arguments)


@pytest.mark.parametrize(
    "command",
    [
        "build",
        "preview",
        "estimate",
        "builds",
        "verify",
        "prune",
        "diff a b",
        "promote",
        "report",
        "tasks",
        "annotate a --domain b",
    ],
)
def test_a_settings_file_that_is_not_there_is_told_by_every_command(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--settings", "none.cfg"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"wiki-ner: --settings none.cfg: no such file (looked in {Path.cwd()})\n"


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (CommandError("name a wiki"), 2, "name a wiki"),
        (InputError("a.cfg: empty"), 40, "a.cfg: empty"),
        (LooksWrongError("wiki-2 looks wrong"), 1, "wiki-2 looks wrong"),
        (typer.Abort(), 130, "interrupted"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device", "a\nb"), 40, "a\\nb: No space left on device"),
        (OSError(28, "No space left on device"), 40, "input or output: No space left on device"),
        (OSError("cannot be read"), 40, "input or output: cannot be read"),
    ],
)
def test_an_error_is_told_in_a_line_with_its_status(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    message: str,
) -> None:
    def fail(_files: object) -> None:
        raise error

    monkeypatch.setattr("wiki_ner.options.check_readable", fail)
    with pytest.raises(SystemExit) as ended:
        main(["tasks"])
    assert (ended.value.code, capsys.readouterr().err) == (status, f"wiki-ner: {message}\n")


def test_an_error_that_nobody_expected_is_not_taken_for_corpora_that_look_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_files: object) -> None:
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr("wiki_ner.options.check_readable", fail)
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


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ([*DOOR, "builds", "--root", "data"], "wiki-ner"),
        ([*DOOR, "fetch", "simplewiki", "--dry-run"], "wiki-ner"),
        ([sys.executable, "-m", "corpora.export", "a", "--to", "conll", "-o", "b"], "wiki-ner export"),
    ],
)
def test_a_directory_that_was_deleted_below_the_shell_is_told(tmp_path: Path, command: list[str], name: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    settings = {**environment(), "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        ["sh", "-c", script, "sh", str(gone), *command], env=settings, capture_output=True, text=True, timeout=300
    )
    told = "the directory where the command was given was deleted; cd to one that is there and give it again"
    assert (done.returncode, done.stdout, done.stderr) == (40, "", f"{name}: {told}\n")


def test_what_stands_below_a_root_is_listed_without_a_settings_file(tmp_path: Path) -> None:
    (tmp_path / "data" / "wiki-1" / "report" / "build=0000000a").mkdir(parents=True)
    assert give(tmp_path, "builds", "--root", "data") == (0, "data: no builds\n", "")
    (tmp_path / "data" / "wiki-1" / "report" / "build=0000000a" / "report.md").touch()
    status, output, messages = give(tmp_path, "builds", "--root", "data")
    assert (status, messages) == (0, "")
    assert [line.split()[:2] for line in output.splitlines()[:2]] == [
        ["state", "dataset"],
        ["current", "wiki-1/report"],
    ]
    assert give(tmp_path, "prune", "--root", "data") == (0, "data: no stale builds\n", "")


def test_a_snapshot_that_looks_wrong_is_held_back(tmp_path: Path) -> None:
    for snapshot, rows in (("wiki-1", 100), ("wiki-2", 50)):
        items = [{"page_id": n, "title": f"{n}", "qid": f"Q{n}"} for n in range(1, rows + 1)]
        datasets.write_dataset(str(tmp_path / "data"), f"{snapshot}/wikidata_ids", "00000001", {"": items})
    status, _, messages = give(tmp_path, "promote", "wiki-1", "--root", "data")
    assert (status, messages.partition(": sentences")[0]) == (1, "wiki-ner: wiki-1 looks wrong")
    done = (0, "wiki-1 is the current snapshot of data\n", "")
    assert give(tmp_path, "promote", "wiki-1", "--root", "data", "--anyway") == done
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


def test_the_command_is_explained_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip().startswith("Usage: wiki-ner [OPTIONS] COMMAND [ARGS]...")


@pytest.mark.parametrize("command", [[], ["build"], ["tasks"], ["extract"]])
def test_h_is_short_for_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for option in ("-h", "--help"):
        with pytest.raises(SystemExit) as ended:
            main([*command, option])
        assert ended.value.code == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert f"usage: {' '.join(['wiki-ner', *command])}" in told[0].replace("Usage", "usage")


@pytest.mark.parametrize("command", ["build", "preview"])
def test_an_option_that_a_task_has_not_is_told_with_where_those_of_the_command_are_listed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main([command, "Punkt", "--qqq"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "wiki-ner: Punkt has no option --qqq; its own are --train-mb; --help lists those of the command\n"
    )


def test_without_arguments_the_help_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert said.splitlines()[0] == "Usage: wiki-ner [OPTIONS] COMMAND [ARGS]..."
    assert any(line.startswith("  build  ") for line in said.splitlines())
