from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.abbreviations import abbreviates, introduced


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("The National Rifle Association (NRA) met.", "National Rifle Association", "NRA"),
        ("World Health Organization's (WHO) aim", "World Health Organization", "WHO"),
        ("the Republic of China (the ROC)", "Republic of China", "ROC"),
        ("the Soviet Union (USSR)", "Soviet Union", ""),
        ("the Soviet Union (SU; 1922)", "Soviet Union", "SU"),
        ("The Beatles (John, Paul)", "The Beatles", ""),
        ("the Jupiter Orbiter (Jo) left", "Jupiter Orbiter", ""),
        ("Abraham Lincoln (1809)", "Abraham Lincoln", ""),
        ("the United States (U.S.) and", "United States", "U.S."),
        ("International Business Machines, or IBM", "International Business Machines", ""),
        ("NATO (NATO)", "NATO", ""),
    ],
)
def test_what_stands_in_brackets_behind_a_name(text: str, name: str, expected: str) -> None:
    start = text.index(name)
    assert introduced(text, start, start + len(name)) == expected


def test_the_letters_stand_in_their_order() -> None:
    assert abbreviates("NRA", "National Rifle Association")
    assert abbreviates("NRA", "the National Rifle Association")
    assert not abbreviates("ANR", "National Rifle Union")
    assert not abbreviates("XRA", "National Rifle Association")
    assert not abbreviates("", "National")


def test_each_letter_stands_behind_the_one_before() -> None:
    assert abbreviates("SO", "Soviet")
    assert not abbreviates("SS", "Soviet")


@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_an_abbreviation_stands_behind_the_name(text: str, start: int, length: int) -> None:
    end = start + length
    found = introduced(text, start, end)
    assert found == "" or f"({found}" in text[end:] or f" {found}" in text[end:]
