"""Sentences of other datasets that are added to a target's training (the student report, section 3.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schemas.chance import uniform


def number_of(share: float, total: int) -> int:
    """How many of `total` things a share of them is, rounded up."""
    # A decimal fraction is meant, and 0.29 * 100 is more than 29.
    return math.ceil(Fraction(str(share)) * total)


def draw(sentences: Mapping[str, NDArray[np.bool_]], share: float, seed: int) -> dict[str, NDArray[np.bool_]]:
    """By dataset, which of its sentences belong to a share of all that may be taken, by hash.

    `sentences` says of each sentence of each dataset whether it may be taken. The datasets are one pool: each gives
    about its share of it. A greater share has the sentences of a smaller one of the same seed.
    """
    chances = {
        name: np.where(may, [uniform(seed, "added", name, number) for number in range(len(may))], np.inf)
        for name, may in sentences.items()
    }
    pool = np.sort(np.concatenate([*chances.values()]))
    number = number_of(share, sum(int(may.sum()) for may in sentences.values()))
    limit = pool[number] if number < len(pool) else np.inf
    return {name: found < limit for name, found in chances.items()}
