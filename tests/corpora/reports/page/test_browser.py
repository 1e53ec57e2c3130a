"""The page in a real browser: what no reading of its HTML can show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpora.reports.page.build import Build
from corpora.reports.page.render import build_page
from tests.corpora.reports.page.conftest import EVIL, TEXTS
from tests.support import chromium
from tests.support.chromium import Page

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(not chromium.PROGRAM, reason="needs Chromium, which .ci/servers installs"),
]

CHARTS = 11


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium.browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module")
def file(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(build_page(build), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Page, file: Path) -> Page:
    browser.errors.clear()
    browser.requests.clear()
    browser.open(file)
    return browser


def counted(page: Page, selector: str) -> int:
    return int(page.run(f"document.querySelectorAll({selector!r}).length"))


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector({selector!r}).textContent"))


def focused(page: Page) -> str:
    return str(page.run("document.activeElement.id || document.activeElement.tagName"))


def test_every_chart_has_its_marks(page: Page) -> None:
    assert counted(page, ".chart svg.marks") == CHARTS
    marks = {
        "sources": ("mark-rect", 3),
        "flags": ("mark-rect", 4),
        "ranks": ("mark-symbol", 8),
        "changes": ("mark-symbol", 2),
        "levels": ("mark-rect", 6 + 6),
        "overlap": ("mark-text", 2),
        "depth": ("mark-symbol", 4),
        "seconds": ("mark-rect", 5),
    }
    found = {
        name: counted(page, f"#chart-{name} .role-mark.{mark} > path, #chart-{name} .role-mark.{mark} > text")
        for name, (mark, _) in marks.items()
    }
    assert found == {name: number for name, (_, number) in marks.items()}


def test_nothing_goes_wrong_and_nothing_is_asked_of_a_network(page: Page) -> None:
    assert page.errors == []
    assert page.requests == []
    assert page.run("document.title") == f"Build of xxwiki {EVIL}"


def test_the_page_cannot_ask_anything_of_a_network(page: Page) -> None:
    tried = page.run("fetch('http://127.0.0.1:9/').then(() => 'went', (error) => error.name)")
    assert tried == "TypeError"
    assert any("Content Security Policy" in error for error in page.errors)


def test_examples_have_their_mentions_marked(page: Page) -> None:
    assert counted(page, "#sentences li") == 20
    assert text(page, "#found") == "All of the 20 examples of scientist."
    sentence = (
        "Array.from(document.querySelectorAll('#sentences li .span')).slice(0, 2).map((each) => each.textContent)"
    )
    assert page.run(sentence) == ["Ada 𝔘 Lovelacescientist", "Londoncity"]
    assert counted(page, "#sentences .own") == 20
    plain = page.run(
        "(() => { const item = document.querySelector('#sentences li').cloneNode(true);"
        "item.querySelectorAll('b, .from').forEach((each) => each.remove()); return item.textContent; })()"
    )
    assert plain in TEXTS
    link = page.run("document.querySelector('#sentences a').href")
    assert link.startswith("https://wiki.example/w/index.php?oldid=10")
    assert text(page, "#sentences a") == EVIL


def test_the_search_filters(page: Page) -> None:
    page.run("document.getElementById('category').value = ''")
    shown = page.run("JSON.parse(document.getElementById('example-data').textContent).examples[3][2].slice(3, 7)")
    page.run("document.getElementById('search').focus()")
    page.write(shown)
    assert text(page, "#found") == "1 of the 20 examples have these words."
    assert counted(page, "#sentences li") == 1
    page.write(" lovelace LONDON")
    assert counted(page, "#sentences li") == 1
    page.write(" nowhere")
    assert text(page, "#found") == "0 of the 20 examples have these words."
    assert counted(page, "#sentences li") == 0


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.press("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.press("Enter", text="\r")
    assert page.run("location.hash") == "#main"
    reached = set()
    for _ in range(60):
        page.press("Tab")
        reached.add(focused(page))
        if {"search", "category", "previous", "next"} <= reached:
            break
    assert {"search", "category", "previous", "next", "SUMMARY"} <= reached
    page.run("document.getElementById('next').focus()")
    page.press("Enter", text="\r")
    assert text(page, "#found") == "All of the 20 examples of city."
    page.run("document.getElementById('category').focus()")
    page.press("ArrowUp")
    assert text(page, "#found") == "All of the 20 examples of scientist."


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1400])
def test_the_page_fits_wide_and_narrow_light_and_dark(browser: Page, file: Path, width: int, dark: bool) -> None:
    browser.errors.clear()
    browser.open(file, width=width, dark=dark)
    assert browser.run("document.documentElement.scrollWidth") <= width
    ground = browser.run("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(18, 22, 29)") is dark
    colour = browser.run("getComputedStyle(document.querySelector('#chart-seconds .mark-rect path')).fill")
    assert colour == ("rgb(125, 178, 255)" if dark else "rgb(31, 95, 191)")
    assert browser.errors == []
