"""Pages through extraction and sentence splitting: `python -m benchmarks.fuzz.pages --number 1000000 --jobs 2`.

Cases of two kinds: pages drawn from a grammar of wikitext, and excerpts of real articles with changes (left out where
`../shared/real` is absent). Nothing may fail or hang, every anchor must stand where it says, in its paragraph and in
its sentence, and no text may be lost between sentences. One case in a thousand is repeated until it is long, and then
twice that: the time may not more than about double.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from benchmarks.fuzz.harness import run
from benchmarks.fuzz.wikitext import drawn_page, excerpt, mutated
from schemas.problems import HOLES, PROBLEMS
from schemas.records import Paragraph, Problem, Span
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo
from wiki.sentences.split import Splitter, sentencex_splitter, split_sentences
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.marks import MARKS
from wiki.wikitext.paragraphs import MAX_SECTION, extract_paragraphs

TITLE = "Page"
SITE = SiteInfo(
    "enwiki", "en", True, ((1, "Talk"), (4, "Wikipedia"), (6, "File"), (6, "Image"), (10, "Template"), (14, "Category"))
)
REAL = Path(__file__).parents[2].parent / "shared" / "real" / "enwiki-sample-pages-articles.xml.bz2"

_LONG = 30_000
_MOST_GROWTH = 3.0
"""Twice the page may take this many times as long; what is quadratic takes four times."""
_LEAST_SECONDS = 0.02
"""Shorter times are not compared: what else the machine does would decide."""


def check_page(text: str, chance: random.Random) -> str:
    """Check what is made of a page's wikitext; returns the outcome."""
    found = extract_paragraphs(text, TITLE, SITE, inline_templates=chance.random() < 0.8)
    splitter = _sentencex() if chance.random() < 0.5 else partial(_anywhere, seed=chance.random())
    anchors = 0
    for paragraph in found.paragraphs:
        check_paragraph(paragraph)
        (paragraph.section + paragraph.text).encode()
        check_sentences(paragraph, splitter)
        anchors += len(paragraph.anchors)
    if chance.randrange(1000) == 0:
        check_growth(text)
    return "with anchors" if anchors else "with text" if found.paragraphs else "without text"


def check_paragraph(paragraph: Paragraph) -> None:
    """AssertionError where a paragraph is not clean, or an anchor not where it says."""
    section, text, anchors, problems, italics = paragraph
    assert text and text == text.strip() and "  " not in text and "\n" not in text, paragraph
    assert section == section.strip() and len(section) <= MAX_SECTION, paragraph
    assert not any(mark in text or mark in section for mark in MARKS), paragraph
    position = 0
    for start, end, target in anchors:
        assert position <= start < end <= len(text), paragraph
        surface = text[start:end]
        assert surface and surface == surface.strip(), paragraph
        assert target and target != TITLE and len(target.encode()) <= 255, paragraph
        position = end
    check_problems(text, problems)
    check_italics(text, italics)


def check_italics(text: str, italics: Sequence[Span]) -> None:
    """AssertionError where what is in italic type is empty, not in order, or has a space at an edge."""
    position = 0
    for start, end in italics:
        assert position <= start < end <= len(text), (text, italics)
        assert text[start:end] == text[start:end].strip(), (text, italics)
        position = end


def check_problems(text: str, problems: Sequence[Problem]) -> None:
    """AssertionError where a problem is not within the text, not in order, or of no known kind."""
    assert list(problems) == sorted(problems, key=lambda each: each.start), (text, problems)
    for start, end, code, name in problems:
        assert 0 <= start <= end <= len(text) and code in PROBLEMS, (text, problems)
        assert not name or code in ("template", "parser-function"), (text, problems)
        assert (start == end) == (code in HOLES), (text, problems)


def check_sentences(paragraph: Paragraph, splitter: Splitter) -> None:
    """AssertionError where sentences lose text or anchors, or an anchor is not where it says."""
    sentences = split_sentences(paragraph, splitter)
    assert "".join("".join(text.split()) for text, *_ in sentences) == "".join(paragraph.text.split()), paragraph
    surfaces = []
    for text, anchors, problems, italics in sentences:
        assert text and text == text.strip(), paragraph
        check_problems(text, problems)
        check_italics(text, italics)
        position = 0
        for start, end, target in anchors:
            assert position <= start < end <= len(text), (paragraph, text, anchors)
            surfaces.append((text[start:end], target))
            position = end
    expected = [(paragraph.text[start:end].strip(), target) for start, end, target in paragraph.anchors]
    assert surfaces == [each for each in expected if each[0]], (paragraph, sentences)


def check_growth(text: str) -> None:
    """AssertionError where twice the page takes much more than twice the time."""
    once = text * (_LONG // max(1, len(text)) + 1)
    for _ in range(3):
        single, double = _seconds(once), _seconds(once * 2)
        if double < max(_LEAST_SECONDS, _MOST_GROWTH * single):
            return
    # What has a budget for the page may take long at one size and none at the other.
    single, double = _seconds(once * 4), _seconds(once * 8)
    assert double < _MOST_GROWTH * single, f"{double:.3f} s for twice what takes {single:.3f} s: {text!r}"


def _seconds(text: str) -> float:
    started = time.process_time()
    extract_paragraphs(text, TITLE, SITE)
    return time.process_time() - started


def _anywhere(text: str, seed: float) -> list[int]:
    chance = random.Random(f"{seed} {len(text)}")
    return sorted({chance.randrange(1, len(text)) for _ in range(3)}) if len(text) > 1 else []


@cache
def _sentencex() -> Splitter:
    return sentencex_splitter("en")


@cache
def _articles(path: str) -> list[str]:
    site = read_siteinfo(path)
    pages = (page for split in plan_splits(path, 1 << 40) for page in read_pages(split, site, lambda _: None))
    return [page.text for page in pages if page.redirect is None]


def check_drawn(chance: random.Random) -> str:
    """A page of the grammar."""
    return check_page(drawn_page(chance), chance)


def check_mutated(chance: random.Random, path: str = str(REAL)) -> str:
    """An excerpt of a real article, with changes."""
    return check_page(mutated(excerpt(chance.choice(_articles(path)), chance), chance), chance)


def main() -> int:
    """Run the command; returns 1 where there were faults."""
    real = {"mutated pages": check_mutated} if REAL.exists() else {}
    return run(__doc__, {"drawn pages": check_drawn, **real}, 10_000)


if __name__ == "__main__":
    sys.exit(main())
