from __future__ import annotations

import pickle

import pytest

from schemas.errors import InputError, printable, quoted


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("enwiki", "'enwiki'"),
        ("", "''"),
        ("Kyōto 東京 𝒜", "'Kyōto 東京 𝒜'"),
        ("it's", '"it\'s"'),
        ("a\nERROR b\r\t", r"'a\nERROR b\r\t'"),
        ("\x1b[2J\x00\x9b\x7f", r"'\x1b[2J\x00\x9b\x7f'"),
        ("abc\u202edef\u2066\u200f", r"'abc\u202edef\u2066\u200f'"),
        ("a\u2028b\xa0c", r"'a\u2028b\xa0c'"),
        ("\ud800", r"'\ud800'"),
        (b"caf\xc3\xa9 \xff\x1b", r"b'caf\xc3\xa9 \xff\x1b'"),
        (-5, "'-5'"),
        ("x" * 81, "'" + "x" * 80 + "'…"),
        (b"x" * 81, "b'" + "x" * 80 + "'…"),
    ],
)
def test_what_came_from_outside_is_shown_between_quotes_in_one_line(value: object, expected: str) -> None:
    assert quoted(value) == expected
    assert printable(expected) == expected


def test_the_length_that_is_shown_can_be_chosen() -> None:
    assert quoted("abcdef", 3) == "'abc'…"


def test_a_line_for_people_has_no_character_that_moves_the_cursor_or_turns_the_text() -> None:
    assert printable("page 1 (a\x1b[2Jb): \u202ec\r\nd\\e") == r"page 1 (a\x1b[2Jb): \u202ec\r\nd\e"
    assert printable("Kyōto – 東京\xa0") == "Kyōto – 東京\xa0"


def test_the_message_of_an_input_error_is_one_printable_line() -> None:
    error = InputError("dump.xml: bad\x1b[2J\nERROR all is lost")
    assert str(error) == r"dump.xml: bad\x1b[2J\nERROR all is lost"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
