"""The step that reads the annotated data that models are fine-tuned and scored on."""

from __future__ import annotations

from typing import Any

import luigi

from corpora.steps.ner_benchmark import split_files
from schemas import storage
from schemas.errors import InputError
from tasks.beam import BeamTask


class NerBenchmark(BeamTask):
    """A dataset with tokens and BIO tags in CoNLL's format (`corpora/conll.py`), in its own splits.

    Its folder has `train.txt`, and `dev.txt` and `test.txt` where there are such splits. Sentences that stand in
    several splits, as a few of CrossNER do, stay where they are and are counted.
    """

    datasets = ("ner_benchmark", "rejects")
    step_version = 1
    path_parameters = ("dataset",)
    transform = "corpora.transforms:ReadBenchmark"

    dataset = luigi.Parameter(description="name of the dataset: a folder in the directory")
    directory = luigi.Parameter(significant=False, description="directory with a folder for each dataset")

    def files(self) -> dict[str, list[str]]:
        return {split: [uri] for split, uri in self._files().items()}

    def _files(self) -> dict[str, str]:
        if not self.directory:
            raise InputError("directory in [NerBenchmark] is empty: name the directory of the annotated datasets")
        directory = storage.resolve(self.directory)[1] if storage.is_local(self.directory) else self.directory
        return split_files(directory, self.dataset)

    def configuration(self) -> dict[str, Any]:
        return {"files": self._files()}
