"""Who asks, by which connections, and how long a server wants to be left alone."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
import urllib3

from schemas.sources.web import connections, is_contact, seconds_to_wait


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("ann@example.org", True),
        ("Ann B, https://example.org/~ann", True),
        ("a@b", True),
        ("@b", False),
        ("a@", False),
        ("://b", False),
        (" a@b", False),
        ("a@b ", False),
        ("ann (a@b)", False),
        ("änn@b", False),
        ("a@b\n", False),
        ("a:/b", False),
    ],
)
def test_a_contact_is_an_address(text: str, taken: bool) -> None:
    assert is_contact(text) == taken


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("0", 0),
        ("Tue, 01 Sep 2026 00:01:30 GMT", 90),
        ("Mon, 31 Aug 2026 23:59:59 GMT", 0),
        ("-5", 0),
        ("1.5", 1.5),
        ("1.", 0),
        ("1234567890", 0),
        ("Tue, 01 Sep 2026 00:01:30 -0000", 90),
        ("Tue, 01 Sep 2026 02:01:30 +0200", 90),
        ("Tue, 01 Sep 2026 00:01:30 +99999999999999", 0),
        ("soon", 0),
        ("", 0),
    ],
)
def test_a_pause_is_a_number_or_a_date(header: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    # Midnight in UTC at the beginning of September 2026.
    monkeypatch.setattr(time, "time", lambda: 1_788_220_800.0)
    for zone in ("UTC", "America/New_York", "Asia/Tokyo"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert seconds_to_wait(header) == seconds
    monkeypatch.delenv("TZ")
    time.tzset()


def pool(address: str, **options: Any) -> urllib3.PoolManager:
    given: dict[str, Any] = {"encoding": "gzip", "retries": False, **options}
    return connections(address, "ann@example.org", 2.5, **given)


def test_a_server_is_told_who_asks_and_has_few_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    retries = urllib3.Retry(2)
    manager = pool("https://example.org/w", retries=retries)
    assert type(manager) is urllib3.PoolManager
    assert re.fullmatch(
        r"wiki-ner-corpora/[\d.]+\S* \(ann@example\.org\) urllib3/[\d.]+", manager.headers["User-Agent"]
    )
    assert manager.headers["Accept-Encoding"] == "gzip"
    options = manager.connection_pool_kw
    assert (options["maxsize"], options["retries"]) == (3, retries)
    assert (options["timeout"].connect_timeout, options["timeout"].read_timeout) == (2.5, 2.5)


def test_the_proxy_of_the_environment_is_that_of_the_scheme_but_for_some_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", "http://ann:p%40ss@proxy.example:3128")
    monkeypatch.setenv("no_proxy", "near.example")
    manager = pool("https://example.org")
    assert isinstance(manager, urllib3.ProxyManager)
    assert manager.proxy is not None and (manager.proxy.host, manager.proxy.port) == ("proxy.example", 3128)
    assert manager.proxy_headers == {"proxy-authorization": "Basic YW5uOnBAc3M="}
    assert manager.connection_pool_kw["maxsize"] == 3 and manager.headers["Accept-Encoding"] == "gzip"
    for address in ("https://near.example/x", "http://example.org"):
        assert type(pool(address)) is urllib3.PoolManager
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    manager = pool("https://example.org")
    assert isinstance(manager, urllib3.ProxyManager) and manager.proxy_headers == {}
