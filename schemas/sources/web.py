"""Asking servers on the web considerately: who asks, through which proxy, how often again, and after which pause."""

from __future__ import annotations

import re
import time
from datetime import UTC
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import unquote
from urllib.request import getproxies, proxy_bypass

import urllib3

CONNECTIONS: Final = 3
"""Most connections to a server at a time, as Wikimedia asks of its users."""
PASSING_STATUS: Final = frozenset((408, 429, *range(500, 600)))
"""Statuses of answers that may be others in a while."""

_is_number = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?").fullmatch
_is_contact = re.compile(r"[!-'*-~][ -'*-~]*(?:@|://)[ -'*-~]*[!-'*-~]").fullmatch


def is_contact(text: str) -> bool:
    """Whether a text is a mail or web address for a User-Agent: in ASCII, without parentheses."""
    return bool(_is_contact(text))


def connections(
    address: str, contact: str, timeout: float, *, encoding: str, retries: urllib3.Retry | bool
) -> urllib3.PoolManager:
    """Connections to the server of an address, by the proxy that the environment names (`https_proxy`, `no_proxy`).

    `contact` goes into the User-Agent, `encoding` into Accept-Encoding; `timeout` is in seconds, for a connection and
    for each part of an answer; `retries` are those that urllib3 makes by itself.
    """
    agent = f"wiki-ner-corpora/{version('wiki-ner-corpora')} ({contact}) urllib3/{version('urllib3')}"
    options: dict[str, Any] = {
        "headers": {"User-Agent": agent, "Accept-Encoding": encoding},
        "maxsize": CONNECTIONS,
        "retries": retries,
        "timeout": urllib3.Timeout(connect=timeout, read=timeout),
    }
    url = urllib3.util.parse_url(address)
    proxy = getproxies().get(url.scheme or "")
    if proxy is None or proxy_bypass(url.host or ""):
        return urllib3.PoolManager(**options)
    user = urllib3.util.parse_url(proxy).auth
    secret = urllib3.make_headers(proxy_basic_auth=unquote(user)) if user else None
    return urllib3.ProxyManager(proxy, proxy_headers=secret, **options)


def seconds_to_wait(retry_after: str) -> float:
    """Seconds that a `Retry-After` header asks to wait; it is a number or a date. 0 for anything else."""
    if _is_number(retry_after.strip()):
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
        # `-0000` is a time in UTC, told by somebody who does not say where.
        return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0
