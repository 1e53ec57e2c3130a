"""The classification report: how well each tag was predicted, word by word, and which is taken for which.

Scores of entities say little of why they are low: whether an entity is missed or only its end. After the student report
(figures 3 and 4), whose report has the same rows and columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from schemas.markdown import table
from training.models.scores import Score
from training.report.markdown import percent
from training.report.published import STUDENT_TAGS, STUDENT_TYPES

_HEAD = ["tag", "precision", "recall", "F1", "words"]


class TagCounts:
    """Words by tag and predicted tag, summed over the seeds."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Count rows of NER_PREDICTIONS."""
        self._pairs: Counter[tuple[str, str]] = Counter()
        for row in rows:
            self._pairs.update(zip(row["tags"], row["predicted"], strict=True))

    @property
    def words(self) -> int:
        return self._pairs.total()

    def accuracy(self) -> float:
        """Share of the words with the right tag, O included; 0 where there are no words."""
        return sum(n for (tag, guess), n in self._pairs.items() if tag == guess) / max(1, self.words)

    def by_tag(self) -> dict[str, Score]:
        """The score of every tag that a word has or was given, tags sorted."""
        gold: Counter[str] = Counter()
        predicted: Counter[str] = Counter()
        for (tag, guess), number in self._pairs.items():
            gold[tag] += number
            predicted[guess] += number
        return {tag: Score.of(self._pairs[tag, tag], predicted[tag], gold[tag]) for tag in sorted({*gold, *predicted})}

    def shares(self) -> tuple[list[str], np.ndarray]:
        """The tags of `by_tag`, and the share of the words of each (rows) that was given each of them (columns)."""
        tags = [*self.by_tag()]
        counts = np.array([[self._pairs[tag, guess] for guess in tags] for tag in tags], float)
        shares: np.ndarray = counts / np.maximum(1, counts.sum(1, keepdims=True))
        return tags, shares

    def macro(self) -> Score:
        """The mean of the tags' scores, each counting alike."""
        scores = self.by_tag()
        return self._mean(scores, dict.fromkeys(scores, 1))

    def weighted(self) -> Score:
        """The mean of the tags' scores, each by its number of words."""
        scores = self.by_tag()
        return self._mean(scores, {tag: score.support for tag, score in scores.items()})

    def _mean(self, scores: Mapping[str, Score], weights: Mapping[str, int]) -> Score:
        total = max(1, sum(weights.values()))
        precision, recall, f1 = (
            sum(scores[tag][place] * weight for tag, weight in weights.items()) / total for place in range(3)
        )
        return Score(precision, recall, f1, self.words)


def tag_table(counts: TagCounts) -> str:
    """A row for each tag, the accuracy, and the two means."""
    lines = [[tag, *_cells(score)] for tag, score in counts.by_tag().items()]
    lines += [
        ["accuracy", "", "", percent(counts.accuracy()), f"{counts.words:,}"],
        ["macro average", *_cells(counts.macro())],
        ["weighted average", *_cells(counts.weighted())],
    ]
    return table(_HEAD, lines)


def published_tag_table(target: str, counts: TagCounts) -> str:
    """The classification report of the student report; empty where it is not of this target with these types."""
    if target != "ai" or {tag[2:] for tag in counts.by_tag()} - {""} != STUDENT_TYPES:
        return ""
    lines = [
        [tag, *("" if share is None else f"{share:.0%}".rstrip("%") for share in shares), f"{words:,}"]
        for tag, (*shares, words) in STUDENT_TAGS.items()
    ]
    return table(_HEAD, lines)


def _cells(score: Score) -> list[str]:
    return [percent(score.precision), percent(score.recall), percent(score.f1), f"{score.support:,}"]
