"""Whether a Beam engine can be used, before work begins, and what its failures mean."""

from __future__ import annotations

import functools
import importlib.util
import ipaddress
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from schemas.errors import InputError
from schemas.files import storage
from tasks.jobs.environment import own_environment

_OF_JAVA = ("FlinkRunner", "SparkRunner")
_OF_PYTHON = ("local", "DaskRunner", "DataflowRunner")
"""Runners whose options are all known to Beam's Python."""


class _Extra(NamedTuple):
    """What Beam installs on request only."""

    name: str
    package: str
    what: str


_EXTRAS = {
    "DaskRunner": _Extra("dask", "distributed", "Dask"),
    "DataflowRunner": _Extra("gcp", "google.cloud.dataflow", "the client of Dataflow"),
}
_ADDRESSES = ("job_endpoint", "artifact_endpoint", "dask_client_address")
_MASTERS = ("flink_master", "spark_master_url")
"""Options that name a server; to the masters this machine speaks itself only without a job server elsewhere."""
_address = re.compile(r"(?:\w+://)?(?P<host>[^:/\[\]]+):(?P<port>\d+)/?").fullmatch
_CONNECT_SECONDS = 10.0


@functools.lru_cache(maxsize=1)
def check_engine(runner: str, options: str) -> None:
    """Raise InputError for a runner that lacks what it needs on this machine, for options that nothing knows, and for
    a server of the engine that does not answer.

    Flink, Spark and a portable job service may have options of their own, which only they can tell.
    """
    if runner in _OF_JAVA and "--job_endpoint" not in options and not shutil.which("java"):
        raise InputError(
            f"runner in [Beam] = {runner}: needs java to start its job server, or the address of one as --job_endpoint "
            "in options"
        )
    if runner in _EXTRAS and not _is_installed((extra := _EXTRAS[runner]).package):
        raise InputError(
            f"runner in [Beam] = {runner}: {extra.what} is not installed here; pip install 'apache-beam[{extra.name}]'"
        )
    if options and runner in _OF_PYTHON:
        command = [sys.executable, "-m", "tasks.jobs.beam_options", *options.split()]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=own_environment())
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1].partition("error: ")[2]
            raise InputError(f"options in [Beam] = {options}: must be options of the runner {runner}; {why}")
    for name, host, port in _servers(options.split()):
        _check_server(name, host, port)


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        # A package that it would be in is not there either.
        return False


def check_shared(runner: str, options: str, shared: Iterable[str], places: Iterable[tuple[str, str]]) -> None:
    """Raise InputError for a place of this machine's file system where the engine is on another machine.

    `places` are what something is and its path or URI; what is below one of the folders `shared` all machines see.
    """
    hosts = [host for _, host, _ in _servers(options.split())]
    is_here = runner != "DataflowRunner" and not _has_manager(options.split()) and all(map(_is_this_machine, hosts))
    if runner == "local" or is_here:
        return
    folders = [Path(storage.resolve(folder)[1]) for folder in shared]
    for what, uri in places:
        # A store is not asked: what it answers is checked where it is read.
        if "://" not in uri and not any(Path(storage.resolve(uri)[1]).is_relative_to(each) for each in folders):
            raise InputError(
                f"{what} = {uri}: only this machine sees it, and the workers of runner in [Beam] = {runner} are on "
                "others; give a URI (s3://, gs://, hdfs://), or name in shared in [Beam] the folder that all see"
            )


def _has_manager(options: Sequence[str]) -> bool:
    """Whether a master is named that is no address and none that Beam starts: `yarn`, several addresses."""
    masters = [option(options, name) for name in _MASTERS]
    return any(name and not _address(name) and not name.startswith(("[", "local")) for name in masters)


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def option(options: Sequence[str], name: str) -> str:
    """The value of a pipeline option, as `--name=value` or `--name value`; empty where it is not given.

    The last one counts where it is given several times, as for Beam.
    """
    found = ""
    for place, word in enumerate(options):
        key, equals, value = word.partition("=")
        if key == f"--{name}":
            found = value if equals else "".join(options[place + 1 : place + 2])
    return found


def _servers(options: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """The option, host and port of each server that the options name."""
    elsewhere = option(options, "job_endpoint") not in ("", "embed")
    for name in _ADDRESSES if elsewhere else (*_ADDRESSES, *_MASTERS):
        # Beam itself starts what is called `embed`, `[local]`, `[auto]` or `local[4]`.
        if found := _address(option(options, name)):
            yield name, found["host"], int(found["port"])


def _check_server(name: str, host: str, port: int) -> None:
    """Raise InputError where nothing listens there: Beam would wait for ever."""
    try:
        socket.create_connection((host, port), _CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise InputError(
            f"options in [Beam]: nothing answers at --{name}={host}:{port} ({error}); start the engine, or correct "
            "the address"
        ) from error


_missing_module = re.compile(r"No module named '([\w.]+)'")


def engine_failure(text: str, options: Sequence[str]) -> str | None:
    """A message for people where the text of an exception says that the engine lacks something."""
    if found := _missing_module.search(text):
        return (
            f"the workers of the engine cannot import {found[1]}: install this project, in the version of this "
            "machine, where they run (docs/how-to/run-on-a-cluster.md)"
        )
    pool = option(options, "environment_config")
    if "Connection refused" in text and option(options, "environment_type") == "EXTERNAL" and pool:
        return (
            f"no worker pool answers the engine at --environment_config={pool}: start one beside each task manager or "
            f"executor (docs/how-to/run-on-a-cluster.md); the engine says: {_first_line(text)}"
        )
    if "Connection refused" in text or "failed to connect to all addresses" in text:
        return f"a server of the engine does not answer any more; it says: {_first_line(text)}"
    return None


def _first_line(text: str) -> str:
    """The first line that says so, of a text where a connection was refused."""
    return next(line.strip() for line in text.splitlines() if "refused" in line or "connect" in line)
