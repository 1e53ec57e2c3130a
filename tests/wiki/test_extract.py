from __future__ import annotations

import bz2
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.problems import PROBLEMS
from tests.support.extraction import DUMP, extract, lines
from tests.support.html_dump import html_dump, record
from tests.support.paths import PROJECT
from tests.support.small_dump import dump, page
from wiki.extract import main


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


def test_what_a_dump_holds_cannot_steer_the_terminal(tmp_path: Path) -> None:
    broken = "<page><title>Bro\x1b[2Jken\x9b\nall is well</title><ns>0</ns><id>7</id>\u202e\x07</page>\n"
    done = extract(dump(tmp_path / "dump.xml", page(1, "A\u2028B", "text"), broken))
    told = done.stderr.decode().splitlines()
    assert told[0] == (
        r"rejected, malformed-page: page 7 ('Bro\x1b[2Jken\x9b\nall is well') no <revision>: "
        r"<page><title>Bro\x1b[2Jken\x9b all is well</title><ns>0</ns><id>7</id>\u202e\x07</page>"
    )
    assert len(told) == 2


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
