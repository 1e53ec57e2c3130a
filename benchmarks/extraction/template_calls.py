"""Template calls with what a reader sees: `python -m benchmarks.extraction.template_calls [--wrong]`.

`benchmarks/judgements/template-calls.tsv` has sentences of one or a few calls, as they occur in articles, each with
what the page shows. Those of the first two tables were written by one person from knowledge of the wikis: the `first`
table without a look at the rules, the `second` after they had been mended by the first. Those of the `third` stand in
real pages that nobody had read, kept as test data of other programs; they are shortened to the clause around the
calls, without footnotes. The `fourth` has more of two of those pages, read after the rules were mended by the third.
The `fifth`, the `sixth` and the `seventh` are as the third, of other pages. So is the `eighth`, of Chinese ones, and
the `ninth`, whose writer knew the rules.
The `tenth` is as the first, of seven other wikis, with a few calls of their pages.
The `eleventh` is as the third, of wikis in ten other languages; the `twelfth` is as the first, for the same ten.
The `thirteenth` is as the eighth, of other Chinese pages, by a reader who knew neither the rules nor the two tables;
what the page shows is corrected in the years of persons, where the reader and not the rule was wrong.
The `fourteenth` is as the third, of English pages that other programs keep or quote, by a reader who knew the rules,
which did not change while it was made; where a quotation ends within a sentence its end is made up.
Calls whose words the writer did not know for certain have `no` in `sure` and are not counted.

What is between ⟦ and ⟧ may be left out: the quantity in other units, pronunciation, marks of doubt and of articles in
other languages. `?` stands for what nobody can know from the wikitext (an age of today) or is expected to be said: only
a problem is right there.

A sentence is `right`; `said`, where it has a problem; or silently `wrong`. The column `verdict` is what it was when its
table was first run, before any rule was mended by it. Spaces of all widths are equal, so are straight and curly
apostrophes, and the slash of a fraction is a slash.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from schemas.markdown import table
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs

VERDICTS = ("right", "said", "wrong")
TABLES = {
    "first": "written from knowledge, eleven wikis",
    "second": "the same, after that was mended",
    "third": "of 81 pages: en, ja, fr, ru, de",
    "fourth": "more of two of these pages",
    "fifth": "of 47 other pages: en, ru, fr, de",
    "sixth": "of some 165 others: en, of which 107 of 2006, fr, ja, de, ru",
    "seventh": "of some 50 others: en, fr",
    "eighth": "of 45 Chinese pages",
    "ninth": "of 40 others, by who wrote the rules",
    "tenth": "es, pt, ca, nl, sv, da, no: written, ten calls of pages",
    "eleventh": "pl, cs, uk, ko, vi, fi, fa, he, bg, el: of pages",
    "twelfth": "the same, written",
    "thirteenth": "of other Chinese pages",
    "fourteenth": "of some 80 English pages kept or quoted by programs",
}
"""What the sentences of each table are."""
_FOLD = str.maketrans({"‘": "'", "’": "'", "⁄": "/"})
_may_be_left_out = re.compile("⟦(.*?)⟧")


class Call(NamedTuple):
    """A sentence of the file; the fields are the columns."""

    table: str
    """Its name: `first` and so on."""
    lang: str
    """Language of the wiki."""
    sure: str
    """`yes`, or `no` where the writer was not certain."""
    markup: str
    shown: str
    """What a reader of the page sees."""
    verdict: str
    """What it was when the table was first run."""


class Judged(NamedTuple):
    """A call and what the extraction makes of it today."""

    call: Call
    text: str
    verdict: str


def read_calls() -> list[Call]:
    """All calls of the file."""
    return read_judgements(JUDGEMENTS / "template-calls.tsv", Call, VERDICTS)


def judge(call: Call) -> Judged:
    """What the extraction makes of a call."""
    site = SiteInfo(f"{call.lang}wiki", call.lang, True, ((6, "File"), (10, "Template"), (14, "Category")))
    paragraphs = extract_paragraphs(call.markup, "Page", site).paragraphs
    text = " ".join(_folded(each.text) for each in paragraphs)
    if any(each.problems for each in paragraphs):
        return Judged(call, text, "said")
    return Judged(call, text, "right" if text in accepted(call.shown) else "wrong")


def _folded(text: str) -> str:
    return " ".join(text.translate(_FOLD).split())


def accepted(shown: str) -> set[str]:
    """The texts that are faithful to what is shown."""
    pieces = _may_be_left_out.split(shown)
    choices = [(piece, "") if number % 2 else (piece,) for number, piece in enumerate(pieces)]
    return {_folded("".join(choice)) for choice in product(*choices)}


def figures(calls: Iterable[tuple[str, str]]) -> list[list[str]]:
    """A row for each language, and one for all, of (language, verdict)."""
    counts: dict[str, Counter[str]] = {}
    for lang, verdict in calls:
        counts.setdefault(lang, Counter())[verdict] += 1
        counts.setdefault("all", Counter())[verdict] += 1
    rows = []
    for lang, each in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0] != "en", item[0])):
        wrong = rate(each["wrong"], each["right"] + each["wrong"])
        rows.append([lang, str(each.total()), *(str(each[verdict]) for verdict in VERDICTS), wrong])
    return rows


def summary() -> str:
    """A row for each table: its verdicts at the first run and today, and what was silently wrong then (95 %)."""
    calls = [call for call in read_calls() if call.sure == "yes"]
    rows = []
    for name, about in TABLES.items():
        here = [call for call in calls if call.table == name]
        first = Counter(call.verdict for call in here)
        english = Counter(call.verdict for call in here if call.lang == "en")
        today = Counter(judge(call).verdict for call in here)
        counts = (first.total(), _verdicts(first), _wrong(first), _wrong(english), _verdicts(today))
        rows.append((name, about, *counts))
    first_run = "first run: right, said, wrong"
    wrong = "wrong of the unflagged (95 %)"
    head = ["table", "what", "sentences", first_run, wrong, "of the English ones", "today: right, said, wrong"]
    return table(head, rows, names=2)


def _verdicts(counts: Counter[str]) -> str:
    return ", ".join(str(counts[verdict]) for verdict in VERDICTS)


def _wrong(counts: Counter[str]) -> str:
    unflagged = counts["right"] + counts["wrong"]
    return f"{counts['wrong']} of {unflagged}, {rate(counts['wrong'], unflagged)}" if unflagged else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true", help="print the calls that are silently wrong or said today")
    options = parser.parse_args()
    header = ["wiki", "sentences", "right", "said", "silently wrong", "wrong of the unflagged (95 %)"]
    print(summary())
    calls = [call for call in read_calls() if call.sure == "yes"]
    for name in TABLES:
        here = [judge(call) for call in calls if call.table == name]
        if options.wrong:
            for each in here:
                if each.verdict != "right":
                    print(f"{each.verdict} {each.call.lang}: {each.call.markup}")
                    print(f"  page: {each.call.shown}\n  ours: {each.text}")
        print(f"\nThe {name} table, as it was first run\n")
        print(table(header, figures((each.call.lang, each.call.verdict) for each in here)))
        print(f"\nThe {name} table, today\n")
        print(table(header, figures((each.call.lang, each.verdict) for each in here)))


if __name__ == "__main__":
    main()
