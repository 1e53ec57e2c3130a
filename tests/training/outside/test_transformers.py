"""What the Trainer of transformers is told, and what becomes of what it predicts; nothing is trained."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    BertConfig,
    BertForTokenClassification,
    BertTokenizer,
    EvalPrediction,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForTokenClassification,
)

from training.outside import transformers as program

TAGS = ["O", "B-x", "I-x"]
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "ann", "saw", "bob", "##by", "day"]


def save_encoder(folder: Path) -> str:
    """An encoder of eight pieces at most, the two around the sentence included."""
    torch.manual_seed(0)
    BertTokenizer(vocab={piece: number for number, piece in enumerate(PIECES)}).save_pretrained(folder)
    size: dict[str, Any] = {
        "num_labels": 5,
        "hidden_size": 8,
        "num_attention_heads": 1,
        "num_hidden_layers": 1,
        "intermediate_size": 8,
    }
    config = BertConfig(vocab_size=len(PIECES), max_position_embeddings=8, **size)
    BertForTokenClassification(config).save_pretrained(folder)
    return str(folder)


class Stand:
    """In the place of the Trainer: keeps what it is told, and predicts what it was given."""

    told: dict[str, Any]
    predicted: dict[int, list[list[str]]]
    """By number of sentences, the tags of their pieces."""
    log: list[dict[str, float]]

    def __init__(self, **told: Any) -> None:
        type(self).told = told
        self.state = SimpleNamespace(log_history=self.log)
        self.trained = False

    def train(self) -> None:
        self.trained = True

    def predict(self, data: list[Any]) -> Any:
        assert self.trained
        rows = [[TAGS.index(tag) for tag in row] for row in self.predicted[len(data)]]
        return SimpleNamespace(predictions=np.eye(len(TAGS))[rows])


@pytest.fixture
def given(tmp_path: Path) -> dict[str, Any]:
    return {
        "device": "cpu",
        "seed": 7,
        "weights": save_encoder(tmp_path / "encoder"),
        "tags": TAGS,
        "learning_rate": 0.1,
        "batch_size": 4,
        "epochs": 9,
        "patience": 3,
        "train": [{"tokens": ["ann", "saw", "bobby"], "tags": ["B-x", "O", "B-x"]}],
        "dev": [{"tokens": ["saw", "ann"], "tags": ["O", "B-x"]}],
        "test": [{"tokens": ["bobby", "bobby", "bobby", "day"]}, {"tokens": ["day"]}],
    }


@pytest.fixture
def trainer(monkeypatch: pytest.MonkeyPatch) -> type[Stand]:
    monkeypatch.setattr(program, "Trainer", Stand)
    monkeypatch.setattr(program, "TrainingArguments", dict)
    monkeypatch.setattr(program, "EarlyStoppingCallback", lambda patience: f"stops after {patience}")
    Stand.predicted = {
        1: [["O", "I-x", "B-x", "O"]],
        # The first piece of a word has the last say, and the seventh and eighth piece of the first were cut off.
        2: [["I-x", "B-x", "O", "I-x", "O", "O", "B-x", "I-x"], ["O", "I-x", "B-x", *["B-x"] * 5]],
    }
    Stand.log = [
        {"epoch": 1.0, "eval_f1": 0.5},
        {"epoch": 1.5, "loss": 0.1},
        {"epoch": 2.0, "eval_f1": 0.75},
        {"epoch": 3.0, "eval_f1": 0.25},
        {"epoch": 3.0, "train_runtime": 1.0},
    ]
    return Stand


def test_the_trainer_is_told_what_to_train_on(given: dict[str, Any], trainer: type[Stand], tmp_path: Path) -> None:
    assert program.main(given, tmp_path) == {
        "epochs": 3,
        "best_epoch": 2,
        "dev": [["I-x", "B-x"]],
        "test": [["B-x", "I-x", "O", "O"], ["I-x"]],
    }
    told = trainer.told
    assert told["args"] == {
        "output_dir": str(tmp_path),
        "seed": 7,
        "learning_rate": 0.1,
        "num_train_epochs": 9,
        "per_device_train_batch_size": 4,
        "eval_strategy": "epoch",
        "save_strategy": "epoch",
        "save_total_limit": 1,
        "load_best_model_at_end": True,
        "metric_for_best_model": "f1",
        "use_cpu": True,
        "report_to": "none",
    }
    assert told["train_dataset"] == [
        {"input_ids": [2, 5, 6, 7, 8, 3], "attention_mask": [1] * 6, "labels": [-100, 1, 0, 1, -100, -100]}
    ]
    assert told["eval_dataset"] == [
        {"input_ids": [2, 6, 5, 3], "attention_mask": [1] * 4, "labels": [-100, 0, 1, -100]},
    ]
    assert told["data_collator"].tokenizer.vocab_size == len(PIECES)
    assert told["callbacks"] == ["stops after 3"]
    config = told["model"].config
    assert (config.id2label, config.label2id) == ({0: "O", 1: "B-x", 2: "I-x"}, {"O": 0, "B-x": 1, "I-x": 2})
    assert told["model"].classifier.weight.shape == (3, 8) and told["model"].dtype == torch.float32


def test_words_of_roberta_begin_with_their_space(given: dict[str, Any], trainer: type[Stand], tmp_path: Path) -> None:
    """Also where its tokenizer was saved under the class that is the same for all."""
    pieces = ["<pad>", "<unk>", *"abdnoswy", "Ġ"]
    tokenizer = Tokenizer(models.BPE({piece: number for number, piece in enumerate(pieces)}, [], unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = {"pad_token": "<pad>", "unk_token": "<unk>"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(given["weights"])  # type: ignore[no-untyped-call]
    size: dict[str, Any] = {"hidden_size": 8, "num_attention_heads": 1, "num_hidden_layers": 1, "intermediate_size": 8}
    config = RobertaConfig(vocab_size=len(pieces), max_position_embeddings=20, pad_token_id=0, **size)
    RobertaForTokenClassification(config).save_pretrained(given["weights"])
    trainer.predicted = {1: [["O"] * 8], 2: [["O"] * 19] * 2}
    program.main(given, tmp_path)
    [row] = trainer.told["eval_dataset"]
    assert [pieces[each] for each in row["input_ids"]] == ["Ġ", *"saw", "Ġ", *"ann"]


def test_weights_in_half_precision_are_trained_in_full(
    given: dict[str, Any], trainer: type[Stand], tmp_path: Path
) -> None:
    model = BertForTokenClassification.from_pretrained(given["weights"], dtype=torch.float16)
    model.save_pretrained(given["weights"])
    program.main(given, tmp_path)
    assert trainer.told["model"].dtype == torch.float32


def test_the_new_layer_is_as_the_seed_has_it(given: dict[str, Any], trainer: type[Stand], tmp_path: Path) -> None:
    weights = []
    for seed in (7, 7, 8):
        program.main(given | {"seed": seed, "patience": 0, "device": "cuda"}, tmp_path)
        weights.append(trainer.told["model"].classifier.weight)
    assert torch.equal(weights[0], weights[1]) and not torch.equal(weights[0], weights[2])
    assert trainer.told["callbacks"] == [] and not trainer.told["args"]["use_cpu"]


def test_development_is_scored_by_whole_entities(given: dict[str, Any], trainer: type[Stand], tmp_path: Path) -> None:
    program.main(given, tmp_path)
    gold = np.array([[-100, 1, 2, 0], [-100, 1, -100, -100]])
    guesses = np.eye(3)[[[1, 1, 2, 0], [0, 0, 1, 1]]]
    score = trainer.told["compute_metrics"]
    assert score(EvalPrediction(predictions=guesses, label_ids=gold)) == {"f1": pytest.approx(2 / 3)}
    nothing = np.zeros((1, 2), np.int64)
    assert score(EvalPrediction(predictions=np.eye(3)[nothing], label_ids=nothing)) == {"f1": 0.0}
