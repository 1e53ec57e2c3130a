"""What the scores of a domain's passages say: which text belongs to the domain, and which classes are typical of it."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.dataset import read_dataset

KEPT: Final = pc.field("kept")
"""Passages that belong to the domain."""
NEAR: Final = KEPT | (pc.field("score") >= 0.5)
"""Those as well that, with the centrality of their page, are nearer to the domain's mean than to the wiki's."""


class Passages:
    """Some passages of a domain's pages, looked up by page and paragraph."""

    def __init__(self, location: str, domain: str, wanted: pc.Expression) -> None:
        """Take those of a domain in a `domain_passages` dataset for which the expression holds."""
        batches = [
            pa.Table.from_batches([batch]).filter(wanted)
            for batch in read_dataset(location, ["page_id", "first", "last", "score", "kept"], domain=domain)
        ]
        page, first, last = (
            np.concatenate([np.empty(0, np.int64), *(each[name].to_numpy() for each in batches)])
            for name in ("page_id", "first", "last")
        )
        order = np.lexsort((first, page))
        self._first, self._last = _places(page[order], first[order]), _places(page[order], last[order])

    def have(self, page_ids: npt.NDArray[np.int64], paragraphs: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Whether each of the paragraphs is of one of the passages."""
        places = _places(page_ids, paragraphs)
        before = np.searchsorted(self._first, places, side="right") - 1
        return (before >= 0) & (places <= np.concatenate([self._last, [-1]])[before])


def _places(page_ids: npt.NDArray[np.int64], paragraphs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A number for each paragraph, in order: page ids have less than 2^39, paragraphs less than 2^24."""
    return (page_ids.astype(np.int64) << 24) + paragraphs


def read_typical_classes(location: str, domain: str) -> frozenset[str]:
    """The classes that are typical of a domain, of a `domain_terms` dataset."""
    batches = [batch.to_pydict() for batch in read_dataset(location, ["term", "is_class"], domain=domain)]
    return frozenset(
        term for each in batches for term, known in zip(each["term"], each["is_class"], strict=True) if known
    )
