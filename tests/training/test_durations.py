from __future__ import annotations

from training.durations import duration


def test_durations_as_people_say_them() -> None:
    assert [duration(seconds) for seconds in (0.4, 89, 90, 5399, 5400)] == ["0 s", "89 s", "2 min", "90 min", "1.5 h"]
