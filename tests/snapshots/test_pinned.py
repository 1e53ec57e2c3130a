"""Which snapshot is fetched where one is whole, begun or pinned already."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, read_lock
from snapshots.resolve import Wanted
from tests.support.fetched import FIRST, LOCK, NAME, WHOLE, give, names, options
from tests.support.publisher import DATE, SHARDS, STATUS, TYPES, WIKI, Publisher, Trouble
from wiki_ner.__main__ import main


def test_what_is_whole_is_not_fetched_again(publisher: Publisher, tmp_path: Path) -> None:
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    (tmp_path / f"{NAME}.cfg").write_text("mine")
    publisher.asked.clear()
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert publisher.asked == []
    assert (tmp_path / f"{NAME}.cfg").read_text() == "mine"


def test_a_file_that_has_lost_its_end_since_is_told(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    size = len(publisher.files[FIRST])
    (tmp_path / SHARDS[0]).write_bytes(publisher.files[FIRST][:-1])
    capsys.readouterr()
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {tmp_path / SHARDS[0]}: it has {size - 1:,} bytes, and should have {size:,}; it is not the file of "
        "the snapshot: delete it, or fetch to another directory\n"
    )


def test_a_latest_that_is_whole_stays_as_it_is_pinned_while_nothing_newer_is_there(
    publisher: Publisher, tmp_path: Path
) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    pinned = (tmp_path / LOCK).read_bytes()
    publisher.asked.clear()
    sha1 = hashlib.sha1(publisher.files[FIRST]).hexdigest()
    publisher.files[STATUS] = publisher.files[STATUS].replace(sha1.encode(), b"0" * 40)
    assert give(publisher, tmp_path, WIKI) == 0
    assert publisher.paths() == [f"/{WIKI}/", STATUS]
    assert (tmp_path / LOCK).read_bytes() == pinned


@pytest.mark.parametrize(
    "option",
    [
        ("--publication", "content"),
        ("--release", "2021.12.01"),
        ("--wikidata", "latest"),
        ("--wikidata", "20260831"),
        ("--ontology", "http://mirror.example/ontology.owl"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("date", [DATE, "latest"])
def test_other_files_than_those_that_are_pinned_are_not_passed_over(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str], date: str, option: tuple[str, str]
) -> None:
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    pinned = (tmp_path / LOCK).read_bytes()
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["fetch", WIKI, date, *options(publisher, tmp_path), *option])
    assert ended.value.code == 40
    told = f"{' '.join(option)}: {NAME} is pinned with other files by {tmp_path / LOCK}; delete it, or fetch to another"
    assert capsys.readouterr().err.startswith(f"wiki-ner: {told} directory\n")
    assert (tmp_path / LOCK).read_bytes() == pinned


def test_a_named_default_is_what_is_pinned(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    decides = f"{NAME} is pinned by {tmp_path / LOCK}, which decides; delete it to choose anew\n"
    assert decides not in capsys.readouterr().out
    for date in (DATE, "latest"):
        assert give(publisher, tmp_path, WIKI, date, "--publication", "multistream", "--release", "2022.12.01") == 0
        assert capsys.readouterr().out.startswith(decides)
    assert give(publisher, tmp_path / "two", "--lock", str(tmp_path / LOCK)) == 0
    assert capsys.readouterr().out.startswith(f"{NAME} is pinned by {tmp_path / LOCK}, which decides\n")


@pytest.mark.parametrize("wikidata", ["latest", "20260831"])
def test_the_dump_of_wikidata_that_is_pinned_is_the_one_asked_for(wikidata: str) -> None:
    lock = SnapshotLock(WIKI, DATE, (LockedFile("wikidata-20260831-all.json.bz2", "wikidata", "", 1, ""),))
    assert Wanted(wikidata=wikidata).not_in(lock) == []
    assert Wanted(wikidata="20260807", release="2022.12.01").not_in(lock) == [
        "--release 2022.12.01",
        "--wikidata 20260807",
    ]


def test_a_latest_that_was_begun_is_finished_first(publisher: Publisher, tmp_path: Path) -> None:
    """It was resolved once; what is published meanwhile comes with the next command."""
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI) == 40
    assert not read_lock(str(tmp_path / LOCK)).is_whole
    publisher.publish_dump(date="20261001")
    publisher.asked.clear()
    assert give(publisher, tmp_path, WIKI) == 0
    assert names(tmp_path) == WHOLE and STATUS not in publisher.paths()
    assert give(publisher, tmp_path, WIKI) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261001.cfg")
    # An older one does not become the latest.
    (tmp_path / LOCK).unlink()
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261001.cfg")


def test_an_unfinished_snapshot_older_than_a_whole_one_is_not_the_latest(publisher: Publisher, tmp_path: Path) -> None:
    """Its dump may be deleted by now, and then nothing newer would ever be fetched."""
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    publisher.publish_dump(date="20261001")
    assert give(publisher, tmp_path, WIKI, "20261001") == 0
    publisher.publish_dump(date="20261101")
    assert give(publisher, tmp_path, WIKI) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261101.cfg")
    assert not read_lock(str(tmp_path / LOCK)).is_whole


def test_a_latest_whose_dump_was_deleted_meanwhile_says_how_to_go_on(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publisher.trouble[FIRST] = [Trouble(status=404)]
    assert give(publisher, tmp_path, WIKI) == 40
    told = capsys.readouterr().err
    assert f"{publisher.address}{FIRST}: the server says 404" in told
    assert told.endswith(
        f"the server says 404 'Not Found'; it was there when {tmp_path / LOCK} was written, and Wikimedia deletes its "
        "dumps after some weeks: take another date, or a mirror that keeps it; delete the lock to have latest be "
        "chosen anew\n"
    )


def test_a_wiki_or_a_release_that_is_not_there_is_not_taken_for_a_dump_that_was_deleted(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, "xxxwiki") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {publisher.address}/xxxwiki/: the server says 404 'Not Found'; it has no dumps of xxxwiki: see to "
        "the name\n"
    )
    assert give(publisher, tmp_path, WIKI, "--release", "2020.01.01") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {publisher.address}/mappings/instance-types/2020.01.01/{TYPES}: the server says 404 'Not Found'; "
        "name another release by --release, or take the types from Wikidata by --wikidata\n"
    )
