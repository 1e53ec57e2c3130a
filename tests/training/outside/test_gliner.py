"""What GLiNER is given, and what becomes of the entities that it finds; the package itself is not needed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from runpy import run_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

FOUND: dict[str, list[dict[str, Any]]] = {
    "Miles Davis plays So What .": [
        {"start": 0, "end": 5, "label": "person", "score": 0.6},
        {"start": 0, "end": 11, "label": "musical artist", "score": 0.9},
        # Ends inside of a word.
        {"start": 18, "end": 23, "label": "song", "score": 0.7},
    ],
    "No": [],
}


SENTENCE = ["Miles", "Davis", "plays", "So", "What", "."]
GIVEN: dict[str, Any] = {
    "types": ["musicalartist", "person", "song"],
    "type_words": {"musicalartist": "musical artist", "person": "person", "song": "song"},
    "weights": "somewhere",
    "device": "cpu",
    "seed": 7,
    "epochs": 0,
    "patience": 2,
    "learning_rate": 0.25,
    "batch_size": 4,
    "train": [{"tokens": ["Miles"], "tags": ["B-person"]}],
    "dev": [{"tokens": ["No"], "tags": ["O"]}] * 9,
    "test": [{"tokens": SENTENCE}, {"tokens": ["No"]}],
}
FOUND_TAGS = {
    "dev": [["O"]] * 9,
    "test": [["B-musicalartist", "I-musicalartist", "O", "B-song", "I-song", "O"], ["O"]],
}


class Model:
    """Stands for GLiNER's: finds the above, and has a weight that each epoch makes larger by one."""

    config = "its config"

    def __init__(self) -> None:
        self.made: list[object] = []
        self.asked: list[tuple[int, list[str]]] = []
        self.evaluated: list[object] = []
        self.f1 = iter([0.5, 0.75, 0.75, 0.25, 0.9])
        self.weight = torch.zeros(1)
        self.data_processor = SimpleNamespace(words_splitter=words_of)

    def to(self, device: str) -> Model:
        self.made.append(device)
        return self

    def eval(self) -> None:
        self.made.append("eval")

    def inference(self, texts: list[str], labels: list[str], flat_ner: bool) -> list[list[dict[str, Any]]]:
        assert flat_ner
        self.asked.append((len(texts), labels))
        return [FOUND[text] for text in texts]

    def data_collator_class(self, *given: object, **named: object) -> tuple[object, ...]:
        return *given, named

    def evaluate(self, *given: object, **named: object) -> tuple[str, float]:
        self.evaluated.append((*given, named))
        return "as a table", next(self.f1)

    def state_dict(self) -> dict[str, torch.Tensor]:
        return {"weight": self.weight}

    def load_state_dict(self, weights: dict[str, torch.Tensor]) -> None:
        self.made.append(weights["weight"].tolist())


class Trainer:
    """Stands for GLiNER's: goes through the epochs."""

    last: Trainer

    def __init__(self, **given: Any) -> None:
        self.given = given
        Trainer.last = self

    def train(self) -> None:
        control = SimpleNamespace(should_training_stop=False)
        for _ in range(self.given["args"]["num_train_epochs"]):
            self.given["model"].weight += 1
            for each in self.given["callbacks"]:
                each.on_epoch_end(self.given["args"], None, control, model=self.given["model"], optimizer=None)
            if control.should_training_stop:
                break


def words_of(text: str) -> Iterator[tuple[str, int, int]]:
    """Words as GLiNER has them: letters, or one sign."""
    yield from ((found.group(), *found.span()) for found in re.finditer(r"\w+|\S", text))


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    """What is loaded in the place of GLiNER's."""
    model = Model()

    def from_pretrained(weights: str, *, local_files_only: bool) -> Model:
        model.made += [weights, local_files_only]
        return model

    gliner = SimpleNamespace(GLiNER=SimpleNamespace(from_pretrained=from_pretrained))
    training = SimpleNamespace(Trainer=Trainer, TrainingArguments=dict)
    monkeypatch.setitem(sys.modules, "gliner", gliner)
    monkeypatch.setitem(sys.modules, "gliner.training", training)
    monkeypatch.delitem(sys.modules, "training.outside.gliner", raising=False)
    return model


@pytest.fixture
def program() -> Iterator[ModuleType]:
    """The program, with the above."""
    yield import_module("training.outside.gliner")
    sys.modules.pop("training.outside.gliner", None)


def test_entities_become_tags_of_whole_words(
    model: Model, program: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.main(GIVEN, tmp_path) == {"epochs": 0, "best_epoch": 0, **FOUND_TAGS}
    assert model.made == ["somewhere", True, "cpu", "eval"]
    assert model.asked == [(size, ["musical artist", "person", "song"]) for size in (8, 1, 2)]
    assert capsys.readouterr().out == "8 of 9 sentences\n9 of 9 sentences\n2 of 2 sentences\n"


def test_the_program_that_a_job_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "given.json", tmp_path / "found.json"
    source.write_text(json.dumps(GIVEN | {"epochs": 1}), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["gliner.py", str(source), str(target)])
    run_module("training.outside.gliner", run_name="__main__")
    assert json.loads(target.read_text(encoding="utf-8")) == {"epochs": 1, "best_epoch": 1, **FOUND_TAGS}
    assert Trainer.last.given["args"]["output_dir"] == str(tmp_path / "model")


def test_the_best_epoch_is_taken(
    model: Model, program: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = program.main(GIVEN | {"epochs": 5}, tmp_path)
    # The second is no better a third time, nor a fourth.
    assert found == {"epochs": 4, "best_epoch": 2, **FOUND_TAGS}
    assert model.made == ["somewhere", True, "cpu", [2.0], "eval"]
    types = ["musical artist", "person", "song"]
    example = {"tokenized_text": ["No"], "ner": [], "ner_labels": types}
    assert model.evaluated == [([example] * 9, {"flat_ner": True, "entity_types": types})] * 4
    assert capsys.readouterr().out.startswith(
        "epoch 1: development F1 0.5000\nepoch 2: development F1 0.7500\nepoch 3: development F1 0.7500\n"
        "epoch 4: development F1 0.2500\n8 of 9"
    )
    given = Trainer.last.given
    assert given["args"] == {
        "output_dir": str(tmp_path),
        "seed": 7,
        "learning_rate": 0.25,
        "others_lr": 1.25,
        "weight_decay": 0.01,
        "others_weight_decay": 0.01,
        "num_train_epochs": 5,
        "per_device_train_batch_size": 4,
        "save_strategy": "no",
        "use_cpu": True,
        "report_to": "none",
    }
    assert given["train_dataset"] == [{"tokenized_text": ["Miles"], "ner": [(0, 0, "person")], "ner_labels": types}]
    assert given["data_collator"] == (
        "its config",
        {"data_processor": model.data_processor, "prepare_labels": True},
    )


def test_training_goes_on_without_patience(model: Model, program: ModuleType, tmp_path: Path) -> None:
    found = program.main(GIVEN | {"epochs": 5, "patience": 0}, tmp_path)
    assert (found["epochs"], found["best_epoch"], model.made[3]) == (5, 5, [5.0])


def test_entities_are_told_in_the_words_of_gliner(program: ModuleType) -> None:
    sentence = {
        "tokens": ["Miles", "D.", "\u2009", "'s", "So-What", "Blue", "Kind"],
        "tags": ["B-person", "I-person", "B-song", "O", "I-song", "B-song", "I-person"],
    }
    assert program._example(sentence, words_of, {"person": "human", "song": "tune"}, ["human", "tune"]) == {
        "tokenized_text": ["Miles", "D", ".", "'", "s", "So", "-", "What", "Blue", "Kind"],
        # The song that is nothing but white space is gone.
        "ner": [(0, 2, "human"), (5, 7, "tune"), (8, 8, "tune"), (9, 9, "human")],
        "ner_labels": ["human", "tune"],
    }


def test_an_entity_that_ends_with_a_space_has_nothing_of_the_next_word(program: ModuleType) -> None:
    found = [{"start": 0, "end": 6, "label": "human", "score": 0.5}]
    assert program._tags(["Miles", "Davis"], found, {"human": "person"}) == ["B-person", "O"]
