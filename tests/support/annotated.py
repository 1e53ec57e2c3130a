"""Small annotated datasets with sentences that are hard on the formats of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq

from corpora.steps.ner_benchmark import write_ner_benchmark
from corpora.steps.ner_corpus import write_ner_corpus
from schemas.dataset import parquet_parts, read_manifest
from tests.support.bio import mentions_of
from tests.support.dapt_data import run_step
from tests.support.ner_data import Given, write_part

LABELS = {"Person": "ORG", "City": "city", "Board-Game": "Board-Game"}
MARKED = [
    "[Ann|Person] lives in [Rome|City].",
    "[Lee|Person] sings",
    "  [Ann  Lee|Person]  left\u00a0[New York|City]\u2003early .  ",
    "[New |City][York|Person] touch, pre-[war|City]time",
    "ORG, IS_ALPHA and PERSON are symbols of [spaCy|Person]; _ too",
    "[東京|City]は日本の首都。 [𝔘lm|City] 🎉 e\u0301te\u0301",
    'He said "[Go\u2028on|Board-Game]" \\n \u200b \ufeff[x|City]',
    "-DOCSTART- is how a document of [CoNLL|Person] begins",
    "[" + 40 * "long" + "|City] and " + 300 * "é",
    "# [Oslo|City] is no comment",
]
"""Sentences in which mentions stand as `[surface|Class]`."""
BENCHMARK = {
    "train": "Ann\tB-person\nLee\tI-person\nsings\tO\n\nNew York\tB-city\n.\tO\n\n",
    "dev": "Nothing\tO\n\n",
    "test": "Go\tB-board-game\non\tI-board-game\n",
}


class Sentence(NamedTuple):
    """What a reader should find."""

    text: str
    tokens: list[str]
    spans: list[tuple[int, int, str]]
    """First token, token after the last and label of each entity."""
    entities: list[tuple[int, int, str]]
    """First code point, code point after the last and label."""


def small_corpus(root: Path) -> str:
    """Location of a `ner_corpus` of two parts, with both splits, made of MARKED; each third sentence stands twice."""
    unmarked = [_unmarked(marked) for marked in MARKED]
    rows = [(number, *each) for number, each in enumerate(unmarked)]
    root.mkdir(parents=True, exist_ok=True)
    halves = [rows[:5], rows[5:]]
    parts = [write_part(root / f"{n}.parquet", "filtered_sentences", half) for n, half in enumerate(halves)]
    run_step(
        "ner_corpus",
        root,
        write_ner_corpus,
        parts,
        rates={"Person": 1.0, "City": 1.0, "Board-Game": 2.0},
        entity_categories={name: name for name in LABELS},
        labels=LABELS,
        seed=0,
        validation_share=0.3,
        url="https://xx.example/w/index.php?oldid={rev_id}",
    )
    return str(root / "ner_corpus")


def small_benchmark(root: Path, **content: str) -> str:
    """Location of a `ner_benchmark` of files with this content, by split; without any, of BENCHMARK."""
    root.mkdir(parents=True, exist_ok=True)
    files = [(split, str(root / f"{split}.txt")) for split in content or BENCHMARK]
    for split, name in files:
        Path(name).write_text((content or BENCHMARK)[split])
    run_step("ner_benchmark", root, write_ner_benchmark, [files])
    return str(root / "ner_benchmark")


def sentences_of(location: str) -> dict[str, list[Sentence]]:
    """The sentences of an annotated dataset by split, read without the code that exports them."""
    found: dict[str, list[Sentence]] = {}
    for part in parquet_parts(read_manifest(location)):
        for row in pq.read_table(Path(location, part.name), partitioning=None).to_pylist():
            tokens = row["tokens"]
            text = row.get("text", " ".join(tokens))
            starts = row.get("starts") or [len(" ".join([*tokens[:n], ""])) for n in range(len(tokens))]
            spans = [(first, end, label) for first, end, label in mentions_of(row["tags"])]
            entities = [(starts[a], starts[b - 1] + len(tokens[b - 1]), label) for a, b, label in spans]
            split = part.name.split("/")[0].removeprefix("split=")
            found.setdefault(split, []).append(Sentence(text, tokens, spans, entities))
    return found


def _unmarked(marked: str) -> tuple[str, list[Given]]:
    text, mentions = "", []
    for piece in marked.split("["):
        inner, closed, rest = piece.partition("]")
        if closed:
            surface, _, name = inner.partition("|")
            mentions.append(Given(len(text), len(text) + len(surface), name))
            text += surface + rest
        else:
            text += piece
    return text, mentions
