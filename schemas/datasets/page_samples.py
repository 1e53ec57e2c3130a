"""Samples of a wiki's pages: whole pages by hash, so that what is learned of a page is learned of all of it."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pyarrow as pa

from schemas.chance import uniform
from schemas.datasets.dataset import read_manifest

_Rows = TypeVar("_Rows", pa.Table, pa.RecordBatch)


def page_rate(sentences: str, number: int) -> float:
    """Share of the pages of the `sentences` dataset at a location that give about `number` sentences, all for 0."""
    return number / max(1, read_manifest(sentences).rows) if number else 1.0


def sampled_pages(rows: _Rows, rate: float, seed: int, purpose: str) -> _Rows:
    """The rows, with a column `page_id`, of the pages that are drawn with the probability `rate`.

    `purpose` keeps the sample independent of others, as in `uniform`.
    """
    pages, place = np.unique(rows.column("page_id").to_numpy(), return_inverse=True)
    drawn = np.array([uniform(seed, purpose, page) < rate for page in pages.tolist()], bool)
    return rows.filter(pa.array(drawn[place]))
