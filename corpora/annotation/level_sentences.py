"""Which sentences a level of a domain's corpus has, to look them up in other datasets of the same sentences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from schemas.datasets.dataset import read_dataset
from schemas.errors import InputError
from schemas.records import PLACE
from schemas.sorted_lookup import find_sorted

_PAGE_BITS, _PARAGRAPH_BITS, _SENTENCE_BITS = 25, 20, 18
"""Of the number of a sentence in a level, an int64."""


class LevelSentences:
    """The sentences of a level of a domain's corpus."""

    def __init__(self, dapt_corpus: str, domain: str, level: str) -> None:
        """Raises InputError where the level has no sentences."""
        found = [_columns(batch) for batch in read_dataset(dapt_corpus, list(PLACE), domain=domain, level=level)]
        if not found:
            raise InputError(f"{dapt_corpus}: the level {level} of {domain} has no sentences; take another level")
        page_ids, paragraphs, sentences = (np.concatenate(each) for each in zip(*found, strict=True))
        self._page_ids = np.unique(page_ids)
        if self._page_ids.size > 2**_PAGE_BITS:
            raise InputError(f"the level {level} of {domain} has more than {2**_PAGE_BITS:,} pages; take another level")
        self._places = np.sort(self._numbers(page_ids, paragraphs, sentences))

    def have(self, table: pa.Table) -> pa.Array:
        """Whether each row is one of them."""
        page_ids, paragraphs, sentences = _columns(table)
        member = find_sorted(self._page_ids, page_ids) >= 0
        found = np.zeros(table.num_rows, bool)
        numbers = self._numbers(page_ids[member], paragraphs[member], sentences[member])
        found[member] = find_sorted(self._places, numbers) >= 0
        return pa.array(found)

    def _numbers(
        self, page_ids: npt.NDArray[np.int64], paragraphs: npt.NDArray[np.int64], sentences: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """A number for each sentence, in their order: page among those of the level, paragraph, sentence.

        Raises InputError for a page with more of them than there are numbers.
        """
        beyond = (paragraphs >> _PARAGRAPH_BITS > 0) | (sentences >> _SENTENCE_BITS > 0)
        if beyond.any():
            raise InputError(
                f"page {page_ids[beyond.argmax()]} has more than {2**_PARAGRAPH_BITS:,} paragraphs, or "
                f"{2**_SENTENCE_BITS:,} sentences in one; leave it out of the dump"
            )
        pages = np.searchsorted(self._page_ids, page_ids).astype(np.int64)
        return (pages << _PARAGRAPH_BITS + _SENTENCE_BITS) + (paragraphs << _SENTENCE_BITS) + sentences


def _columns(rows: pa.Table | pa.RecordBatch) -> list[npt.NDArray[np.int64]]:
    return [rows.column(name).to_numpy().astype(np.int64) for name in PLACE]
