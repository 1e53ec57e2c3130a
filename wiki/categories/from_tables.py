"""The category graph of a wiki from the tables of a dump: who is a member of which category.

`categorylinks` names the category by the id that `linktarget` gives to its title (`cl_target_id`), in dumps before 2025
by the title itself (`cl_to`), and in between by both. The other three tables are read first and kept as arrays; then
`categorylinks`, by far the largest, is read in one pass.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.catalog.wiki import CATEGORY_EDGES
from schemas.errors import InputError
from schemas.files.storage import size
from schemas.sorted_lookup import find_sorted
from wiki.categories.walk import Kind
from wiki.dump.sql_columns import check_primary_key, read_columns, row_schema
from wiki.dump.sql_rows import check_table, table_columns
from wiki.site.siteinfo import ARTICLE, CATEGORY

_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_CHUNK = 1 << 18
_NOTHING = -1

_PAGE = row_schema({"page_id": pa.int64(), "page_namespace": pa.int64(), "page_title": pa.binary()})
_PAGE_PROPS = row_schema({"pp_page": pa.int64(), "pp_propname": pa.binary()})
_LINKTARGET = row_schema({"lt_id": pa.int64(), "lt_namespace": pa.int64(), "lt_title": pa.binary()})
_CATEGORYLINKS = row_schema(
    {"cl_from": pa.int64(), "cl_type": pa.binary(), "cl_target_id": pa.int64(), "cl_to": pa.binary()},
    # NULL in the dumps between, where a link has one name or the other.
    nullable=("cl_target_id", "cl_to"),
)


class CategoryTables(NamedTuple):
    """The tables of one dump; local paths or URIs."""

    page: str
    categorylinks: str
    linktarget: str
    """Empty where `categorylinks` has the titles themselves."""
    page_props: str


@dataclass
class _Pages:
    """Articles and categories by ascending page id."""

    ids: np.ndarray
    titles: pa.LargeStringArray
    is_category: np.ndarray
    hidden: np.ndarray
    disambiguation: np.ndarray
    others: np.ndarray
    """Ids of the pages of all other namespaces, ascending."""


@dataclass
class _Targets:
    """Categories as `categorylinks` names them."""

    codes: dict[bytes, int] = field(default_factory=dict)
    """Number of each title, in the order they were met."""
    ids: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    """Ids of `linktarget`, ascending."""
    id_codes: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    """Number of the title of each id."""


def edges_from_tables(
    tables: CategoryTables, counts: Counter[str], advance: Callable[[int], None] = lambda _: None
) -> Iterator[tuple[Kind, pa.Table]]:
    """The edges of the category graph, sorted by category and page id, some 100,000 at a time, by type.

    Members are articles, redirects included, and categories, told apart by the namespace of their page. The tables of
    a dump are written at different moments and do not fit exactly; when the iterator is exhausted, `counts` says what
    became of the rows:

    - `page`, `subcat`: edges given
    - `file`: members that are files
    - `other-namespace`: members in other namespaces (portals, talk pages)
    - `member-without-page`: members that are not in `page`
    - `category-without-title`: categories that are not in `linktarget`
    - `type-differs`: edges given whose `cl_type` is not what the namespace of the page says
    - `invalid-utf8`: members and categories whose title is not UTF-8

    `advance` is called with the bytes of the files read so far. Besides the titles of articles and categories and the
    ids of all pages (2.4 GB at the size of the English Wikipedia, docs/results/domains.md) nothing in memory grows with
    the wiki: the edges are sorted on disk, eight bytes each.
    """
    wanted = check_tables(tables)
    done = 0

    def reading(path: str) -> Callable[[int], None]:
        nonlocal done
        before, done = done, done + size(path)
        return lambda position: advance(before + position)

    pages = _read_pages(tables.page, counts, reading(tables.page))
    _read_properties(tables.page_props, pages, reading(tables.page_props))
    by_id = "cl_target_id" in wanted.names
    targets = _read_targets(tables.linktarget, reading(tables.linktarget)) if by_id else _Targets()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edges"
        with path.open("wb") as file:
            for links in read_columns(tables.categorylinks, wanted, reading(tables.categorylinks)):
                _write_keys(links, pages, targets, file, counts)
        yield from _sorted_edges(path, pages, targets, counts)


def check_tables(tables: CategoryTables) -> pa.Schema:
    """Raise InputError where a file is not the table it should be, by its head: rows are not read.

    Returns the columns of `categorylinks` that are read: those of a dump of its time, without the ids of categories
    where there is no `linktarget` to name them.
    """
    columns = table_columns(tables.categorylinks)
    if "cl_target_id" not in columns and "cl_to" not in columns:
        raise InputError(f"{tables.categorylinks}: neither cl_target_id nor cl_to; give the table categorylinks")
    by_id = "cl_target_id" in columns and bool(tables.linktarget)
    if not by_id and "cl_to" not in columns:
        raise InputError(f"{tables.categorylinks}: names categories by number; give the table linktarget of the dump")
    unused = {"cl_to", "cl_target_id"} - set(columns) | (set() if by_id else {"cl_target_id"})
    wanted = pa.schema([field for field in _CATEGORYLINKS if field.name not in unused])
    check_table(tables.page, _PAGE)
    check_table(tables.page_props, _PAGE_PROPS)
    if by_id:
        check_table(tables.linktarget, _LINKTARGET)
    check_table(tables.categorylinks, wanted)
    return wanted


def _read_pages(path: str, counts: Counter[str], advance: Callable[[int], None]) -> _Pages:
    ids: list[np.ndarray] = []
    others: list[np.ndarray] = []
    categories: list[np.ndarray] = []
    titles: list[pa.Array] = []
    for rows in read_columns(path, _PAGE, advance):
        page_ids, spaces = _integers(rows["page_id"]), _integers(rows["page_namespace"])
        kept = (spaces == ARTICLE) | (spaces == CATEGORY)
        others.append(page_ids[~kept])
        texts = _titles(rows["page_title"].filter(pa.array(kept)))
        valid = texts.is_valid().to_numpy(zero_copy_only=False)
        counts["invalid-utf8"] += texts.null_count
        titles.append(texts.drop_null())
        ids.append(page_ids[kept][valid])
        categories.append(spaces[kept][valid] == CATEGORY)
    all_ids, is_category = _join(ids, np.int64), _join(categories, np.bool_)
    all_titles = pa.chunked_array(titles, pa.large_string()).combine_chunks()
    if np.any(all_ids[1:] < all_ids[:-1]):
        order = np.argsort(all_ids, kind="stable")
        all_ids, is_category, all_titles = all_ids[order], is_category[order], all_titles.take(pa.array(order))
    check_primary_key(all_ids, path, "page_id")
    no = np.zeros(len(all_ids), np.bool_)
    return _Pages(all_ids, all_titles, is_category, no, no.copy(), np.sort(_join(others, np.int64)))


def _read_properties(path: str, pages: _Pages, advance: Callable[[int], None]) -> None:
    for rows in read_columns(path, _PAGE_PROPS, advance):
        for name, flags in ((b"hiddencat", pages.hidden), (b"disambiguation", pages.disambiguation)):
            found = find_sorted(pages.ids, _integers(rows["pp_page"].filter(pc.equal(rows["pp_propname"], name))))
            flags[found[found != _NOTHING]] = True


def _read_targets(path: str, advance: Callable[[int], None]) -> _Targets:
    targets = _Targets()
    ids: list[np.ndarray] = []
    codes: list[np.ndarray] = []
    for rows in read_columns(path, _LINKTARGET, advance):
        wanted = rows.filter(pc.equal(rows["lt_namespace"], CATEGORY))
        ids.append(_integers(wanted["lt_id"]))
        codes.append(_codes(wanted["lt_title"].to_pylist(), targets.codes))
    all_ids, all_codes = _join(ids, np.int64), _join(codes, np.int64)
    order = np.argsort(all_ids, kind="stable")
    targets.ids, targets.id_codes = all_ids[order], all_codes[order]
    check_primary_key(targets.ids, path, "lt_id")
    return targets


def _codes(titles: Iterable[bytes], known: dict[bytes, int]) -> np.ndarray:
    return np.fromiter((known.setdefault(title, len(known)) for title in titles), np.int64)


def _write_keys(links: pa.Table, pages: _Pages, targets: _Targets, file: BinaryIO, counts: Counter[str]) -> None:
    """Append the edges of some links to the file, each as the number of its category and the row of its page."""
    members = _integers(links["cl_from"])
    rows, categories = find_sorted(pages.ids, members), _categories(links, targets)
    files = _equals(links["cl_type"], b"file")
    lost = (rows == _NOTHING) & ~files
    elsewhere = find_sorted(pages.others, members[lost]) != _NOTHING
    unnamed = (categories == _NOTHING) & ~files & ~lost
    counts["file"] += int(np.count_nonzero(files))
    counts["other-namespace"] += int(np.count_nonzero(elsewhere))
    counts["member-without-page"] += int(np.count_nonzero(~elsewhere))
    counts["category-without-title"] += int(np.count_nonzero(unnamed))
    kept = ~(files | lost | unnamed)
    subcats = pages.is_category[rows[kept]]
    counts["type-differs"] += int(np.count_nonzero(subcats != _equals(links["cl_type"], b"subcat")[kept]))
    keys = (categories[kept].astype(np.uint64) << _SHIFT) | rows[kept].astype(np.uint64)
    file.write(keys.tobytes())


def _categories(links: pa.Table, targets: _Targets) -> np.ndarray:
    """Number of the category of each link; by its id where there is one, else by its title."""
    if "cl_target_id" not in links.column_names:
        return _codes(links["cl_to"].to_pylist(), targets.codes)
    found = find_sorted(targets.ids, _integers(links["cl_target_id"]))
    codes = np.full(len(found), _NOTHING, np.int64)
    codes[found != _NOTHING] = targets.id_codes[found[found != _NOTHING]]
    if "cl_to" in links.column_names:
        open_rows = np.flatnonzero((codes == _NOTHING) & ~_equals(links["cl_to"], b""))
        codes[open_rows] = _codes(links["cl_to"].take(pa.array(open_rows)).to_pylist(), targets.codes)
    return codes


def _sorted_edges(
    path: Path, pages: _Pages, targets: _Targets, counts: Counter[str]
) -> Iterator[tuple[Kind, pa.Table]]:
    names = _titles(pa.array(list(targets.codes), pa.large_binary()))
    targets.codes.clear()
    order = pc.sort_indices(names)
    # Titles that are not UTF-8 come last.
    usable = len(names) - names.null_count
    ranks = np.empty(len(names), np.uint64)
    ranks[order.to_numpy()] = np.arange(len(names), dtype=np.uint64)
    names = names.take(order)
    if not path.stat().st_size:
        return
    keys = np.memmap(path, np.uint64, "r+")
    for start in range(0, len(keys), _CHUNK):
        part = keys[start : start + _CHUNK]
        part[:] = (ranks[part >> _SHIFT] << _SHIFT) | (part & _LOW)
    keys.sort()
    end = int(np.searchsorted(keys, np.uint64(usable) << _SHIFT))
    counts["invalid-utf8"] += len(keys) - end
    kinds: tuple[Kind, ...] = ("page", "subcat")
    for start in range(0, end, _CHUNK):
        part = np.array(keys[start : min(start + _CHUNK, end)])
        rows, parents = part & _LOW, part >> _SHIFT
        for kind in kinds:
            wanted = pages.is_category[rows] == (kind == "subcat")
            if wanted.any():
                counts[kind] += int(np.count_nonzero(wanted))
                yield kind, _edge_table(rows[wanted], names.take(pa.array(parents[wanted])), pages)


def _edge_table(rows: np.ndarray, parents: pa.Array, pages: _Pages) -> pa.Table:
    columns = {
        "parent": parents.cast(pa.string()),
        "page_id": pages.ids[rows],
        "title": pages.titles.take(pa.array(rows)).cast(pa.string()),
        "hidden": pages.hidden[rows],
        "disambiguation": pages.disambiguation[rows],
    }
    return pa.table(columns, schema=CATEGORY_EDGES.schema)


def _titles(names: pa.Array | pa.ChunkedArray) -> pa.LargeStringArray:
    """The canonical form of titles of the tables; null where they are not UTF-8.

    The wiki has taken care of the rest: first letter, Unicode form, runs of spaces.
    """
    raw = names.combine_chunks() if isinstance(names, pa.ChunkedArray) else names
    try:
        text = raw.cast(pa.large_string())
    except pa.ArrowInvalid:
        text = pa.array([_decode(name) for name in raw.to_pylist()], pa.large_string())
    return pc.replace_substring(text, "_", " ")


def _decode(name: bytes) -> str | None:
    try:
        return name.decode()
    except UnicodeDecodeError:
        return None


def _integers(numbers: pa.ChunkedArray) -> np.ndarray:
    """The numbers of a column, 0 for NULL; no id is 0."""
    array: np.ndarray = numbers.fill_null(0).to_numpy()
    return array


def _equals(values: pa.ChunkedArray, wanted: bytes) -> np.ndarray:
    """Where a column has this value; nowhere where it is NULL."""
    equal: np.ndarray = pc.equal(values, wanted).fill_null(False).to_numpy()
    return equal


def _join(arrays: Sequence[np.ndarray], kind: type) -> np.ndarray:
    return np.concatenate(arrays) if arrays else np.empty(0, kind)
