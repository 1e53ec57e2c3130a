"""A step small enough to see through, for the tests of what carries steps."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.datasets.shards import Shard, Unit
from schemas.datasets.transforms import BuildDatasets
from schemas.errors import InputError
from schemas.records import Reject


@dataclass
class Toy(BuildDatasets):
    """Writes `rows` redirects a unit, in a way that `behaviour` names."""

    number: int
    rows: int
    behaviour: str = "write"

    def units(self) -> list[Unit]:
        if self.behaviour == "memory-for-units":
            raise MemoryError
        return [Unit(index, 10, index) for index in range(self.number)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_rows, rows=self.rows, behaviour=self.behaviour)


def write_rows(payload: int, shard: Shard, *, rows: int, behaviour: str) -> None:
    first = payload * rows
    columns = [{"page_id": first + i, "title": f"Title {first + i}", "target": "Target"} for i in range(rows)]
    shard.write_rows("redirects", columns)
    shard.seen += rows
    if behaviour == "bad-input" and payload == 1:
        raise InputError("dump.xml, page 7: this cannot be read; fetch the dump again")
    if behaviour == "bug" and payload == 1:
        raise ZeroDivisionError("a bug")
    if behaviour == "memory" and payload == 1:
        raise MemoryError
    if behaviour == "thread" and payload == 1:
        threading.Thread(target=_fail_to_start).start()
        time.sleep(600)
    if behaviour.startswith("forget:"):
        _, workers, place = behaviour.split(":")
        _forget(Path(place), payload, int(workers))
    if behaviour == "reject":
        shard.reject(Reject("broken", payload, "", ""))
    if behaviour.startswith("die:") and payload == 1:
        os.kill(os.getpid(), int(behaviour.removeprefix("die:")))
    if (
        behaviour.startswith("die-once:")
        and payload == 1
        and not (mark := Path(behaviour.removeprefix("die-once:"))).exists()
    ):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if behaviour == "die-temporary" and payload == 1:
        (Path(tempfile.mkdtemp()) / "half").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if behaviour.startswith("tell:"):
        (Path(behaviour.removeprefix("tell:")) / str(payload)).write_text(" ".join(sys.orig_argv))
    if behaviour.startswith("exit:") and payload == 1:
        os._exit(int(behaviour.removeprefix("exit:")))
    if behaviour.startswith("reject-early:"):
        shard.reject(Reject("broken", payload, "", ""), rows)
        try:
            Path(behaviour.removeprefix("reject-early:")).touch(exist_ok=False)
        except FileExistsError:
            time.sleep(600)
            raise ZeroDivisionError("the job went on although the failure budget was spent") from None
    if behaviour.startswith("hang:") and payload == 1:
        Path(behaviour.removeprefix("hang:")).write_text(str(os.getpid()))
        time.sleep(600)


def _forget(folder: Path, payload: int, workers: int) -> None:
    """Make the folder vanish, as for machines that do not see the disk: at once, when no worker makes it anew."""
    begun = folder.with_name("begun")
    begun.mkdir(exist_ok=True)
    (begun / str(payload)).touch()
    while len(list(begun.iterdir())) < workers:
        time.sleep(0.01)
    with contextlib.suppress(FileNotFoundError):
        folder.rename(folder.with_name("gone"))


def _fail_to_start() -> None:
    raise RuntimeError("can't start new thread")
