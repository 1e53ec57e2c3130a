from __future__ import annotations

import pytest

from corpora.formats.spacy_strings import string_number


# As spaCy 3.8 gives them.
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("IS_ALPHA", 1),
        ("ORG", 383),
        ("_", 456),
        ("a", 11901859001352538922),
        ("hello", 5983625672228268878),
        ("1234567", 11906548768923648808),
        ("12345678", 9871996032675327904),
        ("123456789", 2056675840866671865),
        ("東京", 9360021637096476946),
        ("𝔘lm", 6258156732182893440),
        ("city", 14667099791903937066),
    ],
)
def test_numbers(text: str, number: int) -> None:
    assert string_number(text) == number
