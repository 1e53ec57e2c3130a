"""The step that makes a folder for a dataset hub."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from corpora.hub.folder import HUB
from schemas.files import storage
from tasks.corpora import NerCorpus
from tasks.dapt import DaptCorpus
from tasks.domains import BuildDomains
from tasks.label_sets import LabelSetsOfCorpora
from tasks.settings.parameters import LEAST_MB, MOST_MB, Bool, Float
from tasks.settings.quality import Profile, profile_doubts
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask

_logger = logging.getLogger("luigi-interface")


class HubDataset(BeamTask):
    """The corpora as a folder that `datasets` loads and a hub takes as it is. Built on request; nothing is uploaded."""

    datasets = ("hub_dataset", "rejects")
    step_version = 1
    path_parameters = ("profile",)
    transform = "corpora.transforms:PublishCorpora"

    profile = Profile()
    label_sets = LabelSetsOfCorpora(description="label sets of the NER corpora, by commas")
    dapt = Bool(default=True, description="also the corpora of the domains, where there are any")
    file_mb = Float(default=480, least=LEAST_MB, most=MOST_MB, description="largest size of a data file in MB")

    def requires(self) -> dict[str, DatasetTask]:
        """The corpora, by the prefix of their configs' names."""
        corpora: dict[str, DatasetTask] = {
            f"ner-{name}": NerCorpus(profile=self.profile, label_set=name) for name in items(self.label_sets)
        }
        return (
            {**corpora, "dapt": DaptCorpus(profile=self.profile)} if self.dapt and BuildDomains().domains else corpora
        )

    def configuration(self) -> dict[str, Any]:
        return {
            "corpora": {prefix: task.location() for prefix, task in self.requires().items()},
            "file_bytes": int(self.file_mb * 1e6),
        }

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(self.profile)

    def folder(self) -> str:
        """The folder that is loaded or uploaded."""
        return storage.join(self.location(), HUB)

    def build(self) -> None:
        super().build()
        _logger.info("%s: load or upload %s", self.step, self.folder())
