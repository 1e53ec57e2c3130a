from __future__ import annotations

import pickle

import pytest

from schemas.errors import Faults, InputError, nearest, printable, quoted


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
        ("x" * 80, "'" + "x" * 80 + "'"),
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


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "line 1: bad"),
        (3, "line 1: bad; line 2: bad; line 3: bad"),
        (10, "; ".join(f"line {each}: bad" for each in range(1, 11))),
        (1012, "; ".join(f"line {each}: bad" for each in range(1, 11)) + "; and 1,002 more"),
    ],
)
def test_faults_are_told_at_once_and_of_many_the_first(number: int, told: str) -> None:
    faults = Faults()
    for each in range(1, number + 1):
        with faults.caught():
            raise InputError(f"line {each}: bad")
    with pytest.raises(InputError) as error:
        faults.refuse()
    assert str(error.value) == told


def test_without_a_fault_nothing_is_refused_and_other_errors_pass() -> None:
    faults = Faults()
    with faults.caught():
        pass
    with pytest.raises(KeyError), faults.caught():
        raise KeyError("ours")
    faults.refuse()


def test_the_nearest_name_is_asked_for() -> None:
    assert nearest("labls", ["depth", "labels", "table"]) == "did you mean labels?"
    assert nearest("ab", ["acxx", "abxx"]) == "did you mean abxx?"
    assert nearest("build", ["Rebuild", "Build"]) == nearest("BUILD", ["Rebuild", "Build"]) == "did you mean Build?"
    assert nearest("abc", ["abxy"]) == "did you mean abxy?"
    assert nearest("ab", ["acxxx"]) == nearest("a", []) == ""
