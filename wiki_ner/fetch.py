"""Fetching what a build is made of: a wiki's dump from Wikimedia, ontology and types from DBpedia, or Wikidata's.

Files are named as their publishers name them. A download that was broken off goes on where it was: what is there of a
file has the name `<file>.part` until it is whole, and Wikimedia's SHA-1 is what says so. DBpedia publishes no checksum
beside its files; their length is compared.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import urllib3

from schemas import storage
from schemas.errors import InputError, printable, quoted
from schemas.text_table import aligned, duration_text, size_text

WIKIMEDIA: Final = "https://dumps.wikimedia.org"
DBPEDIA: Final = "https://downloads.dbpedia.org/repo/dbpedia"
RELEASE: Final = "2022.12.01"
ONTOLOGY: Final = (
    "https://databus.dbpedia.org/ontologies/dbpedia.org/ontology--DEV/2024.07.29-001000/ontology--DEV_type=parsed.owl"
)

_TABLES: Final = ("page", "categorylinks", "page_props", "linktarget", "redirect")
_NOT_EVERYWHERE: Final = ("linktarget",)
"""Tables that older dumps do not have."""
_BLOCK: Final = 1 << 20
_SHOW_SECONDS: Final = 1.0
_is_wiki = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_is_date = re.compile(r"[0-9]{8}").fullmatch


@dataclass(frozen=True)
class Remote:
    """A file to fetch."""

    name: str
    """Its name here."""
    url: str
    size: int | None
    """Bytes, where the publisher says."""
    sha1: str | None


@dataclass(frozen=True)
class Places:
    """Where the publishers' files are: other addresses are mirrors."""

    wikimedia: str = WIKIMEDIA
    dbpedia: str = DBPEDIA
    release: str = RELEASE
    """Of DBpedia's types."""
    ontology: str = ONTOLOGY


def dump_files(wiki: str, date: str, places: Places) -> list[Remote]:
    """The files of a dump: articles, in shards where there are, and the tables that a build reads.

    Raises InputError where there is no such dump, or it is not finished.
    """
    if not _is_wiki(wiki) or not _is_date(date):
        raise InputError(f"{printable(wiki)} {printable(date)}: name a wiki and a date, as enwiki 20260901")
    status = f"{places.wikimedia}/{wiki}/{date}/dumpstatus.json"
    document = _get(status)
    try:
        jobs = json.loads(document)["jobs"].values()
        found = {name: file for job in jobs for name, file in job.get("files", {}).items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise InputError(f"{status}: not the status of a dump ({error})") from error
    start = re.escape(f"{wiki}-{date}-pages-articles-multistream")
    shards = sorted(filter(re.compile(start + r"\d+\.xml-p\d+p\d+\.bz2").fullmatch, found))
    wanted = shards or [f"{wiki}-{date}-pages-articles-multistream.xml.bz2"]
    tables = [f"{wiki}-{date}-{table}.sql.gz" for table in _TABLES]
    optional = {f"{wiki}-{date}-{table}.sql.gz" for table in _NOT_EVERYWHERE}
    wanted += [name for name in tables if name in found or name not in optional]
    if missing := [name for name in wanted if not (found.get(name) or {}).get("url")]:
        raise InputError(f"{status}: the dump has no {missing[0]} yet; take an earlier date")
    return [_dump_file(name, found[name], places.wikimedia) for name in wanted]


def _dump_file(name: str, entry: dict[str, Any], address: str) -> Remote:
    # A mirror has the files below its own address.
    return Remote(name, f"{address}{entry['url']}", entry.get("size"), entry.get("sha1"))


def dbpedia_files(wiki: str, places: Places) -> list[Remote]:
    """The ontology, and the types of the articles in the wiki's language."""
    language = wiki.removesuffix("wiki").replace("_", "-")
    types = f"instance-types_lang={language}_specific.ttl.bz2"
    return [
        _ontology(places),
        Remote(types, f"{places.dbpedia}/mappings/instance-types/{places.release}/{types}", None, None),
    ]


def wikidata_files(date: str, places: Places) -> list[Remote]:
    """The ontology, and a dump of Wikidata in JSON: what stands for a release of DBpedia's types.

    Raises InputError where there is no dump of that date.
    """
    if not _is_date(date):
        raise InputError(f"{printable(date)}: name the date of a dump of Wikidata, as 20260831")
    folder, name = f"{places.wikimedia}/wikidatawiki/entities/{date}", f"wikidata-{date}-all.json.bz2"
    address = f"{folder}/wikidata-{date}-sha1sums.txt"
    sums = dict(line.split()[1::-1] for line in _get(address).decode(errors="replace").splitlines() if " " in line)
    if name not in sums:
        raise InputError(f"{address}: the dump has no {name} yet; take an earlier date")
    return [_ontology(places), Remote(name, f"{folder}/{name}", None, sums[name])]


def _ontology(places: Places) -> Remote:
    return Remote("ontology.owl", places.ontology, None, None)


def fetch(files: Sequence[Remote], folder: Path) -> None:
    """Fetch the files into a folder; those that are there are left, and one that was begun is gone on with.

    Raises InputError where a file is not there, is not what its publisher says, or does not fit on the disk.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [file for file in files if not (folder / file.name).exists()]
    there = sum(part.stat().st_size for file in missing if (part := _part(folder, file)).exists())
    needed = sum(file.size or 0 for file in missing) - there
    if needed > (free := shutil.disk_usage(folder).free):
        raise InputError(f"{folder}: {size_text(needed)} are to be fetched and {size_text(free)} are free")
    for number, file in enumerate(missing, start=1):
        _fetch(file, folder, f"file {number} of {len(missing)}, {file.name}")


def settings(wiki: str, date: str, files: Sequence[Remote], folder: Path) -> str:
    """The text of a settings file for a build from these files."""
    place = folder.absolute()
    names = {file.name for file in files}
    dumps = [f"{place}/{name}" for name in sorted(names) if "-pages-articles" in name]

    def table(name: str) -> str:
        file = f"{wiki}-{date}-{name}.sql.gz"
        return f"{place}/{file}" if file in names else ""

    types, wikidata = (
        next((f"{place}/{name}" for name in names if name.startswith(start)), "")
        for start in ("instance-types", "wikidata-")
    )
    english = "" if wiki == "enwiki" else "[BuildDomains]\n# The domain files that come with the project are English.\n"
    return "\n".join(
        [
            f"# {wiki} of {date}, as `wiki-ner fetch` has fetched it. What is not here has its default:",
            "# `wiki-ner tasks` lists them.",
            "",
            "[Build]",
            f"root = {place}/build",
            f"snapshot = {wiki}-{date}",
            "",
            "[Wikipedia]",
            "pages = " + ",\n    ".join(dumps),
            f"page_table = {table('page')}",
            f"redirect_table = {table('redirect')}",
            "",
            "[DBpedia]",
            f"ontology = {place}/ontology.owl",
            f"instance_types = {types}".rstrip(),
            "redirects =",
            "",
            *(["[WikidataStatements]", f"dump = {wikidata}", ""] if wikidata else []),
            "[TypeIndex]",
            *(["sources = wikidata"] if wikidata else []),
            f"wikidata_ids = {'tables' if table('page') and table('page_props') else 'none'}",
            "",
            "[WikidataIds]",
            f"page_props_table = {table('page_props')}",
            "",
            "[BuildCorpora]",
            "profiles = names,paper",
            "",
            "[FilteredSentences]",
            "min_mentions = 10",
            "",
            "[CategoryEdges]",
            *(f"{name}_table = {table(name)}" for name in ("page", "categorylinks", "linktarget", "page_props")),
            "",
            *([f"{english}domains =\n"] if english else []),
            "[Beam]",
            f"workers = {os.cpu_count() or 1}",
            "",
        ]
    )


def describe(files: Sequence[Remote]) -> str:
    """The files for people: what they are and where they come from."""
    rows = [[file.name, size_text(file.size) if file.size else "", file.url] for file in files]
    total = sum(file.size or 0 for file in files)
    return f"{aligned(['file', 'size', 'from'], rows, right={1})}\n\n{len(files)} files, {size_text(total)} and more"


def _part(folder: Path, file: Remote) -> Path:
    return folder / f"{file.name}.part"


def _fetch(file: Remote, folder: Path, title: str) -> None:
    part = _part(folder, file)
    with storage.writing(str(part)):
        size = _download(file, part, _progress(title))
    if size is not None and part.stat().st_size != size:
        raise InputError(
            f"{file.url}: {part.stat().st_size:,} of {size:,} bytes came; give the same command again: it goes on there"
        )
    if file.sha1 and _sha1(part) != file.sha1:
        part.unlink()
        raise InputError(f"{file.url}: its SHA-1 is not {file.sha1}, which Wikimedia gives; it was deleted, try again")
    part.rename(folder / file.name)


def _download(file: Remote, part: Path, show: Callable[[int, int | None], None]) -> int | None:
    """Append to a file what is missing of it; returns the size that it should have, where that is known."""
    # Without a checksum nobody could tell that the rest belongs to another version of the file.
    done = part.stat().st_size if part.exists() and file.sha1 else 0
    if file.size is not None and done == file.size:
        return file.size
    if file.size is not None and done > file.size:
        done = 0
    headers = {"Range": f"bytes={done}-"} if done else {}
    with _open(file.url, headers) as response:
        if done and response.status != 206:
            # The server gives no parts, or the file has become another.
            done = 0
        length = response.headers.get("Content-Length", "")
        size = file.size if file.size is not None else done + int(length) if length.isdecimal() else None
        with part.open("ab" if done else "wb") as stream:
            try:
                for block in response.stream(_BLOCK, decode_content=False):
                    stream.write(block)
                    done += len(block)
                    show(done, size)
            except urllib3.exceptions.HTTPError as error:
                raise InputError(
                    f"{file.url}: broken off after {size_text(done)} ({printable(str(error))}); give the same command "
                    "again: it goes on there"
                ) from error
    return size


def _get(url: str) -> bytes:
    with _open(url, {}) as response:
        try:
            return bytes(response.read())
        except urllib3.exceptions.HTTPError as error:
            raise InputError(f"{printable(url)}: broken off ({printable(str(error))})") from error


def _open(url: str, headers: dict[str, str]) -> urllib3.BaseHTTPResponse:
    """The answer of a server. Raises InputError where it cannot be reached, or has no such file."""
    # Wikimedia refuses clients without a name.
    agent = f"wiki-ner-corpora/{importlib.metadata.version('wiki-ner-corpora')}"
    pool = urllib3.PoolManager(timeout=urllib3.Timeout(connect=30, read=120))
    try:
        response = pool.request("GET", url, headers={"User-Agent": agent, **headers}, preload_content=False)
    except (urllib3.exceptions.HTTPError, ValueError) as error:
        raise InputError(f"{printable(url)}: cannot be reached ({printable(str(error))})") from error
    if response.status not in (200, 206):
        response.release_conn()
        raise InputError(f"{printable(url)}: the server says {response.status} {quoted(response.reason or '')}")
    return response


def _sha1(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha1").hexdigest()


def _progress(title: str) -> Callable[[int, int | None], None]:
    """A function that shows now and then, on a terminal alone, how far a download is."""
    started = shown = time.monotonic()
    first: int | None = None

    def show(done: int, size: int | None) -> None:
        nonlocal shown, first
        now = time.monotonic()
        first = done if first is None else first
        if not sys.stderr.isatty() or (now - shown < _SHOW_SECONDS and done != size):
            return
        shown = now
        rate = (done - first) / max(now - started, 0.001)
        of = f" of {size_text(size)} ({done / max(size, 1):.0%})" if size else ""
        left = f", {duration_text((size - done) / rate)} left" if size and rate > 0 else ""
        line = f"{title}: {size_text(done)}{of}, {size_text(rate)}/s{left}"[: shutil.get_terminal_size().columns - 1]
        print(f"\r\x1b[K{line}", end="\n" if done == size else "", file=sys.stderr, flush=True)

    return show
