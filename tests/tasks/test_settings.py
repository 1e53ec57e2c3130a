from __future__ import annotations

import os
from pathlib import Path

import pytest
from luigi.cmdline_parser import CmdlineParser

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas import storage
from schemas.dataset import Provenance, Source
from schemas.errors import InputError
from tasks.base import difference
from tasks.corpora import NerCorpus
from tasks.fingerprint import fingerprint
from tasks.settings import check_settings, choices, input_file, input_files
from tests.support.paths import PROJECT


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LUIGI_CONFIG_PATH", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[Bild]\nroot = x\n", r"luigi.cfg: unknown section \[Bild\]; did you mean Build\?"),
        ("[NerCorpus]\nalhpa = 1\n", r"luigi.cfg: unknown setting alhpa in \[NerCorpus\]; did you mean alpha\?"),
        (
            "[Build]\nzzz = 1\n",
            r"unknown setting zzz in \[Build\]; known are keep_filtered, max_reject_share, root, seed, snapshot",
        ),
        ("[NerCorpus]\nalpha = much\n", r"luigi.cfg: alpha in \[NerCorpus\] = much: could not convert string to float"),
        ("[NerCorpus]\nalpha = -1\n", r"^luigi.cfg: alpha in \[NerCorpus\] = -1.0: must be at least 0$"),
        (
            "[Build]\nmax_reject_share = 2\n",
            r"^luigi.cfg: max_reject_share in \[Build\] = 2.0: must be between 0 and 1$",
        ),
        ("[SparqlTypes]\nbatch = 2001\n", r"^luigi.cfg: batch in \[SparqlTypes\] = 2001: must be between 1 and 2000$"),
        ("[Build]\nseed = 0.5\n", r"luigi.cfg: seed in \[Build\] = 0.5: invalid literal for int"),
        ("[Build]\nkeep_filtered = 1\n", r"luigi.cfg: keep_filtered in \[Build\] = 1: cannot interpret '1' as boolean"),
        (
            "[Sentences]\nsplitter = dots\n",
            r"^luigi.cfg: splitter in \[Sentences\] = dots: not one of punkt, punkt_tab, sentencex$",
        ),
        ("root = x\n", "luigi.cfg: File contains no section headers"),
    ],
)
def test_what_nothing_reads_is_refused_by_name(folder: Path, content: str, message: str) -> None:
    (folder / "luigi.cfg").write_text(content)
    with pytest.raises(InputError, match=message):
        check_settings()


def test_the_overriding_file_is_checked_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "luigi.cfg").write_text("[Build]\nroot = data\n[core]\nanything = of luigi's\n")
    check_settings()
    (folder / "mine.cfg").write_text("[Beam]\nwokers = 2\n")
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    with pytest.raises(InputError, match=r"mine.cfg: unknown setting wokers in \[Beam\]; did you mean workers\?"):
        check_settings()


def test_an_overriding_file_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "settings/rael.cfg")
    with pytest.raises(InputError, match="LUIGI_CONFIG_PATH = settings/rael.cfg: no such file"):
        check_settings()


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        (["--NerCorpus-alpha", "-1"], r"^alpha in \[NerCorpus\] = -1.0: must be at least 0$"),
        (["--NerCorpus-alpha", "nan"], r"^alpha in \[NerCorpus\] = nan: must be at least 0$"),
        (["--NerCorpus-target-size", "many"], r"^target_size in \[NerCorpus\] = many: invalid literal for int"),
        (
            ["--NerCorpus-validation-share", "1.5"],
            r"^validation_share in \[NerCorpus\] = 1.5: must be between 0 and 1$",
        ),
        (["--NerCorpus-label-set", "5"], r"^label_set in \[NerCorpus\] = 5: not one of 315, 212, 4$"),
    ],
)
def test_flags_of_the_command_line_are_refused_by_name(flag: list[str], message: str) -> None:
    parsed = CmdlineParser.global_instance(["NerCorpus", *flag], allow_override=True)
    with parsed, pytest.raises(InputError, match=message):
        NerCorpus(**({} if "--NerCorpus-label-set" in flag else {"label_set": "4"}))


def test_values_given_in_code_are_refused_too() -> None:
    assert NerCorpus(label_set="4", alpha=0, validation_share=1).validation_share == 1
    with pytest.raises(InputError, match=r"^alpha in \[NerCorpus\] = -0.5: must be at least 0$"):
        NerCorpus(label_set="4", alpha=-0.5)
    with pytest.raises(InputError, match=r"^label_set in \[NerCorpus\] = 5: not one of 315, 212, 4$"):
        NerCorpus(label_set="5")


def test_the_shipped_settings_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    project = PROJECT
    monkeypatch.chdir(project)
    for path in sorted(project.glob("settings/*.cfg")):
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


def test_choices_are_checked() -> None:
    assert choices("label_sets", "315, 4, 315", ["315", "212", "4"]) == ("315", "4")
    with pytest.raises(InputError, match="label_sets = 316: 316 is not one of 315, 212, 4"):
        choices("label_sets", "316", ["315", "212", "4"])
    with pytest.raises(InputError, match="label_sets is empty"):
        choices("label_sets", " ,", ["315"])


def test_a_fingerprint_is_remembered_until_the_file_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "dump.xml"
    path.write_text("one")
    first = fingerprint(str(path), str(folder / "memory"))
    assert first == storage.checksum(str(path))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "checksum", lambda _uri: pytest.fail("the checksum was taken again"))
        assert fingerprint(str(path), str(folder / "memory")) == first
    path.write_text("two")
    os.utime(path, ns=(1, 1))
    assert fingerprint(str(path), str(folder / "memory")) == storage.checksum(str(path)) != first


def test_the_difference_between_two_builds_is_told() -> None:
    old = Provenance("1", "s", 1, "0.1", {"alpha": 0.7, "seed": 0}, [Source("pages", "dump", "aa")])
    new = Provenance("2", "s", 2, "0.1", {"alpha": 0.5, "seed": 0}, [Source("pages", "dump", "bb")])
    assert difference(old, new) == "step version 1 became 2; alpha was 0.7, is 0.5; input pages changed"
