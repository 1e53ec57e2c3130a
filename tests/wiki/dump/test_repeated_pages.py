from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.dapt_data import write_dataset
from wiki.dump.repeated_pages import repeated_pages


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([[4, 7], [9]], []),
        ([[7, 4], [9, 4, 7], [4]], [4, 7]),
        ([[9, 9]], [9]),
        ([[1, 4], [1]], [1]),
        # Redirects of an HTML dump have no id.
        ([[-1, 4, -1], [-1]], []),
        ([[]], []),
    ],
)
def test_pages_that_were_read_more_than_once(parts: list[list[int]], expected: list[int], tmp_path: Path) -> None:
    rows = [[{"page_id": n, "rev_id": 1, "title": f"P{n}", "kind": "article"} for n in part] for part in parts]
    assert repeated_pages(write_dataset(tmp_path, "pages", rows)) == expected
