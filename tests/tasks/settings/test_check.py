from __future__ import annotations

from pathlib import Path

import pytest
from luigi.cmdline_parser import CmdlineParser

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.errors import InputError
from tasks.corpora import NerCorpus
from tasks.settings.check import check_settings
from tests.support.paths import PROJECT

pytestmark = pytest.mark.usefixtures("folder")


def test_the_section_of_a_step_of_ones_own_is_known_by_its_module(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "steps").mkdir()
    (folder / "steps" / "steps_of_mine.py").write_text(
        "from tasks.settings.parameters import Int\n"
        "from tasks.step.base import DatasetTask\n"
        "class CountedTitles(DatasetTask):\n"
        "    least = Int(default=2, description='at least')\n"
    )
    content = "[CountedTitles]\nleast = {}\n"
    (folder / "luigi.cfg").write_text(content.format(3))
    with pytest.raises(InputError, match=r"^luigi.cfg: unknown section \[CountedTitles\]; "):
        check_settings()
    (folder / "luigi.cfg").write_text(f"[core]\nmodule = steps_of_mine\n{content.format(30)}")
    with pytest.raises(InputError, match="there is no module steps_of_mine; have the folder that holds it"):
        check_settings()
    monkeypatch.syspath_prepend(folder / "steps")
    check_settings()
    (folder / "luigi.cfg").write_text(f"[core]\nmodule = steps_of_mine\n{content.format('many')}")
    with pytest.raises(InputError, match=r"^luigi.cfg: least in \[CountedTitles\] = many: must be a whole number"):
        check_settings()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import no_such_library\n", "it needs no_such_library, which is not installed here"),
        ("def f(:\n", "SyntaxError: invalid syntax"),
        ("raise RuntimeError('not today')\n", "RuntimeError: not today"),
    ],
)
def test_a_module_of_ones_own_that_fails_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: str
) -> None:
    (folder / "failing_steps.py").write_text(code)
    (folder / "luigi.cfg").write_text("[core]\nmodule = failing_steps\n")
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(InputError) as error:
        check_settings()
    assert str(error.value).startswith(f"luigi.cfg: module in [core] = 'failing_steps' cannot be imported: {told}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[Bild]\nroot = x\n", r"luigi.cfg: unknown section \[Bild\]; did you mean Build\?"),
        (
            "[qqqq]\nroot = x\n",
            r"^luigi.cfg: unknown section \[qqqq\]; `wiki-ner tasks` lists the steps that have one. For a step of your "
            r"own give its module as module in \[core\]$",
        ),
        (
            "[core]\nmodule = no_steps\n",
            r"^luigi.cfg: module in \[core\] = 'no_steps': there is no module no_steps; have the folder that holds it "
            "be on PYTHONPATH$",
        ),
        (
            "[DEFAULT]\nsnapshot = x\nseed = 1\n[NerCorpus]\nalpha = 1\n",
            r"^luigi.cfg: \[DEFAULT\] sets 'snapshot': put each key into the section of its setting, as root into "
            r"\[Build\]$",
        ),
        ("[NerCorpus]\nalhpa = 1\n", r"luigi.cfg: unknown setting 'alhpa' in \[NerCorpus\]; did you mean alpha\?"),
        (
            "[Build]\nzzz = 1\n",
            r"unknown setting 'zzz' in \[Build\]; known are keep_filtered, lock, max_reject_share, root, seed",
        ),
        ("[Build]\nrotwxyz = 1\n", r"unknown setting 'rotwxyz' in \[Build\]; did you mean root\?$"),
        ("[NerCorpus]\nalpha = much\n", r"^luigi.cfg: alpha in \[NerCorpus\] = much: must be a number from 0 to 1$"),
        # Above 1 frequent categories would be repeated and rare ones thinned.
        ("[NerCorpus]\nalpha = 2\n", r"^luigi.cfg: alpha in \[NerCorpus\] = 2.0: must be a number from 0 to 1$"),
        ("[DBpedia]\nontology =\n", r"^luigi.cfg: ontology in \[DBpedia\] is empty: name a file$"),
        ("[NerCorpus]\nalpha = -1\n", r"^luigi.cfg: alpha in \[NerCorpus\] = -1.0: must be a number from 0 to 1$"),
        (
            "[Build]\nmax_reject_share = 2\n",
            r"^luigi.cfg: max_reject_share in \[Build\] = 2.0: must be a number from 0 to 1$",
        ),
        (
            "[SparqlTypes]\nbatch = 2001\n",
            r"^luigi.cfg: batch in \[SparqlTypes\] = 2001: must be a whole number from 1 to 2,000$",
        ),
        (
            "[Build]\nseed = 0.5\n",
            r"^luigi.cfg: seed in \[Build\] = 0.5: must be a whole number from 0 to 2,147,483,647$",
        ),
        ("[Build]\nkeep_filtered = 1\n", r"^luigi.cfg: keep_filtered in \[Build\] = 1: must be true or false$"),
        (
            "[Sentences]\nsplitter = dots\n",
            r"^luigi.cfg: splitter in \[Sentences\] = dots: must be one of punkt, punkt_tab, sentencex$",
        ),
        ("[Build]\nRoot = x\n", r"^luigi.cfg: unknown setting 'Root' in \[Build\]; did you mean root\?$"),
        (
            "[Build]\nroot = ${NO_SUCH}/x\n",
            r"^luigi.cfg: root in \[Build\] = '\$\{NO_SUCH\}/x': write %% for a percent sign",
        ),
        (
            "[FineTuning]\nfew_shot = 10%\n",
            r"^luigi.cfg: few_shot in \[FineTuning\] = 10%: must be whole numbers from 0 to [\d,]+ and shares",
        ),
        ("[Build]\nmax_reject_share = 1 %\n", r"= 1 %: must be a number from 0 to 1$"),
        ("[Beam]\nworkers = ${NO_SUCH}\n", r"= '\$\{NO_SUCH\}': write %% for a percent sign, and"),
        ("[core]\nworkerz = 2\n", r"^luigi.cfg: unknown setting 'workerz' in \[core\]; did you mean workers\?$"),
        ("[core]\nworkers = 0\n", r"^luigi.cfg: workers in \[core\] = 0: must be a whole number from 1 to 1,024$"),
        ("[worker]\nkeep_alive = perhaps\n", r"^luigi.cfg: keep_alive in \[worker\] = 'perhaps': cannot interpret"),
        ("[retcode]\ntask_failed = x\n", r"^luigi.cfg: task_failed in \[retcode\] = 'x': invalid literal"),
        (
            "[resources]\nbeam = 0\n",
            r"^luigi.cfg: beam in \[resources\] = '0': must be a whole number from 1 to 2,147,483,647$",
        ),
        ("[resources]\nbeam = 2147483648\n", r"^luigi.cfg: beam in \[resources\] = '2147483648': must be a whole"),
        ("[resources]\nbeam = 00000000001\n", r"^luigi.cfg: beam in \[resources\] = '00000000001': must be a whole"),
        ("[resources]\nbeam = ２\n", r"^luigi.cfg: beam in \[resources\] = '２': must be a whole"),
        (
            "[core]\nworkers = 1025\n",
            r"^luigi.cfg: workers in \[core\] = 1025: must be a whole number from 1 to 1,024$",
        ),
        (
            "[scheduler]\nretry_count = 0\n",
            r"^luigi.cfg: retry_count in \[scheduler\] = 0: must be a whole number from 1",
        ),
        ("[worker]\ndefault_scheduler_url = x\n", r"^luigi.cfg: unknown setting 'default_scheduler_url' in \[worker\]"),
        ("root = x\n", r"^luigi.cfg, line 1: 'root = x' stands before the first section; begin with"),
        ("[Build]\n\nroot\n", r"^luigi.cfg, line 3: 'root': must be key = value or \[section\]$"),
        ("[Build]\nseed = 1\nseed = 2\n", r"^luigi.cfg, line 3: seed stands twice in \[Build\]$"),
        ("[Build]\n[Beam]\n[Build]\n", r"^luigi.cfg, line 3: there are two sections \[Build\]$"),
    ],
)
def test_what_nothing_reads_is_refused_by_name(folder: Path, content: str, message: str) -> None:
    (folder / "luigi.cfg").write_text(content)
    with pytest.raises(InputError, match=message):
        check_settings()


@pytest.mark.parametrize(
    "content",
    [
        "[resources]\nbeam = 1\nother = 2147483647\n",
        "[core]\nworkers = 1\nlog-level = INFO\ndefault-scheduler-url = http://host\nrpc_retry_wait = 3\n",
        "[core]\nworkers = 1024\n[scheduler]\nretry_count = 1\n",
        pytest.param("#" * 1_000_000, id="as long as may be"),
        "[logger_root]\nlevel = INFO\n[handler_x]\nargs = ()\n[formatter_x]\nx = y\n[logging]\nversion = 1\n",
    ],
)
def test_what_luigi_and_logging_read_is_taken(folder: Path, content: str) -> None:
    (folder / "luigi.cfg").write_text(content)
    check_settings()


def test_the_overriding_file_is_checked_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "luigi.cfg").write_text("[Build]\nroot = data\n[core]\nlog_level = INFO\n[loggers]\nkeys = of Python's\n")
    check_settings()
    (folder / "mine.cfg").write_text("[Beam]\nwokers = 2\n")
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    with pytest.raises(InputError, match=r"mine.cfg: unknown setting 'wokers' in \[Beam\]; did you mean workers\?"):
        check_settings()


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        (["--NerCorpus-alpha", "-1"], r"^alpha in \[NerCorpus\] = -1.0: must be a number from 0 to 1$"),
        (["--NerCorpus-alpha", "nan"], r"^alpha in \[NerCorpus\] = nan: must be a number from 0 to 1$"),
        (["--NerCorpus-target-size", "many"], r"^target_size in \[NerCorpus\] = many: must be a whole number from 0"),
        (
            ["--NerCorpus-validation-share", "1.5"],
            r"^validation_share in \[NerCorpus\] = 1.5: must be a number from 0 to 1$",
        ),
        (
            ["--NerCorpus-label-set", "5/6"],
            r"^label_set in \[NerCorpus\] = 5/6: must be a label set: 315, 212, 4, a domain or a file of",
        ),
    ],
)
def test_flags_of_the_command_line_are_refused_by_name(flag: list[str], message: str) -> None:
    parsed = CmdlineParser.global_instance(["NerCorpus", *flag], allow_override=True)
    with parsed, pytest.raises(InputError, match=message):
        NerCorpus(**({} if "--NerCorpus-label-set" in flag else {"label_set": "4"}))


def test_flags_are_checked_once_however_many_tasks_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[object] = []
    monkeypatch.setattr("tasks.settings.check._check_flags", checks.append)
    for _ in range(2):
        with CmdlineParser.global_instance(["NerCorpus", "--label-set", "4"], allow_override=True):
            check_settings()
            check_settings()
    assert len(checks) == 2


def test_values_given_in_code_are_refused_too() -> None:
    assert NerCorpus(label_set="4", alpha=0, validation_share=1).validation_share == 1
    with pytest.raises(InputError, match=r"^alpha in \[NerCorpus\] = -0.5: must be a number from 0 to 1$"):
        NerCorpus(label_set="4", alpha=-0.5)
    with pytest.raises(
        InputError,
        match=r"^label_set in \[NerCorpus\] = 5/6: must be a label set: 315, 212, 4, a domain or a file of",
    ):
        NerCorpus(label_set="5/6")


def test_the_shipped_settings_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    project = PROJECT
    monkeypatch.chdir(project)
    for path in sorted(project.glob("settings/**/*.cfg")):
        monkeypatch.setenv("LUIGI_CONFIG_PATH", str(path))
        check_settings()


@pytest.mark.parametrize("flag", ["--Build-root", "--NerCorpus-label-set", "--label-set"])
def test_an_empty_flag_is_refused_because_luigi_passes_over_it(flag: str) -> None:
    parsed = CmdlineParser.global_instance(["NerCorpus", flag, ""], allow_override=True)
    with parsed, pytest.raises(InputError, match=f"^{flag} is empty, and then Luigi takes the settings file's"):
        check_settings()
