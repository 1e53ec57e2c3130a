"""Answers of the API that are kept."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.support.fake_api import FakeServer, Query, Reply, members
from tests.support.paths import PROJECT
from wiki.categories.api_client import ApiClient, ApiSettings
from wiki.categories.from_api import fetch_members


def test_no_request_is_made_twice(server: FakeServer, settings: ApiSettings) -> None:
    server.reply = lambda _query, _number: members("中", "😀")
    for n in range(2):
        with ApiClient(settings) as client:
            found = client.ask({"list": "x", "cmtitle": "Category:A"})
            assert client.ask({"cmtitle": "Category:A", "list": "x"}) == found
            assert [row["title"] for row in found["query"]["pages"]] == ["中", "😀"]
            assert client.counts == ({"requests": 1, "answers-from-cache": 1} if n == 0 else {"answers-from-cache": 2})
    with ApiClient(replace(settings, endpoint=f"{server.endpoint}?")) as client:
        client.ask({"list": "x", "cmtitle": "Category:A"})
        assert client.counts == {"requests": 1}


def test_old_answers_are_asked_for_again(server: FakeServer, settings: ApiSettings) -> None:
    def asked(max_age: float | None) -> int:
        with ApiClient(replace(settings, max_age=max_age)) as client:
            client.ask({"list": "x"})
            return client.counts["requests"]

    assert asked(None) == 1
    with sqlite3.connect(settings.cache) as cache:
        cache.execute("UPDATE answers SET fetched = fetched - 3600")
    cache.close()
    assert [asked(age) for age in (7200, None, 1800, 1800, 0, 0, None)] == [0, 0, 1, 0, 1, 1, 0]
    with ApiClient(replace(settings, max_age=0)) as client:
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
