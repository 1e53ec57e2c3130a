"""The steps from pre-trained encoders to fine-tuned models, and to the report that compares them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import luigi

from schemas import storage
from schemas.catalog.training import REPORT
from schemas.errors import InputError
from schemas.experiments import LABELS, MODEL_NAMES, OUTSIDE, SETTINGS, ModelOptions
from tasks.base import DatasetTask
from tasks.benchmark import NerBenchmark
from tasks.encoders import base_encoder
from tasks.inputs import input_directory
from tasks.outside import check_environment, pinned_version, python_of
from tasks.parameters import (
    Bool,
    ByRun,
    Choice,
    Choices,
    Float,
    Int,
    Known,
    Knowns,
    LocalPath,
    Name,
    NamedPairs,
    Numbers,
    Pairs,
    Sizes,
    items,
    pairs,
)
from tasks.pretraining import ENCODERS, encoder, is_dapt, is_encoder
from tasks.report_task import ReportTarget
from tasks.settings import Build
from tasks.training import LEAST_RATE, MOST_RATE, WINDOW, TrainingTask, model_folder

_logger = logging.getLogger("luigi-interface")

PUBLISHED = "evaluation_report"
"""Directory of the report and its pictures for people, below the snapshot's."""
_REPORT = "evaluation.md"
MODELS = f"{MODEL_NAMES}; -d100, the default, is left out"
"""The names of models, for people."""
_MOST_EMBEDDING = 10_000
"""Greatest size of a label's embedding, in a model's name."""


def is_model(name: str) -> bool:
    """Whether a text is the name of a model in its only spelling."""
    try:
        options = ModelOptions.parse(name)
    except InputError:
        return False
    return str(options) == name and options.label_embedding <= _MOST_EMBEDDING


class FineTuning(TrainingTask):
    """Models fine-tuned on an annotated dataset: all settings, sizes and seeds of one encoder and model."""

    datasets = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
    step_version = 4
    grows_with_dump = False
    path_parameters = ("target", "encoder", "model")
    job = "training.jobs.ner_runs:FineTuning"

    target = Name(description="dataset to train and score on")
    domain = Name(
        default="", optional=True, description="domain of the target, for the encoder dapt; by default its name"
    )
    encoder = Known(knows=is_encoder, what=ENCODERS, description="what the model starts from")
    model = Known(
        knows=is_model,
        what=MODELS,
        description="tagger or laner, with options: tagger-crf, laner-no-context, …",
    )
    source = Name(default="", optional=True, description="dataset of the source domain; empty where only direct is run")
    settings = Choices(
        default=",".join(SETTINGS), known=SETTINGS, description="direct, source-then-target, joint, by commas"
    )
    few_shot = Sizes(
        default="0", description="numbers of target sentences, or shares of them as 0.05, by commas; 0 for all"
    )
    seeds = Numbers(default="555,666,777", description="seeds, by commas (CrossNER's code: 555,666,777)")
    epochs = ByRun(Int(default=300, least=1, description="most epochs on the target"))
    patience = ByRun(Int(default=8, description="epochs without a better development F1 before it stops, 0 for never"))
    source_epochs = Int(default=2, least=1, description="epochs on the source in source-then-target")
    upsampling = ByRun(Int(default=50, least=1, description="copies of a target sentence in joint"))
    label_map = Pairs(
        default="",
        optional=True,
        description="source types under the target's names, as PER=person,MISC=O; O leaves them out",
    )
    labels = Choice(
        default="union",
        choices=LABELS,
        description="union: a model with a source learns the types of both, and is scored on the target's; target: a "
        "source with other types is refused",
    )
    normalise = Pairs(
        default="",
        optional=True,
        description="types merged for training and scoring, as researcher=person,country=location",
    )
    batch_size = ByRun(Int(default=16, least=1, description="sentences of one optimiser step"))
    learning_rate = ByRun(Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate"))
    max_length = Int(default=0, description=WINDOW)
    strict = Bool(
        default=False,
        description="score in seqeval's strict mode; published scores are not",
    )

    def check_inputs(self) -> None:
        super().check_inputs()
        check_by_run(self, is_model, f"models are {MODELS}")

    def parameters(self) -> dict[str, Any]:
        own = {name: value for name, value in super().parameters().items() if name not in ("domain", "source")}
        return {
            **own,
            **{name: setting.value(getattr(self, name), *self.names()) for name, setting in by_run(type(self)).items()},
            "settings": items(self.settings),
            "few_shot": [float(size) if "." in size else int(size) for size in items(self.few_shot)],
            "seeds": [int(seed) for seed in items(self.seeds)],
            "label_map": pairs(self.label_map),
            "normalise": pairs(self.normalise),
        }

    def names(self) -> tuple[str, ...]:
        """What the values of settings are given for, the model's name after that of its kind."""
        return (self.target, ModelOptions.parse(self.model).kind, self.model)

    def runs(self) -> int:
        """How many models the step trains."""
        return len(items(self.settings)) * len(items(self.few_shot)) * len(items(self.seeds))

    def needs_source(self) -> bool:
        """Whether there is a setting that learns from the source."""
        return set(items(self.settings)) != {"direct"}

    def source_benchmark(self) -> NerBenchmark:
        """The step that reads the source. Raises InputError where none is named."""
        if not self.source:
            raise InputError("source in [FineTuning] is empty: name a dataset, or set settings = direct")
        return NerBenchmark(dataset=self.source)

    def _encoder(self) -> DatasetTask:
        return encoder(self.encoder, self.domain or self.target)

    def requires(self) -> dict[str, DatasetTask]:
        sources = {"source": self.source_benchmark()} if self.needs_source() else {}
        target = NerBenchmark(dataset=self.target)
        return {**super().requires(), "encoder": self._encoder(), "target": target, **sources}

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name not in ("target", "encoder")}
        return {
            **own,
            "target": NerBenchmark(dataset=self.target).location(),
            "target_name": self.target,
            "source": self.source_benchmark().location() if self.needs_source() else "",
            "source_name": self.source,
            "encoder": model_folder(self._encoder()),
            "encoder_name": self.encoder,
        }


def by_run(step: type[TrainingTask]) -> dict[str, ByRun]:
    """The settings of a step that may differ between targets and models."""
    return {name: each for name, each in step.get_params() if isinstance(each, ByRun)}


def check_by_run(step: FineTuning | OutsideBaseline, is_model: Callable[[str], bool], models: str) -> None:
    """Raise InputError where a value is given for what is neither a target nor a model; `models` are told to people."""
    datasets = NerBenchmark(dataset=step.target).known_datasets()
    for name, setting in by_run(type(step)).items():
        text = getattr(step, name)
        if unknown := [each for each in setting.names(text) if not is_model(each) and each not in datasets]:
            raise InputError(
                f"{setting.setting} = {text}: there is no dataset or model {', '.join(unknown)}; [NerBenchmark] "
                f"directory has {', '.join(datasets)}; {models}"
            )


class OutsideBaseline(TrainingTask):
    """A package that is none of the project's own, trained or run on an annotated dataset by its own environment.

    Seeds, merged types and scoring are those of [FineTuning], so that the scores can be compared.
    """

    datasets = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
    step_version = 1
    grows_with_dump = False
    path_parameters = ("target", "model")
    job = "training.jobs.outside_ner_runs:OutsideBaseline"

    target = Name(description="dataset to train and score on")
    model = Choice(
        choices=OUTSIDE,
        description="flair (contextual string embeddings, BiLSTM and CRF), gliner (zero-shot), transformers (its token "
        "classifier)",
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
        "transformers has the encoder of [Encoder] where it is not named",
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
        Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate"), "flair=0.1"
    )
    type_words = Pairs(
        default="",
        optional=True,
        description="what a type is called in words, as musicalartist=musical artist, for gliner, which reads them; "
        "types that the target lacks are passed over",
    )

    def check_inputs(self) -> None:
        super().check_inputs()
        check_by_run(self, OUTSIDE.__contains__, f"models are {', '.join(OUTSIDE)}")
        check_environment(self.environments, self.model)

    def _scored_as(self) -> dict[str, Any]:
        """What of [FineTuning] counts here too."""
        parameters = FineTuning(target=self.target, encoder="plain", model="tagger").parameters()
        return {name: parameters[name] for name in ("seeds", "normalise", "strict")}

    def parameters(self) -> dict[str, Any]:
        names = (self.target, self.model)
        # What the weights are is among the inputs.
        own = {name: value for name, value in super().parameters().items() if name != "weights"}
        return {
            **own,
            **{name: setting.value(getattr(self, name), *names) for name, setting in by_run(type(self)).items()},
            "type_words": pairs(self.type_words) if self.model == "gliner" else {},
            "encoder": self.encoder_name(),
            "version": pinned_version(self.model),
            **self._scored_as(),
        }

    def _weights(self) -> str:
        """The folder of weights; empty where it is the encoder's. Raises InputError where there is none."""
        given = pairs(self.weights)
        if unknown := sorted(given.keys() - {*OUTSIDE}):
            raise InputError(
                f"weights in [OutsideBaseline] = {self.weights}: there is no {', '.join(unknown)}; there are "
                f"{', '.join(OUTSIDE)}"
            )
        if self.model in given:
            return input_directory("weights in [OutsideBaseline]", given[self.model])
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
        own = {name: value for name, value in self.parameters().items() if name not in ("encoder", "version")}
        return {
            **own,
            "target": NerBenchmark(dataset=self.target).location(),
            "target_name": self.target,
            "python": python_of(self.environments, self.model),
            "weights": self._weights() or model_folder(base_encoder()),
            "encoder_name": self.encoder_name(),
        }


class EntityRepresentations(TrainingTask):
    """How the encoders represent the entities of a target's test split before any fine-tuning (NER-BERT, section 6)."""

    datasets = ("entity_representations", "rejects")
    step_version = 1
    grows_with_dump = False
    path_parameters = ("target",)
    job = "training.jobs.entity_representations:EntityRepresentations"

    target = Name(description="dataset whose test split is read")
    domain = Name(
        default="", optional=True, description="domain of the target, for the encoder dapt; by default its name"
    )
    encoders = Knowns(knows=is_encoder, what=ENCODERS, description="names of encoders, by commas")

    def parameters(self) -> dict[str, Any]:
        return {"encoders": list(self._encoders())}

    def _encoders(self) -> dict[str, DatasetTask]:
        return {name: encoder(name, self.domain or self.target) for name in items(self.encoders)}

    def requires(self) -> dict[str, DatasetTask]:
        encoders = {f"encoder {name}": task for name, task in self._encoders().items()}
        return {**super().requires(), "target": NerBenchmark(dataset=self.target), **encoders}

    def configuration(self) -> dict[str, Any]:
        return {
            "target": NerBenchmark(dataset=self.target).location(),
            "encoders": {name: model_folder(task) for name, task in self._encoders().items()},
        }


class EvaluationReport(TrainingTask):
    """The report on the models: `evaluation_report/evaluation.md`, with its pictures."""

    datasets = ("evaluation", "rejects")
    step_version = 3
    grows_with_dump = False
    job = "training.jobs.evaluation:EvaluationReport"

    targets = NamedPairs(
        default="politics,science=natural_science,music,literature,ai",
        description="datasets to score on, each with its domain where that has another name",
    )
    encoders = Knowns(
        knows=is_encoder, what=ENCODERS, default="plain,dapt,ner-bert-315", description="encoders to compare"
    )
    models = Knowns(knows=is_model, what=MODELS, default="tagger,laner", description="models to compare")
    baselines = Choices(
        default="",
        optional=True,
        known=OUTSIDE,
        description="packages to compare them with, as OutsideBaseline has them",
    )

    def _targets(self) -> dict[str, str]:
        """Target to domain."""
        targets: dict[str, str] = {}
        for entry in items(self.targets):
            target, _, domain = (part.strip() for part in entry.partition("="))
            if target in targets:
                raise InputError(f"targets in [EvaluationReport] = {self.targets}: {target} is named twice")
            targets[target] = domain or target
        return targets

    def _encoders(self) -> list[str]:
        return items(self.encoders)

    def parameters(self) -> dict[str, Any]:
        return {}

    def _runs(self) -> list[FineTuning]:
        return [
            FineTuning(target=target, domain=domain, encoder=name, model=model)
            for target, domain in self._targets().items()
            for name in self._encoders()
            for model in items(self.models)
        ]

    def _baselines(self) -> list[OutsideBaseline]:
        return [
            OutsideBaseline(target=target, model=name) for target in self._targets() for name in items(self.baselines)
        ]

    def _representations(self) -> dict[str, EntityRepresentations]:
        encoders = ",".join(self._encoders())
        return {
            target: EntityRepresentations(target=target, domain=domain, encoders=encoders)
            for target, domain in self._targets().items()
        }

    def _models(self) -> dict[str, DatasetTask]:
        """The pre-trainings among the encoders, by a name for people."""
        result = {}
        for target, domain in self._targets().items():
            for name in self._encoders():
                if name != "plain":
                    result[f"{name} {target}" if is_dapt(name) else name] = encoder(name, domain)
        return result

    def _benchmarks(self) -> dict[str, NerBenchmark]:
        sources = {str(run.source): run.source_benchmark() for run in self._runs() if run.needs_source()}
        return {**dict(sorted(sources.items())), **{name: NerBenchmark(dataset=name) for name in self._targets()}}

    def requires(self) -> dict[str, DatasetTask]:
        return {
            **super().requires(),
            **{f"runs {run.target} {run.encoder} {run.model}": run for run in self._runs()},
            **{f"runs {run.target} {run.model}": run for run in self._baselines()},
            **{f"representations {target}": task for target, task in self._representations().items()},
            **{f"model {name}": task for name, task in self._models().items()},
            **{f"benchmark {name}": task for name, task in self._benchmarks().items()},
        }

    def configuration(self) -> dict[str, Any]:
        named = [
            *((run, run.encoder) for run in self._runs()),
            *((run, run.encoder_name()) for run in self._baselines()),
        ]
        runs = [
            {
                **{"target": run.target, "encoder": encoder, "model": run.model},
                **{kind: run.location(f"ner_{kind}") for kind in ("runs", "scores", "predictions")},
            }
            for run, encoder in named
        ]
        representations = self._representations().items()
        return {
            "snapshot": Build().snapshot,
            "runs": runs,
            "representations": [{"target": name, "location": task.location()} for name, task in representations],
            "models": [{"name": name, "location": task.location()} for name, task in self._models().items()],
            "benchmarks": [{"name": name, "location": task.location()} for name, task in self._benchmarks().items()],
        }

    def _published(self) -> str:
        """The directory where people look."""
        return storage.join(Build().root, Build().snapshot, PUBLISHED)

    def output(self) -> list[luigi.Target]:
        report = storage.join(self.location(), REPORT, _REPORT)
        return [*super().output(), ReportTarget(report, storage.join(self._published(), _REPORT))]

    def run(self) -> None:
        if not all(target.exists() for target in super().output()):
            super().run()
        folder = storage.join(self.location(), REPORT)
        names = storage.list_files(folder)
        for stale in set(storage.list_files(self._published())).difference(names):
            storage.remove_file(storage.join(self._published(), stale))
        # The report itself last: where it is, its pictures are.
        for name in sorted(names, key=lambda name: name == _REPORT):
            storage.copy(storage.join(folder, name), storage.join(self._published(), name))
        _logger.info("%s: see %s", self.step, storage.join(self._published(), _REPORT))
