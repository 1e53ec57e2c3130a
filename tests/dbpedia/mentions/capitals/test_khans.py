"""Words of rulers that end names in English."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They met Daoud Khan there.", ["Daoud Khan"]),
        ("They met the Shah there.", []),
        ("They met a Khan there.", []),
    ],
)
def test_a_khan_or_shah_is_part_of_the_name_before_it(text: str, expected: list[str]) -> None:
    assert found_in("en", text, common="khan shah they met president") == expected
