"""Small annotated datasets with sentences that are hard on the formats of other tools."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from corpora.bio import tag_tokens
from corpora.steps.ner_benchmark import write_ner_benchmark
from schemas.datasets.dataset import MANIFEST, Manifest, Part, parquet_parts, read_manifest
from schemas.files.storage import checksum, write_json
from tests.support.bio import mentions_of
from tests.support.dapt_data import PROVENANCE, run_step

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
    qids: list[str | None] | None
    """Wikidata item of each entity, as far as it is known; None where the dataset has no items."""


def small_corpus(root: Path, *, qids: bool = True) -> str:
    """Location of a `ner_corpus` of two parts a split, made of MARKED; each third sentence stands twice.

    With Wikidata items of every second mention, or as it was before there were any.
    """
    rows: dict[str, list[dict[str, Any]]] = {"train": [], "validation": []}
    for number, marked in enumerate(MARKED):
        text, mentions = _unmarked(marked)
        tagged = tag_tokens(text, [(start, end, LABELS[name]) for start, end, name in mentions], "en")
        place = {
            "page_id": 300 + number,
            "rev_id": 70,
            "title": "Page",
            "url": "https://xx.example/w/index.php?oldid=70",
        }
        row = {**place, "paragraph": 0, "sentence": number, "text": text, **tagged._asdict()}
        if qids:
            row["qids"] = [None if index % 2 else f"Q{number + 1}" for index in range(len(mentions))]
        split = "validation" if number % 4 == 3 else "train"
        rows[split] += [{**row, "copy": copy} for copy in range(1 + (number % 3 == 0))]
    parts = []
    for split, examples in rows.items():
        for index, half in enumerate((examples[: len(examples) // 2], examples[len(examples) // 2 :])):
            name = f"split={split}/part-{index:05}.parquet"
            path = root / "ner_corpus" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(pa.Table.from_pylist(half), path)
            parts.append(Part(name, len(half), path.stat().st_size, checksum(str(path))))
    location = root / "ner_corpus"
    manifest = Manifest("ner_corpus", PROVENANCE, "", sum(part.rows for part in parts), 0, 0, 0, {}, parts)
    write_json(str(location / MANIFEST), asdict(manifest))
    return str(location)


def small_benchmark(root: Path, **content: str) -> str:
    """Location of a `ner_benchmark` of files with this content, by split; without any, of BENCHMARK."""
    root.mkdir(parents=True, exist_ok=True)
    files = [(split, str(root / f"{split}.txt")) for split in content or BENCHMARK]
    for split, name in files:
        Path(name).write_text((content or BENCHMARK)[split])
    run_step("ner_benchmark", root, partial(write_ner_benchmark, dev_share=0.1, seed=0), [files])
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
            found.setdefault(split, []).append(Sentence(text, tokens, spans, entities, row.get("qids")))
    return found


def _unmarked(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    text, mentions = "", []
    for piece in marked.split("["):
        inner, closed, rest = piece.partition("]")
        if closed:
            surface, _, name = inner.partition("|")
            mentions.append((len(text), len(text) + len(surface), name))
            text += surface + rest
        else:
            text += piece
    return text, mentions
