"""The steps from fine-tuned models to the report that compares them."""

from __future__ import annotations

import logging
from typing import Any

import luigi

from schemas.catalog.training import REPORT
from schemas.errors import InputError
from schemas.experiments import OUTSIDE, PLAIN, SEQ2SEQ, WORD_VECTORS
from schemas.files import storage
from schemas.model_options import KINDS_OF_SEQ2SEQ
from tasks.benchmark import NerBenchmark
from tasks.dapt import DomainVocabulary
from tasks.domains import known_domains
from tasks.fine_tuning import MODELS, FineTuning, fits, is_model
from tasks.outside import OutsideBaseline
from tasks.pretraining import ENCODERS, encoder, is_dapt, is_encoder
from tasks.settings.lists import Choices, Knowns, NamedPairs
from tasks.settings.parameters import Name
from tasks.settings.shared import Build
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTarget
from tasks.step.training import TrainingTask, model_folder

_logger = logging.getLogger("luigi-interface")

PUBLISHED = "evaluation_report"
"""Directory of the report and its pictures for people, below the snapshot's."""
_REPORT = "evaluation.md"


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

    def check_inputs(self) -> None:
        super().check_inputs()
        NerBenchmark(dataset=self.target).check_target()

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
    step_version = 7
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

    def check_inputs(self) -> None:
        super().check_inputs()
        DomainVocabulary().check_stop_words()

    def _targets(self) -> dict[str, str]:
        """Target to domain. Raises InputError where an encoder needs a domain that is not there."""
        targets: dict[str, str] = {}
        for entry in items(self.targets):
            target, _, domain = (part.strip() for part in entry.partition("="))
            if target in targets:
                raise InputError(f"targets in [EvaluationReport] = {self.targets}: {target} is named twice")
            targets[target] = domain or target
        self._check_domains(targets)
        return targets

    def _check_domains(self, targets: dict[str, str]) -> None:
        if not (trained := [name for name in self._encoders() if is_dapt(name)]):
            return
        known = known_domains()
        if without := [target for target, domain in targets.items() if domain not in known]:
            raise InputError(
                f"encoders in [EvaluationReport] has {', '.join(trained)}, trained on the target's domain: there is "
                f"none for {', '.join(without)} in targets, but {', '.join(known)}; name one in targets "
                f"({without[0]}={known[0]}), or make a report without such encoders for {', '.join(without)}"
            )

    def _encoders(self) -> list[str]:
        return items(self.encoders)

    def parameters(self) -> dict[str, Any]:
        return {}

    def files(self) -> dict[str, list[str]]:
        return DomainVocabulary().files()

    def runs(self) -> list[FineTuning]:
        """The fine-tunings that are reported: each target with each encoder and model."""
        return [
            FineTuning(target=target, domain=domain, encoder=name, model=model)
            for target, domain in self._targets().items()
            for name, model in self._pairs()
        ]

    def _pairs(self) -> list[tuple[str, str]]:
        """Every encoder with every model that takes it. Raises InputError where one has no other."""
        encoders, models = self._encoders(), items(self.models)
        pairs = [(name, model) for name in encoders for model in models if fits(name, model)]
        for setting, names, paired in (
            ("encoders", encoders, {name for name, _ in pairs}),
            ("models", models, {model for _, model in pairs}),
        ):
            if alone := [name for name in names if name not in paired]:
                raise InputError(
                    f"{setting} in [EvaluationReport]: nothing goes with {', '.join(alone)}; {SEQ2SEQ} is the encoder "
                    f"of {', '.join(KINDS_OF_SEQ2SEQ)}, and of no other model"
                )
        return pairs

    def _baselines(self) -> list[OutsideBaseline]:
        return [
            OutsideBaseline(target=target, model=name) for target in self._targets() for name in items(self.baselines)
        ]

    def _representations(self) -> dict[str, EntityRepresentations]:
        encoders = ",".join(self._encoders())
        targets = {
            target: EntityRepresentations(target=target, domain=domain, encoders=encoders)
            for target, domain in self._targets().items()
        }
        # How far they are from the targets. An encoder of a target's domain is no measure of that.
        shared = ",".join(name for name in self._encoders() if not is_dapt(name))
        added = {name: step for run in self.runs() for name, step in run.added().items() if name not in targets}
        measured = [name for name, step in added.items() if shared and "test" in step.files()]
        return targets | {name: EntityRepresentations(target=name, encoders=shared) for name in measured}

    def _models(self) -> dict[str, DatasetTask]:
        """The pre-trainings among the encoders, by a name for people."""
        result = {}
        for target, domain in self._targets().items():
            for name in self._encoders():
                if name not in (PLAIN, SEQ2SEQ):
                    result[f"{name} {target}" if is_dapt(name) else name] = encoder(name, domain)
        return result

    def _starts(self) -> dict[str, DatasetTask]:
        """The encoders that models start from, by their names."""
        names = [SEQ2SEQ if name == SEQ2SEQ else PLAIN for name in self._encoders() if name not in WORD_VECTORS]
        return {name: encoder(name, "") for name in dict.fromkeys(names)}

    def _benchmarks(self) -> dict[str, NerBenchmark]:
        others: dict[str, NerBenchmark] = {}
        for run in self.runs():
            others |= {str(run.source): run.source_benchmark()} if run.needs_source() else {}
            others |= run.added()
        return {**dict(sorted(others.items())), **{name: NerBenchmark(dataset=name) for name in self._targets()}}

    def requires(self) -> dict[str, DatasetTask]:
        return {
            **super().requires(),
            **{f"runs {run.target} {run.encoder} {run.model}": run for run in self.runs()},
            **{f"runs {run.target} {run.model}": run for run in self._baselines()},
            **{f"representations {target}": task for target, task in self._representations().items()},
            **{f"encoder {name}": task for name, task in self._starts().items()},
            **{f"model {name}": task for name, task in self._models().items()},
            **{f"benchmark {name}": task for name, task in self._benchmarks().items()},
        }

    def configuration(self) -> dict[str, Any]:
        named = [
            *((run, run.encoder) for run in self.runs()),
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
            "encoders": [{"name": name, "location": task.location()} for name, task in self._starts().items()],
            "models": [{"name": name, "location": task.location()} for name, task in self._models().items()],
            "benchmarks": [{"name": name, "location": task.location()} for name, task in self._benchmarks().items()],
            "stop_words": self.files()["stop_words"][0],
        }

    def _published(self) -> str:
        """The directory where people look."""
        return storage.join(Build().root, Build().snapshot, PUBLISHED)

    def output(self) -> list[luigi.Target]:
        report = storage.join(self.location(), REPORT, _REPORT)
        return [*super().output(), ReportTarget(report, storage.join(self._published(), _REPORT))]

    def why_not_done(self) -> str:
        return "its report is not where people look"

    def run(self) -> None:
        if all(target.exists() for target in super().output()):
            self.tell_end(True)
        else:
            super().run()
        folder = storage.join(self.location(), REPORT)
        names = storage.list_files(folder)
        for stale in set(storage.list_files(self._published())).difference(names):
            storage.remove_file(storage.join(self._published(), stale))
        # The report itself last: where it is, its pictures are.
        for name in sorted(names, key=lambda name: name == _REPORT):
            storage.copy(storage.join(folder, name), storage.join(self._published(), name))
        _logger.info("%s: see %s", self.step, storage.join(self._published(), _REPORT))
