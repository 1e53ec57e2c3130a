"""A training job as a process: `python -m training.job SPECIFICATION.json`; with several processes, under `torchrun`.

It speaks `schemas/job_protocol.py`. Where its standard input is a pipe it ends when that does, with all its processes.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import torch
from huggingface_hub.utils.tqdm import disable_progress_bars

from schemas.datasets.commits import commit, prepare
from schemas.datasets.shards import Descriptor, Destination, Shard, Target, Unit, write_shard
from schemas.errors import InputError
from schemas.files import storage
from schemas.job_protocol import end_with_input, read_specification, tell, tell_error
from training.loop.runtime import Runtime, start

_LAST_WORDS_SECONDS = 60.0


class Job(Protocol):
    """A step of training: a dataclass whose fields are JSON values."""

    def units(self) -> list[Unit]:
        """What there is to do. Raises InputError for anything that cannot be used: all checks are made here."""
        ...

    def run(self, payload: Any, runtime: Runtime) -> Callable[[Shard], None]:
        """Do one unit, on every process; what it returns writes the unit's shard, on the main process.

        `runtime.scratch` is the unit's own.
        """
        ...


def main(path: str) -> int:
    """Run the job that the file specifies; returns the exit status."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        end_with_input()
    # The libraries' own bars would fill the log, of which only the end is shown.
    disable_progress_bars()
    specification = read_specification(path)
    try:
        _run(specification)
    except InputError as error:
        # Every process meets the same input: the main one speaks, and the launcher ends the others. One that is not
        # ended has met something that the main one has not.
        if os.environ.get("RANK", "0") != "0":
            threading.Event().wait(_LAST_WORDS_SECONDS)
        return tell_error(str(error))
    return 0


def _run(specification: dict[str, Any]) -> None:
    target = Target.from_json(specification)
    outputs, identity = target.outputs, target.provenance.identity
    scratch = Path(specification["scratch"])
    runtime = start(
        scratch,
        Path(specification["cache"]),
        device=specification["device"],
        precision=specification["precision"],
        compile=specification["compile"],
        threads=specification["threads"],
    )
    module, _, name = specification["job"].partition(":")
    job: Job = getattr(importlib.import_module(module), name)(**specification["configuration"])
    units = job.units()
    if not units:
        raise InputError(f"{target.provenance.step}: the input is empty, there is nothing to train on")
    done: set[int] = set()
    if runtime.is_main:
        done = prepare(units, outputs, identity)
        _clear(scratch, units, identity)
    descriptors = _run_units(job, units, runtime.agreed(done), outputs, runtime)
    if runtime.is_main:
        commit(
            descriptors,
            outputs,
            target.provenance,
            units=len(units),
            max_reject_share=target.max_reject_share,
            files=target.files,
        )
        shutil.rmtree(scratch, ignore_errors=True)
    runtime.accelerator.end_training()


def _clear(scratch: Path, units: Sequence[Unit], identity: str) -> None:
    """Delete what another plan left behind: its checkpoints are of another training."""
    plan = hashlib.sha256(repr((identity, [unit.payload for unit in units])).encode()).hexdigest()
    note = scratch / "plan"
    if not (note.exists() and note.read_text("utf-8") == plan):
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            scratch.mkdir(parents=True)
            note.write_text(plan, "utf-8")
        except OSError as error:
            raise InputError(
                f"scratch in [Training]: {scratch} cannot be written ({error}); name another place"
            ) from error


def _run_units(
    job: Job, units: Sequence[Unit], done: set[int], outputs: Sequence[Destination], runtime: Runtime
) -> list[Descriptor]:
    """Run the units that are not done; what all of them gave, on the main process."""
    total = max(1, sum(unit.weight for unit in units))
    before = sum(unit.weight for unit in units if unit.index in done)
    descriptors = []
    for number, unit in enumerate(units, start=1):
        writer: Callable[[Shard], None] = _already_written
        if unit.index not in done:
            prefix = f"{number} of {len(units)}: " if len(units) > 1 else ""
            own = replace(
                runtime,
                scratch=runtime.scratch / f"{unit.index:05d}",
                show=_shower(prefix, before / total, unit.weight / total),
            )
            with _lacking(f"scratch in [Training]: {runtime.scratch}"):
                writer = job.run(unit.payload, own)
            before += unit.weight
        if runtime.is_main:
            with _lacking(f"the temporary folder {tempfile.gettempdir()}"):
                descriptors.append(write_shard(unit, process=_ignoring_payload(writer), outputs=outputs))
            shutil.rmtree(runtime.scratch / f"{unit.index:05d}", ignore_errors=True)
        runtime.accelerator.wait_for_everyone()
    return descriptors


@contextmanager
def _lacking(place: str) -> Iterator[None]:
    """Raise InputError for what a training finds lacking on this machine only when it is under way.

    `place` is where it writes, for errors that do not say what could not be written.
    """
    try:
        yield
    except InputError:
        raise
    except torch.OutOfMemoryError as error:
        raise InputError(
            f"the GPU has no memory left ({'. '.join(str(error).split('. ')[:2])}); give a smaller micro_batch, or "
            "batch_size where there is none, and let fewer trainings run side by side (gpu in [resources]); the same "
            "command goes on where this one was"
        ) from error
    except Exception as error:
        if full := _full_disk(error):
            named, reason = full
            raise InputError(
                f"{named or place}: cannot be written ({reason}); free some space and run the same command again: it "
                "continues where it was"
            ) from error
        from torch._dynamo.exc import TorchDynamoException  # a second that no other training need pay

        if not isinstance(error, TorchDynamoException):
            raise
        raise InputError(
            f"compile = true in [Training]: torch cannot compile here ({str(error).splitlines()[0]}); install what it "
            "lacks, or set compile = false"
        ) from error


def _full_disk(error: BaseException | None) -> tuple[str, str] | None:
    """The file, where it is said, and the reason, of what was raised for a full disk; None where nothing says that.

    The libraries in Rust raise errors of their own with the number of the system's, torch what came of it.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in storage.FULL_DISK:
            return str(error.filename or ""), str(error.strerror)
        if any(f"(os error {number})" in str(error) for number in storage.FULL_DISK):
            return "", str(error)
        if isinstance(error, RuntimeError) and "iostream error" in str(error):
            return "", "iostream error, most likely because the disk is full"
        error = error.__cause__ or error.__context__
    return None


def _already_written(_shard: Shard) -> None:
    raise RuntimeError("the unit's descriptor has disappeared since the job began")


def _ignoring_payload(write: Callable[[Shard], None]) -> Callable[[Any, Shard], None]:
    return lambda _payload, shard: write(shard)


def _shower(prefix: str, before: float, share: float) -> Callable[[str, float], None]:
    def show(line: str, done: float) -> None:
        tell({"line": f"{prefix}{line}", "share": before + share * done})

    return show


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
