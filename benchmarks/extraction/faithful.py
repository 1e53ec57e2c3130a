"""Sentences that are faithful, reported or silently wrong: `python -m benchmarks.extraction.faithful REAL LANGUAGES`.

REAL is a folder with `enwiki-sample-pages-articles.xml.bz2` and MediaWiki's own rendering of its articles,
`truth.jsonl.gz`, in which templates expand to nothing; LANGUAGES has a folder for each language with `wiki.xml.bz2` and
`truth.jsonl.gz`. The extraction runs without inline templates, so that the problem `template`, which each template that
shows words then has, says nothing here and is not counted as a report.

Sentences of both sides are compared page by page, in their order, each with its links. Of the places where they differ,
as many sentences are wrong as the longer side has; those are reported whose text has a problem.

`--examples N` prints sentences that are silently wrong. `--templates` prints what readers found of sentences whose
words come from templates; `--sample N --seed S` draws such sentences, to be read beside their wikitext.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.extraction.__main__ import read_pages
from benchmarks.extraction.templates_judged import draw, readings, whole_dump
from schemas.markdown import share, table
from schemas.records import Anchor, Paragraph
from wiki.dump.pages import read_siteinfo
from wiki.sentences.split import sentencex_splitter, split_sentences
from wiki.site.link_targets import link_title
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs


class Compared(NamedTuple):
    """A sentence as it is compared: its words and its links to articles, (surface, target)."""

    text: str
    links: tuple[tuple[str, str], ...]


class Faith(NamedTuple):
    """How the sentences of a wiki fare."""

    sentences: int
    """Sentences of the truth."""
    reported: int
    """Wrong, and said."""
    silent: list[tuple[str, list[str], list[str]]]
    """Wrong and not said: the title, the sentences of the truth and ours, of each place."""
    wrong: int
    """Wrong and not said, sentences."""
    in_vain: int
    """Faithful, with a problem."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("real", type=Path)
    parser.add_argument("languages", type=Path)
    parser.add_argument("--examples", type=int, default=0, metavar="N")
    parser.add_argument("--templates", action="store_true")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dump = options.real / "enwiki-sample-pages-articles.xml.bz2"
    if options.templates:
        print(readings(), whole_dump(), sep="\n\n")
        return
    wikis = {"en": (dump, options.real / "truth.jsonl.gz")}
    for folder in sorted(options.languages.iterdir()):
        if folder.is_dir():
            wikis[folder.name] = (folder / "wiki.xml.bz2", folder / "truth.jsonl.gz")
    if options.sample:
        for dump, _ in wikis.values():
            for drawn, text, wikitext in draw(dump, options.seed, options.sample):
                print(*drawn[:4], sep="\t", end=f"\n  ours: {text}\n  page: {wikitext}\n")
        return
    rows = []
    for lang, (dump, truth) in wikis.items():
        each = faith(dump, truth)
        right = each.sentences - each.reported - each.wrong
        counts = (right, each.reported, each.wrong)
        cells = [f"{number:,} ({share(number, each.sentences)})" for number in counts]
        rows.append([lang, f"{each.sentences:,}", *cells, f"{each.in_vain:,}"])
        for title, theirs, ours in each.silent[: options.examples]:
            print(f"{lang}: {title}\n  page: {theirs}\n  ours: {ours}")
    print(table(["wiki", "sentences", "faithful", "reported", "silently wrong", "faithful, with a problem"], rows))


def faith(dump: Path, truth: Path) -> Faith:
    """The sentences of the articles of a dump against those of the truth."""
    site = read_siteinfo(str(dump))
    with gzip.open(truth, "rt", encoding="utf-8") as lines:
        articles: dict[str, Any] = {article["title"]: article for article in map(json.loads, lines)}
    sentences = reported = wrong = in_vain = 0
    silent = []
    for page in read_pages(dump, site):
        if page.title not in articles:
            continue
        theirs = [each for each, _ in _sentences(_truth(articles[page.title]), page.title, site)]
        paragraphs = extract_paragraphs(page.text, page.title, site, inline_templates=False).paragraphs
        ours = list(_sentences(paragraphs, page.title, site))
        sentences += len(theirs)
        matcher = SequenceMatcher(None, theirs, [each for each, _ in ours], autojunk=False)
        for kind, i, j, k, m in matcher.get_opcodes():
            flagged = sum(said for _, said in ours[k:m])
            if kind == "equal":
                in_vain += flagged
                continue
            here = max(j - i, m - k)
            reported += min(flagged, here)
            wrong += here - min(flagged, here)
            if flagged < here:
                silent.append((page.title, [each.text for each in theirs[i:j]], [each.text for each, _ in ours[k:m]]))
    return Faith(sentences, reported, silent, wrong, in_vain)


def _truth(article: dict[str, Any]) -> Iterator[Paragraph]:
    for paragraph in article["paragraphs"]:
        yield Paragraph("", paragraph["text"], [Anchor(**anchor) for anchor in paragraph["anchors"]])


def _sentences(paragraphs: Iterable[Paragraph], title: str, site: SiteInfo) -> Iterator[tuple[Compared, bool]]:
    """Each sentence, and whether it has a problem."""
    splitter = sentencex_splitter(site.lang)
    for paragraph in paragraphs:
        for text, anchors, problems, _ in split_sentences(paragraph, splitter):
            links = tuple(
                (" ".join(text[start:end].split()), target)
                for start, end, written in anchors
                if (target := link_title(written, site)) and target != title
            )
            said = any(each.code != "template" for each in problems)
            yield Compared(" ".join(text.split()), links), said


if __name__ == "__main__":
    main()
