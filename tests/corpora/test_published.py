"""Annotated data as its authors hand it on, made here in their forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora.conll import read_conll
from corpora.published import broad_twitter, main, re3d
from corpora.steps.ner_benchmark import split_files
from schemas.errors import InputError


def section(name: str, number: int) -> str:
    return "".join(f"{name}{each}\tB-per\n@\tO\n\n" for each in range(number))


def test_broad_twitter_is_split_as_its_authors_recommend(tmp_path: Path) -> None:
    for name, number in (("a", 1), ("b", 2), ("e", 1), ("f", 3), ("g", 1), ("h", 5)):
        (tmp_path / f"{name}.conll").write_text(section(name, number))
    found = {split: [each.tokens[0] for each in rows] for split, rows in broad_twitter(str(tmp_path)).sentences.items()}
    assert found == {
        "train": ["a0", "b0", "b1", "e0", "g0", "h0", "h1"],
        "dev": ["h2", "h3", "h4"],
        "test": ["f0", "f1", "f2"],
    }


def test_bionlp_has_splits_of_its_own_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("train", "devel", "test"):
        (tmp_path / f"{name}.tsv").write_text(f"UFT\tB-Simple_chemical\n{name}\tO\n\n")
    assert main(["bionlp", str(tmp_path), str(tmp_path / "out" / "bionlp13cg")]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{split}.txt: 1 sentences" for split in ("train", "dev", "test")]
    files = split_files(str(tmp_path / "out"), "bionlp13cg")
    assert read_conll(files["dev"]).sentences == [(["UFT", "devel"], ["B-Simple_chemical", "O"])]


def entity(document: str, text: str, surface: str, kind: str, sentence: int, first: int, confidence: float = 1) -> str:
    begin = text.index(surface)
    place = f"{document}-{sentence}-{begin - first}-{begin - first + len(surface)}-{kind}"
    row = {"_id": place, "documentId": document, "begin": begin, "end": begin + len(surface), "type": kind}
    return json.dumps(row | {"value": surface, "confidence": confidence}) + "\n"


def write_re3d(folder: Path, text: str, entities: list[str]) -> str:
    place = folder / "re3d" / "BBC Online"
    place.mkdir(parents=True)
    (folder / "re3d" / "README.md").touch()
    (folder / "re3d" / "other").mkdir()
    (place / "documents.json").write_text(json.dumps({"_id": "D0", "text": text}) + "\n")
    (place / "entities.json").write_text("".join(entities))
    return str(folder / "re3d")


def test_re3d_is_cut_into_sentences_and_the_longest_sure_entity_counts(tmp_path: Path) -> None:
    text = "Fighting in Syria. The Kurdish YPG left Raqqa.\nNobody saw Maj. Smith."
    second = text.index("The")
    third = text.index("Nobody")
    folder = write_re3d(
        tmp_path,
        text,
        [
            entity("D0", text, "Syria", "Location", 0, 0),
            entity("D0", text, "The Kurdish YPG", "Organisation", 1, second, 0.9),
            entity("D0", text, "Kurdish", "Nationality", 1, second),
            entity("D0", text, "Raqqa", "Vehicle", 1, second, 0),
            entity("D0", text, "Raqqa", "Location", 1, second),
            entity("D0", text, "Maj. Smith", "Person", 2, third),
            entity("D0", text, "Raqqa.\nNobody", "Quantity", 1, second),
        ],
    )
    splits = re3d(folder)
    marked = {
        split: [" ".join(f"{token}/{tag}" for token, tag in zip(*each, strict=True)) for each in sentences]
        for split, sentences in splits.sentences.items()
    }
    assert marked == {
        "train": [
            "Fighting/O in/O Syria/B-location ./O",
            "The/B-organisation Kurdish/I-organisation YPG/I-organisation left/O Raqqa/B-location ./O",
        ],
        # By hash.
        "test": ["Nobody/O saw/O Maj./B-person Smith/I-person ./O"],
    }
    assert splits.left_out == {
        "doubtful entities": 1,
        "entities within or across longer ones": 1,
        "entities that are no part of a line": 1,
    }


def test_a_fifth_of_re3d_is_tested_on(tmp_path: Path) -> None:
    text = "\n".join(f"Line {number} has no names" for number in range(500))
    splits = re3d(write_re3d(tmp_path, text, []))
    sizes = {split: len(rows) for split, rows in splits.sentences.items()}
    assert sum(sizes.values()) == 500 and 80 < sizes["test"] < 120
    assert re3d(str(tmp_path / "re3d")).sentences == splits.sentences


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", r"entities.json, line 1: no JSON"),
        ('{"_id": "D0-1"}', r"entities.json, line 1: not an entity of re3d \(KeyError\('begin'\)\)"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        re3d(write_re3d(tmp_path, "text", [row]))


def test_a_folder_without_the_data_and_a_wrong_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["re3d", str(tmp_path), str(tmp_path / "out")]) == 1
    assert "no folders with documents.json and entities.json here" in capsys.readouterr().err
    assert main(["broad-twitter", str(tmp_path), str(tmp_path / "out")]) == 1
    assert "a.conll" in capsys.readouterr().err
    assert main(["conll", "a", "b"]) == 2
    assert "usage: python -m corpora.published {broad-twitter,bionlp,re3d}" in capsys.readouterr().err
