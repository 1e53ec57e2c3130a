"""The evaluation: means over the seeds of all runs as a dataset, and beside them a report for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from schemas.catalog.training import EVALUATION, REPORT
from schemas.datasets.dataset import read_manifest
from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from schemas.vocabulary import read_stop_words
from training.report.results import (
    Combination,
    Mean,
    Results,
    TypeMean,
    full_data_rows,
    read_rows,
    summarise,
    type_means,
)

if TYPE_CHECKING:
    from training.loop.runtime import Runtime
    from training.report.markdown import Section


_LABELS = ("target", "encoder", "model")


class _Field(NamedTuple):
    """What the entries of a field of the job must have."""

    names: tuple[str, ...]
    """Keys whose values together name an entry."""
    datasets: dict[str, tuple[str, ...]]
    """Keys of locations, and the kinds of dataset that may be there."""


_FIELDS = {
    "runs": _Field(_LABELS, {kind: (f"ner_{kind}",) for kind in ("runs", "scores", "predictions")}),
    "representations": _Field(("target",), {"location": ("entity_representations",)}),
    "encoders": _Field(("name",), {"location": ("encoder",)}),
    "models": _Field(("name",), {"location": ("dapt_model", "ner_bert", "encoder")}),
    "benchmarks": _Field(("name",), {"location": ("ner_benchmark",)}),
}


@dataclass(frozen=True)
class EvaluationReport:
    """Job that writes the dataset `evaluation` and its report, from the datasets of runs and pre-trainings alone."""

    snapshot: str
    """What was built, for the title."""
    runs: list[dict[str, str]]
    """By fine-tuning: `target`, `encoder`, `model`, and the locations of its `runs`, `scores` and `predictions`."""
    representations: list[dict[str, str]]
    """By `target`, the `location` of its entity_representations."""
    encoders: list[dict[str, str]]
    """By `name`, the `location` of an encoder that models start from: `plain`, `seq2seq`."""
    models: list[dict[str, str]]
    """By `name`, the `location` of a dapt_model, ner_bert or encoder (word vectors)."""
    benchmarks: list[dict[str, str]]
    """By `name`, the `location` of a ner_benchmark."""
    stop_words: str
    """File of the words that do not count in a vocabulary."""

    def units(self) -> list[Unit]:
        """One unit. Raises InputError for a dataset that is missing, of another kind, or of other runs than named."""
        if not any((self.runs, self.representations, self.models)):
            raise InputError("evaluation: no runs, representations or models are named, there is nothing to report on")
        weight = sum(_weight(name, field, getattr(self, name)) for name, field in _FIELDS.items())
        for entry in self.runs:
            labels = tuple(entry[label] for label in _LABELS)
            for row in read_rows(entry["runs"], list(_LABELS)):
                if (found := tuple(row[label] for label in _LABELS)) != labels:
                    raise InputError(f"{entry['runs']}: holds runs of {', '.join(found)}, not of {', '.join(labels)}")
        return [Unit(0, max(1, weight), None)]

    def run(self, _payload: Any, runtime: Runtime) -> Callable[[Shard], None]:
        """The main process does all of the work, when it writes: it reads, writes the rows, and draws."""

        def write(shard: Shard) -> None:
            results = summarise(row for entry in self.runs for row in read_rows(entry["runs"]))
            shard.seen += len(results.rows)
            shard.write("evaluation", _evaluation_rows(results))
            text = [f"# Evaluation of {self.snapshot}"]
            sections = self._sections(results)
            for number, make in enumerate(sections, 1):
                section = make()
                if section.blocks:
                    text.append(section.markdown())
                for name, picture in section.pictures.items():
                    _attach(shard, name, picture)
                runtime.show(section.title, number / len(sections))
            _attach(shard, "evaluation.md", ("\n\n".join(text) + "\n").encode())

        return write

    def _sections(self, results: Results) -> list[Callable[[], Section]]:
        # Pictures need libraries that take seconds to import, and only the process that writes needs them.
        from training.report import (
            additions,
            benchmarks,
            encoder_sections,
            overview,
            recipes,
            run_sections,
            vocabularies,
        )

        known = [benchmarks.read_benchmark(entry["name"], entry["location"]) for entry in self.benchmarks]
        stop_words = read_stop_words(self.stop_words)
        words = {each["name"]: vocabularies.benchmark_words(each["location"], stop_words) for each in self.benchmarks}
        scores = self._type_scores(results)
        manifests = [read_manifest(entry["runs"]) for entry in self.runs]
        # One setting, for all runs.
        strict = any(each.provenance.parameters.get("strict") for each in manifests)
        targets, notes = benchmarks.comparable(scores, known, strict)
        sized = [] if strict else benchmarks.of_published_size(results.targets, known)
        parameters = overview.shared_parameters(manifests, _LABELS)
        others = overview.other_parameters(manifests, _LABELS)
        encoders = {each["name"]: encoder_sections.encoder_size(each["location"]) for each in self.encoders}
        models = [encoder_sections.read_training(entry["name"], entry["location"]) for entry in self.models]
        return [
            lambda: overview.overview_section(results, parameters, others, encoders),
            lambda: benchmarks.benchmark_section(known, notes),
            lambda: vocabularies.vocabulary_section(words),
            lambda: run_sections.score_section(results, targets),
            lambda: recipes.recipe_section(manifests, encoders, models, targets),
            lambda: run_sections.ablation_section(results, targets),
            lambda: run_sections.few_shot_section(results),
            lambda: run_sections.sweep_section(results),
            lambda: additions.additions_section(results, self.representations, sized),
            lambda: run_sections.type_section(results, scores, targets),
            lambda: run_sections.tag_section(self._predictions(results), sized),
            lambda: run_sections.confusion_section(self._predictions(results), targets, strict),
            lambda: encoder_sections.representation_section(self.representations),
            lambda: encoder_sections.training_section(models),
        ]

    def _type_scores(self, results: Results) -> dict[str, dict[Combination, dict[str, TypeMean]]]:
        """By target, the scores by type of the combinations that the report shows."""
        return {
            target: {
                each: type_means(full_data_rows(self._entry(target, each)["scores"], each.setting))
                for each in results.notable(target)
            }
            for target in results.targets
        }

    def _predictions(self, results: Results) -> dict[str, tuple[Combination, Iterator[dict[str, Any]]]]:
        """By target, its best combination, and the rows that this predicted for the test split."""
        return {
            target: (best, full_data_rows(self._entry(target, best)["predictions"], best.setting))
            for target in results.targets
            if (best := results.best(target))
        }

    def _entry(self, target: str, combination: Combination) -> dict[str, str]:
        labels = {"target": target, "encoder": combination.encoder, "model": combination.model}
        return next(entry for entry in self.runs if labels.items() <= entry.items())


def _evaluation_rows(results: Results) -> pa.Table:
    """The means as rows of EVALUATION, in the order of the report."""
    rows = [
        {"target": target, **combination._asdict(), "few_shot": few_shot, **_figures(mean)}
        for target in results.targets
        for combination in results.combinations
        for few_shot in (0, *results.few_shots(target))
        if (mean := results.mean(target, combination, few_shot))
    ]
    return pa.Table.from_pylist(rows, schema=EVALUATION.schema)


def _figures(mean: Mean) -> dict[str, float]:
    return {"runs": mean.runs, "f1": mean.f1, "deviation": mean.deviation}


def _weight(name: str, field: _Field, entries: Sequence[dict[str, str]]) -> int:
    """Bytes of the datasets of a field. Raises InputError for entries that cannot be used."""
    for entry in entries:
        if missing := sorted({*field.names, *field.datasets} - entry.keys()):
            raise InputError(f"{name} of the evaluation: {entry} lacks {', '.join(missing)}")
    named = Counter(", ".join(entry[each] for each in field.names) for entry in entries)
    if twice := [labels for labels, number in named.items() if number > 1]:
        raise InputError(f"{name} of the evaluation: {twice[0]} is named twice")
    weight = 0
    for key, kinds in field.datasets.items():
        for entry in entries:
            manifest = read_manifest(entry[key])
            if manifest.dataset not in kinds:
                raise InputError(f"{entry[key]}: is a dataset {manifest.dataset}, expected {' or '.join(kinds)}")
            weight += manifest.bytes
    return weight


def _attach(shard: Shard, name: str, content: bytes) -> None:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    shard.attach("evaluation", f"{REPORT}/{name}", write)
