from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corpora.annotation.tools.utf16 import beyond, from_utf16, to_utf16


@given(st.text(st.sampled_from("aé東🎉𝔘")))
def test_offsets_are_those_of_utf_16_and_back(text: str) -> None:
    for offset in range(len(text) + 1):
        counted = to_utf16(text, offset)
        assert text.encode("utf-16-le")[: 2 * counted].decode("utf-16-le") == text[:offset]
        assert from_utf16(text, counted) == offset
    assert to_utf16(text, len(text)) == len(text) + beyond(text)


def test_offsets_outside_stay_outside_and_those_inside_a_character_are_behind_it() -> None:
    assert [from_utf16("a🎉b", offset) for offset in (-1, 0, 1, 2, 3, 4, 5, 9)] == [-1, 0, 1, 2, 2, 3, 4, 8]
