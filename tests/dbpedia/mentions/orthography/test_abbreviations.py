from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.orthography.abbreviations import Expansions, abbreviates, introduced, introduced_in_other_words


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("The National Rifle Association (NRA) met.", "National Rifle Association", "NRA"),
        ("World Health Organization's (WHO) aim", "World Health Organization", "WHO"),
        ("the Republic of China (the ROC)", "Republic of China", "ROC"),
        ("the Soviet Union (USSR)", "Soviet Union", ""),
        ('the "Real Time Battle" (RTB) system', "Real Time Battle", "RTB"),
        ("the “Real Time Battle”'s (RTB) system", "Real Time Battle", "RTB"),
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


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("the State Institute of Cinematography (VGIK) in", "State Institute of Cinematography", "VGIK"),
        ("the Soviet Union (the USSR)", "Soviet Union", "USSR"),
        # in its letters, of one word, of two letters, a number, not in capitals
        ("The National Rifle Association (NRA) met.", "National Rifle Association", ""),
        ("the Union (USSR)", "Union", ""),
        ("The Lion King (US)", "The Lion King", ""),
        ("the King of Spain (XIV)", "King of Spain", ""),
        ("Ann Lee (VGIk)", "Ann Lee", ""),
        ("Ann Lee (VG1K)", "Ann Lee", ""),
    ],
)
def test_what_stands_in_brackets_behind_a_name_in_other_words(text: str, name: str, expected: str) -> None:
    start = text.index(name)
    assert introduced_in_other_words(text, start, start + len(name)) == expected


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


def of_names(links: dict[tuple[str, str], int]) -> list[tuple[str, int, int, str]]:
    """The abbreviations of names that links with these numbers show, where titles without a capital U are none."""
    expansions = Expansions()
    for (surface, target), number in links.items():
        for _ in range(number):
            expansions.see(surface, target)
    return list(expansions.of_names(lambda title: "U" in title))


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ({("SUN", "Soviet Union"): 2}, [("SUN", 2, 0, "Soviet Union")]),
        ({("SUN", "Soviet Union"): 1}, []),
        ({("SU", "Soviet Union"): 10}, [("SU", 10, 0, "Soviet Union")]),
        ({("SU", "Soviet Union"): 9}, []),
        # Another thing, one that it does not abbreviate, itself, and none
        ({("SUN", "Soviet Union"): 4, ("SUN", "Sun"): 2}, [("SUN", 4, 2, "Soviet Union")]),
        ({("SUN", "Soviet Union"): 3, ("SUN", "Sun"): 2}, []),
        ({("SUN", "Soviet Union"): 3, ("SUN", "Union of Nations"): 2}, []),
        ({("SUN", "Soviet Union"): 2, ("SUN", "SUN"): 9}, [("SUN", 2, 0, "Soviet Union")]),
        ({("SUN", "Soviet Union"): 2, ("SUN", "Soviet Union of Now"): 3}, [("SUN", 5, 0, "Soviet Union of Now")]),
        ({("SUN", "Soviet Union"): 2, ("SUN", "Some Union"): 2}, [("SUN", 4, 0, "Some Union")]),
        ({("Sun", "Soviet Union"): 2, ("S-U", "Soviet Union"): 12, ("S", "Soviet U"): 12}, []),
    ],
)
def test_links_show_what_is_short_for_a_name(links: dict[tuple[str, str], int], expected: list[object]) -> None:
    assert of_names(links) == expected


def test_abbreviations_are_sorted() -> None:
    links = {("SUX", "Some Union X"): 2, ("AUX", "A Union X"): 2, ("ABX", "A box"): 5}
    assert [row[0] for row in of_names(links)] == ["AUX", "SUX"]
