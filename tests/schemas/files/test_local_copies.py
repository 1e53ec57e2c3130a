"""Copies of what is in a store."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files import storage
from schemas.files.local_copies import local_copy, local_directory
from tests.support.unwell_store import unwell_store


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder, of which files elsewhere on this machine are copied as those of a store are."""
    monkeypatch.setattr(storage, "is_local", lambda _: False)
    folder = tmp_path / "copies"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_a_local_copy_has_the_content(place: str) -> None:
    storage.write_text(f"{place}/table.arrow", "content")
    assert Path(local_copy(f"{place}/table.arrow")).read_text() == "content"
    storage.write_text(f"{place}/table.arrow", "other content")
    assert Path(local_copy(f"{place}/table.arrow")).read_text() == "other content"


def test_what_is_on_this_machine_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    storage.write_text(f"{tmp_path}/model/table.arrow", "content")
    monkeypatch.chdir(tmp_path)
    assert local_copy("model/table.arrow") == local_copy(f"file://{tmp_path}/model/table.arrow")
    assert local_copy("model/table.arrow") == f"{tmp_path}/model/table.arrow"
    assert local_directory("model") == f"{tmp_path}/model"
    assert not (tmp_path / "copies").exists()


def test_processes_that_want_a_file_at_the_same_time_fetch_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with unwell_store() as store:
        names = [f"{store.root}/model/{name}" for name in ("table.arrow", "more/vocab.txt")]
        for name in names:
            storage.write_text(name, "content")
        store.trouble = lambda _number, _method, _path: "slow"
        store.asked.clear()
        # Locks of threads are those of processes, since each opens the file of the lock for itself.
        with ThreadPoolExecutor(8) as pool:
            copies = set(pool.map(local_copy, [names[0]] * 8))
            folders = set(pool.map(local_directory, [f"{store.root}/model"] * 8))
    asked = Counter(each for each in store.asked if each.startswith("GET /corpora/model/"))
    assert asked == {"GET /corpora/model/table.arrow": 2, "GET /corpora/model/more/vocab.txt": 1}
    assert len(copies) == len(folders) == 1
    assert {str(path) for path in tmp_path.iterdir()} == {str(Path(path).parent) for path in copies} | folders


@pytest.mark.usefixtures("copies")
def test_a_file_of_the_same_size_is_fetched_again_when_it_is_newer(tmp_path: Path) -> None:
    """A local file stands for an object, so that its time can be set."""
    found = []
    for content, second in (("eins", 1), ("zwei", 2)):
        for name in ("model/table.arrow", "other.arrow"):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
            os.utime(path, ns=(second * 10**9, second * 10**9))
        copy = Path(local_copy(str(tmp_path / "other.arrow")))
        folder = Path(local_directory(str(tmp_path / "model")))
        found.append((copy.read_text(), (folder / "table.arrow").read_text()))
    assert found == [("eins", "eins"), ("zwei", "zwei")]


def test_the_next_copy_deletes_those_that_were_not_used_for_a_week(tmp_path: Path, copies: Path) -> None:
    for name in ("old", "used", "newest"):
        storage.write_text(f"{tmp_path}/{name}/table.arrow", name)
    other = copies / "other-program"
    other.touch()
    half = copies / "wiki-ner-corpora-0123456789abcdef.another-system-1.tmp"
    half.mkdir()
    of_old, of_used = (
        [str(Path(local_copy(f"{tmp_path}/{name}/table.arrow")).parent), local_directory(f"{tmp_path}/{name}")]
        for name in ("old", "used")
    )
    last_week = time.time() - 7 * 86_400 - 60
    for path in [*of_old, *of_used, str(other), str(half)]:
        os.utime(path, (last_week, last_week))
    assert local_copy(f"{tmp_path}/used/table.arrow") == f"{of_used[0]}/table.arrow"
    assert local_directory(f"{tmp_path}/used") == of_used[1]
    newest = Path(local_copy(f"{tmp_path}/newest/table.arrow"))
    assert {str(path) for path in copies.iterdir()} == {*of_used, str(newest.parent), str(other)}


def test_old_copies_of_another_user_are_no_hindrance(
    tmp_path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the temporary folder of a system nobody may rename what is another's."""
    storage.write_text(f"{tmp_path}/model/table.arrow", "eins")
    for name in ("a", "b"):
        storage.write_text(f"{tmp_path}/copies/wiki-ner-corpora-{name}", name)
        os.utime(copies / f"wiki-ner-corpora-{name}", (0, 0))
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path.name == "wiki-ner-corpora-a":
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    copy = Path(local_copy(f"{tmp_path}/model/table.arrow"))
    assert copy.read_text() == "eins"
    assert sorted(copies.iterdir()) == sorted([copies / "wiki-ner-corpora-a", copy.parent])


def test_no_other_user_reads_a_copy(tmp_path: Path, copies: Path) -> None:
    """Who may use the temporary folder need not be allowed to read the store."""
    storage.write_text(f"{tmp_path}/model/table.arrow", "eins")
    found = [local_copy(f"{tmp_path}/model/table.arrow"), f"{local_directory(f'{tmp_path}/model')}/table.arrow"]
    assert [Path(copy).read_text() for copy in found] == ["eins", "eins"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in copies.iterdir()] == [0o700, 0o700]


def test_a_folder_that_is_not_there_is_told_and_has_no_copy(tmp_path: Path, copies: Path) -> None:
    """An empty one would be taken for it."""
    with pytest.raises(InputError, match=f"^{tmp_path}/model: no such directory$"):
        local_directory(f"{tmp_path}/model")
    assert list(copies.iterdir()) == []


@pytest.mark.usefixtures("copies")
def test_a_copy_whose_content_was_cleared_away_is_fetched_again(tmp_path: Path) -> None:
    """Those who clear the temporary folder up may leave folders."""
    for name in ("config.json", "table.arrow"):
        storage.write_text(str(tmp_path / "model" / name), name)

    def fetched() -> list[Path]:
        return [Path(local_copy(f"{tmp_path}/model/table.arrow")), Path(local_directory(f"{tmp_path}/model"))]

    before = fetched()
    before[0].unlink()
    (before[1] / "config.json").unlink()
    assert fetched() == before
    assert before[0].read_text() == "table.arrow"
    assert sorted(path.name for path in before[1].iterdir()) == ["config.json", "table.arrow"]


def test_a_copy_without_room_or_that_cannot_get_its_name_is_told(
    tmp_path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.write_text(f"{tmp_path}/table.arrow", "eins")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for method in ("mkdir", "rename"):
        with monkeypatch.context() as patched:
            patched.setattr(Path, method, refuse)
            with pytest.raises(InputError, match=rf"^{tmp_path}/copies/.*: cannot be written .*; free some space"):
                local_copy(f"{tmp_path}/table.arrow")
        assert list(copies.iterdir()) == []


@pytest.mark.usefixtures("copies")
def test_a_second_user_has_copies_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage.write_text(str(tmp_path / "model" / "table.arrow"), "eins")
    found = []
    for user in (1000, 1001, 1000):
        monkeypatch.setattr(os, "getuid", lambda user=user: user)
        found.append((local_copy(str(tmp_path / "model/table.arrow")), local_directory(str(tmp_path / "model"))))
    assert found[0] == found[2]
    assert not set(found[0]) & set(found[1])


def test_what_cannot_be_fetched_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.write_text(str(tmp_path / "model" / "table.arrow"), "eins")

    class Broken:
        def read(self, _size: int) -> bytes:
            if list(copies.rglob("*.tmp")):
                raise OSError(errno.EIO, "Input/output error")
            pytest.fail("it is not written under another name first")

        def __enter__(self) -> Broken:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(storage, "open_input", lambda _: Broken())
    for fetch, name in ((local_copy, "model/table.arrow"), (local_directory, "model")):
        with pytest.raises(
            InputError, match=r"table.arrow: cannot be reached \(\[Errno 5\] Input/output error\); see to it"
        ):
            fetch(str(tmp_path / name))
        assert list(copies.iterdir()) == []


def test_a_directory_costs_a_store_one_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it asked besides could be left without an answer."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with unwell_store() as store:
        for number in range(3):
            storage.write_text(f"{store.root}/model/{number}.txt", "content")
        first = local_directory(f"{store.root}/model")
        store.asked.clear()
        assert local_directory(f"{store.root}/model") == first
        assert store.asked == ["GET /corpora"]


def test_a_temporary_folder_that_cannot_be_written_to_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "is_local", lambda _: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    storage.write_text(str(tmp_path / "model" / "table.arrow"), "eins")
    for fetch, name in ((local_copy, "model/table.arrow"), (local_directory, "model")):
        with pytest.raises(InputError, match=rf"^{tmp_path}/none/.*\.lock: cannot be written .*No such file"):
            fetch(str(tmp_path / name))


def test_a_local_directory_has_all_that_is_below(place: str) -> None:
    storage.write_text(f"{place}/model/config.json", "{}")
    storage.write_text(f"{place}/model/more/vocab.txt", "[PAD]")
    folder = Path(local_directory(f"{place}/model"))
    assert (folder / "config.json").read_text() == "{}"
    assert (folder / "more/vocab.txt").read_text() == "[PAD]"
    assert local_directory(f"{place}/model") == str(folder)
    storage.write_text(f"{place}/model/config.json", "{'other': 1}")
    assert (Path(local_directory(f"{place}/model")) / "config.json").read_text() == "{'other': 1}"
