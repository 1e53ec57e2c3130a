"""The steps from the corpora to models and their evaluation."""

from __future__ import annotations

import functools
import importlib.util
import logging
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

import luigi

from dbpedia.label_sets import LABEL_SETS
from schemas import storage
from schemas.errors import InputError
from tasks.base import DatasetTask, ReportTarget
from tasks.benchmark import NerBenchmark
from tasks.corpora import CATEGORIES, NerCorpus
from tasks.dapt import DaptCorpus
from tasks.domains import checked_domain
from tasks.process import Event, run_process
from tasks.settings import Build, choices, in_range, listed, pairs

_logger = logging.getLogger("luigi-interface")

SETTINGS = ("direct", "source-then-target", "joint")
LEVELS = ("domain", "entity", "task", "integrated")
MASKINGS = ("token", "span", "span-corrected")
_MODEL = re.compile(r"(?:tagger|bilstm|laner(?:-no-background)?(?:-no-context)?(?:-d[1-9]\d*)?)(?:-crf(?:-bio)?)?")
_NEW = "new"
_REPORT = "evaluation.md"
_OPTIONS = "tagger-crf, laner-no-background-no-context-d50-crf (in this order)"
_LEAST_RATE = 1e-9
_WINDOW = "longest input in pieces; longer sentences are read in several windows; 0 for what the encoder takes"
_FIRST = 10
"""Priority of the encoder: one whose name is misspelt is refused before the dump is worked on for hours."""


class Training(luigi.Config):  # type: ignore[misc]
    """Where and how fast models are trained; nothing here changes what they are trained on."""

    device = luigi.ChoiceParameter(
        default="auto", choices=["auto", "cpu", "cuda", "mps"], description="auto takes a GPU where there is one"
    )
    processes = luigi.IntParameter(default=1, description="processes of a pre-training, one a GPU")
    precision = luigi.ChoiceParameter(
        default="auto",
        choices=["auto", "float32", "bf16"],
        description="auto: bf16 on GPUs that have it, else float32",
    )
    compile = luigi.BoolParameter(
        default=False, parsing=luigi.BoolParameter.EXPLICIT_PARSING, description="torch.compile the models"
    )
    threads = luigi.IntParameter(default=0, description="processor threads of a training, 0 for as many as torch takes")
    scratch = luigi.Parameter(
        default="data/_training", description="local directory for tokenised data and checkpoints"
    )


class TrainingTask(DatasetTask):
    """A step whose datasets a training job writes."""

    job: ClassVar[str]
    """`module:class` of the step's job."""
    parallel: ClassVar[bool] = False
    """Whether several processes can share the work."""

    resources = {"gpu": 1}  # noqa: RUF012 (Luigi's own form)

    def configuration(self) -> dict[str, Any]:
        """Fields of the job; JSON values."""
        raise NotImplementedError

    def requires(self) -> dict[str, DatasetTask]:
        check_installed()
        return {}

    def run(self) -> None:
        self.announce()
        training, build = Training(), Build()
        in_range("processes in [Training]", training.processes, 1)
        in_range("threads in [Training]", training.threads, 0)
        scratch = str(Path(training.scratch).absolute())
        specification = {
            "job": self.job,
            "configuration": self.configuration(),
            "outputs": [asdict(destination) for destination in self.destinations()],
            "provenance": asdict(self.provenance),
            "max_reject_share": build.max_reject_share,
            "scratch": storage.join(scratch, "jobs", self.provenance.identity[:16]),
            "cache": storage.join(scratch, "cache"),
            "device": training.device,
            "precision": training.precision,
            "compile": training.compile,
            "threads": training.threads,
        }
        _logger.info("%s: training %s", self.step, self.location())
        several = self.parallel and training.processes > 1
        launcher = ["-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={training.processes}"]
        run_process("training.job", specification, _progress, self.show, launcher if several else [])
        _logger.info("%s: done, %s rows", self.step, f"{self.manifest().rows:,}")


def _progress(event: Event, _elapsed: float) -> tuple[str, float]:
    return event["line"], event["share"]


@functools.cache
def check_installed() -> None:
    """Raise InputError where what training needs is not installed."""
    needed = ("accelerate", "matplotlib", "seqeval", "sklearn", "tensorboard", "torch", "transformers")
    missing = [name for name in needed if not importlib.util.find_spec(name)]
    if missing:
        raise InputError(
            f"training needs {', '.join(missing)}: install the project with its extra, `pip install '.[training]'`, or "
            "build the corpora alone with BuildCorpora"
        )


class Encoder(luigi.Config):  # type: ignore[misc]
    """What all models start from."""

    name = luigi.Parameter(
        default="google-bert/bert-base-cased",
        description="new, a Hugging Face name (name@revision pins it), a local folder, or package:folder/in/a/package",
    )


class NewEncoder(TrainingTask):
    """A small BERT that nobody has trained yet, with a WordPiece vocabulary of the corpus: for trying things out."""

    datasets = ("encoder", "rejects")
    step_version = 1
    path_parameters = ("name",)
    job = "training.new_encoder:NewEncoder"
    name = _NEW

    vocabulary_size = luigi.IntParameter(default=8000, description="pieces of the WordPiece vocabulary")
    hidden_size = luigi.IntParameter(default=256, description="width of the hidden states")
    layers = luigi.IntParameter(default=4, description="number of layers")
    heads = luigi.IntParameter(default=4, description="attention heads of a layer")
    intermediate_size = luigi.IntParameter(default=1024, description="width of the feed-forward layers")
    max_length = luigi.IntParameter(default=512, description="longest input, in pieces")
    lowercase = luigi.BoolParameter(
        default=False, parsing=luigi.BoolParameter.EXPLICIT_PARSING, description="ignore case"
    )

    def parameters(self) -> dict[str, Any]:
        for name in ("vocabulary_size", "hidden_size", "layers", "heads", "intermediate_size", "max_length"):
            in_range(f"{name} in [NewEncoder]", getattr(self, name), 1)
        if self.hidden_size % self.heads:
            raise InputError(f"hidden_size in [NewEncoder] = {self.hidden_size}: must be a multiple of heads")
        return {**super().parameters(), "seed": Build().seed}

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "ner_corpus": NerCorpus(label_set=CATEGORIES)}

    def configuration(self) -> dict[str, Any]:
        return {**self.parameters(), "corpus": NerCorpus(label_set=CATEGORIES).location()}


class PretrainedEncoder(TrainingTask):
    """A pre-trained encoder, loaded once and kept beside the corpora: what later steps start from cannot change."""

    datasets = ("encoder", "rejects")
    step_version = 1
    path_parameters = ("name",)
    job = "training.pretrained:PretrainedEncoder"
    priority = _FIRST

    source = luigi.Parameter(description="Hugging Face name, local folder, or package:folder/in/a/package")

    @property
    def name(self) -> str:
        return str(self.source).rstrip("/").rpartition("/")[2]

    def _local(self) -> Path | None:
        """The local folder of the encoder; None for a name of the Hugging Face hub."""
        if self.source.startswith("package:"):
            package, _, path = self.source.removeprefix("package:").partition("/")
            try:
                spec = importlib.util.find_spec(package)
            except (ModuleNotFoundError, ValueError):
                spec = None
            if spec is None or not spec.submodule_search_locations:
                raise InputError(f"name in [Encoder] = {self.source}: no package {package} is installed")
            folder = Path(spec.submodule_search_locations[0], path)
            if not folder.is_dir():
                raise InputError(f"name in [Encoder] = {self.source}: the package has no such folder")
            return folder
        folder = Path(self.source).expanduser()
        if folder.is_dir():
            return folder.absolute()
        if self.source.startswith((".", "/", "~")) or self.source.count("/") > 1:
            raise InputError(f"name in [Encoder] = {self.source}: no such folder (looked in {Path.cwd()})")
        return None

    def parameters(self) -> dict[str, Any]:
        return {} if self._local() else {"source": self.source}

    def files(self) -> dict[str, list[str]]:
        folder = self._local()
        return {"encoder": sorted(str(path) for path in folder.iterdir() if path.is_file())} if folder else {}

    def configuration(self) -> dict[str, Any]:
        return {"source": str(self._local() or self.source)}


def base_encoder() -> TrainingTask:
    """The step that gives the encoder of [Encoder]."""
    name = Encoder().name.strip()
    if not name:
        raise InputError("name in [Encoder] is empty: name an encoder, or new")
    return NewEncoder() if name == _NEW else PretrainedEncoder(source=name)


class DaptModel(TrainingTask):
    """The encoder, trained further as a masked language model on the sentences of a domain (CrossNER, DAPT)."""

    datasets = ("dapt_model", "rejects")
    step_version = 1
    path_parameters = ("domain", "level", "masking")
    job = "training.dapt:DomainPretraining"
    parallel = True

    domain = luigi.Parameter(description="name of the domain")
    level = luigi.ChoiceParameter(default="integrated", choices=LEVELS, description="level of the corpus")
    masking = luigi.ChoiceParameter(
        default="span", choices=MASKINGS, description="token, span (as published) or span-corrected (docs/training.md)"
    )
    mask_probability = luigi.FloatParameter(
        default=0.15, description="probability of a piece to be masked (CrossNER's code: 0.2)"
    )
    block = luigi.IntParameter(default=512, description="pieces of a block, special ones included")
    epochs = luigi.IntParameter(default=15, description="passes over the corpus")
    batch_size = luigi.IntParameter(default=8, description="blocks of one optimiser step")
    micro_batch = luigi.IntParameter(
        default=8, significant=False, description="blocks that one device takes at a time; the rest is accumulated"
    )
    learning_rate = luigi.FloatParameter(default=5e-5, description="learning rate, decaying linearly to 0")
    held_out = luigi.FloatParameter(default=0.02, description="share of the blocks that choose the best model")

    def parameters(self) -> dict[str, Any]:
        for name, least in (("block", 8), ("epochs", 1), ("batch_size", 1), ("micro_batch", 1)):
            in_range(f"{name} in [DaptModel]", getattr(self, name), least)
        in_range("mask_probability in [DaptModel]", self.mask_probability, 0.001, 0.999)
        in_range("held_out in [DaptModel]", self.held_out, 0.0001, 0.5)
        in_range("learning_rate in [DaptModel]", self.learning_rate, _LEAST_RATE)
        return {**super().parameters(), "seed": Build().seed}

    def _corpus(self) -> DaptCorpus:
        checked_domain(self.domain)
        corpus = DaptCorpus()
        return corpus if self.domain in corpus.names() else DaptCorpus(domains=self.domain)

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "encoder": base_encoder(), "dapt_corpus": self._corpus()}

    def configuration(self) -> dict[str, Any]:
        return {
            **self.parameters(),
            "corpus": self._corpus().location(),
            "encoder": model_folder(base_encoder()),
            "micro_batch": self.micro_batch,
        }


class NerBert(TrainingTask):
    """The encoder, trained as a tagger on the NER corpus (NER-BERT, section 3.1)."""

    datasets = ("ner_bert", "rejects")
    step_version = 1
    path_parameters = ("label_set",)
    job = "training.ner_bert:NerBert"
    parallel = True

    label_set = luigi.Parameter(description="number of categories of the corpus")
    epochs = luigi.IntParameter(default=1, description="passes over the corpus (the paper does not say)")
    batch_size = luigi.IntParameter(default=960, description="sentences of one optimiser step")
    micro_batch = luigi.IntParameter(
        default=96, significant=False, description="sentences that one device takes at a time; the rest is accumulated"
    )
    learning_rate = luigi.FloatParameter(default=5e-5, description="learning rate")
    max_length = luigi.IntParameter(default=128, description=_WINDOW)
    max_steps = luigi.IntParameter(
        default=0, description="optimiser steps after which it stops; 0 for the epochs alone"
    )
    validate_every = luigi.IntParameter(
        default=0, description="steps between two validations, which choose the best model; 0 for one an epoch"
    )
    validation_sentences = luigi.IntParameter(
        default=0, description="validate on the first sentences of the split only; 0 for all"
    )

    def parameters(self) -> dict[str, Any]:
        for name, least in (("epochs", 1), ("batch_size", 1), ("micro_batch", 1), ("max_length", 0), ("max_steps", 0)):
            in_range(f"{name} in [NerBert]", getattr(self, name), least)
        for name in ("validate_every", "validation_sentences"):
            in_range(f"{name} in [NerBert]", getattr(self, name), 0)
        in_range("learning_rate in [NerBert]", self.learning_rate, _LEAST_RATE)
        return {**super().parameters(), "seed": Build().seed}

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "encoder": base_encoder(), "ner_corpus": NerCorpus(label_set=self.label_set)}

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name != "label_set"}
        return {
            **own,
            "corpus": NerCorpus(label_set=self.label_set).location(),
            "encoder": model_folder(base_encoder()),
            "micro_batch": self.micro_batch,
        }


def model_folder(task: DatasetTask) -> str:
    """Where the model of a step is."""
    return storage.join(task.location(), "_best")


def encoder(name: str, domain: str) -> DatasetTask:
    """The step that gives an encoder of the evaluation: plain, dapt, or ner-bert- and a label set.

    `domain` is that of the target, for dapt. Raises InputError for another name.
    """
    if name == "plain":
        return base_encoder()
    if name == "dapt":
        return DaptModel(domain=domain)
    known = {"plain", "dapt", *(f"ner-bert-{label_set}" for label_set in LABEL_SETS)}
    if name not in known:
        raise InputError(f"encoders in [EvaluationReport]: {name} is not one of {', '.join(sorted(known))}")
    return NerBert(label_set=name.removeprefix("ner-bert-"))


class FineTuning(TrainingTask):
    """Models fine-tuned on a dataset that people annotated: all settings, sizes and seeds of one encoder and model."""

    datasets = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
    step_version = 1
    path_parameters = ("target", "encoder", "model")
    job = "training.fine_tuning:FineTuning"

    target = luigi.Parameter(description="dataset that is learnt and scored on")
    domain = luigi.Parameter(default="", description="domain of the target, for the encoder dapt; by default its name")
    encoder = luigi.Parameter(description="plain, dapt, or ner-bert- and a label set")
    model = luigi.Parameter(description="tagger or laner, with options: tagger-crf, laner-no-context, …")
    source = luigi.Parameter(default="", description="dataset of the source domain; empty where only direct is run")
    settings = luigi.Parameter(default=",".join(SETTINGS), description="direct, source-then-target, joint, by commas")
    few_shot = luigi.Parameter(default="0", description="numbers of target sentences, by commas; 0 for all")
    seeds = luigi.Parameter(default="555,666,777", description="seeds, by commas (CrossNER's code: 555,666,777)")
    epochs = luigi.IntParameter(default=300, description="most epochs on the target")
    patience = luigi.IntParameter(default=8, description="epochs without a better development F1 before it stops")
    source_epochs = luigi.IntParameter(default=2, description="epochs on the source in source-then-target")
    upsampling = luigi.IntParameter(default=50, description="copies of a target sentence in joint")
    label_map = luigi.Parameter(
        default="", description="source types under the target's names, as PER=person,MISC=O; O leaves them out"
    )
    normalise = luigi.Parameter(
        default="", description="types merged for training and scoring, as researcher=person,country=location"
    )
    batch_size = luigi.IntParameter(default=16, description="sentences of one optimiser step")
    learning_rate = luigi.FloatParameter(default=5e-5, description="learning rate")
    max_length = luigi.IntParameter(default=0, description=_WINDOW)
    strict = luigi.BoolParameter(
        default=False,
        parsing=luigi.BoolParameter.EXPLICIT_PARSING,
        description="score in seqeval's strict mode; published scores are not",
    )

    def parameters(self) -> dict[str, Any]:
        for name in ("epochs", "patience", "source_epochs", "upsampling", "batch_size"):
            in_range(f"{name} in [FineTuning]", getattr(self, name), 1)
        in_range("learning_rate in [FineTuning]", self.learning_rate, _LEAST_RATE)
        if not _MODEL.fullmatch(self.model):
            raise InputError(f"model {self.model}: there are tagger, laner and bilstm, with options as {_OPTIONS}")
        own = {name: value for name, value in super().parameters().items() if name not in ("domain", "source")}
        return {
            **own,
            "settings": list(choices("settings in [FineTuning]", self.settings, SETTINGS)),
            "few_shot": self._numbers("few_shot", self.few_shot),
            "seeds": self._numbers("seeds", self.seeds),
            "label_map": pairs("label_map in [FineTuning]", self.label_map),
            "normalise": pairs("normalise in [FineTuning]", self.normalise),
        }

    def _numbers(self, name: str, value: str) -> list[int]:
        numbers = listed(f"{name} in [FineTuning]", value, int)
        in_range(f"{name} in [FineTuning]", min(numbers), 0)
        return numbers

    def needs_source(self) -> bool:
        """Whether there is a setting that learns from the source."""
        return set(choices("settings in [FineTuning]", self.settings, SETTINGS)) != {"direct"}

    def _encoder(self) -> DatasetTask:
        return encoder(self.encoder, self.domain or self.target)

    def requires(self) -> dict[str, DatasetTask]:
        if self.needs_source() and not self.source:
            raise InputError("source in [FineTuning] is empty: name a dataset, or set settings = direct")
        sources = {"source": NerBenchmark(dataset=self.source)} if self.needs_source() else {}
        target = NerBenchmark(dataset=self.target)
        return {**super().requires(), "encoder": self._encoder(), "target": target, **sources}

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name not in ("target", "encoder")}
        return {
            **own,
            "target": NerBenchmark(dataset=self.target).location(),
            "target_name": self.target,
            "source": NerBenchmark(dataset=self.source).location() if self.needs_source() else "",
            "source_name": self.source,
            "encoder": model_folder(self._encoder()),
            "encoder_name": self.encoder,
        }


class EntityRepresentations(TrainingTask):
    """What the encoders make of the entities of a target's test split before any fine-tuning (NER-BERT, section 6)."""

    datasets = ("entity_representations", "rejects")
    step_version = 1
    path_parameters = ("target",)
    job = "training.representations:EntityRepresentations"

    target = luigi.Parameter(description="dataset whose test split is read")
    domain = luigi.Parameter(default="", description="domain of the target, for the encoder dapt; by default its name")
    encoders = luigi.Parameter(description="names of encoders, by commas")

    def parameters(self) -> dict[str, Any]:
        return {"encoders": list(self._encoders())}

    def _encoders(self) -> dict[str, DatasetTask]:
        names = listed("encoders in [EvaluationReport]", self.encoders, str)
        return {name: encoder(name, self.domain or self.target) for name in names}

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
    step_version = 1
    job = "training.report:EvaluationReport"

    targets = luigi.Parameter(
        default="politics,science=natural_science,music,literature,ai",
        description="datasets to score on, each with its domain where that has another name",
    )
    encoders = luigi.Parameter(default="plain,dapt,ner-bert-315", description="encoders to compare")
    models = luigi.Parameter(default="tagger,laner", description="models to compare")

    def _targets(self) -> dict[str, str]:
        """Target to domain."""
        targets: dict[str, str] = {}
        for entry in listed("targets in [EvaluationReport]", self.targets, str):
            target, _, domain = (part.strip() for part in entry.partition("="))
            if target in targets:
                raise InputError(f"targets in [EvaluationReport] = {self.targets}: {target} is named twice")
            targets[target] = domain or target
        return targets

    def _encoders(self) -> list[str]:
        return listed("encoders in [EvaluationReport]", self.encoders, str)

    def parameters(self) -> dict[str, Any]:
        return {}

    def _runs(self) -> list[FineTuning]:
        return [
            FineTuning(target=target, domain=domain, encoder=name, model=model)
            for target, domain in self._targets().items()
            for name in self._encoders()
            for model in listed("models in [EvaluationReport]", self.models, str)
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
                    result[f"{name} {target}" if name == "dapt" else name] = encoder(name, domain)
        return result

    def _benchmarks(self) -> dict[str, NerBenchmark]:
        sources = sorted({run.source for run in self._runs() if run.needs_source()})
        return {name: NerBenchmark(dataset=name) for name in (*sources, *self._targets())}

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
        return storage.join(Build().root, Build().snapshot, "evaluation_report")

    def output(self) -> list[luigi.Target]:
        report = storage.join(self.location(), "_report", _REPORT)
        return [*super().output(), ReportTarget(report, storage.join(self._published(), _REPORT))]

    def run(self) -> None:
        if not all(target.exists() for target in super().output()):
            super().run()
        folder = storage.join(self.location(), "_report")
        names = storage.list_files(folder)
        for stale in set(storage.list_files(self._published())).difference(names):
            storage.remove_file(storage.join(self._published(), stale))
        # The report itself last: where it is, its pictures are.
        for name in sorted(names, key=lambda name: name == _REPORT):
            storage.copy(storage.join(folder, name), storage.join(self._published(), name))
        _logger.info("%s: see %s", self.step, storage.join(self._published(), _REPORT))
