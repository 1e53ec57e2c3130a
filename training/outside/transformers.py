"""A token classifier of `transformers`, trained by its Trainer; the epoch with the best development F1 is taken.

    python -I transformers.py INPUT.json OUTPUT.json

As the package's own example of token classification has it: the label on the first piece of a word, AdamW with linear
decay. Words beyond the longest input of the encoder are tagged O.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from seqeval.metrics import f1_score
from tokenizers.pre_tokenizers import ByteLevel, Sequence
from transformers import (
    AutoConfig,
    AutoModelForTokenClassification,
    AutoTokenizer,
    BatchEncoding,
    DataCollatorForTokenClassification,
    EarlyStoppingCallback,
    EvalPrediction,
    Trainer,
    TrainingArguments,
)

IGNORED = -100
SPACE_IN_PIECES = frozenset({"bart", "bloom", "deberta", "gpt2", "roberta"})
"""Kinds of models whose pieces have the space before a word in them; their tokenizers add it to words when told to."""
POSITIONS_AFTER_PADDING = frozenset({"camembert", "longformer", "roberta", "xlm-roberta", "xlm-roberta-xl"})
"""Kinds of models that count positions from behind that of padding, and so have fewer than they name."""


def main(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Train on the split train, and tag dev and test."""
    names: list[str] = given["tags"]
    config = AutoConfig.from_pretrained(given["weights"])
    tokenizer = _tokenizer_of_words(given["weights"], config.model_type)
    torch.manual_seed(given["seed"])
    model = AutoModelForTokenClassification.from_pretrained(
        given["weights"],
        id2label=dict(enumerate(names)),
        label2id={name: number for number, name in enumerate(names)},
        dtype="float32",
        ignore_mismatched_sizes=True,
    )
    before = config.pad_token_id + 1 if config.model_type in POSITIONS_AFTER_PADDING else 0
    longest = min(tokenizer.model_max_length, config.max_position_embeddings - before)
    cut: Callable[[list[str]], BatchEncoding] = partial(
        tokenizer, is_split_into_words=True, truncation=True, max_length=longest
    )
    data: dict[str, Any] = {
        split: [encoded(each, cut(each["tokens"]), names) for each in given[split]]
        for split in ("train", "dev", "test")
    }
    trainer = Trainer(
        model=model,
        args=_training_arguments(given, folder),
        train_dataset=data["train"],
        eval_dataset=data["dev"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=partial(f1, names=names),
        callbacks=[EarlyStoppingCallback(given["patience"])] if given["patience"] else [],
    )
    trainer.train()

    def tagged(split: str) -> list[list[str]]:
        guesses = np.asarray(trainer.predict(data[split]).predictions).argmax(-1).tolist()
        return [
            _word_tags(each, cut(each["tokens"]), row, names) for each, row in zip(given[split], guesses, strict=True)
        ]

    evaluated = [each for each in trainer.state.log_history if "eval_f1" in each]
    best = max(evaluated, key=lambda each: each["eval_f1"])
    return {
        "epochs": round(evaluated[-1]["epoch"]),
        "best_epoch": round(best["epoch"]),
        "dev": tagged("dev"),
        "test": tagged("test"),
    }


def encoded(sentence: dict[str, list[str]], pieces: BatchEncoding, names: list[str]) -> dict[str, list[int]]:
    """What the model is given of a sentence, the label of a word on its first piece."""
    words = pieces.word_ids()
    tags = sentence.get("tags", ["O"] * len(sentence["tokens"]))
    labels = [
        IGNORED if word is None or word == last else names.index(tags[word])
        for word, last in zip(words, [None, *words[:-1]], strict=True)
    ]
    return {"input_ids": pieces["input_ids"], "attention_mask": pieces["attention_mask"], "labels": labels}


def f1(prediction: EvalPrediction, names: list[str]) -> dict[str, float]:
    """The F1 of the entities, by the labels that are on first pieces."""
    guesses = np.asarray(prediction.predictions).argmax(-1)
    kept = [row != IGNORED for row in prediction.label_ids]
    gold = [[names[each] for each in row[mask]] for row, mask in zip(prediction.label_ids, kept, strict=True)]
    found = [[names[each] for each in row[mask]] for row, mask in zip(guesses, kept, strict=True)]
    return {"f1": float(f1_score(gold, found, zero_division=0))}


def _word_tags(
    sentence: dict[str, list[str]], pieces: BatchEncoding, guesses: list[int], names: list[str]
) -> list[str]:
    """The tag of each word of a sentence, O where it has no piece."""
    tags = ["O"] * len(sentence["tokens"])
    # From the end: the first piece of a word has the last say.
    for word, guess in reversed(list(zip(pieces.word_ids(), guesses, strict=False))):
        if word is not None:
            tags[word] = names[guess]
    return tags


def _tokenizer_of_words(weights: str, model_type: str) -> Any:
    """The tokenizer of a model, which cuts each word as if a space stood before it, where its pieces hold spaces."""
    words_of_their_own = {"add_prefix_space": True} if model_type in SPACE_IN_PIECES else {}
    tokenizer = AutoTokenizer.from_pretrained(weights, **words_of_their_own)
    # A tokenizer saved under the generic class keeps its own pre-tokenizer, whatever from_pretrained is told.
    own = tokenizer.backend_tokenizer.pre_tokenizer
    parts: Any = own if isinstance(own, Sequence) else [own]
    for each in parts:
        if isinstance(each, ByteLevel):
            each.add_prefix_space = True
    return tokenizer


def _training_arguments(given: dict[str, Any], folder: Path) -> TrainingArguments:
    """What the Trainer is told; it keeps the epoch with the best F1."""
    return TrainingArguments(
        output_dir=str(folder),
        seed=given["seed"],
        learning_rate=given["learning_rate"],
        num_train_epochs=given["epochs"],
        per_device_train_batch_size=given["batch_size"],
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        use_cpu=given["device"] == "cpu",
        report_to="none",
    )


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    predictions = main(json.loads(source.read_text(encoding="utf-8")), target.parent / "model")
    target.write_text(json.dumps(predictions), encoding="utf-8")
