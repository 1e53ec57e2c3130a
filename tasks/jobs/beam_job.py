"""The Beam job of one step, as a process: `python -m tasks.jobs.beam_job FILE.json` (`schemas/job_protocol.py`)."""

from __future__ import annotations

import importlib
import re
import shlex
import sys
import threading
import traceback
from typing import Any, NoReturn

import apache_beam as beam
import grpc
from apache_beam.options.pipeline_options import PipelineOptions
from apache_beam.runners.portability.fn_api_runner import FnApiRunner
from apache_beam.transforms.environments import SubprocessSDKEnvironment

from schemas.datasets.commits import prepare
from schemas.datasets.failure_budget import check_budget
from schemas.datasets.shards import ClaimError, Descriptor, Target, Unit
from schemas.datasets.step_progress import first_error, progress
from schemas.datasets.transforms import BuildDatasets
from schemas.errors import InputError
from schemas.job_protocol import end_group, end_with_input, read_specification, tell, tell_error
from tasks.jobs.engines import engine_failure, option
from tasks.jobs.process import LESS_MEMORY, NO_MEMORY, exit_now, killed, no_memory

_POLL_SECONDS = 1.0
_SERVER_SECONDS = 30.0


def main(path: str) -> NoReturn:
    """Run the job that the file specifies, and end the process with its status."""
    end_with_input()
    specification = read_specification(path)
    try:
        step = _step(specification)
        units = step.units()
        if not units:
            raise InputError(f"{step.target.provenance.step}: the input is empty, there is nothing to build from")
        resumed = prepare(units, step.target.outputs, step.target.provenance.identity, step.target.run)
    except (InputError, MemoryError) as error:
        exit_now(tell_error(_memory_error(error) or str(error)))
    # A worker without a unit would only take two seconds to start.
    specification["workers"] = max(1, min(specification["workers"], len(units) - len(resumed)))
    threading.excepthook = _end_with_worker
    _Watcher(units, resumed, step.target).start()
    if sum(unit.weight for unit in units) < specification["local_below_mb"] * 1e6:
        specification |= {"runner": "local", "options": []}
    try:
        with _pipeline(specification) as pipeline:
            pipeline | step.target.provenance.step >> step
    except Exception as error:
        # The engines wrap what a worker raised in exceptions of their own.
        message = (
            first_error(step.target.outputs)
            or _input_error(error)
            or _memory_error(error)
            or _missing_server(error, specification)
            or (engine_failure(str(error), specification["options"]) if specification["runner"] != "local" else None)
        )
        if message is None:
            traceback.print_exc()
        # Before the exception is gone: the servers that it holds wait for threads of theirs as they are destroyed, and
        # for ever where there was no memory to start those.
        exit_now(1 if message is None else tell_error(message))
    exit_now(0)


_place = re.compile(r" ?\[while running '[^']*'\]")
"""What Beam adds to the message of an exception."""
_wrapped = re.compile("|".join(rf"{each.__module__}\.{each.__name__}: (.*)" for each in (InputError, ClaimError)))


def _input_error(error: BaseException) -> str | None:
    """Message of the InputError that this is or that an engine has put, as text, into an exception of its own."""
    text = _place.sub("", str(error))
    if isinstance(error, InputError):
        return text
    found = _wrapped.search(text)
    return found[found.lastindex or 0] if found else None


def _memory_error(error: BaseException) -> str | None:
    """A message where memory has run out, here or in a worker whose exception is a text here."""
    found = no_memory(error)
    return f"the job ran out of memory ({found}): {LESS_MEMORY}" if found else None


def _missing_server(error: Exception, specification: dict[str, Any]) -> str | None:
    """A message for people where the engine's job server could not be fetched or started."""
    if not (isinstance(error, RuntimeError) and "job server" in str(error)):
        return None
    return (
        f"runner in [Beam] = {specification['runner']}: Beam cannot start it ({error}); name in options, with "
        "--job_endpoint, a job server that runs, or its jar with --flink_job_server_jar or --spark_job_server_jar"
    )


def _step(specification: dict[str, Any]) -> BuildDatasets:
    module, _, name = specification["transform"].partition(":")
    transform = getattr(importlib.import_module(module), name)
    step: BuildDatasets = transform(Target.from_json(specification), **specification["configuration"])
    return step


def _pipeline(specification: dict[str, Any]) -> beam.Pipeline:
    runner, workers = specification["runner"], specification["workers"]
    if runner != "local":
        _wait_for_job_server(option(specification["options"], "job_endpoint"))
        try:
            name = _CLASSES.get(runner, runner)
            return beam.Pipeline(options=PipelineOptions([f"--runner={name}", *specification["options"]]))
        except (ValueError, ImportError) as error:
            raise InputError(f"runner in [Beam] = {runner}: Beam cannot start it ({error})") from error
    # Not DirectRunner: it starts another engine behind one's back where it can.
    environment = SubprocessSDKEnvironment.from_command_string(_WORKER) if workers > 1 else None
    options = [f"--direct_num_workers={workers}", "--direct_running_mode=in_memory", *specification["options"]]
    return beam.Pipeline(runner=FnApiRunner(default_environment=environment), options=PipelineOptions(options))


_CLASSES = {"DaskRunner": "apache_beam.runners.dask.dask_runner.DaskRunner"}
"""Classes of the runners that Beam does not know by their names."""


def _wait_for_job_server(endpoint: str) -> None:
    """Raise InputError where no job server answers there, for which Beam would wait for ever."""
    if not endpoint or endpoint == "embed":
        return
    with grpc.insecure_channel(endpoint) as channel:
        try:
            grpc.channel_ready_future(channel).result(_SERVER_SECONDS)
        except grpc.FutureTimeoutError as error:
            raise InputError(
                f"options in [Beam]: what answers at --job_endpoint={endpoint} is no job server of Beam"
            ) from error


_WORKER = f"exec {shlex.quote(sys.executable)} -m tasks.jobs.beam_worker"
"""The command of a worker process, for a shell; without `exec` the shell would be a process more that can be hit."""


class _Watcher(threading.Thread):
    """Prints how far the job is, and ends it where it rejects more than the failure budget."""

    def __init__(self, units: list[Unit], resumed: set[int], target: Target) -> None:
        super().__init__(daemon=True)
        self._units = units
        self._resumed = sum(unit.weight for unit in units if unit.index in resumed)
        self._target = target
        self._known: dict[int, Descriptor] = {}

    def run(self) -> None:
        while not self._look():
            threading.Event().wait(_POLL_SECONDS)

    def _look(self) -> bool:
        """Look once; returns whether all units are done."""
        try:
            now = progress(self._units, self._target.outputs, self._known)
        except (InputError, OSError):
            # The commit has just deleted the descriptors, or a store did not answer.
            return False
        total = sum(unit.weight for unit in self._units)
        rejects = self._target.outputs[-1].staging
        done = sum(unit.weight for unit in self._units if unit.index in self._known) / max(1, total)
        try:
            check_budget(self._known.values(), self._target.max_reject_share, rejects, done)
        except InputError as error:
            tell_error(str(error))
            end_group()
        line = {"bytes": now.bytes, "total": total, "seen": now.seen, "rejected": now.rejected}
        tell({**line, "resumed": self._resumed})
        return len(self._known) == len(self._units)


_worker_status = re.compile(r"Worker subprocess exited with return code (-?\d+)").fullmatch


def _end_with_worker(arguments: threading.ExceptHookArgs) -> None:
    """End the job when a worker process has died, or memory has run out, which Beam and gRPC notice in a thread only.

    They would wait for ever.
    """
    died = _worker_status(str(arguments.exc_value))
    if not died:
        threading.__excepthook__(arguments)
        if arguments.exc_value and (message := _memory_error(arguments.exc_value)):
            tell_error(message)
            end_group()
        return
    status = int(died[1])
    if status < 0:
        tell_error(killed("a worker of the job", -status))
        end_group()
    if status == NO_MEMORY:
        tell_error(f"a worker of the job ran out of memory: {LESS_MEMORY}")
        end_group()
    print(f"a worker of the job ended with status {status}", file=sys.stderr)
    exit_now(1)


if __name__ == "__main__":
    main(sys.argv[1])
