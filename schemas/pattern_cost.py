"""What a regular expression of the user may cost: how many ways it has to match a title.

Python's engine tries one way after the other. A pattern with repeats inside repeats has more ways than can be tried in
a lifetime, and matches a title all the same in a moment where the first way fits; so it is counted, not timed.
"""

from __future__ import annotations

import math

# The parser of `re` has no public name; tests/schemas/test_pattern_cost.py fails where it changes.
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

MOST_WAYS: Final = 100_000_000
"""Most ways that a pattern may have to match a title: at worst a second or two for a title of full length."""
LONGEST_TITLE: Final = 255
"""Characters of the longest title that MediaWiki allows."""


def ways(pattern: str) -> float:
    """An upper bound for the ways in which a search for the pattern may match a title; infinite where it is huge.

    Raises re.error for what is no regular expression.
    """
    parsed = parser.parse(pattern)
    starts = 1 if parsed.data and parsed.data[0] == (op.AT, op.AT_BEGINNING) else LONGEST_TITLE
    return starts * _ways(parsed)


def _ways(parsed: Any) -> float:
    return math.prod(_ways_of(kind, value) for kind, value in parsed.data)


def _ways_of(kind: Any, value: Any) -> float:
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, most, inner = value
        return _ways_to_repeat(_ways(inner), least, min(most, LONGEST_TITLE // max(1, inner.getwidth()[0])))
    if kind is op.SUBPATTERN:
        return _ways(value[3])
    if kind is op.ATOMIC_GROUP:
        return _ways(value)
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return _ways(value[1])
    if kind is op.GROUPREF_EXISTS:
        return _ways(value[1]) + (_ways(value[2]) if value[2] else 1)
    if kind is op.BRANCH:
        found = [_ways(each) for each in value[1]]
        return max(found) if _are_apart(value[1]) else sum(found)
    return 1


def _ways_to_repeat(once: float, least: int, most: int) -> float:
    if once <= 1:
        return max(1, most - least + 1)
    total, number = 0.0, least
    while number <= most and total <= MOST_WAYS:
        # Beyond the limit the exact number does not matter, and would not fit a float.
        total += once ** min(number, 64)
        number += 1
    return total if total <= MOST_WAYS else math.inf


def _are_apart(alternatives: Any) -> bool:
    """Whether at most one of the alternatives can match at a place: each begins with a letter of its own."""
    first = [each.data[0] if each.data else None for each in alternatives]
    letters = [chr(each[1]).lower() for each in first if each is not None and each[0] is op.LITERAL]
    return len(set(letters)) == len(alternatives)
