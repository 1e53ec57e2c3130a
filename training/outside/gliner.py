"""GLiNER (Zaratiana et al., 2024): zero-shot, or trained on the target first.

    python -I gliner.py INPUT.json OUTPUT.json

The weights are a folder as GLiNER's `save_pretrained` writes it. With 0 `epochs` the model is given the target's types
in words, and none of its sentences. Else it is trained by GLiNER's own Trainer, on sentences that are all asked for all
types, without negatives from elsewhere; what is above the encoder has five times the learning rate, as in the published
training (1e-5 and 5e-5), the rate falls linearly, and the epoch with the best development F1 is taken.

GLiNER has words of its own, within those of the target. Entities are those above GLiNER's own threshold of 0.5, none
of which overlap; one that ends inside of a word has the whole word.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from itertools import accumulate
from pathlib import Path
from typing import Any

import torch
from gliner import GLiNER
from gliner.training import Trainer, TrainingArguments
from transformers import TrainerCallback, set_seed

SENTENCES = 8
"""Sentences that are tagged at a time."""
ABOVE_ENCODER = 5
"""How much larger the learning rate of what is above the encoder is."""
WEIGHT_DECAY = 0.01


def main(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Train on the split train where there are epochs to train, and tag dev and test."""
    model = GLiNER.from_pretrained(given["weights"], local_files_only=True).to(given["device"])
    types = {given["type_words"][name]: name for name in given["types"]}
    best = _trained(model, given, folder) if given["epochs"] else None
    model.eval()

    def tagged(sentences: list[dict[str, list[str]]]) -> list[list[str]]:
        found = []
        for first in range(0, len(sentences), SENTENCES):
            words = [each["tokens"] for each in sentences[first : first + SENTENCES]]
            entities = model.inference([" ".join(each) for each in words], list(types), flat_ner=True)
            found += [_tags(each, spans, types) for each, spans in zip(words, entities, strict=True)]
            print(f"{len(found):,} of {len(sentences):,} sentences", flush=True)
        return found

    return {
        "epochs": best.last if best else 0,
        "best_epoch": best.epoch if best else 0,
        "dev": tagged(given["dev"]),
        "test": tagged(given["test"]),
    }


class BestEpoch(TrainerCallback):
    """Keeps the weights of the epoch with the best development F1, and stops after `patience` without a better one."""

    def __init__(self, dev: list[dict[str, Any]], types: list[str], patience: int) -> None:
        self.dev, self.types, self.patience = dev, types, patience
        self.last = self.epoch = 0
        self.f1 = -1.0
        self.weights: dict[str, torch.Tensor] = {}

    def on_epoch_end(self, *given: Any, **named: Any) -> None:
        """Called by the trainer, with its arguments, its state and what it is to do next, and by name the model."""
        _, _, control = given
        model = named["model"]
        self.last += 1
        _, f1 = model.evaluate(self.dev, flat_ner=True, entity_types=self.types)
        print(f"epoch {self.last}: development F1 {f1:.4f}", flush=True)
        if f1 > self.f1:
            self.epoch, self.f1 = self.last, f1
            self.weights = {name: each.detach().to("cpu", copy=True) for name, each in model.state_dict().items()}
        elif self.patience and self.last - self.epoch >= self.patience:
            control.should_training_stop = True


def _trained(model: GLiNER, given: dict[str, Any], folder: Path) -> BestEpoch:
    """Train the model, which has the weights of the best epoch then."""
    set_seed(given["seed"])
    types = [given["type_words"][name] for name in given["types"]]
    train, dev = (
        [_example(each, model.data_processor.words_splitter, given["type_words"], types) for each in given[split]]
        for split in ("train", "dev")
    )
    best = BestEpoch(dev, types, given["patience"])
    Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=str(folder),
            seed=given["seed"],
            learning_rate=given["learning_rate"],
            others_lr=ABOVE_ENCODER * given["learning_rate"],
            weight_decay=WEIGHT_DECAY,
            others_weight_decay=WEIGHT_DECAY,
            num_train_epochs=given["epochs"],
            per_device_train_batch_size=given["batch_size"],
            save_strategy="no",
            use_cpu=given["device"] == "cpu",
            report_to="none",
        ),
        train_dataset=train,
        data_collator=model.data_collator_class(model.config, data_processor=model.data_processor, prepare_labels=True),
        callbacks=[best],
    ).train()
    model.load_state_dict(best.weights)
    return best


def _example(
    sentence: dict[str, list[str]], split: Any, type_words: dict[str, str], types: list[str]
) -> dict[str, Any]:
    """A sentence as GLiNER is trained on it: its words, each entity by its first and last, and what is asked for."""
    words = sentence["tokens"]
    pieces = list(split(" ".join(words)))
    starts = [start for _, start, _ in pieces]
    # The first piece of each word, and of one more behind them.
    firsts = [bisect_left(starts, place) for place in accumulate((len(word) + 1 for word in words), initial=0)]
    return {
        "tokenized_text": [piece for piece, _, _ in pieces],
        "ner": [
            (firsts[start], firsts[stop] - 1, type_words[name])
            for name, start, stop in _spans(sentence["tags"])
            if firsts[start] < firsts[stop]
        ],
        "ner_labels": types,
    }


def _spans(tags: list[str]) -> list[tuple[str, int, int]]:
    """Type, first word and word after the last; an I tag without a tag of its type before it begins one."""
    spans: list[tuple[str, int, int]] = []
    for place, tag in enumerate(tags):
        if tag == "O":
            continue
        if tag[0] == "I" and spans and spans[-1][0] == tag[2:] and spans[-1][2] == place:
            spans[-1] = (*spans[-1][:2], place + 1)
        else:
            spans.append((tag[2:], place, place + 1))
    return spans


def _tags(words: list[str], entities: list[dict[str, Any]], types: dict[str, str]) -> list[str]:
    """BIO tags of the words, which the text has with a space between; of entities that share a word the likelier."""
    ends = list(accumulate(len(word) + 1 for word in words))
    tags = ["O"] * len(words)
    for entity in sorted(entities, key=lambda each: -each["score"]):
        start = next(place for place, end in enumerate(ends) if entity["start"] < end)
        stop = next(place for place, end in enumerate(ends) if entity["end"] <= end) + 1
        if tags[start:stop] == ["O"] * (stop - start):
            name = types[entity["label"]]
            tags[start:stop] = [f"B-{name}", *[f"I-{name}"] * (stop - start - 1)]
    return tags


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    predictions = main(json.loads(source.read_text(encoding="utf-8")), target.parent / "model")
    target.write_text(json.dumps(predictions), encoding="utf-8")
