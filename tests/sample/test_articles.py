"""The sample's articles link to each other, and show every kind of markup that the README promises."""

from __future__ import annotations

import re
import unicodedata

import pytest

from sample.generator.sources import Sample
from sample.generator.wikitext import link_targets
from tests.support.paths import PROJECT

KINDS = {
    "nested templates": r"\{\{[^{}]*\{\{[^{}]*\{?\}\}[^{}]*\}\}",
    "infobox with links": r"\{\{Infobox (?:[^{}]|\{\{[^{}]*\}\})*\[\[",
    "table": r"(?m)^\{\|",
    "nested table": r"(?ms)^\{\|(?:(?!^\|\}).)*^\{\|",
    "link in a table cell": r"(?m)^\|[^|\n].*?\[\[",
    "named reference": r"<ref name=[^>/]*>",
    "reference used again": r"<ref name=[^>]*/>",
    "reference with a link": r"<ref[^>/]*>(?:(?!</ref>)[^{])*\[\[",
    "reference with a template": r"<ref[^>/]*>\{\{",
    "file with a linked caption": r"\[\[(?:File|Image):(?:[^\[\]]|\[\[[^\[\]]*\]\])*\[\[",
    "gallery": r"<gallery",
    "link trail": r"\]\][a-z]",
    "quotes between link and letters": r"\]\]''+s\b",
    "saved pipe trick": r"\[\[[^\[\]|]+\|\]\]",
    "section link": r"\[\[[^\[\]|:]+#[^\[\]]*\]\]",
    "disambiguation page": r"\{\{[Dd]isambiguation\b",
    "colon title": r"\[\[[A-Z0-9][\w ]*: ",
    "link to a category or file by colon": r"\[\[:(?:Category|File):",
    "bold-italic": r"'''''",
    "unbalanced quotes": r"(?m)^(?=.*'')(?:(?!'').)*''(?!')(?:(?:(?!'').)*''(?!')(?:(?!'').)*''(?!'))*(?:(?!'').)*$",
    "comment": r"<!--",
    "nowiki": r"<nowiki",
    "formula": r"<math",
    "bulleted list": r"(?m)^\*",
    "numbered list": r"(?m)^#",
    "definition list": r"(?m)^;",
    "indented line": r"(?m)^:",
    "block quote": r"<blockquote>|\{\{(?:block)?quote\n?\|",
    "HTML entity": r"&[a-zA-Z]+;|&#\d+;",
    "external link": r"\[https?://",
    "interwiki link": r"\[\[(?:wikt|wiktionary|s|commons|species):",
    "interlanguage link": r"(?m)^\[\[(?:af|ar|de|es|fr|he|hi|ja|pl|ru|zh):",
    "hatnote": r"(?i)\{\{(?:about|redirect|for|other uses|hatnote|main|further|see also|distinguish|confuse)\b",
    "lang": r"\{\{[Ll]ang(?:x?\||-)",
    "convert": r"\{\{(?:convert|cvt)\|",
    "circa": r"\{\{circa\|",
    "nowrap": r"\{\{nowrap\|",
    "non-Latin script": r"[\u0370-\u03ff\u0400-\u04ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff]{2}",
    "right-to-left text": r"[\u0590-\u05ff\u0600-\u06ff]{3}",
    "combining characters": r"[\u0300-\u036f\u05b0-\u05c7]",
    "beyond the basic plane": r"[\U00010000-\U0010ffff]",
    "single newline inside a paragraph": r"(?m)^[A-Z][^\n]{60,}[.,]\n[A-Z\[][^\n]{30,}",
    "paragraph that starts with a link": r"(?m)^\[\[(?!\w+:)",
    "template between sentences": r"\. \{\{[^{}]*\}\} [A-Z\[]",
    "magic word": r"__[A-Z]+__|\{\{(?:formatnum|#expr|#tag|DEFAULTSORT):",
    "HTML tag in text": r"<(?:br|su[bp]|span|code)\b",
}


def resolve(title: str, redirects: dict[str, str]) -> str | None:
    """The end of a chain of redirects; None where it is a cycle."""
    seen = set()
    while title in redirects:
        if title in seen:
            return None
        seen.add(title)
        title = redirects[title].partition("#")[0]
    return title


def test_redirects_lead_somewhere_except_one_cycle(sample: Sample) -> None:
    ends = {title: resolve(title, sample.redirects) for title in sample.redirects}
    assert {title for title, end in ends.items() if end is None} == {"Natural philosopher", "Natural philosophers"}
    known = {source.header["title"] for source in sample.articles} | set(sample.types)
    assert {end for end in ends.values() if end is not None} <= known
    chains = [
        title for title, target in sample.redirects.items() if ends[title] not in (None, target.partition("#")[0])
    ]
    assert len(chains) >= 5
    linked = {target for source in sample.articles for target in link_targets(source.text)}
    assert linked & set(chains)
    assert "Natural philosopher" in linked


def test_articles_link_and_their_targets_have_types(sample: Sample) -> None:
    types = sample.types | {source.header["title"]: source.header.get("class", "") for source in sample.articles}
    links = typed = 0
    for source in sample.articles:
        targets = link_targets(source.text)
        assert len(targets) >= 5, source.where
        links += len(targets)
        typed += sum(bool(types.get(resolve(target, sample.redirects) or "")) for target in targets)
    assert 0.6 <= typed / links <= 0.9


def test_articles_link_to_each_other(sample: Sample) -> None:
    titles = {source.header["title"] for source in sample.articles}
    linked = {
        resolve(target, sample.redirects)
        for source in sample.articles
        for target in link_targets(source.text) - {source.header["title"]}
    }
    assert len(titles & linked) >= 0.8 * len(titles)


def test_one_link_is_decomposed(sample: Sample) -> None:
    texts = [source.text for source in sample.articles]
    assert any(unicodedata.normalize("NFD", "[[Göttingen]]") in text for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_markup_is_there(kind: str, sample: Sample) -> None:
    assert sum(bool(re.search(KINDS[kind], source.text)) for source in sample.articles) >= 3


def test_readme_names_articles_that_show_each_kind(sample: Sample) -> None:
    texts = {source.where: source.text for source in sample.articles}
    rows = re.findall(r"(?m)^\| ([^|`]+) \| (`articles/[^|]*) \|$", (PROJECT / "sample" / "README.md").read_text())
    assert [kind for kind, _ in rows] == list(KINDS)
    for kind, places in rows:
        for where in re.findall(r"`([^`]+)`", places):
            assert re.search(KINDS[kind], texts[where]), (kind, where)
