"""What Wikimedia publishes of a wiki: its dump in two publications, and the SQL tables.

The multistream dump (`<wiki>/<YYYYMMDD>/`) has a list of its files with sizes and SHA-1 (`dumpstatus.json`), in which
each job says whether it is done. The MediaWiki Content File Exports (`other/mediawiki_content_current/<wiki>/`) are
there when `SHA256SUMS` is. The SQL tables are published with the dump only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from schemas.datasets.snapshot_lock import LockedFile
from schemas.errors import InputError
from snapshots.client import Client, NotThereError

TABLES: Final = ("page", "categorylinks", "page_props", "linktarget", "redirect")
"""SQL tables that a build reads."""
_NOT_EVERYWHERE: Final = ("linktarget",)
"""Tables that older dumps do not have."""
_DELETED: Final = "Wikimedia deletes its dumps after some weeks: take another date, or a mirror that keeps them"
"""What to say where a file of a dump is not there."""
_EXPORTS: Final = "other/mediawiki_content_current"
_is_wiki = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_is_shard = re.compile(r"[\w.-]+\.xml\.bz2").fullmatch
_folders = re.compile(r'href="(?:[^"]*/)?(\d{4}-?\d\d-?\d\d)/?"').findall


class UnfinishedError(InputError):
    """The dump is being made; the message names what is missing."""


def dump_files(wiki: str, date: str, wikimedia: str, client: Client) -> list[LockedFile]:
    """The multistream dump of a wiki: articles, in shards where there are, and the tables.

    Raises NotThereError where there is no such dump, UnfinishedError where it is not finished, and InputError where it
    cannot be asked for.
    """
    check_wiki(wiki)
    check_date(date)
    folder = f"{wikimedia}/{wiki}/{date}"
    found = _done(f"{folder}/dumpstatus.json", client)
    start = re.escape(f"{wiki}-{date}-pages-articles-multistream")
    shards = sorted(filter(re.compile(start + r"\d+\.xml-p\d+p\d+\.bz2").fullmatch, found))
    wanted = shards or [f"{wiki}-{date}-pages-articles-multistream.xml.bz2"]
    return [
        *(_file(name, "pages", found, folder, wikimedia) for name in wanted),
        *_tables(wiki, date, found, wikimedia),
    ]


def export_files(wiki: str, date: str, wikimedia: str, client: Client) -> list[LockedFile]:
    """The content file export of a wiki, and the tables of the dump of the same date.

    Raises as `dump_files` does.
    """
    check_wiki(wiki)
    check_date(date)
    day = f"{date[:4]}-{date[4:6]}-{date[6:]}"
    folder = f"{wikimedia}/{_EXPORTS}/{wiki}/{day}/xml/bzip2"
    address = f"{folder}/SHA256SUMS"
    try:
        sums = checksums(client.get(address))
    except NotThereError as error:
        raise UnfinishedError(f"{address} is not there: the export is not finished, or there is none") from error
    names = sorted(filter(_is_shard, sums))
    if not names:
        raise InputError(f"{address}: names no files of pages; take another date")
    pages = [
        LockedFile(name, "pages", f"{folder}/{name}", client.size(f"{folder}/{name}"), f"sha256:{sums[name]}")
        for name in names
    ]
    found = _done(f"{wikimedia}/{wiki}/{date}/dumpstatus.json", client)
    return [*pages, *_tables(wiki, date, found, wikimedia)]


def latest(
    address: str, what: str, find: Callable[[str], list[LockedFile]], client: Client
) -> tuple[str, list[LockedFile]]:
    """Date and files of the newest dump in a directory of dumps that is finished.

    `what` names the dump in messages; `find` gives the files of a date. Raises InputError where none is finished.
    """
    try:
        listing = client.get(f"{address}/").decode(errors="replace")
    except NotThereError as error:
        raise InputError(f"{error}; it has no dumps of {what}: see to the name") from error
    dates = sorted({each.replace("-", "") for each in _folders(listing)}, reverse=True)
    newest = ""
    for date in dates:
        try:
            return date, find(date)
        except (NotThereError, UnfinishedError) as error:
            newest = newest or f"; of the newest: {error}"
    raise InputError(f"{address}/: no finished dump of {what}{newest}")


def dump_folder(wiki: str, wikimedia: str) -> str:
    """Address of the directory that has the multistream dumps of a wiki."""
    return f"{wikimedia}/{wiki}"


def export_folder(wiki: str, wikimedia: str) -> str:
    """Address of the directory that has the content file exports of a wiki."""
    return f"{wikimedia}/{_EXPORTS}/{wiki}"


def check_wiki(wiki: str) -> None:
    """Raise InputError for what cannot be the name of a wiki."""
    if not _is_wiki(wiki):
        raise InputError(f"{wiki}: name a wiki by its database, as enwiki")


def check_date(date: str) -> None:
    """Raise InputError for what is not the date of a dump."""
    try:
        found = datetime.strptime(date, "%Y%m%d").strftime("%Y%m%d")
    except ValueError:
        found = ""
    if found != date:
        raise InputError(f"{date}: name the date of a dump, as 20260901, or latest")


def checksums(content: bytes) -> dict[str, str]:
    """The checksums of a list such as `sha1sum` writes, by the names of the files."""
    lines = [line.split() for line in content.decode(errors="replace").splitlines()]
    return {line[1].lstrip("*").removeprefix("./"): line[0].lower() for line in lines if len(line) == 2}


def _done(address: str, client: Client) -> dict[str, dict[str, Any]]:
    """The files of a dump whose jobs are done, by name. A job that is not done has its files with its state alone."""
    try:
        document = client.get(address)
    except NotThereError as error:
        raise NotThereError(f"{error}; {_DELETED}") from error
    try:
        found: dict[str, dict[str, Any]] = {}
        for job in json.loads(document)["jobs"].values():
            for name, file in job.get("files", {}).items():
                done = {"url": str(file["url"]), **file} if job["status"] == "done" and file.get("url") else {}
                found[name] = done or {"status": job["status"]}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise InputError(f"{address}: not the status of a dump ({error})") from error
    return found


def _tables(wiki: str, date: str, found: dict[str, dict[str, Any]], wikimedia: str) -> list[LockedFile]:
    names = {table: f"{wiki}-{date}-{table}.sql.gz" for table in TABLES}
    wanted = [table for table in TABLES if names[table] in found or table not in _NOT_EVERYWHERE]
    return [_file(names[table], table, found, f"{wikimedia}/{wiki}/{date}", wikimedia) for table in wanted]


def _file(name: str, role: str, found: dict[str, dict[str, Any]], folder: str, wikimedia: str) -> LockedFile:
    entry = found.get(name, {})
    if "url" not in entry:
        state = f" (its job: {entry['status']})" if "status" in entry else ""
        raise UnfinishedError(f"{folder}: the dump is not finished, it has no {name} yet{state}; take an earlier date")
    published = next((f"{kind}:{entry[kind].lower()}" for kind in ("sha1", "md5") if entry.get(kind)), "")
    # A mirror has the files below its own address.
    return LockedFile(name, role, f"{wikimedia}{entry['url']}", entry.get("size"), published)
