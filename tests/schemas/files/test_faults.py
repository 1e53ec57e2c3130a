"""What is written when something goes wrong: nothing that can be taken for whole."""

from __future__ import annotations

import errno
import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import is_committed, read_manifest
from schemas.datasets.leftovers import clear_up
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.errors import InputError
from schemas.files import storage
from schemas.records import Reject
from tests.support.faults import ERRORS, Killed, failing
from tests.support.toy_step import PROVENANCE, redirects, units, write_attachment


def visible(place: str) -> list[str]:
    """The files that a reader sees; streams that nobody closed are closed first."""
    gc.collect()
    return storage.list_files(place)


def destinations(place: str) -> list[Destination]:
    return [Destination(name, f"{place}/{name}", f"{place}/{name}") for name in ("redirects", "rejects")]


def test_a_unit_that_fails_leaves_no_part(place: str) -> None:
    def process(_payload: Any, shard: Shard) -> None:
        shard.write("redirects", redirects(0, 2))
        raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        write_shard(Unit(0, 1, 0), process=process, outputs=destinations(place))
    assert visible(place) == []


def test_half_of_a_part_is_never_seen(place: str) -> None:
    """Nor what a unit that fails in the middle of a large part has sent."""
    seen = []

    def process(_unit: int, shard: Shard) -> None:
        texts = [os.urandom(1 << 10).hex() for _ in range(1 << 12)]
        rows = [{"page_id": number, "title": text, "target": text} for number, text in enumerate(texts)]
        shard.write_rows("redirects", rows)
        seen.extend(visible(place))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_shard(Unit(0, 1, 0), process=process, outputs=destinations(place))
    assert [name for name in seen if not name.endswith(".tmp")] == []
    assert visible(place) == []


def test_a_unit_with_bad_input_leaves_its_message_alone(place: str) -> None:
    def process(_payload: Any, shard: Shard) -> None:
        shard.write("redirects", redirects(0, 2))
        raise InputError("dump.xml: broken")

    with pytest.raises(InputError, match="^dump.xml: broken$"):
        write_shard(Unit(0, 1, 0), process=process, outputs=destinations(place))
    assert visible(place) == ["_shards-redirects/00000.error"]


def test_a_broken_copy_leaves_the_old_file(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage.write_text(f"{place}/source", "new " * 1_000_000)
    storage.write_text(f"{place}/copy", "old")
    monkeypatch.setattr(storage, "_BLOCK", 1 << 20)
    fails_after(monkeypatch, 2, OSError(errno.EIO, "Input/output error"))
    with pytest.raises(
        InputError, match=r"copy: cannot be written \(\[Errno 5\] Input/output error\); see to it and run"
    ):
        storage.copy(f"{place}/source", f"{place}/copy")
    monkeypatch.undo()
    assert storage.read_text(f"{place}/copy") == "old"
    assert visible(place) == ["copy", "source"]


def test_an_attachment_that_cannot_be_made_leaves_none(place: str) -> None:
    def process(_payload: Any, shard: Shard) -> None:
        def write(path: Path) -> None:
            path.parent.mkdir()
            path.write_bytes(b"half")
            raise ZeroDivisionError("a bug")

        shard.attach("redirects", "_best/model.bin", write)

    with pytest.raises(ZeroDivisionError):
        write_shard(Unit(0, 1, 0), process=process, outputs=destinations(place))
    assert visible(place) == []


@pytest.mark.parametrize("number", range(1, 8))
def test_a_full_disk_is_said_in_a_line_and_leaves_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Whichever write the disk is full at, and it stays full while the step cleans up."""

    def process(_payload: Any, shard: Shard) -> None:
        for first in range(3):
            shard.write("redirects", redirects(first, 2))

    fails_after(monkeypatch, number, OSError(errno.ENOSPC, "No space left on device"))
    try:
        write_shard(Unit(0, 1, 0), process=process, outputs=destinations(place))
    except InputError as error:
        assert "cannot be written ([Errno 28] No space left on device); free some space and run" in str(error)
        assert "\n" not in str(error)
        monkeypatch.undo()
        assert [name for name in visible(place) if not name.startswith("_shards-")] in ([], ["part-00000.parquet"])
        assert not [name for name in visible(place) if name.endswith((".tmp", ".json"))]
    else:
        monkeypatch.undo()
        assert "_shards-redirects/00000.json" in visible(place)


def test_what_replaces_a_file_is_whole(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage.write_text(f"{place}/note", "old")
    fails_after(monkeypatch, 0, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(InputError, match="note: cannot be written"):
        storage.write_text(f"{place}/note", "new")
    monkeypatch.undo()
    assert storage.read_text(f"{place}/note") == "old"
    assert visible(place) == ["note"]


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize(
    "call",
    [
        lambda uri: storage.exists(uri),
        lambda uri: storage.size(uri),
        lambda uri: storage.list_files(uri.rpartition("/")[0]),
        lambda uri: storage.read_text(uri),
        lambda uri: storage.remove_file(uri),
        lambda uri: storage.remove_directory(uri.rpartition("/")[0]),
        lambda uri: storage.move(uri, f"{uri}-moved"),
        lambda uri: storage.write_text(uri, "new"),
    ],
    ids=["exists", "size", "list_files", "read_text", "remove_file", "remove_directory", "move", "write_text"],
)
def test_whatever_call_fails_the_place_is_named(tmp_path: Path, call: Callable[[str], Any], lasting: bool) -> None:
    def prepared(name: str) -> str:
        storage.write_text(f"{tmp_path}/{name}/file", "text")
        return f"{tmp_path}/{name}/file"

    uri = prepared("counted")
    with failing(0, "EIO") as counted:
        call(uri)
    assert counted.calls > 0
    for number in range(1, counted.calls + 1):
        uri = prepared(str(number))
        told_of = rf"^{tmp_path}/{number}\b.*Input/output error"
        with pytest.raises(InputError, match=told_of) as told, failing(number, "EIO", lasting):
            call(uri)
        assert "\n" not in str(told.value)


def fails_after(monkeypatch: pytest.MonkeyPatch, number: int, error: OSError) -> None:
    """From the write after this number on, every write to a file fails."""
    done = 0
    opened = storage.open_output

    class Failing:
        def __init__(self, uri: str) -> None:
            self._stream = opened(uri)

        @property
        def closed(self) -> bool:
            return bool(self._stream.closed)

        def write(self, data: Any) -> None:
            nonlocal done
            done += 1
            if done > number:
                raise error
            self._stream.write(data)

        def close(self) -> None:
            self._stream.close()

    monkeypatch.setattr(storage, "open_output", Failing)


def destinations_of_toy(place: str) -> list[Destination]:
    return [
        Destination(name, f"{place}/{name}/build=abc", f"{place}/_staging/{name}/build=abc")
        if storage.is_local(place)
        else Destination(name, f"{place}/{name}/build=abc", f"{place}/{name}/build=abc")
        for name in ("redirects", "rejects")
    ]


def toy_step(place: str) -> None:
    """A step of two units with rejects and an attachment, from its plan to its commit."""

    def process(payload: int, shard: Shard) -> None:
        shard.seen += 2
        shard.write("redirects", redirects(2 * payload, 2))
        shard.reject(Reject("broken", payload, "", ""))
        shard.attach("redirects", f"_{payload}.txt", write_attachment)

    where = destinations_of_toy(place)
    if all(is_committed(each.location) for each in where):
        # Luigi does not run a step that is complete; the next command clears up after it.
        clear_up(where)
        return
    plan = units(2)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=process, outputs=where) for unit in plan]
    commit(shards, where, PROVENANCE, units=2, max_reject_share=1.0)


def everything(place: str) -> dict[str, bytes]:
    found = {}
    for name in visible(place):
        with storage.open_input(f"{place}/{name}") as stream:
            found[name] = bytes(stream.read())
    return found


def tried(calls: int, is_local: bool, case: int) -> range:
    """The calls that are made to fail: with FAULTS=all every one, else each by one of the cases, on a server fewer."""
    step = 1 if os.environ.get("FAULTS") == "all" else 8 if is_local else 400
    return range(1 + case * step // 8, calls + 1, step)


@pytest.fixture(scope="module")
def undisturbed() -> dict[str, tuple[dict[str, bytes], int]]:
    """What the toy step leaves and how many calls it makes, for the local file system and each store."""
    return {}


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("lasting", [False, True])
def test_a_step_survives_a_fault_at_each_call_of_the_storage(
    place: str, kind: str, lasting: bool, undisturbed: dict[str, tuple[dict[str, bytes], int]]
) -> None:
    """No half dataset is ever visible, and the next run gives the same bytes and leaves nothing behind."""
    store = place.partition("://")[0] if "://" in place else "local"
    if store not in undisturbed:
        with failing(0, kind) as faults:
            toy_step(f"{place}/whole")
        assert faults.calls > 50
        undisturbed[store] = everything(f"{place}/whole"), faults.calls
    whole, calls = undisturbed[store]
    for number in tried(calls, store == "local", 2 * list(ERRORS).index(kind) + lasting):
        root = f"{place}/{number}"
        try:
            with failing(number, kind, lasting) as faults:
                toy_step(root)
        except (Killed, InputError):
            pass
        for name in ("redirects", "rejects"):
            location = f"{root}/{name}/build=abc"
            if is_committed(location):
                parts = [part.name for part in read_manifest(location).parts]
                assert set(parts) <= set(storage.list_files(location)), f"{name} is committed without a part"
        toy_step(root)
        assert everything(root) == whole, f"call {number} of {faults.names[number - 1]} failed"
