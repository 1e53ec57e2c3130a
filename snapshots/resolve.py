"""Which files a snapshot is made of: the publishers are asked once, and the answer is the snapshot's lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock
from snapshots.client import Client
from snapshots.dbpedia import ontology_file, types_file
from snapshots.publishers import DBPEDIA, LATEST, ONTOLOGY, RELEASE, WIKIMEDIA, Publishers
from snapshots.wikidata import wikidata_file
from snapshots.wikimedia import check_wiki, dump_files, dump_folder, export_files, export_folder, latest

MULTISTREAM: Final = "multistream"
CONTENT: Final = "content"
PUBLICATIONS: Final = (MULTISTREAM, CONTENT)
"""How Wikimedia publishes the text of a wiki: the multistream dump, or the MediaWiki Content File Exports."""


@dataclass(frozen=True)
class Wanted:
    """Which files a person asks for; what is not named, None, has its default, or is what was pinned."""

    wikimedia: str = WIKIMEDIA
    dbpedia: str = DBPEDIA
    publication: str | None = None
    """One of PUBLICATIONS."""
    release: str | None = None
    """Of DBpedia's types."""
    ontology: str | None = None
    """Address of DBpedia's ontology."""
    wikidata: str | None = None
    """Date of the dump of Wikidata, or latest, to take the types from instead of a release of DBpedia."""

    def not_in(self, lock: SnapshotLock) -> list[str]:
        """What is named and is not what a snapshot has, as options of the command."""
        names = {file.role: file.name for file in lock.files}
        addresses = {file.role: file.address for file in lock.files}
        publication = MULTISTREAM if "-pages-articles-multistream" in names.get("pages", "") else CONTENT
        wikidata = "wikidata-" if self.wikidata == LATEST else f"wikidata-{self.wikidata}-"
        options = (
            ("--publication", self.publication, self.publication == publication),
            ("--release", self.release, f"/{self.release}/" in addresses.get("instance_types", "")),
            ("--ontology", self.ontology, self.ontology == addresses.get("ontology")),
            ("--wikidata", self.wikidata, names.get("wikidata", "").startswith(wikidata)),
        )
        return [f"{option} {named}" for option, named, is_there in options if named and not is_there]


def resolve(wiki: str, date: str, wanted: Wanted, client: Client) -> SnapshotLock:
    """The files of a wiki's dump of a date, or of the latest that is finished, and of what types its articles.

    Raises InputError where one is not there or not finished.
    """
    check_wiki(wiki)
    publishers = Publishers(wanted.wikimedia, wanted.dbpedia, wanted.release or RELEASE, wanted.ontology or ONTOLOGY)
    folder, files_of = (export_folder, export_files) if wanted.publication == CONTENT else (dump_folder, dump_files)

    def find(each: str) -> list[LockedFile]:
        return files_of(wiki, each, publishers.wikimedia, client)

    if date == LATEST:
        date, dump = latest(folder(wiki, publishers.wikimedia), wiki, find, client)
    else:
        dump = find(date)
    if wanted.wikidata:
        types = wikidata_file(wanted.wikidata, publishers.wikimedia, client)
    else:
        types = types_file(wiki, publishers, client)
    return SnapshotLock(wiki, date, (*dump, ontology_file(publishers, client), types))
