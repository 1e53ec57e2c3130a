from __future__ import annotations

import numpy as np
import pytest

from schemas.sorted_lookup import distinct, find_sorted


@pytest.mark.parametrize(
    ("known", "wanted", "places"),
    [
        ([], [3, 4], [-1, -1]),
        ([5], [], []),
        ([2, 5, 9], [9, 1, 5, 10, 2, 6], [2, -1, 1, -1, 0, -1]),
        ([2, 2, 7, 7], [7, 2], [2, 0]),
    ],
)
def test_places_in_a_sorted_array(known: list[int], wanted: list[int], places: list[int]) -> None:
    for kind in (np.int64, np.uint64):
        found = find_sorted(np.array(known, kind), np.array(wanted, kind))
        assert found.tolist() == places
        assert found.dtype == np.int64


def test_the_greatest_keys_are_found() -> None:
    known = np.array([0, 2**64 - 1], np.uint64)
    assert find_sorted(known, np.array([2**64 - 1, 2**64 - 2, 0], np.uint64)).tolist() == [1, -1, 0]


@pytest.mark.parametrize("values", [[], [3], [3, 3], [9, -2, 9, 5, -2]])
def test_distinct_values_are_those_of_numpy(values: list[int]) -> None:
    found = distinct(np.array(values, np.int64))
    assert found.tolist() == np.unique(values).tolist()
    assert found.dtype == np.int64
