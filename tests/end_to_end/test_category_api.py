"""The category graph of a live wiki, by the build itself: the sample's categories behind an API on this machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from schemas.domains import Domain
from schemas.records import CategoryEdge
from tests.support.build import build, datasets, manifest, rows, settings
from tests.support.fake_api import FakeServer, Query, Reply, fake_api, good
from tests.support.paths import PROJECT
from wiki.categories.from_tables import CategoryTables, edges_from_tables
from wiki.categories.walk import Crawl, Kind, crawl

_LIMIT = 7
"""Members of an answer: few, so that most categories continue."""


@pytest.fixture(scope="module")
def graph() -> dict[str, list[CategoryEdge]]:
    """The edges of the sample wiki by category."""
    stem = f"{PROJECT}/sample/wiki/samplewiki-20260901-"
    names = (f"{stem}{table}.sql.gz" for table in ("page", "categorylinks", "linktarget", "page_props"))
    found: dict[str, list[CategoryEdge]] = {}
    for kind, table in edges_from_tables(CategoryTables(*names), Counter()):
        for row in table.to_pylist():
            found.setdefault(row["parent"], []).append(CategoryEdge(type=kind, **row))
    return found


@pytest.fixture
def server(graph: dict[str, list[CategoryEdge]]) -> Iterator[FakeServer]:
    def reply(query: Query, _number: int) -> Reply:
        members = graph.get(query["gcmtitle"].removeprefix("Category:"), [])
        start = int(query.get("gcmcontinue", 0))
        end = start + _LIMIT
        following = {"gcmcontinue": str(end), "continue": "gcmcontinue||"}
        answer: dict[str, Any] = {"batchcomplete": True} | ({"continue": following} if end < len(members) else {})
        if members:
            answer["query"] = {"pages": [_page(edge) for edge in members[start:end]]}
        return good(answer)

    with fake_api() as server:
        server.reply = reply
        yield server


def _page(edge: CategoryEdge) -> dict[str, Any]:
    flags = {"hiddencat": edge.hidden, "disambiguation": edge.disambiguation}
    properties = {"pageprops": {name: "" for name, is_set in flags.items() if is_set}} if any(flags.values()) else {}
    is_category = edge.type == "subcat"
    place = {"ns": 14, "title": f"Category:{edge.title}"} if is_category else {"ns": 0, "title": edge.title}
    return {"pageid": edge.page_id, **place, **properties}


def expected(graph: dict[str, list[CategoryEdge]]) -> Crawl:
    """The crawl of the domain that the build is given, by the tables."""

    def members(categories: Sequence[str], kind: Kind) -> Iterable[CategoryEdge]:
        return (edge for title in categories for edge in graph.get(title, []) if edge.type == kind)

    return crawl(
        Domain("state", ("Politics",), 4, ("terminology$",), 1000, {"party": ("PoliticalParty",)}, ("party",)), members
    )


def pages_by_api(root: Path, server: FakeServer, cache: Path, more: str = "") -> list[tuple[object, ...]]:
    """Build the pages of the domain below `root`; gives their rows."""
    root.mkdir()
    (root / "state.toml").write_text(
        'name = "state"\nroots = ["Politics"]\ndepth = 4\nexclude = ["terminology$"]\nmax_pages = 1000\n'
        'specialised = ["party"]\n[labels]\nparty = ["PoliticalParty"]\n'
    )
    text = (
        f"[BuildDomains]\nsource = api\ndomains = state\ndirectory = {root}\n"
        f"[CategoryApi]\nendpoint = {server.endpoint}\ncontact = tests@example.org\ncache = {cache}\n{more}"
    )
    status, output = build(root, settings(root, text), "DomainPages", "--domain", "state")
    assert status == 0, output
    names = ("page_id", "title", "depth", "via", "branch")
    return [tuple(row[name] for name in names) for row in rows(root, "domain_pages/domain=state")]


def test_the_pages_are_those_of_the_tables_and_an_age_of_nothing_asks_anew(
    tmp_path: Path, server: FakeServer, graph: dict[str, list[CategoryEdge]]
) -> None:
    crawled = expected(graph)
    cache = tmp_path / "answers.sqlite"
    pages = [page[:5] for page in crawled.pages]
    assert pages_by_api(tmp_path / "first", server, cache) == pages
    first = manifest(tmp_path / "first", "category_edges")
    asked = len(server.requests)
    assert first.counts["requests"]["requests"] == asked
    # Pages and subcategories come with one request, and none is made twice.
    assert len({tuple(sorted(request.query.items())) for request in server.requests}) == asked
    assert {request.query["gcmtitle"].removeprefix("Category:") for request in server.requests} == set(
        crawled.tree.entered
    )
    assert asked > len(crawled.tree.entered) > 20
    assert "(tests@example.org)" in server.requests[0].headers["User-Agent"]
    edges = [CategoryEdge(**row) for row in rows(tmp_path / "first", "category_edges")]
    # Subcategories of the deepest categories are none of the crawl's business.
    assert sorted(edges) == sorted(
        edge
        for title, category in crawled.tree.entered.items()
        for edge in graph.get(title, [])
        if edge.type == "page" or category.depth < 4
    )
    assert {edge.title for edge in edges if edge.hidden or edge.disambiguation} == {"Politician stubs", "Labour Party"}

    again = pages_by_api(tmp_path / "again", server, cache, "max_age_days = 0\n")
    assert (again, len(server.requests)) == (pages, 2 * asked)
    # Neither contact nor cache nor age decides what is in the dataset: it has the same name.
    assert [path.name for path in datasets(tmp_path / "first").values()] == [
        path.name for path in datasets(tmp_path / "again").values()
    ]


def test_a_crawl_without_contact_is_refused_before_any_request(tmp_path: Path) -> None:
    text = "[BuildDomains]\nsource = api\n[CategoryApi]\nendpoint = http://127.0.0.1:9/w/api.php\n"
    status, output = build(tmp_path, settings(tmp_path, text), "DomainPages", "--domain", "music")
    assert status not in (0, 1)
    assert "contact in [CategoryApi] is empty" in output
    assert "Traceback" not in output
