"""Where a file is cut into splits."""

from __future__ import annotations

import bz2
import io
import json
import random
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path

import pyarrow as pa
import pytest

import wiki.dump.bzip2
import wiki.dump.splits
from schemas.errors import InputError
from tests.support.dump_files import DUMP, blind_streams, multistream, places
from wiki.dump.pages import plan_splits
from wiki.dump.splits import Split, cut_file, open_split, read_split_pieces


def test_splits_cover_the_file_and_travel_as_json(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    path.write_bytes(blind_streams(DUMP, 3_000))
    splits = plan_splits(str(path), 1_000)
    assert [split.start for split in splits] == [0, *(split.end for split in splits[:-1])]
    assert splits[-1].end == path.stat().st_size * 8
    assert len(splits) > 5
    assert [Split(**json.loads(json.dumps(asdict(split)))) for split in splits] == splits


def test_multistream_is_cut_where_streams_begin(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    path.write_bytes(multistream(DUMP, 5))
    (tmp_path / "dump-index.txt.bz2").write_bytes(bz2.compress(b"1:1:an index that is wrong\n"))
    starts = {at * 8 + 32 for at in places(path.read_bytes(), b"BZh9")}
    splits = plan_splits(str(path), 700)
    assert len(splits) > 3
    assert {split.start for split in splits[1:]} <= starts


def test_streams_of_several_blocks_are_cut_where_they_begin(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    # Three blocks of 100 kB each.
    streams = [bz2.compress(random.Random(number).randbytes(250_000), 1) for number in range(8)]
    path.write_bytes(b"".join(streams))
    starts = list(accumulate(map(len, streams), initial=0))
    splits = cut_file(str(path), 300_000)
    # Behind the beginning of the last stream there is no other, and a block will do.
    assert [split.start for split in splits[:-1]] == [0, *(starts[n] * 8 + 32 for n in (2, 4, 6))]


@pytest.mark.parametrize(
    ("name", "told"), [("dump", [[0], [0], [0], [0]]), ("dump.bz2", [[4, 100_766], [0, 100_791], [0, 100_787]])]
)
def test_how_far_a_split_is_read_is_counted_from_its_beginning(
    tmp_path: Path, name: str, told: list[list[int]]
) -> None:
    path = tmp_path / name
    parts = [random.Random(number).randbytes(150_000) for number in range(3)]
    path.write_bytes(b"".join(bz2.compress(part, 1) if name.endswith(".bz2") else part for part in parts))
    found: list[list[int]] = []
    for split in cut_file(str(path), 140_000):
        found.append([])
        with open_split(split) as (file, _):
            assert len(list(read_split_pieces(file, split, found[-1].append))) == len(found[-1])
    assert found == told


def test_split_size_must_be_positive(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(DUMP)
    with pytest.raises(InputError, match=r"^split size is 0 bytes; it must be at least 1$"):
        plan_splits(str(path), 0)


class CountedFile(io.BytesIO):
    """A file that counts the bytes that are read of it."""

    done = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.done += len(data)
        return data


def test_a_file_is_not_read_to_be_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """One stream of eleven blocks: where the second stream would begin is not looked for to the end of the file."""
    file = CountedFile(bz2.compress(random.Random(1).randbytes(1_000_000), 1))
    monkeypatch.setattr(wiki.dump.splits, "open_input", lambda _path: pa.PythonFile(file, "r"))
    monkeypatch.setattr(wiki.dump.splits, "_STREAM_SEARCH", 150_000)
    monkeypatch.setattr(wiki.dump.bzip2, "_SEARCH_WINDOW", 10_000)
    assert len(cut_file("dump.bz2", 600_000)) == 2
    assert file.done < 200_000
