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
import math
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from schemas.commands import command_parser, complain, progress_display, run_command, standard_output
from schemas.errors import InputError
from schemas.files.new_place import new_place
from schemas.files.storage import size
from schemas.problems import PROBLEMS
from wiki.dump.pages import plan_splits, read_dump_head
from wiki.extract_summary import Summary, reject_line
from wiki.extract_work import Lines, Work, described, html_work_units, to_lines, work_units
from wiki.site.siteinfo import SiteInfo
from wiki.worker_pool import WorkerLostError, map_in_order

_STANDARD_INPUT = "-"
_SPLIT_MB = 4.0
_NAME: Final = "wiki-ner extract"
_INCOMPLETE: Final = 1


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
    parser = command_parser(_NAME, __doc__)
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
        to_lines, site=site, inline_templates=options.inline_templates == "on", compress=compress and not late
    )
    summary = Summary()
    with (
        _output(options.output, dump) as out,
        map_in_order(convert, _units(dump, site, options, is_html=is_html), options.workers) as lines,
    ):
        show = progress_display(partial(described, size(dump)))
        for each in lines:
            if each.head and (doubt := each.head.doubt(dump)):
                show(doubt)
            if left is not None:
                each = _first_of(each, left)
                left -= len(each.articles)
            data = each.data
            out.write(gzip.compress(data, 6, mtime=0) if late and data else data)
            summary.add(each)
            for reject in each.rejects:
                show(reject_line(reject))
            show("", each.bytes_done)
            if left == 0:
                break
        out.flush()
    if left == 0:
        show(f"ended after {options.limit:,} articles, as --limit says")
    else:
        show(summary.pages())
    for line in summary.unfaithful():
        show(line)
    return summary.failure(options.fail_on)


def _first_of(lines: Lines, number: int) -> Lines:
    """At most so many of the lines, without what was rejected behind them."""
    if number > len(lines.articles):
        return lines
    articles = lines.articles[:number]
    data = b"".join(lines.data.splitlines(keepends=True)[:number])
    return lines._replace(data=data, articles=articles, rejects=lines.rejects[: articles[-1].rejects])


def _units(dump: str, site: SiteInfo, options: argparse.Namespace, *, is_html: bool) -> Iterator[Work]:
    if is_html:
        return html_work_units(dump, site, whole=options.limit is None)
    return work_units(plan_splits(dump, int(options.split_mb * 1e6)), site)


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


if __name__ == "__main__":
    sys.exit(main())
