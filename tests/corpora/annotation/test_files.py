"""Sentences as they go to annotators: what the command writes is what the dataset has."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.records import Sentence
from corpora.annotation.tools import TOOLS
from corpora.export import main
from schemas.catalog.corpora import GUIDELINES
from schemas.datasets.dataset import Provenance
from tests.support.annotated import small_benchmark
from tests.support.annotation import LABELS, SENTENCES
from tests.support.dapt_data import write_dataset

ANNOTATORS = ["ann", "bob"]


@pytest.fixture
def stored(tmp_path: Path) -> str:
    return store(tmp_path, "music", ANNOTATORS)


def store(tmp_path: Path, domain: str, annotators: list[str]) -> str:
    rows = [row(sentence) for sentence in SENTENCES]
    parameters = {"domain": domain, "annotators": annotators, "labels": [[label, []] for label in LABELS]}
    provenance = Provenance("2" * 64, "pre_annotations", 1, "0", parameters, [])
    location = write_dataset(tmp_path / "data", "pre_annotations", [rows], provenance)
    (Path(location) / GUIDELINES).write_text("# Guidelines\n")
    return location


def row(sentence: Sentence) -> dict[str, object]:
    page_id, paragraph, number = map(int, sentence.id.split("-"))
    return {**asdict(sentence), "page_id": page_id, "rev_id": 1, "paragraph": paragraph, "sentence": number}


def test_the_dataset_holds_what_was_written(stored: str) -> None:
    assert list(read_pre_annotations(stored)) == SENTENCES


@pytest.mark.parametrize("tool", TOOLS)
def test_each_annotator_has_a_file_with_what_is_dealt_to_them(
    stored: str, tool: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    assert main([stored, "--to", tool, "-o", str(folder)]) == 0
    for name in ANNOTATORS:
        read = [placed.sentence.id for placed in TOOLS[tool].read_sent(folder / f"{name}{TOOLS[tool].suffix}")]
        assert read == [sentence.id for sentence in SENTENCES if name in sentence.annotators]
    told = (folder / "guidelines.md").read_text()
    assert told.startswith("# Guidelines\n")
    # What is changed by hand explains itself to nobody.
    assert ("\n\n## Your file\n\n" in told) == (tool == "conll")
    assert capsys.readouterr().err == "ann 5, bob 6 sentences\n"


def test_an_annotator_without_sentences_has_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    location = store(tmp_path, "music", [*ANNOTATORS, "eve"])
    assert main([location, "--to", "doccano", "-o", str(tmp_path / "out")]) == 0
    written = sorted(path.name for path in (tmp_path / "out").iterdir() if path.suffix == ".jsonl")
    assert written == ["ann.jsonl", "bob.jsonl"]
    assert capsys.readouterr().err == "ann 5, bob 6, eve 0 sentences\n"


@pytest.mark.parametrize(
    ("domain", "annotators", "message"),
    [("expert", ["ann"], "the domain is named 'expert'"), ("music", ["expert"], "an annotator is named 'expert'")],
)
def test_the_name_of_the_expert_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], domain: str, annotators: list[str], message: str
) -> None:
    location = store(tmp_path, domain, annotators)
    assert main([location, "--to", "conll", "-o", str(tmp_path / "out")]) == 40
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_conll_has_labels_and_suggestions(stored: str, tmp_path: Path) -> None:
    assert main([stored, "--to", "conll", "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "labels.txt").read_text() == "".join(f"{label}\n" for label in LABELS)
    assert "Ann\tB-link\tB-person\nLee\tI-link\tI-person\n" in (tmp_path / "out" / "ann.conll").read_text()


def test_sentences_that_were_changed_go_to_nobody(
    stored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [part] = Path(stored).rglob("*.parquet")
    content = part.read_bytes()
    part.write_bytes(content.replace(b"Ann", b"Eva"))
    assert part.read_bytes() != content
    assert main([stored, "--to", "conll", "-o", str(tmp_path / "out")]) == 40
    assert capsys.readouterr().err.startswith(f"wiki-ner export: {part}: has other content than when it was written; ")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["STORED", "--to", "spacy"],
            "in the format of argilla, conll, doccano, label-studio, prodigy; not",
        ),
        (["STORED", "--to", "conll", "--sample", "1"], "has no splits and is a sample; leave out --split and --sample"),
        (["STORED", "--to", "conll", "--split", "x"], "has no splits and is a sample; leave out --split and --sample"),
        (["OTHER", "--to", "doccano"], "doccano takes sentences that are to be annotated, a build of pre_annotations"),
    ],
)
def test_what_does_not_fit_is_refused(
    stored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    other = small_benchmark(tmp_path / "other") if "OTHER" in arguments else ""
    named = [{"STORED": stored, "OTHER": other}.get(each, each) for each in arguments]
    assert main([*named, "-o", str(tmp_path / "out")]) == 40
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
    assert not (tmp_path / "out").exists()
