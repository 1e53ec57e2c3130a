"""Entity-level scores, by seqeval: micro precision, recall and F1, and the same by type.

The published figures of CrossNER, LANER and NER-BERT are those of seqeval's default mode, which reads tags as conlleval
does: an I tag without a tag of its type before it begins an entity. In strict mode only a B tag does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import IOB2, Entities


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, 0 to 1; 0 where nothing was predicted or there was nothing to find."""

    precision: float
    recall: float
    f1: float
    support: int
    """Entities of the gold standard."""

    @classmethod
    def of(cls, correct: int, predicted: int, gold: int) -> Score:
        """The score of so many correct ones among those predicted and those of the gold standard."""
        precision = correct / predicted if predicted else 0.0
        recall = correct / gold if gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if correct else 0.0
        return cls(precision, recall, f1, gold)


@dataclass
class EntityCounts:
    """Entities by type, counted a few sentences at a time, so that memory does not grow with the data."""

    strict: bool = False
    """Whether only a B tag begins an entity."""
    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    correct: Counter[str] = field(default_factory=Counter)
    """Predicted with the boundaries and the type of the gold standard."""

    def add(self, gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> None:
        """Count sentences, given by their BIO tags. Raises ValueError where the two differ in length."""
        for words, tags in zip(gold, predicted, strict=True):
            if len(words) != len(tags):
                raise ValueError(f"{len(tags)} tags predicted for a sentence of {len(words)} words")
        right, guesses = entities(gold, self.strict), entities(predicted, self.strict)
        for counter, found in ((self.gold, right), (self.predicted, guesses), (self.correct, right & guesses)):
            counter.update(entity.type for entity in found)

    def micro(self) -> Score:
        """The score of all entities together."""
        return Score.of(self.correct.total(), self.predicted.total(), self.gold.total())

    def by_type(self) -> dict[str, Score]:
        """The score of every type that occurs in the gold standard or was predicted, types sorted."""
        types = sorted(self.gold.keys() | self.predicted.keys())
        return {each: Score.of(self.correct[each], self.predicted[each], self.gold[each]) for each in types}


class Entity(NamedTuple):
    """An entity of a sentence, as `tokens[start:end]`."""

    sentence: int
    start: int
    end: int
    type: str


def entities(tags: Sequence[Sequence[str]], strict: bool = False) -> set[Entity]:
    """The entities that the BIO tags of sentences stand for; `strict` as in EntityCounts."""
    if strict:
        found = Entities([list(sentence) for sentence in tags], IOB2).entities
        return {Entity(each.sent_id, each.start, each.end, each.tag) for sentence in found for each in sentence}
    return {
        Entity(number, start, last + 1, label)
        for number, sentence in enumerate(tags)
        for label, start, last in get_entities(list(sentence))
    }
