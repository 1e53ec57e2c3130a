from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.balancing import copies, copy_rates, expected_copies, split_of
from schemas.errors import InputError

Corpus = Sequence[Sequence[str]]
"""The labels of the mentions of each sentence."""

TOY: Corpus = [["City", "City"], ["City", "Poet"], ["City"], ["ENTITY", "City"], ["Poet", "Poet", "ENTITY"], ["Moss"]]


def counted(corpus: Corpus) -> tuple[Counter[str], Counter[str]]:
    mentions = Counter(label for labels in corpus for label in labels)
    sentences = Counter(label for labels in corpus for label in set(labels))
    return mentions, sentences


def rates_of(corpus: Corpus, *, alpha: float = 0.7, draws: int | None = None) -> dict[str, float]:
    return copy_rates(*counted(corpus), len(corpus) if draws is None else draws, alpha=alpha)


def expectations(corpus: Corpus, **settings: float) -> list[float]:
    rates = rates_of(corpus, **settings)  # type: ignore[arg-type]
    return [expected_copies(rates, labels) for labels in corpus]


def test_counts_of_the_toy_corpus() -> None:
    assert counted(TOY) == (
        {"City": 5, "Poet": 3, "ENTITY": 2, "Moss": 1},
        {"City": 4, "Poet": 2, "ENTITY": 2, "Moss": 1},
    )


def test_expectation_by_hand() -> None:
    """α = 1: p = 5/11, 3/11, 2/11, 1/11; divided by the sentences, times six draws."""
    city, poet, entity, moss = Fraction(5, 44), Fraction(3, 22), Fraction(1, 11), Fraction(1, 11)
    by_hand = [city, city + poet, city, entity + city, poet + entity, moss]
    assert sum(by_hand) == 1
    assert expectations(TOY, alpha=1.0) == pytest.approx([float(6 * each) for each in by_hand], rel=1e-12)


def test_expectation_with_the_published_exponent() -> None:
    weights = {"City": 5**0.7, "Poet": 3**0.7, "ENTITY": 2**0.7, "Moss": 1.0}
    total = sum(weights.values())
    assert total == pytest.approx(3.08516 + 2.15767 + 1.62450 + 1.0, abs=2e-4)
    expected = expectations(TOY, draws=100)
    assert expected[5] == pytest.approx(100 * 1.0 / total)
    assert expected[0] == expected[2] == pytest.approx(100 * weights["City"] / 4 / total)
    assert expected[4] == pytest.approx(100 * (weights["Poet"] / 2 + weights["ENTITY"] / 2) / total)


def test_expectation_is_that_of_the_published_draws() -> None:
    """Draw a category, then one of its sentences, as the paper says, and compare the means."""
    mentions, _ = counted(TOY)
    labels = sorted(mentions)
    containing = {label: [n for n, each in enumerate(TOY) if label in each] for label in labels}
    weights = [mentions[label] ** 0.7 for label in labels]
    source = random.Random(5)
    draws = 60_000
    drawn = Counter(source.choice(containing[label]) for label in source.choices(labels, weights, k=draws))
    for number, expected in enumerate(expectations(TOY, draws=draws)):
        share = expected / draws
        assert abs(drawn[number] - expected) < 5 * math.sqrt(draws * share * (1 - share))


CORPORA = st.lists(st.lists(st.sampled_from("ABCDE"), min_size=1, max_size=5), min_size=1, max_size=20)


@given(CORPORA, st.integers(1, 10**7), st.floats(0, 1))
def test_expectations_sum_to_the_draws(corpus: Corpus, draws: int, alpha: float) -> None:
    assert math.fsum(expectations(corpus, alpha=alpha, draws=draws)) == pytest.approx(draws, rel=1e-12)


@given(CORPORA)
def test_with_exponent_zero_all_categories_are_drawn_equally(corpus: Corpus) -> None:
    _, sentences = counted(corpus)
    rates = rates_of(corpus, alpha=0.0)
    for label, rate in rates.items():
        assert rate * sentences[label] == pytest.approx(len(corpus) / len(rates), rel=1e-12)


@given(st.lists(st.sampled_from("ABC"), min_size=1, max_size=30))
def test_exponent_one_leaves_sentences_of_one_mention_as_they_are(labels: list[str]) -> None:
    assert expectations([[label] for label in labels], alpha=1.0) == pytest.approx([1.0] * len(labels), rel=1e-12)


def test_copies_have_the_expectation_over_seeds() -> None:
    rates = rates_of(TOY, draws=9)
    seeds = 4000
    for number, labels in enumerate(TOY):
        expected = expected_copies(rates, labels)
        given_ = [copies(rates, labels, seed=seed, page_id=1, paragraph=0, sentence=number) for seed in range(seeds)]
        assert set(given_) <= {math.floor(expected), math.floor(expected) + 1}
        share = expected % 1
        assert abs(sum(given_) / seeds - expected) < 5 * math.sqrt(share * (1 - share) / seeds)


def test_copies_of_a_corpus_sum_to_the_draws() -> None:
    corpus = [TOY[number % 6] for number in range(6000)]
    rates = rates_of(corpus)
    total = sum(copies(rates, each, seed=3, page_id=n, paragraph=0, sentence=0) for n, each in enumerate(corpus))
    # Each sentence is off by a draw of variance 1/4 at most.
    assert abs(total - 6000) < 5 * math.sqrt(6000 / 4)


def test_whole_expectations_leave_nothing_to_chance() -> None:
    corpus = [["A"], ["A"], ["B"], ["B"]]
    rates = rates_of(corpus, draws=12)
    assert {copies(rates, ["A"], seed=seed, page_id=1, paragraph=1, sentence=1) for seed in range(100)} == {3}


def test_the_chances_of_a_sentence_stay_the_same() -> None:
    """Another draw would be another corpus for the same settings."""
    drawn = [copies({"A": 0.5}, ["A"], seed=7, page_id=page, paragraph=1, sentence=2) for page in range(20)]
    assert "".join(map(str, drawn)) == "10101111010000100110"
    splits = [split_of(7, page, 1, 2, validation_share=0.5) for page in range(20)]
    assert "".join(split[0] for split in splits) == "ttvvvtvtttvvtvtvvvtv"


def test_copies_do_not_depend_on_the_order_of_mentions() -> None:
    rates = rates_of([[*"ABCDE"], ["A"], ["B", "C"], ["E"]])
    assert len({expected_copies(rates, labels) for labels in ("ABCDE", "EDCBA", "CABBAEDDD")}) == 1


def test_balancing_raises_the_share_of_the_rarest_category() -> None:
    corpus = [["City"]] * 900 + [["Poet"]] * 90 + [["Moss"]] * 10
    shares = []
    for alpha in (1.0, 0.7, 0.3, 0.0):
        rates = rates_of(corpus, alpha=alpha)
        drawn = Counter[str]()
        for number, labels in enumerate(corpus):
            drawn[labels[0]] += copies(rates, labels, seed=1, page_id=number, paragraph=0, sentence=0)
        shares.append(drawn["Moss"] / drawn.total())
    assert shares[0] == 0.01
    assert shares == sorted(shares)
    assert shares[1] > 0.03
    assert shares[3] == pytest.approx(1 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("mentions", "sentences"),
    [({"A": 1}, {"A": 2}), ({"A": 1}, {}), ({"A": 0}, {"A": 0})],
    ids=["more sentences than mentions", "no sentence", "no mention"],
)
def test_counts_that_contradict_each_other(mentions: dict[str, int], sentences: dict[str, int]) -> None:
    with pytest.raises(InputError, match="label A: .* counts of one corpus"):
        copy_rates(mentions, sentences, 10)


def test_split_is_nine_to_one_by_hash() -> None:
    splits = Counter(split_of(1, number % 100, number // 100, 0) for number in range(10_000))
    assert set(splits) == {"train", "validation"}
    assert abs(splits["validation"] - 1000) < 5 * math.sqrt(10_000 * 0.1 * 0.9)


@pytest.mark.parametrize(("share", "split"), [(0.0, "train"), (1.0, "validation")])
def test_split_shares_at_the_limits(share: float, split: str) -> None:
    assert {split_of(1, number, 0, 0, validation_share=share) for number in range(200)} == {split}


def test_split_filter_and_copies_are_independent() -> None:
    """A sentence in the validation split is as likely as any other to be repeated."""
    rates = rates_of([["A"], ["B"]], draws=1)
    places = [number for number in range(10_000) if split_of(1, number, 0, 0) == "validation"]
    repeated = sum(copies(rates, ["A"], seed=1, page_id=number, paragraph=0, sentence=0) for number in places)
    assert abs(repeated / len(places) - 0.5) < 5 * math.sqrt(0.25 / len(places))
