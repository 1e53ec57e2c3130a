"""Arrow's file systems of S3 and Google Cloud Storage, made once a process and patient with a store that is unwell."""

from __future__ import annotations

import functools
import io
import os
import re
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from urllib.parse import quote, unquote

import pyarrow as pa
from pyarrow import fs

_RETRIES: Final = 10
"""How often a request is sent again, after pauses that begin at 25 ms and double: 25 seconds in all."""
_PAUSE: Final = 0.025
_SMALL: Final = 4 << 20
"""Bytes of an object that is read by one request."""
_PATIENCE: Final = timedelta(seconds=25)
"""How long a request to Google's storage is sent again: Google's client goes on for a quarter of an hour by itself."""
_address = re.compile(
    r"(?P<store>s3|gs|gcs)://(?P<bucket>[^\s/?#\[\]]+)(?P<path>[\w/.~!$&'()*+,;=:@%-]*)(?P<query>\?[^\s#]*)?", re.ASCII
)
_SETTINGS: Final = {"s3": ("AWS_",), "gs": ("GOOGLE_", "CLOUD_", "GCE_")}
"""How the names of what a store's client takes from the environment begin."""


def is_s3(uri: str) -> bool:
    """Whether the URI is one of S3 or of a server with its interface."""
    return uri.startswith("s3://")


def is_gcs(uri: str) -> bool:
    """Whether the URI is one of Google Cloud Storage."""
    return uri.startswith(("gs://", "gcs://"))


def is_object_store(uri: str) -> bool:
    """Whether the URI is one of a store where a directory is a part of names, and nobody has to make it."""
    return is_s3(uri) or is_gcs(uri)


def errors(uri: str) -> tuple[type[Exception], ...]:
    """What the file system of a URI raises where something is wrong with the store, not with the program."""
    # For some answers of Google's, as to credentials that cannot be read, Arrow has no error of the operating system.
    return (OSError, pa.lib.ArrowException) if is_gcs(uri) else (OSError,)


def quoted(name: str) -> str:
    """A name as it stands in a URI, from which `find` takes it again."""
    return quote(name, safe="/!$&'()*+,;=:@")


def find(uri: str) -> tuple[fs.FileSystem, str]:
    """File system of a bucket and the path of the URI in it. Raises ArrowInvalid or OSError where there can be none."""
    if not (parts := _address.fullmatch(uri)):
        scheme = uri.partition("://")[0]
        raise pa.ArrowInvalid(f"is no {scheme}://bucket/path; other characters than a URI has are written as %20")
    try:
        path = unquote(parts["path"], errors="strict")
    except UnicodeDecodeError as error:
        raise pa.ArrowInvalid(f"its path is not UTF-8: {error}") from error
    store = "s3" if parts["store"] == "s3" else "gs"
    # Endpoint and credentials come from it, and a client is not to be used on both sides of a fork.
    settings = tuple(sorted(item for item in os.environ.items() if item[0].startswith(_SETTINGS[store])))
    address = f"{store}://{parts['bucket']}{parts['query'] or ''}"
    filesystem, bucket = _file_system(address, settings, os.getpid())
    return filesystem, f"{bucket}{path}".rstrip("/")


# Making one takes longer than most requests, and another connection, or another token.
@functools.cache
def _file_system(address: str, settings: tuple[tuple[str, str], ...], process: int) -> tuple[fs.FileSystem, str]:  # noqa: ARG001
    found, bucket = fs.FileSystem.from_uri(address)
    # Made from a URI that of S3 sends again only what found no server, and a store that is busy answers 503.
    make, (options,) = found.__reduce__()
    if not make(options).equals(found):
        raise pa.ArrowInvalid("has an option that cannot be kept; the environment (AWS_*) may have one like it")
    filesystem: fs.FileSystem = make({**options, **_patience(address, options)})
    return filesystem, bucket


def _patience(address: str, options: dict[str, Any]) -> dict[str, Any]:
    if is_gcs(address):
        return {"retry_time_limit": options["retry_time_limit"] or _PATIENCE}
    return {"retry_strategy": fs.AwsDefaultS3RetryStrategy(max_attempts=_RETRIES), "allow_delayed_open": True}


def open_input(uri: str, filesystem: fs.FileSystem, path: str) -> pa.NativeFile:
    """The object of a URI, open for reading and seeking; a small one is in memory by then."""
    found = filesystem.open_input_file(path)
    file = _PatientFile(found) if is_s3(uri) else _CandidFile(found)
    return pa.BufferReader(file.read()) if file.size <= _SMALL else pa.PythonFile(file, mode="r")


class _File(io.RawIOBase):
    """An object, of which a part is read by `_read_at`."""

    def __init__(self, file: pa.NativeFile) -> None:
        self._file = file
        self._place = 0
        self.size = self._ask_size()

    def readable(self) -> bool:
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

    def _ask_size(self) -> int:
        return int(self._file.size())

    @abstractmethod
    def _read_at(self, place: int, size: int) -> bytes: ...


class _PatientFile(_File):
    """An object of S3, whose parts are asked for again where the store is busy."""

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


class _CandidFile(_File):
    """An object of Google Cloud Storage that says when the store does not give it any more."""

    def _ask_size(self) -> int:
        with _told():
            return super()._ask_size()

    def _read_at(self, place: int, size: int) -> bytes:
        with _told():
            # What is read in one go is one request.
            if self._file.tell() != place:
                self._file.seek(place)
            return bytes(self._file.read(size))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        # Arrow takes a file for closed of which the store gave nothing.
        raise OSError("it was deleted or changed after it had been found, or the store is away") from error
