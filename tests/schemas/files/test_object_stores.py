"""A store that is busy, slow, away for a moment or breaks off costs time and nothing else."""

from __future__ import annotations

import bz2
import gzip
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import fs

from schemas.errors import InputError
from schemas.files import object_stores, storage
from schemas.files.compressed_files import open_decompressed
from tests.support.unwell_store import Trouble, UnwellStore, unwell_store


@pytest.fixture(scope="module")
def store() -> Iterator[UnwellStore]:
    with unwell_store() as found:
        yield found


@pytest.fixture
def place(store: UnwellStore, tmp_path: Path) -> Iterator[str]:
    """An empty place in the store, which is well again afterwards."""
    yield f"{store.root}/{tmp_path.name}"
    store.trouble = lambda _number, _method, _path: ""


@pytest.mark.parametrize("trouble", ["busy", "breaks off", "loses its answer", "slow"])
def test_a_request_that_goes_wrong_is_sent_again(store: UnwellStore, place: str, trouble: Trouble) -> None:
    """Each request goes wrong once; the small file has fewer bytes than the answer of a busy store."""
    seen: set[tuple[str, str]] = set()

    def once(_number: int, method: str, path: str) -> Trouble:
        if (method, path) in seen:
            return ""
        seen.add((method, path))
        return trouble

    store.trouble = once
    for name, text in (("small", "x"), ("larger", "text " * 1000)):
        storage.write_text(f"{place}/a=1/{name}", text)
        assert storage.read_text(f"{place}/a=1/{name}") == text
    assert storage.list_files(place) == ["a=1/larger", "a=1/small"]
    storage.remove_directory(place)
    assert storage.list_files(place) == []
    assert len(seen) > 10


def test_a_file_of_many_parts_is_written_though_requests_go_wrong(store: UnwellStore, place: str) -> None:
    """But not the last one of an upload: that a store is busy then, Arrow does not survive (docs/results/faults.md)."""
    content = os.urandom(1 << 20) * 24
    store.trouble = lambda number, method, _path: "busy" if number % 2 and method == "PUT" else ""
    with storage.NewFile(f"{place}/large") as file:
        file.write(content)
    with storage.open_input(f"{place}/large") as stream:
        assert stream.read() == content
    assert storage.list_files(place) == ["large"]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, bytes])
def test_a_file_is_read_though_every_second_request_is_refused(
    store: UnwellStore, place: str, compress: Callable[[bytes], bytes]
) -> None:
    """Whatever is read of it, fewer bytes too than the answer of a busy store has."""
    content = os.urandom(5 << 20)
    with storage.NewFile(f"{place}/file") as file:
        file.write(compress(content))
    store.trouble = lambda number, _method, _path: "busy" if number % 2 else ""
    with open_decompressed(f"{place}/file") as stream:
        assert stream.read() == content
    with storage.open_input(f"{place}/file") as stream:
        whole = compress(content)
        assert (stream.size(), stream.read_at(4, 0), stream.read_at(9, len(whole) - 3)) == (
            *(len(whole), whole[:4]),
            whole[-3:],
        )
        assert stream.seek(-2, os.SEEK_END) == len(whole) - 2
        assert (stream.read(0), stream.read(), stream.read()) == (b"", whole[-2:], b"")


def test_parts_are_read_though_every_second_request_is_refused(store: UnwellStore, place: str) -> None:
    table = pa.table({"text": [f"{number}" for number in range(400_000)], "number": range(400_000)})
    with storage.NewFile(f"{place}/part.parquet") as file:
        pq.write_table(table, file, compression="none", row_group_size=10_000)
    assert storage.size(f"{place}/part.parquet") > 4 << 20
    store.trouble = lambda number, _method, _path: "busy" if number % 2 else ""
    with storage.open_input(f"{place}/part.parquet") as stream:
        assert pq.read_table(stream) == table


@pytest.mark.parametrize(("refused", "pauses"), [(0, 0), (3, 3), (10, 10), (11, 10)])
def test_a_busy_store_is_asked_for_a_part_eleven_times(
    monkeypatch: pytest.MonkeyPatch, refused: int, pauses: int
) -> None:
    class Busy:
        """An object of a store that refuses the first requests for its content."""

        asked = 0

        def size(self) -> int:
            return 10

        def read_at(self, size: int, place: int) -> bytes:
            self.asked += 1
            assert place + size <= 10
            if self.asked <= refused:
                raise OSError("curlCode: 23, Failed to flush response stream")
            return b"0123456789"[place : place + size]

    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    file = object_stores._PatientFile(Busy())
    file.seek(2)
    if refused > pauses:
        with pytest.raises(OSError, match="Failed to flush"):
            file.read(3)
    else:
        assert (file.read(3), file.read(), file.read()) == (b"234", b"56789", b"")
    assert slept == [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8][:pauses]


def test_what_no_pause_mends_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        """An object that may not be read."""

        def size(self) -> int:
            return 10

        def read_at(self, _size: int, _place: int) -> bytes:
            raise OSError("AWS Error ACCESS_DENIED")

    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("it waited"))
    with pytest.raises(OSError, match="^AWS Error ACCESS_DENIED$"):
        object_stores._PatientFile(Gone()).read()


def test_a_store_that_is_away_for_a_moment_is_waited_for(store: UnwellStore, place: str) -> None:
    storage.write_text(f"{place}/file", "text")
    store.stop()
    back = threading.Timer(1.0, store.start)
    back.start()
    try:
        assert storage.read_text(f"{place}/file") == "text"
    finally:
        back.join()


def test_a_store_that_stays_away_is_named_with_the_file(
    store: UnwellStore, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(object_stores, "_RETRIES", 1)
    # Another setting of the environment, another client.
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    told = rf"^{place}/file: cannot be (written|reached) .*127\.0\.0\.1 port 9.*run the same command again"
    with pytest.raises(InputError, match=told):
        storage.write_text(f"{place}/file", "text")
    with pytest.raises(InputError, match=told):
        storage.exists(f"{place}/file")
    with pytest.raises(InputError, match=rf"^{store.root.replace('corpora', 'none')}/file: cannot be written .*none"):
        monkeypatch.undo()
        storage.write_text("s3://none/file", "text")


def test_a_file_system_is_made_once(store: UnwellStore, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = (object_stores.find(f"{store.root}/{name}")[0] for name in ("a", "b/c"))
    assert first is again
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "other")
    assert object_stores.find(store.root)[0] is not first
    monkeypatch.undo()
    monkeypatch.setattr(os, "getpid", lambda: 1)
    assert object_stores.find(store.root)[0] is not first


@pytest.mark.parametrize(
    ("start", "query"),
    [
        *itertools.product(
            ("s3://bucket", "s3://key:secret@bucket"),
            ("", "?region=eu-west-1", "?endpoint_override=127.0.0.1:9&scheme=http"),
        ),
        *itertools.product(
            ("gs://bucket", "gcs://bucket", "gs://anonymous@bucket"),
            ("", "?project_id=mine", "?endpoint_override=127.0.0.1:9&scheme=http"),
        ),
    ],
)
@pytest.mark.parametrize("path", ["", "/", "/a/b", "/a=1/b+c/", "/a//b", "/a/../b", "/a%20b", "/a%2Fb"])
def test_a_uri_is_read_as_arrow_reads_it(store: UnwellStore, start: str, path: str, query: str) -> None:  # noqa: ARG001
    uri = f"{start}{path}{query}"
    (wanted, place), (found, found_place) = fs.FileSystem.from_uri(uri), object_stores.find(uri)
    assert found_place == place
    # Files are opened and requests sent again otherwise, and nothing else is.
    make, (options,) = found.__reduce__()
    plain = {"allow_delayed_open": False} if start.startswith("s3") else {"retry_time_limit": None}
    assert make({**options, **plain}).equals(wanted)


@settings(max_examples=25)
@given(st.text(alphabet="abc/=.-_~+,:;!$&'()*@", max_size=20))
def test_a_path_is_read_as_arrow_reads_it(store: UnwellStore, path: str) -> None:
    uri = f"{store.root}/{path}"
    assert object_stores.find(uri)[1] == fs.FileSystem.from_uri(uri)[1]


@pytest.mark.parametrize(
    "uri",
    [
        *("s3:///a", "s3://bucket/a?unknown=1", "s3://bucket/a?tls_verify_certificates=false"),
        *("s3://[bucket/a", "s3://bucket/a\nb", "s3://bucket/a b", "s3://bucket/%FF", "s3://bucket/a#b"),
        *("gs:///a", "gs://bucket/a?unknown=1", "gs://user@bucket/a", "gs://bucket/a b", "gs://bucket/%FF"),
    ],
)
def test_what_is_no_address_is_refused(uri: str) -> None:
    with pytest.raises(InputError, match="cannot be reached"):
        storage.resolve(uri)
