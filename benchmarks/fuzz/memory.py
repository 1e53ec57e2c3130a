"""Inputs of which one part is huge, and builds of them with little memory.

    python -m benchmarks.fuzz.memory [--megabytes 256] [--limit 1024] [--workers 1 2] [--only page triple]

Each case is a part of the sample's input in which one thing has the given size: a page, a title, a line, a value. The
step that reads it is built twice, with half of the size and with all of it, and each process of the build may have so
many MB of data (`prlimit --data`). A build must end with success or with one line for people, and twice the bytes
should take twice the time.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import itertools
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil

from schemas.markdown import table
from tests.support.build import LUIGI, environment, settings
from tests.support.paths import PROJECT
from wiki.dump.page_xml import MAX_TEXT_BYTES, MAX_TEXT_LINES

SAMPLE = PROJECT / "sample" / "wiki"
_NAME = "samplewiki-20260901"
_MB = 1 << 20
_LONGEST = 1800.0
"""Seconds after which a build has hung."""
_SAMPLE_SECONDS = 0.2
_PROSE = b"The town lies on the river, and [[Berlin]] is an hour away. Its mayor was born there in 1952. "


class Case(NamedTuple):
    """One huge thing, and the step that meets it."""

    name: str
    section: str
    """Section of the settings that names the input."""
    setting: str
    file: str
    """Name of the sample's input that it is put into."""
    mark: bytes
    """The huge thing is put before the first occurrence of this."""
    before: bytes
    unit: bytes
    """What is repeated until it has the size."""
    after: bytes
    target: str


class Outcome(NamedTuple):
    """What became of one build."""

    status: int
    seconds: float
    peak: int
    """MB that the largest of its processes had resident."""
    told: str
    """Its last line of an error; "" where there is none."""


_DUMP = ("Wikipedia", "pages", f"{_NAME}-pages-articles-multistream.xml.bz2")
_PAGE_TABLE = ("CategoryEdges", "page_table", f"{_NAME}-page.sql.gz")
_TYPES = ("DBpedia", "instance_types", "instance-types_lang=en_specific.ttl.bz2")
_REDIRECTS = ("DBpedia", "redirects", "redirects_lang=en.ttl.bz2")
_ONTOLOGY = ("DBpedia", "ontology", "ontology.owl")

_PAGE = b"  <page>\n<title>Huge</title>\n<ns>0</ns>\n<id>999999999</id>\n<revision>\n<id>1</id>\n"
_TEXT = _PAGE + b'<text xml:space="preserve">'
_END = b"</text>\n</revision>\n</page>\n"
_ROW = b"(7,0,'Title',0,0,0.5,'','',1,1,'wikitext',NULL),"
_TYPE = b"> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://dbpedia.org/ontology/Person> .\n"
_RESOURCE = b"<http://dbpedia.org/resource/"
_CLASS = b'<owl:Class rdf:about="http://dbpedia.org/ontology/A"/>'


def _pages(name: str, before: bytes, unit: bytes, after: bytes, mark: bytes = b"  <page>") -> Case:
    return Case(name, *_DUMP, mark, before, unit, after, "Sentences")


def _whole_page(content: bytes) -> bytes:
    """A page of as much of this as a page may have."""
    copies = min(MAX_TEXT_BYTES // len(content), (MAX_TEXT_LINES - 1) // max(1, content.count(b"\n")))
    return _TEXT + content * copies + _END


def _table(name: str, before: bytes, unit: bytes, after: bytes, mark: bytes = b"(88038,") -> Case:
    return Case(name, *_PAGE_TABLE, mark, before, unit, after, "CategoryEdges")


def _triples(name: str, before: bytes, unit: bytes, after: bytes) -> Case:
    return Case(name, *_TYPES, b"<http", before, unit, after, "TypeIndex")


def _classes(name: str, before: bytes, unit: bytes, after: bytes, mark: bytes = b"  <owl:Class") -> Case:
    return Case(name, *_ONTOLOGY, mark, before, unit, after, "TypeIndex")


CASES = (
    _pages("page of prose", _TEXT, _PROSE + b"\n\n", _END),
    _pages("paragraph", _TEXT, _PROSE, _END),
    _pages("open brackets", _TEXT, b"[[", _END),
    _pages("open templates", _TEXT, b"{{a|", _END),
    _pages("apostrophes", _TEXT, b"'''a''", _END),
    _pages("table rows", _TEXT + b"{|\n", b"|-\n| a || b\n", b"|}" + _END),
    _pages("links", b"", _whole_page(b"[[a]] "), b""),
    _pages("sentences", b"", _whole_page(b"Ab cd. "), b""),
    _pages("lines", b"", _whole_page(b"a\n\n"), b""),
    _pages("title", b"<page><title>", b"Long", b"</title></page>"),
    _pages("open page", _TEXT, _PROSE, b"", b"</mediawiki>"),
    _pages("attribute of a page", b'<page a="', b"value ", b'"></page>'),
    _pages("comment in XML", b"<!-- ", b"<page>", b" -->"),
    _pages("site name", b"", b"name ", b"", b"</sitename>"),
    _pages("pages of nothing", b"", b"<page></page>\n", b""),
    _table("SQL string", b"(7,0,'", b"Title", b"',0,0,0.5,'','',1,1,'',NULL),"),
    _table("SQL number", b"(", b"7", b",0,'T',0,0,0.5,'','',1,1,'',NULL),"),
    _table("SQL statement", b"", _ROW, b""),
    _table("SQL comment", b"-- ", b"comment ", b"\n", b"LOCK TABLES"),
    _triples("title of a triple", _RESOURCE, b"Title", _TYPE),
    _triples("literal of a triple", _RESOURCE + b'A> <http://b> "', b"value", b'" .\n'),
    _triples("line of blanks", b"", b"     ", b"\n"),
    Case("title of a redirect", *_REDIRECTS, b"<http", _RESOURCE, b"Title", _TYPE, "TypeIndex"),
    _classes("label of a class", b"", b"label ", b"", b"</rdfs:label>"),
    _classes("comment in RDF/XML", b"<!-- ", b"comment ", b"-->"),
    _classes("classes", b"", _CLASS, b""),
)


def write(case: Case, size: int, folder: Path) -> Path:
    """The input of a case with so many bytes of the huge thing, compressed by gzip."""
    source = SAMPLE / case.file
    packed = source.read_bytes()
    whole = {".bz2": bz2.decompress, ".gz": gzip.decompress}.get(source.suffix, bytes)(packed)
    start, mark, rest = whole.partition(case.mark)
    assert mark, f"{case.name}: {case.file} has no {case.mark!r}"
    path = folder / f"{source.name.removesuffix(source.suffix)}.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(start + case.before)
        chunk = case.unit * max(1, _MB // len(case.unit))
        for _ in range(max(1, size // len(chunk))):
            file.write(chunk)
        file.write(case.after + mark + rest)
    return path


def build(case: Case, path: Path, folder: Path, workers: int, limit: int) -> Outcome:
    """Build the case's step with this input; each process may have `limit` bytes of data."""
    (folder / "tmp").mkdir(parents=True)
    config = settings(folder, f"[Build]\nmax_reject_share = 1\n[{case.section}]\n{case.setting} = {path}\n")
    command = [*LUIGI, "--module", "pipelines", case.target, "--local-scheduler", "--Build-root", str(folder / "data")]
    started = time.monotonic()
    with (folder / "output").open("w+") as output:
        luigi = subprocess.Popen(
            [*command, "--Beam-workers", str(workers)],
            cwd=PROJECT,
            env=environment(LUIGI_CONFIG_PATH=str(config), TMPDIR=str(folder / "tmp")),
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        )
        peak = max(_resident(luigi, started), default=0)
        status = luigi.wait()
        output.seek(0)
        return Outcome(status, time.monotonic() - started, peak // _MB, _told(output.read()))


def _resident(luigi: subprocess.Popen[bytes], started: float) -> Iterator[int]:
    """Bytes of the largest process of the build, again and again until it ends; one that hangs is killed."""
    while luigi.poll() is None:
        for process in _tree(luigi.pid):
            try:
                yield process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        if time.monotonic() - started > _LONGEST:
            for process in _tree(luigi.pid):
                process.kill()
        time.sleep(_SAMPLE_SECONDS)


def _tree(pid: int) -> list[psutil.Process]:
    try:
        luigi = psutil.Process(pid)
        return [luigi, *luigi.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


_event = re.compile(r"^\d\d:\d\d:\d\d (?!ERROR|WARNING)")


def _told(output: str) -> str:
    """What the build said where it failed: the lines after ERROR; a traceback is named so."""
    if "Traceback (most recent call last)" in output:
        return "TRACEBACK: " + output.strip().splitlines()[-1][:200]
    lines = output.splitlines()
    after = itertools.dropwhile(lambda line: " ERROR " not in line, lines)
    told = list(itertools.takewhile(lambda line: not _event.match(line), after))
    return " ".join(told[1:] if len(told) > 1 else told)[:300]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=256, help="size of the huge thing (256)")
    parser.add_argument("--limit", type=int, default=1024, help="MB of data that a process may have (1024)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="workers in [Beam] (1 2)")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="cases whose name has one of these")
    options = parser.parse_args()
    rows = []
    failed = False
    cases = [case for case in CASES if any(word in case.name for word in options.only)]
    if not cases:
        parser.error(f"--only: no case has such a word; there are {', '.join(case.name for case in CASES)}")
    for case in cases:
        for workers in options.workers:
            with tempfile.TemporaryDirectory() as name:
                outcomes = []
                for part in (2, 1):
                    folder = Path(name) / str(part)
                    folder.mkdir()
                    path = write(case, options.megabytes * _MB // part, folder)
                    outcomes.append(build(case, path, folder / "build", workers, options.limit * _MB))
            half, whole = outcomes
            bad = any(outcome.status and (not outcome.told or "TRACEBACK" in outcome.told) for outcome in outcomes)
            failed |= bad
            print(
                f"{'FAILED ' if bad else ''}{case.name}, {workers} workers: status {whole.status}, {half.seconds:.1f} "
                f"and {whole.seconds:.1f} s, {half.peak} and {whole.peak} MB; {whole.told}",
                flush=True,
            )
            times = (f"{outcome.seconds:.1f}" for outcome in outcomes)
            rows.append([case.name, workers, whole.status, *times, half.peak, whole.peak])
    print("\n" + table(["huge thing", "workers", "status", "s, half", "s, whole", "MB, half", "MB, whole"], rows))
    sys.exit(failed)


if __name__ == "__main__":
    main()
