"""What stands below a root is found with what it was made of."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.datasets.dataset import Source
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.builds import StandingBuild, State, builds_table, builds_total, find_builds, stale_builds, with_states
from schemas.root.pruning import prune
from tests.support.builds_below_root import CORPUS, build_twice, states
from tests.support.datasets import identity_of, write_dataset

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


def test_what_was_half_deleted_is_built_again(place: str) -> None:
    location = write_dataset(place, "wiki-1/punkt", "00000001", {})
    storage.move(f"{location}/_manifest.json", f"{location}/_removed.json")
    assert write_dataset(place, "wiki-1/punkt", "00000001", {}) == location
    assert states(place) == {"punkt 00000001": "current"}


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


def test_a_build_whose_manifest_cannot_be_read_is_found_beside_the_others(tmp_path: Path) -> None:
    root = str(tmp_path)
    build_twice(root)
    whole = states(root)
    storage.write_text(f"{root}/{CORPUS}/build=0000000b/_manifest.json", "")
    assert states(root) == {**whole, "filtered_sentences 0000000b": "unreadable"}
    (unreadable,) = [build for build in find_builds(root) if build.state == State.UNREADABLE]
    assert (unreadable.identity, unreadable.rows, unreadable.inputs) == ("0000000b", 0, [])


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
