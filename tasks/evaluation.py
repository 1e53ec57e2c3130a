"""The steps from pre-trained encoders to fine-tuned models, and to the report that compares them."""

from __future__ import annotations

import logging
from typing import Any

import luigi

from schemas import storage
from schemas.catalog.training import REPORT
from schemas.errors import InputError
from schemas.experiments import LABELS, MODEL_NAMES, SETTINGS, ModelOptions
from tasks.base import DatasetTask
from tasks.benchmark import NerBenchmark
from tasks.parameters import (
    Bool,
    ByRun,
    Choice,
    Choices,
    Float,
    Int,
    Known,
    Knowns,
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
    step_version = 3
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
        datasets = NerBenchmark(dataset=self.target).known_datasets()
        for name, setting in BY_RUN.items():
            text = getattr(self, name)
            if unknown := [each for each in setting.names(text) if not is_model(each) and each not in datasets]:
                raise InputError(
                    f"{setting.setting} = {text}: there is no dataset or model {', '.join(unknown)}; [NerBenchmark] "
                    f"directory has {', '.join(datasets)}; models are {MODELS}"
                )

    def parameters(self) -> dict[str, Any]:
        own = {name: value for name, value in super().parameters().items() if name not in ("domain", "source")}
        return {
            **own,
            **{name: setting.value(getattr(self, name), *self.names()) for name, setting in BY_RUN.items()},
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


BY_RUN: dict[str, ByRun] = {name: each for name, each in FineTuning.get_params() if isinstance(each, ByRun)}
"""The settings of a fine-tuning that may differ between targets and models."""


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
    step_version = 2
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
            **{f"representations {target}": task for target, task in self._representations().items()},
            **{f"model {name}": task for name, task in self._models().items()},
            **{f"benchmark {name}": task for name, task in self._benchmarks().items()},
        }

    def configuration(self) -> dict[str, Any]:
        runs = [
            {
                **{"target": run.target, "encoder": run.encoder, "model": run.model},
                **{kind: run.location(f"ner_{kind}") for kind in ("runs", "scores", "predictions")},
            }
            for run in self._runs()
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
