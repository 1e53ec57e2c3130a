"""The runs of an evaluation: read from their datasets, and averaged over the seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, NamedTuple

import pyarrow as pa

from schemas.datasets.dataset import read_dataset
from schemas.experiments import SETTINGS

MOST_SHOWN = 4
"""Combinations of a target that are all shown by type: as many as the papers show (CrossNER, table 4; LANER, figure
2)."""


class Combination(NamedTuple):
    """What runs that differ in seed and target have in common."""

    setting: str
    encoder: str
    model: str


class Mean(NamedTuple):
    """F1 over the seeds, 0 to 1."""

    runs: int
    f1: float
    deviation: float
    """Sample standard deviation; 0 for one run."""
    dev_f1: float
    sentences: int
    """Target sentences trained on."""


class TypeMean(NamedTuple):
    """F1 of an entity type over the seeds, 0 to 1."""

    f1: float
    support: int


TypeScores = Mapping[Combination, Mapping[str, TypeMean]]
"""By combination and type, the scores on a target."""


@dataclass(frozen=True)
class Results:
    """The rows of NER_RUNS of all datasets."""

    rows: Sequence[Mapping[str, Any]]
    means: Mapping[tuple[str, Combination, int], Mean]
    """By target, combination and number of target sentences, 0 for all of them."""
    targets: Sequence[str]
    """In the order in which they were given."""
    combinations: Sequence[Combination]
    """By setting, then encoders and models in the order in which they were given."""

    def mean(self, target: str, combination: Combination, few_shot: int = 0) -> Mean | None:
        """None where there is no such run."""
        return self.means.get((target, combination, few_shot))

    @property
    def most_runs(self) -> int:
        """Runs of the mean with the most of them: the number of seeds, unless runs are missing everywhere."""
        return max(mean.runs for mean in self.means.values())

    @property
    def settings(self) -> list[str]:
        """Settings that add nothing to the target's sentences and have runs with all of these."""
        found = {each.setting for _, each, few_shot in self.means if not few_shot}
        found = {each for each in found if each == without_additions(each)}
        return [each for each in dict.fromkeys(each.setting for each in self.combinations) if each in found]

    def few_shots(self, target: str) -> list[int]:
        """Numbers of target sentences of the few-shot runs on the target."""
        return sorted({few_shot for name, _, few_shot in self.means if name == target and few_shot})

    def best(self, target: str, setting: str = "") -> Combination | None:
        """The combination with the best mean F1 on the development split, of the runs with all target sentences. The
        test split plays no part in the choice."""
        found = {
            combination: mean.dev_f1
            for (name, combination, few_shot), mean in self.means.items()
            if name == target and not few_shot and setting in ("", combination.setting)
        }
        return max(found, key=lambda each: found[each], default=None)

    def notable(self, target: str) -> list[Combination]:
        """The combinations with all target sentences that add nothing to these, and the best of all.

        Of more than MOST_SHOWN the first and the best of each setting.
        """
        run = [each for each in self.combinations if self.mean(target, each) and each.setting in self.settings]
        shown = []
        for setting in self.settings:
            found = [each for each in run if each.setting == setting]
            chosen = found if len(run) <= MOST_SHOWN else [*found[:1], self.best(target, setting)]
            shown += [each for each in found if each in chosen]
        best = self.best(target)
        return shown if best is None or best in shown else [*shown, best]


def without_additions(setting: str) -> str:
    """The setting that adds no sentences of other datasets to the target's."""
    return setting.partition("+")[0]


def read_rows(
    location: str, columns: list[str] | None = None, where: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """The rows of a dataset that have these values, with all columns or only some."""
    for batch in read_dataset(location, columns):
        for name, value in (where or {}).items():
            chosen = [each == value for each in batch.column(name).to_pylist()]
            batch = batch.filter(pa.array(chosen, pa.bool_()))
        yield from batch.to_pylist()


def full_data_rows(location: str, setting: str) -> Iterator[dict[str, Any]]:
    """The rows of NER_SCORES or NER_PREDICTIONS of a setting's runs with all target sentences."""
    return read_rows(location, where={"setting": setting, "few_shot": 0})


def summarise(rows: Iterable[Mapping[str, Any]]) -> Results:
    """Means over the seeds of rows of NER_RUNS."""
    kept = list(rows)
    groups: dict[tuple[str, Combination, int], list[Mapping[str, Any]]] = {}
    for row in kept:
        groups.setdefault((row["target"], _combination(row), row["few_shot"]), []).append(row)
    encoders, models = (list(dict.fromkeys(row[name] for row in kept)) for name in ("encoder", "model"))
    settings = list(dict.fromkeys([*SETTINGS, *sorted({row["setting"] for row in kept})]))
    return Results(
        rows=kept,
        means={key: _mean(group) for key, group in groups.items()},
        targets=list(dict.fromkeys(row["target"] for row in kept)),
        combinations=sorted(
            {combination for _, combination, _ in groups},
            key=lambda each: (settings.index(each.setting), encoders.index(each.encoder), models.index(each.model)),
        ),
    )


def _combination(row: Mapping[str, Any]) -> Combination:
    return Combination(row["setting"], row["encoder"], row["model"])


def _mean(rows: Sequence[Mapping[str, Any]]) -> Mean:
    scores = [row["f1"] for row in rows]
    return Mean(
        runs=len(rows),
        f1=fmean(scores),
        deviation=stdev(scores) if len(scores) > 1 else 0.0,
        dev_f1=fmean(row["dev_f1"] for row in rows),
        sentences=max(row["sentences"] for row in rows),
    )


def type_means(rows: Iterable[Mapping[str, Any]]) -> dict[str, TypeMean]:
    """By type, the mean of rows of NER_SCORES; types that the test split lacks are left out."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["support"]:
            groups.setdefault(row["type"], []).append(row)
    return {
        name: TypeMean(fmean(row["f1"] for row in group), group[0]["support"]) for name, group in sorted(groups.items())
    }
