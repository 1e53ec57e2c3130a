"""The members of categories, read from the dataset `category_edges`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.dataset import open_part, part_uris, read_batches
from schemas.records import CategoryEdge
from schemas.sorted_lookup import find_sorted
from wiki.categories.walk import Kind, Members


def edge_members(location: str) -> Members:
    """The dataset `category_edges` as a source of the walk.

    The parts are sorted by category, so those of a few categories are read from a few row groups.
    """
    parts = _parts(location)

    def members(categories: Sequence[str], kind: Kind) -> Iterator[CategoryEdge]:
        wanted = sorted(categories)
        for uri in parts[kind]:
            yield from _read_edges(uri, wanted, kind)

    return members


def count_categories(location: str, page_ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """How many categories of the dataset `category_edges` each page is in, without those that the wiki hides.

    `page_ids` are sorted. All edges of pages are read.
    """
    parts = _parts(location)
    subcats = (batch for uri in parts["subcat"] for batch in read_batches(uri, ["title", "hidden"]))
    hidden = {title for batch in subcats for title in batch["title"].filter(batch["hidden"]).to_pylist()}
    counts = np.zeros(len(page_ids), np.int32)
    for uri in parts["page"]:
        for batch in read_batches(uri, ["parent", "page_id"]):
            # Sorted by category, a batch has few of them.
            parents = batch["parent"].dictionary_encode()
            shown = np.array([title not in hidden for title in parents.dictionary.to_pylist()], bool)
            places = find_sorted(page_ids, batch["page_id"].to_numpy()[shown[parents.indices.to_numpy()]])
            counts += np.bincount(places[places >= 0], minlength=len(counts)).astype(np.int32)
    return counts


def _parts(location: str) -> dict[str, list[str]]:
    """The parts of `category_edges` by the type of their edges."""
    return {kind: part_uris(location, type=kind) for kind in ("page", "subcat")}


def _read_edges(uri: str, wanted: list[str], kind: Kind) -> Iterator[CategoryEdge]:
    names = pa.array(wanted, pa.string())
    with open_part(uri) as parquet:
        groups = [
            group
            for group in range(parquet.num_row_groups)
            if _may_have(parquet.metadata.row_group(group).column(0).statistics, wanted)
        ]
        for batch in parquet.iter_batches(row_groups=groups) if groups else ():
            found = batch.filter(pc.is_in(batch["parent"], names)).to_pydict()
            yield from (
                CategoryEdge(page_id, title, kind, parent, hidden, disambiguation)
                for parent, page_id, title, hidden, disambiguation in zip(*found.values(), strict=True)
            )


def _may_have(statistics: Any, wanted: list[str]) -> bool:
    """Whether one of the sorted values lies between the least and the greatest of a row group."""
    if statistics is None or not statistics.has_min_max:
        return True
    # Parquet orders by bytes and Python by code points, which is the same order in UTF-8.
    first = bisect_left(wanted, statistics.min)
    return first < len(wanted) and wanted[first] <= str(statistics.max)
