from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.records import Reject
from wiki.dump import lines
from wiki.dump.lines import read_lines
from wiki.dump.splits import Split, cut_file


def read(split: Split) -> tuple[list[bytes], list[str]]:
    rejects: list[Reject] = []
    found = b"".join(read_lines(split, rejects.append))
    assert found == b"" or found.endswith(b"\n")
    return found.splitlines(), [reject.reason for reject in rejects]


def read_all(path: Path, size: int) -> tuple[list[bytes], list[str]]:
    results = [read(split) for split in cut_file(str(path), size)]
    return [line for found, _ in results for line in found], [reason for _, reasons in results for reason in reasons]


@given(
    st.lists(st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"").replace(b"\r", b"")), max_size=30),
    st.integers(1, 200),
    st.booleans(),
)
def test_any_splits_give_each_line_once(
    tmp_path_factory: pytest.TempPathFactory, text: list[bytes], size: int, ends: bool
) -> None:
    path = tmp_path_factory.mktemp("lines") / "text"
    # A plain file that begins like a compressed one is none of this reader's.
    text = [b"{", *text]
    path.write_bytes(b"\n".join(text) + b"\n" * ends)
    found, reasons = read_all(path, size)
    assert reasons == []
    assert [line for line in found if line] == [line for line in text if line]


@pytest.mark.parametrize("size", [1, 5, 10**9])
def test_a_byte_order_mark_belongs_to_no_line(tmp_path: Path, size: int) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfone\r\n\xef\xbb\xbftwo\r\n")
    assert read_all(path, size) == ([b"one", b"\xef\xbb\xbftwo"], [])


@pytest.mark.parametrize("size", [1, 20_000, 10**9])
def test_bzip2_is_cut_between_blocks_and_streams(tmp_path: Path, size: int) -> None:
    text = [b"%d %s" % (number, b"x" * (number % 977)) for number in range(6000)]
    data = b"\n".join(text) + b"\n"
    path = tmp_path / "text.bz2"
    # Streams that end within a line, as those of pbzip2 do, and small blocks.
    path.write_bytes(bz2.compress(data[:1_000_000], 1) + bz2.compress(data[1_000_000:], 1))
    assert read_all(path, size) == (text, [])


def test_a_damaged_block_costs_its_lines_alone(tmp_path: Path) -> None:
    blocks = [b"\n".join(b"%d-%d" % (block, number) for number in range(3)) for block in range(3)]
    streams = [bz2.compress(blocks[0]), bz2.compress(blocks[1]), bz2.compress(blocks[2])]
    broken = bytearray(streams[1])
    broken[20] ^= 0xFF
    path = tmp_path / "text.bz2"
    path.write_bytes(streams[0] + bytes(broken) + streams[2])
    found, reasons = read_all(path, 10**9)
    # 0-2 and 2-0 touch the damage, since the lines go on from block to block.
    assert found == [b"0-0", b"0-1", b"2-1", b"2-2"]
    assert reasons == ["damaged-block", "cut-line"]


def test_what_follows_damage_in_a_gzip_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    data = bytearray(gzip.compress(b"".join(b"%d\n" % number for number in range(100_000)), 0))
    data[len(data) // 2 : len(data) // 2 + 4] = bytes(4)
    data[-8] ^= 1
    path.write_bytes(data)
    found, reasons = read_all(path, 10)
    assert reasons == ["truncated-input", "cut-line"]
    assert 0 < len(found) < 100_000


def test_a_gzip_that_is_cut_short_says_so(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    data = gzip.compress(b"\n".join(str(number).encode() * 50 for number in range(3000)))
    path.write_bytes(data[: len(data) // 2])
    found, reasons = read_all(path, 10)
    assert reasons == ["truncated-input", "cut-line"]
    assert found == [str(number).encode() * 50 for number in range(len(found))]
    assert len(found) > 1000


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 3 << 20)
    path = tmp_path / "text"
    path.write_bytes(b"first\n" + b"x" * (5 << 20) + b"\nlast\n")
    found, reasons = read_all(path, 10**9)
    assert (found, reasons) == ([b"first", b"last"], ["line-too-long"])


def test_a_line_that_is_refused_is_shown_even_where_its_beginning_ends_within_a_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 1 << 10)
    path = tmp_path / "text"
    path.write_bytes(b"x" + "é".encode() * (1 << 21) + b"\nlast\n")
    rejects: list[Reject] = []
    [split] = cut_file(str(path), 10**9)
    assert b"".join(read_lines(split, rejects.append)) == b"last\n"
    assert [reject.text for reject in rejects] == [f"more than 1,024 bytes: x{'é' * 99}\ufffd"]
