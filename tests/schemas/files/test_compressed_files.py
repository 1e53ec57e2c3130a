"""Files that may be compressed: told apart by content, and by what is wrong with them."""

from __future__ import annotations

import bz2
import errno
import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files import storage
from schemas.files.compressed_files import open_compressed, open_decompressed
from tests.support.faults import Failing


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize("content", [b"", b"some text\n" * 100])
def test_the_content_decides_how_a_file_is_decompressed(
    tmp_path: Path, compress: Callable[[bytes], bytes], content: bytes
) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(compress(content))
    with open_decompressed(str(path)) as file:
        assert file.read() == content


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize("content", [b"", b"a\r\nb", b"a\xef\xbb\xbf"])
def test_a_byte_order_mark_is_no_content(tmp_path: Path, compress: Callable[[bytes], bytes], content: bytes) -> None:
    """Editors on Windows write one before a text in UTF-8."""
    path = tmp_path / "file.txt"
    path.write_bytes(compress(b"\xef\xbb\xbf" + content))
    with open_decompressed(str(path)) as file:
        assert file.read() == content
    path.write_bytes(b"\xef\xbb\xbf" + content)
    assert storage.read_text(str(path)) == content.decode()


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
def test_a_store_that_goes_away_is_no_broken_file(
    monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes]
) -> None:
    content = compress(os.urandom(1 << 20))
    monkeypatch.setattr(storage, "open_input", lambda _: Failing(content))
    told = "s3://corpora/file: cannot be reached (curlCode: 56, the connection was reset); see to it and run the same"
    with pytest.raises(InputError, match=f"^{re.escape(told)}"), open_decompressed("s3://corpora/file") as file:
        while file.read(1000):
            pass


def test_a_store_that_is_away_from_the_first_byte_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Failing(b"content")
    away.seek(1)
    monkeypatch.setattr(storage, "open_input", lambda _: away)
    told = r"^s3://corpora/file: cannot be reached \(curlCode: 56, the connection was reset\); see to it"
    with pytest.raises(InputError, match=told), open_decompressed("s3://corpora/file"):
        pytest.fail("it was opened")


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
def test_what_its_reader_does_wrong_is_not_told_of_a_file(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(compress(b"some text\n"))
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left"), open_decompressed(str(path)) as file:
        assert file.read() == b"some text\n"
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (gzip.compress(b"some text\n", mtime=0)[:-9], "Compressed file ended before the end-of-stream marker"),
        (gzip.compress(b"some text\n", mtime=0)[:-8] + bytes(8), "CRC check failed"),
        (gzip.compress(b"some text\n", mtime=0)[:10] + b"\xff" * 9, "Error -3 while decompressing data"),
        (bz2.compress(b"some text\n")[:-10], "Compressed file ended before the end-of-stream marker"),
        (b"BZh9" + bytes(20), "Invalid data stream"),
    ],
    ids=["gzip cut short", "another sum", "no gzip", "bzip2 cut short", "no bzip2"],
)
def test_a_broken_compressed_file_is_told(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "file.gz"
    path.write_bytes(content)
    told = rf"^{path}: broken compressed file \({why}.*\); fetch it again$"
    with pytest.raises(InputError, match=told), open_decompressed(str(path)) as file:
        file.read()


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (b"(\xb5/\xfd\x04\x00", "Zstandard"),
        (b"7z\xbc\xaf'\x1c\x00\x04", "7-Zip"),
        (b"\xfd7zXZ\x00\x00\x04", "xz"),
        (b"PK\x03\x04\x14\x00", "zip"),
    ],
)
def test_a_form_that_is_not_read_is_named(tmp_path: Path, content: bytes, form: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    told = rf"^{path}: compressed with {form}, which is not read; decompress it, or have bzip2 compress it$"
    with pytest.raises(InputError, match=told), open_decompressed(str(path)):
        pass


@pytest.mark.parametrize(
    ("name", "decompress"), [("out.jsonl", bytes), ("out.jsonl.gz", gzip.decompress), ("out.jsonl.bz2", bz2.decompress)]
)
def test_a_name_decides_how_a_file_is_compressed_to_the_same_bytes_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, decompress: Callable[[bytes], bytes]
) -> None:
    place, found = tmp_path / "place.tmp", []
    for now in (1_000_000_000.0, 1_700_000_000.0):
        monkeypatch.setattr("time.time", lambda now=now: now)
        with open_compressed(place, name) as file:
            file.write(b"some text\n")
        found.append(place.read_bytes())
    assert found[0] == found[1]
    assert decompress(found[0]) == b"some text\n"
    assert (found[0] == b"some text\n") == (name == "out.jsonl")
