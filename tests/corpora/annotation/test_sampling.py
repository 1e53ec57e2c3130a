from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.annotation.records import Link, Span
from corpora.annotation.sampling import Place, StratifiedSample, _Drawn, _First, deal, wording_of
from schemas.chance import uniform

COMMON = {(1, 0, number): ["person"] for number in range(50)}
RARE = {(2, 0, 0): ["song"], (2, 0, 1): ["song", "person"], (3, 0, 0): []}


def sample(corpus: dict[Place, list[str]], size: int, of_each: int, seed: int = 0) -> list[Place]:
    drawn: StratifiedSample[Place] = StratifiedSample(size, of_each, seed)
    for place, labels in corpus.items():
        drawn.add(place, labels, str(place), place)
    return drawn.take()


def test_without_strata_the_sentences_of_least_chance_are_taken() -> None:
    ranked = sorted(COMMON, key=lambda place: uniform(3, "annotation", *place))
    assert sample(COMMON, 5, 0, seed=3) == sorted(ranked[:5])
    assert sample(COMMON, 4, 0, seed=3) != sample(COMMON, 4, 0, seed=4)


def test_rare_labels_have_their_share() -> None:
    chosen = sample({**COMMON, **RARE}, 6, 2)
    assert {(2, 0, 0), (2, 0, 1)} <= set(chosen) and len(chosen) == 6
    assert sample({**COMMON, **RARE}, 100, 2) == sorted({**COMMON, **RARE}), "a small corpus is taken whole"


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 5), st.integers(0, 3), st.integers(0, 3)),
        st.lists(st.sampled_from("abc"), unique=True),
    ),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_every_label_stands_in_the_sample_in_any_order(corpus, of_each, random) -> None:  # type: ignore[no-untyped-def]
    chosen = sample(corpus, 12, of_each)
    assert len(chosen) == min(12, len(corpus)) and len(set(chosen)) == len(chosen)
    there = Counter(label for labels in corpus.values() for label in labels)
    for label, number in there.items():
        assert sum(label in corpus[place] for place in chosen) >= min(of_each, number)
    places = list(corpus)
    random.shuffle(places)
    assert sample({place: corpus[place] for place in places}, 12, of_each) == chosen


def spans(**labels: tuple[int, int]) -> list[Span]:
    return [Span(start, end, label) for label, (start, end) in labels.items()]


@pytest.mark.parametrize(
    ("text", "suggested", "links", "expected"),
    [
        ("Ann left Rome in 1990.", spans(person=(0, 3), city=(9, 13)), [], "<person> left <city> in 0."),
        ("Bob LEFT Oslo in 2,012.", spans(city=(9, 13), person=(0, 3)), [], "<person> left <city> in 0."),
        ("ann Left rome", [], [], "ann left rome"),
        ("Ann left Rome", spans(person=(0, 3)), [Link(0, 3, "Ann"), Link(9, 13, "Rome")], "<person> left <link>"),
        ("Straße, STRASSE", [], [], "strasse, strasse"),
        ("New York City", spans(city=(0, 8)), [Link(0, 13, "New York City")], "<city> city"),
    ],
)
def test_near_duplicates_have_one_wording(text: str, suggested: list[Span], links: list[Link], expected: str) -> None:
    assert wording_of(text, suggested, links) == expected


def test_of_near_duplicates_the_first_is_taken() -> None:
    drawn: StratifiedSample[str] = StratifiedSample(2, 1, 0)
    shown = [("b", "<a> sings", 0.2), ("c", "<a> sings", 0.1), ("d", "<a> sings", 0.3), ("e", "else", 0.4)]
    for number, (name, words, rank) in enumerate(shown):
        drawn.add((1, 0, number), ["person"], words, name, rank)
    assert drawn.take() == ["c", "e"] and drawn.seen == {"person": 4}
    drawn.add((2, 0, 0), ["song"], "<a> sings", "f", 0.5)
    assert drawn.take() == ["c", "f"], "the same words with another label say something else"


Shown = tuple[str, frozenset[str], float]
"""Wording, labels and rank."""


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 5), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.sampled_from("xyz"), st.frozensets(st.sampled_from("ab")), st.integers(0, 9).map(float)),
    ),
    st.integers(0, 3),
    st.randoms(use_true_random=False),
)
def test_no_near_duplicates_are_taken_in_any_order(corpus: dict[Place, Shown], of_each: int, random: Random) -> None:
    def taken(places: list[Place]) -> list[Place]:
        drawn: StratifiedSample[Place] = StratifiedSample(4, of_each, 0)
        for place in places:
            words, labels, rank = corpus[place]
            drawn.add(place, labels, words, place, rank)
        return drawn.take()

    first: dict[tuple[str, frozenset[str]], Place] = {}
    for place in sorted(corpus, key=lambda place: (corpus[place][2], place)):
        first.setdefault(corpus[place][:2], place)
    places = list(corpus)
    random.shuffle(places)
    chosen = taken(places)
    assert set(chosen) <= set(first.values()) and chosen == taken(sorted(places))
    for label in "ab":
        there = sum(label in labels for _, labels in first)
        assert sum(label in corpus[place][1] for place in chosen) >= min(of_each, there)
    if not of_each:
        assert chosen == sorted(list(first.values())[:4])


def test_a_share_goes_to_all_and_the_rest_is_dealt_evenly() -> None:
    dealt = deal(sorted(COMMON), ["ann", "bob", "cy"], 0.2, 0)
    assert Counter(map(len, dealt)) == {3: 10, 1: 40}
    assert Counter(names for names in dealt if len(names) == 1) == {("ann",): 14, ("bob",): 13, ("cy",): 13}
    assert deal(sorted(COMMON), ["ann", "bob", "cy"], 0.2, 0) == dealt
    assert Counter(map(len, deal(sorted(COMMON)[:3], ["ann", "bob"], 0.5, 0))) == {2: 2, 1: 1}
    assert deal([], ["ann"], 0.5, 0) == []
    assert set(deal(sorted(COMMON), ["ann"], 0.2, 0)) == {("ann",)}


def test_ranks_take_the_place_of_chance() -> None:
    drawn: StratifiedSample[Place] = StratifiedSample(3, 1, 0)
    for place, labels in {**COMMON, **RARE}.items():
        drawn.add(place, labels, str(place), place, rank=float(-place[2] - 100 * place[0]))
    # The least rank with each label, the rarest first: a song, a person, then the least of all.
    assert drawn.take() == [(2, 0, 0), (2, 0, 1), (3, 0, 0)]


def test_the_rarest_label_has_its_share_first() -> None:
    """What is taken for it may have more common labels too."""
    drawn: StratifiedSample[str] = StratifiedSample(1, 1, 0)
    drawn.add((1, 0, 0), ["a"], "first", "common", 0.1)
    drawn.add((1, 0, 1), ["a", "z"], "second", "both", 0.2)
    assert drawn.take() == ["both"]


def test_of_labels_that_are_as_rare_the_first_by_name_has_its_share_first() -> None:
    shown = [("one", ["a"], 0.1), ("both", ["a", "b"], 0.2), ("other", ["b"], 0.3)]
    for order in (shown, shown[::-1]):
        drawn: StratifiedSample[str] = StratifiedSample(1, 1, 0)
        for name, labels, rank in order:
            drawn.add((1, 0, shown.index((name, labels, rank))), labels, name, name, rank)
        assert drawn.take() == ["one", "both"]


def test_twice_as_many_as_are_taken_are_held() -> None:
    first: _First[None] = _First(3)
    held = []
    for number in range(10):
        first.add(_Drawn(1 / (number + 1), (1, 0, number), str(number), frozenset(), None))
        held.append(len(first._held))
    assert held == [1, 2, 3, 4, 5, 6, 3, 4, 5, 6]
    assert [each.wording for each in first.taken()] == ["9", "8", "7"]
