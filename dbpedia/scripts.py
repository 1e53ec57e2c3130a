"""Titles across scripts: in a language that is written in two, a title leads to the page that has it in the other one.

Where no page has a link's title, MediaWiki shows the page that has it in another variant of the language
(`LinkHolderArray::doVariants`): `[[台灣]]` leads to `台湾`, without a redirect. Here the titles that an index knows are
also kept in one script, and a title that it does not know is looked for by its own form in that script. The letters are
data (`dbpedia/letters.py`); they do not turn the words of one region into those of another (`軟體`, `软件`), for which
MediaWiki has lists.

A title in one script that stands for different things is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dbpedia.letters import other_letters
from dbpedia.title_keys import find_keys, group_titles, title_keys

_IN_ONE_SCRIPT = "\n"
"""What stands before a title in one script, so that no title of a page is like it."""
_AT_A_TIME = 1 << 16


class Scripts(NamedTuple):
    """The titles of an index, in the order of their keys, with those in one script among them."""

    keys: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.int64]
    """For each of the keys the row of the index that it stands for."""
    seed: int
    """What the titles were hashed with."""
    ambiguous: int
    """Titles in one script that stand for different things: they are left out."""


def find_titles(
    titles: Sequence[str],
    keys: npt.NDArray[np.uint64],
    buckets: npt.NDArray[np.uint32],
    seed: int,
    lang: str,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The place of each title among the keys of an index, and whether it is there, as it is or in one script.

    `lang` is that of an index with `across_scripts`; empty for any other.
    """
    places, found = find_keys(keys, buckets, title_keys(titles, len(titles), seed))
    letters = other_letters(lang)
    if letters and not found.all():
        missing = np.flatnonzero(~found)
        others = [_IN_ONE_SCRIPT + titles[place].translate(letters) for place in missing.tolist()]
        places[missing], found[missing] = find_keys(keys, buckets, title_keys(others, len(others), seed))
    return places, found


def across_scripts(
    titles: pa.LargeStringArray, values: npt.NDArray[np.int64], pages: Iterable[pa.Array], lang: str
) -> Scripts:
    """The titles of an index with their form in one script, where that stands for one thing.

    `values` number the things that the titles stand for, from 0. `pages` are the titles of all pages of the wiki,
    repeated or not: one that the index does not know stands for nothing it has, so a title that is the same in one
    script is not taken for it. Titles of the index that are no pages (those of an older release) give way to pages.
    Where several titles stand for the same, the first counts.
    """
    letters = other_letters(lang)
    known = len(titles)
    every = pa.concat_arrays([titles, *(page.cast(pa.large_string()) for page in pages)])
    order, first = _groups(every)
    by_place = np.argsort(order[first])
    places = order[first][by_place]
    are_pages = (np.maximum.reduceat(order, first) >= known)[by_place] if known else np.ones(len(places), bool)
    meant = np.full(len(places), -1, np.int64)
    meant[places < known] = values[places[places < known]]
    folded = _changed(every.take(places), lambda title: title.translate(letters))
    del every

    order, first = _groups(folded)
    sizes = np.diff(first, append=len(order))
    meant, are_pages = meant[order], are_pages[order]
    has_page = np.add.reduceat(are_pages & (meant >= 0), first) > 0
    counts = np.where(np.repeat(has_page, sizes), are_pages, meant >= 0)
    end = len(order)
    least = np.minimum.reduceat(np.where(counts, meant, np.iinfo(np.int64).max), first)
    most = np.maximum.reduceat(np.where(counts, meant, -1), first)
    chosen = np.minimum.reduceat(np.where(counts, np.arange(end), end), first)
    kept = np.flatnonzero((least == most) & (most >= 0))
    rows = places[order[chosen[kept]]]
    marked = _changed(folded.take(order[first[kept]]), _IN_ONE_SCRIPT.__add__)
    grouping = group_titles(pa.concat_arrays([titles, marked]))
    ambiguous = int(np.count_nonzero((least != most) & (most >= 0)))
    return Scripts(grouping.keys, np.concatenate([np.arange(known), rows])[grouping.order], grouping.seed, ambiguous)


def _changed(titles: pa.LargeStringArray, change: Callable[[str], str]) -> pa.LargeStringArray:
    """Each title changed, a few at a time: as objects of Python all of a wiki's take a gigabyte."""
    parts = [
        pa.array(map(change, titles.slice(place, _AT_A_TIME).to_pylist()), pa.large_string())
        for place in range(0, len(titles), _AT_A_TIME)
    ]
    return pa.concat_arrays([pa.array([], pa.large_string()), *parts])


def _groups(titles: pa.LargeStringArray) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """The places of titles, equal ones side by side and in order, and where each different one begins among them."""
    grouping = group_titles(titles)
    return grouping.order, np.flatnonzero(np.diff(grouping.keys, prepend=~grouping.keys[:1]))
