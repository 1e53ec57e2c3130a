"""The step that reads the annotated data that models are fine-tuned and scored on."""

from __future__ import annotations

from typing import Any

from corpora.steps.ner_benchmark import split_files
from schemas.errors import InputError
from tasks.beam import BeamTask
from tasks.inputs import input_directory
from tasks.parameters import Name, Path


class NerBenchmark(BeamTask):
    """A dataset with tokens and BIO tags in CoNLL's format (`corpora/conll.py`), in its own splits.

    Its folder has `train.txt`, and `dev.txt` and `test.txt` where there are such splits. Sentences that stand in
    several splits, as a few of CrossNER do, stay where they are and are counted.
    """

    datasets = ("ner_benchmark", "rejects")
    step_version = 2
    grows_with_dump = False
    path_parameters = ("dataset",)
    transform = "corpora.transforms:ReadBenchmark"

    dataset = Name(description="name of the dataset: a folder in the directory")
    directory = Path(folder=True, significant=False, description="directory with a folder for each dataset")

    def files(self) -> dict[str, list[str]]:
        return {split: [uri] for split, uri in self._files().items()}

    def _files(self) -> dict[str, str]:
        setting = "directory in [NerBenchmark]"
        directory = input_directory(setting, self.directory)
        try:
            return split_files(directory, self.dataset)
        except InputError as error:
            raise InputError(f"{setting} = {self.directory}: {error}") from error

    def configuration(self) -> dict[str, Any]:
        return {"files": self._files()}
