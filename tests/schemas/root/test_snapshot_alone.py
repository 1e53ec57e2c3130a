from __future__ import annotations

import pytest

from schemas.root.snapshot_diff import LooksWrongError, check_alone


def test_a_snapshot_that_none_is_compared_with_is_refused_for_what_is_wrong_in_it() -> None:
    with pytest.raises(LooksWrongError, match=r"^2026-09 looks wrong: sentences: none is there, no types\."):
        check_alone("2026-09", ["sentences: none is there", "no types"])
    check_alone("2026-09", [])
