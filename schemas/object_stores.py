"""Arrow's file systems of S3, made once a process and patient with a store that is unwell."""

from __future__ import annotations

import functools
import io
import os
import re
import time
from typing import Final
from urllib.parse import unquote

import pyarrow as pa
from pyarrow import fs

_RETRIES: Final = 10
"""How often a request is sent again, after pauses that begin at 25 ms and double: 25 seconds in all."""
_PAUSE: Final = 0.025
_SMALL: Final = 4 << 20
"""Bytes of an object that is read by one request."""
_address = re.compile(r"s3://(?P<bucket>[^\s/?#\[\]]+)(?P<path>[\w/.~!$&'()*+,;=:@%-]*)(?P<query>\?[^\s#]*)?", re.ASCII)


def is_s3(uri: str) -> bool:
    """Whether the URI is one of S3 or of a server with its interface."""
    return uri.startswith("s3://")


def s3(uri: str) -> tuple[fs.FileSystem, str]:
    """File system of a bucket and the path of the URI in it. Raises ArrowInvalid or OSError where there can be none."""
    if not (parts := _address.fullmatch(uri)):
        raise pa.ArrowInvalid("is no s3://bucket/path; other characters than a URI has are written as %20")
    try:
        path = unquote(parts["path"], errors="strict")
    except UnicodeDecodeError as error:
        raise pa.ArrowInvalid(f"its path is not UTF-8: {error}") from error
    # Endpoint and credentials come from it, and a client is not to be used on both sides of a fork.
    settings = tuple(sorted(item for item in os.environ.items() if item[0].startswith("AWS_")))
    filesystem, bucket = _file_system(f"s3://{parts['bucket']}{parts['query'] or ''}", settings, os.getpid())
    return filesystem, f"{bucket}{path}".rstrip("/")


# Making one takes longer than most requests, and another connection.
@functools.cache
def _file_system(address: str, settings: tuple[tuple[str, str], ...], process: int) -> tuple[fs.FileSystem, str]:  # noqa: ARG001
    found, bucket = fs.FileSystem.from_uri(address)
    # Made from a URI it sends again only what found no server, and a store that is busy answers 503.
    make, (options,) = found.__reduce__()
    if not make(options).equals(found):
        raise pa.ArrowInvalid("has an option that cannot be kept; the environment (AWS_*) may have one like it")
    retries = fs.AwsDefaultS3RetryStrategy(max_attempts=_RETRIES)
    filesystem: fs.FileSystem = make({**options, "retry_strategy": retries, "allow_delayed_open": True})
    return filesystem, bucket


def open_input(filesystem: fs.FileSystem, path: str) -> pa.NativeFile:
    """An object, open for reading and seeking; a small one is in memory by then."""
    file = _PatientFile(filesystem.open_input_file(path))
    return pa.BufferReader(file.read()) if file.size <= _SMALL else pa.PythonFile(file, mode="r")


class _PatientFile(io.RawIOBase):
    """An object whose parts are asked for again where the store is busy."""

    def __init__(self, file: pa.NativeFile) -> None:
        self.size: int = file.size()
        self._file = file
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._place = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._place, os.SEEK_END: self.size}[whence]
        return self._place

    def read(self, size: int = -1) -> bytes:
        rest = max(self.size - self._place, 0)
        content = self._read_at(self._place, rest if size < 0 else min(size, rest))
        self._place += len(content)
        return content

    def close(self) -> None:
        self._file.close()
        super().close()

    def _read_at(self, place: int, size: int) -> bytes:
        for attempt in range(_RETRIES):
            try:
                return bytes(self._file.read_at(size, place))
            except OSError as error:
                # What a busy store says does not fit where fewer bytes were awaited, and Arrow does not ask again then.
                if "flush response stream" not in str(error):
                    raise
                time.sleep(_PAUSE * 2**attempt)
        return bytes(self._file.read_at(size, place))
