from __future__ import annotations

from datetime import timedelta

import pytest

from schemas.text_table import age_text, aligned, counted, duration_text, rounded_duration, size_text


def test_columns_are_aligned() -> None:
    assert aligned(["name", "rows"], [["a", "1,000"], ["longer", "2"]], right={1}) == (
        "name     rows\na       1,000\nlonger      2"
    )


def test_one_thing_is_told_in_the_singular() -> None:
    assert [counted(number, "step") for number in (0, 1, 2000)] == ["0 steps", "1 step", "2,000 steps"]


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (1234, "1.2 kB"),
        (99_400, "99.4 kB"),
        (99_500, "100 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (12_345_678, "12.3 MB"),
        (123_456_789, "123 MB"),
        (10**12, "1.0 TB"),
        (1234 * 10**12, "1,234.0 TB"),
    ],
)
def test_sizes_are_told_in_the_unit_that_fits(size: int, text: str) -> None:
    assert size_text(size) == text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00:00"), (59.6, "0:01:00"), (90_061, "25:01:01")])
def test_durations(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_durations_in_the_unit_that_suits_them() -> None:
    texts = [rounded_duration(seconds) for seconds in (0.4, 89, 90, 5399, 5400)]
    assert texts == ["0 s", "89 s", "2 min", "90 min", "1.5 h"]


@pytest.mark.parametrize(
    ("age", "text"),
    [
        (timedelta(seconds=-5), "0 seconds"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=59.9), "59 seconds"),
        (timedelta(seconds=60), "1 minute"),
        (timedelta(minutes=119), "1 hour"),
        (timedelta(hours=47), "1 day"),
        (timedelta(hours=48), "2 days"),
        (timedelta(days=1234), "1,234 days"),
    ],
)
def test_ages_are_told_in_their_largest_unit(age: timedelta, text: str) -> None:
    assert age_text(age) == text
