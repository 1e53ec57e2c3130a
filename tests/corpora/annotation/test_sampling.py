from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from corpora.annotation.sampling import Place, StratifiedSample, deal
from schemas.chance import uniform

COMMON = {(1, 0, number): ["person"] for number in range(50)}
RARE = {(2, 0, 0): ["song"], (2, 0, 1): ["song", "person"], (3, 0, 0): []}


def sample(corpus: dict[Place, list[str]], size: int, of_each: int, seed: int = 0) -> list[Place]:
    drawn: StratifiedSample[Place] = StratifiedSample(size, of_each, seed)
    for place, labels in corpus.items():
        drawn.add(place, labels, place)
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


def test_a_share_goes_to_all_and_the_rest_is_dealt_evenly() -> None:
    dealt = deal(sorted(COMMON), ["ann", "bob", "cy"], 0.2, 0)
    assert Counter(map(len, dealt)) == {3: 10, 1: 40}
    assert Counter(names for names in dealt if len(names) == 1) == {("ann",): 14, ("bob",): 13, ("cy",): 13}
    assert deal(sorted(COMMON), ["ann", "bob", "cy"], 0.2, 0) == dealt
    assert deal([], ["ann"], 0.5, 0) == []
    assert set(deal(sorted(COMMON), ["ann"], 0.2, 0)) == {("ann",)}


def test_ranks_take_the_place_of_chance() -> None:
    drawn: StratifiedSample[Place] = StratifiedSample(3, 1, 0)
    for place, labels in {**COMMON, **RARE}.items():
        drawn.add(place, labels, place, rank=float(-place[2] - 100 * place[0]))
    # The least rank with each label, the rarest first: a song, a person, then the least of all.
    assert drawn.take() == [(2, 0, 0), (2, 0, 1), (3, 0, 0)]
