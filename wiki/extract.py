"""Text of a dump, XML or HTML, as JSON lines: `wiki-ner extract DUMP [-o OUT.jsonl.gz] [--limit N] [--workers N]`.

A line is an article, in the order of the dump whatever the number of workers:

    {"page_id": 12, "rev_id": 345, "title": "Anarchism", "paragraphs": [{"section": "", "text": "Anarchism is a ...",
     "anchors": [{"start": 15, "end": 35, "target": "Political philosophy"}], "problems": []}]}

`text[start:end]` is an anchor's surface, in code points, and `target` the canonical title it links to. A problem is a
place that could not be rendered faithfully, {"start": 4, "end": 4, "code": "formula"}; that of a template has its
"name" too. Of HTML the words that a template gave are told among them, with the code "from-template": nothing is wrong
with these. Redirects and pages that are not articles have no line.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import shutil
import sys
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np

from schemas.commands import complain, progress_display, run_command, standard_output
from schemas.errors import InputError, printable, quoted
from schemas.new_place import new_place
from schemas.problems import GIVEN, PROBLEMS
from schemas.records import TRUNCATED, Page, Paragraph, Reject
from schemas.storage import size
from schemas.text_table import duration_text
from wiki.articles import extract_article, read_articles
from wiki.dump.enterprise import pages_of, read_lines, read_record, record_ids, superseded
from wiki.dump.pages import Split, plan_splits, read_dump_head
from wiki.dump.siteinfo_check import HeadCheck
from wiki.site.siteinfo import ARTICLE, SiteInfo
from wiki.worker_pool import WorkerLostError, map_in_order

_STANDARD_INPUT = "-"
_SPLIT_MB = 4.0
_BATCH_CHARACTERS = 8 << 20
"""Characters of wikitext that go to a worker at once where the dump is gzip, which cannot be split."""
_NAME: Final = "wiki-ner extract"
_INCOMPLETE: Final = 1
_REJECT_LINE = 200
_OUTCOMES = ("article", "redirect", "other-namespace", "other-content-model", "superseded")
"""What pages are counted as that were read."""
_NAMED_PAGES = 5
"""Pages that are named for a problem."""
_NAMED_TEMPLATES = 10
"""Templates, functions among them, that are named as the most frequent ones whose words are missing."""


class _Records(NamedTuple):
    """Records of an HTML dump, as they stand in it."""

    lines: list[bytes]


class _Work(NamedTuple):
    """What a worker turns into lines: a split, or, where the dump cannot be split, pages or records of an HTML dump."""

    source: Split | list[Page] | _Records
    rejects: list[Reject]
    counts: Counter[str]
    """Outcomes of the pages that the main process read before it handed them over; `rejects` are theirs too."""
    bytes_done: int
    """Compressed bytes of the dump that this work stands for."""
    head: HeadCheck | None = None
    """Where it is the first work of an export, what its head is compared with the articles by."""


class _Article(NamedTuple):
    """What became of the article of a line."""

    title: str
    problems: Counter[tuple[str, str]]
    """How often it has each problem, by code and name."""
    rejects: int
    """Rejects of its piece of work that came before it."""


class _Lines(NamedTuple):
    """Lines of a piece of work, and what became of its pages."""

    data: bytes
    rejects: list[Reject]
    counts: Counter[str]
    bytes_done: int
    articles: list[_Article]
    """One for each line."""
    head: HeadCheck | None
    """That of the work, when it has read the articles."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 for success, 1 where the dump is cut short or damaged (what could be read is written), where all its pages were
    rejected, where the text has a problem that `--fail-on` names (all is written) or where a worker was killed (nothing
    is), 40 for input or output that cannot be used, 130 where the run was interrupted, 141 where the reader of its
    output went away.
    """
    options = _options(arguments)

    def work() -> int:
        try:
            why = _run(options)
        except WorkerLostError:
            why = "a worker was killed, most likely because memory ran out; try fewer --workers"
            return complain(_NAME, why, _INCOMPLETE)
        return complain(_NAME, f"{options.dump}: {why}", _INCOMPLETE) if why else 0

    return run_command(_NAME, work, options.output)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=_NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "dump",
        metavar="DUMP",
        help="pages-articles dump: .xml, .xml.bz2 (multistream or not), .xml.gz, or Wikimedia Enterprise's HTML dump: "
        ".json.tar.gz, .ndjson, .ndjson.gz; - for standard input, of which, as of a pipe, a temporary copy is made, "
        "since a dump is read from several places",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="file to write, compressed if it ends in .gz; else stdout"
    )
    parser.add_argument(
        "--inline-templates",
        choices=("on", "off"),
        default="on",
        help="give words to the templates that carry them ({{lang|fr|mot}}, {{convert|5|km}}); default %(default)s",
    )
    parser.add_argument(
        "--fail-on",
        type=_codes,
        default=(),
        metavar="CODE[,CODE]",
        help=f"end with status 1 where the text has one of these problems: {', '.join(PROBLEMS)}",
    )
    parser.add_argument("--limit", type=int, metavar="N", help="end after N articles")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes; default %(default)s")
    parser.add_argument(
        "--split-mb",
        type=float,
        default=_SPLIT_MB,
        metavar="MB",
        help="compressed MB of the dump that a worker reads at a time; default %(default)s",
    )
    options = parser.parse_args(arguments)
    if options.limit is not None and options.limit < 1:
        parser.error("--limit must be at least 1")
    if options.workers < 1:
        parser.error("--workers must be at least 1")
    if not 1 <= options.split_mb * 1e6 < math.inf:
        parser.error("--split-mb must be more than 0, and a finite number")
    return options


def _codes(value: str) -> tuple[str, ...]:
    codes = tuple(code.strip() for code in value.split(","))
    if unknown := [code for code in codes if code not in PROBLEMS]:
        raise argparse.ArgumentTypeError(f"no problem is called {unknown[0]!r}: choose of {', '.join(PROBLEMS)}")
    return codes


def _run(options: argparse.Namespace) -> str:
    """Extract the dump; returns why the command fails though the output is written, "" where it does not."""
    if not _is_stream(options.dump):
        return _extract(options.dump, options)
    name = "standard input" if options.dump == _STANDARD_INPUT else options.dump
    with _stream(options.dump) as stream, _copied(stream, name) as dump:
        try:
            return _extract(dump, options)
        except InputError as error:
            # The copy is gone when the message is read.
            raise InputError(str(error).replace(dump, name)) from error


def _is_stream(dump: str) -> bool:
    """Whether the dump can be read but once, from its beginning to its end: standard input, a pipe or a device."""
    return dump == _STANDARD_INPUT or Path(dump).is_fifo() or Path(dump).is_char_device()


@contextmanager
def _stream(dump: str) -> Iterator[BinaryIO]:
    """What can be read but once, open. Raises InputError for standard input that is closed."""
    if dump != _STANDARD_INPUT:
        with Path(dump).open("rb") as stream:
            yield stream
    elif sys.stdin is None:
        raise InputError("standard input is closed; give the dump as a file")
    else:
        yield sys.stdin.buffer


@contextmanager
def _copied(stream: BinaryIO, name: str) -> Iterator[str]:
    """The rest of a stream as a temporary file. Raises InputError where the file cannot hold it."""
    with tempfile.NamedTemporaryFile(prefix="wiki-ner-dump-") as copy:
        try:
            shutil.copyfileobj(stream, copy)
            copy.flush()
        except OSError as error:
            raise InputError(
                f"{tempfile.gettempdir()}: cannot hold a copy of {name} ({error.strerror}); set TMPDIR to a "
                "directory with room, or give the dump as a file"
            ) from error
        yield copy.name


def _extract(dump: str, options: argparse.Namespace) -> str:
    site, is_html = read_dump_head(dump)
    compress = bool(options.output) and options.output.endswith(".gz")
    left = options.limit
    # A compressed member cannot be cut.
    late = compress and left is not None
    convert = partial(
        _to_lines, site=site, inline_templates=options.inline_templates == "on", compress=compress and not late
    )
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    problems: dict[str, Counter[str]] = {code: Counter() for code in PROBLEMS}
    missing_words: Counter[str] = Counter()
    with (
        _output(options.output, dump) as out,
        map_in_order(convert, _units(dump, site, options, is_html=is_html), options.workers) as lines,
    ):
        show = progress_display(partial(_described, size(dump)))
        for each in lines:
            if each.head and (doubt := each.head.doubt(dump)):
                show(doubt)
            if left is not None:
                each = _first_of(each, left)
                left -= len(each.articles)
            data = each.data
            out.write(gzip.compress(data, 6, mtime=0) if late and data else data)
            counts.update(each.counts)
            for article in each.articles:
                for (code, name), number in article.problems.items():
                    problems[code][article.title] += number
                    if name:
                        missing_words[name] += number
            for reject in each.rejects:
                reasons[reject.reason] += 1
                show(_reject_line(reject))
            show("", each.bytes_done)
            if left == 0:
                break
        out.flush()
    if left == 0:
        show(f"ended after {options.limit:,} articles, as --limit says")
    else:
        show(_summary(counts))
    if wrong := {code: pages.total() for code, pages in problems.items() if pages and code != GIVEN}:
        named = ", ".join(f"{code} {number:,}" for code, number in wrong.items())
        show(f"{sum(wrong.values()):,} places could not be rendered faithfully: {named}")
    if missing_words:
        show(_most_frequent(missing_words))
    if missing := _missing(reasons):
        return f"{missing}; what could be read is written; fetch the file again"
    if reasons and not any(counts[outcome] for outcome in _OUTCOMES):
        return f"no page could be read, {_all_rejected(reasons)}"
    failing = "; ".join(_failure(code, problems[code]) for code in options.fail_on if problems[code])
    return f"{failing}; all is written" if failing else ""


def _first_of(lines: _Lines, number: int) -> _Lines:
    """At most so many of the lines, without what was rejected behind them."""
    if number > len(lines.articles):
        return lines
    articles = lines.articles[:number]
    data = b"".join(lines.data.splitlines(keepends=True)[:number])
    return lines._replace(data=data, articles=articles, rejects=lines.rejects[: articles[-1].rejects])


def _most_frequent(templates: Counter[str]) -> str:
    """The templates, functions among them, whose words are missing most often; of as many the first by name."""
    ranked = sorted(templates.items(), key=lambda each: (-each[1], each[0]))
    named = ", ".join(f"{quoted(name)} ({number:,})" for name, number in ranked[:_NAMED_TEMPLATES])
    more = ", …" if len(ranked) > _NAMED_TEMPLATES else ""
    return f"words of {len(ranked):,} {'template' if len(ranked) == 1 else 'templates'} are missing: {named}{more}"


def _failure(code: str, by_title: Counter[str]) -> str:
    """How often a problem occurs, and where most."""
    number = by_title.total()
    first = ", ".join(f"{quoted(title)} ({times:,})" for title, times in by_title.most_common(_NAMED_PAGES))
    more = "" if len(by_title) <= _NAMED_PAGES else ", …"
    places, pages = "place" if number == 1 else "places", "page" if len(by_title) == 1 else "pages"
    return f"{code} in {number:,} {places} of {len(by_title):,} {pages}: {first}{more}"


def _units(dump: str, site: SiteInfo, options: argparse.Namespace, *, is_html: bool) -> Iterator[_Work]:
    if is_html:
        return html_work_units(dump, site, whole=options.limit is None)
    return work_units(plan_splits(dump, int(options.split_mb * 1e6)), site)


def work_units(splits: list[Split], site: SiteInfo) -> Iterator[_Work]:
    """The work on a dump, in the order of the dump; together it stands for each byte of the dump once."""
    head: HeadCheck | None = HeadCheck(site)
    if splits[0].kind != "gzip":
        for split in splits:
            yield _Work(split, [], Counter(), split.size, head)
            head = None
        return
    rejects: list[Reject] = []
    counts: Counter[str] = Counter()
    pages: list[Page] = []
    characters = read = told = 0

    def advance(done: int) -> None:
        nonlocal read
        read = done

    for page in read_articles(splits[0], site, rejects.append, lambda name, _: counts.update((name,)), advance):
        pages.append(page)
        characters += len(page.text)
        if characters >= _BATCH_CHARACTERS:
            yield _Work(pages.copy(), rejects.copy(), counts.copy(), read - told, head)
            head = None
            pages.clear()
            rejects.clear()
            counts.clear()
            characters, told = 0, read
    yield _Work(pages, rejects, counts, splits[0].size - told, head)


def html_work_units(dump: str, site: SiteInfo, *, whole: bool) -> Iterator[_Work]:
    """The work on an HTML dump, in its order; together it stands for each byte of the dump once.

    Where the `whole` dump is wanted it is read twice: first, before this returns, the ids alone, so that of a page that
    is repeated the greatest revision that can be used counts, wherever it stands.
    """
    return _html_work(dump, _superseded_lines(dump, site) if whole else frozenset())


def _html_work(dump: str, old: frozenset[int]) -> Iterator[_Work]:
    rejects: list[Reject] = []
    counts: Counter[str] = Counter()
    lines: list[bytes] = []
    size_of_lines = read = told = 0

    def advance(done: int) -> None:
        nonlocal read
        read = done

    for number, line in enumerate(read_lines(dump, rejects.append, advance)):
        if number in old:
            counts["superseded"] += 1
            continue
        lines.append(line)
        size_of_lines += len(line)
        if size_of_lines >= _BATCH_CHARACTERS:
            yield _Work(_Records(lines.copy()), rejects.copy(), counts.copy(), read - told)
            lines.clear()
            rejects.clear()
            counts.clear()
            size_of_lines, told = 0, read
    yield _Work(_Records(lines), rejects, counts, size(dump) - told)


def _superseded_lines(dump: str, site: SiteInfo) -> frozenset[int]:
    """Places of the records of a dump that another record of their page takes the place of; the progress is shown."""
    places, page_ids, rev_ids = array("q"), array("q"), array("q")
    show = progress_display(partial(_described_ids, size(dump)))
    told = 0

    def advance(done: int) -> None:
        nonlocal told
        show("", done - told)
        told = done

    for number, line in enumerate(read_lines(dump, lambda _: None, advance)):
        if ids := record_ids(line, site):
            places.append(number)
            page_ids.append(ids[0])
            rev_ids.append(ids[1])
    old = superseded(np.asarray(page_ids), np.asarray(rev_ids))
    return frozenset(np.asarray(places)[old].tolist())


def _articles_of(lines: list[bytes], site: SiteInfo, rejects: list[Reject], counts: Counter[str]) -> Iterator[Page]:
    """The articles and redirects of records of an HTML dump."""
    for line in lines:
        record = read_record(line, site)
        if isinstance(record, Reject):
            rejects.append(record)
            continue
        for page in pages_of(record, site):
            if page.namespace == ARTICLE:
                yield page
            else:
                counts["other-namespace"] += 1


def _to_lines(work: _Work, *, site: SiteInfo, inline_templates: bool, compress: bool) -> _Lines:
    source, rejects, counts, bytes_done, head = work
    pages: Iterator[Page] | list[Page]
    if isinstance(source, Split):
        pages = read_articles(source, site, rejects.append, lambda name, _: counts.update((name,)))
    elif isinstance(source, _Records):
        pages = _articles_of(source.lines, site, rejects, counts)
    else:
        pages = source
    lines = []
    articles = []
    for page in pages:
        if page.redirect is not None:
            counts["redirect"] += 1
            continue
        if head and not head.done:
            head.read(page.text)
        extraction = extract_article(page, site, inline_templates=inline_templates)
        if isinstance(extraction, Reject):
            rejects.append(extraction)
            continue
        counts["article"] += 1
        counts["paragraphs"] += len(extraction.paragraphs)
        counts["anchors"] += sum(len(paragraph.anchors) for paragraph in extraction.paragraphs)
        found = Counter((each.code, each.name) for paragraph in extraction.paragraphs for each in paragraph.problems)
        articles.append(_Article(page.title, found, len(rejects)))
        lines.append(_line(page, extraction.paragraphs))
    counts["rejected"] = len(rejects)
    data = "".join(lines).encode()
    # A gzip file may consist of several members, so each worker can compress its own.
    data = gzip.compress(data, 6, mtime=0) if compress and data else data
    return _Lines(data, rejects, counts, bytes_done, articles, head)


def _line(page: Page, paragraphs: list[Paragraph]) -> str:
    record = {
        "page_id": page.page_id,
        "rev_id": page.rev_id,
        "title": page.title,
        "paragraphs": [
            {
                "section": section,
                "text": text,
                "anchors": [{"start": start, "end": end, "target": target} for start, end, target in anchors],
                "problems": [
                    {"start": start, "end": end, "code": code} | ({"name": name} if name else {})
                    for start, end, code, name in problems
                ],
            }
            for section, text, anchors, problems, _ in paragraphs
        ],
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


@contextmanager
def _output(path: str | None, dump: str) -> Iterator[BinaryIO]:
    """The file to write to, or standard output. A file gets its name only when it is complete."""
    if path is None:
        with standard_output() as stream:
            yield stream
        return
    if Path(dump).exists() and Path(path).exists() and Path(path).samefile(dump):
        raise InputError(f"{path}: is the dump itself; give another name to -o")
    with new_place(path, folder=False) as place, place.open("wb") as stream:
        yield stream


def _described(total: int, done: int, seconds: float) -> str:
    share = f"{done / total:.1%} of {total / 1e6:,.1f} MB"
    if not done:
        return share
    rate = done / seconds
    return f"{share}, {rate / 1e6:.2f} MB/s, {duration_text((total - done) / rate)} left"


def _described_ids(total: int, done: int, seconds: float) -> str:
    return f"ids of the pages, {_described(total, done, seconds)}"


def _reject_line(reject: Reject) -> str:
    place = f" page {reject.page_id} ({quoted(reject.title)})" if reject.page_id >= 0 else ""
    message = " ".join(reject.text.split())[:_REJECT_LINE]
    return f"rejected, {reject.reason}:{place} {printable(message)}"


def _summary(counts: Counter[str]) -> str:
    others = counts["other-namespace"] + counts["other-content-model"]
    return (
        f"{counts['article']:,} articles with {counts['paragraphs']:,} paragraphs and {counts['anchors']:,} anchors; "
        f"left out {counts['redirect']:,} redirects and {others:,} pages that are not articles; "
        f"{counts['rejected']:,} rejected"
    )


def _all_rejected(reasons: Counter[str]) -> str:
    """How many pages of a dump were rejected where none was read, and what to do."""
    named = ", ".join(f"{reason} {number:,}" for reason, number in sorted(reasons.items()))
    return f"{reasons.total():,} rejected ({named}); give a dump that has the text of its pages, such as pages-articles"


def _missing(reasons: Counter[str]) -> str:
    """What of the file could not be read, by the reasons of the rejects; "" where only single pages were rejected."""
    damaged, cut = reasons["damaged-block"], reasons["cut-page"]
    missing = []
    if damaged:
        missing.append(f"{damaged:,} {'part of it is' if damaged == 1 else 'parts of it are'} damaged")
    if reasons[TRUNCATED]:
        missing.append("its end is missing")
    if cut:
        missing.append(f"{cut:,} {'page' if cut == 1 else 'pages'} could not be read to the end")
    return ", ".join(missing)


if __name__ == "__main__":
    sys.exit(main())
