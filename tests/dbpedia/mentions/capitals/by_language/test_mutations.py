"""Words of Celtic languages in the beginnings that they have behind others."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A noble in the name of a street or a building.
        ("ga", "Tá an oifig i Sráid an Phrionsa i mBaile Átha Cliath.", ["Sráid an Phrionsa", "mBaile Átha Cliath"]),
        ("cy", "Aeth i Neuadd y Dywysoges.", ["Neuadd y Dywysoges"]),
        # An epithet behind the article, where the place of something could be.
        ("cy", "Roedd Matilda y Dda yno.", ["Matilda y Dda"]),
        # A month that stands directly behind a name, as what tells the time does.
        ("cy", "Bu farw yn Llundain Ragfyr 1916.", ["Llundain"]),
        ("ga", "I mBaile Átha Cliath Mheán Fómhair 1950.", ["mBaile Átha Cliath"]),
    ],
)
def test_a_word_is_known_in_any_beginning(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected
