"""How fast sentences become pieces and pieces become batches, on one core, compared with transformers' usual ways.

    python -m benchmarks.training_data NER_DATASET SPLIT [--text DAPT_CORPUS DOMAIN LEVEL] [--tokenizer NAME]

NER_DATASET and DAPT_CORPUS are locations of built datasets. Without `--tokenizer` a WordPiece vocabulary of 28,996
pieces is made of the split. Every way runs in rounds, in turn with the others, and its fastest round counts: seconds of
processor time, with one thread. Prints Markdown.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Before the tokenizers are imported: figures are for one core.
os.environ["TOKENIZERS_PARALLELISM"] = "false"

from training.data.batches import BatchPlan, iterate, ner_batches, ner_plan, text_batches, text_plan
from training.data.corpus import NerSplit, TextLevel
from training.data.tokenised import tokenise_ner, tokenise_text
from training.data.vocabulary import count_words, train_wordpiece
from training.models.encoders import load_tokenizer

_WINDOW = 510
_VOCABULARY = 28_996
"""Pieces of bert-base-cased."""
_AT_ONCE = 1000
"""Rows that `datasets.map(batched=True)` hands to its function."""

Sentences = Sequence[tuple[list[str], list[str]]]


def seconds(ways: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Processor time of the fastest round of each way."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.process_time()
            way()
            found[name].append(time.process_time() - start)
    return {name: min(times) for name, times in found.items()}


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def aligned(words: list[list[str]], tags: list[list[int]], tokenizer: Any) -> list[Any]:
    """Pieces with the tag of a word at its first: the way of the token-classification examples of transformers."""
    encoded = tokenizer(words, is_split_into_words=True, truncation=True, max_length=_WINDOW + 2)
    labels = []
    for row, sentence in enumerate(tags):
        before, row_labels = None, []
        for word in encoded.word_ids(row):
            row_labels.append(-100 if word is None or word == before else sentence[word])
            before = word
        labels.append(row_labels)
    return [{"input_ids": ids, "labels": row} for ids, row in zip(encoded["input_ids"], labels, strict=True)]


def groups(texts: list[str], tokenizer: Any) -> list[list[int]]:
    """Blocks of pieces by Python lists: the way of the language-modelling examples of transformers."""
    encoded = tokenizer(texts, add_special_tokens=False)
    stream = list(chain.from_iterable(encoded["input_ids"]))
    return [stream[start : start + _WINDOW] for start in range(0, len(stream) - _WINDOW + 1, _WINDOW)]


def ner_tables(split: NerSplit, tokenizer: Any, rounds: int, batch_size: int) -> None:
    tags = split.tags()
    numbers = {tag: number for number, tag in enumerate(tags)}
    sentences = list(split.sentences())
    words = [each for each, _ in sentences]
    tag_ids = [[numbers[tag] for tag in each] for _, each in sentences]
    megabytes = sum(len(word.encode()) + 1 for each in words for word in each) / 1e6
    n = len(sentences)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        data = tokenise_ner(split, tokenizer, tags, _WINDOW, kept)

        def anew() -> None:
            with tempfile.TemporaryDirectory() as cache:
                tokenise_ner(split, tokenizer, tags, _WINDOW, Path(cache))

        def thousands() -> None:
            for start in range(0, n, _AT_ONCE):
                aligned(words[start : start + _AT_ONCE], tag_ids[start : start + _AT_ONCE], tokenizer)

        def single() -> None:
            for each, ids in zip(words, tag_ids, strict=True):
                aligned([each], [ids], tokenizer)

        ways: dict[str, Callable[[], Any]] = {
            "here: Parquet read, distinct words tokenised, files written": anew,
            "here: found in the cache": lambda: tokenise_ner(split, tokenizer, tags, _WINDOW, kept),
            "transformers, 1,000 sentences at a time, nothing read or written": thousands,
            "transformers, a sentence at a time": single,
        }
        times = seconds(ways, rounds)
        print(f"{n:,} sentences, {data.n_words:,} words, {data.n_pieces:,} pieces, {megabytes:.1f} MB of words\n")
        base = times["transformers, 1,000 sentences at a time, nothing read or written"]
        rows = [(name, f"{n / t:,.0f}", f"{megabytes / t:.1f}", f"{base / t:.2f}") for name, t in times.items()]
        table(["sentences to pieces", "sentences/s", "MB/s", "ratio"], rows)

        lengths = data.lengths()
        make = ner_batches([data], tokenizer)
        plans = {
            "by length": ner_plan([(data, 1)], batch_size, seed=0, epoch=0),
            "random": text_plan(data.n_windows, batch_size, seed=0, epoch=0),
        }

        def on_the_fly() -> None:
            for batch in plans["random"]:
                rows = aligned([words[i] for i in batch], [tag_ids[i] for i in batch], tokenizer)
                tokenizer.pad([{"input_ids": row["input_ids"]} for row in rows], return_tensors="pt")

        ways = {
            "here, by length, in a thread ahead": lambda: all(iterate(plans["by length"], make)),
            "here, by length": lambda: [make(batch) for batch in plans["by length"]],
            "here, random": lambda: [make(batch) for batch in plans["random"]],
            "transformers, tokenised and padded for each batch": on_the_fly,
        }
        times = seconds(ways, rounds)
        base = times["transformers, tokenised and padded for each batch"]
        n_batches = len(plans["random"])
        rows = [
            (name, f"{n_batches / t:,.0f}", f"{data.n_pieces / t / 1e6:.2f}", f"{base / t:.1f}")
            for name, t in times.items()
        ]
        table([f"batches of {batch_size}", "batches/s", "million pieces/s", "ratio"], rows)
        shares = [(name, f"{padding(plan, lengths):.1%}") for name, plan in plans.items()]
        table(["order", "padding, of all positions"], shares)


def padding(plan: BatchPlan, lengths: NDArray[np.int64]) -> float:
    """Share of the positions of an epoch that is padding."""
    positions = sum(len(batch) * int(lengths[batch].max() + 2) for batch in plan)
    return 1 - float(lengths.sum() + 2 * len(lengths)) / positions


def text_tables(level: TextLevel, tokenizer: Any, rounds: int) -> None:
    texts = [text for batch, copies in level.batches() for text in batch.to_pylist()]
    n_copies = sum(sum(copies.to_pylist()) for _, copies in level.batches())
    if n_copies != len(texts):
        raise SystemExit(f"level {level.level} has copies, which the other way does not know; take another")
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        data = tokenise_text(level, tokenizer, _WINDOW, Path(folder))

        def anew() -> None:
            with tempfile.TemporaryDirectory() as cache:
                tokenise_text(level, tokenizer, _WINDOW, Path(cache))

        def thousands() -> None:
            for start in range(0, len(texts), _AT_ONCE):
                groups(texts[start : start + _AT_ONCE], tokenizer)

        times = seconds(
            {"here": anew, "transformers, 1,000 sentences at a time, nothing read or written": thousands}, rounds
        )
        print(f"{len(texts):,} sentences, {megabytes:.1f} MB of text, {data.counts['pieces']:,} pieces\n")
        base = times["transformers, 1,000 sentences at a time, nothing read or written"]
        rows = [
            (name, f"{len(texts) / t:,.0f}", f"{megabytes / t:.1f}", f"{base / t:.2f}") for name, t in times.items()
        ]
        table(["text to blocks", "sentences/s", "MB/s", "ratio"], rows)
        make, plan = text_batches(data, tokenizer), text_plan(len(data.blocks), 8, seed=0, epoch=0)
        (time_taken,) = seconds({"": lambda: [make(batch) for batch in plan]}, rounds).values()
        speed = data.blocks.size / time_taken / 1e6
        print(f"batches of 8 blocks: {len(plan) / time_taken:,.0f}/s, {speed:.0f} million pieces/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ner_dataset")
    parser.add_argument("split")
    parser.add_argument("--text", nargs=3, metavar=("DAPT_CORPUS", "DOMAIN", "LEVEL"))
    parser.add_argument("--tokenizer")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    split = NerSplit(options.ner_dataset, options.split)
    if options.tokenizer:
        tokenizer = load_tokenizer(options.tokenizer)
    else:
        tokenizer = train_wordpiece(count_words(split), _VOCABULARY)
    ner_tables(split, tokenizer, options.rounds, options.batch_size)
    if options.text:
        text_tables(TextLevel(*options.text), tokenizer, options.rounds)


if __name__ == "__main__":
    main()
