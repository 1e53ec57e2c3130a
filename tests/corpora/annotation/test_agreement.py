from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from corpora.annotation.agreement import Agreement, Measures, agreement, cohen_kappa, krippendorff_alpha
from corpora.annotation.records import Span
from tests.support.annotation import sentence

# Tokens: Ann, knows, New, York and the period; Bob, sings.
FIRST = sentence("[Ann|person] knows [New York].", "1-0-0")
SECOND = sentence("[Bob|person] sings", "2-0-0", "propagated")
SENT = {each.id: each for each in (FIRST, SECOND)}
ANN, CITY, BOB = Span(0, 3, "person"), Span(10, 18, "location"), Span(0, 3, "person")


def compare(**versions: dict[str, list[Span]]) -> Agreement:
    return agreement(SENT, versions, ["person", "location"])


def test_two_annotators_of_one_mind() -> None:
    same = {"1-0-0": [ANN, CITY], "2-0-0": [BOB]}
    found = compare(ann=same, bob=same)
    assert (found.sentences, found.tokens) == (2, 7)
    assert found.whole == found.pairs["ann", "bob"] == Measures(6, 1, 1, 1)
    assert found.labels == {"person": Measures(4, 1, 1, 1), "location": Measures(2, 1, 1, 1)}
    assert found.sources == {
        "anchor": Measures(2, 1, None, None),
        "none": Measures(2, 1, 1, 1),
        "propagated": Measures(2, 1, None, None),
    }


def test_what_differs_is_counted_by_label_and_source() -> None:
    found = compare(
        ann={"1-0-0": [ANN, CITY], "2-0-0": [BOB]},
        bob={"1-0-0": [ANN, Span(14, 18, "location")], "2-0-0": [Span(0, 3, "location")]},
    )
    # Tokens: (person, person), (O, O), (location, O), (location, location), (O, O), (person, location), (O, O).
    assert found.whole.entities == 6
    assert found.whole.f1 == pytest.approx(2 * 1 / 6)
    # Agreed 5 of 7; by chance (2 * 1 + 2 * 2 + 3 * 4) / 49.
    assert found.whole.kappa == pytest.approx((5 / 7 - 18 / 49) / (1 - 18 / 49))
    # Disagreed 4 of 14 values; 3 person, 4 location, 7 none: 196 - 74 ordered pairs differ.
    assert found.whole.alpha == pytest.approx(1 - 13 * 4 / 122)
    assert found.labels["person"].f1 == pytest.approx(2 / 3)
    assert found.labels["location"].f1 == 0
    assert found.sources["anchor"] == Measures(2, 1, None, None)
    assert found.sources["none"].f1 == 0
    assert found.sources["propagated"] == Measures(2, 0, 0, 0)


def test_the_order_of_annotators_does_not_matter() -> None:
    versions = {"ann": {"1-0-0": [ANN, CITY]}, "bob": {"1-0-0": [ANN]}, "eve": {"1-0-0": [CITY], "2-0-0": [BOB]}}
    found = compare(**versions)
    assert list(found.pairs) == [("ann", "bob"), ("ann", "eve"), ("bob", "eve")]
    assert compare(**dict(reversed(versions.items()))) == found


def test_a_token_right_beside_an_entity_is_outside() -> None:
    """As the two that an annotator's sentence has around it, "pre-" and "time"."""
    each = sentence("pre-[war|misc]time", "1-0-0")
    version = {"1-0-0": [Span(4, 7, "misc")]}
    found = agreement({"1-0-0": each}, {"ann": version, "bob": version}, ["misc"])
    assert (found.tokens, found.whole) == (3, Measures(2, 1, 1, 1))
    assert found.sources == {"anchor": Measures(2, 1, None, None), "none": Measures(0, None, None, None)}


def test_three_annotators_are_the_mean_of_their_pairs() -> None:
    right, wrong = {"1-0-0": [ANN]}, {"1-0-0": [CITY]}
    found = compare(ann=right, bob=right, eve=wrong)
    # Of five tokens two agree, by chance (1 * 0 + 0 * 2 + 4 * 3) / 25; 6 of 10 values differ: 1 person, 2 location.
    kappa, alpha = (2 / 5 - 12 / 25) / (1 - 12 / 25), 1 - 9 * 6 / (10 * 10 - 1 - 4 - 49)
    apart = (2, 0, pytest.approx(kappa), pytest.approx(alpha))
    assert {pair: tuple(each) for pair, each in found.pairs.items()} == {
        ("ann", "bob"): (2, 1, 1, 1),
        ("ann", "eve"): apart,
        ("bob", "eve"): apart,
    }
    assert found.whole.entities == 3
    assert found.whole.f1 == pytest.approx(1 / 3)
    assert found.whole.kappa == pytest.approx((1 + 2 * kappa) / 3)
    # Three tokens with two of a kind each; 2 person, 2 location, 11 none.
    assert found.whole.alpha == pytest.approx(1 - 14 * (3 * 4 / 2) / (15 * 15 - 4 - 4 - 121))


def test_what_one_alone_annotated_is_not_compared() -> None:
    found = compare(ann={"1-0-0": [ANN]}, bob={"2-0-0": [BOB]})
    assert found == Agreement(0, 0, Measures(0, None, None, None), {}, found.labels, {})
    assert set(found.labels.values()) == {Measures(0, None, None, None)}


pairs = st.lists(st.tuples(st.sampled_from("abO"), st.sampled_from("abO")), min_size=1)


@given(pairs)
def test_kappa_is_that_of_scikit_learn(given_labels: list[tuple[str, str]]) -> None:
    found = cohen_kappa(Counter(given_labels))
    if len({label for pair in given_labels for label in pair}) == 1:
        assert found is None
    else:
        assert found == pytest.approx(cohen_kappa_score(*zip(*given_labels, strict=True)))


def test_alpha_is_that_of_the_known_example() -> None:
    """The three coders of Krippendorff's example; nominal alpha is 0.691."""
    coders = ("*****34121133*3", "1*213343*******", "**21344*21133*4")
    units = Counter(tuple(sorted(label for label in unit if label != "*")) for unit in zip(*coders, strict=True))
    assert krippendorff_alpha(units) == pytest.approx(0.691, abs=0.0005)


@given(st.lists(st.sampled_from("ab"), min_size=1))
def test_alpha_is_one_where_all_agree_on_several_labels(labels: list[str]) -> None:
    found = krippendorff_alpha(Counter((label, label, label) for label in labels))
    assert found == (1 if len(set(labels)) > 1 else None)
