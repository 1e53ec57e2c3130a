from __future__ import annotations

from wiki.wikitext import marks


def test_each_mark_has_a_character_of_its_own() -> None:
    named = {name: value for name, value in vars(marks).items() if name.isupper() and isinstance(value, str)}
    assert sorted(named.values()) == sorted(marks.MARKS)
    assert len(set(marks.MARKS)) == len(marks.MARKS) == 9


def test_no_mark_is_a_character_that_a_page_of_xml_can_hold_or_that_python_takes_for_white_space() -> None:
    for mark in marks.MARKS:
        assert len(mark) == 1
        assert ord(mark) < 0x20 and mark not in "\t\n\r"
        assert not mark.isspace()
