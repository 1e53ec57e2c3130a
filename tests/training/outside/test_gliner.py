"""What becomes of the entities that GLiNER finds; the package itself is not needed."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from runpy import run_module
from types import SimpleNamespace
from typing import Any

import pytest

FOUND: dict[str, list[dict[str, Any]]] = {
    "Miles Davis plays So What .": [
        {"start": 0, "end": 5, "label": "person", "score": 0.6},
        {"start": 0, "end": 11, "label": "musical artist", "score": 0.9},
        # Ends inside of a word.
        {"start": 18, "end": 23, "label": "song", "score": 0.7},
    ],
    "No": [],
}


class Model:
    """Stands for GLiNER's: finds the above."""

    def __init__(self) -> None:
        self.made: list[object] = []
        self.asked: list[tuple[int, list[str]]] = []

    def to(self, device: str) -> Model:
        self.made.append(device)
        return self

    def eval(self) -> None:
        self.made.append("eval")

    def inference(self, texts: list[str], labels: list[str], flat_ner: bool) -> list[list[dict[str, Any]]]:
        assert flat_ner
        self.asked.append((len(texts), labels))
        return [FOUND[text] for text in texts]


def test_entities_become_tags_of_whole_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = Model()

    def from_pretrained(weights: str, *, local_files_only: bool) -> Model:
        model.made += [weights, local_files_only]
        return model

    gliner = SimpleNamespace(GLiNER=SimpleNamespace(from_pretrained=from_pretrained))
    monkeypatch.setitem(sys.modules, "gliner", gliner)
    monkeypatch.delitem(sys.modules, "training.outside.gliner", raising=False)
    program = import_module("training.outside.gliner")
    given = {
        "types": ["musicalartist", "person", "song"],
        "type_words": {"musicalartist": "musical artist", "person": "person", "song": "song"},
        "weights": "somewhere",
        "device": "cpu",
        "dev": [{"tokens": ["No"]}] * 9,
        "test": [{"tokens": ["Miles", "Davis", "plays", "So", "What", "."]}, {"tokens": ["No"]}],
    }
    expected = {
        "epochs": 0,
        "best_epoch": 0,
        "dev": [["O"]] * 9,
        "test": [["B-musicalartist", "I-musicalartist", "O", "B-song", "I-song", "O"], ["O"]],
    }
    assert program.main(given) == expected
    assert model.made == ["somewhere", True, "cpu", "eval"]
    assert model.asked == [(size, ["musical artist", "person", "song"]) for size in (8, 1, 2)]
    assert capsys.readouterr().out == "8 of 9 sentences\n9 of 9 sentences\n2 of 2 sentences\n"
    monkeypatch.delitem(sys.modules, "training.outside.gliner")
    # As the program that a job starts.
    source, target = tmp_path / "given.json", tmp_path / "found.json"
    source.write_text(json.dumps(given), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["gliner.py", str(source), str(target)])
    run_module("training.outside.gliner", run_name="__main__")
    assert json.loads(target.read_text(encoding="utf-8")) == expected
