"""Which words a wiki has in lower case and which only with a capital, from the parameters of the sentence splitter.

Punkt (Kiss and Strunk 2006) counts for every word where in a sentence it was seen in which case. A capital at the
beginning of a sentence shows nothing, a lower-case letter shows a common word.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from schemas.dataset import read_dataset

# Orthographic contexts of a word, as NLTK numbers them: with a capital within a sentence; in lower case anywhere.
_UPPER_WITHIN = 1 << 2
_LOWER = 1 << 4 | 1 << 5 | 1 << 6


class WordCases(NamedTuple):
    """Words, in lower case."""

    lower: frozenset[str]
    """Those seen in lower case."""
    upper: frozenset[str]
    """Those seen with a capital within a sentence, and never in lower case."""


@lru_cache(maxsize=1)
def read_word_cases(punkt: str) -> WordCases:
    """The cases of the words in the `punkt` dataset at a location. Takes some 100 bytes of memory a word.

    The last location's are kept, since a worker needs them for every part; what is at a location never changes.
    """
    lower: list[str] = []
    upper: list[str] = []
    for batch in read_dataset(punkt, ["kind", "first", "value"]):
        words = batch.filter(pc.equal(batch.column("kind").cast(pa.string()), "orthography"))
        for word, contexts in zip(words.column("first").to_pylist(), words.column("value").to_pylist(), strict=True):
            if contexts & _LOWER:
                lower.append(word)
            elif contexts & _UPPER_WITHIN:
                upper.append(word)
    return WordCases(frozenset(lower), frozenset(upper))
