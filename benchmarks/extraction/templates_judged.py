"""Sentences whose words come from templates: drawn by hash to be read beside their wikitext, and what readers found.

`benchmarks/judgements/templates.tsv` has a line for each sentence that was read of the real fragment and the ten other
wikis, `templates-again.tsv` for those of the same that another reader drew later, who knew no rule and no verdict, and
`templates-enwik8.tsv` of a dump of 2006 that nobody had read. Their verdicts:

- `faithful`: the words are those of the page. The quantity in other units, which `convert` shows in brackets, pictures
  and pronunciation are left out on purpose;
- `reported`: it is not, and it has a problem;
- `wrong`: words are missing, other words than on the page, or garbled, and no problem says so.

A note that begins with `mended:` says what was silently wrong when the sentence was read; the verdict is today's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.extraction.__main__ import read_pages
from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from schemas.chance import uniform
from schemas.markdown import table
from schemas.records import Page, Paragraph
from wiki.dump.pages import read_siteinfo
from wiki.sentences.split import Splitter, sentencex_splitter, split_sentences
from wiki.wikitext.paragraphs import extract_paragraphs

VERDICTS = ("faithful", "reported", "wrong")
_SHOWN = 60
"""Code points of a sentence in the file of judgements."""
_AROUND = 80
_MENDED = "mended:"
DRAWS = {"first": 425, "second": 254, "third": 293}
"""Sentences of the draws of `templates-enwik8.tsv`, which has one behind the other."""
_note = re.compile(r"<ref[^<>]*/>|<ref[^<>]*>.*?</ref>|<!--.*?-->", re.DOTALL | re.IGNORECASE)


class Judged(NamedTuple):
    """A sentence that was read; the fields are the columns of the file."""

    lang: str
    """Language of the wiki."""
    page_id: int
    paragraph: int
    sentence: int
    text: str
    """The beginning of the sentence."""
    verdict: str
    note: str


class Drawn(NamedTuple):
    """A sentence to be read."""

    judged: Judged
    text: str
    """The whole sentence."""
    wikitext: str
    """The part of the page that it seems to come from, without footnotes."""


def read_judged(name: str = "templates") -> list[Judged]:
    """The sentences that were read, of a file by its name."""
    return read_judgements(JUDGEMENTS / f"{name}.tsv", Judged, VERDICTS)


def draw(dump: Path, seed: int, number: int) -> Iterator[Drawn]:
    """So many sentences without a problem that read differently without templates, by hash."""
    site = read_siteinfo(str(dump))
    splitter = sentencex_splitter(site.lang)
    pool = []
    for page in read_pages(dump, site):
        without = {
            text
            for *_, text in _sentences(
                extract_paragraphs(page.text, page.title, site, inline_templates=False).paragraphs, splitter
            )
        }
        found = extract_paragraphs(page.text, page.title, site).paragraphs
        for paragraph, sentence, flagged, text in _sentences(found, splitter):
            if not flagged and text not in without:
                place = (page.page_id, paragraph, sentence)
                shown = re.sub(r"\s", " ", text[:_SHOWN])
                pool.append((uniform(seed, "templates", *place), Judged(site.lang, *place, shown, "", ""), text, page))
    for _, judged, text, page in sorted(pool, key=lambda each: each[0])[:number]:
        yield Drawn(judged, text, _wikitext(text, page))


def _sentences(paragraphs: list[Paragraph], splitter: Splitter) -> Iterator[tuple[int, int, bool, str]]:
    """Each sentence with the number of its paragraph, its own, and whether it has a problem."""
    for number, paragraph in enumerate(paragraphs):
        for place, (text, _, problems, _) in enumerate(split_sentences(paragraph, splitter)):
            yield number, place, bool(problems), text


def _wikitext(text: str, page: Page) -> str:
    words = Counter(re.findall(r"\w+", text))
    lines = _note.sub("", page.text).split("\n")
    line = max(lines, key=lambda each: (sum((words & Counter(re.findall(r"\w+", each))).values()), -len(each)))
    blocks = [
        block for block in SequenceMatcher(None, text, line, autojunk=False).get_matching_blocks() if block.size > 4
    ]
    if not blocks:
        return line
    start = max(0, blocks[0].b - blocks[0].a - _AROUND)
    return line[start : blocks[-1].b + blocks[-1].size + _AROUND]


def readings() -> str:
    """The sentences of the fragment and the ten wikis that are silently wrong, as they were read and today (95 %)."""
    rows = []
    for file, by in (("templates", ""), ("templates-again", ", by who knew no rule")):
        judged = read_judged(file)
        for name, english in (("English", True), ("other languages", False)):
            here = [each for each in judged if (each.lang == "en") == english]
            unflagged = [each for each in here if each.verdict != "reported"]
            today = sum(each.verdict == "wrong" for each in unflagged)
            rows.append((name + by, *_wrong_as_read(here), len(unflagged), today, rate(today, len(unflagged))))
    now = ["without a problem today", "wrong today", "share"]
    return table(["sentences", "read", "wrong as read", "share", *now], rows)


def whole_dump() -> str:
    """The sentences of a whole dump that were silently wrong when they were read, by draw (95 %)."""
    judged = read_judged("templates-enwik8")
    left = iter(judged)
    rows = [(name, *_wrong_as_read(list(islice(left, number)))) for name, number in DRAWS.items()]
    return table(["draw", "sentences", "silently wrong", "share (95 %)"], [*rows, ("all", *_wrong_as_read(judged))])


def _wrong_as_read(judged: list[Judged]) -> tuple[int, int, str]:
    wrong = sum(each.verdict == "wrong" or each.note.startswith(_MENDED) for each in judged)
    return len(judged), wrong, rate(wrong, len(judged))
