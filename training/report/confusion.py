"""Which types are taken for which: entities of the test split beside those predicted in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from training.models.scores import entities

ELSEWHERE, MISSED = "other boundaries", "missed"
"""Instead of a type: a predicted entity overlaps the entity but has other boundaries; none overlaps it."""


class Confusion:
    """Entities by their type and what they were taken for, summed over the seeds."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], strict: bool = False) -> None:
        """Count rows of NER_PREDICTIONS; `strict` as in EntityCounts."""
        self._strict = strict
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._entities: Counter[str] = Counter()
        self.predicted = 0
        """Predicted entities."""
        self.invented = 0
        """Of these, those that overlap no entity."""
        for row in rows:
            self._add(row["tags"], row["predicted"])
        self.types = sorted({name for pair in self._pairs for name in pair} - {ELSEWHERE, MISSED})

    def _add(self, tags: Sequence[str], predicted: Sequence[str]) -> None:
        right, guesses = entities([tags], self._strict), entities([predicted], self._strict)
        types = {(guess.start, guess.end): guess.type for guess in guesses}
        covered = {position for guess in guesses for position in range(guess.start, guess.end)}
        for each in right:
            otherwise = MISSED if covered.isdisjoint(range(each.start, each.end)) else ELSEWHERE
            self._pairs[each.type, types.get((each.start, each.end), otherwise)] += 1
            self._entities[each.type] += 1
        real = {position for each in right for position in range(each.start, each.end)}
        self.predicted += len(guesses)
        self.invented += sum(real.isdisjoint(range(guess.start, guess.end)) for guess in guesses)

    def shares(self) -> np.ndarray:
        """Shares of the entities of each type (rows) that were taken for each type, ELSEWHERE and MISSED (columns)."""
        columns = [*self.types, ELSEWHERE, MISSED]
        counts = np.array([[self._pairs[row, column] for column in columns] for row in self.types], dtype=float)
        shares: np.ndarray = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
        return shares

    def mistakes(self) -> list[tuple[str, str, int, float]]:
        """Pairs of types that were taken for each other, as (type, taken for, entities, their share of the type),
        the commonest first."""
        wrong = [
            (name, guess, number, number / self._entities[name])
            for (name, guess), number in self._pairs.items()
            if guess not in (name, ELSEWHERE, MISSED)
        ]
        return sorted(wrong, key=lambda pair: (-pair[2], pair[:2]))

    def share(self, name: str, guess: str) -> float:
        """Share of the entities of a type that were taken for another, 0 where there are none."""
        return self._pairs[name, guess] / max(1, self._entities[name])
