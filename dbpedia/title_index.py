"""The title index: from the title of an article or redirect to its DBpedia class, for every link of a Wikipedia.

One Arrow IPC file that is mapped into memory, so that all workers of a machine share it: titles are kept as 64-bit
keys, sorted, each with its class, the number of redirects on the way and the source of the class. 15 million titles
take 193 MB.

Keys of different titles of the index never agree (see `group_titles`). A title that is not in the index is mistaken for
one that is with probability n / 2^64 for an index of n titles: one in 10^12 at 18 million titles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.mapped_arrays import Format, open_arrays, write_arrays
from dbpedia.ontology import MAX_CLASSES, UNTYPED
from dbpedia.redirects import redirect_graph, resolve_redirects, title_columns
from dbpedia.scripts import across_scripts, find_titles
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.merge import ORIGINS
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_keys import bucket_starts
from dbpedia.wikidata_index import WikidataIndex
from schemas.arrow_tables import label_column
from schemas.catalog.dbpedia import TYPE_INDEX
from schemas.errors import InputError

_FORMAT = Format("title index", "title-index", 2, ("keys", "class_ids", "redirects", "origins", "buckets"))


@dataclass(frozen=True)
class TitleIndex:
    """Titles, as sorted keys, with their classes. Arrays of an index that was opened lie in the mapped file."""

    classes: tuple[str, ...]
    """Class names by id."""
    keys: npt.NDArray[np.uint64]
    class_ids: npt.NDArray[np.uint16]
    redirects: npt.NDArray[np.uint8]
    """Redirects between each title and the typed article, 0 for the article itself."""
    origins: npt.NDArray[np.uint8]
    """Place in `dbpedia.sources.merge.ORIGINS` of the source of each class."""
    buckets: npt.NDArray[np.uint32]
    """For each value of a key's top bits the place of the first key that has them or greater ones."""
    seed: int
    """What the titles were hashed with."""
    lang: str = ""
    """Language in whose other script titles are found too (`dbpedia.scripts`); empty where they are not."""

    def __len__(self) -> int:
        return len(self.keys)

    def lookup(
        self, titles: Sequence[str]
    ) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Class id of each canonical title, the number of redirects on the way, and where the class comes from.

        The last is a place in `dbpedia.sources.merge.ORIGINS`. A title that is not in the index has `UNTYPED`, 0 and 0.
        """
        place, found = find_titles(titles, self.keys, self.buckets, self.seed, self.lang)
        return (
            self._class_ids(place, found),
            _take(self.redirects, place, found),
            _take(self.origins, place, found),
        )

    def _class_ids(self, place: npt.NDArray[np.int64], found: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint16]:
        if not len(self.keys):
            return np.full(len(place), UNTYPED, np.uint16)
        return np.where(found, self.class_ids[place], np.uint16(UNTYPED))


def _take(
    values: npt.NDArray[np.uint8], place: npt.NDArray[np.int64], found: npt.NDArray[np.bool_]
) -> npt.NDArray[np.uint8]:
    """The values of the titles that are there, 0 for the others."""
    return np.where(found, values[place], np.uint8(0)) if len(values) else np.zeros(len(place), np.uint8)


class IndexCounts(NamedTuple):
    """What became of the titles and redirects of an index."""

    typed: int
    """Titles with a class of their own."""
    redirects: int
    """Redirects that lead to a typed title: with `typed` the size of the index."""
    by_redirects: dict[int, int]
    """Titles by number of redirects to the typed article, from 0."""
    redirects_typed_themselves: int
    """Redirects whose own title has a class, which it keeps."""
    redirects_repeated: int
    """Redirects given more than once; of different targets one is kept."""
    redirects_disputed: int
    """Redirects given with different targets."""
    redirects_to_untyped: int
    """Redirects that end at a title without a class."""
    redirects_in_cycles: int
    """Redirects that lead into a cycle: they are left out."""
    redirects_too_long: int
    """Redirects more than `MAX_REDIRECTS` steps from their typed article: they are left out."""
    key_collisions: int
    """Pairs of different titles with one key that a smaller hash seed gave."""


class Build(NamedTuple):
    """A title index with what it was made of."""

    title_index: TitleIndex
    titles: pa.LargeStringArray
    """The title of each key of the index."""
    counts: IndexCounts


def build_index(
    types: TypedTitles,
    redirects: Iterable[Redirects],
    classes: Sequence[str],
    less_trusted: Iterable[Redirects] = (),
) -> Build:
    """The index of typed titles and of the redirects that lead to them, all titles canonical.

    `classes` are the names that the class ids of `types` stand for. Redirects of the less trusted source decide nothing
    where the other leads to a title that is known. Order of titles and redirects does not matter.
    Takes up to 150 bytes of memory a title or redirect. Raises InputError where a title is typed twice.
    """
    if len(classes) > MAX_CLASSES:
        raise InputError(f"{len(classes):,} classes; an index holds at most {MAX_CLASSES:,}")
    columns = title_columns(types.titles, redirects, less_trusted)
    graph = redirect_graph(columns, len(types.titles))
    titles = columns.titles
    del columns

    typed = graph.rows < len(types.titles)
    if np.count_nonzero(typed) != len(types.titles):
        twice = len(types.titles) - np.count_nonzero(typed)
        raise InputError(f"{twice:,} of {len(types.titles):,} typed titles are given twice")
    resolved = resolve_redirects(graph.follows, typed)
    kept = np.flatnonzero(resolved.articles >= 0)
    # First of all that is made of them: while titles are copied, most memory is taken.
    titles = titles.take(graph.rows[kept])
    rows = graph.rows[resolved.articles[kept]]
    steps = resolved.steps[kept]
    origins = np.zeros(len(kept), np.uint8) if types.origins is None else types.origins[rows]
    levels, sizes = np.unique(steps, return_counts=True)
    counts = IndexCounts(
        typed=len(types.titles),
        redirects=len(kept) - len(types.titles),
        by_redirects=dict(zip(levels.tolist(), sizes.tolist(), strict=True)),
        redirects_typed_themselves=int(np.count_nonzero(typed & (graph.n_redirects > 0))),
        redirects_repeated=int(np.maximum(graph.n_redirects - 1, 0).sum()),
        redirects_disputed=graph.disputed,
        redirects_to_untyped=resolved.to_untyped,
        redirects_in_cycles=resolved.in_cycles,
        redirects_too_long=resolved.too_long,
        key_collisions=graph.collisions,
    )
    keys = graph.keys[kept]
    index = TitleIndex(tuple(classes), keys, types.class_ids[rows], steps, origins, bucket_starts(keys), graph.seed)
    return Build(index, titles, counts)


def index_rows(build: Build, wikidata: WikidataIndex, batch_size: int = 1 << 16) -> Iterator[pa.RecordBatch]:
    """The index as readable rows of `schemas.catalog.dbpedia.TYPE_INDEX`, sorted by title."""
    index = build.title_index
    order = pc.sort_indices(build.titles).to_numpy()
    for start in range(0, len(order), batch_size):
        rows = order[start : start + batch_size]
        titles = build.titles.take(rows).cast(pa.string())
        columns = [
            titles,
            label_column(index.class_ids[rows], index.classes),
            pa.array(index.redirects[rows]),
            label_column(index.origins[rows], ORIGINS),
            wikidata.qids(titles.to_pylist()),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=TYPE_INDEX.schema)


def index_across_scripts(build: Build, pages: Iterable[pa.Array], lang: str) -> tuple[TitleIndex, int]:
    """The index in which titles are found in the other script of a language too, and how many of them are ambiguous.

    `pages` are the titles of the wiki's pages, `lang` is the code of a language with `dbpedia.letters.other_letters`.
    A title in the other script is as far from the article as the title that it stands for.
    """
    index = build.title_index
    nearest = np.argsort(index.redirects, kind="stable")
    scripts = across_scripts(build.titles.take(nearest), index.class_ids[nearest].astype(np.int64), pages, lang)
    rows = nearest[scripts.rows]
    larger = replace(
        index,
        keys=scripts.keys,
        class_ids=index.class_ids[rows],
        redirects=index.redirects[rows],
        origins=index.origins[rows],
        buckets=bucket_starts(scripts.keys),
        seed=scripts.seed,
        lang=lang,
    )
    return larger, scripts.ambiguous


def write_index(index: TitleIndex, uri: str) -> None:
    """Write the index to a file. The same index gives the same bytes."""
    arrays = {name: getattr(index, name) for name in _FORMAT.arrays}
    about = {"seed": index.seed, "classes": index.classes} | ({"lang": index.lang} if index.lang else {})
    write_arrays(_FORMAT, arrays, about, uri)


def open_index(uri: str) -> TitleIndex:
    """The index in a file, mapped into memory: pages are read when a lookup needs them, and shared
    by the processes of a machine. One in an object store is fetched first.

    Raises InputError for a file that is missing, no index, cut short or of another version.
    """
    arrays, about = open_arrays(_FORMAT, uri)
    return TitleIndex(classes=tuple(about["classes"]), seed=about["seed"], lang=about.get("lang", ""), **arrays)
