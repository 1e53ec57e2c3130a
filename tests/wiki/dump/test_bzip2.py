from __future__ import annotations

import bz2
import random
from itertools import pairwise
from pathlib import Path
from unittest import mock

import psutil
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wiki.dump.bzip2
from schemas.files.storage import open_input
from wiki.dump.bzip2 import BLOCK_MAGIC, END_MAGIC, Block, find_block, find_magic, read_blocks

WORDS = ("anarchism is a political philosophy that advocates self governed societies " * 3).split()


def text(size: int, seed: int = 0) -> bytes:
    chance = random.Random(seed)
    return " ".join(chance.choices(WORDS, k=size // 4)).encode()[:size]


def read(data: bytes, start: int = 0, end: int | None = None) -> list[Block]:
    file = pa.PythonFile(pa.BufferReader(data))
    return list(read_blocks(file, start, len(data) * 8 if end is None else end))


def joined(blocks: list[Block]) -> bytes:
    return b"".join(block.data if block.data is not None else b"<damaged>" for block in blocks)


@settings(deadline=None)
@given(
    st.sampled_from([BLOCK_MAGIC, END_MAGIC]),
    st.lists(st.integers(0, 400), max_size=4, unique=True),
    st.randoms(use_true_random=False),
)
def test_magic_is_found_at_any_bit(magic: int, places: list[int], chance: random.Random) -> None:
    bits = [chance.choice("01") for _ in range(480)]
    for place in places:
        bits[place : place + 48] = f"{magic:048b}"
    expected = [place for place in range(480 - 47) if "".join(bits[place : place + 48]) == f"{magic:048b}"]
    buffer = int("".join(bits), 2).to_bytes(60, "big")
    assert find_magic(buffer, magic) == expected


def test_real_file(real: Path) -> None:
    path = real / "enwiki-sample-pages-articles.xml.bz2"
    with open_input(str(path)) as file:
        blocks = list(read_blocks(file, 0, file.size() * 8))
    assert len(blocks) == 7
    assert all(block.ended for block in blocks)
    assert joined(blocks) == bz2.decompress(path.read_bytes())


@pytest.mark.parametrize(
    ("data", "blocks"),
    [
        pytest.param(bz2.compress(b"a"), 1, id="a byte"),
        pytest.param(bz2.compress(b""), 0, id="nothing"),
        pytest.param(bz2.compress(text(350_000), 1), 4, id="one stream"),
        pytest.param(bz2.compress(text(9_000)) * 20, 20, id="streams"),
        pytest.param(bz2.compress(text(150_000), 1) + bz2.compress(b"") + bz2.compress(b"end"), 3, id="empty stream"),
        pytest.param(bz2.compress(b"") + bz2.compress(b"end"), 1, id="empty stream first"),
        pytest.param(bz2.compress(text(9_000)) + bytes(100), 1, id="zeros behind"),
        pytest.param(bz2.compress(text(9_000)) + bytes(100) + bz2.compress(b"end"), 2, id="zeros between"),
        pytest.param(bz2.compress(bytes(30_000_000)), 1, id="runs"),
    ],
)
def test_as_the_whole_file_is_decoded(data: bytes, blocks: int) -> None:
    found = read(data)
    assert len(found) == blocks
    expected = b""
    rest = data
    while rest.startswith(b"BZh"):
        decompressor = bz2.BZ2Decompressor()
        expected += decompressor.decompress(rest)
        rest = decompressor.unused_data.lstrip(b"\0")
    assert joined(found) == expected


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 8 * 40_000), max_size=5), st.integers(1, 6))
def test_ranges_that_cover_the_file_give_each_block_once(cuts: list[int], streams: int) -> None:
    data = b"".join(bz2.compress(text(120_000, seed), 1) for seed in range(streams))
    bounds = [0, *sorted(cuts), len(data) * 8]
    parts = [read(data, start, end) for start, end in pairwise(bounds)]
    assert [block for part in parts for block in part] == read(data)


def test_damaged_block_is_one_and_the_next_is_read() -> None:
    plain = text(450_000)
    data = bytearray(bz2.compress(plain, 1))
    whole = read(bytes(data))
    data[(whole[1].start + whole[2].start) // 16] ^= 0x10
    found = read(bytes(data))
    assert [block.start for block in found] == [block.start for block in whole]
    assert [block.data is None for block in found] == [False, True, False, False, False]
    assert found[2:] == whole[2:]


def test_damaged_magic_loses_two_blocks() -> None:
    data = bytearray(bz2.compress(text(450_000), 1))
    whole = read(bytes(data))
    data[whole[1].start // 8 + 2] ^= 0xFF
    found = read(bytes(data))
    assert found == [Block(whole[0].start, None, True), *whole[2:]]


@pytest.mark.parametrize("missing", [*range(1, 16), 100])
def test_cut_short(missing: int) -> None:
    data = bz2.compress(text(250_000), 1)
    whole = read(data)
    found = read(data[:-missing])
    assert found[:-1] == whole[:-1]
    # The mark of the stream's end takes ten bytes and some bits; a cut in its last four bytes loses only a checksum.
    assert found[-1].ended == (missing <= 4)
    assert found[-1].data == (whole[-1].data if missing <= 10 else b"")


fast_always = mock.patch.object(wiki.dump.bzip2, "_FAST_FROM", 0)
"""Small blocks are left to Python's decoder; tests of the other one must not need large ones."""


def by_python_alone(data: bytes) -> list[Block]:
    with mock.patch.object(wiki.dump.bzip2, "IndexedBzip2FileRaw", side_effect=RuntimeError):
        return read(data)


@fast_always
@pytest.mark.parametrize("error", [RuntimeError, ValueError, IndexError, OSError, MemoryError, OverflowError])
def test_where_the_fast_decoder_fails_python_has_the_last_word(error: type[Exception]) -> None:
    plain = text(250_000)
    data = bz2.compress(plain, 1)
    with mock.patch.object(wiki.dump.bzip2, "IndexedBzip2FileRaw", side_effect=error("not ours")) as fast:
        assert joined(read(data)) == plain
    assert fast.call_count == 3


@fast_always
def test_nothing_is_kept_of_what_was_decoded() -> None:
    chance = random.Random(1)
    data = bz2.compress(chance.randbytes(90_000), 1)
    memory = psutil.Process().memory_info
    for _ in range(20):
        read(bytes(bytearray(data)))
    before = memory().rss
    for _ in range(300):
        read(bytes(bytearray(data)))
    assert memory().rss < before + 150 * len(data)


STREAMS = b"".join(bz2.compress(text(8_000, seed), 1) for seed in range(3)) + bz2.compress(text(110_000), 1)


@fast_always
@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(4, len(STREAMS) - 1), st.integers(0, 7)), max_size=4),
    st.integers(4, len(STREAMS)),
    st.binary(max_size=20),
)
def test_whatever_is_damaged_both_decoders_say_the_same(flips: list[tuple[int, int]], cut: int, added: bytes) -> None:
    data = bytearray(STREAMS)
    for at, bit in flips:
        data[at] ^= 1 << bit
    for damaged in (bytes(data), bytes(data[:cut]), bytes(data[:cut]) + added + bytes(data[cut:])):
        assert read(damaged) == by_python_alone(damaged)


def add_false_magic(monkeypatch: pytest.MonkeyPatch, data: bytes, bit: int) -> None:
    """Let the magic number of a block be found at this bit of the data too."""
    needle = data[bit // 8 : bit // 8 + 32]

    def find(buffer: bytes, magic: int) -> list[int]:
        at = buffer.find(needle)
        return sorted([*find_magic(buffer, magic), *([at * 8 + bit % 8] if at >= 0 and magic == BLOCK_MAGIC else [])])

    monkeypatch.setattr(wiki.dump.bzip2, "find_magic", find)


def test_data_that_looks_like_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """By chance the magic number can be in a block's data, once in some petabytes; here one is added on purpose."""
    data = bz2.compress(text(450_000), 1)
    whole = read(data)
    false = (whole[1].start + whole[2].start) // 2
    add_false_magic(monkeypatch, data, false)
    assert read(data) == whole
    # A range that begins at it has a false block; the range before has the whole block.
    assert read(data, 0, false) == whole[:2]
    assert read(data, false) == [Block(false, None, True), *whole[2:]]


@pytest.mark.parametrize("size", [0.5, 1.0, 1.5], ids="the window ends {} blocks behind it".format)
def test_data_that_looks_like_a_block_at_the_end_of_what_was_read(monkeypatch: pytest.MonkeyPatch, size: float) -> None:
    """The next block is read as well before it is said which of the two magic numbers ends a block."""
    data = bz2.compress(text(450_000), 1)
    whole = read(data)
    false = (whole[1].start + whole[2].start) // 2
    needle = data[false // 8 : false // 8 + 7]

    def find(buffer: bytes, magic: int) -> list[int]:
        at = buffer.find(needle)
        return sorted([*find_magic(buffer, magic), *([at * 8 + false % 8] if at >= 0 and magic == BLOCK_MAGIC else [])])

    monkeypatch.setattr(wiki.dump.bzip2, "find_magic", find)
    block = whole[2].start - whole[1].start
    for beyond in range(10):
        window = false // 8 + 7 + beyond + int((size - 0.5) * block / 8)
        monkeypatch.setattr(wiki.dump.bzip2, "_WINDOW", window)
        assert read(data) == whole


def test_magic_numbers_across_windows_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bz2.compress(text(350_000), 1) + bz2.compress(text(60_000, 2), 1)
    whole = read(data)
    for block in whole[1:]:
        for beyond in range(-2, 10):
            monkeypatch.setattr(wiki.dump.bzip2, "_WINDOW", block.start // 8 + beyond)
            assert read(data) == whole


def test_memory_is_bounded_without_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0

    def find(buffer: bytes, magic: int) -> list[int]:
        nonlocal longest
        longest = max(longest, len(buffer))
        return find_magic(buffer, magic)

    monkeypatch.setattr(wiki.dump.bzip2, "find_magic", find)
    whole = bz2.compress(text(9_000))
    data = whole + bytes(30 << 20) + whole
    assert joined(read(data)) == text(9_000) * 2
    assert longest <= 5 << 20


def test_a_block_that_goes_on_for_megabytes_is_damaged_and_not_cut_short() -> None:
    data = bz2.compress(text(9_000))[:-20]
    assert read(data + bytes(6 << 20)) == [Block(32, None, True)]
    assert read(data) == [Block(32, b"", False)]


def test_find_block() -> None:
    streams = [bz2.compress(text(250_000, seed), 1) for seed in range(3)]
    data = b"".join(streams)
    end = len(data) * 8
    file = pa.PythonFile(pa.BufferReader(data))
    blocks = [block.start for block in read(data)]
    starts = [32, len(streams[0]) * 8 + 32, (len(streams[0]) + len(streams[1])) * 8 + 32]
    for position in range(0, end, 997):
        later = [block for block in blocks if block >= position]
        assert find_block(file, position, stream=False, limit=end) == (later[0] if later else None)
        later = [start for start in starts if start >= position]
        assert find_block(file, position, stream=True, limit=end) == (later[0] if later else None)
    assert find_block(file, 33, stream=False, limit=blocks[1]) is None
    assert find_block(file, 33, stream=False, limit=blocks[1] + 1) == blocks[1]


@pytest.mark.parametrize(
    ("before", "begins"), [(b"BZh1", True), (b"BZh9", True), (b"BZhx", False), (b"BZg9", False), (b"...9", False)]
)
def test_a_stream_begins_with_a_header_and_a_block(before: bytes, begins: bool) -> None:
    data = bytes(3) + before + b"1AY&SY" + bytes(20)
    file = pa.PythonFile(pa.BufferReader(data))
    assert find_block(file, 0, stream=True, limit=len(data) * 8) == (56 if begins else None)
    assert find_block(file, 0, stream=False, limit=len(data) * 8) == 56


def test_find_block_across_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytes(1000) + bz2.compress(b"x")
    file = pa.PythonFile(pa.BufferReader(data))
    for window in range(16, 60):
        monkeypatch.setattr(wiki.dump.bzip2, "_SEARCH_WINDOW", window)
        for stream in (True, False):
            assert find_block(file, 0, stream=stream, limit=len(data) * 8) == 8032


@pytest.mark.parametrize(
    ("data", "blocks"),
    [
        pytest.param(bz2.compress(text(350_000), 1), 4, id="one stream"),
        pytest.param(b"".join(bz2.compress(text(900 * size)) for size in range(10, 42)), 32, id="streams"),
    ],
)
def test_a_block_is_decoded_once(data: bytes, blocks: int) -> None:
    """The streams end with each of the eight numbers of bits that fill up their last byte."""
    with mock.patch.object(wiki.dump.bzip2, "_decompress", side_effect=wiki.dump.bzip2._decompress) as decompress:
        assert len(read(data)) == blocks
    assert decompress.call_count == blocks


TINY = bz2.compress(b"x")
END_MARK = END_MAGIC.to_bytes(6, "big")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"BZh9" + b"1AY&SY" * 3000, id="block magics"),
        pytest.param(b"BZh91AY&SY" * 3000, id="stream starts"),
        pytest.param(b"BZh9" + STREAMS[4:70] * 300, id="heads of blocks"),
        pytest.param(TINY * 500, id="tiny streams"),
        pytest.param(STREAMS[:70] + END_MARK * 3000 + STREAMS[70:], id="ends"),
        pytest.param(STREAMS[:-20] + END_MARK * 3000, id="ends at the end"),
        pytest.param(b"BZh91AY&SY" + END_MARK * 3000 + b"1AY&SY" * 3000, id="ends, then blocks"),
    ],
)
def test_what_is_decoded_is_in_proportion_to_the_file(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """However many magic numbers there are; and the decoder that is slow to start is not asked for little."""
    decoded = 0

    def decompress(stream: bytes) -> bytes | None:
        nonlocal decoded
        decoded += len(stream)
        return whole(stream)

    whole = wiki.dump.bzip2._decompress
    monkeypatch.setattr(wiki.dump.bzip2, "_decompress", decompress)
    with mock.patch.object(wiki.dump.bzip2, "IndexedBzip2FileRaw") as slow_to_start:
        blocks = read(data)
    slow_to_start.assert_not_called()
    assert decoded < 20 * len(data)
    if data.startswith(TINY):
        assert [block.data for block in blocks] == [b"x"] * 500


@pytest.mark.parametrize("streams", [0, 1, 3])
def test_data_that_looks_like_a_block_in_the_last_block(monkeypatch: pytest.MonkeyPatch, streams: int) -> None:
    data = bz2.compress(text(150_000, 2), 1) * streams + bz2.compress(text(90_000), 1)
    whole = read(data)
    false = (whole[-1].start + len(data) * 8) // 2
    add_false_magic(monkeypatch, data, false)
    assert read(data) == whole
