from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.datasets.shards import Descriptor, Destination, Unit, write_shard
from schemas.errors import InputError
from tests.support.fake_api import FakeServer, Query, Reply, fake_api, good
from tests.support.progress import note_progress
from tests.support.tables import PAGE, write_table
from tests.support.type_data import sentences
from tests.support.wikis import EN
from wiki.categories.api_client import ApiSettings
from wiki.steps.wikidata_ids import write_wikidata_ids
from wiki.steps.wikidata_ids_from_api import write_wikidata_ids_from_api

PROPS = {"pp_page": int, "pp_propname": bytes, "pp_value": bytes}


def run(root: Path, process: Any, payload: object) -> tuple[list[tuple[Any, ...]], Descriptor]:
    """The rows that the step writes, and its descriptor."""
    outputs = [Destination(name, str(root / name), str(root / name)) for name in ("wikidata_ids", "rejects")]
    done = write_shard(Unit(0, 1, payload), process=process, outputs=outputs)
    return [tuple(row.values()) for row in table(root, "wikidata_ids")], done


def table(root: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(root / name / "part-00000.parquet").to_pylist()
    return rows


def from_tables(root: Path, pages: list[Any], props: list[Any]) -> tuple[list[tuple[Any, ...]], Descriptor]:
    tables = (write_table(root / "page.sql.gz", PAGE, pages), write_table(root / "page_props.sql.gz", PROPS, props))
    return run(root, functools.partial(write_wikidata_ids, site=EN), tables)


def test_the_items_of_articles_by_the_tables(tmp_path: Path) -> None:
    pages = [
        (1, 0, b"Angela_Merkel", 0),
        (2, 0, b"O'Brien", 0),
        (3, 14, b"Physics", 0),
        (4, 0, b"Merkel", 1),
        (5, 0, b"New", 0),
        (6, 0, b"With_an_item_of_its_own", 1),
    ]
    props = [
        (1, b"defaultsort", b"Merkel, Angela"),
        (1, b"wikibase_item", b"Q567"),
        (2, b"displaytitle", b"<i>Q1</i>\n"),
        (2, b"wikibase_item", b"Q2147483647"),
        (3, b"wikibase_item", b"Q413"),
        (6, b"wikibase_item", b"Q12"),
        (77, b"wikibase_item", b"Q77"),
    ]
    rows, done = from_tables(tmp_path, pages, props)
    assert rows == [
        (1, "Angela Merkel", "Q567"),
        (2, "O'Brien", "Q2147483647"),
        (6, "With an item of its own", "Q12"),
    ]
    assert (done.seen, done.rejected) == (3, 0)
    assert done.counts["Wikidata items"] == {
        "articles with an item": 2,
        "articles without an item": 1,
        # That of a category, and that of a page that was deleted before `page` was written.
        "elsewhere": 2,
        "redirects with an item": 1,
    }


def test_a_malformed_id_and_a_title_that_is_not_utf_8_are_rejects(tmp_path: Path) -> None:
    props = [(1, b"wikibase_item", b"Q0x"), (2, b"wikibase_item", b"Q2"), (3, b"wikibase_item", b"\xff")]
    rows, done = from_tables(tmp_path, [(1, 0, b"A", 0), (2, 0, b"B\xff", 0), (3, 0, b"C", 0)], props)
    assert rows == []
    assert done.counts["rejected"] == {"invalid-utf8": 1, "malformed-wikidata-id": 2}
    assert [(row["reason"], row["page_id"], row["title"], row["text"]) for row in table(tmp_path, "rejects")] == [
        ("malformed-wikidata-id", 1, "A", "Q0x"),
        ("invalid-utf8", 2, "", f"{tmp_path}/page.sql.gz: b'B\\xff' is not UTF-8"),
        ("malformed-wikidata-id", 3, "C", "\ufffd"),
    ]


def test_tables_without_items_give_none(tmp_path: Path) -> None:
    rows, done = from_tables(tmp_path, [(1, 0, b"A", 0)], [(1, b"disambiguation", b"")])
    assert (rows, done.seen) == ([], 0)
    assert done.counts["Wikidata items"]["articles without an item"] == 1


def test_what_is_done_of_the_second_table_comes_on_top_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = note_progress(monkeypatch)
    from_tables(tmp_path, [(1, 0, b"A", 0)], [(1, b"wikibase_item", b"Q1")])
    assert told == [0, (tmp_path / "page.sql.gz").stat().st_size]


ITEMS = {"Rome": (1, "Q220"), "Angela Merkel": (2, "Q567"), "New": (3, None), "Bad": (4, "X1")}
LEADS = {"Roma": "Rome", "Eternal city": "Roma", "Ring": "Ring 2", "Ring 2": "Ring"}


def wiki(query: Query, _number: int) -> Reply:
    """Answers as `action=query` with `redirects=1` does, a page at a time where there are two or more."""
    asked = query["titles"].split("|")
    steps, ends = [], []
    for title in asked:
        while title in LEADS and {"from": title, "to": LEADS[title]} not in steps:
            steps.append({"from": title, "to": LEADS[title]})
            title = LEADS[title]
        ends.append(title)
    start = int(query.get("ppcontinue", 0))
    pages: list[dict[str, Any]] = []
    for place, title in enumerate(dict.fromkeys(ends)):
        page_id, qid = ITEMS.get(title, (0, None))
        page = {"ns": 0, "title": title, **({"pageid": page_id} if page_id else {"missing": True})}
        pages.append(page | ({"pageprops": {"wikibase_item": qid}} if qid and place <= start else {}))
    pages = [
        {"ns": 14, "pageid": 9, "title": page["title"], "pageprops": {"wikibase_item": "Q9"}}
        if page["title"].startswith("Category")
        else page
        for page in pages
    ]
    following = {"ppcontinue": str(start + 1), "continue": "||"} if start + 1 < len(pages) else None
    answer: dict[str, Any] = {"query": {"redirects": steps, "pages": pages}}
    return good(answer | ({"continue": following} if following else {"batchcomplete": True}))


@pytest.fixture
def server() -> Any:
    with fake_api() as server:
        server.reply = wiki
        yield server


def from_api(root: Path, server: FakeServer, targets: list[str]) -> tuple[list[tuple[Any, ...]], Descriptor]:
    api = ApiSettings(server.endpoint, "tests@example.org", str(root / "cache.sqlite"))
    place = sentences(root / "s", [targets])
    return run(root, functools.partial(write_wikidata_ids_from_api, settings=api), place)


def test_the_items_of_linked_titles_by_a_live_wiki(tmp_path: Path, server: FakeServer) -> None:
    targets = ["Roma", "Angela Merkel", "New", "Nowhere", "Eternal city", "Rome", "Roma", "Ring", "Category", "Bad"]
    rows, done = from_api(tmp_path, server, targets)
    assert rows == [(2, "Angela Merkel", "Q567"), (1, "Eternal city", "Q220"), (1, "Roma", "Q220"), (1, "Rome", "Q220")]
    assert (done.seen, done.rejected) == (9, 1)
    assert done.counts["Wikidata items"] == {"titles with an item": 5, "titles without an item": 4}
    assert done.counts["rejected"] == {"malformed-wikidata-id": 1}
    query = server.requests[0].query
    assert {name: query[name] for name in ("action", "prop", "ppprop", "redirects")} == {
        "action": "query",
        "prop": "pageprops",
        "ppprop": "wikibase_item",
        "redirects": "1",
    }
    # The answers are kept.
    asked = len(server.requests)
    (tmp_path / "again").mkdir()
    (tmp_path / "cache.sqlite").rename(tmp_path / "again" / "cache.sqlite")
    again, _ = from_api(tmp_path / "again", server, targets)
    assert (again, len(server.requests)) == (rows, asked)


def test_a_request_asks_for_fifty_titles(tmp_path: Path, server: FakeServer) -> None:
    rows, done = from_api(tmp_path, server, [f"N{number:03}" for number in range(101)] + ["Roma"])
    assert rows == [(1, "Roma", "Q220")]
    assert done.seen == 102
    first = [request.query["titles"] for request in server.requests if "ppcontinue" not in request.query]
    assert sorted(len(titles.split("|")) for titles in first) == [2, 50, 50]


def test_a_corpus_without_links_asks_nothing(tmp_path: Path, server: FakeServer) -> None:
    rows, done = from_api(tmp_path, server, [])
    assert (rows, done.seen, server.requests) == ([], 0, [])


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no column pp_page"):
        run(
            tmp_path,
            functools.partial(write_wikidata_ids, site=EN),
            (write_table(tmp_path / "page.sql.gz", PAGE, []), write_table(tmp_path / "a.sql.gz", {"x": int}, [])),
        )
