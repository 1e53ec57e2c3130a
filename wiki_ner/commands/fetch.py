"""The command that fetches the inputs of a build."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from schemas.commands import INTERRUPTED, complain
from schemas.datasets.snapshot_lock import SnapshotLock, read_lock
from schemas.errors import CommandError, quoted
from snapshots import fetch as fetching
from snapshots.client import Client
from snapshots.publishers import DBPEDIA, LATEST, ONTOLOGY, RELEASE, WIKIMEDIA
from snapshots.resolve import PUBLICATIONS, Wanted
from snapshots.settings_file import check_folder
from wiki_ner.options import NAME


def fetch(
    wiki: Annotated[str, typer.Argument(metavar="WIKI", help="name of the wiki, as enwiki")] = "",
    date: Annotated[str, typer.Argument(metavar="DATE", help="date of its dump, as 20260901")] = LATEST,
    directory: Annotated[str, typer.Option("--to", metavar="DIR", help="directory to fetch to")] = ".",
    contact: Annotated[
        str,
        typer.Option(envvar="WIKI_NER_CONTACT", metavar="ADDRESS", help="your mail or web address, for the servers"),
    ] = "",
    lock: Annotated[
        Path | None, typer.Option("--lock", metavar="FILE", help="fetch the files of this snapshot lock again")
    ] = None,
    publication: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"how the text is published: {' (the default) or '.join(PUBLICATIONS)}"),
    ] = None,
    wikimedia: Annotated[str, typer.Option(metavar="URL", help="Wikimedia or a mirror")] = WIKIMEDIA,
    dbpedia: Annotated[str, typer.Option(metavar="URL", help="DBpedia's files or a mirror")] = DBPEDIA,
    release: Annotated[
        str | None, typer.Option(metavar="DATE", help=f"release of DBpedia's types, else {RELEASE}")
    ] = None,
    ontology: Annotated[str | None, typer.Option(metavar="URL", help=f"DBpedia's ontology, else {ONTOLOGY}")] = None,
    wikidata: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="take the types from Wikidata's dump of this date, or latest (100 GB)"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="only print what would be fetched, and from where")
    ] = False,
) -> int:
    """Fetch a wiki's dump and DBpedia's files. A lock pins them, and a settings file names them."""
    if bool(wiki) == bool(lock):
        raise CommandError("name a wiki, as simplewiki, or give the lock of a snapshot by --lock")
    if not directory or re.match(r"\w+:/", directory):
        raise CommandError(f"--to {quoted(directory)}: name a directory of this machine")
    to = Path(directory)
    if publication not in (None, *PUBLICATIONS):
        raise CommandError(f"--publication {publication}: must be {' or '.join(PUBLICATIONS)}")
    check_folder(to)
    client = Client(contact)
    if lock:
        known = read_lock(str(lock))
        print(f"{known.name} is pinned by {lock}, which decides")
    else:
        wanted = Wanted(wikimedia.rstrip("/"), dbpedia.rstrip("/"), publication, release, ontology, wikidata)
        known = _chosen(wiki, date, wanted, to, client)
    print(fetching.describe(known), flush=True)
    if dry_run:
        return 0
    try:
        if lock:
            known = fetching.adopt(known, to)
        whole = fetching.fetch(known, to, client)
    except KeyboardInterrupt:
        return complain(NAME, "interrupted; give the same command again: it goes on where it was", INTERRUPTED)
    print(f"all there; next: wiki-ner preview --settings {shlex.quote(str(fetching.write_settings(whole, to)))}")
    return 0


def _chosen(wiki: str, date: str, wanted: Wanted, to: Path, client: Client) -> SnapshotLock:
    """The snapshot that is meant, or the one that a lock in the directory pins."""
    known = fetching.choose(wiki, date, wanted, to, client)
    if (pinned := fetching.lock_file(known, to)).exists():
        print(f"{known.name} is pinned by {pinned}, which decides; delete it to choose anew")
    return known
