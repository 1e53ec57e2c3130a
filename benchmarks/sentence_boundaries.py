"""Sentence boundaries of three splitters, against a person's: what is drawn, and the scores of what was read.

    python -m benchmarks.sentence_boundaries --real ../shared --draw        # candidates, to be judged
    python -m benchmarks.sentence_boundaries --real ../shared               # the table

Paragraphs are drawn by hash until they have enough sentences. A candidate is a place where one of the splitters cuts,
or where none does and the reader would: `benchmarks/judgements/sentence-boundaries.tsv` has a line for each, with the
reader's verdict (1: a sentence ends here). A row is right where it is one sentence of the reader's, neither less nor
more. A second table has the rows of `rows-*.tsv`, which were read as rows: of the fragment and of a dump that is not at
hand.

It needs pysbd, whose wheel brings a package `benchmarks` that would hide this one: install it to a folder of its own
(`pip install --no-deps --target FOLDER pysbd`), delete `FOLDER/benchmarks`, and put the folder on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.extraction.__main__ import read_pages
from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from schemas.chance import uniform
from schemas.markdown import table
from wiki.dump.pages import read_siteinfo
from wiki.sentences.conventions import conventions
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_training import train_punkt
from wiki.sentences.split import sentencex_splitter
from wiki.wikitext.paragraphs import extract_paragraphs

PLACES = JUDGEMENTS / "sentence-boundaries.tsv"
ROWS = sorted(JUDGEMENTS.glob("rows-*.tsv"))
"""Tables of rows that were read as rows."""
_LEARNT, _ANEW = 16, 18
DRAWS = {
    "en": ("en", _LEARNT, 200),
    "en, again": ("en", _LEARNT + 1, 200),
    "en, anew": ("en", _ANEW, 200),
    "de": ("de", _LEARNT, 100),
    "fr": ("fr", _LEARNT, 100),
    "it": ("it", _LEARNT, 100),
    "ru": ("ru", _LEARNT, 100),
}
"""Language, seed and number of rows. Rules were mended by what was read of all draws but the one called anew."""
_WRONG = ("rows", "wrong", "share wrong (95 %)")
_AROUND = 30
_NEAR = 8
"""Characters on each side of a judged place by which it is found again."""


class Drawn(NamedTuple):
    """A paragraph, and where each splitter begins a new sentence in it."""

    page: str
    number: int
    text: str
    starts: dict[str, list[int]]


class Row(NamedTuple):
    """A row of `sentences` as a person found it; the fields are the columns of the file."""

    draw: str
    title: str
    begins: str
    ends: str
    after: str
    """How the next row of the paragraph begins."""
    verdict: str
    """`ok`, `cut` within a sentence, or `joined` of several."""
    note: str


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.sentence_boundaries",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--real", required=True, help="folder with `real` and `languages`")
    parser.add_argument("--draw", action="store_true", help="print the candidates with an empty verdict")
    options = parser.parse_args()
    if options.draw:
        _print_candidates(Path(options.real))
    else:
        print(_table(Path(options.real)), rows_read(), sep="\n\n")


def draw(real: Path, name: str) -> list[Drawn]:
    """The paragraphs of a draw, in the order of their hashes, until Punkt finds enough sentences in them."""
    lang, seed, enough = DRAWS[name]
    dump = real / ("real/enwiki-sample-pages-articles.xml.bz2" if lang == "en" else f"languages/{lang}/wiki.xml.bz2")
    site = read_siteinfo(str(dump))
    paragraphs = [
        (page.title, number, paragraph.text)
        for page in read_pages(dump, site)
        for number, paragraph in enumerate(extract_paragraphs(page.text, page.title, site).paragraphs)
    ]
    texts = [text for *_, text in paragraphs]
    splitters: dict[str, Callable[[str], Sequence[int]]] = {
        "punkt": punkt_splitter(train_punkt(texts, usual=True), conventions(lang)),
        "punkt of NLTK": punkt_splitter(train_punkt(texts)),
        "sentencex": sentencex_splitter(lang),
        "pysbd": _pysbd_splitter(lang),
    }
    drawn: list[Drawn] = []
    rows = 0
    for page, number, text in sorted(paragraphs, key=lambda each: uniform(seed, lang, each[0], each[1])):
        if rows >= enough:
            break
        if "\n" not in text:
            drawn.append(Drawn(page, number, text, {name: list(split(text)) for name, split in splitters.items()}))
            rows += len(drawn[-1].starts["punkt"]) + 1
    return drawn


def _pysbd_splitter(lang: str) -> Callable[[str], list[int]]:
    try:
        import pysbd  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        sys.exit("pysbd is not installed here; --help says how to put it on PYTHONPATH")
    segmenter = pysbd.Segmenter(language=lang, clean=False)

    def split(text: str) -> list[int]:
        starts, position = [], 0
        for sentence in segmenter.segment(text):
            found = text.find(sentence.strip(), position)
            if found > 0:
                starts.append(found)
            position = max(position, found) + len(sentence.strip())
        return starts

    return split


def _ends(text: str, starts: Sequence[int]) -> list[int]:
    """Where the sentences but the last end, the space behind them not counted: the same whatever cut there."""
    return sorted({len(text[:start].rstrip()) for start in starts})


def _candidates(drawn: Drawn) -> Iterator[tuple[int, str]]:
    by_place: dict[int, list[str]] = {}
    for name, starts in drawn.starts.items():
        for place in _ends(drawn.text, starts):
            by_place.setdefault(place, []).append(name)
    for place, names in sorted(by_place.items()):
        yield place, "all" if len(names) == len(drawn.starts) else ", ".join(names)


def _print_candidates(real: Path) -> None:
    # Not to the file, which has the verdicts of all that was read.
    out = csv.writer(sys.stdout, "excel-tab", lineterminator="\n")
    out.writerow(["draw", "page", "paragraph", "place", "cut by", "context", "sentence ends"])
    for lang in DRAWS:
        for each in draw(real, lang):
            for place, names in _candidates(each):
                context = f"{each.text[max(0, place - _AROUND) : place]}|{each.text[place : place + _AROUND]}"
                out.writerow([lang, each.page, each.number, place, names, context, ""])


def _judged() -> dict[tuple[str, str, int], list[tuple[int, str]]]:
    """The places of each paragraph where a sentence ends, with the text around them, a bar at the place."""
    ends: dict[tuple[str, str, int], list[tuple[int, str]]] = {}
    with PLACES.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, dialect="excel-tab"):
            places = ends.setdefault((row["draw"], row["page"], int(row["paragraph"])), [])
            if row["sentence ends"] == "1":
                places.append((int(row["place"]), row["context"]))
    return ends


def _place_today(text: str, place: int, context: str) -> int:
    """Where a judged place is in the text, which may have other words before it, and on one side of it, than it had."""
    bar = min(place, _AROUND)
    before, after = context[:bar][-_NEAR:], context[bar + 1 :][:_NEAR]
    for left, right in ((before, after), (before, ""), ("", after)):
        if found := [at.start() + len(left) for at in re.finditer(re.escape(left + right), text)]:
            return min(found, key=lambda at: abs(at - place))
    return place


def _table(real: Path) -> str:
    judged = _judged()
    found = []
    for lang in DRAWS:
        paragraphs = draw(real, lang)
        for name in paragraphs[0].starts:
            rows = wrong = false = missed = 0
            for each in paragraphs:
                places = judged.get((lang, each.page, each.number), [])
                right = {_place_today(each.text, place, context) for place, context in places}
                cuts = set(_ends(each.text, each.starts[name]))
                false += len(cuts - right)
                missed += len(right - cuts)
                spans, true = (_spans(places, len(each.text)) for places in (cuts, right))
                rows += len(spans)
                wrong += len(spans - true)
            found.append((lang, name, rows, wrong, rate(wrong, rows), false, missed))
    return table(["draw", "splitter", *_WRONG, "false cuts", "cuts missed"], found, names=2)


def rows_read() -> str:
    """How many rows of each draw that was read as rows are wrong, cut or joined."""
    found = []
    judged = [row for path in ROWS for row in read_judgements(path, Row, ("ok", "cut", "joined"))]
    for name in dict.fromkeys(row.draw for row in judged):
        verdicts = Counter(row.verdict for row in judged if row.draw == name)
        rows, wrong = verdicts.total(), verdicts.total() - verdicts["ok"]
        found.append((name, rows, wrong, rate(wrong, rows), verdicts["cut"], verdicts["joined"]))
    return table(["draw", *_WRONG, "cut", "joined"], found)


def _spans(ends: set[int], length: int) -> set[tuple[int, int]]:
    edges = [0, *sorted(ends), length]
    return set(pairwise(edges))


if __name__ == "__main__":
    main()
