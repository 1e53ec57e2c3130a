"""The step that reads the annotated data that models are fine-tuned and scored on."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from corpora.steps.ner_benchmark import count_train, dataset_names, lacks_dev, score_doubts, split_files, unread_files
from schemas.errors import InputError, quoted
from schemas.experiments import is_taken
from schemas.files import storage
from tasks.settings.inputs import input_directory
from tasks.settings.lists import Names
from tasks.settings.parameters import Float, Name, Path
from tasks.settings.shared import Build
from tasks.settings.syntax import is_name, items
from tasks.step.beam import BeamTask


class NerBenchmark(BeamTask):
    """A dataset with tokens and BIO tags in CoNLL's format (`corpora/conll.py`), in its own splits.

    Its folder has `train.txt`, and `dev.txt` and `test.txt` where there are such splits. With a test split and no dev
    split, one is drawn from the train split. Sentences that stand in several splits, as a few of CrossNER do, stay
    where they are and are counted.
    """

    datasets = ("ner_benchmark", "rejects")
    step_version = 2
    grows_with_dump = False
    path_parameters = ("dataset",)
    transform = "corpora.transforms:ReadBenchmark"

    dataset = Name(description="name of the dataset: a folder in the directory")
    directory = Path(folder=True, significant=False, description="directory with a folder for each dataset")
    dev_is_test = Names(
        default="",
        optional=True,
        description="datasets whose dev.txt is their test split, by commas: MIT Movie and Restaurant, as CrossNER's "
        "repository has them",
    )
    dev_share = Float(
        default=0.1,
        least=0.0001,
        most=0.5,
        description="share of the train split that becomes the dev split, by hash, where there is a test split alone",
    )

    def parameters(self) -> dict[str, Any]:
        return {"dataset": self.dataset, **(self._chance() if lacks_dev(self._files()) else {})}

    def _chance(self) -> dict[str, Any]:
        """What decides a dev split that is drawn."""
        return {"dev_share": self.dev_share, "seed": Build().seed}

    @classmethod
    def all(cls) -> dict[str, NerBenchmark]:
        """The steps for all datasets of the directory, by name. Raises InputError where there is no such directory."""
        # The directory is a setting of every step, whatever its dataset.
        return {name: cls(dataset=name) for name in cls(dataset="any").known_datasets()}

    def known_datasets(self) -> list[str]:
        """All datasets of the directory.

        Raises InputError where there is no such directory, and where one has a name that no dataset may have.
        """
        names = dataset_names(self._directory())
        for name in names:
            if not is_name(name):
                raise InputError(
                    f"directory in [NerBenchmark] = {self.directory}: the folder {quoted(name)} in it has data, and "
                    f"that of a dataset needs {Name.what}; rename it or move it away"
                )
            if is_taken(name):
                raise InputError(
                    f"directory in [NerBenchmark] = {self.directory}: the folder {name} in it has data, and no dataset "
                    f"can be called {name}: settings of trainings have the name for something else; rename it or move "
                    "it away"
                )
        return names

    def _directory(self) -> str:
        return input_directory("directory in [NerBenchmark]", self.directory)

    def _data_folder(self) -> str:
        return storage.join(self._directory(), self.dataset)

    def check_inputs(self) -> None:
        super().check_inputs()
        files, known = self._files(), self.known_datasets()
        if "dev" not in files or "test" in files:
            # A settings file may name datasets of its own directory, and another directory be given beside it.
            return
        if unknown := sorted({*items(self.dev_is_test)}.difference(known)):
            raise InputError(
                f"dev_is_test in [NerBenchmark] names {', '.join(unknown)}, which {self.directory} has no folder of; "
                f"it has {', '.join(known)}"
            )

    def check_target(self) -> None:
        """Raise InputError where models cannot be trained and scored on the dataset, for want of a test split."""
        files = self._files()
        if "test" in files:
            return
        names = ", ".join(uri.rpartition("/")[2] for uri in files.values())
        renamed = f", or name {self.dataset} in dev_is_test in [NerBenchmark] if dev.txt is its test split"
        unread = unread_files(self._data_folder(), files.values())
        raise InputError(
            f"{self._data_folder()}: has {names}, and a dataset that models are scored on needs a test split: add "
            f"test.txt{renamed * ('dev' in files)}{f' ({unread})' * bool(unread)}"
        )

    @functools.cached_property
    def train_sentences(self) -> int:
        """Sentences of the train split. Raises InputError where its file cannot be read."""
        return count_train(self._files(), self.dev_share)

    def doubts(self) -> Iterator[str]:
        if unread := unread_files(self._data_folder(), self._files().values()):
            yield f"{self._data_folder()}: {unread}"

    def doubts_when_built(self) -> Iterator[str]:
        for doubt in score_doubts(self.manifest().counts):
            yield f"{self._data_folder()}: {doubt}"

    def files(self) -> dict[str, list[str]]:
        return {split: [uri] for split, uri in self._files().items()}

    def _files(self) -> dict[str, str]:
        directory = self._directory()
        try:
            files = split_files(directory, self.dataset)
        except InputError as error:
            raise InputError(f"directory in [NerBenchmark] = {self.directory}: {error}") from error
        if self.dataset not in items(self.dev_is_test):
            return files
        if "dev" not in files or "test" in files:
            raise InputError(
                f"dev_is_test in [NerBenchmark] names {self.dataset}, which has {', '.join(files)}: it is for datasets "
                "with a dev split and no test split"
            )
        return {"train": files["train"], "test": files["dev"]}

    def configuration(self) -> dict[str, Any]:
        return {"files": self._files(), **self._chance()}
