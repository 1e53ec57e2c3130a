"""Where `wiki-ner extract` reads a dump from, and where it writes: files, pipes, links."""

from __future__ import annotations

import bz2
import errno
import functools
import gzip
import os
import re
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.extraction import DUMP, EXTRACT, bash, command, extract, lines
from tests.support.paths import PROJECT
from tests.support.small_dump import dump, page
from wiki.extract import main


def test_standard_input_is_a_dump(one_worker: subprocess.CompletedProcess[bytes]) -> None:
    for content in (DUMP.read_bytes(), bz2.decompress(DUMP.read_bytes())):
        done = subprocess.run(command("-"), cwd=PROJECT, capture_output=True, input=content, check=False)
        assert (done.returncode, done.stdout) == (0, one_worker.stdout)


@pytest.mark.parametrize(
    "script",
    [f"cat {DUMP} >{{pipe}} & {EXTRACT} {{pipe}}", f"cat {DUMP} | {EXTRACT} /dev/stdin", f"{EXTRACT} <(cat {DUMP})"],
)
def test_a_pipe_is_a_dump(tmp_path: Path, script: str, one_worker: subprocess.CompletedProcess[bytes]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = bash(script.format(pipe=pipe))
    assert (done.returncode, done.stdout) == (0, one_worker.stdout)


def test_messages_name_the_pipe() -> None:
    done = bash(f"{EXTRACT} <(echo no dump)")
    assert (done.returncode, done.stdout) == (40, b"")
    assert re.match(rb"wiki-ner extract: /dev/fd/[0-9]+: neither bzip2", done.stderr)


def test_messages_name_standard_input() -> None:
    done = subprocess.run(command("-"), cwd=PROJECT, capture_output=True, input=b"no dump", check=False)
    assert (done.returncode, done.stdout) == (40, b"")
    assert done.stderr.startswith(b"wiki-ner extract: standard input: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (f"{DUMP} >&-", "standard output is closed; give a file to -o"),
        ("- <&-", "standard input is closed; give the dump as a file"),
    ],
)
def test_a_message_of_one_line_for_a_stream_that_is_closed(arguments: str, message: str) -> None:
    done = bash(f"{EXTRACT} {arguments}")
    assert (done.returncode, done.stdout, done.stderr.decode()) == (40, b"", f"wiki-ner extract: {message}\n")


def test_standard_input_that_the_temporary_folder_cannot_hold_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("wiki.extract.shutil.copyfileobj", fail)
    monkeypatch.setattr("schemas.commands.signal.signal", lambda *_: None)
    assert main(["-"]) == 40
    assert capsys.readouterr().err == (
        f"wiki-ner extract: {tempfile.gettempdir()}: cannot hold a copy of standard input (No space left on device); "
        "set TMPDIR to a directory with room, or give the dump as a file\n"
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_closed_pipe_ends_it_quietly(workers: str) -> None:
    shell = " ".join(command(DUMP, "--workers", workers, "--split-mb", "0.03")) + " | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", shell], cwd=PROJECT, capture_output=True, timeout=300)
    assert len(lines(done.stdout)) == 1
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE


def test_a_message_of_one_line_for_output_that_cannot_be_written(tmp_path: Path) -> None:
    for out, message in (
        (tmp_path, "is a directory"),
        (tmp_path / "no" / "out.jsonl", f"there is no directory {tmp_path / 'no'}"),
    ):
        done = extract(DUMP, "-o", out)
        assert (done.returncode, done.stderr.count(b"\n")) == (40, 1)
        assert message in done.stderr.decode()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command(DUMP), cwd=PROJECT, stdout=full, stderr=subprocess.PIPE, timeout=300)
    assert done.returncode == 40
    assert done.stderr == b"wiki-ner extract: standard output: No space left on device\n"


def test_output_that_is_cut_is_told_where_python_has_no_buffer(
    tmp_path: Path, one_worker: subprocess.CompletedProcess[bytes]
) -> None:
    half = len(one_worker.stdout) // 2
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            command(DUMP),
            cwd=PROJECT,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=out,
            stderr=subprocess.PIPE,
            timeout=300,
            check=False,
            preexec_fn=functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (half, half)),
        )
    assert (done.returncode, done.stderr) == (40, b"wiki-ner extract: standard output: File too large\n")


def test_a_pipe_that_is_given_as_output_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "out.jsonl.gz"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    done = extract(dump(tmp_path / "dump.xml", page(1, "A", "text")), "-o", pipe)
    assert (done.returncode, done.stdout) == (0, b"")
    assert pipe.is_fifo()
    assert [line["title"] for line in lines(gzip.decompress(os.read(reading, 1 << 16)))] == ["A"]
    os.close(reading)


def test_what_a_link_that_is_given_as_output_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    assert extract(dump(tmp_path / "dump.xml", page(1, "A", "text")), "-o", tmp_path / "link").returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert [line["title"] for line in lines((tmp_path / "target").read_bytes())] == ["A"]


def test_the_dump_is_not_overwritten(tmp_path: Path) -> None:
    made = dump(tmp_path / "dump.xml", page(1, "A", "text"))
    before = made.read_bytes()
    done = extract(made, "-o", made)
    assert done.returncode == 40
    assert b"is the dump itself" in done.stderr
    assert made.read_bytes() == before
