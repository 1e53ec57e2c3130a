"""Arrow's file systems of S3, made once a process and patient with a store that is unwell."""

from __future__ import annotations

import functools
import os
import time
from typing import Final
from urllib.parse import unquote, urlsplit

import pyarrow as pa
from pyarrow import fs

_RETRIES: Final = 10
"""How often a request is sent again, after pauses that begin at 25 ms and double: 25 seconds in all."""
_PAUSE: Final = 0.025
_SMALL: Final = 4 << 20
"""Bytes of an object that is read by one request."""


def is_s3(uri: str) -> bool:
    """Whether the URI is one of S3 or of a server with its interface."""
    return uri.startswith("s3://")


def s3(uri: str) -> tuple[fs.FileSystem, str]:
    """File system of a bucket and the path of the URI in it. Raises ArrowInvalid or OSError where there can be none."""
    parts = urlsplit(uri)
    if not parts.netloc:
        raise pa.ArrowInvalid("no bucket is named")
    query = f"?{parts.query}" if parts.query else ""
    # Endpoint and credentials come from it, and a client is not to be used on both sides of a fork.
    settings = tuple(sorted(item for item in os.environ.items() if item[0].startswith("AWS_")))
    filesystem, bucket = _file_system(f"s3://{parts.netloc}{query}", settings, os.getpid())
    return filesystem, f"{bucket}{unquote(parts.path)}".rstrip("/")


# Making one takes longer than most requests, and another connection.
@functools.cache
def _file_system(address: str, settings: tuple[tuple[str, str], ...], process: int) -> tuple[fs.FileSystem, str]:  # noqa: ARG001
    found, bucket = fs.FileSystem.from_uri(address)
    # Made from a URI it sends again only what found no server, and a store that is busy answers 503.
    make, (options,) = found.__reduce__()
    retries = fs.AwsDefaultS3RetryStrategy(max_attempts=_RETRIES)
    filesystem: fs.FileSystem = make({**options, "retry_strategy": retries, "allow_delayed_open": True})
    return filesystem, bucket


def open_input(filesystem: fs.FileSystem, path: str) -> pa.NativeFile:
    """An object, open for reading and seeking; a small one is in memory by then."""
    file = filesystem.open_input_file(path)
    return pa.BufferReader(_whole(file)) if file.size() <= _SMALL else file


def _whole(file: pa.NativeFile) -> bytes:
    for attempt in range(_RETRIES):
        try:
            return bytes(file.read_at(file.size(), 0))
        except OSError as error:
            # What a busy store says does not fit where fewer bytes were awaited, and Arrow does not ask again then.
            if "flush response stream" not in str(error):
                raise
            time.sleep(_PAUSE * 2**attempt)
    return bytes(file.read_at(file.size(), 0))
