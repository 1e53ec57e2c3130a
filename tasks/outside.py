"""The step that runs a package of others as a baseline."""

from __future__ import annotations

from typing import Any

from schemas.errors import InputError
from schemas.experiments import OUTSIDE, PLAIN, UNTRAINED, package_of
from schemas.files import storage
from tasks.benchmark import NerBenchmark
from tasks.by_run import ByRun, by_run, check_by_run
from tasks.encoders import base_encoder
from tasks.environments import check_environment, pinned_versions, python_of
from tasks.fine_tuning import FineTuning
from tasks.settings.inputs import input_directory
from tasks.settings.lists import Pairs
from tasks.settings.parameters import Choice, Float, Int, LocalPath, Name
from tasks.settings.syntax import pairs
from tasks.step.base import DatasetTask
from tasks.step.training import LEAST_RATE, MOST_RATE, TrainingTask, model_folder


class OutsideBaseline(TrainingTask):
    """A package that is none of the project's own, trained or run on an annotated dataset by its own environment.

    Seeds, merged types and scoring are those of [FineTuning], so that the scores can be compared.
    """

    datasets = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
    step_version = 2
    grows_with_dump = False
    path_parameters = ("target", "model")
    job = "training.jobs.outside_ner_runs:OutsideBaseline"

    target = Name(description="dataset to train and score on")
    model = Choice(
        choices=OUTSIDE,
        description="flair (contextual string embeddings, BiLSTM and CRF), gliner (zero-shot), gliner-tuned (the same, "
        "trained on the target), transformers (its token classifier)",
    )
    environments = LocalPath(
        default=".venv/outside",
        significant=False,
        description="local directory with an environment for each package; the error for a missing one says how it is "
        "made",
    )
    weights = Pairs(
        default="",
        optional=True,
        description="local folder of what each starts from, as gliner=/models/gliner_small,flair=/models/flair; "
        "gliner-tuned has that of gliner, and transformers the encoder of [Encoder], where they are not named",
    )
    epochs = ByRun(Int(default=300, least=1, description="most epochs"), "flair=150")
    patience = ByRun(
        Int(
            default=8,
            description="epochs without a better development F1 before it stops, or halves its rate (flair); 0 for "
            "never",
        ),
        "flair=3",
    )
    batch_size = ByRun(Int(default=16, least=1, description="sentences of one optimiser step"), "flair=32")
    learning_rate = ByRun(
        Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate"),
        "flair=0.1,gliner-tuned=1e-5",
    )
    type_words = Pairs(
        default="",
        optional=True,
        description="what a type is called in words, as musicalartist=musical artist, for GLiNER, which reads them; "
        "types that the target lacks are passed over",
    )

    def check_inputs(self) -> None:
        super().check_inputs()
        check_by_run(self, OUTSIDE.__contains__, f"models are {', '.join(OUTSIDE)}")
        check_environment(self.environments, package_of(self.model))
        NerBenchmark(dataset=self.target).check_target()

    def _scored_as(self) -> dict[str, Any]:
        """What of [FineTuning] counts here too."""
        parameters = FineTuning(target=self.target, encoder=PLAIN, model="tagger").parameters()
        return {name: parameters[name] for name in ("seeds", "normalise", "strict")}

    def parameters(self) -> dict[str, Any]:
        names = (self.target, self.model)
        # What the weights are is among the inputs.
        own = {name: value for name, value in super().parameters().items() if name != "weights"}
        return {
            **own,
            **{name: setting.value(getattr(self, name), *names) for name, setting in by_run(type(self)).items()},
            "type_words": pairs(self.type_words) if package_of(self.model) == "gliner" else {},
            "encoder": self.encoder_name(),
            **self._versions(),
            **self._scored_as(),
        }

    def _versions(self) -> dict[str, str]:
        """The versions of what decides the results."""
        package = package_of(self.model)
        versions = pinned_versions(package)
        return {"version": versions.pop(package), **versions}

    def trained_models(self) -> int:
        return 0 if self.model in UNTRAINED else len(self._scored_as()["seeds"])

    def _weights(self) -> str:
        """The folder of weights; empty where it is the encoder's. Raises InputError where there is none."""
        given = pairs(self.weights)
        if unknown := sorted(given.keys() - {*OUTSIDE}):
            raise InputError(
                f"weights in [OutsideBaseline] = {self.weights}: there is no {', '.join(unknown)}; there are "
                f"{', '.join(OUTSIDE)}"
            )
        for name in (self.model, package_of(self.model)):
            if name in given:
                return input_directory("weights in [OutsideBaseline]", given[name])
        if self.model != "transformers":
            raise InputError(
                f"weights in [OutsideBaseline] = {self.weights}: name the folder that {self.model} starts from, as "
                f"{self.model}=/models/{self.model}"
            )
        return ""

    def encoder_name(self) -> str:
        """What the report calls the weights."""
        return self._weights().rstrip("/").rpartition("/")[2] or "plain"

    def files(self) -> dict[str, list[str]]:
        folder = self._weights()
        return (
            {"weights": [storage.join(folder, name) for name in sorted(storage.list_files(folder))]} if folder else {}
        )

    def requires(self) -> dict[str, DatasetTask]:
        encoder = {} if self._weights() else {"encoder": base_encoder()}
        return {**super().requires(), "target": NerBenchmark(dataset=self.target), **encoder}

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name not in {"encoder", *self._versions()}}
        return {
            **own,
            "target": NerBenchmark(dataset=self.target).location(),
            "target_name": self.target,
            "python": python_of(self.environments, package_of(self.model)),
            "weights": self._weights() or model_folder(base_encoder()),
            "encoder_name": self.encoder_name(),
        }
