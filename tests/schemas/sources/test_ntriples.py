from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.sources import ntriples
from schemas.sources.ntriples import may_be_triples

TRIPLE = b'<http://example.org/a> <http://example.org/b> "c \\" d"@en .\n'


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", True),
        (b"# started 2026\n\n \t\r\n# completed", True),
        (TRIPLE, True),
        (TRIPLE.rstrip(), True),
        (b"# started 2026\nno triple\n\xff\xfe\n" + TRIPLE, True),
        (b"# A title\n\nA text with <brackets> .\n", False),
        (b"@prefix a: <http://example.org/> .\na:b a a:c .\n", False),
        (bytes(range(256)), False),
    ],
)
def test_a_file_may_be_triples_where_a_line_is_one_or_none_says_otherwise(
    compress: Callable[[bytes], bytes], data: bytes, wanted: bool, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(compress(data))
    assert may_be_triples(str(path)) is wanted


@pytest.mark.parametrize("data", [b"#" * 40 + b"\ntext\n", b"x" * 40 + b"\n", TRIPLE * 2])
def test_no_more_than_the_head_is_looked_at(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ntriples, "_HEAD_BYTES", 20)
    path = tmp_path / "file"
    path.write_bytes(data)
    # The line that the head cuts may be anything.
    assert may_be_triples(str(path))


def test_a_broken_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(gzip.compress(TRIPLE)[:-9])
    with pytest.raises(InputError, match="file: broken compressed file"):
        may_be_triples(str(path))


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (TRIPLE, True),
        (b"# nothing\n", True),
        (TRIPLE.replace(b"/b>", b"/label>"), False),
        (TRIPLE.replace(b"/b>", b"/label>") + TRIPLE, True),
    ],
)
def test_triples_of_another_predicate_do_not_count(data: bytes, wanted: bool, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert may_be_triples(str(path), "http://example.org/b") is wanted
