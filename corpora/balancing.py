"""The α-balanced sample of NER-BERT (Liu et al. 2021, section 2.4), decided sentence by sentence.

The paper samples examples "according to probability p(E) ∝ |E|^α": draw a category E with that probability, |E| being
its number of mentions after filtering and ENTITY one of the categories; then draw one of the S(E) sentences that
contain E, each with the same probability; repeat N times. In one draw a sentence s comes up with probability

    Σ p(E) / S(E)   over the distinct labels E of s,

so its expected number of copies among N draws is

    c(s) = Σ r(E)   over the distinct labels E of s,   r(E) = N · p(E) / S(E).

Summed over all sentences each label gives S(E) · r(E) = N · p(E), hence N in all. Independent draws would need all
sentences in one place and in one order. Here a sentence gets ⌊c(s)⌋ copies, and one more with probability c(s) - ⌊c(s)⌋
by hash of its place. The expectation is exactly c(s), for each sentence and so for each label, and the variance is the
least that a whole number of copies can have with that expectation; the corpus has N sentences but for the rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from schemas.chance import uniform
from schemas.errors import InputError


def copy_rates(
    mentions: Mapping[str, int], sentences: Mapping[str, int], draws: int, *, alpha: float = 0.7
) -> dict[str, float]:
    """r(E): the copies that a sentence expects for containing the label E.

    `mentions` and `sentences` count, after filtering, the mentions of each label and the sentences with at least one;
    `draws` is N. With α = 1 categories keep their shares of mentions, with α = 0 all have the same. Raises InputError
    where the counts contradict each other.
    """
    for label, count in mentions.items():
        if not 0 < sentences.get(label, 0) <= count:
            raise InputError(
                f"label {label}: {count} mentions in {sentences.get(label, 0)} sentences; counts of one corpus have "
                "every label in at least one sentence and at least as many mentions as sentences"
            )
    weights = {label: count**alpha for label, count in mentions.items()}
    total = math.fsum(weights.values())
    return {label: draws * weight / total / sentences[label] for label, weight in weights.items()}


def expected_copies(rates: Mapping[str, float], labels: Iterable[str]) -> float:
    """c(s) of a sentence with mentions of these labels; each label counts once."""
    return math.fsum(rates[label] for label in set(labels))


def copies(
    rates: Mapping[str, float], labels: Iterable[str], *, seed: int, page_id: int, paragraph: int, sentence: int
) -> int:
    """How often the sentence stands in the balanced corpus; 0 leaves it out."""
    expected = expected_copies(rates, labels)
    whole = math.floor(expected)
    return whole + (uniform(seed, "copies", page_id, paragraph, sentence) < expected - whole)


def split_of(seed: int, page_id: int, paragraph: int, sentence: int, *, validation_share: float = 0.1) -> str:
    """The split of a sentence, `train` or `validation`; the paper splits at random 90:10 (section 4.4).

    The copies of a sentence share its split: a copy of a training sentence in the validation split would reward
    memorising.
    """
    return "validation" if uniform(seed, "split", page_id, paragraph, sentence) < validation_share else "train"
