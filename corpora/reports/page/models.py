"""The models in the build report: their scores and the pictures of their evaluation."""

from __future__ import annotations

import base64
import re
from typing import Any

from corpora.reports.page import charts
from corpora.reports.page.build import Evaluation
from schemas.catalog.training import REPORT
from schemas.datasets.dataset import read_dataset, read_manifest
from schemas.files import storage

_CAPTIONS = (
    (re.compile(r"few-shot-(.+)"), "F1 on {} by the number of target sentences"),
    (re.compile(r"share-of-the-corpus-(.+)"), "F1 on {} by the share of the corpus that the encoder was trained on"),
    (re.compile(r"size-of-the-label-embedding-(.+)"), "F1 on {} by the size of LANER's label embedding"),
    (re.compile(r"share-of-added-sentences-(.+)"), "F1 on {} by the share of the sentences that are added"),
    (re.compile(r"tags-(.+)"), "Tags of {} and what the best model takes them for, in percent"),
    (re.compile(r"confusion-(.+)"), "Types of {} and what the best model takes them for, in percent"),
    (re.compile(r"representations-(.+)"), "Entities of {} as the encoders represent them before fine-tuning (t-SNE)"),
    (re.compile(r"(.+)-training"), "Training of {}: loss and validation"),
)
"""What the pictures of an evaluation show, by their names."""
_MOST_PICTURES = 1_500_000
"""Bytes of pictures that the page holds."""


def scores(evaluation: Evaluation) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scores of the models, the best of each target first; and a chart for each target."""
    rows = [row for batch in read_dataset(evaluation.location) for row in batch.to_pylist()]
    full = [row for row in rows if row["few_shot"] == 0]
    settings = list(dict.fromkeys(row["setting"] for row in full))
    specs = {}
    for target in dict.fromkeys(row["target"] for row in full):
        shown = [
            {
                **{name: row[name] for name in ("setting", "f1", "deviation")},
                "run": f"{row['encoder']}, {row['model']}",
                "low": row["f1"] - row["deviation"],
                "high": row["f1"] + row["deviation"],
            }
            for row in full
            if row["target"] == target
        ]
        specs[target] = charts.scores(shown, settings)
    ranked = sorted(full, key=lambda row: (row["target"], -row["f1"], row["encoder"], row["model"], row["setting"]))
    return {"scores": ranked, "pictures": _pictures(evaluation.location)}, specs


def _caption(name: str) -> str:
    for pattern, caption in _CAPTIONS:
        if found := pattern.fullmatch(name.removesuffix(".svg")):
            return caption.format(found[1])
    return name


def _pictures(location: str) -> list[tuple[str, str, str]]:
    """Name, caption and content, as an address, of each picture of the evaluation; no content where the page would be
    too large.

    The smallest have their place first: large ones are clouds of points.
    """
    named = [part for part in read_manifest(location).parts if part.name.endswith(".svg")]
    room = _MOST_PICTURES
    contents = {}
    for part in sorted(named, key=lambda part: (part.bytes, part.name)):
        room -= part.bytes
        if room >= 0:
            text = storage.read_text(storage.join(location, part.name))
            contents[part.name] = f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"
    names = {part.name: part.name.removeprefix(f"{REPORT}/") for part in named}
    return [(name, _caption(name), contents.get(path, "")) for path, name in names.items()]
