"""A head that does not fit its pages is found by the names of their links."""

from __future__ import annotations

import bz2
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.fuzz.pages import SITE
from tests.support.html_dump import html_dump, record
from tests.support.paths import SHARED
from tests.support.small_dump import dump, page
from wiki.dump import siteinfo_check
from wiki.dump.pages import read_siteinfo
from wiki.dump.siteinfo_check import HeadCheck, count_names, siteinfo_doubt
from wiki.extract import main

GERMAN = "[[Datei:A.jpg|mini|Ein Bild]] Text [[Star Trek: Picard]]. [[datei:B.jpg]]\n[[Kategorie:Stadt]]"


def test_names_of_another_language_are_counted() -> None:
    known, foreign = count_names([GERMAN, "[[File:A.jpg]] [[en:B]] [[Kategorie : C]]"], SITE)
    assert known == 1
    assert foreign == {"Datei": 1, "datei": 1, "Kategorie": 2}
    german = replace(SITE, lang="de", namespaces=((6, "Datei"), (14, "Kategorie")))
    assert count_names([GERMAN], german) == (3, {})


def test_a_head_of_another_wiki_is_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = dump(tmp_path / "dump.xml", page(1, "A", GERMAN))
    more = "[[Fichier:C.jpg]] [[Ficheiro:D.jpg]] [[Kategorie:B]] [[Kategorie:C]] [[Datei:D.jpg]] [[Category:E]]"
    several = dump(tmp_path / "several.xml", page(1, "A", f"{GERMAN} {more}"))
    assert siteinfo_doubt(str(several), read_siteinfo(str(several))) == (
        f"{several}: its <siteinfo> (samplewiki, language en) does not fit its pages: 8 links of the first articles "
        "begin with names that it does not have (Kategorie:, Datei:, datei:), 1 with its own; files and categories "
        "will be read as articles, so give the dump the <siteinfo> of its own wiki"
    )
    assert main([str(wrong), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert "does not fit its pages" in capsys.readouterr().err


def test_a_slip_of_the_pen_is_none(tmp_path: Path) -> None:
    right = dump(tmp_path / "dump.xml", page(1, "A", "[[Category:C]] [[File:A.jpg]] [[Datei:B.jpg]] [[Kategorie:C]]"))
    assert siteinfo_doubt(str(right), read_siteinfo(str(right))) == ""


@pytest.mark.parametrize(("own", "is_doubted"), [(147, True), (148, False)])
def test_a_head_is_in_doubt_from_a_fiftieth_of_the_links_on(own: int, is_doubted: bool) -> None:
    check = HeadCheck(SITE)
    check.read("[[Datei:A.jpg]]" * 3)
    check.read("[[File:A.jpg]]" * own)
    assert bool(check.doubt("a.xml")) is is_doubted


@pytest.mark.parametrize(
    ("link", "times", "is_done"), [("File", 400, True), ("Datei", 400, True), ("File", 399, False)]
)
def test_four_hundred_links_are_enough(link: str, times: int, is_done: bool) -> None:
    check = HeadCheck(SITE)
    check.read(f"[[{link}:A.jpg]]")
    check.read(f"[[{link}:A.jpg]]" * (times - 1))
    assert check.done is is_done


def test_four_million_characters_are_enough() -> None:
    check = HeadCheck(SITE)
    check.read("x" * 2_000_000)
    check.read("x" * 1_999_999)
    assert not check.done
    check.read("x")
    assert check.done


def test_of_a_dump_only_the_first_articles_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(1, "A", f"#REDIRECT [[B]] {GERMAN}"), page(2, "Template:A", GERMAN, 10), page(3, "B", "Text.")]
    made = str(dump(tmp_path / "dump.xml", *pages, page(4, "C", GERMAN)))
    site = read_siteinfo(made)
    assert "3 links of the first articles" in siteinfo_doubt(made, site)
    monkeypatch.setattr(siteinfo_check, "_CHARACTERS", 5)
    assert siteinfo_doubt(made, site) == ""


def test_an_html_dump_has_no_head_to_doubt(tmp_path: Path) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "A", GERMAN)]])
    assert siteinfo_doubt(str(made), SITE) == ""


def _real() -> list[Path]:
    return sorted((SHARED / "languages").glob("*/wiki.xml.bz2"))


@pytest.mark.skipif(not _real(), reason="the real pages in other languages lie beside the checkout; they are not here")
def test_the_heads_of_real_dumps_fit_and_exchanged_they_do_not(tmp_path: Path) -> None:
    english = dump(tmp_path / "english.xml")
    head = english.read_text("utf-8").partition("</siteinfo>")[0]
    for each in _real():
        assert siteinfo_doubt(str(each), read_siteinfo(str(each))) == "", each
        pages = bz2.decompress(each.read_bytes()).decode().partition("</siteinfo>")[2]
        exchanged = tmp_path / f"{each.parent.name}.xml"
        exchanged.write_text(f"{head}</siteinfo>{pages}", "utf-8")
        assert "does not fit" in siteinfo_doubt(str(exchanged), read_siteinfo(str(exchanged))), each
