"""Small datasets that the tests of the domains' corpora build upon."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from schemas.dataset import SCHEMAS, Provenance, Source
from schemas.shards import Destination, Unit, commit, prepare, write_shard

_UNKNOWN = {"origin": "dump", "flag": ""}
PROVENANCE = Provenance("0" * 64, "test", 1, "0", {}, [])


def write_dataset(
    root: Path, name: str, shards: Sequence[Sequence[dict[str, Any]]], provenance: Provenance = PROVENANCE
) -> str:
    """Location of a dataset with a part for each list of rows that is not empty."""
    location = str(root / name)
    outputs = [Destination(name, location, str(root / "_staging" / name))]
    units = [Unit(index, 1, index) for index in range(len(shards))]
    prepare(units, outputs, provenance.identity)

    def process(index: int, shard: Any) -> None:
        if shards[index]:
            shard.write(name, pa.Table.from_pylist(list(shards[index]), schema=SCHEMAS[name]))

    descriptors = [write_shard(unit, process=process, outputs=outputs) for unit in units]
    commit(descriptors, outputs, provenance, units=len(units), max_reject_share=0)
    return location


def sentence(page_id: int, paragraph: int, number: int, marked: str) -> dict[str, Any]:
    """A row of typed sentences from text in which anchors stand as `[surface|Class]`."""
    text, mentions = "", []
    for piece in marked.split("["):
        inner, closed, rest = piece.partition("]")
        if closed:
            surface, _, name = inner.partition("|")
            span = {"start": len(text), "end": len(text) + len(surface)}
            mentions.append({**span, "type": name, "source": "direct", "redirects": 0, "target": surface} | _UNKNOWN)
            text += surface + rest
        else:
            text += piece
    place = {"page_id": page_id, "rev_id": 10 * page_id, "title": f"Page {page_id}", "section": ""}
    return {**place, "paragraph": paragraph, "sentence": number, "text": text, "mentions": mentions}


def sentence_datasets(
    root: Path, shards: Sequence[Sequence[dict[str, Any]]], typed: Sequence[Sequence[dict[str, Any]]] | None = None
) -> tuple[str, str]:
    """Locations of `sentences` with these rows, as `sentence` makes them, and of `typed_sentences` with the same."""
    anchors = [
        [{**row, "anchors": [_anchor(mention) for mention in row["mentions"]]} for row in rows] for rows in shards
    ]
    for row in (row for rows in anchors for row in rows):
        del row["mentions"]
    sentences = write_dataset(root, "sentences", anchors)
    # A unit of `typed_sentences` is a part of `sentences`, and a shard without rows has none.
    mentioned = [[row for row in rows if row["mentions"]] for rows in typed or shards if rows]
    made_of = Provenance("1" * 64, "test", 1, "0", {}, [Source("sentences", sentences, PROVENANCE.identity)])
    return sentences, write_dataset(root, "typed_sentences", mentioned, made_of)


def _anchor(mention: dict[str, Any]) -> dict[str, Any]:
    return {name: mention[name] for name in ("start", "end", "target")}
