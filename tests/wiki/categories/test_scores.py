from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.catalog.dbpedia import TYPED_SENTENCES
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance, read_manifest
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.domains import Domain
from schemas.records import CategoryEdge, DomainPage
from tests.support.tables import write_table
from wiki.categories.from_tables import CategoryTables
from wiki.categories.members import count_categories
from wiki.categories.scores import _with_below, count_mentions, score_categories
from wiki.categories.walk import CategoryTree, Crawl, Entered, Kind, crawl
from wiki.steps.category_edges import write_category_edges
from wiki.steps.domain_pages import write_domain_pages

# Physics and Chemistry belong to the domain, Places below Physics does not.
SUBCATS = {"Science": ["Physics", "Chemistry"], "Physics": ["Places"]}
PAGES = {"Physics": [1], "Chemistry": [2, 3], "Places": [4, 5]}
DOMAIN = Domain("science", ("Science",), 2, (), 9, {"scientist": ("Scientist",)}, ("scientist",))

MENTIONS = {
    "Physics": Counter(Scientist=15, Element=5, City=5),
    "Chemistry": Counter(Element=30, Scientist=10, City=10),
    "Places": Counter(City=36, Scientist=4),
}
WIKI = Counter(Scientist=50, Element=50, City=300)


def members(categories: Sequence[str], kind: Kind) -> Iterable[CategoryEdge]:
    for parent in categories:
        if kind == "subcat":
            yield from (CategoryEdge(0, title, kind, parent) for title in SUBCATS.get(parent, []))
        else:
            yield from (CategoryEdge(page_id, str(page_id), kind, parent) for page_id in PAGES.get(parent, []))


def found() -> Crawl:
    return crawl(DOMAIN, members)


def test_a_category_is_compared_with_the_rest_of_the_core() -> None:
    scores = score_categories(found(), MENTIONS, WIKI)
    # Three levels hold fewer than thirty pages, so all are the core. For each category the typical classes are those
    # of the other two: the share of Scientist and Element in the wiki is 0.125 each, of City 0.75.
    assert scores.keys() == {"Physics", "Chemistry", "Places"}
    # Core without Places: 75 mentions, Scientist 25, Element 35: both typical. 4 of 40 against 0.25.
    assert scores["Places"] == pytest.approx((0.4, 40, 2))
    # Core without Chemistry: 65, Scientist 19 typical (0.29), Element 5 not (0.08): 10 of 50 against 0.125.
    assert scores["Chemistry"] == pytest.approx((1.6, 50, 2))
    # Core without Physics: 90, Scientist 14 not (0.16), Element 30 typical: 5 of 25 against 0.125, and Places' below.
    assert scores["Physics"] == pytest.approx(((5 + 4) / (25 * 0.125 + 40 * 0.25), 65, 3))


def test_without_evidence_there_is_no_score() -> None:
    few = {"Chemistry": MENTIONS["Chemistry"], "Physics": MENTIONS["Physics"], "Places": Counter(City=19)}
    assert score_categories(found(), few, WIKI).keys() == {"Physics", "Chemistry"}
    alone = {"Physics": MENTIONS["Physics"], "Chemistry": Counter[str](), "Places": Counter[str]()}
    assert score_categories(found(), alone, WIKI).keys() == set()


def test_a_class_as_frequent_as_the_limit_is_typical_and_twenty_mentions_are_enough() -> None:
    # Scientist has 0.3 of the core's mentions and 0.2 of the wiki's, City 0.7 and 0.8.
    mentions = {"Chemistry": Counter(Scientist=12, City=28), "Physics": Counter(Scientist=20), "Places": Counter[str]()}
    scores = score_categories(found(), mentions, Counter(Scientist=80, City=320))
    assert scores["Physics"] == (20 / (20 * 0.2), 20, 3)
    # The core without Chemistry is Physics alone, twenty mentions: 12 of 40 are typical, 8 would be elsewhere.
    assert scores["Chemistry"] == (12 / 8, 40, 2)


@pytest.mark.parametrize(("pages", "scored"), [(30, set()), (29, {"Physics", "Places"})])
def test_a_first_level_of_thirty_pages_is_the_core(pages: int, scored: set[str]) -> None:
    many = [DomainPage(100 + n, "x", 0, "Science", "Science", 1) for n in range(pages)]
    crawled = Crawl(found().tree, found().pages + many, 0)
    scores = score_categories(crawled, {**MENTIONS, "Science": Counter(City=100)}, WIKI)
    # Thirty pages of the root are enough, and link to cities only, hardly more than other pages do: nothing is typical.
    assert scores.keys() == scored


@pytest.mark.parametrize("own", [True, False])
def test_what_a_category_brought_counts_for_all_above_it(own: bool) -> None:
    """Through each level, also where the category between brought no page of its own."""
    entered = {
        "Science": Entered(0, "", "Science"),
        "Physics": Entered(1, "Science", "Physics"),
        "Optics": Entered(2, "Physics", "Physics"),
        "Lasers": Entered(3, "Optics", "Physics"),
    }
    sums = {"Physics": Counter(pages=1), "Lasers": Counter(pages=100)} | ({"Optics": Counter(pages=10)} if own else {})
    assert _with_below(CategoryTree(entered, {}, {}), sums) == {
        "Science": Counter(pages=101 + 10 * own),
        "Physics": Counter(pages=101 + 10 * own),
        "Optics": Counter(pages=100 + 10 * own),
        "Lasers": Counter(pages=100),
    }


def write(payload: list[tuple[int, list[str]]], shard: Shard) -> None:
    kind = TYPED_SENTENCES.schema.field("mentions").type.value_type
    blank = {each.name: 0 if pa.types.is_integer(each.type) else "" for each in [*TYPED_SENTENCES.schema, *kind]}
    sentences = [
        {**blank, "page_id": page_id, "problems": [], "mentions": [{**blank, "type": cls} for cls in classes]}
        for page_id, classes in payload
    ]
    shard.write_rows("typed_sentences", sentences)


def test_mentions_are_counted_by_the_category_that_brought_the_page(tmp_path: Path) -> None:
    units = [
        [(1, ["Scientist", "ENTITY"]), (2, ["Element"]), (2, []), (99, ["City", "City"])],
        [(3, ["Element"]), (1, ["City", "Scientist"])],
    ]
    location = dataset(tmp_path, "typed_sentences", units, write)
    assert read_manifest(location).rows == 6
    mentions, wiki = count_mentions(found(), location)
    assert mentions == {"Chemistry": Counter(Element=2), "Physics": Counter(Scientist=2, City=1), "Places": Counter()}
    assert wiki == Counter(Scientist=2, Element=2, City=3)


def dataset(folder: Path, name: str, units: list[Any], process: Callable[[Any, Shard], None]) -> str:
    target = [Destination(each, str(folder / each), str(folder / "s" / each)) for each in (name, "rejects")]
    shards = [write_shard(Unit(index, 1, unit), process=process, outputs=target) for index, unit in enumerate(units)]
    commit(shards, target, Provenance("i", name, 1, "0", {}, []), units=len(units), max_reject_share=0)
    return target[0].location


def edges(folder: Path, disambiguations: Sequence[int] = ()) -> str:
    """The category_edges dataset of SUBCATS and PAGES; some of the pages are disambiguation pages."""
    numbers = {title: 10 + index for index, title in enumerate(["Science", "Physics", "Chemistry", "Places"])}
    pages = [(page_id, 0, b"%d" % page_id) for listed in PAGES.values() for page_id in listed]
    pages += [(number, 14, title.encode()) for title, number in numbers.items()]
    links = [
        (numbers[below], b"subcat", parent.encode()) for parent, all_below in SUBCATS.items() for below in all_below
    ]
    links += [(page_id, b"page", parent.encode()) for parent, listed in PAGES.items() for page_id in listed]
    page = {"page_id": int, "page_namespace": int, "page_title": bytes}
    tables = CategoryTables(
        write_table(folder / "page.sql.gz", page, pages),
        write_table(folder / "categorylinks.sql.gz", {"cl_from": int, "cl_type": bytes, "cl_to": bytes}, links),
        "",
        write_table(
            folder / "page_props.sql.gz",
            {"pp_page": int, "pp_propname": bytes},
            [(page_id, b"disambiguation") for page_id in disambiguations],
        ),
    )
    return dataset(folder, "category_edges", [tables], write_category_edges)


def pages_of(folder: Path, prune_below: float, scientists: int = 0) -> tuple[list[str], dict[str, dict[str, int]]]:
    """Categories of the pages, and counts; `scientists` of the forty mentions in Places are of that class."""
    folder.mkdir()
    sentences = [
        (1, ["Scientist"] * 20),
        (2, ["Scientist"] * 20),
        (3, ["Scientist"] * 20),
        (4, ["City"] * (40 - scientists) + ["Scientist"] * scientists),
        (99, ["City"] * 540),
    ]
    typed = dataset(folder, "typed_sentences", [sentences], write) if prune_below else None
    process = functools.partial(write_domain_pages, domain=DOMAIN, prune_below=prune_below, typed_sentences=typed)
    location = dataset(folder, "domain_pages", [edges(folder)], process)
    table = pq.read_table(f"{location}/part-00000.parquet")
    assert table.schema.names == ["page_id", "title", "depth", "via", "branch", "categories", "all_categories"]
    return [row["via"] for row in table.to_pylist()], read_manifest(location).counts


def test_pruning_leaves_out_what_scores_low(tmp_path: Path) -> None:
    via, counts = pages_of(tmp_path / "whole", 0.0)
    assert via == ["Physics", "Chemistry", "Chemistry", "Places", "Places"]
    assert "pages pruned" not in counts
    via, counts = pages_of(tmp_path / "pruned", 0.5)
    assert via == ["Physics", "Chemistry", "Chemistry"]
    assert counts["pages pruned"] == {"pages": 2}
    assert counts["categories not entered"] == {"pruned": 1}
    assert counts["pages by depth"] == {"1": 3}
    assert counts["categories by depth"] == {"0": 1, "1": 2}


@pytest.mark.parametrize(("prune_below", "pruned"), [(1.0, 0), (1.001, 2)])
def test_a_category_with_the_lowest_score_that_is_allowed_is_kept(
    tmp_path: Path, prune_below: float, pruned: int
) -> None:
    # 4 of the 40 mentions in Places are of scientists, as 64 of the wiki's 640 are: its score is 1.
    via, counts = pages_of(tmp_path / "scored", prune_below, scientists=4)
    assert len(via) == 5 - pruned
    assert counts["pages pruned"] == {"pages": pruned}


def test_disambiguation_pages_are_seen_and_left_out(tmp_path: Path) -> None:
    process = functools.partial(write_domain_pages, domain=DOMAIN, prune_below=0.0, typed_sentences=None)
    found = read_manifest(dataset(tmp_path, "domain_pages", [edges(tmp_path, [2, 5])], process))
    assert (found.rows, found.seen) == (3, 5)
    assert found.counts["disambiguation pages left out"] == {"pages": 2}


def test_all_categories_of_a_page_are_counted_but_hidden_ones(tmp_path: Path) -> None:
    def write_edges(_: int, shard: Shard) -> None:
        parents = [("Jazz", 1), ("Pianists", 1), ("Stubs", 1), ("Jazz", 3), ("Jazz", 7)]
        page_edges = [{"parent": parent, "page_id": page, "title": f"P{page}"} for parent, page in parents]
        subcats = [{"parent": "Maintenance", "page_id": 9, "title": "Stubs", "hidden": True}]
        for kind, listed in (("page", page_edges), ("subcat", subcats)):
            rows = [{"hidden": False, "disambiguation": False, **row} for row in listed]
            shard.write_rows("category_edges", rows, f"type={kind}")

    location = dataset(tmp_path, "category_edges", [0], write_edges)
    assert count_categories(location, np.array([1, 2, 3])).tolist() == [2, 0, 1]
    assert count_categories(location, np.array([], np.int64)).tolist() == []
