"""Runs that differ in one number that their names have: curves of F1 by that number.

They are the share of the corpus (CrossNER, figure 2), the size of the label embedding (LANER, figure 3) and the share
of added sentences (the student report, figure 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from schemas.errors import InputError
from schemas.experiments import PLAIN, split_share
from schemas.model_options import ModelOptions
from training.report.results import Combination, Mean, Results, without_additions


class Sweep(NamedTuple):
    """What a number in a name stands for."""

    name: str
    split: Callable[[Combination], tuple[Combination, float] | None]
    """A combination without the number, and the number; None where it has none."""
    start: Callable[[Combination], Combination | None] = lambda _: None
    """The combination whose number is 0, of one without the number; None where there is none."""


def _share(each: Combination) -> tuple[Combination, float] | None:
    base, share = split_share(each.encoder)
    return (each._replace(encoder=base), share) if base.startswith("dapt") else None


def _no_share(each: Combination) -> Combination:
    return each._replace(encoder=PLAIN)


def _size(each: Combination) -> tuple[Combination, float] | None:
    try:
        options = ModelOptions.parse(each.model)
    except InputError:
        return None
    base = str(replace(options, label_embedding=ModelOptions.label_embedding))
    return (each._replace(model=base), options.label_embedding) if options.kind == "laner" else None


def _added(each: Combination) -> tuple[Combination, float] | None:
    base, share = split_share(each.setting)
    return (each._replace(setting=base), share) if "+" in each.setting else None


def _nothing_added(each: Combination) -> Combination:
    return each._replace(setting=without_additions(each.setting))


SWEEPS = (
    Sweep("share of the corpus", _share, _no_share),
    Sweep("size of the label embedding", _size),
    Sweep("share of added sentences", _added, _nothing_added),
)


def curves(results: Results, target: str, sweep: Sweep) -> dict[Combination, list[tuple[float, Mean]]]:
    """By combination without its number, the means of the runs with all target sentences, by the number.

    Only those with several numbers, to which that of 0 comes where it was run.
    """
    found: dict[Combination, dict[float, Mean]] = {}
    for each in results.combinations:
        parts, mean = sweep.split(each), results.mean(target, each)
        if parts and mean:
            base, number = parts
            found.setdefault(base, {})[number] = mean
    found = {base: means for base, means in found.items() if len(means) > 1}
    for base, means in found.items():
        start = sweep.start(base)
        if start and (mean := results.mean(target, start)):
            means[0] = mean
    return {base: sorted(means.items()) for base, means in found.items()}
