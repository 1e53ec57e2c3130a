from __future__ import annotations

import pytest

from corpora.reports.page.sections import Setting, settings


@pytest.mark.parametrize(
    ("value", "shown", "folded"),
    [
        ([1, 2, 3, 4], "[1, 2, 3, 4]", False),
        ([1, 2, 3, 4, 5], "[1, 2, 3, 4, 5]", True),
        ({"Straße": 1}, '{"Straße": 1}', False),
        (dict.fromkeys("abcde", 1), '{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}', True),
        ("x" * 120, "x" * 120, False),
        ("x" * 121, "x" * 121, True),
        ("", "(empty)", False),
        (0.5, "0.5", False),
    ],
)
def test_long_values_of_a_step_are_folded(value: object, shown: str, folded: bool) -> None:
    assert settings({"name": value}) == [Setting("name", shown, folded)]
