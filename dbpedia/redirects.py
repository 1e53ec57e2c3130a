"""Resolving redirects: which article with a class each redirect leads to, over chains of redirects.

Redirects are read in `wiki/dump/redirects.py`, `wiki/dump/redirect_table.py` and
`dbpedia/sources/instance_types.py`; here they are followed. The title index keeps what comes of it, so that an anchor
to a redirect has the class of its final article.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.sources.instance_types import RedirectCounts, Redirects
from dbpedia.title_keys import column_keys, group_titles, title_keys
from schemas.sorted_lookup import find_sorted

MAX_REDIRECTS = 8
"""Longest chain of redirects that is followed. MediaWiki follows one, and editors fix longer chains."""
_STEP = 1 << 20


class TitleColumns(NamedTuple):
    """All titles, the known ones first, and where those lead that are redirects."""

    titles: pa.LargeStringArray
    targets: pa.LargeStringArray
    """Those of the titles behind the known ones."""
    n_trusted: int
    """How many of the targets are of the more trusted source: the first ones."""


class RedirectGraph(NamedTuple):
    """Titles, each once and in the order of their keys, and which of them redirects to which."""

    keys: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.int32]
    """First place of each title in the column of titles: that of its type, where it has one."""
    n_redirects: npt.NDArray[np.int32]
    """How often the title was given as a redirect."""
    disputed: int
    """Titles without a type that were given with different targets."""
    follows: npt.NDArray[np.int32]
    """The title that each one redirects to; -1 for a typed title, or where the target is not among the titles."""
    seed: int
    collisions: int


class ResolvedRedirects(NamedTuple):
    """Where each title of a graph leads."""

    articles: npt.NDArray[np.int32]
    """The typed title that each one leads to, itself where it is typed; -1 where there is none."""
    steps: npt.NDArray[np.uint8]
    """How many redirects lie between."""
    to_untyped: int
    """Redirects that end at a title without a class."""
    in_cycles: int
    """Redirects that lead into a cycle."""
    too_long: int
    """Redirects more than `MAX_REDIRECTS` steps from their typed article."""


def resolve_redirects(follows: npt.NDArray[np.int32], typed: npt.NDArray[np.bool_]) -> ResolvedRedirects:
    """Follow the redirects of all titles, step by step, each until it arrives at a typed title.

    `follows` is that of a `RedirectGraph`; `typed` says which of its titles have a class.
    """
    articles = np.where(typed, np.arange(len(typed), dtype=np.int32), np.int32(-1))
    steps = np.zeros(len(typed), np.uint8)
    going = np.flatnonzero(~typed).astype(np.int32)
    at = follows[going]
    to_untyped = 0
    for step in range(1, MAX_REDIRECTS + 1):
        arrived = (at >= 0) & typed[at]
        articles[going[arrived]] = at[arrived]
        steps[going[arrived]] = step
        to_untyped += int(np.count_nonzero(at < 0))
        on = (at >= 0) & ~arrived
        going, at = going[on], follows[at[on]]
    in_cycles = _count_in_cycles(follows, going)
    return ResolvedRedirects(articles, steps, to_untyped, in_cycles, len(going) - in_cycles)


def without_stale(
    redirects: Iterable[Redirects], articles: npt.NDArray[np.uint64], counts: RedirectCounts
) -> Iterator[Redirects]:
    """The redirects of a release but for those from one article of the wiki to another, which are counted.

    Such a redirect has become an article since. One to a title that is a redirect of the wiki now stays: its page was
    moved there and back. `articles` are the `title_keys` of the wiki's articles, ascending, with the seed 0.
    """
    for block in redirects:
        of_articles = (find_sorted(articles, title_keys(titles, len(titles), 0)) >= 0 for titles in block)
        stale = np.logical_and(*of_articles)
        counts.stale += int(np.count_nonzero(stale))
        kept = (~stale).tolist()
        yield Redirects(list(compress(block.titles, kept)), list(compress(block.targets, kept)))


def title_columns(
    known: pa.LargeStringArray, redirects: Iterable[Redirects], less_trusted: Iterable[Redirects] = ()
) -> TitleColumns:
    """The columns of known titles and of redirects from one source or two."""
    title_chunks = [known]
    target_chunks = [pa.array([], pa.large_string())]
    sizes = []
    for source in (redirects, less_trusted):
        for block in source:
            title_chunks.append(pa.array(block.titles, pa.large_string()))
            target_chunks.append(pa.array(block.targets, pa.large_string()))
        sizes.append(sum(map(len, target_chunks)))
    targets = pa.concat_arrays(target_chunks)
    del target_chunks
    titles = pa.concat_arrays(title_chunks)
    del title_chunks
    pa.default_memory_pool().release_unused()  # else the chunks' memory stays with the allocator
    return TitleColumns(titles, targets, sizes[0])


def redirect_graph(columns: TitleColumns, n_typed: int) -> RedirectGraph:
    """The graph of titles, of which the first `n_typed` are typed and the others redirect.

    Of a title that is typed twice the first place counts. Of a title's different targets one counts that is a title
    here, then one of the more trusted source, then the first in order, so that the order of the input does not. (A
    page that was moved is here by its old title, which the other source leads to.)
    """
    titles, targets, n_trusted = columns
    keys, order, seed, collisions = group_titles(titles)
    first = np.flatnonzero(np.diff(keys, prepend=~keys[:1])).astype(np.int32)
    keys = keys[first]
    rows = order[first]
    typed = rows < n_typed
    n_redirects = np.diff(first, append=np.int32(len(order))) - typed
    target_keys = column_keys(targets, seed)

    def rank(place: int) -> tuple[bool, bool, str]:
        unknown = bool(find_sorted(keys, target_keys[place : place + 1])[0] < 0)
        return unknown, place >= n_trusted, str(targets[place])

    disputed = 0
    chosen = rows - n_typed
    for node in np.flatnonzero(~typed & (n_redirects > 1)).tolist():
        given = order[first[node] : first[node] + n_redirects[node]] - n_typed
        if len(set(target_keys[given].tolist())) > 1:
            disputed += 1
            chosen[node] = min(given.tolist(), key=rank)

    follows = np.full(len(keys), -1, np.int32)
    for start in range(0, len(keys), _STEP):
        nodes = start + np.flatnonzero(chosen[start : start + _STEP] >= 0)
        wanted = target_keys[chosen[nodes]]
        by_key = np.argsort(wanted)
        nodes, wanted = nodes[by_key], wanted[by_key]
        at = find_sorted(keys, wanted)
        nodes, at = nodes[at >= 0], at[at >= 0]
        # A target that is no title here may still have the key of one: only the text decides.
        same = pc.equal(targets.take(chosen[nodes]), titles.take(rows[at])).to_numpy(zero_copy_only=False)
        follows[nodes[same]] = at[same]
    return RedirectGraph(keys, rows, n_redirects, disputed, follows, seed, collisions)


def _count_in_cycles(follows: npt.NDArray[np.int32], nodes: npt.NDArray[np.int32]) -> int:
    """How many of the nodes lead into a cycle: following twice as far each time, all others come to an end."""
    if not len(nodes):
        return 0
    end = len(follows)
    jumps = np.append(np.where(follows < 0, end, follows), end)
    for _ in range(end.bit_length()):
        jumps = jumps[jumps]
    return int(np.count_nonzero(jumps[nodes] != end))
