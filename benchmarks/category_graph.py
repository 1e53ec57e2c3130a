"""What the category graph of English Wikipedia costs: the step `category_edges` and a crawl, on made-up tables.

    nice python -m benchmarks.category_graph [--share 1] [--folder PATH]

The default is the size of English Wikipedia: 7 million articles, 11 million redirects, 2.5 million categories and 42
million other pages, 192 million rows of `categorylinks`, 60 million of `linktarget`. The tables have the columns that
are read and no others, and are not compressed, so that making them takes minutes and not an hour: what bytes cost is
in `benchmarks.sql_tables`. Each stage runs in a process of its own, so that its peak memory is its own. Times are
processor times. Prints Markdown.
"""

from __future__ import annotations

import argparse
import functools
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.title_index import folder_within, in_process
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Unit, write_shard
from schemas.domains import Domain
from wiki.categories.from_tables import CategoryTables
from wiki.steps.category_edges import write_category_edges
from wiki.steps.domain_pages import write_domain_pages

BLOCK = 1 << 20
STATEMENT = 1 << 15
"""Rows of a statement, which then has about a megabyte, as in Wikimedia's tables."""
HIDDEN = 1_000
"""Categories of maintenance, which have half of the links of the articles."""
PARENTS = 3
"""Categories that a category is in."""
OF_AN_ARTICLE, OF_ANOTHER = 12, 3
"""Categories that an article is in, and four of five other pages; redirects are in none here."""
BRANCHING = 8
DEPTH = 3
"""Levels of the crawl. Of the whole graph it then finds some 200,000 pages; the shipped domains may have a million."""
WORDS = pa.array(["Village", "Songs", "People_from", "Football", "Railway_stations", "Écoles", "Deaths_in", "Rivers"])


class Sizes(NamedTuple):
    """Numbers of pages by kind. Ids are given in this order, from 1."""

    articles: int
    redirects: int
    categories: int
    others: int

    @property
    def first_category(self) -> int:
        return 1 + self.articles + self.redirects


def english(share: float) -> Sizes:
    """A share of English Wikipedia, rounded."""
    return Sizes(*(int(share * number) for number in (7_000_000, 11_000_000, 2_500_000, 42_000_000)))


def _titles(numbers: npt.NDArray[np.int64], start: str) -> pa.StringArray:
    return pc.binary_join_element_wise(start, WORDS.take(pa.array(numbers % len(WORDS))), _text(numbers), "_")


def _text(numbers: npt.NDArray[Any]) -> pa.StringArray:
    return pa.array(numbers).cast(pa.string())


class Table:
    """A table of a dump, written a block of rows at a time."""

    def __init__(self, file: BinaryIO, name: str, columns: str) -> None:
        self._file = file
        self._name = name
        file.write(f"CREATE TABLE `{name}` (\n{columns}\n);\n".encode())

    def write(self, *columns: Any) -> None:
        """Rows, given by their columns as they are to stand in the table."""
        # Rows of one array stand one behind the other in its buffer, which so is the text of a statement.
        rows = pc.binary_join_element_wise("(", pc.binary_join_element_wise(*columns, ","), "),", "")
        for start in range(0, len(rows), STATEMENT):
            some = rows.slice(start, STATEMENT)
            offsets = np.frombuffer(some.buffers()[1], np.int32)[some.offset : some.offset + len(some) + 1]
            self._file.write(f"INSERT INTO `{self._name}` VALUES ".encode())
            self._file.write(memoryview(some.buffers()[2])[offsets[0] : offsets[-1] - 1])
            self._file.write(b";\n")


def _quoted(texts: Any) -> pa.StringArray:
    return pc.binary_join_element_wise("'", texts, "'", "")


def _blocks(first: int, number: int) -> Iterator[npt.NDArray[np.int64]]:
    """The numbers from the first on, so many of them, in blocks."""
    for start in range(first, first + number, BLOCK):
        yield np.arange(start, min(start + BLOCK, first + number))


def make(folder: str, share: float) -> dict[str, Any]:
    """Write the four tables."""
    sizes, chance, rows = english(share), np.random.default_rng(1), 0
    with (Path(folder) / "page.sql").open("wb") as file:
        table = Table(file, "page", "`page_id` int,\n`page_namespace` int,\n`page_title` varbinary(255),")
        first = 1
        for number, namespace, start in zip(sizes, ("0", "0", "14", "1"), ("A", "R", "C", "T"), strict=True):
            for ids in _blocks(first, number):
                table.write(_text(ids), namespace, _quoted(_titles(ids, start)))
            first += number
    with (Path(folder) / "linktarget.sql").open("wb") as file:
        table = Table(file, "linktarget", "`lt_id` bigint,\n`lt_namespace` int,\n`lt_title` varbinary(255),")
        # The id of a category's link target is that of its page, plus one.
        for ids in _blocks(sizes.first_category, sizes.categories):
            table.write(_text(ids + 1), "14", _quoted(_titles(ids, "C")))
        for ids in _blocks(sizes.first_category + sizes.categories, int(share * 57_500_000)):
            table.write(_text(ids + 1), "0", _quoted(_titles(ids, "L")))
    with (Path(folder) / "page_props.sql").open("wb") as file:
        table = Table(file, "page_props", "`pp_page` int,\n`pp_propname` varbinary(60),")
        for ids in _blocks(1, sizes.articles):
            table.write(_text(ids), "'wikibase_item'")
        table.write(_text(np.arange(HIDDEN) + sizes.first_category), "'hiddencat'")
    with (Path(folder) / "categorylinks.sql").open("wb") as file:
        names = "`cl_from` int,\n`cl_type` enum('page','subcat','file'),\n`cl_target_id` bigint,"
        table = Table(file, "categorylinks", names)
        for ids, kind, targets in _links(sizes, chance):
            table.write(_text(ids), f"'{kind}'", _text(targets + sizes.first_category + 1))
            rows += len(ids)
    written = sum(path.stat().st_size for path in Path(folder).iterdir())
    return {"rows of categorylinks, million": rows / 1e6, "SQL, GB": written / 1e9}


def _links(sizes: Sizes, chance: np.random.Generator) -> Iterator[tuple[npt.NDArray[np.int64], str, Any]]:
    """Members by page id, their type, and their categories, numbered from 0."""
    shown = sizes.categories - HIDDEN
    for ids in _blocks(1, sizes.articles):
        yield np.repeat(ids, OF_AN_ARTICLE // 2), "page", chance.integers(0, HIDDEN, len(ids) * OF_AN_ARTICLE // 2)
        categories = HIDDEN + chance.integers(0, shown, len(ids) * OF_AN_ARTICLE // 2)
        yield np.repeat(ids, OF_AN_ARTICLE // 2), "page", categories
    # A category is in the one that has an eighth of its number, so that there is a tree, and in others before it.
    for ids in _blocks(sizes.first_category + HIDDEN + 1, shown - 1):
        number = ids - sizes.first_category - HIDDEN
        yield ids, "subcat", HIDDEN + number // BRANCHING
        for _ in range(PARENTS - 1):
            yield ids, "subcat", HIDDEN + (chance.random(len(ids)) * number).astype(np.int64)
    for ids in _blocks(sizes.first_category + sizes.categories, sizes.others):
        members = ids[chance.random(len(ids)) < 0.8]
        yield np.repeat(members, OF_ANOTHER), "page", chance.integers(0, HIDDEN, len(members) * OF_ANOTHER)


def _written(process: Any, payload: Any, folder: str, dataset: str) -> dict[str, Any]:
    """What a step of one unit takes, to its commit."""
    outputs = [Destination(name, f"{folder}/{name}", f"{folder}/_staging/{name}") for name in (dataset, "rejects")]
    started = time.process_time()
    descriptor = write_shard(Unit(0, 1, payload), process=process, outputs=outputs)
    written = commit([descriptor], outputs, Provenance("", dataset, 1, "", {}, []), units=1, max_reject_share=1)
    found = next(manifest for manifest in written if manifest.dataset == dataset)
    return {
        f"{dataset}: CPU s": time.process_time() - started,
        f"{dataset}: peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
        f"{dataset}: rows, million": found.rows / 1e6,
        f"{dataset}: MB written": found.bytes / 1e6,
    }


def edges(folder: str) -> dict[str, Any]:
    """The step `category_edges`."""
    names = ("page", "categorylinks", "linktarget", "page_props")
    tables = CategoryTables(*(f"{folder}/{name}.sql" for name in names))
    return _written(write_category_edges, tables, folder, "category_edges")


def crawl(folder: str, share: float) -> dict[str, Any]:
    """The step `domain_pages`, from a category near the root."""
    number = english(share).first_category + HIDDEN + BRANCHING
    root = _titles(np.array([number]), "C")[0].as_py().replace("_", " ")
    domain = Domain("made_up", (root,), DEPTH, (), 1_000_000_000, {"person": ("Person",)}, ("person",))
    process = functools.partial(write_domain_pages, domain=domain, prune_below=0.0, typed_sentences=None)
    return _written(process, f"{folder}/category_edges", folder, "domain_pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="share of the size of English Wikipedia")
    parser.add_argument("--folder", help="where the tables are written, some 10 GB; a temporary folder unless given")
    options = parser.parse_args()
    print("| measure | figure |\n|---|---|")
    with folder_within(options.folder) as folder:
        for stage, arguments in ((make, [options.share]), (edges, []), (crawl, [options.share])):
            for name, figure in in_process(stage, folder, *arguments).items():
                print(f"| {name} | {figure:,.4g} |", flush=True)


if __name__ == "__main__":
    main()
