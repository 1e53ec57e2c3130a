from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from schemas.cycles import find_cycles
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance, read_manifest
from schemas.datasets.shards import Destination, Unit, write_shard
from schemas.errors import InputError
from schemas.records import CategoryEdge
from tests.support.datasets import write_dataset
from tests.support.paths import PROJECT
from tests.support.tables import PAGE, write_table
from wiki.categories.from_tables import CategoryTables, check_tables, edges_from_tables
from wiki.categories.members import edge_members
from wiki.categories.walk import short_cycles
from wiki.steps.category_edges import write_category_edges

PAGES = [
    (1, 0, b'O\'Brien_"Bob"', 0),
    (2, 0, b"Jazz_(a),(b)", 0),
    (3, 0, b"Old_name", 1),
    (4, 1, b"Jazz", 0),
    (5, 0, b"Mercury", 0),
    (6, 0, b"\xff", 0),
    (7, 0, b"\xff\xfe", 0),
    (10, 14, b"Music", 0),
    (11, 14, "Zoë_(singer)".encode(), 0),
    (12, 14, b"Stubs", 0),
    (13, 10, b"Jazz", 0),
]
PROPS = {"pp_page": int, "pp_propname": bytes}
TARGETS = [
    (70, 14, b"Music"),
    (71, 14, "Zoë_(singer)".encode()),
    (72, 0, b"Music"),
    (73, 14, b"Stubs"),
    (74, 14, b"\xfe"),
]
LINKS: list[tuple[int, bytes, bytes, int | None]] = [
    (2, b"\x00\xff'),(2", b"page", 70),
    (1, b"OB", b"page", 70),
    (1, b"OB", b"page", 73),
    (3, b"", b"page", 70),
    (5, b"", b"page", 71),
    (11, b"", b"subcat", 70),
    (12, b"", b"subcat", 71),
    (10, b"", b"page", 71),
    (4, b"", b"page", 70),
    (9, b"", b"page", 70),
    (8, b"", b"file", 70),
    (6, b"", b"page", 70),
    (1, b"", b"page", 72),
    (1, b"", b"page", 99),
    (1, b"", b"page", 74),
    (13, b"", b"page", 70),
    (2, b"", b"page", 74),
    (7, b"", b"page", 73),
]
EDGES = [
    CategoryEdge(1, 'O\'Brien "Bob"', "page", "Music"),
    CategoryEdge(1, 'O\'Brien "Bob"', "page", "Stubs"),
    CategoryEdge(2, "Jazz (a),(b)", "page", "Music"),
    CategoryEdge(3, "Old name", "page", "Music"),
    CategoryEdge(5, "Mercury", "page", "Zoë (singer)", disambiguation=True),
    CategoryEdge(10, "Music", "subcat", "Zoë (singer)"),
    CategoryEdge(11, "Zoë (singer)", "subcat", "Music"),
    CategoryEdge(12, "Stubs", "subcat", "Zoë (singer)", hidden=True),
]
LOST = {
    "page": 5,
    "subcat": 3,
    "file": 1,
    "other-namespace": 2,
    # 9 is in no table; the titles of 6 and 7 are not UTF-8, so they count as that and as members without a page.
    "member-without-page": 3,
    "category-without-title": 2,
    "type-differs": 1,
    "invalid-utf8": 4,
}


def tables(folder: Path, schema: str, order: int = 1) -> CategoryTables:
    """Tables with these rows, in this order or, with -1, the other way round."""
    columns: dict[str, type] = {"cl_from": int, "cl_sortkey": bytes, "cl_type": bytes}
    titles = {number: title for number, space, title in TARGETS if space == 14}
    rows: list[tuple[Any, ...]] = []
    for index, (member, key, kind, target) in enumerate(LINKS):
        # The old schema has titles even of categories that linktarget lacks; here those have none.
        title = titles.get(target or 0, b"")
        if schema == "today":
            rows.append((member, key, kind, target))
        elif schema == "old":
            rows += [(member, key, kind, title)] if title else []
        else:
            rows.append((member, key, kind, *((target, b"") if index % 2 else (None, title))))
    more: dict[str, dict[str, type]] = {
        "today": {"cl_target_id": int},
        "old": {"cl_to": bytes},
        "between": {"cl_target_id": int, "cl_to": bytes},
    }
    return CategoryTables(
        write_table(folder / "page.sql.gz", PAGE, PAGES[::order], each=4),
        write_table(folder / "categorylinks.sql.gz", columns | more[schema], rows[::order]),
        ""
        if schema == "old"
        else write_table(
            folder / "linktarget.sql.gz", {"lt_id": int, "lt_namespace": int, "lt_title": bytes}, TARGETS[::order]
        ),
        write_table(
            folder / "page_props.sql.gz", PROPS, [(12, b"hiddencat"), (5, b"disambiguation"), (7, b"hiddencat")]
        ),
    )


def edges(given_tables: CategoryTables) -> tuple[list[CategoryEdge], Counter[str]]:
    counts: Counter[str] = Counter()
    found = [
        CategoryEdge(row["page_id"], row["title"], kind, row["parent"], row["hidden"], row["disambiguation"])
        for kind, table in edges_from_tables(given_tables, counts)
        for row in table.to_pylist()
    ]
    return found, counts


def test_edges_of_the_2025_schema_and_what_the_joins_lose(tmp_path: Path) -> None:
    found, counts = edges(tables(tmp_path, "today"))
    assert sorted(found) == EDGES
    assert counts == LOST
    for kind in ("page", "subcat"):
        keys = [(edge.parent, edge.page_id) for edge in found if edge.type == kind]
        assert keys == sorted(keys)


def test_tables_in_another_order_give_the_same_edges(tmp_path: Path) -> None:
    """Dumps are written in the order of the primary key; a table that was written otherwise is read all the same."""
    (tmp_path / "sorted").mkdir()
    (tmp_path / "turned").mkdir()
    assert edges(tables(tmp_path / "turned", "today", -1)) == edges(tables(tmp_path / "sorted", "today"))


def test_edges_sorted_in_several_chunks_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wiki.categories.from_tables._CHUNK", 3)
    found, counts = edges(tables(tmp_path, "today"))
    assert sorted(found) == EDGES
    assert counts == LOST


@pytest.mark.parametrize("schema", ["old", "between"])
def test_every_schema_gives_the_same_edges(tmp_path: Path, schema: str) -> None:
    found, counts = edges(tables(tmp_path, schema))
    assert sorted(found) == EDGES
    assert (counts["page"], counts["subcat"], counts["type-differs"]) == (5, 3, 1)


def test_an_empty_wiki_has_no_edges(tmp_path: Path) -> None:
    empty = tables(tmp_path, "today")._replace(
        categorylinks=write_table(
            tmp_path / "categorylinks.sql.gz", {"cl_from": int, "cl_type": bytes, "cl_target_id": int}, []
        )
    )
    assert edges(empty)[0] == []


def test_tables_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    fitting = tables(tmp_path, "today")
    with pytest.raises(InputError, match=r"names categories by number; give the table linktarget"):
        edges(fitting._replace(linktarget=""))
    with pytest.raises(InputError, match=r"neither cl_target_id nor cl_to; give the table categorylinks"):
        edges(fitting._replace(categorylinks=fitting.page))
    with pytest.raises(InputError, match="has no column lt_id"):
        edges(fitting._replace(linktarget=fitting.page))


@pytest.mark.parametrize(
    ("swapped", "by", "column"),
    [
        ("page", "linktarget", "page_id"),
        ("page_props", "page", "pp_page"),
        ("linktarget", "page", "lt_id"),
        ("categorylinks", "untyped", "cl_type"),
    ],
)
def test_each_table_is_checked_by_its_head_before_rows_are_read(
    swapped: str, by: str, column: str, tmp_path: Path
) -> None:
    fitting = tables(tmp_path, "today")
    untyped = write_table(tmp_path / "untyped.sql.gz", {"cl_from": int, "cl_target_id": int}, [])
    others = {**fitting._asdict(), "untyped": untyped}
    with pytest.raises(InputError, match=f"has no column {column}; it has"):
        check_tables(fitting._replace(**{swapped: others[by]}))


def dataset(folder: Path, given_tables: CategoryTables) -> str:
    target = [
        Destination(name, str(folder / name), str(folder / "staging" / name)) for name in ("category_edges", "rejects")
    ]
    shard = write_shard(Unit(0, 1, given_tables), process=write_category_edges, outputs=target)
    provenance = Provenance("identity", "category_edges", 1, "0", {}, [])
    commit([shard], target, provenance, units=1, max_reject_share=0)
    return target[0].location


def test_every_row_of_the_tables_is_seen_once(tmp_path: Path) -> None:
    manifest = read_manifest(dataset(tmp_path, tables(tmp_path, "today")))
    # A link whose type differs is an edge as well, and those of 6 and 7 count twice, as LOST says.
    assert manifest.seen == len(LINKS) + 2
    assert manifest.counts["edges"] == LOST


def test_members_are_read_from_the_dataset(tmp_path: Path) -> None:
    members = edge_members(dataset(tmp_path, tables(tmp_path, "today")))
    assert list(members(["Zoë (singer)", "Nothing"], "page")) == [EDGES[4]]
    assert sorted(members(["Zoë (singer)", "Music"], "subcat")) == EDGES[5:]
    assert list(members([], "page")) == []
    # Before the first and after the last category of the file: no row group is read.
    assert list(members(["A", "Ω"], "page")) == []


def test_the_sample_and_its_counts() -> None:
    stem = f"{PROJECT}/sample/wiki/samplewiki-20260901-"
    names = (f"{stem}{table}.sql.gz" for table in ("page", "categorylinks", "linktarget", "page_props"))
    found, counts = edges(CategoryTables(*names))
    assert +counts == {"page": 529, "subcat": 338, "other-namespace": 2, "file": 1}
    assert [edge.title for edge in found if edge.parent == "Music awards"] == ["Polar Music Prize", "Grammy Award"]
    assert {edge.title for edge in found if edge.hidden} >= {"Physics stubs", "Politician stubs"}


def test_the_real_graph_and_its_27_short_cycles(real: Path) -> None:
    names = (str(real / f"enwiki-sample-{t}.sql.gz") for t in ("page", "categorylinks", "linktarget", "page_props"))
    found, counts = edges(CategoryTables(*names))
    assert +counts == {"page": 879, "subcat": 2500}
    below: dict[str, set[str]] = {}
    for edge in found:
        if edge.type == "subcat":
            below.setdefault(edge.parent, set()).add(edge.title)
    links = {title: tuple(sorted(each)) for title, each in below.items()}
    sets = find_cycles(links)
    assert sum(len(short_cycles(each, links)) for each in sets) == 27
    assert len(sets) == 24


def test_an_id_given_twice_is_refused(tmp_path: Path) -> None:
    page = write_table(tmp_path / "page.sql.gz", PAGE, [*PAGES, (5, 0, b"Mercury_(planet)", 0)])
    links = write_table(tmp_path / "categorylinks.sql.gz", {"cl_from": int, "cl_type": bytes, "cl_target_id": int}, [])
    props = write_table(tmp_path / "page_props.sql.gz", PROPS, [])
    target = {"lt_id": int, "lt_namespace": int, "lt_title": bytes}
    targets = write_table(tmp_path / "linktarget.sql.gz", target, [*TARGETS, (70, 14, b"Stubs")])
    with pytest.raises(InputError, match=r"page\.sql\.gz: page_id 5 is given twice; fetch the table again"):
        list(edges_from_tables(CategoryTables(page, links, targets, props), Counter()))
    page = write_table(tmp_path / "page.sql.gz", PAGE, PAGES)
    with pytest.raises(InputError, match=r"linktarget\.sql\.gz: lt_id 70 is given twice"):
        list(edges_from_tables(CategoryTables(page, links, targets, props), Counter()))


def test_links_without_their_type_are_refused(tmp_path: Path) -> None:
    page = write_table(tmp_path / "page.sql.gz", PAGE, PAGES)
    props = write_table(tmp_path / "page_props.sql.gz", PROPS, [])
    links = write_table(tmp_path / "categorylinks.sql.gz", {"cl_from": int, "cl_to": bytes}, [])
    with pytest.raises(InputError, match=r"table categorylinks has no column cl_type; it has cl_from, cl_to"):
        list(edges_from_tables(CategoryTables(page, links, "", props), Counter()))


def test_a_wiki_without_edges_has_categories_without_members(tmp_path: Path) -> None:
    location = write_dataset(str(tmp_path), "wiki-1/category_edges", "1", {})
    members = edge_members(location)
    assert [list(members(["Music"], kind)) for kind in ("page", "subcat")] == [[], []]
