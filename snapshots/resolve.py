"""Which files a snapshot is made of: the publishers are asked once, and the answer is the snapshot's lock."""

from __future__ import annotations

from typing import Final

from schemas.snapshot_lock import LockedFile, SnapshotLock
from snapshots.client import Client
from snapshots.dbpedia import ontology_file, types_file
from snapshots.publishers import LATEST, Publishers
from snapshots.wikidata import wikidata_file
from snapshots.wikimedia import check_wiki, dump_files, dump_folder, export_files, export_folder, latest

MULTISTREAM: Final = "multistream"
CONTENT: Final = "content"
PUBLICATIONS: Final = (MULTISTREAM, CONTENT)
"""How Wikimedia publishes the text of a wiki: the multistream dump, or the MediaWiki Content File Exports."""


def resolve(
    wiki: str, date: str, publishers: Publishers, client: Client, *, publication: str = MULTISTREAM, wikidata: str = ""
) -> SnapshotLock:
    """The files of a wiki's dump of a date, or of the latest that is finished, and of what types its articles.

    `publication` is one of PUBLICATIONS; `wikidata` is the date of the dump of Wikidata to take the types from instead
    of a release of DBpedia. Raises InputError where one is not there or not finished.
    """
    check_wiki(wiki)
    folder, files_of = (export_folder, export_files) if publication == CONTENT else (dump_folder, dump_files)

    def find(each: str) -> list[LockedFile]:
        return files_of(wiki, each, publishers.wikimedia, client)

    if date == LATEST:
        date, dump = latest(folder(wiki, publishers.wikimedia), wiki, find, client)
    else:
        dump = find(date)
    types = wikidata_file(wikidata, publishers.wikimedia, client) if wikidata else types_file(wiki, publishers, client)
    return SnapshotLock(wiki, date, (*dump, ontology_file(publishers, client), types))
