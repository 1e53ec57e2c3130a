"""The three filters of NER-BERT (Liu et al. 2021, section 2.3), each with its reason. A category is an entity category.

1. *Scarce* categories, with fewer than ten mentions in the corpus, are dropped: their mentions become ENTITY. The paper
   discards "a few scarce entity categories" because "data examples containing these categories will become noisy
   examples": what is dropped is the category. The mention is still an entity without a category of the set, which is
   what ENTITY says (section 2.2); tagging it O would teach that it is none. And a sentence dropped for a scarce
   category could make another category scarce.
2. Sentences without mentions (`no-entity`) and with nothing but ENTITY (`only-ENTITY`) are dropped.
3. Sentences whose mentions are all in the 20 most frequent categories, ENTITY included, are dropped with a
   probability of 0.3, 0.5 or 0.7 where ENTITY occurs three, four or more times (`frequent-3`, `frequent-4`,
   `frequent-many`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemas.chance import uniform
from schemas.errors import InputError
from schemas.labels import ENTITY


@dataclass(frozen=True)
class FilterRules:
    """What the filters need to know about the whole corpus."""

    kept: frozenset[str]
    """Categories that are not scarce, and ENTITY."""
    frequent: frozenset[str]
    """ENTITY and the most frequent of the others."""
    seed: int


def filter_rules(
    mentions: Mapping[str, int], *, seed: int, min_mentions: int = 10, top_frequent: int = 20
) -> FilterRules:
    """The rules for a corpus with so many mentions of each label.

    `top_frequent` counts ENTITY, which is the most frequent of all in the paper and has its place here whatever its
    count. Of equally frequent categories the first by name is taken. Raises InputError where `top_frequent` is less
    than one.
    """
    if top_frequent < 1:
        raise InputError(
            f"top_frequent = {top_frequent}: must be at least 1, since ENTITY is always among the frequent"
        )
    kept = {label for label, count in mentions.items() if count >= min_mentions and label != ENTITY}
    ranking = sorted(kept, key=lambda label: (-mentions[label], label))
    return FilterRules(
        kept=frozenset(kept | {ENTITY}), frequent=frozenset([ENTITY, *ranking[: top_frequent - 1]]), seed=seed
    )


def kept_label(rules: FilterRules, label: str) -> str:
    """The label itself, or ENTITY where its category is scarce."""
    return label if label in rules.kept else ENTITY


def drop_reason(rules: FilterRules, labels: Sequence[str], page_id: int, paragraph: int, sentence: int) -> str | None:
    """Why the sentence with mentions of these labels, scarce ones already ENTITY, is dropped; None to keep it."""
    if not labels:
        return "no-entity"
    untyped = labels.count(ENTITY)
    if untyped == len(labels):
        return "only-ENTITY"
    if untyped < 3 or not rules.frequent.issuperset(labels):
        return None
    if untyped == 3:
        reason, probability = "frequent-3", 0.3
    elif untyped == 4:
        reason, probability = "frequent-4", 0.5
    else:
        reason, probability = "frequent-many", 0.7
    return reason if uniform(rules.seed, "filter", page_id, paragraph, sentence) < probability else None
