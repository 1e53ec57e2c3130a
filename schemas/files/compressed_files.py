"""Files that may be compressed, read and written as if they were not."""

from __future__ import annotations

import bz2
import gzip
import io
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from schemas.errors import InputError
from schemas.files import storage

_BLOCK = 1 << 20
_NOT_READ = {b"(\xb5/\xfd": "Zstandard", b"7z\xbc\xaf'\x1c": "7-Zip", b"\xfd7zXZ\0": "xz", b"PK\x03\x04": "zip"}
"""Forms that wikis publish dumps in as well, by their first bytes."""

Compressed = BinaryIO | gzip.GzipFile | bz2.BZ2File


@contextmanager
def open_decompressed(uri: str) -> Iterator[BinaryIO]:
    """The content of a plain, gzip or bzip2 text file, told apart by content, open for reading.

    A byte order mark of UTF-8 is no part of it. Raises InputError where there is no such file, where it is compressed
    in another form, and where what is read of it cannot be reached, or turns out to be broken or cut short.
    """
    with storage.open_input(uri) as file:
        with storage.reaching(uri):
            magic = file.read(6)
            file.seek(0)
        check_form(uri, magic)
        opened = _reader(file, lambda: storage.reaching(uri))
        if magic[:3] == b"BZh":
            opened = _reader(bz2.BZ2File(opened), lambda: _decompressing(uri))
        elif magic[:2] == b"\x1f\x8b":
            opened = _reader(gzip.GzipFile(fileobj=opened), lambda: _decompressing(uri))
        if opened.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
            opened.read(len(BOM_UTF8))
        yield opened


def check_form(uri: str, head: bytes) -> None:
    """Raises InputError where the first bytes of a file are those of a compressed form that is not read."""
    for magic, form in _NOT_READ.items():
        if head.startswith(magic):
            raise InputError(
                f"{uri}: compressed with {form}, which is not read; decompress it, or have bzip2 compress it"
            )


@contextmanager
def open_compressed(place: Path, name: str) -> Iterator[Compressed]:
    """A file of this machine to write to, compressed if the name that it will have ends in `.gz` or `.bz2`.

    The same content gives the same bytes.
    """
    with place.open("wb") as file:
        stream: Compressed = file
        if name.endswith(".gz"):
            stream = gzip.GzipFile("", "wb", 6, file, mtime=0)
        elif name.endswith(".bz2"):
            stream = bz2.BZ2File(file, "wb")
        with stream:
            yield stream


@contextmanager
def _decompressing(uri: str) -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{uri}: broken compressed file ({error}); fetch it again") from error


def _reader(file: Any, telling: Callable[[], AbstractContextManager[None]]) -> io.BufferedReader:
    return io.BufferedReader(_ToldFile(file, telling), _BLOCK)


class _ToldFile(io.RawIOBase):
    """A file whose own errors, when it is read, are told by a context; not those of who reads it."""

    def __init__(self, file: Any, telling: Callable[[], AbstractContextManager[None]]) -> None:
        self._file = file
        self._telling = telling

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with self._telling():
            content = self._file.read(len(buffer))
        buffer[: len(content)] = content
        return len(content)
