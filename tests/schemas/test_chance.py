from __future__ import annotations

import math

from schemas.chance import uniform


def test_chance_is_a_fixed_function_of_what_is_decided() -> None:
    assert uniform(0, "copies", 12, 3, 4) == uniform(0, "copies", 12, 3, 4)
    assert [round(uniform(0, "copies", 12, 3, n), 6) for n in range(3)] == [0.916117, 0.065749, 0.239231]
    different = {uniform(0, "copies", 12, 34), uniform(0, "copies", 123, 4), uniform(1, "copies", 12, 34)}
    assert len(different | {uniform(0, "filter", 12, 34)}) == 4


def test_chance_is_uniform_and_purposes_are_independent() -> None:
    number = 20_000
    pairs = [(uniform(3, "filter", page), uniform(3, "copies", page)) for page in range(number)]
    assert all(0 <= value < 1 for pair in pairs for value in pair)
    bound = 4 * math.sqrt(1 / 12 / number)
    assert abs(sum(a for a, _ in pairs) / number - 0.5) < bound
    both = sum(a < 0.5 and b < 0.5 for a, b in pairs) / number
    assert abs(both - 0.25) < 4 * math.sqrt(0.25 * 0.75 / number)
