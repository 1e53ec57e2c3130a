"""The builds below a root: what stands there, what each was made of, and which of them is needed.

A build of a step is all its datasets; they share its identity. It is needed while one of them is the current build of
its address, or while something that is needed was made of it. What is not needed is stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import MANIFEST, BrokenManifestError, Manifest, Source, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import BUILD, Address, BrokenCurrentError, addresses, current_build, folders
from schemas.text_table import age_text, aligned, counted, size_text

REMOVED = "_removed.json"
"""Name of the manifest while the rest of a dataset is deleted."""


class State(StrEnum):
    """Why a build is kept, or that it need not be."""

    CURRENT = "current"
    """Its address names it, or does not say which build it means."""
    NEEDED = "needed"
    """Another build that is kept was made of it, or it belongs to a step of which another dataset is current."""
    STALE = "stale"
    """Nothing that is current was made of it, or deleting it was begun."""
    UNREADABLE = "unreadable"
    """Its manifest cannot be read or is missing, so nobody knows what it was made of."""


@dataclass(frozen=True)
class StandingBuild:
    """A build of a dataset, or of a report, as it stands."""

    location: str
    snapshot: str
    dataset: str
    keys: dict[str, str]
    """The parameters in its path."""
    identity: str
    """SHA-256 of what decided it; without a manifest, as of a report, the digest in its path."""
    step: str
    step_version: int
    """0 without a manifest."""
    inputs: list[Source]
    rows: int
    bytes: int
    """Size of all its files."""
    built: datetime
    """When it was written, in UTC."""
    state: State

    @property
    def digest(self) -> str:
        """The eight digits of its identity that are in its path."""
        return self.identity[:8]

    @property
    def name(self) -> str:
        """Its path without snapshot and digest: `ner_corpus/label_set=315/alpha=0.7`."""
        return "/".join([self.dataset, *(f"{key}={value}" for key, value in self.keys.items())])


def find_builds(root: str) -> list[StandingBuild]:
    """Every build below a root, by snapshot and path and then from the oldest to the newest.

    Raises InputError for the directory of a snapshot or of a dataset in place of a root: some of its builds would be
    found, and what they need would not.
    """
    _check_is_root(root)
    found: list[StandingBuild] = []
    for snapshot in folders(root):
        for dataset in folders(storage.join(root, snapshot)):
            for address in addresses(storage.join(root, snapshot, dataset)):
                found += _builds_at(address, snapshot, dataset)
    return with_states(sorted(found, key=lambda build: (build.snapshot, build.name, build.built, build.digest)))


def _check_is_root(root: str) -> None:
    for name in folders(root):
        if "=" in name or (name in DATASETS and addresses(storage.join(root, name))):
            what = "of a dataset or one of its builds" if "=" in name else "of a snapshot"
            raise InputError(f"{root}: is the directory {what} ({name} is in it); name the root, which is above it")


def _builds_at(address: Address, snapshot: str, dataset: str) -> Iterator[StandingBuild]:
    """The builds at an address. Each is current where none that stands is named; what is half deleted is stale."""
    builds = []
    for name in filter(BUILD.fullmatch, folders(address.uri)):
        location = storage.join(address.uri, name)
        files = {file.name: file for file in storage.scan_files(location)}
        record = next((each for each in (MANIFEST, REMOVED) if each in files), None)
        is_lost = record is None and dataset in DATASETS
        if not files or (is_lost and not storage.is_local(location)):
            # It is being written: on an object store that happens in its own place.
            continue
        build = StandingBuild(
            location=location,
            snapshot=snapshot,
            dataset=dataset,
            keys=address.keys,
            identity=name.partition("=")[2],
            step=dataset,
            step_version=0,
            inputs=[],
            rows=0,
            bytes=sum(file.size for file in files.values()),
            built=max(file.modified for file in files.values()),
            state=State.UNREADABLE if is_lost else State.STALE,
        )
        if record:
            try:
                build = _with_manifest(build, read_manifest(location, record), files[record].modified)
            except BrokenManifestError:
                # What is half deleted goes all the same.
                build = replace(build, state=State.STALE if record == REMOVED else State.UNREADABLE)
        builds.append((name, build, record == REMOVED))
    whole = {name for name, _, is_half_deleted in builds if not is_half_deleted}
    current = _named_build(address.uri)
    for name, build, is_half_deleted in builds:
        is_current = not is_half_deleted and (name == current or current not in whole)
        yield replace(build, state=State.CURRENT) if is_current and build.state != State.UNREADABLE else build


def _named_build(address: str) -> str | None:
    # One broken file must not hide all builds below the root: the address then does not say which build it means.
    with suppress(BrokenCurrentError):
        return current_build(address)
    return None


def _with_manifest(build: StandingBuild, manifest: Manifest, written: datetime) -> StandingBuild:
    """The build with what its manifest says of it, which was written then."""
    provenance = manifest.provenance
    return replace(
        build,
        identity=provenance.identity,
        step=provenance.step,
        step_version=provenance.step_version,
        inputs=provenance.inputs,
        rows=manifest.rows,
        built=written,
    )


def with_states(builds: Sequence[StandingBuild]) -> list[StandingBuild]:
    """The builds, of which those current are known, with the state of the others."""
    inputs = {build.identity: [source.identity for source in build.inputs] for build in builds}
    kept = set[str]()
    waiting = [build.identity for build in builds if build.state == State.CURRENT]
    while waiting:
        identity = waiting.pop()
        if identity not in kept:
            kept.add(identity)
            waiting += inputs.get(identity, [])
    return [
        replace(build, state=State.NEEDED) if build.state == State.STALE and build.identity in kept else build
        for build in builds
    ]


def stale_builds(builds: Iterable[StandingBuild]) -> list[StandingBuild]:
    """Those that nothing needs."""
    return [build for build in builds if build.state == State.STALE]


def builds_table(builds: Sequence[StandingBuild], now: datetime) -> str:
    """A table of builds for a terminal, without those of rejects."""
    listed = [build for build in builds if build.dataset != REJECTS.name]
    rows = [
        [
            build.state.value,
            f"{build.snapshot}/{build.name}",
            build.digest,
            f"{build.rows:,}",
            size_text(build.bytes),
            age_text(now - build.built),
            str(build.step_version or ""),
            _made_of(build),
        ]
        for build in listed
    ]
    head = ["state", "dataset", "build", "rows", "size", "age", "version", "made of"]
    return aligned(head, rows, right={3, 4, 5, 6})


def builds_total(builds: Sequence[StandingBuild]) -> str:
    """How many builds there are and how large they are, in a line."""
    rejects = sum(build.dataset == REJECTS.name for build in builds)
    size = size_text(sum(build.bytes for build in builds))
    return f"{counted(len(builds), 'build')} ({rejects:,} of rejects), {size}"


def _made_of(build: StandingBuild) -> str:
    """The datasets that a build was made of, by name and digest, and the number of files."""
    made = []
    for source in build.inputs:
        *path, name = source.location.split("/")
        if BUILD.fullmatch(name):
            folder = next((each for each in reversed(path) if "=" not in each), "")
            made.append(f"{folder} {source.identity[:8]}")
    files = len(build.inputs) - len(made)
    return ", ".join([*dict.fromkeys(made), *([counted(files, "file")] if files else [])])
