"""What Flair is told, and what becomes of the entities that it finds; the package itself is not needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from runpy import run_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

FOUND = {"Miles Davis plays So What": [(1, 2, "artist"), (4, 5, "song")], "Oslo": [(1, 1, "place")], "No": []}
"""By sentence, the first and last token of each entity, from 1, and its type."""


class Sentence:
    """Stands for Flair's: keeps the labels of its spans."""

    def __init__(self, tokens: list[str]) -> None:
        self.text = " ".join(tokens)
        self.size = len(tokens)
        self.labels: list[tuple[str, int, int, str]] = []
        self.spans: list[Any] = []

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, place: slice) -> Any:
        def add_label(kind: str, value: str) -> None:
            self.labels.append((kind, place.start, place.stop, value))

        return SimpleNamespace(add_label=add_label)

    def get_spans(self, kind: str) -> list[Any]:
        assert kind == "ner"
        return self.spans


class Tagger:
    """Stands for its SequenceTagger: finds the above, one that was loaded without the places."""

    is_loaded = False

    def __init__(self, **options: Any) -> None:
        self.options = options

    @classmethod
    def load(cls, path: Path) -> Tagger:
        tagger = cls(path=path)
        tagger.is_loaded = True
        return tagger

    def predict(self, sentences: list[Sentence]) -> None:
        for each in sentences:
            each.spans = [
                SimpleNamespace(tokens=[SimpleNamespace(idx=place) for place in range(first, last + 1)], tag=tag)
                for first, last, tag in FOUND[each.text]
                if tag != "place" or not self.is_loaded
            ]


def stand_in(told: dict[str, Any], best: list[bool]) -> dict[str, ModuleType]:
    """Modules in the place of Flair's, which write down what they are told; `best` says of each epoch if it is."""

    class Trainer:
        def __init__(self, tagger: Tagger, corpus: dict[str, Any]) -> None:
            told["tagger"], told["corpus"] = tagger.options, corpus

        def train(self, folder: Path, *, plugins: list[Any], **options: Any) -> None:
            told["folder"], told["training"] = folder, options
            for epoch, is_best in enumerate(best, 1):
                plugins[0].after_evaluation(epoch=epoch, current_model_is_best=is_best, validation_scores=[])

    class Labels(SimpleNamespace):
        def add_item(self, name: str) -> None:
            self.items.append(name)

    def set_seed(seed: int) -> None:
        told["seed"] = seed

    class Plugin:
        @staticmethod
        def hook(function: Callable[..., Any]) -> Callable[..., Any]:
            return function

    contents: dict[str, dict[str, Any]] = {
        "flair": {"set_seed": set_seed},
        "flair.data": {
            "Corpus": dict,
            "Dictionary": lambda add_unk: Labels(add_unk=add_unk, items=[]),
            "Sentence": Sentence,
        },
        "flair.datasets": {"FlairDatapointDataset": lambda each: [(one.text, one.labels) for one in each]},
        "flair.embeddings": {
            "FlairEmbeddings": lambda path: ("characters", Path(path).name),
            "StackedEmbeddings": list,
            "WordEmbeddings": lambda path: ("words", Path(path).name),
        },
        "flair.models": {"SequenceTagger": Tagger},
        "flair.trainers": {"ModelTrainer": Trainer},
        "flair.trainers.plugins": {"TrainerPlugin": Plugin},
    }
    modules = {name: ModuleType(name) for name in contents}
    for name, module in modules.items():
        vars(module).update(contents[name])
    return modules


def given(weights: Path) -> dict[str, Any]:
    tagged = {
        "a b c d e": ["B-x", "I-x", "O", "I-x", "B-x"],
        "f g h i": ["I-x", "I-y", "I-y", "O"],
    }
    return {
        "device": "cpu",
        "seed": 7,
        "weights": str(weights),
        "types": ["x", "y"],
        "learning_rate": 0.1,
        "batch_size": 4,
        "epochs": 9,
        "patience": 3,
        "train": [{"tokens": text.split(), "tags": tags} for text, tags in tagged.items()],
        "dev": [{"tokens": ["No"]}],
        "test": [{"tokens": text.split()} for text in FOUND],
    }


def run(monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], best: list[bool], **settings: Any) -> Any:
    for name, module in stand_in(told, best).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "training.outside.flair", raising=False)
    program = import_module("training.outside.flair")
    # Not there for other tests, which have not the stand-in.
    monkeypatch.delitem(sys.modules, "training.outside.flair")
    found = program.main(given(settings.pop("weights")) | settings, Path("model"))
    told["device"] = str(program.flair.device)
    return found


def test_flair_is_told_what_it_is_trained_on_and_its_best_epoch_tags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.pt", "a.pt", "words.gensim", "notes.txt"):
        (tmp_path / name).touch()
    told: dict[str, Any] = {}
    assert run(monkeypatch, told, [True, False, True, False], weights=tmp_path) == {
        "epochs": 4,
        "best_epoch": 3,
        "dev": [["O"]],
        "test": [["B-artist", "I-artist", "O", "B-song", "I-song"], ["O"], ["O"]],
    }
    labels = told["tagger"].pop("tag_dictionary")
    assert (labels.add_unk, labels.span_labels, labels.items) == (False, True, ["x", "y"])
    assert told == {
        "device": "cpu",
        "seed": 7,
        "tagger": {
            "embeddings": [("words", "words.gensim"), ("characters", "a.pt"), ("characters", "b.pt")],
            "tag_type": "ner",
            "tag_format": "BIO",
            "hidden_size": 256,
        },
        "corpus": {
            "train": [
                ("a b c d e", [("ner", 0, 2, "x"), ("ner", 3, 4, "x"), ("ner", 4, 5, "x")]),
                ("f g h i", [("ner", 0, 1, "x"), ("ner", 1, 3, "y")]),
            ],
            "dev": [("No", [])],
            "sample_missing_splits": False,
        },
        "folder": Path("model"),
        "training": {"learning_rate": 0.1, "mini_batch_size": 4, "max_epochs": 9, "patience": 2},
    }


def test_the_program_reads_a_file_and_writes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.pt").touch()
    told: dict[str, Any] = {}
    for name, module in stand_in(told, [True]).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "training.outside.flair", raising=False)
    source, target = tmp_path / "given.json", tmp_path / "out" / "found.json"
    target.parent.mkdir()
    source.write_text(json.dumps(given(tmp_path)), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["flair.py", str(source), str(target)])
    run_module("training.outside.flair", run_name="__main__")
    assert json.loads(target.read_text(encoding="utf-8"))["dev"] == [["O"]]
    assert told["folder"] == target.parent / "model"


def test_where_no_epoch_is_the_best_the_last_one_tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.pt").touch()
    told: dict[str, Any] = {}
    found = run(monkeypatch, told, [False, False], weights=tmp_path, patience=0)
    assert (found["epochs"], found["best_epoch"], found["test"][1]) == (2, 2, ["B-place"])
    assert told["training"]["patience"] == 9


def test_weights_without_a_language_model_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"there is no language model of Flair in it \(\*\.pt\)"):
        run(monkeypatch, {}, [], weights=tmp_path)
