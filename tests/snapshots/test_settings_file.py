"""The settings file that a fetch writes."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

import pytest
from luigi.configuration.cfg_parser import LuigiConfigParser

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock
from schemas.errors import InputError
from snapshots.fetch import write_settings
from snapshots.publishers import language_of
from snapshots.settings_file import check_folder
from tasks.settings.inputs import input_files
from tests.support.fetched import LOCK, NAME, give, names
from tests.support.publisher import DATE, SHARDS, TABLES, WIKI, Publisher
from wiki.sentences.conventions import splitter_doubt


def test_the_settings_name_the_files_and_the_lock(publisher: Publisher, tmp_path: Path) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    settings = ConfigParser()
    settings.read(tmp_path / f"{WIKI}-latest.cfg")
    assert settings["Build"]["snapshot"] == NAME
    assert settings["Build"]["lock"] == f"{tmp_path}/{LOCK}"
    assert settings["Wikipedia"]["pages"] == f"{tmp_path}/{SHARDS[0]},\n{tmp_path}/{SHARDS[1]}"
    assert settings["CategoryEdges"]["categorylinks_table"] == f"{tmp_path}/{TABLES[1]}"
    assert settings["BuildDomains"]["domains"] == ""
    text = (tmp_path / f"{WIKI}-latest.cfg").read_text(encoding="utf-8")
    assert (
        "\n[BuildDomains]\n# The domain files that come with the project have the category titles of the English "
        in text
    )
    assert "sources" not in settings["TypeIndex"]


def test_the_settings_can_be_used_whatever_the_name_of_the_directory(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "50% [1] $HOME *"
    assert give(publisher, folder, WIKI, DATE) == 0
    told = capsys.readouterr().out
    assert told.endswith(f"all there; next: wiki-ner preview --settings '{folder}/{NAME}.cfg'\n")
    parser = LuigiConfigParser()
    parser.read(folder / f"{NAME}.cfg")
    assert parser.get("Build", "lock") == f"{folder}/{LOCK}"
    pages = parser.get("Wikipedia", "pages")
    assert input_files("pages", pages) == [f"{folder}/{name}" for name in SHARDS]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a,b", "commas separate files there"),
        ("${HOME}", "${NAME} is a variable of the environment there"),
        ("$HOME", "in a settings file a variable of the environment is ${NAME}"),
        ("wiki #1", "a comment stands on a line of its own"),
        ("wiki\u00a0;1", "a comment stands on a line of its own"),
    ],
)
def test_a_directory_that_no_settings_file_can_name_is_refused_before_anything_is_fetched(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    assert give(publisher, tmp_path / name, WIKI, DATE) == 40
    told = f"{tmp_path}/{name}: a settings file cannot name it: {why}; fetch to another directory"
    assert capsys.readouterr().err == f"wiki-ner: {told}\n"
    assert publisher.asked == [] and not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["a\nb", "a\t#b", "a\u2028b"])
def test_a_directory_that_no_line_can_hold_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot name it: it has a character that no line can hold; fetch to another"):
        check_folder(Path("/dumps") / name)


def test_a_directory_whose_name_has_a_dollar_sign_is_taken() -> None:
    for name in ("$1", "$", "a$b"):
        check_folder(Path("/dumps") / name)


def test_a_file_in_the_place_of_the_directory_is_told_before_anything_is_asked_for(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert give(publisher, tmp_path / "file", WIKI, DATE) == 40
    assert capsys.readouterr().err == f"wiki-ner: {tmp_path}/file: is a file; give a directory to --to\n"
    assert publisher.asked == []


def test_settings_of_yours_by_the_name_of_the_latest_are_not_replaced(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / f"{WIKI}-latest.cfg"
    mine.write_text("mine")
    assert give(publisher, tmp_path, WIKI) == 40
    told = f"wiki-ner: {mine}: not the link that fetch makes there; rename it, and give the same command again\n"
    assert capsys.readouterr().err.endswith(told)
    assert mine.read_text() == "mine" and not mine.is_symlink()
    mine.rename(tmp_path / "mine.cfg")
    assert give(publisher, tmp_path, WIKI) == 0
    assert mine.readlink() == Path(f"{NAME}.cfg")


def test_a_link_to_the_settings_that_a_killed_fetch_has_half_made_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / f".{WIKI}-latest.cfg").symlink_to("gone.cfg")
    path = write_settings(SnapshotLock(WIKI, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert names(tmp_path) == {f"{NAME}.cfg", f"{WIKI}-latest.cfg"}
    assert (tmp_path / f"{WIKI}-latest.cfg").resolve() == path


def test_types_from_wikidata_are_named_in_the_settings(tmp_path: Path) -> None:
    files = (
        LockedFile("a.bz2", "pages", "", 1, "", "aa"),
        LockedFile("wikidata-20260831-all.json.bz2", "wikidata", "", 1, "", "aa"),
    )
    path = write_settings(SnapshotLock("enwiki", DATE, files), tmp_path)
    text = path.read_text()
    assert f"[WikidataStatements]\ndump = {tmp_path}/wikidata-20260831-all.json.bz2\n" in text
    assert "[TypeIndex]\nsources = wikidata\nwikidata_ids = tables\n" in text
    assert "\ninstance_types =\n" in text and "[BuildDomains]" not in text


def test_the_settings_name_what_the_sample_has_otherwise(tmp_path: Path) -> None:
    """In the checkout what they leave out is that of luigi.cfg, whose splits are of 30 kB."""
    path = write_settings(SnapshotLock(WIKI, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert "\nsplit_mb = 32\n" in path.read_text()


@pytest.mark.parametrize(
    ("wiki", "named"),
    [
        ("jawiki", True),
        ("zh_yuewiki", True),
        ("hiwiki", True),
        ("kowiki", True),
        ("dewiki", False),
        ("simplewiki", False),
        # No splitter finds the sentences of these, and punkt learns abbreviations at least.
        ("kmwiki", True),
        ("thwiki", False),
        ("lowiki", False),
    ],
)
def test_the_settings_name_a_splitter_where_the_default_finds_hardly_a_sentence(
    wiki: str, named: bool, tmp_path: Path
) -> None:
    path = write_settings(SnapshotLock(wiki, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert ("\nsplitter = sentencex\n" in path.read_text()) == named
    written = ConfigParser()
    written.read(path)
    splitter = written.get("Sentences", "splitter", fallback="punkt")
    assert "set splitter" not in splitter_doubt(splitter, language_of(wiki))
