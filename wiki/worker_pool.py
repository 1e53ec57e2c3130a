"""A pool of worker processes that gives results in the order of the work, in bounded memory.

Not an executor of the standard library: one whose worker is killed in the middle of a result waits for the rest for
ever. Here the loss of a worker ends the run with `WorkerLostError`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, TypeVar

_RESULTS_PER_WORKER = 2
"""Results of each worker that may wait for their turn."""

Work = TypeVar("Work")
Result = TypeVar("Result")


class WorkerLostError(Exception):
    """A worker ended without having been told to."""


@contextmanager
def map_in_order(function: Callable[[Work], Result], work: Iterator[Work], workers: int) -> Iterator[Iterator[Result]]:
    """The results of a function for all work, in the order of the work; with one worker, in this process.

    A worker is started when there is work for it, so there are never more workers than pieces of work. Work, results
    and the function must be picklable. A bounded number of results is held, however slow their reader is: two for each
    worker. The iterator raises what the function raises, and WorkerLostError where a worker is killed. Leaving the
    context ends the workers, whatever they are doing.
    """
    if workers == 1:
        yield map(function, work)
        return
    with ExitStack() as stack:
        yield _results(lambda: stack.enter_context(_worker(function)), work, workers)


@contextmanager
def _worker(function: Callable[[Any], Any]) -> Iterator[Connection]:
    """A connection to a new worker. Leaving the context ends the worker."""
    # Not fork: Arrow has threads in this process.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with ours:
        process = context.Process(target=_run_worker, args=(theirs, function), daemon=True)
        # Only the worker holds its end then, so its death is the end of the stream.
        with theirs:
            _start(process)
        try:
            yield ours
        finally:
            process.kill()
            process.join()


def _start(process: BaseProcess) -> None:
    # A worker inherits which signals are ignored: Ctrl-C is for the main process to handle.
    handlers = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        process.start()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _results(start: Callable[[], Connection], work: Iterator[Any], workers: int) -> Iterator[Any]:
    """Hands work to the workers in turn and collects the results in the same order."""
    connections: list[Connection] = []
    waiting: deque[Connection] = deque()
    for number, each in enumerate(work):
        if number < workers:
            connections.append(start())
        connection = connections[number % workers]
        try:
            connection.send(each)
        except OSError as error:
            raise WorkerLostError from error
        waiting.append(connection)
        if len(waiting) == _RESULTS_PER_WORKER * workers:
            yield _receive(waiting.popleft())
    while waiting:
        yield _receive(waiting.popleft())


def _receive(connection: Connection) -> Any:
    try:
        result = connection.recv()
    except (EOFError, OSError) as error:
        raise WorkerLostError from error
    if isinstance(result, BaseException):
        raise result
    return result


def _run_worker(connection: Connection, function: Callable[[Any], Any]) -> None:
    inbox: SimpleQueue[Any] = SimpleQueue()
    # A thread of its own takes work in, so that the main process never waits to hand it over.
    threading.Thread(target=_take_in, args=(connection, inbox), daemon=True).start()
    while True:
        work = inbox.get()
        try:
            connection.send(function(work))
        except Exception as error:
            connection.send(error)


def _take_in(connection: Connection, inbox: SimpleQueue[Any]) -> None:
    try:
        while True:
            inbox.put(connection.recv())
    except (EOFError, OSError):
        # The main process is gone, for whatever reason.
        os._exit(1)
