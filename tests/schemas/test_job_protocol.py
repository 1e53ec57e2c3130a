"""What a job prints is understood as it was meant, and the rest of its output is not taken for it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas import job_protocol
from schemas.errors import InputError
from schemas.job_protocol import read_events, read_specification, tell, tell_error

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(), each, max_size=3),
    max_leaves=8,
)
PRINTED = st.text(st.characters(exclude_characters="\n\x1e", codec="utf-8"))


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ('\x1e{"number": 1}\n', [{"number": 1}]),
        # What a library prints without an end of line stands before an event.
        ('loading\x1e{"number": 1}\n', [{"number": 1}]),
        ('\x1e{"num\x1e{"number": 1}\n', [{"number": 1}]),
        ('{"number": 1}\n', []),
        # A kill has cut it off.
        ('\x1e{"number": \n', []),
        ("\x1e\n", []),
        ("\n", []),
    ],
)
def test_only_what_is_marked_is_an_event(line: str, events: list[dict[str, Any]]) -> None:
    assert list(read_events([line])) == events


@given(st.lists(st.dictionaries(st.text(), JSON_VALUES, max_size=3), max_size=3), PRINTED)
def test_events_are_read_as_they_were_told(events: list[dict[str, Any]], printed: str) -> None:
    with tempfile.TemporaryFile() as output, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", output)
        for event in events:
            tell(event)
        output.seek(0)
        lines = [printed + each.decode() for each in output]
    assert len(lines) == len(events)
    assert list(read_events(lines)) == events


def test_an_error_is_told_and_gives_the_exit_status(capfd: pytest.CaptureFixture[str]) -> None:
    assert tell_error("a.xml: no such file") == 2
    assert capfd.readouterr().out == '\x1e{"error": "a.xml: no such file"}\n'


def test_a_specification_is_what_is_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "job.json"
    path.write_text(json.dumps({"job": "a:B", "configuration": {"seed": 1}}))
    assert read_specification(str(path)) == {"job": "a:B", "configuration": {"seed": 1}}
    with pytest.raises(InputError, match="no such file"):
        read_specification(str(tmp_path / "other.json"))


def test_a_job_ends_when_its_input_does_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    ended = threading.Event()
    monkeypatch.setattr(job_protocol, "end_group", ended.set)
    monkeypatch.setattr("os.read", lambda _file, number, real=os.read: real(read, number))
    waiting = threading.Thread(target=job_protocol._wait_for_end)
    waiting.start()
    os.write(write, b"x")
    assert not ended.is_set()
    os.close(write)
    waiting.join()
    assert ended.is_set()
    os.close(read)
