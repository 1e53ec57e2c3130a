"""Adjectives that name a sea in English."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They went across the Mediterranean.", ["Mediterranean"]),
        ("They saw the Caribbean, and the Baltic too.", ["Caribbean", "Baltic"]),
        ("They saw the Mediterranean coast.", []),
        ("They saw the Caribbean and European coasts.", []),
        ("They saw a Caribbean.", []),
        ("They found Caribbean and more.", []),
        ("They went across the British.", []),
        ("They crossed the Mediterranean Sea.", ["Mediterranean Sea"]),
    ],
)
def test_an_adjective_behind_an_article_may_name_a_sea(text: str, expected: list[str]) -> None:
    assert found_in("en", text, common="they saw went across coast coasts crossed sea found more") == expected
