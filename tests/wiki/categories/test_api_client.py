"""The API client against a server that fails in many ways."""

from __future__ import annotations

import json
import logging
import random
import threading
import time
from dataclasses import replace
from email.utils import formatdate

import pytest

from schemas.errors import InputError
from tests.support.fake_api import EMPTY, HANG_UP, FakeServer, Query, Reply, error, good, html, members
from wiki.categories.api_client import ApiClient, ApiError, ApiSettings
from wiki.categories.from_api import fetch_members

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
    with ApiClient(replace(settings, timeout=1), wait=lambda _seconds: None) as client:
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
        ApiClient(replace(settings, tries=9), wait=waits.append) as client,
        pytest.raises(ApiError, match="given up after 9 tries"),
    ):
        client.ask({"list": "x"})
    assert drawn_from == [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (0, 60), (0, 60)]
    assert waits == [2.25, 2.5, 3, 4, 6, 10, 17, 17]
    assert caplog.messages[0] == f"{server.endpoint}?list=x: status 503 'Our servers are busy'; again in 2.2 s"
    waits.clear()
    with (
        ApiClient(replace(settings, tries=1), wait=waits.append) as client,
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
        ApiClient(replace(settings, tries=2), wait=lambda _seconds: None) as client,
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


def test_warnings_are_logged_once(server: FakeServer, settings: ApiSettings, caplog: pytest.LogCaptureFixture) -> None:
    warning = {"code": "outofrange", "text": "The limit was cut.", "module": "query+categorymembers"}
    another = {**warning, "text": "Another."}
    server.reply = lambda _query, _number: good({"batchcomplete": True, "warnings": [warning, another]})
    with ApiClient(settings) as client:
        assert list(fetch_members(["A", "B", "C"], client)) == []
    assert caplog.messages == [f"{server.endpoint} warns: {text}" for text in ("The limit was cut.", "Another.")]
    assert caplog.records[0].levelno == logging.WARNING
