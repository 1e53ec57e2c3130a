"""What nothing needs below a root is deleted, and nothing else."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files import storage
from schemas.root import pruning
from schemas.root.builds import StandingBuild, State, find_builds, stale_builds
from schemas.root.current import make_current
from schemas.root.locks import lock, step_lock
from schemas.root.pruning import prune, to_prune
from tests.support.builds_below_root import CORPUS, SENTENCES, build_twice, states
from tests.support.datasets import identity_of, write_dataset


def test_a_root_without_builds_has_none(tmp_path: Path) -> None:
    assert find_builds(str(tmp_path)) == find_builds(str(tmp_path / "nowhere")) == prune(str(tmp_path)) == []


def test_what_is_current_and_what_that_was_made_of_is_kept(tmp_path: Path) -> None:
    root = str(tmp_path)
    write_dataset(root, "wiki-1/punkt", "00000001", {})
    write_dataset(
        root, "wiki-1/sentences", "00000002", {}, inputs=["00000001"], rejects="wiki-1/rejects/step=sentences"
    )
    write_dataset(root, "wiki-1/type_index", "00000003", {}, inputs=["00000002"])
    # Newer ones, that nothing was made of yet.
    write_dataset(root, "wiki-1/punkt", "0000000a", {})
    write_dataset(
        root, "wiki-1/sentences", "0000000b", {}, inputs=["0000000a"], rejects="wiki-1/rejects/step=sentences"
    )
    # One that never was current.
    write_dataset(root, "wiki-1/sentences", "0000000c", {}, inputs=["0000000a"], current=False)
    expected = {
        "punkt 00000001": "needed",
        "punkt 0000000a": "current",
        "rejects/step=sentences 00000002": "needed",
        "rejects/step=sentences 0000000b": "current",
        "sentences 00000002": "needed",
        "sentences 0000000b": "current",
        "sentences 0000000c": "stale",
        "type_index 00000003": "current",
    }
    assert states(root) == expected
    assert [build.digest for build in prune(root)] == ["0000000c"]
    del expected["sentences 0000000c"]
    assert states(root) == expected


def test_stale_builds_are_deleted_with_their_rejects(place: str) -> None:
    build_twice(place)
    stale = [
        "filtered_sentences 00000002",
        "rejects/step=sentences/splitter=punkt 00000001",
        "sentences/splitter=punkt 00000001",
    ]
    assert sorted(f"{build.name} {build.digest}" for build in stale_builds(find_builds(place))) == stale
    # The main dataset of a step before its rejects.
    deleted = [f"{build.name} {build.digest}" for build in prune(place)]
    assert deleted == sorted(stale, key=lambda name: (identity_of(name[-8:]), name.startswith("rejects")))
    assert states(place) == {
        "filtered_sentences 0000000b": "current",
        "rejects/step=sentences/splitter=punkt 0000000a": "current",
        "sentences/splitter=punkt 0000000a": "current",
    }
    assert not [name for name in storage.list_files(place) if "=00000001" in name or "=00000002" in name]
    assert prune(place) == []


def test_where_nothing_says_which_is_current_all_are_kept(tmp_path: Path) -> None:
    for digest in ("00000001", "00000002"):
        write_dataset(str(tmp_path), "wiki-1/punkt", digest, {}, current=False)
    assert states(str(tmp_path)) == {"punkt 00000001": "current", "punkt 00000002": "current"}
    # Nor where it is one that somebody has deleted.
    make_current(f"{tmp_path}/wiki-1/punkt/build=00000003")
    assert states(str(tmp_path)) == {"punkt 00000001": "current", "punkt 00000002": "current"}
    assert prune(str(tmp_path)) == []


def test_the_same_build_of_two_snapshots_is_kept_where_one_needs_it(tmp_path: Path) -> None:
    root = str(tmp_path)
    write_dataset(root, "wiki-2/punkt", "00000001", {})
    write_dataset(root, "wiki-1/punkt", "00000001", {})
    write_dataset(root, "wiki-1/punkt", "00000002", {})
    assert states(root)["punkt 00000001"] != "stale" and prune(root) == []


def test_old_reports_are_deleted(tmp_path: Path) -> None:
    for digest in ("00000001", "00000002"):
        storage.write_text(f"{tmp_path}/wiki-1/report/build={digest}/report.md", "A report")
    storage.write_text(f"{tmp_path}/wiki-1/report.md", "A report")
    assert prune(str(tmp_path)) == []
    make_current(f"{tmp_path}/wiki-1/report/build=00000002")
    (old, new) = find_builds(str(tmp_path))
    assert (old.state, old.rows, old.bytes, old.step_version, old.inputs) == (State.STALE, 0, 8, 0, [])
    assert new.state == State.CURRENT
    assert prune(str(tmp_path)) == [old]
    assert storage.list_files(str(tmp_path)) == [
        "wiki-1/report.md",
        "wiki-1/report/_current.json",
        "wiki-1/report/build=00000002/report.md",
    ]


def test_a_dataset_that_is_being_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On an object store its files are in its own place before its manifest is."""
    monkeypatch.setattr(storage, "is_local", lambda _uri: False)
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {})
    half = f"{tmp_path}/wiki-1/punkt/build=00000002/part-00000.parquet"
    storage.write_text(half, "half")
    (tmp_path / "wiki-1" / "report" / "build=00000003").mkdir(parents=True)
    assert states(str(tmp_path)) == {"punkt 00000001": "current"}
    assert prune(str(tmp_path)) == [] and storage.exists(half)


def test_nothing_is_deleted_while_a_step_is_built(place: str) -> None:
    build_twice(place)
    before = storage.list_files(f"{place}/wiki-1")
    with (
        lock(step_lock(place, "ner_corpus", "f" * 64), lambda _: None),
        pytest.raises(InputError, match="process .* is building below it and may read what would be deleted"),
    ):
        prune(place)
    assert storage.list_files(f"{place}/wiki-1") == before
    assert len(prune(place)) == 3


def test_a_step_that_begins_to_be_built_while_others_are_deleted_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = str(tmp_path)
    build_twice(root)
    *_, last = sorted(to_prune(root), key=lambda build: build.identity)
    with ExitStack() as held:

        def begin(root: str) -> list[StandingBuild]:
            held.enter_context(lock(step_lock(root, last.step, last.identity), lambda _: None))
            return to_prune(root)

        monkeypatch.setattr(pruning, "to_prune", begin)
        with pytest.raises(InputError, match="process .* is building below it and may read what would be deleted"):
            prune(root)
    assert [build.location for build in to_prune(root)] == [last.location]
    assert storage.exists(f"{last.location}/part-00000.parquet")


def test_a_lock_that_nobody_holds_is_no_hindrance(tmp_path: Path) -> None:
    build_twice(str(tmp_path))
    storage.write_text(step_lock(str(tmp_path), "ner_corpus", "f" * 64), "")
    assert len(prune(str(tmp_path))) == 3
    assert storage.list_files(f"{tmp_path}/_locks") == []


@pytest.mark.parametrize(("age", "left"), [(100, 6), (130, 3)])
def test_a_lease_that_has_run_out_is_no_hindrance(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, age: int, left: int
) -> None:
    """That of a build on another machine, which was killed there."""
    place = f"{bucket}/{tmp_path.name}"
    build_twice(place)
    token = "0123456789abcdef" * 2
    lease = f"{step_lock(place, 'ner_corpus', 'f' * 64)}.00000001.{token}"
    storage.write_json(lease, {"host": "another", "pid": 7, "system": "another"})
    scan_files, now = storage.scan_files, datetime.now(UTC)

    def scan(uri: str) -> list[storage.StoredFile]:
        late = timedelta(seconds=age)
        return [each._replace(modified=now if token in each.name else now + late) for each in scan_files(uri)]

    monkeypatch.setattr(storage, "scan_files", scan)
    told = "process 7 on another is building below it .*; wait for its end, or, if it was killed, for two minutes$"
    with pytest.raises(InputError, match=told) if age < 120 else nullcontext():
        prune(place)
    assert len(states(place)) == left
    assert storage.exists(lease) == (age < 120)


def test_a_build_that_was_asked_for_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(tmp_path)
    for digest in ("00000001", "00000002"):
        write_dataset(root, "wiki-1/punkt", digest, {})
    found = find_builds(root)
    make_current(f"{root}/wiki-1/punkt/build=00000001")
    monkeypatch.setattr("schemas.root.pruning.find_builds", lambda _: found)
    assert prune(root) == []
    assert storage.exists(f"{root}/wiki-1/punkt/build=00000001/_manifest.json")


@pytest.mark.parametrize("files", [1, 2, 3])
def test_half_of_a_build_is_no_dataset_and_goes_with_the_next_call(
    place: str, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    for digest in ("00000001", "00000002"):
        location = write_dataset(place, "wiki-1/punkt", digest, {})
    location = location.replace("00000002", "00000001")
    asked = []

    def die(uri: str) -> None:
        if uri.startswith(location):
            asked.append(uri)
            if len(asked) == files:
                raise KeyboardInterrupt
        remove(uri)

    remove = storage.remove_file
    with monkeypatch.context() as patch:
        patch.setattr(storage, "remove_file", die)
        patch.setattr(storage, "remove_directory", die)
        with pytest.raises(KeyboardInterrupt):
            prune(place)
    assert not storage.exists(f"{location}/_manifest.json")
    assert storage.exists(f"{location}/_removed.json")
    assert states(place) == {"punkt 00000001": "stale", "punkt 00000002": "current"}
    # Even where it is named again.
    make_current(location)
    assert [build.digest for build in prune(place)] == ["00000001"]
    assert storage.list_files(location) == []


@pytest.mark.parametrize("text", ["", "{}", '{"build": "build=../x"}'])
def test_where_it_cannot_be_read_which_build_is_current_nothing_is_deleted(tmp_path: Path, text: str) -> None:
    root = str(tmp_path)
    build_twice(root)
    (tmp_path / SENTENCES / "_current.json").write_text(text)
    before = states(root)
    with pytest.raises(InputError, match=f"{SENTENCES}/_current.json: names no build"):
        prune(root)
    # It hides no build, and none of those that it might mean is stale.
    assert states(root) == before
    assert {state for name, state in before.items() if name.startswith("sentences/")} == {"current"}


def test_a_build_that_has_lost_its_manifest_is_found_where_nothing_is_written_in_its_place(place: str) -> None:
    """On an object store it may be one that is being written."""
    build_twice(place)
    whole = states(place)
    before = storage.list_files(place)
    storage.remove_file(f"{place}/{CORPUS}/build=0000000b/_manifest.json")
    lost = whole.pop("filtered_sentences 0000000b")
    if storage.is_local(place):
        assert states(place)["filtered_sentences 0000000b"] == "unreadable" != lost
        told = rf"^{place}/{CORPUS}/build=0000000b/_manifest.json: is missing; delete the directory to rebuild$"
        with pytest.raises(InputError, match=told):
            prune(place)
        assert len(storage.list_files(place)) == len(before) - 1
    else:
        assert "filtered_sentences 0000000b" not in states(place)


def test_what_is_half_deleted_goes_whether_its_manifest_can_be_read_or_not(tmp_path: Path) -> None:
    location = write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {})
    storage.remove_file(f"{location}/_manifest.json")
    storage.write_text(f"{location}/_removed.json", "")
    assert [build.digest for build in prune(str(tmp_path))] == ["00000001"]
    assert storage.list_files(location) == []


@pytest.mark.parametrize("text", ["", "{}", '{"rows": 1'])
def test_a_manifest_that_cannot_be_read_stops_the_deletion(tmp_path: Path, text: str) -> None:
    root = str(tmp_path)
    build_twice(root)
    before = storage.list_files(root)
    storage.write_text(f"{root}/{CORPUS}/build=0000000b/_manifest.json", text)
    told = (
        f"^{root}/{CORPUS}/build=0000000b/_manifest.json: not a manifest of this version .*; delete the directory to "
    )
    for look in (to_prune, prune):
        with pytest.raises(InputError, match=told):
            look(root)
    assert storage.list_files(root) == before
