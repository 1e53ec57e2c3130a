"""Fetching a snapshot: its lock, then its files, then the settings for a build from them.

All of it stands in one directory: `<snapshot>.lock.json`, the files under their publishers' names, `<snapshot>.cfg`,
and `<wiki>-latest.cfg`, a link to the settings of the newest snapshot that is there whole.
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from pathlib import Path

from schemas.commands import progress_display
from schemas.datasets.snapshot_lock import SUFFIX, LockedFile, SnapshotLock, read_lock, write_lock
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.locks import lock as hold
from schemas.sources.web import CONNECTIONS
from schemas.text_table import aligned, duration_text, size_text
from snapshots.client import Client, NotThereError
from snapshots.download import begun_bytes, download, verified
from snapshots.publishers import LATEST
from snapshots.resolve import Wanted, resolve
from snapshots.settings_file import settings

_HELD = ".fetch.lock"
_LARGE = 1 << 30
"""Bytes of a file whose checksum takes so long that people are told."""


def lock_file(lock: SnapshotLock, folder: Path) -> Path:
    """Where the lock of a snapshot stands."""
    return folder / f"{lock.name}{SUFFIX}"


def pinned(wiki: str, date: str, folder: Path) -> SnapshotLock | None:
    """The snapshot of a wiki that is pinned in a folder: that of a date, or for the latest the newest if it was begun.

    A newest one that is there whole is not the latest for ever, so then the publisher is to be asked again. One that
    was begun before it is passed over: its dump may be deleted.
    """
    found = (read_lock(str(path)) for path in folder.glob(f"*{SUFFIX}") if path.name.startswith(f"{wiki}-"))
    locks = {lock.date: lock for lock in found if lock.wiki == wiki}
    if date != LATEST:
        return locks.get(date)
    newest = locks[max(locks)] if locks else None
    return None if newest is None or newest.is_whole else newest


def choose(wiki: str, date: str, wanted: Wanted, folder: Path, client: Client) -> SnapshotLock:
    """The snapshot of a wiki to fetch into a folder: the one that is pinned there, else what the publishers have.

    Raises InputError where other files are asked for than those that are pinned.
    """
    known = pinned(wiki, date, folder)
    if known is None:
        found = resolve(wiki, date, wanted, client)
        known = pinned(wiki, found.date, folder)
        if known is None:
            return found
    if other := wanted.not_in(known):
        raise InputError(
            f"{', '.join(other)}: {known.name} is pinned with other files by {lock_file(known, folder)}; delete it, or "
            "fetch to another directory"
        )
    return known


def adopt(lock: SnapshotLock, folder: Path) -> SnapshotLock:
    """A lock from elsewhere as the lock of a folder: with the checksums of those of its files that are there.

    Nobody knows where they are from, so each is read once, whatever its size. Raises InputError where one is another,
    or the folder has a lock of the same name with other files.
    """
    path = lock_file(lock, folder)
    if path.exists():
        known = {file.name: file for file in read_lock(str(path)).files}
        if known.keys() != {file.name for file in lock.files} or any(
            _differ(file, known[file.name]) for file in lock.files
        ):
            raise InputError(f"{path}: pins other files of {lock.name}; delete it, or fetch to another directory")
        for file in lock.files:
            size, sha256 = known[file.name].size, known[file.name].sha256
            lock = lock.with_file(replace(file, size=file.size or size, sha256=file.sha256 or sha256))
    for file in lock.files:
        if (folder / file.name).exists():
            lock = lock.with_file(_verified(file, folder))
    return lock


def fetch(lock: SnapshotLock, folder: Path, client: Client) -> SnapshotLock:
    """Fetch the files of a snapshot into a folder; returns the lock with all their checksums, as it stands there then.

    What is there already is left where it is that of the lock; a file that was begun is gone on with. Raises InputError
    where a file cannot be had or is another, where they do not fit on the disk, and while another process fetches here.
    """
    with storage.writing(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    with hold(str(folder / _HELD), partial(_refuse, folder)):
        storage.remove_abandoned(str(folder), lock_file(lock, folder).name)
        write_lock(str(lock_file(lock, folder)), lock)
        lock = _with_those_there(lock, folder)
        missing = [file for file in lock.files if not (folder / file.name).exists()]
        _check_space(missing, folder)

        def keep(file: LockedFile) -> None:
            nonlocal lock
            lock = lock.with_file(file)
            write_lock(str(lock_file(lock, folder)), lock)

        try:
            _fetch_all(missing, folder, client, keep)
        except NotThereError as error:
            raise NotThereError(
                f"{error}; it was there when {lock_file(lock, folder)} was written, and Wikimedia deletes its dumps "
                "after some weeks: take another date, or a mirror that keeps it; delete the lock to have latest be "
                "chosen anew"
            ) from error
    return lock


def write_settings(lock: SnapshotLock, folder: Path) -> Path:
    """Write the settings for a build of a whole snapshot, where there are none, and have the newest be the latest.

    Returns the path of the settings. Raises InputError where a file that is not ours stands in the place of the link.
    """
    path, link = folder / f"{lock.name}.cfg", folder / f"{lock.wiki}-{LATEST}.cfg"
    if link.exists() and not link.is_symlink():
        raise InputError(f"{link}: not the link that fetch makes there; rename it, and give the same command again")
    with storage.writing(str(path)):
        if not path.exists():
            storage.write_text(str(path), settings(lock, folder))
        if not link.is_symlink() or link.readlink().name < path.name:
            new = link.with_name(f".{link.name}")
            new.unlink(missing_ok=True)
            new.symlink_to(path.name)
            new.replace(link)
    return path


def describe(lock: SnapshotLock) -> str:
    """The files of a snapshot for people: what they are and where they come from."""
    rows = [[file.name, size_text(file.size) if file.size else "", file.address] for file in lock.files]
    total = size_text(sum(file.size or 0 for file in lock.files))
    more = "" if all(file.size for file in lock.files) else " and more"
    table = aligned(["file", "size", "from"], rows, right={1})
    return f"{table}\n\n{lock.name}: {len(lock.files)} files, {total}{more}"


def _refuse(folder: Path, holder: str) -> None:
    raise InputError(f"{folder}: {holder} is fetching there; wait for its end, or fetch to another directory")


def _with_those_there(lock: SnapshotLock, folder: Path) -> SnapshotLock:
    """The lock with the checksums of files that are in the folder without their being known."""
    for file in lock.files:
        path = folder / file.name
        if not path.exists():
            continue
        if (file.size is not None and path.stat().st_size != file.size) or not file.sha256:
            lock = lock.with_file(_verified(file, folder))
            write_lock(str(lock_file(lock, folder)), lock)
    return lock


def _verified(file: LockedFile, folder: Path) -> LockedFile:
    path = folder / file.name
    if path.stat().st_size > _LARGE:
        print(f"taking the checksum of {path}, once", file=sys.stderr, flush=True)
    return verified(file, path)


def _differ(one: LockedFile, other: LockedFile) -> bool:
    """Whether two files of one name cannot be the same. Addresses are no part of it: a mirror has the same file."""
    pairs = ((one.size, other.size), (one.published, other.published), (one.sha256, other.sha256))
    return any(mine and theirs and mine != theirs for mine, theirs in pairs)


def _check_space(missing: list[LockedFile], folder: Path) -> None:
    needed = sum(max(0, (file.size or 0) - begun_bytes(file, folder)) for file in missing)
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise InputError(f"{folder}: {size_text(needed)} are to be fetched and {size_text(free)} are free")


def _fetch_all(missing: list[LockedFile], folder: Path, client: Client, keep: Callable[[LockedFile], None]) -> None:
    """Fetch files, three at a time, and `keep` each when it is there; after an error no other goes on."""
    came = progress(missing, folder)
    with ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="fetch") as threads:
        begun = [threads.submit(download, file, folder, client, came) for file in missing]
        try:
            for done in as_completed(begun):
                keep(done.result())
        except BaseException:
            client.stop()
            threads.shutdown(cancel_futures=True)
            raise
        finally:
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress(missing: list[LockedFile], folder: Path) -> Callable[[int], None]:
    """A function that is told of the bytes that came, and says now and then how far all files are."""
    there, total = sum(begun_bytes(file, folder) for file in missing), sum(file.size or 0 for file in missing)

    def described(done: int, seconds: float) -> str:
        rate = done / max(seconds, 0.001)
        left = f", {duration_text((total - there - done) / rate)} left" if rate > 0 and there + done < total else ""
        share = f" of {size_text(total)} ({(there + done) / total:.0%})" if total else ""
        return f"{len(missing)} files: {size_text(there + done)}{share}, {size_text(rate)}/s{left}"

    show, one_at_a_time = progress_display(described), threading.Lock()

    def came(size: int) -> None:
        with one_at_a_time:
            show("", size)

    return came
