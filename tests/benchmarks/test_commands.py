"""What the commands of the benchmarks do with their options; what each measures is not tried here."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import category_graph, domain_levels, gazetteer, title_index, typing_precision
from benchmarks.build import __main__ as build
from benchmarks.extraction import job
from benchmarks.extraction.scaled import Dumps
from benchmarks.fuzz import memory
from tests.support.paths import PROJECT

SAMPLE_DUMP = PROJECT / "sample/wiki/samplewiki-20260901-pages-articles-multistream.xml.bz2"


@pytest.mark.parametrize(
    ("command", "arguments"), [(category_graph, []), (gazetteer, ["sentences"]), (title_index, [])]
)
def test_a_folder_that_is_not_there_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: ModuleType, arguments: list[str]
) -> None:
    monkeypatch.setattr(command, "in_process", lambda *_: {})
    monkeypatch.setattr(title_index, "share", lambda *_: {})
    monkeypatch.setattr(sys, "argv", ["command", *arguments, "--folder", str(tmp_path / "below" / "folder")])
    command.main()
    assert list((tmp_path / "below" / "folder").iterdir()) == []


def test_two_dumps_of_one_size_are_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dumps = Dumps(tmp_path / "multistream", tmp_path / "single", 6_500_000)
    monkeypatch.setattr(build, "scale", lambda *_: dumps)
    arguments = ["--real", str(tmp_path), "--folder", str(tmp_path), "--small-mb", "2", "--xml-mb", "6"]
    monkeypatch.setattr(sys, "argv", ["command", *arguments])
    with pytest.raises(SystemExit, match="the dumps have 6.5 and 6.5 MB: raise --xml-mb$"):
        build.main()


def test_a_dump_without_enough_splits_is_told() -> None:
    with pytest.raises(SystemExit, match="has less than three splits of 8 MB: raise --gigabytes or lower --split-mb$"):
        job.some_splits(SAMPLE_DUMP, 8, 1)
    with pytest.raises(SystemExit, match="has less than two splits of 32 MB: raise --gigabytes$"):
        job.split_sizes(SAMPLE_DUMP, (1.0, 32.0), 1)
    assert len(job.some_splits(SAMPLE_DUMP, 0.005, 2)) == 2


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        (domain_levels, ["--sample", "dataset"], "--sample needs --domain, of which rows are drawn"),
        (typing_precision, ["--left", "dataset"], "--left needs --table, whose mentions are looked for"),
        (memory, ["--only", "elephant"], "--only: no case has such a word; there are page of prose, paragraph, "),
    ],
)
def test_what_would_print_an_empty_table_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: ModuleType,
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["command", *arguments])
    with pytest.raises(SystemExit):
        command.main()
    assert f"command: error: {told}" in capsys.readouterr().err
