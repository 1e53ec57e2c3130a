from __future__ import annotations

import os
from pathlib import Path

import pytest
from luigi.cmdline_parser import CmdlineParser
from luigi.configuration import LuigiConfigParser
from luigi.task_register import Register

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.datasets.dataset import Provenance, Source
from schemas.errors import InputError
from schemas.files import storage
from tasks.corpora import NerCorpus
from tasks.settings.check import check_settings
from tasks.settings.files import check_readable, files_text
from tasks.settings.fingerprint import fingerprint
from tasks.settings.inputs import input_directory, input_file, input_files, output_directory, output_file
from tasks.settings.shared import Build
from tasks.step.targets import difference
from tests.support.paths import PROJECT


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LUIGI_CONFIG_PATH", raising=False)
    return tmp_path


def test_the_section_of_a_step_of_ones_own_is_known_by_its_module(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "steps").mkdir()
    (folder / "steps" / "steps_of_mine.py").write_text(
        "from tasks.step.base import DatasetTask\n"
        "from tasks.settings.parameters import Int\n"
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


def test_the_files_are_told_those_that_override_others_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files_text() == ""
    (folder / "luigi.cfg").write_text("[Build]\nroot = data\n")
    assert files_text() == "luigi.cfg"
    (folder / "mine.cfg").write_text("")
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    assert files_text() == "mine.cfg over luigi.cfg"


def test_an_overriding_file_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "settings/rael.cfg")
    with pytest.raises(InputError, match="LUIGI_CONFIG_PATH = settings/rael.cfg: no such file"):
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


def test_input_files_are_expanded_sorted_and_checked(folder: Path) -> None:
    for name in ("b.bz2", "a.bz2", "c.gz"):
        (folder / name).touch()
    assert input_files("pages", "*.bz2, c.gz") == [str(folder / name) for name in ("a.bz2", "b.bz2", "c.gz")]
    assert input_file("ontology", "c.gz") == str(folder / "c.gz")
    for value, message in [
        ("", "pages is empty: name a file"),
        ("d.gz", "pages = d.gz: no such file"),
        ("*.xml", r"pages = \*.xml: no file matches"),
    ]:
        with pytest.raises(InputError, match=message):
            input_files("pages", value)
    with pytest.raises(InputError, match=r"pages names .*a.bz2 twice"):
        input_files("pages", "a.bz2, *.bz2")
    with pytest.raises(InputError, match="ontology names 2 files: name one"):
        input_file("ontology", "*.bz2")


def test_a_file_of_just_that_name_is_no_pattern(folder: Path) -> None:
    for name in ("types[1].ttl", "types1.ttl", "what?.ttl", "whatever.ttl"):
        (folder / name).touch()
    names = ["types[1].ttl", "what?.ttl"]
    assert input_files("instance_types", ",".join(names)) == [str(folder / name) for name in names]
    assert input_file("instance_types", "types[1].*") == str(folder / "types1.ttl")


def test_what_a_pattern_matches_is_sorted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{number}.ttl" for number in (3, 1, 2)]
    for name in names:
        (folder / name).touch()
    monkeypatch.setattr("glob.glob", lambda _pattern: names)
    assert input_files("instance_types", "*.ttl") == [str(folder / name) for name in sorted(names)]


def test_a_file_and_a_link_to_it_are_refused_together(folder: Path) -> None:
    (folder / "a.bz2").touch()
    (folder / "b.bz2").symlink_to("a.bz2")
    told = f"^pages names {folder}/a.bz2 and {folder}/b.bz2, which are the same file: name one$"
    with pytest.raises(InputError, match=told):
        input_files("pages", "*.bz2")
    assert input_files("pages", "b.bz2") == [str(folder / "b.bz2")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("folder", r"^pages = folder: must be a file, and is a directory$"),
        ("pipe", r"^pages = pipe: must be a file, and is a device or a pipe$"),
        ("/dev/zero", r"^pages = /dev/zero: must be a file, and is a device or a pipe$"),
        ("file/below", r"^pages = file/below: no such file"),
        ("~nobody-of-this-name/file", r"^pages = ~nobody-of-this-name/file: no such file"),
    ],
)
def test_what_is_no_file_is_refused_unopened(folder: Path, name: str, message: str) -> None:
    (folder / "folder").mkdir()
    (folder / "file").touch()
    os.mkfifo(folder / "pipe")
    with pytest.raises(InputError, match=message):
        input_files("pages", name)


def test_a_home_directory_is_meant_by_a_tilde(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "a.bz2").touch()
    assert input_files("pages", "~/a.bz2") == [str(folder / "a.bz2")]
    assert input_directory("directory", "~") == str(folder)


def test_directories_are_checked(folder: Path) -> None:
    (folder / "file").touch()
    (folder / "domains").mkdir()
    assert input_directory("directory", " domains ") == str(folder / "domains")
    for value, message in [
        ("", "^directory is empty: name a directory$"),
        ("file", "^directory = file: must be a directory, and is a file$"),
        ("nowhere", "^directory = nowhere: no such directory"),
    ]:
        with pytest.raises(InputError, match=message):
            input_directory("directory", value)
    output_directory("root", "new/deep")
    output_file("cache", "new/cache.sqlite")
    assert not (folder / "new").exists()
    for value in ("file", "file/below"):
        with pytest.raises(InputError, match=f"^root = {value}: {folder}/file is not a directory; name another place$"):
            output_directory("root", value)
    with pytest.raises(InputError, match="^cache = domains: is not a file; name another place$"):
        output_file("cache", "domains")


def test_what_luigi_would_read_in_the_encoding_of_the_locale_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, other = folder / "plain.cfg", folder / "other.cfg"
    plain.write_text("[Build]\nroot = Muenchen\n", encoding="utf-8")
    other.write_text("[Build]\nroot = München\n", encoding="utf-8")
    check_readable([plain, other])
    for encoding in ("ANSI_X3.4-1968", "ISO-8859-1"):
        monkeypatch.setattr("locale.getpreferredencoding", lambda _=True, encoding=encoding: encoding)
        check_readable([plain])
        told = f"^{other}: has letters that are not ASCII, and the locale is of {encoding}; take one of UTF-8, as by "
        with pytest.raises(InputError, match=told):
            check_readable([plain, other])


@pytest.mark.parametrize("content", ["", "# all is\n# commented out\n", "[Build]\n"])
def test_a_settings_file_that_is_named_and_sets_nothing_is_refused(
    content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("luigi.cfg").write_text(content, encoding="utf-8")
    Path("cut.cfg").write_text(content, encoding="utf-8")
    check_readable([Path("luigi.cfg")])  # nobody asked for that one
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "./cut.cfg")
    told = r"^cut.cfg: sets nothing; write settings into it, as root below \[Build\], or leave it out$"
    with pytest.raises(InputError, match=told):
        check_readable([Path("cut.cfg")])
    with pytest.raises(InputError, match=told):
        check_settings()


@pytest.mark.parametrize("lacking", [os.W_OK, os.X_OK])
def test_a_place_where_nothing_can_be_made_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, lacking: int
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, mode: not mode & lacking)
    with pytest.raises(InputError) as error:
        output_directory("root", "new/deep")
    assert str(error.value) == f"root = new/deep: no permission to write in {folder}; name another place"


def test_a_link_that_leads_nowhere_is_no_place(folder: Path) -> None:
    (folder / "link").symlink_to("nowhere")
    for output, value in ((output_directory, "link/deep"), (output_file, "link/cache.sqlite")):
        with pytest.raises(InputError, match=rf"{folder}/link is not a directory; name another place$"):
            output("root", value)
    with pytest.raises(InputError, match="^cache = link: is not a file; name another place$"):
        output_file("cache", "link")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_where_one_may_not_write_is_refused(folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    with pytest.raises(InputError, match=r"^root = locked/data: no permission to write in .*/locked; name another"):
        output_directory("root", "locked/data")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"\xef\xbb\xbf[Build]\n",
            "^mine.cfg, line 1: begins with a byte order mark of UTF-8; save it as UTF-8",
        ),
        ("[Build]\n".encode("utf-16"), "^mine.cfg, line 1: begins with a byte order mark of UTF-16; save it"),
        (b"\xfe\xff" + "[Build]\n".encode("utf-16-be"), "^mine.cfg, line 1: begins with a byte order mark of UTF-16;"),
        (b"[Build]\n# M\xfcnchen\n", "^mine.cfg, line 2: not UTF-8"),
        (b"#" * 1_000_001, "^mine.cfg: 1,000,001 bytes are too many for a settings file$"),
    ],
)
def test_a_file_in_another_encoding_is_refused_by_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, message: str
) -> None:
    (folder / "mine.cfg").write_bytes(content)
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    with pytest.raises(InputError, match=message):
        check_settings()


def test_what_is_no_settings_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(folder / "pipe")
    for name, message in [
        ("", "^LUIGI_CONFIG_PATH is empty: name a settings file, or unset it$"),
        ("pipe", "^pipe: is no file that settings can be read from"),
        ("/dev/zero", "^/dev/zero: is no file that settings can be read from"),
        (".", "^.: is no file that settings can be read from"),
        ("x" * 300, "^LUIGI_CONFIG_PATH = x+: no such file"),
        ("mine.toml", r"^LUIGI_CONFIG_PATH = mine.toml: must be a file of `key = value`"),
    ]:
        monkeypatch.setenv("LUIGI_CONFIG_PATH", name)
        with pytest.raises(InputError, match=message):
            check_settings()
    monkeypatch.delenv("LUIGI_CONFIG_PATH")
    with monkeypatch.context() as patch, pytest.raises(InputError, match="^LUIGI_CONFIG_PARSER = toml: must be one of"):
        patch.setenv("LUIGI_CONFIG_PARSER", "toml")
        check_settings()
    (folder / "luigi.cfg").mkdir()
    with pytest.raises(InputError, match="^luigi.cfg: is no file that settings can be read from"):
        check_settings()


def test_an_unreadable_file_is_not_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine.cfg").touch()
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match=r"^mine.cfg: cannot be read \(Permission denied\)$"):
        check_settings()


@pytest.mark.parametrize("flag", ["--Build-root", "--NerCorpus-label-set", "--label-set"])
def test_an_empty_flag_is_refused_because_luigi_passes_over_it(flag: str) -> None:
    parsed = CmdlineParser.global_instance(["NerCorpus", flag, ""], allow_override=True)
    with parsed, pytest.raises(InputError, match=f"^{flag} is empty, and then Luigi takes the settings file's"):
        check_settings()


def test_a_setting_that_must_be_given_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LuigiConfigParser, "_instance", LuigiConfigParser())
    Register.clear_instance_cache()
    message = (
        r"^root in \[Build\] is missing: give it as --Build-root or in a settings file .*; it must be a directory.*: "
    )
    message += "directory or URI under which everything is written$"
    with pytest.raises(InputError, match=message):
        Build()


def test_a_fingerprint_is_remembered_until_the_file_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "dump.xml"
    path.write_text("one")
    first = fingerprint(storage.stamp(str(path)), str(folder / "memory"))
    assert first == storage.checksum(str(path))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "checksum", lambda _uri: pytest.fail("the checksum was taken again"))
        assert fingerprint(storage.stamp(str(path)), str(folder / "memory")) == first
    path.write_text("two")
    os.utime(path, ns=(1, 1))
    assert fingerprint(storage.stamp(str(path)), str(folder / "memory")) == storage.checksum(str(path)) != first


def test_the_difference_between_two_builds_is_told() -> None:
    kept = Source("ontology", "classes", "cc")
    before, after = [Source("pages", "dump", "aa"), kept], [Source("pages", "dump", "bb"), kept]
    old = Provenance("1", "s", 1, "0.1", {"alpha": 0.7, "seed": 0}, [*before, Source("benchmark ai", "ai", "aa")])
    new = Provenance("2", "s", 2, "0.1", {"alpha": 0.5, "seed": 0}, [*after, Source("benchmark music", "music", "aa")])
    assert difference(old, new) == (
        "step version 1 became 2; alpha was 0.7, is 0.5; input benchmark ai was left out; input benchmark music was "
        "added; input pages changed"
    )


def test_the_difference_between_two_long_parameters_names_what_differs_in_them() -> None:
    classes = {name: [f"Class{number}" for number in range(100)] for name in ("ai", "music", "politics")}
    old = Provenance(
        "1",
        "s",
        1,
        "0.1",
        {"specialised": classes, "domains": ["ai"] * 50, "label": "x" * 100, "now": "x" * 99, "was": classes},
        [],
    )
    more = {
        "specialised": {**classes, "music": ["Song"]},
        "domains": ["ai"] * 49,
        "label": "y" * 100,
        "now": classes,
        "was": "x",
    }
    new = Provenance("2", "s", 1, "0.1", more, [])
    assert difference(old, new) == (
        "domains changed; label changed; now changed; specialised changed (changed music); was changed"
    )


def test_two_values_are_shown_up_to_eighty_characters_and_up_to_four_of_the_keys_that_differ() -> None:
    keys = dict.fromkeys("abcd", 0)
    old = Provenance("1", "s", 1, "0.1", {"at": "x" * 40, "above": "x" * 40, "four": {**keys, "z": "x" * 80}}, [])
    new = Provenance("2", "s", 1, "0.1", {"at": "y" * 40, "above": "y" * 41, "four": {"z": "x" * 80}}, [])
    told = f"above changed; at was {'x' * 40}, is {'y' * 40}; four changed (removed a, b, c, d"
    assert difference(old, new) == f"{told})"
    old.parameters["four"]["e"] = 0
    assert difference(old, new) == f"{told}, …)"


def test_what_was_added_to_a_parameter_is_told_apart_from_what_was_removed_and_changed() -> None:
    classes = dict.fromkeys(("ai", "music", "politics", "science"), ["Class"] * 20)
    kept = {"politics": ["Law"], "science": ["Class"] * 20}
    old = Provenance("1", "s", 1, "0.1", {"specialised": classes, "turned": classes}, [])
    new = Provenance(
        "2",
        "s",
        1,
        "0.1",
        {"specialised": {"chemistry": ["Atom"], **kept}, "turned": dict(reversed(classes.items()))},
        [],
    )
    assert difference(old, new) == (
        "specialised changed (added chemistry; removed ai, music; changed politics); turned changed"
    )


def test_builds_of_the_same_differ_in_their_place() -> None:
    one = Provenance("1", "s", 1, "0.1", {"alpha": 1}, [Source("pages", "dump", "aa")])
    assert difference(one, one) == "nothing but its place"


def test_parameters_are_compared_as_a_manifest_has_them() -> None:
    old = Provenance("1", "s", 1, "0.1", {"roots": ["a"], "alpha": 1, "on": 1, "tops": ["a"]}, [])
    new = Provenance("2", "s", 1, "0.1", {"roots": ("a",), "alpha": 1.0, "on": True, "tops": ("b",)}, [])
    assert difference(old, new) == "alpha was 1, is 1.0; on was 1, is True; tops was ['a'], is ['b']"


def test_of_many_differences_the_first_are_told() -> None:
    def told(number: int) -> str:
        old, new = (
            Provenance(build, "s", 1, "0.1", {}, [Source(f"input {n}", "a", build) for n in range(number)])
            for build in ("1", "2")
        )
        return difference(old, new)

    first = "; ".join(f"input input {n} changed" for n in range(4))
    assert told(5) == f"{first}; input input 4 changed"
    assert told(6) == f"{first}; 2 more differences"
    assert told(10) == f"{first}; 6 more differences"
