"""Lists, pairs, names and paths as settings have them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.settings.syntax import is_name, is_path, items, pairs

LONG = "/".join(["x" * 99] * 40)
"""A path of 3,999 characters."""


@pytest.mark.parametrize(
    ("accepts", "taken", "refused"),
    [
        (is_name, ["a", "Ä-1._", "x" * 100, "é" * 100, "語" * 66], ["", ".a", "_a", "a b", "x" * 101, "語" * 67]),
        (
            is_path,
            [f"{LONG}x", "x" * 255, "ä" * 127, "s3://bucket", "file:///x", "'a", "a'", "~", "a~b", "a b"],
            [f"{LONG}xx", "x" * 256, "ä" * 128, "s3://", "s3:///", "ftp://host/a", "'a'", '"a', 'a"', ' "a', "a\x7f"],
        ),
    ],
)
def test_names_and_paths_are_so_up_to_their_limits(
    accepts: Callable[[str], bool], taken: list[str], refused: list[str]
) -> None:
    assert [each for each in taken if not accepts(each)] == []
    assert [each for each in refused if accepts(each)] == []


def test_lists_and_pairs_may_be_broken_into_lines() -> None:
    assert items("\na,\n b , ,a") == ["a", "b"]
    assert pairs("researcher=person,\ncountry = location") == {"researcher": "person", "country": "location"}


def test_a_comment_behind_a_path_is_no_part_of_it_but_where_there_is_such_a_place(tmp_path: Path) -> None:
    place = f"{tmp_path}/run #3"
    assert not is_path(place)
    Path(place).mkdir()
    assert is_path(place)
