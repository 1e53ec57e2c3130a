"""Flair's SequenceTagger with contextual string embeddings, a BiLSTM and a CRF (Akbik et al., 2018).

    python -I flair.py INPUT.json OUTPUT.json

The weights are a folder with language models of Flair, all of whose files `*.pt` are taken side by side: those that
read forwards and those that read backwards. Word vectors, which the paper adds, are the folder's files `*.gensim`, as
Flair publishes them (`glove.gensim`). Training is the package's own: SGD whose learning rate is halved after
`patience` epochs without a better development F1, until it is below 1e-4; the epoch that it holds for the best is
taken, or the last one where none has an F1 above 0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import flair
import torch
from flair.data import Corpus, Dictionary, Sentence
from flair.datasets import FlairDatapointDataset
from flair.embeddings import FlairEmbeddings, StackedEmbeddings, WordEmbeddings
from flair.models import SequenceTagger
from flair.trainers import ModelTrainer
from flair.trainers.plugins import TrainerPlugin

HIDDEN = 256
"""States of each direction of the BiLSTM, as in the paper."""


class Epochs(TrainerPlugin):  # type: ignore[misc]
    """Which epochs the trainer has gone through, and which of them it holds for the best."""

    last = best = 0

    @TrainerPlugin.hook  # type: ignore[untyped-decorator]
    def after_evaluation(self, epoch: int, current_model_is_best: bool, **_others: Any) -> None:
        """Called by the trainer, which keeps the model afterwards where it is the best."""
        self.last = epoch
        if current_model_is_best:
            self.best = epoch


def main(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Train on the split train, and tag dev and test."""
    flair.device = torch.device(given["device"])
    flair.set_seed(given["seed"])
    weights = Path(given["weights"])
    models = [FlairEmbeddings(str(file)) for file in sorted(weights.glob("*.pt"))]
    if not models:
        raise SystemExit(f"{weights}: there is no language model of Flair in it (*.pt)")
    vectors = [WordEmbeddings(str(file)) for file in sorted(weights.glob("*.gensim"))]
    labels = Dictionary(add_unk=False)
    labels.span_labels = True
    for name in given["types"]:
        labels.add_item(name)
    tagger = SequenceTagger(
        embeddings=StackedEmbeddings([*vectors, *models]),
        tag_dictionary=labels,
        tag_type="ner",
        tag_format="BIO",
        hidden_size=HIDDEN,
    )
    corpus = Corpus(
        train=FlairDatapointDataset([_sentence(each) for each in given["train"]]),
        dev=FlairDatapointDataset([_sentence(each) for each in given["dev"]]),
        sample_missing_splits=False,
    )
    epochs = Epochs()
    ModelTrainer(tagger, corpus).train(
        folder,
        learning_rate=given["learning_rate"],
        mini_batch_size=given["batch_size"],
        max_epochs=given["epochs"],
        # Flair halves it after one more than its patience.
        patience=given["patience"] - 1 if given["patience"] else given["epochs"],
        plugins=[epochs],
    )
    # No model is kept where the development F1 was 0 all the time.
    best = SequenceTagger.load(folder / "best-model.pt") if epochs.best else tagger
    return {
        "epochs": epochs.last,
        "best_epoch": epochs.best or epochs.last,
        **{split: _tagged(best, given[split]) for split in ("dev", "test")},
    }


def _sentence(given: dict[str, list[str]]) -> Sentence:
    """The sentence with its entities; an I tag without a tag of its type before it begins one."""
    sentence = Sentence(given["tokens"])
    tags = given.get("tags", [])
    begins = [
        place
        for place, tag in enumerate(tags)
        if tag != "O" and (tag[0] == "B" or place == 0 or tags[place - 1][2:] != tag[2:])
    ]
    for start in begins:
        end = start + 1
        while end < len(tags) and tags[end] == f"I-{tags[start][2:]}":
            end += 1
        sentence[start:end].add_label("ner", tags[start][2:])
    return sentence


def _tagged(tagger: SequenceTagger, given: list[dict[str, list[str]]]) -> list[list[str]]:
    sentences = [Sentence(each["tokens"]) for each in given]
    tagger.predict(sentences)
    found = []
    for sentence in sentences:
        tags = ["O"] * len(sentence)
        for span in sentence.get_spans("ner"):
            start, end = span.tokens[0].idx - 1, span.tokens[-1].idx
            tags[start:end] = [f"B-{span.tag}", *[f"I-{span.tag}"] * (end - start - 1)]
        found.append(tags)
    return found


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    predictions = main(json.loads(source.read_text(encoding="utf-8")), target.parent / "model")
    target.write_text(json.dumps(predictions), encoding="utf-8")
