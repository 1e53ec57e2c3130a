from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.datasets.dataset import is_committed, read_manifest
from schemas.datasets.shards import Destination
from schemas.job_protocol import read_events
from tests.support.paths import PROJECT
from tests.support.processes import wait_for
from tests.support.training.jobs import PROVENANCE, destinations, write_specification
from training.job import main


def outputs(root: Path) -> list[Destination]:
    return destinations(root, ("dapt_model", "rejects"))


def specification(root: Path, **changes: Any) -> str:
    """Path of the specification of a toy job."""
    marks = root / "marks"
    marks.mkdir(parents=True, exist_ok=True)
    configuration = {"folder": str(marks), **changes.pop("configuration", {})}
    return write_specification(root, "tests.support.training.toy:ToyJob", configuration, outputs(root), **changes)


def told(capfd: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return list(read_events(capfd.readouterr().out.split("\n")))


def runs(root: Path) -> list[str]:
    """A mark for each time that a unit was run: unit-time."""
    return sorted(path.name for path in (root / "marks").iterdir())


def test_a_job_tells_how_far_it_is_and_commits(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(specification(tmp_path)) == 0
    lines = told(capfd)
    assert [(line["line"].partition(" of 2, step")[0], line["share"]) for line in lines] == [
        (f"{unit} of 3: epoch {epoch}.00", pytest.approx((unit - 1) / 3 + epoch / 6))
        for unit in (1, 2, 3)
        for epoch in (1, 2)
    ]
    manifest = read_manifest(outputs(tmp_path)[0].location)
    assert manifest.counts == {"runs": {"seed-0": 1, "seed-1": 1, "seed-2": 1}}
    assert manifest.provenance == PROVENANCE
    table = pq.read_table(tmp_path / "dapt_model" / "part-00001.parquet")
    assert table["step"].to_pylist() == [5, 10]
    assert read_manifest(outputs(tmp_path)[1].location).rows == 0
    assert not (tmp_path / "scratch" / "job").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"configuration": {"behaviour": "bad-input"}},
            "encoder = nowhere: there is no such folder; name one that exists",
        ),
        ({"configuration": {"units_wanted": 0}}, "dapt_model: the input is empty, there is nothing to train on"),
        ({"precision": "bf16"}, "precision = bf16: only CUDA GPUs that compute in bf16 have it; take precision = auto"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_begins(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], changes: dict[str, Any], message: str
) -> None:
    assert main(specification(tmp_path, **changes)) == 2
    assert told(capfd) == [{"error": message}]
    assert runs(tmp_path) == []
    assert not is_committed(outputs(tmp_path)[0].location)


def test_a_scratch_that_cannot_be_made_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    scratch = tmp_path / "file" / "job"
    assert main(specification(tmp_path, scratch=str(scratch))) == 2
    [message] = told(capfd)
    assert message["error"].startswith(f"scratch in [Training]: {scratch} cannot be written ([Errno 20] ")
    assert message["error"].endswith("; name another place")


def test_after_a_failure_the_job_goes_on_with_the_unit_that_failed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ZeroDivisionError):
        main(specification(tmp_path, configuration={"behaviour": "bug:1"}))
    told(capfd)
    assert main(specification(tmp_path)) == 0
    assert runs(tmp_path) == ["0-0", "1-0", "1-1", "2-0"]
    assert told(capfd)[0]["share"] == pytest.approx(1 / 3 + 1 / 6)
    assert read_manifest(outputs(tmp_path)[0].location).rows == 6


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        (
            "memory:1",
            "the GPU has no memory left (CUDA out of memory. Tried to allocate 692.00 MiB); give a smaller "
            "micro_batch, or batch_size where there is none, and let fewer trainings run side by side (gpu in "
            "[resources]); the same command goes on where this one was",
        ),
        (
            "compiler:1",
            "compile = true in [Training]: torch cannot compile here (InvalidCxxCompiler: No working C++ compiler "
            "found); install what it lacks, or set compile = false",
        ),
        *(
            (
                f"full:{writer}:1",
                f"{place}: cannot be written ({reason}); free some space and run the same command again: it continues "
                "where it was",
            )
            for writer, place, reason in (
                ("file", "scratch in [Training]: {scratch}", "No space left on device"),
                (
                    "torch",
                    "scratch in [Training]: {scratch}",
                    "iostream error, most likely because the disk is full",
                ),
                (
                    "safetensors",
                    "scratch in [Training]: {scratch}",
                    "Error while serializing: I/O error: No space left on device (os error 28)",
                ),
                ("tokenizers", "scratch in [Training]: {scratch}", "No space left on device (os error 28)"),
                ("named", "/var/cache/kernels", "Disk quota exceeded"),
                ("write", f"the temporary folder {tempfile.gettempdir()}", "No space left on device"),
            )
        ),
    ],
)
def test_what_the_machine_lacks_is_told_and_the_job_goes_on_from_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], behaviour: str, message: str
) -> None:
    assert main(specification(tmp_path, configuration={"behaviour": behaviour})) == 2
    assert told(capfd)[-1] == {"error": message.replace("{scratch}", str(tmp_path / "scratch" / "job"))}
    assert main(specification(tmp_path)) == 0
    assert runs(tmp_path) == ["0-0", "1-0", "1-1", "2-0"]


def test_another_plan_begins_anew_and_leaves_no_checkpoint_of_the_old_one(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        main(specification(tmp_path, configuration={"behaviour": "bug:1"}))
    stale = tmp_path / "scratch" / "job" / "00001" / "checkpoint-5"
    stale.mkdir(parents=True)
    with pytest.raises(ZeroDivisionError):
        main(specification(tmp_path, configuration={"behaviour": "bug:1"}))
    assert stale.exists()
    other = asdict(PROVENANCE) | {"identity": "def" * 20}
    with pytest.raises(ZeroDivisionError):
        main(specification(tmp_path, configuration={"behaviour": "bug:1"}, provenance=other))
    assert not stale.exists()
    assert runs(tmp_path) == ["0-0", "0-1", "1-0", "1-1", "1-2"]


def test_the_job_ends_with_its_input_and_the_next_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "training.job", specification(tmp_path, configuration={"behaviour": "hang:1"})]
    job = subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for((tmp_path / "marks" / "1-0").exists)
    assert job.poll() is None
    out, _ = job.communicate(timeout=300)
    assert job.returncode == -signal.SIGKILL
    assert [event["share"] for event in read_events(out.split("\n"))] == [pytest.approx(1 / 6), pytest.approx(1 / 3)]
    assert not is_committed(outputs(tmp_path)[0].location)
    assert main(specification(tmp_path)) == 0
    assert runs(tmp_path) == ["0-0", "1-0", "1-1", "2-0"]


def run_two(path: str) -> subprocess.CompletedProcess[str]:
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    return subprocess.run([*launcher, "-m", "training.job", path], cwd=PROJECT, capture_output=True, text=True)


def test_of_several_processes_one_tells_writes_and_commits(tmp_path: Path) -> None:
    run = run_two(specification(tmp_path))
    assert run.returncode == 0, run.stderr
    shares = [event["share"] for event in read_events(run.stdout.split("\n"))]
    assert shares == [pytest.approx(sixth / 6) for sixth in range(1, 7)]
    assert read_manifest(outputs(tmp_path)[0].location).rows == 6


def test_of_several_processes_one_tells_what_cannot_be_used(tmp_path: Path) -> None:
    run = run_two(specification(tmp_path, configuration={"behaviour": "bad-input"}))
    assert run.returncode != 0
    assert [event["error"].partition(":")[0] for event in read_events(run.stdout.split("\n"))] == ["encoder = nowhere"]
