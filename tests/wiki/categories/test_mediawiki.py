"""The API source against a real MediaWiki (`.ci/servers`), with the sample and `tests/support/crawl_wiki.py` in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pytest

from schemas.domains import Domain
from schemas.records import CategoryEdge
from tests.support import crawl_wiki
from tests.support.paths import PROJECT
from tests.support.tables import read_table
from wiki.categories import walk
from wiki.categories.api_client import ApiClient, ApiError, ApiSettings
from wiki.categories.from_api import api_members, fetch_members
from wiki.categories.walk import Kind

pytestmark = pytest.mark.servers


class Wiki(NamedTuple):
    endpoint: str
    lag: Path
    """A file with a number of seconds: the wiki says that its database lags this far behind."""
    tables: Path
    """Its SQL tables, in the schemas `139` (MediaWiki 1.39) and `2025`."""


@pytest.fixture(scope="session")
def wiki() -> Wiki:
    if "MEDIAWIKI_API" not in os.environ:
        pytest.skip('no MediaWiki: `settings=$(.ci/servers) && eval "$settings"` starts one')
    return Wiki(os.environ["MEDIAWIKI_API"], Path(os.environ["MEDIAWIKI_LAG"]), Path(os.environ["MEDIAWIKI_TABLES"]))


@pytest.fixture
def settings(wiki: Wiki, tmp_path: Path) -> ApiSettings:
    return ApiSettings(wiki.endpoint, "tests@example.org", str(tmp_path / "answers.sqlite"))


@pytest.fixture
def client(settings: ApiSettings) -> Iterator[ApiClient]:
    with ApiClient(settings) as client:
        yield client


def crawl(root: str, client: ApiClient) -> Iterator[list[CategoryEdge]]:
    """The edges below a category, level by level."""
    level, seen = [root], {root}
    while level:
        found = list(fetch_members(level, client))
        yield found
        level = sorted({edge.title for edge in found if edge.type == "subcat"} - seen)
        seen.update(level)


def table_edges(folder: Path) -> dict[str, set[CategoryEdge]]:
    """The members of each category according to the SQL tables: the oracle of the tests."""

    def rows(table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        schema = pa.schema({column: pa.binary() for column in columns})
        for batch in read_table(str(folder / f"enwiki-20990101-{table}.sql.gz"), schema):
            for row in zip(*batch.to_pydict().values(), strict=True):
                yield tuple((value or b"").decode() for value in row)

    pages = {
        page: (namespace, title.replace("_", " "))
        for page, namespace, title in rows("page", "page_id", "page_namespace", "page_title")
        if namespace in ("0", "14")
    }
    if folder.name == "139":
        links = list(rows("categorylinks", "cl_from", "cl_to"))
    else:
        names = {
            target: title
            for target, namespace, title in rows("linktarget", "lt_id", "lt_namespace", "lt_title")
            if namespace == "14"
        }
        links = [(page, names[target]) for page, target in rows("categorylinks", "cl_from", "cl_target_id")]
    hidden = {page for page, name in rows("page_props", "pp_page", "pp_propname") if name == "hiddencat"}
    members: dict[str, set[CategoryEdge]] = {}
    for page, parent in links:
        if page in pages:
            namespace, title = pages[page]
            parent = parent.replace("_", " ")
            kind: Kind = "page" if namespace == "0" else "subcat"
            members.setdefault(parent, set()).add(CategoryEdge(int(page), title, kind, parent, page in hidden))
    return members


def table_crawl(root: str, members: dict[str, set[CategoryEdge]]) -> set[CategoryEdge]:
    found: set[CategoryEdge] = set()
    level, seen = {root}, {root}
    while level:
        edges = {edge for category in level for edge in members.get(category, ())}
        found |= edges
        level = {edge.title for edge in edges if edge.type == "subcat"} - seen
        seen |= level
    return found


@pytest.mark.parametrize("schema", ["139", "2025"])
@pytest.mark.parametrize(
    ("root", "pages", "categories"),
    [
        (crawl_wiki.ROOT, crawl_wiki.LONG_SIZE + 3 + len(crawl_wiki.NAMES) + 1, 8),
        (crawl_wiki.NO_PAGE, 3, 0),
        ("No such category", 0, 0),
    ],
)
def test_a_crawl_finds_every_page_once(
    root: str, pages: int, categories: int, schema: str, wiki: Wiki, client: ApiClient
) -> None:
    edges = check_crawl(root, wiki.tables / schema, client)
    found = Counter(kind for kind, _ in {(edge.type, edge.title) for edge in edges})
    assert (found["page"], found["subcat"]) == (pages, categories)


@pytest.mark.parametrize("schema", ["139", "2025"])
@pytest.mark.parametrize("root", ["Music", "Politics", "Natural sciences"])
def test_a_crawl_of_the_sample_wiki_finds_what_its_tables_hold(
    root: str, schema: str, wiki: Wiki, client: ApiClient
) -> None:
    edges = check_crawl(root, wiki.tables / schema, client)
    assert min(Counter(edge.type for edge in edges).values()) > 20


def check_crawl(root: str, tables: Path, client: ApiClient) -> list[CategoryEdge]:
    edges = [edge for level in crawl(root, client) for edge in level]
    assert len(edges) == len(set(edges))
    assert set(edges) == table_crawl(root, table_edges(tables))
    return edges


def test_the_walk_leaves_hidden_categories_out(client: ApiClient) -> None:
    domain = Domain("crawl", (crawl_wiki.ROOT,), 3, ("^Long",), 100, {}, ())
    found = walk.crawl(domain, api_members(client))
    assert set(found.tree.entered) == {crawl_wiki.ROOT, crawl_wiki.TALKED, "Itself", "Ring A", "Ring B", "Names"}
    assert found.tree.left_out == {
        crawl_wiki.LONG: "^Long",
        crawl_wiki.HIDDEN: walk.HIDDEN,
        crawl_wiki.HIDDEN_EMPTY: walk.HIDDEN,
    }
    titles = sorted(page.title for page in found.pages)
    assert titles == sorted((*crawl_wiki.NAMES, crawl_wiki.REDIRECT, "Zzz 1", "Zzz 2", "Zzz 3"))
    # Once for each category that was entered, though the walk asks for pages and subcategories separately.
    assert client.counts["requests"] == 6 + 1


def test_members_come_500_to_a_request(client: ApiClient) -> None:
    edges = list(fetch_members([crawl_wiki.LONG], client))
    assert sorted(edge.title for edge in edges) == [f"Long list {n:04}" for n in range(1, crawl_wiki.LONG_SIZE + 1)]
    assert client.counts["requests"] == 3


def test_an_answer_of_talk_pages_alone_is_empty_and_continues(client: ApiClient) -> None:
    edges = list(fetch_members([crawl_wiki.TALKED], client))
    assert [(edge.title, edge.type) for edge in edges] == [("Zzz 1", "page"), ("Zzz 2", "page"), ("Zzz 3", "page")]
    assert client.counts["requests"] == 2


def test_titles_of_every_kind_arrive_unchanged(client: ApiClient) -> None:
    edges = list(fetch_members(["Names"], client))
    assert sorted(edge.title for edge in edges) == sorted((*crawl_wiki.NAMES, crawl_wiki.REDIRECT))
    assert {edge.type for edge in edges} == {"page"}


def test_cycles_are_found(client: ApiClient) -> None:
    edges = {(edge.title, edge.parent) for edge in fetch_members(["Itself", "Ring A", "Ring B"], client)}
    assert edges == {("Itself", "Itself"), ("Ring B", "Ring A"), ("Ring A", "Ring B")}


def test_what_the_wiki_refuses_is_not_tried_again(client: ApiClient) -> None:
    with pytest.raises(ApiError, match=r"gcmtitle=Category:<b>.*: refused, invalidtitle: Bad title"):
        list(fetch_members(["<b>"], client))
    assert client.counts == {"requests": 1}


def test_while_the_database_lags_the_crawl_waits(wiki: Wiki, settings: ApiSettings) -> None:
    waits = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            wiki.lag.unlink()

    wiki.lag.write_text("7\n")
    try:
        with ApiClient(settings, wait=wait) as client:
            assert [edge.title for edge in fetch_members(["Ring A"], client)] == ["Ring B"]
            assert client.counts == {"requests": 4, "retries": 3}
    finally:
        wiki.lag.unlink(missing_ok=True)
    # Retry-After is 5 seconds, the jitter up to 1, 2 and 4 more.
    assert [5 <= seconds <= 5 + 2**n for n, seconds in enumerate(waits)] == [True, True, True]


# Crawls two levels, then waits to be killed.
_CRAWLER = """
import sys
from tests.wiki.categories.test_mediawiki import crawl
from wiki.categories.api_client import ApiClient, ApiSettings
with ApiClient(ApiSettings(sys.argv[1], "tests@example.org", sys.argv[2])) as client:
    for depth, level in enumerate(crawl(sys.argv[3], client)):
        print(depth, len(level), flush=True)
        if depth == 1:
            sys.stdin.read()
"""


def test_a_killed_crawl_goes_on_without_asking_twice(wiki: Wiki, settings: ApiSettings, tmp_path: Path) -> None:
    whole = ApiSettings(wiki.endpoint, settings.contact, str(tmp_path / "whole.sqlite"))
    with ApiClient(whole) as client:
        expected = list(crawl("Music", client))
        total = client.counts["requests"]
    command = [sys.executable, "-c", _CRAWLER, wiki.endpoint, settings.cache, "Music"]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() and process.stdout.readline()
        process.kill()
    with sqlite3.connect(settings.cache) as cache:
        done = cache.execute("SELECT count(*) FROM answers").fetchone()[0]
    cache.close()
    assert 0 < done < total
    with ApiClient(settings) as client:
        assert list(crawl("Music", client)) == expected
        assert client.counts == {"requests": total - done, "answers-from-cache": done}
