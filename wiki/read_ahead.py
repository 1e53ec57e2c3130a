"""Doing the reading and unpacking of a file while what was read before is worked on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def read_ahead(items: Iterator[T], ahead: int) -> Iterator[T]:
    """The same items, produced in a thread that may be `ahead` of them in front.

    It pays where producing them leaves Python to the others, as unpacking does. What `items` raises is raised here, at
    its place. The thread ends with the iterator, also where that is not read to its end.
    """
    waiting: queue.Queue[tuple[T | None, BaseException | None, bool]] = queue.Queue(ahead)
    stopped = threading.Event()

    def put(item: T | None, error: BaseException | None, last: bool) -> None:
        while not stopped.is_set():
            try:
                waiting.put((item, error, last), timeout=0.1)
                return
            except queue.Full:
                continue

    def produce() -> None:
        try:
            for item in items:
                put(item, None, False)
                if stopped.is_set():
                    return
            put(None, None, True)
        except BaseException as error:  # it is raised again where the items are taken
            put(None, error, True)

    thread = threading.Thread(target=produce, daemon=True)
    thread.start()
    try:
        while True:
            item, error, last = waiting.get()
            if error is not None:
                raise error
            if last:
                return
            yield item  # type: ignore[misc]
    finally:
        stopped.set()
        thread.join()
