"""The plan of a fine-tuning: its runs, what each of them trains on, and how much work it is.

The settings are those of CrossNER (Liu et al., 2021, section 'Experiments') and NER-BERT (section 4.2): `direct` trains
on the target alone, `source-then-target` on the source for a few epochs and then on the target with the same head, and
`joint` on both at once, with the target's sentences repeated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from schemas.errors import InputError
from schemas.experiments import SETTINGS

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
        # A decimal fraction is meant, and 0.29 * 100 is more than 29.
        number = math.ceil(Fraction(str(each)) * total) if 0 < each < 1 else int(each)
        if number > total:
            raise InputError(f"few_shot = {each}: the split train of the target has {total:,} sentences")
        found.append(number)
    return list(dict.fromkeys(found))


def plan_runs(settings: Sequence[str], seeds: Sequence[int], few_shot: Sequence[int]) -> list[Run]:
    """One run for each combination; those of a setting and seed follow each other.

    Raises InputError for unknown settings, and for numbers that cannot be used.
    """
    for name, values in (("settings", settings), ("few_shot", few_shot), ("seeds", seeds)):
        if not values or len({*values}) < len(values):
            raise InputError(f"{name} = {list(values)}: give one value or several different ones")
    if unknown := [each for each in settings if each not in SETTINGS]:
        raise InputError(f"settings: there is no {', '.join(unknown)}; there are {', '.join(SETTINGS)}")
    if min(few_shot) < 0:
        raise InputError(f"few_shot = {min(few_shot)}: give numbers of sentences, 0 for all")
    if min(seeds) < 0 or max(seeds) >= 1 << 32:
        raise InputError(f"seeds = {list(seeds)}: give numbers from 0 to {(1 << 32) - 1}")
    return [Run(*each) for each in product(settings, seeds, few_shot)]


def needs_source(setting: str) -> bool:
    """Whether runs of the setting read the source."""
    return setting != DIRECT


@dataclass(frozen=True)
class RunPlan:
    """What the runs of a fine-tuning train on, for how long."""

    sentences: Mapping[str, int]
    """Number of sentences of each role: train, dev and test of the target, and the source where it is needed."""
    batch_size: int
    epochs: int
    """On the target, at most."""
    patience: int
    source_epochs: int
    upsampling: int

    def roles(self, run: Run) -> tuple[str, ...]:
        """What the run reads."""
        return ("train", "dev", "test", "source") if needs_source(run.setting) else ("train", "dev", "test")

    def copies(self, run: Run) -> dict[str, int]:
        """What the run trains on when it trains on the target: by role, how often each sentence comes in an epoch."""
        return {"train": self.upsampling, "source": 1} if run.setting == JOINT else {"train": 1}

    def validate_every(self, run: Run) -> int:
        """Steps between validations; 0 for one at the end of each epoch."""
        if run.setting == JOINT or not run.few_shot:
            return 0
        return math.ceil(self.sentences["train"] / self.batch_size)

    def source_work(self, run: Run) -> int:
        """Sentences that the run trains on before it comes to the target."""
        return self.sentences["source"] * self.source_epochs if run.setting == SOURCE_THEN_TARGET else 0

    def target_work(self, run: Run) -> int:
        """Sentences that the run then goes through if its first validation is its best."""
        validations = min(self.epochs, self.patience + 1) if self.patience else self.epochs
        between = self.sentences["train"]
        if run.setting == JOINT:
            between = (run.few_shot or between) * self.upsampling + self.sentences["source"]
        return validations * (between + self.sentences["dev"]) + self.sentences["test"]

    def work(self, run: Run) -> int:
        """Sentences that the run goes through in all."""
        return self.source_work(run) + self.target_work(run)
