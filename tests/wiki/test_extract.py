from __future__ import annotations

import bz2
import errno
import functools
import gzip
import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

import wiki.dump.enterprise
import wiki.extract
import wiki.extract_work
from schemas.problems import PROBLEMS
from tests.support.html_dump import html_dump, record
from tests.support.paths import PROJECT, SHARED
from tests.support.processes import group_is_gone, wait_for
from tests.support.small_dump import dump, page
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.extract import main
from wiki.extract_work import html_work_units, work_units

DUMP = PROJECT / "sample" / "wiki" / "samplewiki-20260901-pages-articles-multistream.xml.bz2"


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "wiki.extract", *map(str, arguments)]


def extract(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(*arguments), cwd=PROJECT, capture_output=True, timeout=300, check=False)


def lines(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.decode().splitlines()]


@pytest.fixture(scope="module")
def one_worker() -> subprocess.CompletedProcess[bytes]:
    return extract(DUMP)


def test_each_article_is_a_line(tmp_path: Path) -> None:
    made = dump(
        tmp_path / "dump.xml",
        page(1, "Lille", "'''Lille''' is a [[city]] in {{lang|fr|la [[France]]}}.\n\n== Art ==\nIt has [[museum]]s."),
        page(2, "Template:X", "no article", 10),
        page(3, "Rijsel", "#REDIRECT [[Lille]]"),
        page(4, "Empty", ""),
    )
    done = extract(made)
    assert done.returncode == 0
    lead = "Lille is a city in la France."
    assert lines(done.stdout) == [
        {
            "page_id": 1,
            "rev_id": 101,
            "title": "Lille",
            "paragraphs": [
                {
                    "section": "",
                    "text": lead,
                    "anchors": [
                        {"start": 11, "end": 15, "target": "City"},
                        {"start": 22, "end": 28, "target": "France"},
                    ],
                    "problems": [],
                },
                {
                    "section": "Art",
                    "text": "It has museums.",
                    "anchors": [{"start": 7, "end": 14, "target": "Museum"}],
                    "problems": [],
                },
            ],
        },
        {"page_id": 4, "rev_id": 104, "title": "Empty", "paragraphs": []},
    ]
    assert done.stderr.decode() == (
        "2 articles with 2 paragraphs and 3 anchors; "
        "left out 1 redirects and 1 pages that are not articles; 0 rejected\n"
    )
    off = lines(extract(made, "--inline-templates", "off").stdout)
    assert off[0]["paragraphs"][0]["text"] == "Lille is a city in ."


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    made = dump(tmp_path / "dump.xml", page(1, "Zürich", "Zürich ist [[Stadt|Stätte]]."))
    assert extract(made).stdout.decode() == (
        '{"page_id": 1, "rev_id": 101, "title": "Zürich", "paragraphs": [{"section": "", "text": "Zürich ist Stätte.", '
        '"anchors": [{"start": 11, "end": 17, "target": "Stadt"}], "problems": []}]}\n'
    )


def test_two_workers_write_the_same_bytes(one_worker: subprocess.CompletedProcess[bytes]) -> None:
    two = extract(DUMP, "--workers", "2", "--split-mb", "0.03")
    assert two.stdout == one_worker.stdout
    assert two.stderr == one_worker.stderr
    assert len(lines(two.stdout)) > 100


def test_standard_input_is_a_dump(one_worker: subprocess.CompletedProcess[bytes]) -> None:
    for content in (DUMP.read_bytes(), bz2.decompress(DUMP.read_bytes())):
        done = subprocess.run(command("-"), cwd=PROJECT, capture_output=True, input=content, check=False)
        assert (done.returncode, done.stdout) == (0, one_worker.stdout)


def bash(script: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["bash", "-c", script], cwd=PROJECT, capture_output=True, timeout=300, check=False)


EXTRACT = " ".join(command())


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
def test_a_limit_ends_after_so_many_articles(
    tmp_path: Path, one_worker: subprocess.CompletedProcess[bytes], workers: str
) -> None:
    first = b"".join(one_worker.stdout.splitlines(keepends=True)[:7])
    done = extract(DUMP, "--limit", "7", "--workers", workers, "--split-mb", "0.05")
    assert (done.returncode, done.stdout) == (0, first)
    assert done.stderr.splitlines()[-1] == b"ended after 7 articles, as --limit says"
    packed = tmp_path / "out.jsonl.gz"
    assert extract(DUMP, "--limit", "7", "--workers", workers, "-o", packed).returncode == 0
    assert gzip.decompress(packed.read_bytes()) == first
    assert extract(DUMP, "--limit", "100000").stdout == one_worker.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_gzip_in_and_out(tmp_path: Path, one_worker: subprocess.CompletedProcess[bytes], workers: str) -> None:
    source, out = tmp_path / "dump.xml.gz", tmp_path / "out.jsonl.gz"
    source.write_bytes(gzip.compress(bz2.decompress(DUMP.read_bytes())))
    done = extract(source, "-o", out, "--workers", workers)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", one_worker.stderr)
    assert gzip.decompress(out.read_bytes()) == one_worker.stdout
    assert sorted(tmp_path.iterdir()) == [source, out]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_closed_pipe_ends_it_quietly(workers: str) -> None:
    shell = " ".join(command(DUMP, "--workers", workers, "--split-mb", "0.03")) + " | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", shell], cwd=PROJECT, capture_output=True, timeout=300)
    assert len(lines(done.stdout)) == 1
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.xml.bz2", None, "missing.xml.bz2: no such file"),
        ("empty.xml", b"", "empty.xml: the file is empty"),
        ("notes.txt", b"hello", "notes.txt: neither bzip2, gzip nor XML, it begins with b'hello'; give a MediaWiki"),
    ],
)
def test_a_message_of_one_line_for_bad_input(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = extract(tmp_path / name, "-o", tmp_path / "out.jsonl")
    told = done.stderr.decode()
    assert done.returncode == 40
    assert message in told and told.startswith("wiki-ner extract: ") and told.count("\n") == 1
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.skipif(sys.getfilesystemencoding() != "utf-8", reason="needs a locale whose names of files are UTF-8")
def test_a_message_of_one_line_for_a_name_that_is_not_utf8() -> None:
    done = extract(os.fsdecode(b"d\xfcmp.xml"))
    assert done.returncode == 40
    assert done.stderr.decode() == (
        r"wiki-ner extract: 'd\udcfcmp.xml': the name is not UTF-8; rename the file, or take a UTF-8 locale" + "\n"
    )


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


def test_what_a_dump_holds_cannot_steer_the_terminal(tmp_path: Path) -> None:
    broken = "<page><title>Bro\x1b[2Jken\x9b\nall is well</title><ns>0</ns><id>7</id>\u202e\x07</page>\n"
    done = extract(dump(tmp_path / "dump.xml", page(1, "A\u2028B", "text"), broken))
    told = done.stderr.decode().splitlines()
    assert told[0] == (
        r"rejected, malformed-page: page 7 ('Bro\x1b[2Jken\x9b\nall is well') no <revision>: "
        r"<page><title>Bro\x1b[2Jken\x9b all is well</title><ns>0</ns><id>7</id>\u202e\x07</page>"
    )
    assert len(told) == 2


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


def test_progress_of_a_gzip_dump_is_its_compressed_position(tmp_path: Path) -> None:
    chance = random.Random(3)
    made = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", chance.randbytes(100_000).hex()) for n in range(100)))
    made.write_bytes(gzip.compress(made.read_bytes()))
    site = read_siteinfo(str(made))
    parts = [work.bytes_done for work in work_units(plan_splits(str(made), 1 << 30), site)]
    assert len(parts) > 2
    assert all(parts)
    assert sum(parts) == made.stat().st_size


def test_the_real_sample_reaches_the_bars(real: Path, tmp_path: Path) -> None:
    pytest.importorskip("rapidfuzz")
    out = tmp_path / "out.jsonl"
    dump_file = real / "enwiki-sample-pages-articles.xml.bz2"
    assert extract(dump_file, "-o", out, "--inline-templates", "off").returncode == 0
    score = map(str, (sys.executable, real / "score.py", "--json", "--truth", real / "truth.jsonl.gz", out))
    scored = json.loads(subprocess.run(list(score), capture_output=True, check=True).stdout)
    assert scored["missing"] == 0
    assert scored["tok_F"] >= 0.998
    assert scored["anc_F"] >= 0.998
    assert scored["exact"] >= 0.98
    assert scored["off"] == 1


def test_problems_are_told_and_may_fail(tmp_path: Path) -> None:
    made = dump(
        tmp_path / "dump.xml",
        page(1, "A", "one {{unheard of}} [[is"),
        page(2, "B", "two {{unheard of}} {{unheard of}} is"),
        page(3, "C", "three is"),
    )
    told = (
        "4 places could not be rendered faithfully: template 3, unclosed-markup 1\n"
        "words of 1 template are missing: 'Unheard of' (3)\n"
    )
    for codes, status in (("formula, image", 0), ("image,template", 1)):
        done = extract(made, "--fail-on", codes)
        assert (done.returncode, len(lines(done.stdout))) == (status, 3)
        assert told in done.stderr.decode()
        failure = f"{made}: template in 3 places of 2 pages: 'B' (2), 'A' (1); all is written\n"
        assert done.stderr.decode().endswith(failure if status else told)
    [paragraph] = lines(done.stdout)[0]["paragraphs"]
    assert paragraph["problems"] == [
        {"start": 4, "end": 4, "code": "template", "name": "Unheard of"},
        {"start": 4, "end": 6, "code": "unclosed-markup"},
    ]
    limited = extract(made, "--fail-on", "template", "--limit", "1")
    assert "template in 1 place of 1 page: 'A' (1)" in limited.stderr.decode()
    wrong = extract(made, "--fail-on", "templates")
    assert wrong.returncode == 2 and "no problem is called 'templates': choose of template," in wrong.stderr.decode()


def test_words_that_a_template_gave_are_not_told_as_wrong(tmp_path: Path) -> None:
    given = '<p>a <span about="#mwt1" typeof="mw:Transclusion">b c</span> d{}</p>'
    for formula, told in (
        ("", ""),
        ('<span typeof="mw:Extension/math">x</span>', "1 places could not be rendered faithfully: formula 1\n"),
    ):
        made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", given.format(formula))]])
        done = extract(made)
        [paragraph] = lines(done.stdout)[0]["paragraphs"]
        assert paragraph["problems"][0] == {"start": 2, "end": 5, "code": "from-template"}
        assert done.stderr.decode().partition("0 rejected\n")[2] == told


def test_the_reference_says_what_each_problem_is() -> None:
    page = (PROJECT / "docs" / "reference" / "extract.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|.*\| (?:hole|damage|well) \|$", page, re.MULTILINE) == list(PROBLEMS)


def test_the_most_frequent_templates_without_words_are_named(tmp_path: Path) -> None:
    text = "one {{n 2}} is {{n 1}} or {{n_2}} " + " ".join(f"{{{{m{number:02}}}}} x" for number in range(10))
    done = extract(dump(tmp_path / "dump.xml", page(1, "A", text)))
    first = ", ".join(f"'M{number:02}' (1)" for number in range(9))
    assert done.stderr.decode().endswith(f"words of 12 templates are missing: 'N 2' (2), {first}, …\n")


HTML_FRAGMENT = SHARED / "enterprise-html" / "enwiki-sample-NS0-20160501-ENTERPRISE-HTML.json.tar.gz"


@pytest.mark.skipif(not HTML_FRAGMENT.exists(), reason="needs the real fragment as HTML: shared/enterprise-html")
def test_the_html_of_the_real_fragment_is_read_as_mediawiki_shows_it(tmp_path: Path, real: Path) -> None:
    pytest.importorskip("rapidfuzz")
    out = tmp_path / "out.jsonl"
    done = extract(HTML_FRAGMENT, "-o", out, "--workers", "2")
    assert done.returncode == 0, done.stderr.decode()
    score = map(str, (sys.executable, real / "score.py", "--json", "--truth", real / "truth.jsonl.gz", out))
    scored = json.loads(subprocess.run(list(score), capture_output=True, check=True).stdout)
    assert scored["missing"] == 0
    assert scored["tok_F"] >= 0.999
    assert scored["anc_F"] >= 0.999
    assert scored["exact"] >= 0.99
    assert scored["off"] == 1


HTML_RECORDS = [
    [record(1, "One", "<p>Old.</p>", version={"identifier": 1}), record(2, "Two", "<p>Two.</p>")],
    [
        record(1, "One", '<p>New <a rel="mw:WikiLink" href="./Two">two</a>.</p>', version={"identifier": 2}),
        record(3, "Three", "<p>Three.</p>", redirects=[{"name": "Tre"}]),
        {"name": "Broken"},
    ],
]


def test_an_html_dump_is_extracted_alike_by_any_number_of_workers(tmp_path: Path) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", HTML_RECORDS)
    done = extract(made)
    assert done.returncode == 0
    assert [(line["title"], line["rev_id"]) for line in lines(done.stdout)] == [
        ("Two", 102),
        ("One", 2),
        ("Three", 103),
    ]
    assert lines(done.stdout)[1]["paragraphs"][0]["anchors"] == [{"start": 4, "end": 7, "target": "Two"}]
    said = done.stderr.decode()
    assert "3 articles with 3 paragraphs and 1 anchors; left out 1 redirects" in said
    assert "rejected, malformed-page" in said
    assert extract(made, "--workers", "2").stdout == done.stdout


def test_what_a_dump_that_cannot_be_split_rejects_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.extract_work, "_BATCH_CHARACTERS", 1)
    broken = "<page><title>Broken</title><ns>0</ns><id>7</id></page>\n"
    pages = [page(1, "A", "text"), broken, *(page(n, f"P{n}", "text") for n in range(2, 5))]
    made = tmp_path / "dump.xml.gz"
    made.write_bytes(gzip.compress(dump(tmp_path / "dump.xml", *pages).read_bytes()))
    work = list(work_units(plan_splits(str(made), 1 << 30), read_siteinfo(str(made))))
    assert [len(each.rejects) for each in work] == [0, 1, 0, 0, 0]


def test_what_an_html_dump_rejects_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.extract_work, "_BATCH_CHARACTERS", 1)
    monkeypatch.setattr(wiki.dump.enterprise, "MAX_RECORD_BYTES", 10_000)
    records = [record(1, "One", "<p>x</p>"), record(2, "Two", "x" * 20_000), record(3, "Three", "<p>x</p>")]
    made = html_dump(tmp_path / "dump.json.tar.gz", [[*records, record(4, "Four", "<p>x</p>")]])
    work = list(html_work_units(str(made), read_siteinfo(str(made)), whole=False))
    assert [len(each.rejects) for each in work] == [1, 0, 0, 0]


def test_each_reading_of_an_html_dump_has_its_own_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else nothing is told for long, and then a speed that has the time of the first reading in it."""
    monkeypatch.setattr("schemas.commands._LOG_SECONDS", 0.0)
    clock = itertools.count()
    monkeypatch.setattr("schemas.commands.time.monotonic", lambda: float(next(clock)))
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>")]])
    for module in (wiki.extract, wiki.extract_work):
        monkeypatch.setattr(module, "described", lambda _total, _done, seconds: f"{seconds:.0f} s")
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert [line for line in capsys.readouterr().err.splitlines() if line.endswith(" s")] == [
        "ids of the pages, 1 s",
        "1 s",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"article_body": {"wikitext": "x"}},
        {"article_body": {"html": "<p>a \x01 b</p>"}},
        {"article_body": {"html": "<p>x</p>", "wikitext": "\x1f"}},
        {"name": ""},
    ],
    ids=["no HTML", "control character in the HTML", "control character in the wikitext", "no title"],
)
def test_a_record_that_cannot_be_used_takes_the_place_of_none(
    change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = {**record(1, "One", "", version={"identifier": 900}), **change}
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>"), newer]])
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == (
        "1 articles with 1 paragraphs and 0 anchors; left out 0 redirects and 0 pages that are not articles; 1 rejected"
    )


def test_pages_of_other_namespaces_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = record(2, "Template:X", "<p>Two.</p>", namespace={"name": "Template", "identifier": 10})
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>"), template]])
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    told = "1 articles with 1 paragraphs and 0 anchors; left out 0 redirects and 1 pages that are not articles; "
    assert capsys.readouterr().err == f"{told}0 rejected\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--limit", "0"], "--limit must be at least 1"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--split-mb", "0"], "--split-mb must be more than 0, and a finite number"),
        (["--split-mb", "nan"], "--split-mb must be more than 0, and a finite number"),
        (["--split-mb", "inf"], "--split-mb must be more than 0, and a finite number"),
        (["--split-mb", "1e308"], "--split-mb must be more than 0, and a finite number"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dump.xml", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {message}\n")


def test_the_least_that_may_be_asked_for(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    made = dump(tmp_path / "dump.xml", page(1, "A", "one"), page(2, "B", "two"))
    least = ["--limit", "1", "--workers", "1", "--split-mb", "0.000001", "--fail-on", "template, formula"]
    assert main([str(made), *least]) == 0
    out, err = capfdbinary.readouterr()
    assert [each["title"] for each in lines(out)] == ["A"]
    assert err.decode() == "ended after 1 articles, as --limit says\n"


def test_the_same_dump_gives_the_same_compressed_bytes(tmp_path: Path) -> None:
    made, out = dump(tmp_path / "dump.xml", page(1, "A", "text"), page(2, "B", "text")), tmp_path / "out.jsonl.gz"
    for limit in ([], ["--limit", "2"]):
        assert main([str(made), "-o", str(out), *limit]) == 0
        assert out.read_bytes() == gzip.compress(gzip.decompress(out.read_bytes()), 6, mtime=0)
        assert len(lines(gzip.decompress(out.read_bytes()))) == 2


def test_with_a_limit_an_html_dump_is_read_once(tmp_path: Path) -> None:
    done = extract(html_dump(tmp_path / "dump.json.tar.gz", HTML_RECORDS), "--limit", "1")
    assert [(line["title"], line["rev_id"]) for line in lines(done.stdout)] == [("One", 1)]


def test_an_html_dump_that_is_cut_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(n, f"P{n}", "<p>x</p>" * 2000) for n in range(1, 300)]])
    content = made.read_bytes()
    made.write_bytes(content[: len(content) // 2])
    done = extract(made)
    assert done.returncode == 1
    assert 0 < len(lines(done.stdout)) < 299
    assert "its end is missing" in done.stderr.decode()
