"""Small datasets and a tokenizer that the tests of training build upon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from transformers import BertTokenizer

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Shard, Unit, write_shard

Row = dict[str, Any]
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PAD, UNK, CLS, SEP, MASK = range(5)


def write_partitions(root: Path, dataset: str, shards: Sequence[Mapping[str, Sequence[Row]]]) -> str:
    """Location of a dataset with, for each shard, a part in each of its partitions (`split=train`)."""
    location = str(root / dataset)
    outputs = [Destination(dataset, location, str(root / "_staging" / dataset))]
    units = [Unit(index, 1, index) for index in range(len(shards))]
    provenance = Provenance("0" * 64, "test", 1, "0", {}, [])
    prepare(units, outputs, provenance.identity)

    def process(index: int, shard: Shard) -> None:
        for partition, rows in shards[index].items():
            shard.write_rows(dataset, list(rows), partition)

    descriptors = [write_shard(unit, process=process, outputs=outputs) for unit in units]
    commit(descriptors, outputs, provenance, units=len(units), max_reject_share=0)
    return location


def ner_row(marked: str) -> Row:
    """A row of `ner_benchmark` from words of which some have a tag: `Ann/B-person sings`."""
    pairs = [(word.partition("/")[0], word.partition("/")[2] or "O") for word in marked.split()]
    return {"sentence": 0, "tokens": [word for word, _ in pairs], "tags": [tag for _, tag in pairs]}


def corpus_row(number: int, text: str, copy: int = 0) -> Row:
    """A row of `ner_corpus` without entities."""
    tokens = text.split()
    return {
        **{"page_id": 7, "rev_id": 1, "title": "Page", "url": "", "paragraph": 0, "sentence": number, "copy": copy},
        **{"text": text, "tokens": tokens, "starts": [0] * len(tokens), "tags": ["O"] * len(tokens)},
        **{"ner_tags": [0] * len(tokens), "types": [], "qids": []},
    }


def text_row(text: str, copies: int = 1) -> Row:
    """A row of `dapt_corpus`."""
    place = {"page_id": 1, "rev_id": 1, "title": "Page", "paragraph": 0, "sentence": 0}
    return {**place, "text": text, "n_entities": 0, "n_typical": 0, "n_specialised": 0, "copies": copies}


def letter_tokenizer(letters: str = "abcdefgh") -> BertTokenizer:
    """A tokenizer with a piece for each letter: `a` is 5, `b` is 6, … and `##a` comes after the last letter."""
    pieces = [*SPECIAL, *letters, *(f"##{letter}" for letter in letters)]
    return BertTokenizer(vocab={piece: number for number, piece in enumerate(pieces)}, do_lower_case=False)
