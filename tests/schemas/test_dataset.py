from __future__ import annotations

from schemas.dataset import ranked


def test_the_keys_of_a_group_are_ranked_by_their_counts_and_then_by_name() -> None:
    assert ranked({"City": 3, "Person": 7, "Album": 3, "Ship": 0}) == [
        ("Person", 7),
        ("Album", 3),
        ("City", 3),
        ("Ship", 0),
    ]
