"""What the API client sends, and how: etiquette, addresses, connections, proxies."""

from __future__ import annotations

import gzip
import threading
from dataclasses import replace
from typing import Any

import pytest

from schemas.errors import InputError
from schemas.records import CategoryEdge
from tests.support.fake_api import EMPTY, FakeServer, Query, Reply, members
from wiki.categories.api_client import ApiClient, ApiSettings
from wiki.categories.from_api import fetch_members


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
        ApiClient(replace(settings, **changes))
    assert server.requests == []


@pytest.mark.parametrize("contact", ["a@example.org", "https://example.org/crawl?x=1", "Ann Other <a@example.org>"])
def test_contacts(contact: str, server: FakeServer, settings: ApiSettings) -> None:
    with ApiClient(replace(settings, contact=contact)) as client:
        client.ask({"list": "x"})
    assert f"({contact}) urllib3/" in server.requests[0].headers["User-Agent"]


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
    with ApiClient(replace(settings, endpoint="http://wiki.invalid/w/api.php")) as client:
        client.ask({"list": "x"})
    assert server.requests[0].path.startswith("http://wiki.invalid/w/api.php?")
    assert server.requests[0].headers["Proxy-Authorization"] == "Basic dXNlcjphQGI="
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with ApiClient(settings) as client:
        client.ask({"list": "y"})
    assert server.requests[1].path.startswith("/w/api.php?")
