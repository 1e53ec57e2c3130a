"""The command on small datasets: what it writes, and what it says where it cannot."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpora.conll import read_conll
from corpora.examples import AnnotatedDataset, Example, read_examples
from corpora.export import FORMATS, TEXT_FORMATS, TextFormat, main, progress_line
from tests.support.annotated import sentences_of, small_benchmark, small_corpus
from tests.support.paths import PROJECT


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> str:
    return small_benchmark(tmp_path_factory.mktemp("benchmark"))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return small_corpus(tmp_path_factory.mktemp("corpus"))


def export(*arguments: str | Path) -> int:
    return main([str(each) for each in arguments])


EXPECTED = {
    "conll": {
        "train.txt": "Ann\tB-person\nLee\tI-person\nsings\tO\n\nNew York\tB-city\n.\tO\n\n",
        "dev.txt": "Nothing\tO\n\n",
        "test.txt": "Go\tB-board-game\non\tI-board-game\n\n",
    },
    "flair": {
        "train.txt": "Ann\tB-person\t+\nLee\tI-person\t+\nsings\tO\t-\n\nNew York\tB-city\t+\n.\tO\t-\n\n",
        "dev.txt": "Nothing\tO\t-\n\n",
        "test.txt": "Go\tB-board-game\t+\non\tI-board-game\t-\n\n",
    },
    "gliner": {
        "train.json": '[\n{"tokenized_text": ["Ann", "Lee", "sings"], "ner": [[0, 1, "person"]]},\n'
        '{"tokenized_text": ["New York", "."], "ner": [[0, 0, "city"]]}\n]\n',
        "dev.json": '[\n{"tokenized_text": ["Nothing"], "ner": []}\n]\n',
        "test.json": '[\n{"tokenized_text": ["Go", "on"], "ner": [[0, 1, "board-game"]]}\n]\n',
    },
    "jsonl": {
        "train.jsonl": '{"sentence": 0, "text": "Ann Lee sings", '
        '"entities": [{"start": 0, "end": 7, "label": "person"}], '
        '"tokens": ["Ann", "Lee", "sings"], "starts": [0, 4, 8], "tags": ["B-person", "I-person", "O"]}\n'
        '{"sentence": 1, "text": "New York .", "entities": [{"start": 0, "end": 8, "label": "city"}], '
        '"tokens": ["New York", "."], "starts": [0, 9], "tags": ["B-city", "O"]}\n',
        "dev.jsonl": '{"sentence": 0, "text": "Nothing", "entities": [], "tokens": ["Nothing"], "starts": [0], '
        '"tags": ["O"]}\n',
        "test.jsonl": '{"sentence": 0, "text": "Go on", "entities": [{"start": 0, "end": 5, "label": "board-game"}], '
        '"tokens": ["Go", "on"], "starts": [0, 3], "tags": ["B-board-game", "I-board-game"]}\n',
    },
}


def test_every_format_is_tried_and_told_of() -> None:
    assert {*EXPECTED, "spacy"} == {*FORMATS}
    page = (PROJECT / "docs" / "how-to" / "export.md").read_text("utf-8")
    assert {*FORMATS} <= {row.split("`")[1] for row in page.splitlines() if row.startswith("| `")}


@pytest.mark.parametrize("to", EXPECTED)
def test_a_folder_has_a_file_for_each_split(
    tmp_path: Path, benchmark: str, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    assert export(benchmark, "--to", to, "-o", tmp_path / "out") == 0
    assert {path.name: path.read_text() for path in (tmp_path / "out").iterdir()} == EXPECTED[to]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert capsys.readouterr() == ("", "dev 1, test 1, train 2 sentences\n")


@pytest.mark.parametrize("to", EXPECTED)
def test_a_split_goes_to_a_file_or_standard_output(
    tmp_path: Path, benchmark: str, capfdbinary: pytest.CaptureFixture[bytes], to: str
) -> None:
    [content] = [text.encode() for name, text in EXPECTED[to].items() if name.startswith("train")]
    assert export(benchmark, "--to", to, "--split", "train") == 0
    assert capfdbinary.readouterr().out == content
    assert export(benchmark, "--to", to, "--split", "train", "-o", "-") == 0
    assert capfdbinary.readouterr().out == content
    for name in ("plain", "small.gz", "small.bz2"):
        assert export(benchmark, "--to", to, "--split", "train", "-o", tmp_path / name) == 0
    assert (tmp_path / "plain").read_bytes() == content
    assert gzip.decompress((tmp_path / "small.gz").read_bytes()) == content
    assert bz2.decompress((tmp_path / "small.bz2").read_bytes()) == content
    assert len(list(tmp_path.iterdir())) == 3
    first = (tmp_path / "small.gz").read_bytes()
    assert export(benchmark, "--to", to, "--split", "train", "-o", tmp_path / "small.gz") == 0
    assert (tmp_path / "small.gz").read_bytes() == first, "the time of day is in it"
    # No name, no time of day, whatever machine.
    assert first[:10] == b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


def test_a_pipe_that_is_given_as_output_is_written_to(tmp_path: Path, benchmark: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert export(benchmark, "--to", "conll", "--split", "train", "-o", pipe) == 0
    assert os.read(reading, 1 << 16).decode() == EXPECTED["conll"]["train.txt"]
    os.close(reading)


def test_dev_and_validation_are_two_names_of_one_split(
    benchmark: str, corpus: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for dataset in (benchmark, corpus):
        written = []
        for split in ("dev", "validation"):
            assert export(dataset, "--to", "conll", "--split", split) == 0
            written.append(capfdbinary.readouterr().out)
        assert written[0] == written[1] != b""


def test_spacy_has_a_folder_for_each_split(tmp_path: Path, benchmark: str) -> None:
    assert export(benchmark, "--to", "spacy", "-o", tmp_path / "all") == 0
    names = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "all").rglob("*.spacy"))
    assert names == ["all/dev/00000.spacy", "all/test/00000.spacy", "all/train/00000.spacy"]
    assert export(benchmark, "--to", "spacy", "--split", "train", "-o", tmp_path / "one") == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["00000.spacy"]
    assert (tmp_path / "one/00000.spacy").read_bytes() == (tmp_path / "all/train/00000.spacy").read_bytes()


def test_conll_is_read_back_and_says_what_it_cannot_hold(
    tmp_path: Path, corpus: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(corpus, "--to", "conll", "-o", tmp_path / "out") == 0
    assert capsys.readouterr().err == (
        "train 11, validation 3 sentences, of which 1 left out: conll cannot hold a token that begins with -DOCSTART-, "
        "which readers take for the beginning of a document\n"
    )
    for split, sentences in sentences_of(corpus).items():
        read = read_conll(str(tmp_path / "out" / f"{'dev' if split == 'validation' else split}.txt"))
        expected = [sentence.tokens for sentence in sentences if "-DOCSTART-" not in sentence.tokens]
        assert [sentence.tokens for sentence in read.sentences] == expected
        assert (read.empty, read.repaired) == (0, 0)


def test_each_format_says_what_it_cannot_hold(
    tmp_path: Path, benchmark: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    choosy = TextFormat(".txt", lambda _example: None, cannot_hold="what it does not like")
    monkeypatch.setitem(TEXT_FORMATS, "flair", choosy)
    assert export(benchmark, "--to", "flair", "--split", "train", "-o", tmp_path / "out") == 0
    number = len(sentences_of(benchmark)["train"])
    told = f"train {number} sentences, of which {number} left out: flair cannot hold what it does not like\n"
    assert capsys.readouterr().err == told


def test_json_lines_hold_the_surface_of_each_entity(corpus: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert export(corpus, "--to", "jsonl", "--split", "train") == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.decode().splitlines()]
    expected = sentences_of(corpus)["train"]
    assert [line["text"] for line in lines] == [each.text for each in expected]
    entities = [[(each["start"], each["end"], each["label"]) for each in line["entities"]] for line in lines]
    assert entities == [each.entities for each in expected]
    assert [[each["qid"] for each in line["entities"]] for line in lines] == [each.qids for each in expected]
    assert lines[0]["url"] == "https://xx.example/w/index.php?oldid=70"


def test_a_sample_is_the_same_in_each_format(tmp_path: Path, corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    sample = ("--sample", "3", "--seed", "5")
    assert export(corpus, "--to", "jsonl", *sample, "-o", tmp_path / "lines") == 0
    assert capsys.readouterr().err == "train 3, validation 3 sentences\n"
    assert export(corpus, "--to", "gliner", *sample, "-o", tmp_path / "gliner") == 0
    for split in ("train", "dev"):
        lines = (tmp_path / "lines" / f"{split}.jsonl").read_text().splitlines()
        items = json.loads((tmp_path / "gliner" / f"{split}.json").read_text())
        assert [json.loads(line)["tokens"] for line in lines] == [item["tokenized_text"] for item in items]
        assert len(items) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "-o", "x"], "wiki-ner export: nowhere: no dataset here (_manifest.json is missing)"),
        (["DATASET", "-o", "x", "--split", "val"], "no split 'val'; there is dev, test, train"),
        (["DATASET", "-o", "taken"], "taken: exists; give the name of a new folder to -o, or delete it"),
        (["DATASET", "-o", "taken/file"], "taken/file: exists; give the name of a new folder to -o, or delete it"),
        (["DATASET", "-o", "taken", "--split", "dev"], "taken: is a directory; give the name of a file to -o"),
        (["DATASET", "-o", "no/x"], "no; make it first"),
        (["DATASET", "-o", "s3://bucket/x"], "s3://bucket/x: the output is written to this machine; give a local path"),
    ],
)
def test_a_message_of_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    benchmark: str,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/file").write_text("mine")
    assert export(*(benchmark if each == "DATASET" else each for each in arguments), "--to", "jsonl") == 40
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*"))] == ["taken", "taken/file"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "jsonl"], "-o OUT is needed: only one --split as text can go to standard output"),
        (["--to", "spacy", "--split", "train"], "-o OUT is needed"),
        (["--to", "jsonl", "--split", "train", "--sample", "0"], "--sample must be at least 1"),
        (["--to", "xml"], "invalid choice: 'xml'"),
    ],
)
def test_options_that_cannot_be_used(
    benchmark: str, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        export(benchmark, *arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_an_empty_folder_is_taken_and_a_broken_part_leaves_it_empty(tmp_path: Path) -> None:
    location = small_benchmark(tmp_path / "data")
    (tmp_path / "out").mkdir()
    assert export(location, "--to", "conll", "-o", tmp_path / "out") == 0
    assert len(list((tmp_path / "out").iterdir())) == 3
    [part] = Path(location, "split=train").iterdir()
    part.unlink()
    assert export(location, "--to", "conll", "-o", tmp_path / "other") == 40
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "out"]


@pytest.mark.parametrize("sample", [(), ("--sample", "1")])
@pytest.mark.parametrize("kept", [0, 8, 0.5, 0.99])
def test_a_part_that_was_cut_or_changed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: float, sample: tuple[str, ...]
) -> None:
    location = small_benchmark(tmp_path / "data")
    [part] = Path(location, "split=train").iterdir()
    content = part.read_bytes()
    part.write_bytes(content[: int(kept * len(content)) if kept < 1 else int(kept)])
    assert export(location, "--to", "conll", *sample, "-o", tmp_path / "out") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner export: {part}: has {part.stat().st_size:,} bytes, and had {len(content):,} when it was written; "
        f"fetch it again, or delete {location} and build it again\n"
    )


def test_a_page_of_a_part_that_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    location = small_benchmark(tmp_path / "data", train="".join(f"word{n}\tO\n\n" for n in range(3000)))
    [part] = Path(location, "split=train").iterdir()
    content = bytearray(part.read_bytes())
    content[4:2000] = bytes(1996)
    part.write_bytes(content)
    assert export(location, "--to", "conll", "-o", tmp_path / "out") == 40
    assert capsys.readouterr().err.startswith(f"wiki-ner export: {part}: has other content than when it was written; ")


@pytest.mark.parametrize("options", [(), ("--split", "train"), ("--split", "train", "--sample", "1")])
def test_a_part_that_can_be_read_and_has_another_word_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    location = small_benchmark(tmp_path / "data")
    [part] = Path(location, "split=train").iterdir()
    content = part.read_bytes()
    assert b"sings" in content
    part.write_bytes(content.replace(b"sings", b"sinks"))
    assert export(location, "--to", "conll", *options, "-o", tmp_path / "out") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner export: {part}: has other content than when it was written; fetch it again, or delete {location} "
        "and build it again\n"
    )
    assert not (tmp_path / "out").exists()
    assert export(location, "--to", "conll", "--split", "test", "-o", tmp_path / "test.txt") == 0


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    location = small_benchmark(tmp_path, train="word\tO\n\n" * 30_000)
    command = f"{sys.executable} -m corpora.export {location} --to jsonl --split train | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=PROJECT, capture_output=True, timeout=300)
    assert json.loads(done.stdout)["text"] == "word"
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("to", ["jsonl", "spacy"])
def test_an_interrupted_run_leaves_nothing(
    tmp_path: Path,
    corpus: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    to: str,
    number: signal.Signals,
) -> None:
    def interrupted(dataset: AnnotatedDataset, split: str, rows: None) -> Iterator[Example]:
        yield from read_examples(dataset, split, rows)
        if split == "validation":
            [unfinished] = tmp_path.iterdir()
            assert re.fullmatch(r"out\.[0-9a-f]{32}\.tmp", unfinished.name)
            os.kill(os.getpid(), number)
            yield from ()

    monkeypatch.setattr("corpora.export.read_examples", interrupted)
    assert export(corpus, "--to", to, "-o", tmp_path / "out") == 128 + signal.SIGINT
    assert capsys.readouterr().err == "wiki-ner export: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_how_far_it_is_is_told_with_what_is_left() -> None:
    assert progress_line(20_000, 5_000, 2.5) == "25.0% of 20,000 sentences, 2,000 a second, 0:00:08 left"
