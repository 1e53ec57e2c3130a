from __future__ import annotations

from tests.support.capitalised import found_in


def test_the_mark_of_a_letter_is_within_a_name_where_endings_stand_behind_apostrophes() -> None:
    assert found_in("tr", "O dün Hawai‘i ve O‘ahu gördü.") == ["Hawai‘i", "O‘ahu"]
    assert found_in("tr", "O dün Berlin'de ve Ankara’da idi.") == ["Berlin", "Ankara"]


def test_a_name_neither_begins_nor_ends_beside_the_mark_of_a_letter() -> None:
    """Letters that no code point has with their mark, as MediaWiki writes them: `Gdan̄ske`, `Ọ̀yọ́`."""
    assert found_in("en", "It was painted by Zoem\u0304a of Silverhollow.") == ["Silverhollow"]
    assert found_in("en", "It was painted by ZOEM\u0304AN of Silverhollow.") == ["Silverhollow"]
    assert found_in("lt", "Vakar jis buvo Gdan\u0304ske ir Vilniuje.") == ["Vilniuje"]
