"""A few of the faults of `benchmarks/faults`, which tries many more: builds that are killed, storage that fails."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from benchmarks.faults.kills import (
    PROCESSES,
    SIGNALS,
    Hit,
    Plan,
    Whole,
    differences,
    disturb,
    draw,
    end_all,
    members,
    undisturbed,
)
from benchmarks.faults.storage import KINDS, Step, built_sample, everything, half_datasets, one_a_place, try_step
from schemas.files import storage
from tests.support.build import environment, settings
from tests.support.faults import Killed, failing
from tests.support.paths import PROJECT
from tests.support.processes import wait_for
from tests.support.s3 import s3_server

pytestmark = pytest.mark.builds

TARGET = "Sentences"
"""Its job has several units, so that there are workers to be killed; that of the step before has one."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """An undisturbed build."""
    return undisturbed(tmp_path_factory.mktemp("kills"), TARGET)


def test_a_build_that_is_disturbed_gives_the_same_and_leaves_nothing(whole: Whole) -> None:
    """Killed, ended, interrupted and stopped for a moment: a process of each kind."""
    processes = ("Beam worker", "job", "luigi", "Luigi worker")
    hits = [Hit(name, process, 0.5, 0.5, 0.2) for name, process in zip(SIGNALS, processes, strict=True)]
    outcomes, failures = disturb(whole, TARGET, Plan(0, 2, 2, 0.0, tuple(hits)))
    assert failures == []
    # The last may have come too late.
    assert [outcome.hit for outcome in outcomes][:3] == hits[:3]


def test_a_plan_is_that_of_its_number() -> None:
    plans = [draw(1, number, 100) for number in (0, 0, 1)]
    assert plans[0] == plans[1] != plans[2]
    assert {hit.signal for hit in plans[0].hits} == set(SIGNALS)
    assert {hit.kind for hit in draw(1, 0, 100, 2, 2).hits} == set(PROCESSES)
    assert {hit.kind for hit in draw(1, 0, 100, 1, 1).hits} == {"luigi", "job"}


def test_the_comparison_of_builds_notices_what_differs(whole: Whole) -> None:
    folder = whole.folder
    shutil.copytree(whole.saved, folder)
    assert differences(whole) == []
    [manifest] = folder.rglob("data/*/punkt/*/_manifest.json")
    [part] = folder.rglob("data/*/punkt/*/*.parquet")
    manifest.unlink()
    part.write_bytes(b"")
    (folder / "tmp" / "left").touch()
    assert differences(whole) == [
        f"missing: {manifest.relative_to(folder)}",
        "left behind: tmp/left",
        f"differs: {part.relative_to(folder)}",
    ]
    shutil.rmtree(folder)


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


def test_each_kind_of_fault_meets_another_call_of_a_place() -> None:
    calls = [("write", "a"), ("move", "a"), ("write", "a"), ("write", "a"), ("write", "b")]
    assert [one_a_place(calls, kind, 3) for kind in range(3)] == [[1, 2, 5], [2, 3, 5], [2, 4, 5]]
    assert one_a_place(calls, 0, 1) == [1, 2, 5]


def test_each_place_that_calls_the_storage_is_tried(crawl: Step, tmp_path: Path) -> None:
    (tally,) = try_step(crawl, str(tmp_path), ["ENOSPC"], every=None)
    assert 50 < tally.tried < tally.calls
    assert tally.failures == []


def test_a_dataset_that_is_not_whole_is_noticed(crawl: Step, tmp_path: Path) -> None:
    crawl.run(str(tmp_path))
    assert half_datasets(crawl, str(tmp_path)) == []
    [part] = tmp_path.glob("domain_pages/build=0/*.parquet")
    part.write_bytes(part.read_bytes()[:-1])
    assert half_datasets(crawl, str(tmp_path)) == ["domain_pages is committed without part-00000.parquet"]
    with pytest.raises(Killed), failing(1, "kill"):
        crawl.run(str(tmp_path))


SHORT_LEASES = """
import sys
from luigi.cmdline import luigi_run
from schemas.root import locks
locks._RENEW_SECONDS, locks._LEASE_SECONDS = 1.0, 12.0
luigi_run(sys.argv[1:])
"""


def test_a_build_that_was_stopped_for_longer_than_its_lease_leaves_its_step_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its processes are stopped when its job begins. On a local file system the other one would wait for it."""
    with s3_server("corpora") as endpoint, contextlib.ExitStack() as stack:
        keys = {"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        for name, value in {**keys, "AWS_DEFAULT_REGION": "us-east-1"}.items():
            monkeypatch.setenv(name, value)
        stopped = on_a_store(tmp_path)
        wait_for(lambda: any(name.endswith("/job.json") for name in storage.list_files("s3://corpora/data")))
        luigi = psutil.Process(stopped.pid)
        # First, so that it starts no other.
        luigi.suspend()
        tree = [luigi, *luigi.children(recursive=True)]
        # Whatever fails below: nobody else would end what is stopped.
        stack.callback(send, tree, signal.SIGKILL)
        send(tree, signal.SIGSTOP)
        other = on_a_store(tmp_path)
        output, _ = other.communicate(timeout=600)
        assert other.returncode == 0, output
        assert "punkt: waiting for process" in output
        whole = everything("s3://corpora/data")
        assert not [name for name in whole if "_shards-" in name or name.endswith(".tmp")]
        assert sum(name.endswith("/_manifest.json") for name in whole) == 2
        send(tree, signal.SIGCONT)
        output, _ = stopped.communicate(timeout=600)
        assert stopped.returncode != 0, output
        assert "punkt: another build may have taken this step over" in output
        again = on_a_store(tmp_path)
        output, _ = again.communicate(timeout=600)
        assert again.returncode == 0, output
        assert everything("s3://corpora/data") == whole


def send(processes: list[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        # Libraries ask the system by commands that are soon gone.
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def on_a_store(folder: Path) -> subprocess.Popen[str]:
    """A build below a root on the store, with short leases."""
    command = [sys.executable, "-c", SHORT_LEASES, "--module", "pipelines", "Punkt", "--local-scheduler"]
    return subprocess.Popen(
        [*command, "--Build-root", "s3://corpora/data"],
        cwd=PROJECT,
        env=environment(LUIGI_CONFIG_PATH=str(settings(folder))),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
