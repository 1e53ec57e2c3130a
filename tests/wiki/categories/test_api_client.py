"""The API client and the category source against a server that fails in many ways."""

from __future__ import annotations

import gzip
import json
import logging
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from schemas.errors import InputError
from schemas.records import CategoryEdge
from tests.support.fake_api import EMPTY, HANG_UP, FakeServer, Query, Reply, fake_api, good
from tests.support.paths import PROJECT
from wiki.categories.api_client import ApiClient, ApiError, ApiSettings
from wiki.categories.from_api import api_members, fetch_members


def error(code: str, **headers: str) -> Reply:
    answer = {"errors": [{"code": code, "text": f"The text of {code}.", "module": "main"}]}
    return good(answer, **{"MediaWiki-API-Error": code, **headers})


def html(status: int, **headers: str) -> Reply:
    page = b"<html><style>p {}</style><h1>Our servers\nare <b>busy</b></h1></html>"
    return Reply(page, status, {"Content-Type": "text/html", **headers})


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with fake_api() as server:
        yield server


@pytest.fixture
def settings(server: FakeServer, tmp_path: Path) -> ApiSettings:
    return ApiSettings(server.endpoint, "tests@example.org", str(tmp_path / "new folder" / "answers.sqlite"))


def changed(settings: ApiSettings, **changes: Any) -> ApiSettings:
    return ApiSettings(**{**vars(settings), **changes})


def members(*titles: str, place: str = "") -> Reply:
    pages = [{"pageid": 1000 + n, "ns": 0, "title": title} for n, title in enumerate(titles)]
    following = {"continue": {"gcmcontinue": place, "continue": "gcmcontinue||"}} if place else {}
    # Where no page is left after the filter on namespaces there is no `query`.
    return good({"batchcomplete": True, **following, **({"query": {"pages": pages}} if pages else {})})


# Errors that pass: the request is sent again.


PASSING: dict[str, tuple[Reply, float]] = {
    "maxlag": (error("maxlag", **{"Retry-After": "5", "X-Database-Lag": "7"}), 5),
    "rate limit": (error("ratelimited"), 0),
    "database error": (error("internal_api_error_DBQueryTimeoutError"), 0),
    "429": (html(429, **{"Retry-After": "30"}), 30),
    "503": (html(503, **{"Retry-After": " 2 "}), 2),
    "503 until a date long gone": (html(503, **{"Retry-After": formatdate(0, usegmt=True)}), 0),
    "503 with nonsense": (html(503, **{"Retry-After": "soon"}), 0),
    "500": (html(500), 0),
    "502": (html(502), 0),
    "504": (html(504), 0),
    "hangs up": (HANG_UP, 0),
    "cut short": (Reply(b'{"batchcomplete": tr', headers={"Content-Type": "application/json"}), 0),
    "shorter than said": (
        Reply(EMPTY.body, headers={"Content-Type": "application/json", "Content-Length": str(len(EMPTY.body) + 1)}),
        0,
    ),
    "damaged gzip": (Reply(b"no gzip", headers={"Content-Type": "application/json", "Content-Encoding": "gzip"}), 0),
}


@pytest.mark.parametrize(("reply", "least"), PASSING.values(), ids=PASSING.keys())
def test_after_a_passing_error_the_request_is_sent_again(
    reply: Reply, least: float, server: FakeServer, settings: ApiSettings
) -> None:
    waits: list[float] = []
    server.reply = lambda _query, number: reply if number < 3 else members("Physics")
    with ApiClient(settings, wait=waits.append) as client:
        assert [edge.title for edge in fetch_members(["Science"], client)] == ["Physics"]
        assert client.counts == {"requests": 4, "retries": 3}
    assert [least <= seconds <= least + 2**n for n, seconds in enumerate(waits)] == [True, True, True]
    assert len({json.dumps(request.query) for request in server.requests}) == 1


def test_a_date_says_how_long_to_wait(server: FakeServer, settings: ApiSettings) -> None:
    waits: list[float] = []
    date = formatdate(time.time() + 100, usegmt=True)
    server.reply = lambda _query, number: html(503, **{"Retry-After": date}) if number == 0 else EMPTY
    with ApiClient(settings, wait=waits.append) as client:
        client.ask({"list": "categorymembers"})
    # A slow machine may take some of the time; dates are whole seconds.
    assert 50 < waits[0] <= 101


def test_a_server_that_does_not_answer_in_time_is_asked_again(server: FakeServer, settings: ApiSettings) -> None:
    answered = threading.Event()

    def reply(_query: Query, number: int) -> Reply:
        if number == 0:
            answered.wait(300)
        return EMPTY

    server.reply = reply
    with ApiClient(changed(settings, timeout=1), wait=lambda _seconds: None) as client:
        client.ask({"list": "categorymembers"})
        assert client.counts == {"requests": 2, "retries": 1}
    answered.set()


def test_the_pauses_grow_up_to_a_minute_and_end(
    server: FakeServer, settings: ApiSettings, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []
    server.reply = lambda _query, _number: html(503)
    with ApiClient(settings, wait=waits.append) as client, pytest.raises(ApiError) as raised:
        list(fetch_members(["Music"], client))
    assert str(raised.value).startswith(f"{server.endpoint}?generator=categorymembers&")
    assert "gcmtitle=Category:Music" in str(raised.value)
    assert "given up after 10 tries, the last time because: status 503 'Our servers are busy'." in str(raised.value)
    assert f"All answers so far are in {settings.cache}" in str(raised.value)
    assert len(server.requests) == 10
    assert [0 <= seconds <= min(60, 2**n) for n, seconds in enumerate(waits)] == [True] * 9
    assert len(set(waits)) == 9
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 9
    assert "status 503" in caplog.messages[0]


def test_pauses_are_drawn_from_all_up_to_their_bound_and_told(
    server: FakeServer, settings: ApiSettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn_from: list[tuple[float, float]] = []

    def draw(least: float, most: float) -> float:
        drawn_from.append((least, most))
        return most / 4

    waits: list[float] = []
    monkeypatch.setattr(random, "uniform", draw)
    server.reply = lambda _query, _number: html(503, **{"Retry-After": "2"})
    with (
        ApiClient(changed(settings, tries=9), wait=waits.append) as client,
        pytest.raises(ApiError, match="given up after 9 tries"),
    ):
        client.ask({"list": "x"})
    assert drawn_from == [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (0, 60), (0, 60)]
    assert waits == [2.25, 2.5, 3, 4, 6, 10, 17, 17]
    assert caplog.messages[0] == f"{server.endpoint}?list=x: status 503 'Our servers are busy'; again in 2.2 s"
    waits.clear()
    with (
        ApiClient(changed(settings, tries=1), wait=waits.append) as client,
        pytest.raises(ApiError, match="given up after 1 tries"),
    ):
        client.ask({"list": "x"})
    assert waits == []


@pytest.mark.parametrize(("length", "ending"), [(200, ""), (201, "…")])
def test_two_hundred_letters_of_a_query_and_of_an_answer_are_told(
    server: FakeServer, settings: ApiSettings, length: int, ending: str
) -> None:
    server.reply = lambda _query, _number: Reply(b"<p>" + b"b" * length, 404, {"Content-Type": "text/html"})
    with ApiClient(settings) as client:
        with pytest.raises(InputError, match=rf"\(status 404\): '{'b' * 200}'$"):
            client.ask({"list": "x"})
        server.reply = lambda _query, _number: error("invalidtitle")
        shown = "cmtitle=" + "a" * 192 + ending
        with pytest.raises(ApiError, match=rf"\?{shown}: refused, invalidtitle: "):
            client.ask({"cmtitle": "a" * (length - len("cmtitle="))})


def test_no_server_at_all(server: FakeServer, settings: ApiSettings) -> None:
    server.server_close()
    with (
        ApiClient(changed(settings, tries=2), wait=lambda _seconds: None) as client,
        pytest.raises(ApiError, match=r"given up after 2 tries, .*Connection refused"),
    ):
        client.ask({"list": "categorymembers"})


def test_a_server_that_asks_to_wait_for_hours_is_given_up(server: FakeServer, settings: ApiSettings) -> None:
    waits: list[float] = []
    server.reply = lambda _query, _number: html(429, **{"Retry-After": "7200"})
    with (
        ApiClient(settings, wait=waits.append) as client,
        pytest.raises(ApiError, match=r"after 1 tries, .* status 429 .*; it asks to wait 7200 s"),
    ):
        client.ask({"list": "categorymembers"})
    assert waits == []


def test_ten_minutes_are_the_longest_wait(server: FakeServer, settings: ApiSettings) -> None:
    waits: list[float] = []
    server.reply = lambda _query, number: html(429, **{"Retry-After": "600" if number == 0 else "601"})
    with (
        ApiClient(settings, wait=waits.append) as client,
        pytest.raises(ApiError, match=r"after 2 tries, .*; it asks to wait 601 s"),
    ):
        client.ask({"list": "categorymembers"})
    assert [600 <= seconds <= 601 for seconds in waits] == [True]


# Errors that do not pass: the crawl ends at once.


PERMANENT: dict[str, tuple[Reply, type[Exception], str]] = {
    "bad title": (error("invalidtitle"), ApiError, r"list=x: refused, invalidtitle: The text of invalidtitle\."),
    "private wiki": (error("readapidenied"), ApiError, "refused, readapidenied"),
    "refused client": (html(403), InputError, r"status 403, the server refuses 'wiki-ner-corpora/\S+ \(tests@.*busy"),
    "not there": (html(404), InputError, r"no MediaWiki API answers there \(status 404\): 'Our servers are busy'"),
    "moved": (html(301, Location="https://other.example/api"), InputError, "moved to https://other.example/api; set"),
    "one of several": (
        html(300, Location="https://other.example/api"),
        InputError,
        "moved to https://other.example/api",
    ),
    "moved as the last": (html(399, Location="https://a.example"), InputError, "moved to https://a.example; set"),
    "not moved": (html(400, Location="https://a.example"), InputError, "no MediaWiki API answers there \\(status 400"),
    "a web page": (html(200), InputError, r"no MediaWiki API answers there \(status 200\): 'Our servers"),
    "other JSON": (good({"hello": "world"}), InputError, r"no MediaWiki API answers there .*hello"),
    "a JSON list": (good([1, 2]), InputError, r"no MediaWiki API answers there .*\[1, 2\]"),
}


@pytest.mark.parametrize(("reply", "kind", "message"), PERMANENT.values(), ids=PERMANENT.keys())
def test_a_lasting_error_ends_the_crawl_at_once(
    reply: Reply, kind: type[Exception], message: str, server: FakeServer, settings: ApiSettings
) -> None:
    server.reply = lambda _query, _number: reply
    with ApiClient(settings) as client:
        for _ in range(2):
            with pytest.raises(kind, match=message):
                client.ask({"list": "x"})
    # No answer was kept.
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"contact": ""}, "contact '': give a mail address or a web page"),
        ({"contact": "me"}, "contact 'me': give"),
        ({"contact": "a@example.org\r\nX: y"}, "contact 'a@example.org"),
        ({"contact": "Jürgen@example.org"}, "ASCII"),
        ({"contact": " a@example.org"}, "contact ' a@"),
        ({"contact": "(a@example.org)"}, "without parentheses"),
        ({"endpoint": "en.wikipedia.org"}, "endpoint 'en.wikipedia.org': give the address of api.php"),
        ({"endpoint": "ftp://en.wikipedia.org/w/api.php"}, "endpoint"),
        ({"endpoint": "https://en.wikipedia.org"}, "endpoint"),
        ({"tries": 0}, "tries 0"),
        ({"timeout": 0}, "timeout 0"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    changes: dict[str, Any], message: str, server: FakeServer, settings: ApiSettings
) -> None:
    with pytest.raises(InputError, match=message):
        ApiClient(changed(settings, **changes))
    assert server.requests == []


@pytest.mark.parametrize("contact", ["a@example.org", "https://example.org/crawl?x=1", "Ann Other <a@example.org>"])
def test_contacts(contact: str, server: FakeServer, settings: ApiSettings) -> None:
    with ApiClient(changed(settings, contact=contact)) as client:
        client.ask({"list": "x"})
    assert f"({contact}) urllib3/" in server.requests[0].headers["User-Agent"]


# What is sent.


def test_every_request_follows_the_etiquette(server: FakeServer, settings: ApiSettings) -> None:
    compressed = gzip.compress(members("Physics").body)
    server.reply = lambda _query, _number: Reply(
        compressed, headers={"Content-Type": "application/json", "Content-Encoding": "gzip"}
    )
    with ApiClient(settings) as client:
        assert list(fetch_members(["Natural sciences"], client)) == [
            CategoryEdge(1000, "Physics", "page", "Natural sciences")
        ]
    [request] = server.requests
    assert request.method == "GET"
    assert request.headers["User-Agent"].startswith("wiki-ner-corpora/")
    assert "(tests@example.org)" in request.headers["User-Agent"]
    assert request.headers["Accept-Encoding"] == "gzip"
    assert request.query == {
        "action": "query",
        "errorformat": "plaintext",
        "errorlang": "en",
        "format": "json",
        "formatversion": "2",
        "gcmlimit": "max",
        "gcmnamespace": "0|14",
        "gcmtitle": "Category:Natural sciences",
        "gcmtype": "page|subcat",
        "generator": "categorymembers",
        "maxlag": "5",
        "ppprop": "hiddencat|disambiguation",
        "prop": "pageprops",
    }


def test_a_query_too_long_for_an_address_is_posted(server: FakeServer, settings: ApiSettings) -> None:
    title = "中" * 300
    with ApiClient(settings) as client:
        client.ask({"list": "x", "cmtitle": title})
    [request] = server.requests
    assert (request.method, request.path, request.query["cmtitle"]) == ("POST", "/w/api.php", title)
    assert request.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert request.headers["Promise-Non-Write-API-Action"] == "true"
    assert "(tests@example.org)" in request.headers["User-Agent"]


def test_the_longest_address_is_two_thousand_letters_and_its_question_mark(
    server: FakeServer, settings: ApiSettings
) -> None:
    with ApiClient(settings) as client:
        client.ask({"list": "x", "cmtitle": "a"})
        own = len(server.requests[0].path) - len("/w/api.php?")
        longest = 1 + 2000 - len(server.endpoint) - own
        for size in (longest, longest + 1):
            client.ask({"list": "x", "cmtitle": "a" * size})
    assert [request.method for request in server.requests] == ["GET", "GET", "POST"]


def test_three_requests_at_a_time_on_connections_that_are_kept(server: FakeServer, settings: ApiSettings) -> None:
    together = threading.Barrier(3)

    def reply(_query: Query, number: int) -> Reply:
        if number < 3:
            together.wait(300)
        return EMPTY

    server.reply = reply
    with ApiClient(settings) as client:
        assert list(fetch_members([f"C{n}" for n in range(60)], client)) == []
    assert len(server.requests) == 60
    assert server.most_open == 3
    assert len({request.connection for request in server.requests}) == 3


def test_requests_go_through_the_proxy_of_the_environment(
    server: FakeServer, settings: ApiSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://user:a%40b@127.0.0.1:{server.server_port}")
    with ApiClient(changed(settings, endpoint="http://wiki.invalid/w/api.php")) as client:
        client.ask({"list": "x"})
    assert server.requests[0].path.startswith("http://wiki.invalid/w/api.php?")
    assert server.requests[0].headers["Proxy-Authorization"] == "Basic dXNlcjphQGI="
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with ApiClient(settings) as client:
        client.ask({"list": "y"})
    assert server.requests[1].path.startswith("/w/api.php?")


# Continuation and order.


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


def test_warnings_are_logged_once(server: FakeServer, settings: ApiSettings, caplog: pytest.LogCaptureFixture) -> None:
    warning = {"code": "outofrange", "text": "The limit was cut.", "module": "query+categorymembers"}
    another = {**warning, "text": "Another."}
    server.reply = lambda _query, _number: good({"batchcomplete": True, "warnings": [warning, another]})
    with ApiClient(settings) as client:
        assert list(fetch_members(["A", "B", "C"], client)) == []
    assert caplog.messages == [f"{server.endpoint} warns: {text}" for text in ("The limit was cut.", "Another.")]
    assert caplog.records[0].levelno == logging.WARNING


# The cache.


def test_no_request_is_made_twice(server: FakeServer, settings: ApiSettings) -> None:
    server.reply = lambda _query, _number: members("中", "😀")
    for n in range(2):
        with ApiClient(settings) as client:
            found = client.ask({"list": "x", "cmtitle": "Category:A"})
            assert client.ask({"cmtitle": "Category:A", "list": "x"}) == found
            assert [row["title"] for row in found["query"]["pages"]] == ["中", "😀"]
            assert client.counts == ({"requests": 1, "answers-from-cache": 1} if n == 0 else {"answers-from-cache": 2})
    with ApiClient(changed(settings, endpoint=f"{server.endpoint}?")) as client:
        client.ask({"list": "x", "cmtitle": "Category:A"})
        assert client.counts == {"requests": 1}


def test_old_answers_are_asked_for_again(server: FakeServer, settings: ApiSettings) -> None:
    def asked(max_age: float | None) -> int:
        with ApiClient(changed(settings, max_age=max_age)) as client:
            client.ask({"list": "x"})
            return client.counts["requests"]

    assert asked(None) == 1
    with sqlite3.connect(settings.cache) as cache:
        cache.execute("UPDATE answers SET fetched = fetched - 3600")
    cache.close()
    assert [asked(age) for age in (7200, None, 1800, 1800, 0, 0, None)] == [0, 0, 1, 0, 1, 1, 0]
    with ApiClient(changed(settings, max_age=0)) as client:
        for _ in range(3):
            client.ask({"list": "x"})
        assert client.counts == {"requests": 1, "answers-from-cache": 2}
    assert len(server.requests) == 5


def test_a_cache_that_fails_is_named(server: FakeServer, settings: ApiSettings) -> None:
    with ApiClient(settings) as client:
        with sqlite3.connect(settings.cache) as cache:
            cache.execute("DROP TABLE answers")
        cache.close()
        with pytest.raises(InputError, match=r"answers\.sqlite: the cache of API answers fails \(no such table"):
            client.ask({"list": "x"})
    assert server.requests == []


@pytest.mark.parametrize("content", [b"This is a text file of someone, not a database.\n" * 100, None, 2])
def test_a_file_that_is_not_a_cache_is_refused(content: bytes | int | None, settings: ApiSettings) -> None:
    path = Path(settings.cache)
    path.parent.mkdir()
    if content is None:
        path.mkdir()
    elif isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with sqlite3.connect(path) as cache:
            cache.execute(f"PRAGMA user_version = {content}")
        cache.close()
    with pytest.raises(InputError, match=r"answers\.sqlite: cannot be used as a cache of answers \(.*\); name"):
        ApiClient(settings)
    assert not isinstance(content, bytes) or path.read_bytes() == content


_CRAWLER = """
import sys
from wiki.categories.from_api import fetch_members
from wiki.categories.api_client import ApiClient, ApiSettings
with ApiClient(ApiSettings(sys.argv[1], "tests@example.org", sys.argv[2])) as client:
    print(len(list(fetch_members([f"C{n}" for n in range(40)], client))))
"""


def test_a_crawl_killed_during_its_requests_goes_on_where_it_was(server: FakeServer, settings: ApiSettings) -> None:
    killed = threading.Event()

    def reply(_query: Query, number: int) -> Reply:
        if number >= 17:
            process.send_signal(signal.SIGKILL)
            killed.wait(300)
        return members("A", "B")

    server.reply = reply
    command = [sys.executable, "-c", _CRAWLER, server.endpoint, settings.cache]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, env=os.environ) as process:
        assert process.wait(300) == -signal.SIGKILL
    server.reply = lambda _query, _number: members("A", "B")
    killed.set()
    with sqlite3.connect(settings.cache) as cache:
        done = cache.execute("SELECT count(*) FROM answers").fetchone()[0]
    cache.close()
    # Seventeen were answered, of which at most two were still on their way to the file.
    assert 15 <= done <= 17
    with ApiClient(settings) as client:
        assert len(list(fetch_members([f"C{n}" for n in range(40)], client))) == 80
        assert client.counts == {"requests": 40 - done, "answers-from-cache": done}
    twice = [title for title, n in Counter(r.query["gcmtitle"] for r in server.requests).items() if n > 1]
    assert len(twice) <= 3
