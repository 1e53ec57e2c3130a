"""What a person reads while a job runs."""

from __future__ import annotations

import pytest

from tasks.step.beam import progress_line


@pytest.mark.parametrize(
    ("done", "total", "resumed", "line"),
    [
        (10**9, 4 * 10**9, 0, "1,000.0 of 4,000.0 MB (25%), 100.00 MB/s, 0:00:30 left; 7 records, 1 rejected"),
        (10**9, 4 * 10**9, 5 * 10**8, "1,000.0 of 4,000.0 MB (25%), 50.00 MB/s, 0:01:00 left; 7 records, 1 rejected"),
        (43_000, 120_000, 0, "43.0 of 120.0 kB (36%), 4.30 kB/s, 0:00:18 left; 7 records, 1 rejected"),
        (60_000, 120_000, 60_000, "60.0 of 120.0 kB (50%), time left unknown; 7 records, 1 rejected"),
        (250_000, 10**6, 0, "0.2 of 1.0 MB (25%), 0.03 MB/s, 0:00:30 left; 7 records, 1 rejected"),
        (250, 1000, 0, "0.2 of 1.0 kB (25%), 0.03 kB/s, 0:00:30 left; 7 records, 1 rejected"),
        (333, 999, 0, "333.0 of 999.0 bytes (33%), 33.30 bytes/s, 0:00:20 left; 7 records, 1 rejected"),
        # Of what was to be done, less than a hundredth tells nothing.
        (9_999, 10**6, 0, "0.0 of 1.0 MB (1%), time left unknown; 7 records, 1 rejected"),
        (10_000, 10**6, 0, "0.0 of 1.0 MB (1%), 0.00 MB/s, 0:16:30 left; 7 records, 1 rejected"),
        (504_999, 10**6, 500_000, "0.5 of 1.0 MB (50%), time left unknown; 7 records, 1 rejected"),
        (505_000, 10**6, 500_000, "0.5 of 1.0 MB (50%), 0.00 MB/s, 0:16:30 left; 7 records, 1 rejected"),
        (0, 50_000, 0, "nothing is read yet"),
        (0, 0, 0, "nothing is read yet"),
    ],
)
def test_a_line_of_progress_is_in_units_that_show_something(done: int, total: int, resumed: int, line: str) -> None:
    told, share = progress_line({"bytes": done, "total": total, "resumed": resumed, "seen": 7, "rejected": 1}, 10.0)
    assert told == line
    assert share == done / max(1, total)


def test_at_the_first_moment_nobody_knows_how_long_it_takes() -> None:
    told, _ = progress_line({"bytes": 5, "total": 10, "resumed": 0, "seen": 7, "rejected": 1}, 0.0)
    assert told == "5.0 of 10.0 bytes (50%), time left unknown; 7 records, 1 rejected"
