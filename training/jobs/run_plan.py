"""The plan of a fine-tuning: its runs, what each of them trains on, and how much work it is.

The settings are those of CrossNER (Liu et al., 2021, section 'Experiments') and NER-BERT (section 4.2): `direct` trains
on the target alone, `source-then-target` on the source for a few epochs and then on the target with the same head, and
`joint` on both at once, with the target's sentences repeated. What a setting adds (the student report, section 3.1) is
trained on together with the target, each sentence once an epoch.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.errors import InputError
from schemas.experiments import SETTINGS, Setting
from training.data.additions import number_of
from training.data.label_maps import SOURCE
from training.jobs.run_data import UNLABELLED

DIRECT, SOURCE_THEN_TARGET, JOINT = SETTINGS


class Run(NamedTuple):
    """One model that is trained and scored."""

    setting: str
    seed: int
    few_shot: int

    def __str__(self) -> str:
        return f"{self.setting}, seed {self.seed}" + (f", {self.few_shot} sentences" if self.few_shot else "")


def sentence_numbers(few_shot: Sequence[float], total: int) -> list[int]:
    """Numbers of sentences of a train split of `total`; of a share like 0.05 that of all, rounded up; 0 for all.

    What comes to the same number stands once. Raises InputError for more than there are.
    """
    found = []
    for each in few_shot:
        number = number_of(each, total) if 0 < each < 1 else int(each)
        if number > total:
            raise InputError(f"few_shot = {each}: the split train of the target has {total:,} sentences")
        found.append(number)
    return list(dict.fromkeys(found))


def plan_runs(settings: Sequence[str], seeds: Sequence[int], few_shot: Sequence[int]) -> list[Run]:
    """One run for each combination; those of a setting and seed follow each other.

    So do those of a seed in settings that differ in nothing but the share of what they add: they all learn the same
    from the source.

    Raises InputError for unknown settings, and for numbers that cannot be used.
    """
    for name, values in (("settings", settings), ("few_shot", few_shot), ("seeds", seeds)):
        if not values or len({*values}) < len(values):
            raise InputError(f"{name} = {list(values)}: give one value or several different ones")
    for each in settings:
        Setting.parse(each)
    if min(few_shot) < 0:
        raise InputError(f"few_shot = {min(few_shot)}: give numbers of sentences, 0 for all")
    if min(seeds) < 0 or max(seeds) >= 1 << 32:
        raise InputError(f"seeds = {list(seeds)}: give numbers from 0 to {(1 << 32) - 1}")
    alike: dict[Setting, list[str]] = {}
    for each in settings:
        alike.setdefault(replace(Setting.parse(each), share=1.0), []).append(each)
    return [
        Run(setting, seed, number)
        for names in alike.values()
        for seed, setting, number in product(seeds, names, few_shot)
    ]


def needs_source(setting: str) -> bool:
    """Whether runs of the setting read the source."""
    return Setting.parse(setting).base != DIRECT


def added_roles(setting: Setting) -> tuple[str, ...]:
    """The roles of the datasets that a setting adds."""
    return tuple(f"+{name}" for name in setting.added)


def other_roles(setting: Setting) -> tuple[str, ...]:
    """The roles of what runs of the setting learn from beside the target."""
    return (*((SOURCE,) if setting.base != DIRECT else ()), *added_roles(setting))


@dataclass(frozen=True)
class Hyperparameters:
    """What may differ between settings."""

    batch_size: int
    epochs: int
    """On the target, at most."""
    patience: int
    upsampling: int
    learning_rate: float


@dataclass(frozen=True)
class RunPlan:
    """What the runs of a setting train on, for how long."""

    sentences: Mapping[str, int]
    """Number of sentences of each role: train, dev and test of the target, the source, what is added and what nobody
    annotated where they are needed."""
    setting: Setting
    """With the names of all datasets that it adds."""
    values: Hyperparameters
    source_epochs: int

    def roles(self) -> tuple[str, ...]:
        """What the runs read."""
        return (*BENCHMARK_SPLITS, *other_roles(self.setting))

    def copies(self) -> dict[str, int]:
        """What the runs train on when they train on the target: by role, how often a sentence comes in an epoch."""
        added = dict.fromkeys((*added_roles(self.setting), *({UNLABELLED} & self.sentences.keys())), 1)
        if self.setting.base == JOINT:
            return {"train": self.values.upsampling, SOURCE: 1, **added}
        return {"train": 1, **added}

    def validate_every(self, run: Run) -> int:
        """Steps between validations; 0 for one at the end of each epoch.

        Epochs of few sentences are short, so then there are as many steps as in one of all target sentences.
        """
        if self.setting.base == JOINT or self._epoch(run) >= self._all_sentences:
            return 0
        return math.ceil(self._all_sentences / self.values.batch_size)

    @property
    def _unlabelled(self) -> int:
        return self.sentences.get(UNLABELLED, 0)

    @property
    def _all_sentences(self) -> int:
        """Sentences of an epoch of all that the target has, without what is added to it."""
        return self.sentences["train"] + self._unlabelled

    def source_work(self) -> int:
        """Sentences that the runs train on before they come to the target."""
        return self.sentences[SOURCE] * self.source_epochs if self.setting.base == SOURCE_THEN_TARGET else 0

    def target_work(self, run: Run) -> int:
        """Sentences that the run then goes through if its first validation is its best."""
        most, patience = self.values.epochs, self.values.patience
        validations = min(most, patience + 1) if patience else most
        between = self._all_sentences if self.validate_every(run) else self._epoch(run)
        return validations * (between + self.sentences["dev"]) + self.sentences["test"]

    def _epoch(self, run: Run) -> int:
        """Sentences of an epoch on the target, copies and what is added among them."""
        number = run.few_shot or self.sentences["train"]
        if self.setting.base == JOINT:
            number = number * self.values.upsampling + self.sentences[SOURCE]
        added = sum(self.sentences[role] for role in added_roles(self.setting))
        return number + number_of(self.setting.share, added) + self._unlabelled

    def work(self, run: Run) -> int:
        """Sentences that the run goes through in all."""
        return self.source_work() + self.target_work(run)
