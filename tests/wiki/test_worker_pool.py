from __future__ import annotations

import errno
import gc
import os
import signal
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess

import psutil
import pytest

from wiki.worker_pool import WorkerLostError, map_in_order


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_work(workers: int) -> None:
    with map_in_order(square, iter(range(20)), workers) as results:
        found = list(results)
    assert [result for result, _ in found] == [number * number for number in range(20)]
    processes = {process for _, process in found}
    assert processes == {os.getpid()} if workers == 1 else len(processes - {os.getpid()}) == workers


def test_no_more_workers_are_started_than_there_is_work() -> None:
    def children() -> set[int]:
        return {child.pid for child in psutil.Process().children()}

    with map_in_order(square, iter(range(1)), 2) as results:
        # The first pool of a process starts multiprocessing's own helper, which stays.
        list(results)
    before = children()
    with map_in_order(square, iter(range(2)), 5) as results:
        assert children() == before
        found = list(results)
        assert {process for _, process in found} == children() - before
    assert [result for result, _ in found] == [0, 1]


def test_no_more_work_is_taken_than_results_may_wait() -> None:
    taken: list[int] = []

    def source() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    with map_in_order(square, source(), 2) as results:
        assert next(results)[0] == 0
        assert taken == [0, 1, 2, 3]
        assert next(results)[0] == 1
        assert taken == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_the_function_raises_is_raised_in_its_turn(workers: int) -> None:
    with map_in_order(fail_at_three, iter(range(20)), workers) as results:
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(ValueError, match="three"):
            next(results)


def test_nothing_of_a_pool_is_left() -> None:
    def descriptors_and_children() -> tuple[int, int]:
        gc.collect()
        return psutil.Process().num_fds(), len(psutil.Process().children())

    with map_in_order(square, iter(range(4)), 2) as results:
        # The first pool of a process starts multiprocessing's own helper, which stays.
        list(results)
    before = descriptors_and_children()
    with map_in_order(square, iter(range(4)), 2) as results:
        next(results)
    assert descriptors_and_children() == before


def test_a_worker_that_cannot_start_leaves_no_other_and_the_signals_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[int] = []

    def start(process: SpawnProcess) -> None:
        if started:
            raise OSError(errno.EAGAIN, "no more processes")
        BaseProcess.start(process)
        started.append(process.pid or 0)

    monkeypatch.setattr(SpawnProcess, "start", start)
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    try:
        with pytest.raises(OSError, match="no more processes"), map_in_order(square, iter(range(4)), 2) as results:
            list(results)
        assert [signal.getsignal(number) for number in numbers] == before
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert not psutil.pid_exists(started[0])


def test_a_killed_worker_ends_the_results() -> None:
    with map_in_order(die_at_three, iter(range(20)), 2) as results:
        assert next(results) == 0
        with pytest.raises(WorkerLostError):
            list(results)
