from __future__ import annotations

import numpy as np
import pytest

from schemas.ranges import ranges


@pytest.mark.parametrize(
    ("starts", "lengths", "numbers"),
    [([], [], []), ([4], [0], []), ([7, 0, 7], [2, 3, 1], [7, 8, 0, 1, 2, 7]), ([5, 9, 1], [1, 0, 2], [5, 1, 2])],
)
def test_the_numbers_of_ranges_follow_each_other(starts: list[int], lengths: list[int], numbers: list[int]) -> None:
    found = ranges(np.array(starts, np.int64), np.array(lengths, np.int64))
    assert found.tolist() == numbers
    assert found.dtype == np.int64
