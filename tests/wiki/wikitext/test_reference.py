"""The scan agrees with the careful reader, and with MediaWiki's own rendering of real articles."""

from __future__ import annotations

import bz2
import gzip
import json
import random
import re
from collections import Counter
from html import unescape
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fuzz.pages import SITE
from benchmarks.fuzz.paragraphs import check_sane, check_soup, check_text
from tests.support.reference_reader import reference_paragraphs
from wiki.site.link_targets import link_title
from wiki.site.siteinfo import SiteInfo, parse_siteinfo
from wiki.wikitext.paragraphs import extract_paragraphs, scan_inline
from wiki.wikitext.patterns import grammar
from wiki.wikitext.reference import read_inline


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**63))
def test_soup_keeps_its_promises(seed: int) -> None:
    check_soup(random.Random(seed))


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    check_text(text)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**63))
def test_scan_agrees_with_the_reference(seed: int) -> None:
    check_sane(random.Random(seed))


def _articles(real: Path) -> tuple[SiteInfo, dict[str, str]]:
    xml = bz2.decompress((real / "enwiki-sample-pages-articles.xml.bz2").read_bytes()).decode()
    pages = re.findall(r"<title>(.*?)</title>.*?<text[^>]*>(.*?)</text>", xml, re.DOTALL)
    return parse_siteinfo(xml[:20_000], "sample"), {unescape(title): unescape(text) for title, text in pages}


def _anchors(
    title: str, paragraphs: list[tuple[str, list[tuple[int, int, str]]]], site: SiteInfo
) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for text, anchors in paragraphs:
        for start, end, target in anchors:
            canonical = link_title(target, site)
            if canonical and canonical != title:
                found[" ".join(text[start:end].split()), canonical] += 1
    return found


def test_real_articles_as_mediawiki_renders_them(real: Path) -> None:
    site, pages = _articles(real)
    equal = wanted = slow = paragraphs = 0
    hits = got = asked = 0
    with gzip.open(real / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for truth in map(json.loads, lines):
            title = truth["title"]
            extraction = extract_paragraphs(pages[title], title, site, inline_templates=False)
            right = [
                (p["text"], [(a["start"], a["end"], a["target"]) for a in p["anchors"]]) for p in truth["paragraphs"]
            ]
            ours = [(p.text, [(a.start, a.end, a.target) for a in p.anchors]) for p in extraction.paragraphs]
            expected = Counter(" ".join(text.split()) for text, _ in right)
            equal += sum((expected & Counter(text for text, _ in ours)).values())
            wanted += sum(expected.values())
            slow += extraction.slow
            paragraphs += len(ours)
            a, b = _anchors(title, right, site), _anchors(title, ours, site)
            hits, got, asked = hits + sum((a & b).values()), got + sum(b.values()), asked + sum(a.values())
    assert equal / wanted >= 0.995
    assert 2 * hits / (got + asked) >= 0.998
    assert slow / paragraphs <= 0.02


def test_real_articles_as_the_reference_reads_them(real: Path) -> None:
    site, pages = _articles(real)
    articles = [(title, text) for title, text in sorted(pages.items()) if not text.upper().startswith("#REDIRECT")]
    for title, text in articles[::3]:
        found = extract_paragraphs(text, title, site, inline_templates=False).paragraphs
        assert [each._replace(problems=()) for each in found] == reference_paragraphs(text, title, site)


def test_reference_reads_what_the_scan_leaves() -> None:
    rules = grammar(SITE)
    for markup in ("[[a|b [[c]] d]]", "l'''amour'' x", "[[a<b]]"):
        assert scan_inline(markup, "Page", rules) is None
        assert read_inline(markup, "Page", rules).text
