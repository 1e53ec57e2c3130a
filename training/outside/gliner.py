"""GLiNER (Zaratiana et al., 2024), zero-shot: it is given the target's types in words, and none of its sentences.

    python -I gliner.py INPUT.json OUTPUT.json

The weights are a folder as GLiNER's `save_pretrained` writes it. Entities are those above GLiNER's own threshold of
0.5, none of which overlap; one that ends inside of a word has the whole word.
"""

from __future__ import annotations

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

from gliner import GLiNER

SENTENCES = 8
"""Sentences that are tagged at a time."""


def main(given: dict[str, Any]) -> dict[str, Any]:
    """Tag dev and test."""
    model = GLiNER.from_pretrained(given["weights"], local_files_only=True).to(given["device"])
    model.eval()
    types = {given["type_words"][name]: name for name in given["types"]}

    def tagged(sentences: list[dict[str, list[str]]]) -> list[list[str]]:
        found = []
        for first in range(0, len(sentences), SENTENCES):
            words = [each["tokens"] for each in sentences[first : first + SENTENCES]]
            entities = model.inference([" ".join(each) for each in words], list(types), flat_ner=True)
            found += [_tags(each, spans, types) for each, spans in zip(words, entities, strict=True)]
            print(f"{len(found):,} of {len(sentences):,} sentences", flush=True)
        return found

    return {"epochs": 0, "best_epoch": 0, "dev": tagged(given["dev"]), "test": tagged(given["test"])}


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
    predictions = main(json.loads(source.read_text(encoding="utf-8")))
    target.write_text(json.dumps(predictions), encoding="utf-8")
