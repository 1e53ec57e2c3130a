"""Storage that fails at one call: every call of a step in turn, so that no failure is left untried."""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from schemas.files import storage
from tests.support.paths import PROJECT

ERRORS: dict[str, Callable[[], BaseException]] = {
    "ENOSPC": lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    "EIO": lambda: OSError(errno.EIO, os.strerror(errno.EIO)),
    "EACCES": lambda: PermissionError(errno.EACCES, os.strerror(errno.EACCES)),
    "kill": lambda: Killed(),
}
"""What a call can fail with. `kill` ends all that follows, as SIGKILL would: no call succeeds after it."""


class Killed(BaseException):
    """Stands for the end of the process."""


class Faults:
    """Counts the calls to the storage, and lets that of one number fail."""

    def __init__(self, number: int, kind: str, lasting: bool = False) -> None:
        self.calls = 0
        self.names: list[str] = []
        self.places: list[tuple[str, ...]] = []
        """For each call its name and the lines of the project through which it came, the innermost first."""
        self._number = number
        self._kind = kind
        self._lasting = lasting or kind == "kill"

    def call(self, name: str) -> None:
        """Count a call; raises where it is the one to fail, or comes after it and the fault lasts."""
        self.calls += 1
        self.names.append(name)
        self.places.append((name, *_lines()))
        if self.calls == self._number or (self._lasting and self.calls > self._number > 0):
            raise ERRORS[self._kind]()


def _lines() -> Iterator[str]:
    for frame, line in traceback.walk_stack(sys._getframe()):
        file = frame.f_code.co_filename
        if file != __file__ and file.startswith(f"{PROJECT}/"):
            yield f"{file.removeprefix(f'{PROJECT}/')}:{line}"


class _Stream:
    """A stream to a file, each of whose writes and whose end may fail; a write that fails has written half."""

    def __init__(self, stream: Any, faults: Faults) -> None:
        self._stream = stream
        self._faults = faults

    @property
    def closed(self) -> bool:
        return bool(self._stream.closed)

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self._stream.flush()

    def tell(self) -> int:
        return int(self._stream.tell())

    def write(self, data: Any) -> None:
        try:
            self._faults.call("write")
        except BaseException:
            self._stream.write(memoryview(data)[: len(data) // 2])
            raise
        self._stream.write(data)

    def close(self) -> None:
        # What was written reaches the store although the end of it fails.
        self._stream.close()
        self._faults.call("close")


class _FileSystem:
    """A file system of which each call may fail."""

    def __init__(self, filesystem: Any, faults: Faults) -> None:
        self._filesystem = filesystem
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._filesystem, name)

        def call(*arguments: Any, **options: Any) -> Any:
            self._faults.call(name)
            result = found(*arguments, **options)
            return _Stream(result, self._faults) if name == "open_output_stream" else result

        return call if callable(found) else found


@contextmanager
def failing(number: int, kind: str, lasting: bool = False) -> Iterator[Faults]:
    """Let the storage call of this number fail, from 1; 0 for none. `lasting`: and all that come after it."""
    faults = Faults(number, kind, lasting)
    resolve, is_local = storage.resolve, storage.is_local

    def faulty(uri: str) -> tuple[Any, str]:
        filesystem, path = resolve(uri)
        return _FileSystem(filesystem, faults), path

    storage.resolve = faulty
    storage.is_local = lambda uri: type(resolve(uri)[0]).__name__ == "LocalFileSystem"
    try:
        yield faults
    finally:
        storage.resolve, storage.is_local = resolve, is_local


class Failing(io.BytesIO):
    """A file of a store that goes away before the content has been read."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell() > 0:
            raise OSError("curlCode: 56, the connection was reset")
        return super().read(size)
