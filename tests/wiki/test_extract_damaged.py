"""`wiki-ner extract` of dumps with bad pages and damaged parts, and runs that are ended."""

from __future__ import annotations

import bz2
import functools
import gzip
import os
import random
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.support.extraction import command, extract, lines
from tests.support.paths import PROJECT
from tests.support.processes import group_is_gone, wait_for
from tests.support.small_dump import dump, page


def test_rejects_are_listed_and_counted(tmp_path: Path) -> None:
    broken = "<page><title>Broken</title><ns>0</ns><id>7</id></page>\n"
    done = extract(dump(tmp_path / "dump.xml", page(1, "A", "text"), broken))
    assert done.returncode == 0
    assert [line["title"] for line in lines(done.stdout)] == ["A"]
    told = done.stderr.decode().splitlines()
    assert told[0].startswith("rejected, malformed-page: page 7 ('Broken') no <revision>")
    assert told[1].endswith("; 1 rejected")
    assert len(told) == 2


def test_a_dump_of_which_all_pages_are_rejected_fails(tmp_path: Path) -> None:
    stubs = [page(number, f"P{number}", "").replace("<text></text>", '<text id="9"/>') for number in (1, 2)]
    broken = "<page><title>Broken</title><ns>0</ns><id>7</id></page>\n"
    made = dump(tmp_path / "dump.xml", *stubs, broken)
    done = extract(made)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().splitlines()[-1] == (
        f"wiki-ner extract: {made}: no page could be read, 3 rejected (malformed-page 1, missing-text 2); "
        "give a dump that has the text of its pages, such as pages-articles"
    )
    assert extract(dump(made, *stubs, page(3, "Template:T", "", 10))).returncode == 0
    assert extract(dump(made)).returncode == 0


@pytest.mark.parametrize(("compress", "workers"), [(bytes, "1"), (gzip.compress, "2"), (bz2.compress, "2")])
def test_a_dump_that_was_cut_short_is_written_as_far_as_it_goes(
    tmp_path: Path, compress: Callable[[bytes], bytes], workers: str
) -> None:
    chance = random.Random(4)
    whole = dump(tmp_path / "whole.xml", *(page(n, f"Page {n}", chance.randbytes(9_000).hex()) for n in range(1, 200)))
    content = compress(whole.read_bytes())
    source, out = tmp_path / "dump", tmp_path / "out.jsonl"
    source.write_bytes(content[: len(content) * 2 // 3])
    done = extract(source, "-o", out, "--workers", workers, "--split-mb", "0.5")
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        f"wiki-ner extract: {source}: its end is missing, 1 page could not be read to the end; "
        "what could be read is written; fetch the file again"
    )
    read = lines(out.read_bytes())
    assert 80 < len(read) < 140
    assert [line["page_id"] for line in read] == list(range(1, len(read) + 1))
    assert sorted(tmp_path.iterdir()) == sorted([whole, source, out])
    piped = extract(source)
    assert (piped.returncode, piped.stdout) == (1, out.read_bytes())


def test_a_dump_with_damaged_blocks_is_written_without_them(tmp_path: Path) -> None:
    chance = random.Random(5)
    made = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", chance.randbytes(9_000).hex()) for n in range(1, 300)))
    content = bytearray(bz2.compress(made.read_bytes()))
    source, out = tmp_path / "dump.xml.bz2", tmp_path / "out.jsonl"
    for share in (0.3, 0.7):
        at = int(len(content) * share)
        content[at : at + 4] = bytes(4)
    source.write_bytes(content)
    done = extract(source, "-o", out)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        f"wiki-ner extract: {source}: 2 parts of it are damaged, 2 pages could not be read to the end; "
        "what could be read is written; fetch the file again"
    )
    read = [line["page_id"] for line in lines(out.read_bytes())]
    assert read == sorted(read)
    assert (read[0], read[-1]) == (1, 299)
    assert 150 < len(read) < 250


@pytest.mark.parametrize(("limit", "status"), [("50", 0), ("150", 1)])
def test_with_a_limit_only_what_is_damaged_before_the_last_article_counts(
    tmp_path: Path, limit: str, status: int
) -> None:
    chance = random.Random(5)
    made = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", chance.randbytes(9_000).hex()) for n in range(1, 300)))
    content = bytearray(bz2.compress(made.read_bytes()))
    middle = len(content) // 2
    content[middle : middle + 4] = bytes(4)
    source = tmp_path / "dump.xml.bz2"
    source.write_bytes(content)
    found = {}
    for megabytes in ("4", "0.5"):
        done = extract(source, "--limit", limit, "--split-mb", megabytes)
        found[megabytes] = (done.returncode, done.stdout, done.stderr)
        assert done.returncode == status
    assert found["4"] == found["0.5"]


def test_nothing_is_read_after_a_damaged_part_of_a_gzip_dump(tmp_path: Path) -> None:
    chance = random.Random(6)
    source = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", chance.randbytes(9_000).hex()) for n in range(1, 100)))
    content = bytearray(gzip.compress(source.read_bytes()))
    middle = len(content) // 2
    content[middle : middle + 40] = bytes(range(40, 80))
    source.write_bytes(content)
    done = extract(source)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        f"wiki-ner extract: {source}: its end is missing, 1 page could not be read to the end; "
        "what could be read is written; fetch the file again"
    )
    read = lines(done.stdout)
    assert 30 < len(read) < 70
    assert [line["page_id"] for line in read] == list(range(1, len(read) + 1))


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_leaves_no_file_and_no_process(tmp_path: Path, ending: signal.Signals, workers: str) -> None:
    source = tmp_path / "dump.xml"
    dump(source, *(page(number, f"Page {number}", "[[link]] and text. " * 2000) for number in range(1, 2000)))
    out = tmp_path / "out.jsonl"
    job = subprocess.Popen(
        command(source, "-o", out, "--workers", workers, "--split-mb", "0.1"),
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # As in a terminal: a process started in the background inherits that interrupts are ignored.
        preexec_fn=functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(lambda: any(path.suffix == ".tmp" and path.stat().st_size for path in tmp_path.iterdir()))
    os.killpg(job.pid, ending)
    _, told = job.communicate(timeout=300)
    assert job.returncode == 128 + signal.SIGINT
    assert told == b"wiki-ner extract: interrupted\n"
    assert list(tmp_path.iterdir()) == [source]
    wait_for(lambda: group_is_gone(job.pid))


def test_a_killed_worker_ends_the_run_with_a_message(tmp_path: Path) -> None:
    source = dump(tmp_path / "dump.xml", *(page(number, f"Page {number}", "text " * 9000) for number in range(1, 2000)))
    out = tmp_path / "out.jsonl"
    job = subprocess.Popen(
        command(source, "-o", out, "--workers", "2", "--split-mb", "0.1"), cwd=PROJECT, stderr=subprocess.PIPE
    )
    wait_for(lambda: any(path.suffix == ".tmp" and path.stat().st_size for path in tmp_path.iterdir()))
    workers = psutil.Process(job.pid).children()
    max(workers, key=lambda process: process.memory_info().rss).kill()
    _, told = job.communicate(timeout=300)
    assert job.returncode == 1
    assert told == b"wiki-ner extract: a worker was killed, most likely because memory ran out; try fewer --workers\n"
    assert list(tmp_path.iterdir()) == [source]
    wait_for(lambda: not any(process.is_running() for process in workers))
