"""What decides the content of a step's datasets, and so where they stand."""

from __future__ import annotations

import functools
import importlib.metadata
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import Manifest, Provenance, Source, Wiki, identity_of, read_manifest
from schemas.datasets.shards import Destination, Target
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.storage import Stamp
from schemas.root.current import build_name
from tasks.settings.check import CheckedTask
from tasks.settings.fingerprint import fingerprint, look_up
from tasks.settings.inputs import check_distinct, siteinfo
from tasks.settings.shared import Build
from tasks.settings.snapshot import locked
from wiki.site.siteinfo import revision_url


class DecidedTask(CheckedTask):
    """A step whose datasets have their place and identity from what decides them.

    They stand at `<root>/<snapshot>/<dataset>/<key=value>/build=<digest>`, where the digest covers the step's version,
    its significant parameters and the identity of every input, up to the checksums of the files. So a change of input
    or settings builds anew, beside what was there, and nothing that was built is taken for something else.
    """

    datasets: ClassVar[tuple[str, ...]]
    """Datasets the step writes, the main one first."""
    step_version: ClassVar[int]
    """Raised whenever the step's code gives another content."""
    path_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters that a reader looks for in the path."""
    seeded: ClassVar[bool] = False
    """Whether chance decides rows of the step: then the seed of the build is among its parameters."""
    remembers_checksums: ClassVar[bool] = True
    """Whether the checksums of inputs are written down below root; not where nothing may be written."""

    def parameters(self) -> dict[str, Any]:
        """What the content depends on besides the inputs: by default the significant parameters, and the seed."""
        own = {name: getattr(self, name) for name, param in self.get_params() if param.significant}
        return own | {"seed": Build().seed} if self.seeded else own

    def files(self) -> dict[str, list[str]]:
        """Input files by what they are, checked to exist."""
        return {}

    def requires(self) -> Mapping[str, DecidedTask]:
        """Steps whose datasets this one reads, by role."""
        return {}

    @functools.cached_property
    def provenance(self) -> Provenance:
        """What decides the content. Raises InputError for settings or inputs that cannot be used."""
        build = Build()
        memory = storage.join(build.root, "_inputs")
        checksum = fingerprint if self.remembers_checksums else look_up
        sources = [
            Source(role, file.uri, checksum(file, memory)) for role, files in self._stamps.items() for file in files
        ]
        check_distinct("pages in [Wikipedia]", (source for source in sources if source.name == "pages"))
        upstream = [file for task in self.requires().values() for file in task.provenance.snapshot]
        snapshot = {file.name: file for file in [*locked(sources), *upstream]}
        sources += [Source(role, task.location(), task.provenance.identity) for role, task in self.requires().items()]
        provenance = Provenance(
            identity="",
            step=self.step,
            step_version=self.step_version,
            code_version=importlib.metadata.version("wiki-ner-corpora"),
            parameters=self.parameters(),
            inputs=sources,
            snapshot=[snapshot[name] for name in sorted(snapshot)],
        )
        return replace(provenance, identity=identity_of(provenance))

    @functools.cached_property
    def _stamps(self) -> dict[str, list[Stamp]]:
        """The input files by what they are, each as it was before its checksum was taken."""
        return {role: list(map(storage.stamp, uris)) for role, uris in self.files().items()}

    @functools.cached_property
    def wiki(self) -> Wiki | None:
        """The wiki whose dump the step reads, or else that of the first step before it that has one."""
        if dump := self.files().get("pages"):
            site = siteinfo(dump[0])
            return Wiki(site.dbname, site.lang, revision_url(site))
        return next((task.wiki for task in self.requires().values() if task.wiki), None)

    @property
    def step(self) -> str:
        """Name of the step: that of its main dataset."""
        return self.datasets[0]

    def _folder(self, dataset: str) -> str:
        keys = [f"{name}={getattr(self, name)}" for name in self.path_parameters]
        if dataset == REJECTS.name:
            keys.insert(0, f"step={self.step}")
        return "/".join([dataset, *keys])

    def location(self, dataset: str | None = None) -> str:
        """Directory of one of the step's datasets, by default the main one."""
        return storage.join(self._snapshot, self._folder(dataset or self.step), build_name(self.provenance.identity))

    @functools.cached_property
    def _snapshot(self) -> str:
        """The directory below which the datasets are."""
        build = Build()
        return storage.join(build.root, build.snapshot)

    def destinations(self) -> list[Destination]:
        """Where the step writes its datasets."""
        build = Build()
        name = build_name(self.provenance.identity)
        result = []
        for dataset in self.datasets:
            location = self.location(dataset)
            staging = storage.join(build.root, "_staging", build.snapshot, self._folder(dataset), name)
            result.append(Destination(dataset, location, staging if storage.is_local(build.root) else location))
        return result

    def build_target(self) -> Target:
        """Where the step writes and what is recorded of it.

        Raises InputError where parameters or input files are others than those that have decided its identity.
        """
        self._check_decided()
        provenance = replace(self.provenance, wiki=self.wiki)
        files = list(chain.from_iterable(self._stamps.values()))
        return Target(self.destinations(), provenance, Build().max_reject_share, files=files)

    def _check_decided(self) -> None:
        # A pattern may match one more file by now, and the file of a domain or of labels may say something else.
        files = {role: [file.uri for file in files] for role, files in self._stamps.items()}
        changed = [*_differing(files, self.files()), *_differing(self.provenance.parameters, self.parameters())]
        if changed:
            raise InputError(
                f"{self.step}: {', '.join(changed)} changed since the build began, by a file that is new, gone or "
                "edited; give the same command again when the files stay as they are"
            )

    def manifest(self, dataset: str | None = None) -> Manifest:
        """Manifest of one of the step's datasets, by default the main one."""
        return read_manifest(self.location(dataset))


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The keys whose values differ, sorted."""
    return sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key))
