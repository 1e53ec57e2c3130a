"""The steps that read the dump."""

from __future__ import annotations

from typing import Any

import luigi

from schemas.errors import InputError
from tasks.base import DatasetTask
from tasks.beam import BeamTask
from tasks.settings import Wikipedia, input_files


class Punkt(BeamTask):
    """Parameters of the sentence splitter, trained on paragraphs of the dump: no download, any language.

    The text is that of splits drawn by hash, whole, until there is enough; so it does not depend on workers or order.
    """

    datasets = ("punkt", "rejects")
    step_version = 1
    transform = "wiki.transforms:TrainPunkt"

    train_mb = luigi.FloatParameter(default=30, description="MB of article text that is learnt from")

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def configuration(self) -> dict[str, Any]:
        return {
            "dumps": dump_files(),
            "train_bytes": positive("train_mb in [Punkt]", self.train_mb),
        }


class Sentences(BeamTask):
    """Every sentence of the articles with its anchors, and the redirect pages, in one pass over the dump."""

    datasets = ("sentences", "redirects", "rejects")
    step_version = 1
    path_parameters = ("splitter",)
    transform = "wiki.transforms:ExtractSentences"

    splitter = luigi.ChoiceParameter(
        default="punkt", choices=["punkt", "punkt_tab", "sentencex"], description="what splits sentences"
    )
    inline_templates = luigi.BoolParameter(
        default=True,
        parsing=luigi.BoolParameter.EXPLICIT_PARSING,
        description="give words to the inline templates that carry them",
    )

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def requires(self) -> dict[str, DatasetTask]:
        return {"punkt": Punkt()} if self.splitter == "punkt" else {}

    def configuration(self) -> dict[str, Any]:
        return {
            "dumps": dump_files(),
            "split_bytes": split_bytes(),
            "splitter": self.splitter,
            "punkt": self.requires()["punkt"].location() if self.requires() else None,
            "inline_templates": self.inline_templates,
        }


def dump_files() -> list[str]:
    """The dump's XML files. Raises InputError where one is missing."""
    return input_files("pages in [Wikipedia]", Wikipedia().pages)


def split_bytes() -> int:
    """Compressed bytes of the dump in one unit of work."""
    return positive("split_mb in [Wikipedia]", Wikipedia().split_mb)


def positive(setting: str, megabytes: float) -> int:
    """Bytes of a size given in MB. Raises InputError, with the setting's name, for less than one byte."""
    if not megabytes * 1e6 >= 1:
        raise InputError(f"{setting} = {megabytes}: must be more than 0")
    return int(megabytes * 1e6)
