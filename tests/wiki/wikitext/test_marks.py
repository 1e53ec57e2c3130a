from __future__ import annotations

import re
from pathlib import Path

import wiki.wikitext
from wiki.wikitext import marks


def test_each_mark_has_a_character_of_its_own() -> None:
    named = {
        name: value
        for name, value in vars(marks).items()
        if name.isupper() and len(value) == 1 and isinstance(value, str)
    }
    assert sorted([*named.values(), *marks.HOLES, *marks.DIGITS]) == sorted(marks.MARKS)
    assert len(set(marks.MARKS)) == len(marks.MARKS) == 23


def test_no_mark_is_a_character_that_a_page_of_xml_can_hold_or_that_python_takes_for_white_space() -> None:
    for mark in marks.MARKS:
        assert len(mark) == 1
        assert ord(mark) < 0x20 and mark not in "\t\n\r"
        assert not mark.isspace()


def test_no_other_module_writes_a_mark_of_its_own() -> None:
    folder = Path(wiki.wikitext.__file__ or "").parent
    found = {
        path.name: codes
        for path in sorted(folder.glob("*.py"))
        if (codes := re.findall(r"\\x[01][0-9a-f]", path.read_text("utf-8")))
    }
    assert found.keys() == {"marks.py", "strip.py"}
    assert found["strip.py"] == [r"\x0b", r"\x0c", r"\x1c", r"\x1d", r"\x1e", r"\x1f"]
