"""Deleting the builds below a root that nothing needs."""

from __future__ import annotations

from schemas.datasets.dataset import MANIFEST, is_committed, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.builds import REMOVED, StandingBuild, State, find_builds, stale_builds
from schemas.root.current import current_build
from schemas.root.locks import known_locks, lock, step_lock


def to_prune(root: str) -> list[StandingBuild]:
    """What `prune` would delete below a root.

    Raises InputError where a manifest cannot be read or is missing: what that build was made of must stay, and nobody
    knows it. So it does where a `_current.json` cannot be read: nobody knows which builds are stale.
    """
    builds = find_builds(root)
    for address in dict.fromkeys(build.location.rpartition("/")[0] for build in builds):
        current_build(address)
    for build in builds:
        if build.state == State.UNREADABLE:
            if not is_committed(build.location):
                raise InputError(
                    f"{storage.join(build.location, MANIFEST)}: is missing; delete the directory to rebuild"
                )
            read_manifest(build.location)
    return stale_builds(builds)


def prune(root: str) -> list[StandingBuild]:
    """Delete the stale builds below a root; returns those that were deleted.

    Each is deleted under the lock of its step, its manifest first, so that half of it is no dataset; what a kill leaves
    goes with the next call. Raises InputError while a step is being built below the root, which may be reading any of
    them, where a manifest cannot be read, and where something cannot be deleted. Between two steps a build holds no
    lock, and a report takes none: call it when no build runs.
    """

    def refuse(holder: str) -> None:
        raise InputError(
            f"{root}: {holder} is building below it and may read what would be deleted; wait for its end, or, "
            "if it was killed, for two minutes"
        )

    for held in known_locks(root):
        with lock(held, refuse):
            pass
    deleted = []
    # The main dataset of a step first: without it the step is not complete.
    stale = sorted(to_prune(root), key=lambda build: (build.identity, build.dataset != build.step))
    for build in stale:
        with lock(step_lock(root, build.step, build.identity), refuse):
            if not _was_asked_for(build.location):
                _delete(build.location)
                deleted.append(build)
    return deleted


def _was_asked_for(location: str) -> bool:
    """Whether a command has made the build the current one since it was found stale."""
    address, _, name = location.rpartition("/")
    return current_build(address) == name and not storage.exists(storage.join(location, REMOVED))


def _delete(location: str) -> None:
    if storage.exists(storage.join(location, MANIFEST)):
        storage.move(storage.join(location, MANIFEST), storage.join(location, REMOVED))
    for name in storage.list_files(location):
        if name != REMOVED:
            storage.remove_file(storage.join(location, name))
    storage.remove_directory(location)
