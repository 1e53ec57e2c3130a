"""Titles and chance: what every floor builds on."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.chance import uniform
from schemas.titles import canonical_title


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("new_York  city", "New York city"),
        ("\u00e9cole", "École"),
        ("e\u0301cole", "École"),
        ("ßeta", "ßeta"),
        ("თბილისი", "თბილისი"),
        # The first and the last letter of Georgian.
        ("ა", "ა"),
        ("\u10ff", "\u10ff"),
        ("ǆungla", "Ǆungla"),
        ("_ ", ""),
    ],
)
def test_a_title_has_one_form(written: str, title: str) -> None:
    assert canonical_title(written) == title


@pytest.mark.parametrize(
    ("lang", "written", "title"),
    [
        ("tr", "internet", "İnternet"),
        ("az", "internet", "İnternet"),
        ("tr", "ırmak", "Irmak"),
        ("kaa", "internet", "Internet"),
        ("kaa", "ıqlım", "Íqlım"),
        ("de", "internet", "Internet"),
    ],
)
def test_a_language_has_its_own_capitals(lang: str, written: str, title: str) -> None:
    assert canonical_title(written, lang=lang) == title


def test_case_sensitive_wikis_keep_the_first_letter() -> None:
    assert canonical_title("new_york", first_letter=False) == "new york"


@given(st.text())
def test_the_form_is_stable(text: str) -> None:
    title = canonical_title(text)
    assert canonical_title(title) == title


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
