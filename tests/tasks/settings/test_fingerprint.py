"""The checksum of an input is taken once, and again where the file may be another."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.files import storage
from tasks.settings import fingerprint as module
from tasks.settings.fingerprint import fingerprint, look_up


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files whose checksums were taken; nothing is known of what other tests have asked for."""
    uris: list[str] = []

    def checksum(uri: str) -> str:
        uris.append(Path(uri).name)
        return hashlib.sha256(Path(uri).read_bytes()).hexdigest()

    monkeypatch.setattr(storage, "checksum", checksum)
    module._checksum.cache_clear()
    return uris


def forgotten() -> None:
    """As another command begins."""
    module._checksum.cache_clear()


def test_a_checksum_is_remembered_from_command_to_command(tmp_path: Path, taken: list[str]) -> None:
    path, memory = tmp_path / "dump.xml", str(tmp_path / "memory")
    path.write_text("one")
    first = hashlib.sha256(b"one").hexdigest()
    for _ in range(2):
        forgotten()
        assert fingerprint(storage.stamp(str(path)), memory) == look_up(storage.stamp(str(path)), memory) == first
    assert taken == ["dump.xml"]
    [note] = (tmp_path / "memory").iterdir()
    stamp = {"uri": str(path), "size": 3, "mtime_ns": path.stat().st_mtime_ns}
    assert storage.read_json(str(note)) == {**stamp, "sha256": first}


@pytest.mark.parametrize(("content", "time"), [("two", 2), ("more", 1), ("two", 1)])
def test_a_file_that_may_have_changed_is_read_again(tmp_path: Path, taken: list[str], content: str, time: int) -> None:
    """By size or time: where both stay the same, the file counts as the same."""
    path, memory = tmp_path / "dump.xml", str(tmp_path / "memory")
    for each, mtime in (("one", 1), (content, time)):
        path.write_text(each)
        os.utime(path, ns=(mtime, mtime))
        forgotten()
        found = fingerprint(storage.stamp(str(path)), memory)
    seen = "one" if (content, time) == ("two", 1) else content
    assert found == hashlib.sha256(seen.encode()).hexdigest()
    assert len(taken) == 1 + (seen != "one")


def test_what_is_remembered_of_another_file_is_not_believed(tmp_path: Path, taken: list[str]) -> None:
    """Names of notes are short."""
    path, memory = tmp_path / "dump.xml", str(tmp_path / "memory")
    path.write_text("one")
    fingerprint(storage.stamp(str(path)), memory)
    [note] = (tmp_path / "memory").iterdir()
    storage.write_json(str(note), {**storage.read_json(str(note)), "uri": "other.xml", "sha256": "0"})
    forgotten()
    assert fingerprint(storage.stamp(str(path)), memory) == hashlib.sha256(b"one").hexdigest()
    assert taken == ["dump.xml", "dump.xml"]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"size": 3}', "7", "null", "the file alone"])
def test_what_is_no_note_is_written_anew(tmp_path: Path, content: str) -> None:
    path, memory = tmp_path / "dump.xml", str(tmp_path / "memory")
    path.write_text("one")
    first = fingerprint(storage.stamp(str(path)), memory)
    [note] = (tmp_path / "memory").iterdir()
    whole = note.read_text()
    note.write_text(json.dumps(asdict(storage.stamp(str(path)))) if content == "the file alone" else content)
    forgotten()
    assert fingerprint(storage.stamp(str(path)), memory) == first
    assert note.read_text() == whole


def test_a_checksum_that_cannot_be_remembered_is_taken_each_time(tmp_path: Path, taken: list[str]) -> None:
    path, memory = tmp_path / "dump.xml", tmp_path / "memory"
    path.write_text("one")
    memory.write_text("a file where the directory should be")
    for _ in range(2):
        forgotten()
        assert fingerprint(storage.stamp(str(path)), str(memory)) == hashlib.sha256(b"one").hexdigest()
    assert taken == ["dump.xml", "dump.xml"]


def test_looking_writes_nothing_and_reads_once(tmp_path: Path, taken: list[str]) -> None:
    path, memory = tmp_path / "dump.xml", tmp_path / "memory"
    path.write_text("one")
    assert [look_up(storage.stamp(str(path)), str(memory)) for _ in range(2)] == [
        hashlib.sha256(b"one").hexdigest()
    ] * 2
    assert taken == ["dump.xml"] and not memory.exists()


def test_a_long_checksum_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module._logger, "propagate", True)
    monkeypatch.setattr(storage, "checksum", lambda _uri: "0")
    for size in (1 << 30, (1 << 30) + 1):
        path = tmp_path / f"{size}.xml"
        with path.open("wb") as file:
            file.truncate(size)
        with caplog.at_level("INFO", "luigi-interface"):
            look_up(storage.stamp(str(path)), str(tmp_path / "memory"))
    assert caplog.messages == [f"taking the checksum of {path} (1.1 GB), once"]


def test_a_fingerprint_is_remembered_until_the_file_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "dump.xml"
    path.write_text("one")
    first = fingerprint(storage.stamp(str(path)), str(folder / "memory"))
    assert first == storage.checksum(str(path))
    with monkeypatch.context() as patch:
        patch.setattr(storage, "checksum", lambda _uri: pytest.fail("the checksum was taken again"))
        assert fingerprint(storage.stamp(str(path)), str(folder / "memory")) == first
    path.write_text("two")
    os.utime(path, ns=(1, 1))
    assert fingerprint(storage.stamp(str(path)), str(folder / "memory")) == storage.checksum(str(path)) != first
