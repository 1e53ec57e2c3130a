"""The Wikidata index: from the title of an article or redirect to its Wikidata item, and whether that is a class.

A file that is mapped into memory, as the title index is, and beside it: it has all titles, typed or not. 18 million
titles take 13 bytes each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.letters import other_letters
from dbpedia.mapped_arrays import Format, open_arrays, write_arrays
from dbpedia.redirects import redirect_graph, resolve_redirects, title_columns
from dbpedia.scripts import across_scripts, find_titles
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.wikidata import item_numbers
from dbpedia.title_keys import bucket_starts
from schemas.sorted_lookup import find_sorted

_FORMAT = Format("Wikidata index", "wikidata-index", 2, ("keys", "items", "are_classes", "buckets"))


@dataclass(frozen=True)
class WikidataIndex:
    """Titles, as sorted keys, with their items. Arrays of an index that was opened lie in the mapped file."""

    keys: npt.NDArray[np.uint64]
    items: npt.NDArray[np.uint32]
    """Number of each title's item: 42 for Q42."""
    are_classes: npt.NDArray[np.uint8]
    """1 where it is a class, as *guitar* is (`dbpedia.sources.wikidata.class_items`)."""
    buckets: npt.NDArray[np.uint32]
    """The `bucket_starts` of the keys."""
    seed: int
    """What the titles were hashed with."""
    lang: str = ""
    """Language in whose other script titles are found too (`dbpedia.scripts`); empty where they are not."""

    def __len__(self) -> int:
        return len(self.keys)

    def qids(self, titles: Sequence[str]) -> pa.StringArray:
        """The item of each canonical title, as `Q42`; null where none is known."""
        if not len(self.keys):
            return pa.nulls(len(titles), pa.string())
        place, found = find_titles(titles, self.keys, self.buckets, self.seed, self.lang)
        numbers = pa.array(self.items[place], mask=~found).cast(pa.string())
        return pc.binary_join_element_wise("Q", numbers, "")

    def of_classes(self, titles: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Whether the item of each canonical title is a class; False where none is known."""
        if not self.are_classes.any():
            return np.zeros(len(titles), bool)
        place, found = find_titles(titles, self.keys, self.buckets, self.seed, self.lang)
        return found & (self.are_classes[place] > 0)


EMPTY = WikidataIndex(np.empty(0, np.uint64), np.empty(0, np.uint32), np.empty(0, np.uint8), np.zeros(2, np.uint32), 0)
"""An index that knows no item."""


class WikidataTitles(NamedTuple):
    """A block of titles that have an item, canonical."""

    titles: pa.LargeStringArray
    qids: pa.StringArray
    """As `Q42`, one for each title."""


@dataclass(frozen=True)
class WikidataBuild:
    """A Wikidata index and what it was made of."""

    index: WikidataIndex
    titles: int
    """Titles with an item of their own."""
    repeated: int
    """Titles given again: the first item counts."""
    redirects: int
    """Redirects that lead to a title with an item."""


def build_wikidata_index(
    known: Iterable[WikidataTitles],
    redirects: Iterable[Redirects],
    classes: npt.NDArray[np.uint32],
    pages: Iterable[pa.Array] = (),
    lang: str = "",
) -> WikidataBuild:
    """The index of titles with an item and of the redirects that lead to them, all titles canonical.

    A redirect that has an item of its own keeps it. The order of redirects does not matter. `classes` are the items
    that are classes, ascending. In a `lang` with `dbpedia.letters.other_letters` titles are found in the other script
    too; `pages` are the titles of the wiki's pages, which only this needs.
    """
    title_chunks = [pa.array([], pa.large_string())]
    item_chunks = [np.empty(0, np.uint32)]
    for block in known:
        title_chunks.append(block.titles)
        item_chunks.append(item_numbers(block.qids))
    items = np.concatenate(item_chunks)
    n_known = len(items)
    columns = title_columns(pa.concat_arrays(title_chunks), redirects)
    del title_chunks
    graph = redirect_graph(columns, n_known)
    titles = columns.titles if other_letters(lang) else None
    del columns
    own = graph.rows < n_known
    ends = resolve_redirects(graph.follows, own).articles
    kept = np.flatnonzero(ends >= 0)
    keys = graph.keys[kept]
    items = items[graph.rows[ends[kept]]]
    are_classes = (find_sorted(classes, items) >= 0).astype(np.uint8)
    n_own = int(np.count_nonzero(own))
    if titles is None:
        index = WikidataIndex(keys, items, are_classes, bucket_starts(keys), graph.seed)
    else:
        titles = titles.take(graph.rows[kept])
        scripts = across_scripts(titles, items.astype(np.int64), [titles, *pages], lang)
        items, are_classes = items[scripts.rows], are_classes[scripts.rows]
        index = WikidataIndex(scripts.keys, items, are_classes, bucket_starts(scripts.keys), scripts.seed, lang)
    return WikidataBuild(index, n_own, n_known - n_own, len(kept) - n_own)


def write_wikidata_index(index: WikidataIndex, uri: str) -> None:
    """Write the index to a file. The same index gives the same bytes."""
    arrays = {name: getattr(index, name) for name in _FORMAT.arrays}
    write_arrays(_FORMAT, arrays, {"seed": index.seed} | ({"lang": index.lang} if index.lang else {}), uri)


def open_wikidata_index(uri: str) -> WikidataIndex:
    """The index in a file, mapped into memory. Raises InputError as `dbpedia.title_index.open_index` does."""
    arrays, about = open_arrays(_FORMAT, uri)
    return WikidataIndex(seed=about["seed"], lang=about.get("lang", ""), **arrays)
