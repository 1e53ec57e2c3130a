"""The dump of Wikidata's items in JSON, which can stand for a release of DBpedia's types."""

from __future__ import annotations

from schemas.datasets.snapshot_lock import LockedFile
from snapshots.client import Client
from snapshots.publishers import LATEST
from snapshots.wikimedia import UnfinishedError, check_date, checksums, latest


def wikidata_file(date: str, wikimedia: str, client: Client) -> LockedFile:
    """The dump of a date, or the latest. Raises InputError where there is none."""
    folder = f"{wikimedia}/wikidatawiki/entities"
    if date == LATEST:
        _, [file] = latest(folder, "Wikidata", lambda each: [_file(each, folder, client)], client)
        return file
    return _file(date, folder, client)


def _file(date: str, folder: str, client: Client) -> LockedFile:
    check_date(date)
    name = f"wikidata-{date}-all.json.bz2"
    address = f"{folder}/{date}/wikidata-{date}-sha1sums.txt"
    sums = checksums(client.get(address))
    if name not in sums:
        raise UnfinishedError(f"{address}: the dump is not finished, it has no {name} yet; take an earlier date")
    place = f"{folder}/{date}/{name}"
    return LockedFile(name, "wikidata", place, client.size(place), f"sha1:{sums[name]}")
