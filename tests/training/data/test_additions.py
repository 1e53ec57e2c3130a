from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.data.additions import draw, number_of

MAY = {"+a": np.array([True] * 30 + [False] * 10), "+b": np.full(20, True)}


def test_a_share_is_rounded_up() -> None:
    assert [number_of(share, 100) for share in (0.29, 0.1, 0.001, 1)] == [29, 10, 1, 100]


@given(st.sampled_from([0.1, 0.25, 0.29, 0.6, 0.99]), st.sampled_from([0.3, 0.61, 1]), st.integers(0, 99))
def test_a_greater_share_has_the_sentences_of_a_smaller_one(one: float, other: float, seed: int) -> None:
    small, large = (draw(MAY, share, seed) for share in sorted((one, other)))
    assert sum(found.sum() for found in small.values()) == number_of(min(one, other), 50)
    assert not any((found & ~MAY[name]).any() for name, found in small.items())
    assert not any((small[name] & ~large[name]).any() for name in MAY)


def test_what_is_drawn_depends_on_the_seed_and_all_is_all() -> None:
    one, other = draw(MAY, 0.5, 1), draw(MAY, 0.5, 2)
    assert any((one[name] != other[name]).any() for name in MAY)
    # Both datasets give their part.
    assert all(0 < found.sum() < MAY[name].sum() for name, found in one.items())
    whole = draw(MAY, 1, 1)
    assert all((whole[name] == MAY[name]).all() for name in MAY)


@pytest.mark.parametrize("may", [np.array([False]), np.array([True])])
def test_there_may_be_nothing_or_one_sentence(may: np.ndarray) -> None:
    assert draw({"+a": may}, 0.1, 1)["+a"].tolist() == may.tolist()
