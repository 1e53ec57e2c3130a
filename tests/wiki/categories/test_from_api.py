"""Members of categories from the API: continuation, order, what ends the requests."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from schemas.records import CategoryEdge
from tests.support.fake_api import FakeServer, Query, Reply, error, good, html, members
from wiki.categories.api_client import ApiClient, ApiError, ApiSettings
from wiki.categories.from_api import api_members, fetch_members


def test_answers_continue_to_the_end_even_after_empty_ones(server: FakeServer, settings: ApiSettings) -> None:
    following = {"": ("page|41|7", ["A"]), "page|41|7": ("page|42|8", []), "page|42|8": ("", ["B", "C"])}

    def reply(query: Query, _number: int) -> Reply:
        assert query.get("continue", "gcmcontinue||") == "gcmcontinue||"
        place, titles = following[query.get("gcmcontinue", "")]
        return members(*titles, place=place)

    server.reply = reply
    with ApiClient(settings) as client:
        assert [edge.title for edge in fetch_members(["X"], client)] == ["A", "B", "C"]
    assert len(server.requests) == 3


def test_a_server_that_continues_for_ever_is_given_up(server: FakeServer, settings: ApiSettings) -> None:
    server.reply = lambda _query, _number: members("A", place="page|41|7")
    with ApiClient(settings) as client, pytest.raises(ApiError, match=r"gcmtitle=Category:X: .* same place for ever"):
        list(fetch_members(["X"], client))
    assert len(server.requests) == 2


def test_edges_come_in_the_order_of_the_categories(server: FakeServer, settings: ApiSettings) -> None:
    last = threading.Event()

    def reply(query: Query, _number: int) -> Reply:
        title = query["gcmtitle"].removeprefix("Category:")
        if title == "C0" and "gcmcontinue" not in query:
            last.wait(300)
        if title == "C5":
            last.set()
        return members(title, place="" if "gcmcontinue" in query else "next")

    server.reply = reply
    with ApiClient(settings) as client:
        edges = [edge.parent for edge in fetch_members([f"C{n}" for n in range(6)], client)]
    assert edges == [f"C{n}" for n in range(6) for _ in range(2)]


def test_when_the_reader_stops_so_do_the_requests(server: FakeServer, settings: ApiSettings) -> None:
    closed = threading.Event()

    def reply(query: Query, _number: int) -> Reply:
        if query["gcmtitle"] != "Category:C0":
            closed.wait(300)
        return members("A")

    server.reply = reply
    with ApiClient(settings) as client:
        edges = fetch_members((f"C{n}" for n in range(1000)), client)
        next(edges)
        edges.close()  # type: ignore[attr-defined]
        closed.set()
        assert len(list(fetch_members(["Z"], client))) == 1
    # One was answered and up to three were under way; the other eight asked for were never sent.
    assert len(server.requests) <= 5


def test_an_error_cancels_the_requests_that_wait(server: FakeServer, settings: ApiSettings) -> None:
    server.reply = lambda query, _number: error("invalidtitle") if query["gcmtitle"] == "Category:C0" else html(503)
    with pytest.raises(ApiError, match="invalidtitle"), ApiClient(settings) as client:
        list(fetch_members([f"C{n}" for n in range(10)], client))
    # Two others were between their ten tries, the rest had not begun.
    assert len(server.requests) < 10


def test_a_subcategory_loses_the_wikis_own_prefix(server: FakeServer, settings: ApiSettings) -> None:
    pages = [
        {"pageid": 1, "ns": 14, "title": "Kategorie:2001: Odyssee im Weltraum"},
        {"pageid": 2, "ns": 0, "title": "2001: Odyssee im Weltraum"},
    ]
    server.reply = lambda _query, _number: good({"batchcomplete": True, "query": {"pages": pages}})
    with ApiClient(settings) as client:
        assert list(fetch_members(["Filme"], client)) == [
            CategoryEdge(1, "2001: Odyssee im Weltraum", "subcat", "Filme"),
            CategoryEdge(2, "2001: Odyssee im Weltraum", "page", "Filme"),
        ]


def test_properties_of_members_may_come_with_a_later_answer(server: FakeServer, settings: ApiSettings) -> None:
    plain: list[dict[str, Any]] = [
        {"pageid": 1, "ns": 14, "title": "Category:Stubs"},
        {"pageid": 2, "ns": 0, "title": "Mercury"},
        {"pageid": 3, "ns": 0, "title": "Venus"},
    ]
    stubs, mercury, venus = plain
    found = [
        [{**stubs, "pageprops": {"hiddencat": ""}}, mercury, venus],
        [stubs, {**mercury, "pageprops": {"disambiguation": ""}}, venus],
    ]

    def reply(query: Query, _number: int) -> Reply:
        if "ppcontinue" in query:
            return good({"batchcomplete": True, "query": {"pages": found[1]}})
        return good({"continue": {"ppcontinue": "2", "continue": "||"}, "query": {"pages": found[0]}})

    server.reply = reply
    with ApiClient(settings) as client:
        members = api_members(client)
        assert list(members(["A"], "subcat")) == [CategoryEdge(1, "Stubs", "subcat", "A", hidden=True)]
        assert list(members(["A"], "page")) == [
            CategoryEdge(2, "Mercury", "page", "A", disambiguation=True),
            CategoryEdge(3, "Venus", "page", "A"),
        ]
        assert client.counts == {"requests": 2, "answers-from-cache": 2}
