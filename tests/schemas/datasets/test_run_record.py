from __future__ import annotations

from pathlib import Path

import pytest

from schemas.datasets.run_record import RUN_RECORD, RunRecord, read_run_record, write_run_record

RECORD = RunRecord(finished="2026-09-01T12:00:00+00:00", seconds=12.5, memory=3_000_000)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_run_record(str(tmp_path), RECORD)
    assert read_run_record(str(tmp_path)) == RECORD


@pytest.mark.parametrize("content", ["", "{", "{}", "[1]", '{"finished": "", "seconds": 1, "memory": 1, "more": 1}'])
def test_a_dataset_without_a_record_that_can_be_read_has_none(tmp_path: Path, content: str) -> None:
    assert read_run_record(str(tmp_path)) is None
    (tmp_path / RUN_RECORD).write_text(content)
    assert read_run_record(str(tmp_path)) is None
