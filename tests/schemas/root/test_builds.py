"""What stands below a root is found with what it was made of, and what nothing needs is deleted."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.datasets.dataset import Source
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.builds import (
    StandingBuild,
    State,
    builds_table,
    builds_total,
    find_builds,
    prune,
    stale_builds,
    to_prune,
    with_states,
)
from schemas.root.current import make_current
from schemas.root.locks import lock, step_lock
from tests.support.datasets import identity_of, write_dataset

SENTENCES, REJECTS = "wiki-1/sentences/splitter=punkt", "wiki-1/rejects/step=sentences/splitter=punkt"
CORPUS = "wiki-1/filtered_sentences"
BUILD = StandingBuild(
    location="wiki-1/punkt/build=00000000",
    snapshot="wiki-1",
    dataset="punkt",
    keys={},
    identity="",
    step="punkt",
    step_version=1,
    inputs=[],
    rows=0,
    bytes=0,
    built=datetime(2026, 9, 1, tzinfo=UTC),
    state=State.STALE,
)


def build_twice(root: str) -> None:
    """Sentences and what was made of them, in two builds, of which the second is current, and of a third the first."""
    for first, second in (("00000001", "00000002"), ("0000000a", "0000000b")):
        write_dataset(root, SENTENCES, first, {}, rejects=REJECTS)
        write_dataset(root, CORPUS, second, {}, inputs=[first])


def states(root: str) -> dict[str, str]:
    return {f"{build.name} {build.digest}": build.state.value for build in find_builds(root)}


def test_builds_are_found_with_what_they_are(place: str) -> None:
    words = {"": [{"kind": "abbreviation", "first": "a", "second": "", "value": 0}] * 3}
    location = write_dataset(place, "wiki-1/punkt/x=1/y=2", "0123abcd", words, inputs=["00000001"])
    (build,) = find_builds(place)
    assert (build.location, build.snapshot, build.dataset, build.keys) == (
        location,
        "wiki-1",
        "punkt",
        {"x": "1", "y": "2"},
    )
    assert (build.identity, build.digest, build.name) == (identity_of("0123abcd"), "0123abcd", "punkt/x=1/y=2")
    assert (build.step, build.step_version, build.rows, build.state) == ("punkt", 1, 3, State.CURRENT)
    assert [source.identity for source in build.inputs] == [identity_of("00000001")]
    assert build.bytes == sum(storage.size(f"{location}/{name}") for name in storage.list_files(location))
    assert timedelta() <= datetime.now(UTC) - build.built < timedelta(hours=1)


def test_a_build_was_made_when_its_manifest_was_and_a_report_when_the_last_of_its_files_was(tmp_path: Path) -> None:
    location = Path(write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {}))
    report = tmp_path / "wiki-1" / "report" / "build=00000002"
    report.mkdir(parents=True)
    for path, seconds in (
        (location / "_manifest.json", 100),
        (location / "_README.md", 300),
        (report / "a.md", 400),
        (report / "b.md", 200),
    ):
        path.touch()
        os.utime(path, (seconds, seconds))
    moments = {build.dataset: build.built.timestamp() for build in find_builds(str(tmp_path))}
    assert moments == {"punkt": 100, "report": 400}


def test_a_root_without_builds_has_none(tmp_path: Path) -> None:
    assert find_builds(str(tmp_path)) == find_builds(str(tmp_path / "nowhere")) == prune(str(tmp_path)) == []


@pytest.mark.parametrize("name", ["typed_sentences", "rejects"])
def test_a_directory_below_a_root_is_none(tmp_path: Path, name: str) -> None:
    """Builds without parameters in their path would not be found there, and what they need be taken for stale."""
    build = tmp_path / "wiki-1" / name / "profile=paper" / "build=00000001"
    build.mkdir(parents=True)
    for place, what in [
        (tmp_path / "wiki-1", f"of a snapshot ({name} is in it)"),
        (tmp_path / "wiki-1" / name, "of a dataset or one of its builds (profile=paper is in it)"),
        (build.parent, "of a dataset or one of its builds (build=00000001 is in it)"),
    ]:
        for command in (find_builds, prune):
            with pytest.raises(InputError) as told:
                command(str(place))
            assert str(told.value) == f"{place}: is the directory {what}; name the root, which is above it"
    assert find_builds(str(tmp_path)) == []


def test_a_snapshot_may_be_called_like_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "sentences" / "punkt" / "build=00000001").mkdir(parents=True)
    assert find_builds(str(tmp_path)) == []


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
    monkeypatch.setattr("schemas.root.builds.find_builds", lambda _: found)
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


def test_what_was_half_deleted_is_built_again(place: str) -> None:
    location = write_dataset(place, "wiki-1/punkt", "00000001", {})
    storage.move(f"{location}/_manifest.json", f"{location}/_removed.json")
    assert write_dataset(place, "wiki-1/punkt", "00000001", {}) == location
    assert states(place) == {"punkt 00000001": "current"}


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


def test_builds_are_listed_by_snapshot_path_and_age(tmp_path: Path) -> None:
    root = str(tmp_path)
    for place, digest, seconds in (
        ("wiki-2/punkt", "00000001", 100),
        ("wiki-1/sentences/splitter=punkt", "00000002", 100),
        ("wiki-1/punkt", "00000003", 300),
        ("wiki-1/punkt", "00000004", 200),
        ("wiki-1/punkt", "00000005", 100),
        ("wiki-1/punkt", "00000006", 200),
    ):
        os.utime(Path(write_dataset(root, place, digest, {})) / "_manifest.json", (seconds, seconds))
    assert [(build.snapshot, build.name, build.digest) for build in find_builds(root)] == [
        ("wiki-1", "punkt", "00000005"),
        ("wiki-1", "punkt", "00000004"),
        ("wiki-1", "punkt", "00000006"),
        ("wiki-1", "punkt", "00000003"),
        ("wiki-1", "sentences/splitter=punkt", "00000002"),
        ("wiki-2", "punkt", "00000001"),
    ]


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


def test_a_build_whose_manifest_cannot_be_read_is_found_beside_the_others(tmp_path: Path) -> None:
    root = str(tmp_path)
    build_twice(root)
    whole = states(root)
    storage.write_text(f"{root}/{CORPUS}/build=0000000b/_manifest.json", "")
    assert states(root) == {**whole, "filtered_sentences 0000000b": "unreadable"}
    (unreadable,) = [build for build in find_builds(root) if build.state == State.UNREADABLE]
    assert (unreadable.identity, unreadable.rows, unreadable.inputs) == ("0000000b", 0, [])


def test_what_is_half_deleted_goes_whether_its_manifest_can_be_read_or_not(tmp_path: Path) -> None:
    location = write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {})
    storage.remove_file(f"{location}/_manifest.json")
    storage.write_text(f"{location}/_removed.json", "")
    assert [build.digest for build in prune(str(tmp_path))] == ["00000001"]
    assert storage.list_files(location) == []


def test_the_table_of_builds(tmp_path: Path) -> None:
    root = str(tmp_path)
    row = {"kind": "abbreviation", "first": "a", "second": "", "value": 0}
    write_dataset(root, "wiki-1/punkt", "00000001", {"": [row] * 1500})
    write_dataset(root, "wiki-1/sentences", "00000002", {}, rejects="wiki-1/rejects/step=sentences")
    for digest in ("0000000a", "0000000b"):
        write_dataset(root, "wiki-1/type_index/x=1", digest, {}, inputs=["00000001", "00000009"])
    then = datetime(2026, 9, 1, 12, tzinfo=UTC)
    builds = [
        replace(build, bytes=1000 * number, built=then - timedelta(days=number))
        for number, build in enumerate(find_builds(root), 1)
    ]
    assert builds_table(builds, then).splitlines() == [
        "state    dataset                build      rows    size     age  version  made of",
        "current  wiki-1/punkt           00000001  1,500  1.0 kB   1 day        1",
        "current  wiki-1/sentences       00000002      0  3.0 kB  3 days        1",
        "stale    wiki-1/type_index/x=1  0000000a      0  4.0 kB  4 days        1  punkt 00000001, punkt 00000009",
        "current  wiki-1/type_index/x=1  0000000b      0  5.0 kB  5 days        1  punkt 00000001, punkt 00000009",
    ]
    assert builds_total(builds) == "5 builds (1 of rejects), 15.0 kB"
    assert builds_total(stale_builds(builds)) == "1 build (0 of rejects), 4.0 kB"
    assert builds_total([]) == "0 builds (0 of rejects), 0 bytes"


def test_what_a_build_was_made_of_is_named_without_its_parameters(tmp_path: Path) -> None:
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {})
    (build,) = find_builds(str(tmp_path))
    places = ["data/wiki-1/ner_corpus/label_set=4/alpha=0.7", "data/wiki-1/punkt", "data/wiki-1/punkt"]
    inputs = [Source("x", f"{place}/build=0000000a", "0000000a" + "0" * 56) for place in places]
    inputs.append(Source("pages", "/dumps/build=x.xml", "f" * 64))
    line = builds_table([replace(build, inputs=inputs)], build.built).splitlines()[1]
    assert line.endswith("  1  ner_corpus 0000000a, punkt 0000000a, 1 file")


def test_what_is_not_a_dataset_is_counted_as_files(tmp_path: Path) -> None:
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {})
    (build,) = find_builds(str(tmp_path))
    for number, text in ((1, "1 file"), (2, "2 files"), (1234, "1,234 files")):
        inputs = [Source("pages", f"/dumps/{each}.xml", f"{each:064x}") for each in range(number)]
        line = builds_table([replace(build, inputs=inputs)], build.built).splitlines()[1]
        assert line.endswith(f"  1  {text}")


@given(st.data())
def test_of_any_builds_what_a_current_one_was_made_of_is_kept(data: st.DataObject) -> None:
    """Each was made of some of those before it."""
    number = data.draw(st.integers(1, 12))
    inputs = [data.draw(st.sets(st.integers(0, each - 1), max_size=3)) if each else set() for each in range(number)]
    current = data.draw(st.sets(st.integers(0, number - 1)))
    builds = [
        replace(
            BUILD,
            identity=identity_of(f"{each:08d}"),
            inputs=[Source("input", "", identity_of(f"{other:08d}")) for other in sorted(inputs[each])],
            state=State.CURRENT if each in current else State.STALE,
        )
        for each in range(number)
    ]

    def needs(each: int) -> set[int]:
        return {each}.union(*map(needs, inputs[each]))

    needed = set[int]().union(*map(needs, current))
    expected = [
        State.CURRENT if each in current else State.NEEDED if each in needed else State.STALE for each in range(number)
    ]
    order = data.draw(st.permutations(range(number)))
    found = dict(zip(order, with_states([builds[each] for each in order]), strict=True))
    assert [found[each].state for each in range(number)] == expected
