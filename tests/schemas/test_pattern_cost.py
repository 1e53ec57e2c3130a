from __future__ import annotations

import math
import tomllib

import pytest

from schemas.pattern_cost import LONGEST_TITLE, MOST_WAYS, ways
from tests.support.paths import PROJECT


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("stubs$", LONGEST_TITLE),
        ("^stubs", 1),
        (r"^\d{4}s?", 2),
        ("^a*b", 256),
        ("^a+", 255),
        ("^a{2,5}", 4),
        ("^a{1000}", 1),
        ("^(?:ab)*", 128),
        ("^a*b*", 256 * 256),
        ("^(?:one|two)", 1),
        ("^(?:Music|Songs|Musicians)", 3),
        ("^(?i:music|Movies)", 2),
        ("^(?:ab|.)c?", 4),
        ("^(?=a*)b*", 256 * 256),
        ("^(?>a*)", 256),
        ("^(a)?(?(1)b*|c)", 2 * 257),
        ("^(?:a{1,10}){8}", MOST_WAYS),
    ],
)
def test_the_ways_to_match_are_counted(pattern: str, expected: int) -> None:
    assert ways(pattern) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a*)*$",
        "(.*)*x",
        r"(\w+\s?)*$",
        "(a|aa)+$",
        "(a|a?)+$",
        "(a?){50}a{50}",
        40 * "a?" + 40 * "a",
        "(?:(?:a{1,9}){1,9}){1,9}$",
        ".*.*.*.*x",
        "(?=(a+)+$)",
        "(x+x+)+y",
        "(a++b?)+c?",
        # Its least number of times has as many ways as are allowed.
        "^(?:a{1,10}){8,9}",
    ],
)
def test_a_pattern_with_too_many_ways_is_seen(pattern: str) -> None:
    assert ways(pattern) > MOST_WAYS


def test_what_people_write_is_allowed() -> None:
    patterns = [r"(?i)\b\w+ by (?:country|year)\b", r"^\d{1,4}s? .* films$", ".*films.*", "(foo|bar)s? (of|in) .*$"]
    for path in (PROJECT / "domains").glob("*.toml"):
        patterns += tomllib.loads(path.read_text())["exclude"]
    assert len(patterns) > 10 and all(ways(pattern) <= MOST_WAYS for pattern in patterns)


def test_a_huge_number_of_ways_is_infinite() -> None:
    assert ways("((a+)+)+") == math.inf
