from __future__ import annotations

from tests.support.capitalised import found_in


def test_the_mark_of_a_letter_is_within_a_name_where_endings_stand_behind_apostrophes() -> None:
    assert found_in("tr", "O dün Hawai‘i ve O‘ahu gördü.") == ["Hawai‘i", "O‘ahu"]
    assert found_in("tr", "O dün Berlin'de ve Ankara’da idi.") == ["Berlin", "Ankara"]
