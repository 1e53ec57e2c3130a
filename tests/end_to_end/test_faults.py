"""A few of the faults of `benchmarks/faults`, which tries many more: builds that are killed, storage that fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.faults.kills import SIGNALS, contents, differences, disturb, draw, end_all, members, undisturbed
from benchmarks.faults.storage import KINDS, Step, built_sample, half_datasets, try_step
from tests.support.faults import Killed, failing

TARGET = "Punkt"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """An undisturbed build, and the seconds it took."""
    folder = tmp_path_factory.mktemp("kills") / "whole"
    return folder, undisturbed(folder, TARGET)


@pytest.mark.parametrize("name", SIGNALS)
def test_a_build_that_is_disturbed_gives_the_same_and_leaves_nothing(
    whole: tuple[Path, float], tmp_path: Path, name: str
) -> None:
    number = SIGNALS.index(name)
    plan = replace(draw(1, number, workers=1 + number % 2, beam_workers=1 + number // 2), signal=name, stop=0.2)
    outcome = disturb(tmp_path / "build", whole[0], TARGET, plan, whole[1])
    assert outcome.failures == []


def test_the_comparison_of_builds_notices_what_differs(whole: tuple[Path, float], tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    for name, content in contents(whole[0]).items():
        if (whole[0] / name).is_dir():
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
        else:
            (tmp_path / name).write_bytes(content.replace(b"FOLDER", str(tmp_path).encode()))
    assert differences(tmp_path, whole[0]) == []
    [manifest] = tmp_path.rglob("data/*/punkt/*/_manifest.json")
    [part] = tmp_path.rglob("data/*/punkt/*/*.parquet")
    manifest.unlink()
    part.write_bytes(b"")
    (tmp_path / "tmp" / "left").touch()
    assert differences(tmp_path, whole[0]) == [
        f"missing: {manifest.relative_to(tmp_path)}",
        "left behind: tmp/left",
        f"differs: {part.relative_to(tmp_path)}",
    ]


@pytest.mark.parametrize("own", ["tmp", "tmp/wiki-ner-job-0"])
def test_a_process_of_a_build_is_found_by_its_temporary_folder(tmp_path: Path, own: str) -> None:
    command = [sys.executable, "-c", "print(flush=True); input()"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / own)}
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as found:
        assert found.stdout is not None
        found.stdout.readline()
        assert [process.pid for process in members(tmp_path)] == [found.pid]
        assert members(tmp_path / "other") == []
        end_all(tmp_path)
        assert found.wait() == -signal.SIGKILL


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Step]:
    """The step that crawls a domain, with its input built."""
    with built_sample(tmp_path_factory.mktemp("storage"), "BuildDomains", "[BuildDomains]\ndomains = ai\n") as found:
        yield next(step for step in found if step.name == "domain_pages/domain=ai")


def test_storage_that_fails_leaves_the_same_and_nothing_else(crawl: Step, tmp_path: Path) -> None:
    tallies = list(try_step(crawl, str(tmp_path), KINDS, every=25))
    assert [tally.kind for tally in tallies] == KINDS
    assert min(tally.tried for tally in tallies) >= 3
    assert [failure for tally in tallies for failure in tally.failures] == []


def test_a_dataset_that_is_not_whole_is_noticed(crawl: Step, tmp_path: Path) -> None:
    crawl.run(str(tmp_path))
    assert half_datasets(crawl, str(tmp_path)) == []
    [part] = tmp_path.glob("domain_pages/build=0/*.parquet")
    part.write_bytes(part.read_bytes()[:-1])
    assert half_datasets(crawl, str(tmp_path)) == ["domain_pages is committed without part-00000.parquet"]
    with pytest.raises(Killed), failing(1, "kill"):
        crawl.run(str(tmp_path))
