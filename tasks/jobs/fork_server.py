"""A process that imports what jobs need once, and forks the process of each: `python -m tasks.jobs.fork_server SOCKET`.

Beam takes a second to import and torch several, which is most of what a small step takes. The server runs nothing but
imports, and no thread of Python's beside its own. It is asked through a socket that all processes of Luigi share, since
tasks run in forks of it. A forked job is what a started one is: in a session of its own, with pipes to its task. It is
the server's child, though, so the server tells the task how it ended; and its environment is what it was when the
server began.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import connection
from pathlib import Path
from typing import Any, Final, NamedTuple

from schemas.errors import InputError
from tasks.jobs.environment import own_environment

_REQUEST_BYTES: Final = 1 << 16
_END_SECONDS: Final = 5
_FILES: Final = 4
"""Files of a request: the job's standard input, output and error, and the pipe that tells its number and its end."""


_PID: Final = "pid"
_STATUS: Final = "status"
_ERROR: Final = "error"
"""What the pipe tells: first the number of the process or that there is none, then how it ended."""


class _Request(NamedTuple):
    module: str
    """Module whose `main` is the job."""
    imports: str
    """Module that the job will import."""
    path: str
    """Argument of `main`."""
    temporary: str
    """The job's temporary folder."""


class ForkedProcess:
    """A process that a server has forked: as much of `subprocess.Popen` as is needed of it."""

    def __init__(self, stdin: int, stdout: int, news: connection.Connection[Any, Any]) -> None:
        self.stdin = os.fdopen(stdin, "w")
        # Whatever a library prints in whatever encoding: events are ASCII.
        self.stdout = os.fdopen(stdout, errors="replace")
        self._news = news
        self._lock = threading.Lock()
        self._status: int | None = None
        try:
            what, value = news.recv()
        except (EOFError, OSError) as error:
            raise _server_is_gone() from error
        if what != _PID:
            failed = "ended before it began" if what == _STATUS else "could not be forked"
            raise InputError(
                f"the step's process {failed} ({value}), "
                "most likely because the machine ran out of memory. Run the same command again: it continues with what "
                "is not done yet"
            )
        self.pid: int = value

    def poll(self) -> int | None:
        """The exit status as `subprocess` has it, None while the process runs.

        It is that of a kill where the server is gone: nobody knows any more, and the task ends what is left.
        """
        with self._lock:
            if self._status is None and self._news.poll():
                try:
                    _, self._status = self._news.recv()
                except (EOFError, OSError):
                    self._status = -signal.SIGKILL
            return self._status

    def wait(self) -> int:
        """The exit status, when the process has ended."""
        while (status := self.poll()) is None:
            connection.wait([self._news])
        return status


def _server_is_gone() -> InputError:
    return InputError(
        "the process that starts the steps' processes has ended, most likely because the machine ran out of memory. "
        "Run the same command again: it continues with what is not done yet"
    )


class _Server:
    """A server for the jobs of one kind."""

    def __init__(self) -> None:
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tasks.jobs.fork_server", str(its.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                # What fails to be imported fails again in the job, which has a log; warnings are lost.
                stderr=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                env=own_environment(),
                start_new_session=True,
            )
        self.pid = self._process.pid

    def fork(self, request: _Request, log: int) -> ForkedProcess:
        its_stdin, stdin = os.pipe()
        stdout, its_stdout = os.pipe()
        news, its_news = connection.Pipe(duplex=False)
        files = [its_stdin, its_stdout, log, its_news.fileno()]
        try:
            socket.send_fds(self._socket, [json.dumps(request).encode()], files)
        except OSError as error:
            os.close(stdin)
            os.close(stdout)
            news.close()
            raise _server_is_gone() from error
        finally:
            os.close(its_stdin)
            os.close(its_stdout)
            its_news.close()
        return ForkedProcess(stdin, stdout, news)

    def end(self) -> None:
        self._socket.close()
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            # It imports, or another process still holds its input. Jobs end with their tasks.
            self._process.kill()
            self._process.wait()


_servers: dict[str, _Server] = {}


@contextmanager
def fork_servers(modules: Iterable[str]) -> Iterator[None]:
    """A context in which jobs whose `main` is in these modules are forked, in this process and all forks of it.

    Each kind has a server of its own: what one imports would be counted as the other's memory. A server imports nothing
    before it is asked for a job.
    """
    begun = []
    try:
        for module in modules:
            _servers[module] = _Server()
            begun.append(module)
        yield
    finally:
        for module in begun:
            _servers.pop(module).end()


def fork(module: str, imports: str, path: str, temporary: Path, log: int) -> ForkedProcess | None:
    """Have a job forked, with a file for its log; None where no server is there for it.

    Raises InputError where the server has been killed.
    """
    if server := _servers.get(module):
        return server.fork(_Request(module, imports, path, str(temporary)), log)
    return None


def server_pids() -> set[int]:
    """The processes of the servers."""
    return {server.pid for server in _servers.values()}


def _serve(requests: socket.socket) -> int:
    """Fork jobs until standard input ends; in a forked process do the job, and return its exit status."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake)
    jobs: dict[int, connection.Connection[Any, Any]] = {}
    while True:
        ready, _, _ = select.select([requests.fileno(), woken, 0], [], [])
        if 0 in ready:
            return 0
        if woken in ready:
            os.read(woken, 1 << 10)
            _tell_ends(jobs)
        if requests.fileno() in ready:
            text, files, _, _ = socket.recv_fds(requests, _REQUEST_BYTES, _FILES)
            request = _Request(*json.loads(text))
            _import(request)
            news = connection.Connection(files.pop(), readable=False)
            # Else each job would write what an import has printed to its own output.
            sys.stdout.flush()
            sys.stderr.flush()
            try:
                pid = os.fork()
            except OSError as error:
                with news, contextlib.suppress(OSError):
                    news.send((_ERROR, str(error)))
                _close(files)
                continue
            if not pid:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                requests.close()
                for other in jobs.values():
                    other.close()
                os.close(woken)
                os.close(wake)
                return _do(request, files, news)
            jobs[pid] = news
            _close(files)


def _close(files: Iterable[int]) -> None:
    for file in files:
        os.close(file)


def _import(request: _Request) -> None:
    """Import what a job needs.

    Next to nothing of what is imported is garbage: looking for it takes a seventh of the time.
    """
    gc.disable()
    for module in (request.module, request.imports):
        # It fails again in the job, and is told there.
        with contextlib.suppress(Exception, SystemExit):
            importlib.import_module(module)
    # The garbage collector of a job would write to all pages that it shares with the others.
    gc.collect()
    gc.freeze()
    gc.enable()


def _tell_ends(jobs: dict[int, connection.Connection[Any, Any]]) -> None:
    """Tell the tasks of the jobs that have ended how they did."""
    while jobs:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with jobs.pop(pid) as news, contextlib.suppress(OSError):
            news.send((_STATUS, os.waitstatus_to_exitcode(status)))


def _do(request: _Request, files: list[int], news: connection.Connection[Any, Any]) -> int:
    """Do a job in the process that was forked for it; returns its exit status."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    with news:
        # From now on it can be killed with its group.
        news.send((_PID, os.getpid()))
    sys.argv[1:] = [request.path]
    os.environ["TMPDIR"] = request.temporary
    tempfile.tempdir = None
    status: int = importlib.import_module(request.module).main(request.path)
    return status


if __name__ == "__main__":
    sys.exit(_serve(socket.socket(fileno=int(sys.argv[1]))))
