"""A considerate client of a MediaWiki Action API, for reading.

Follows the API's etiquette (https://www.mediawiki.org/wiki/API:Etiquette) and Wikimedia's User-Agent policy: a contact,
at most three connections, `maxlag`, `Retry-After`, back-off, compressed answers, and no request twice: all answers are
kept (`wiki/categories/api_cache.py`).
"""

from __future__ import annotations

import json
import logging
import random
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import unquote, urlencode

import urllib3

from schemas.errors import InputError
from schemas.sources.web import CONNECTIONS, PASSING_STATUS, connections, is_contact, seconds_to_wait
from wiki.categories.api_cache import Answer, AnswerCache

logger = logging.getLogger(__name__)

Query = Mapping[str, str]
"""Parameters of a request, as `{"list": "categorymembers", "cmtitle": "Category:Physics"}`."""

_AHEAD = 4 * CONNECTIONS
_MAXLAG = 5
_MAX_BACKOFF = 60.0
_MAX_RETRY_AFTER = 600.0
_MAX_URL = 2000
_SHOWN = 200
_COMMON = {
    "action": "query",
    "errorformat": "plaintext",
    "errorlang": "en",
    "format": "json",
    "formatversion": "2",
    "maxlag": str(_MAXLAG),
}
_is_passing_error = re.compile(r"maxlag|ratelimited|internal_api_error_\w+").fullmatch


class ApiError(InputError):
    """The server does not answer, or refuses a request; the message names the request and the reason."""


@dataclass(frozen=True)
class ApiSettings:
    """Which API, and how it is asked."""

    endpoint: str
    """Address of `api.php`, as `https://en.wikipedia.org/w/api.php`."""
    contact: str
    """Mail address or web page of the person who runs the crawl; it goes into the User-Agent."""
    cache: str
    """File in which the answers are kept."""
    max_age: float | None = None
    """Age in seconds beyond which a kept answer is asked for again; None for no limit, 0 to ask for all again."""
    tries: int = 10
    """How often a request is sent before it is given up; ten tries span about two minutes, three with `maxlag`."""
    timeout: float = 60
    """Seconds to wait for a connection, and for each part of an answer."""


class _Refusal(NamedTuple):
    """Why a request has to be sent again."""

    reason: str
    retry_after: float
    """Seconds that the server asks to wait, 0 where it does not say."""


class ApiClient:
    """Asks one API. A context manager: leaving it cancels the requests that wait and closes the cache.

    `counts` has `requests` (sent, repeated ones included), `retries` and `answers-from-cache`. `wait` is called
    with the seconds of a pause. Raises InputError where the settings cannot be used, before anything is sent.
    """

    def __init__(self, settings: ApiSettings, *, wait: Callable[[float], object] | None = None) -> None:
        if not re.match(r"https?://[^/\s]+/", settings.endpoint):
            raise InputError(
                f"API endpoint {settings.endpoint!r}: give the address of api.php, as https://en.wikipedia.org/w/api.php"
            )
        if not is_contact(settings.contact):
            raise InputError(
                f"API contact {settings.contact!r}: give a mail address or a web page, ASCII without parentheses; "
                "Wikimedia refuses crawlers that do not say whom to write to"
            )
        if settings.tries < 1 or settings.timeout <= 0:
            raise InputError(f"API tries {settings.tries}, timeout {settings.timeout}: both must be above 0")
        self.counts: Counter[str] = Counter()
        self._settings = settings
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self._lock = threading.Lock()
        self._warned: set[str] = set()
        self._cache = AnswerCache(settings.cache, settings.endpoint, settings.max_age)
        self._http = connections(settings.endpoint, settings.contact, settings.timeout, encoding="gzip", retries=False)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="api")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()
        self._threads.shutdown(cancel_futures=True)
        self._http.clear()
        self._cache.close()

    def ask(self, query: Query) -> Answer:
        """The answer to one request, from the cache or the server.

        Raises ApiError where the server refuses it, or does not answer in as many tries as the settings allow, and
        InputError where there is no API at the endpoint.
        """
        parameters = urlencode(sorted(query.items()))
        answer = self._cache.get(parameters)
        if answer is not None:
            self._count("answers-from-cache")
            return answer
        answer = self._fetch(query)
        self._cache.put(parameters, answer)
        return answer

    def ask_all(self, queries: Iterable[Query]) -> Iterator[tuple[int, Answer]]:
        """The answers to queries, each continued to its end, with the number of the query; in the order of the queries.

        Three requests are under way at a time, and few are queued: when the reader stops, so do the requests.
        Raises as `ask` does.
        """
        source = enumerate(queries)
        asked: deque[tuple[int, Query, Query, Future[Answer]]] = deque()
        try:
            while True:
                for number, query in islice(source, _AHEAD - len(asked)):
                    asked.append((number, query, {}, self._submit(query)))
                if not asked:
                    return
                number, query, place, future = asked.popleft()
                answer = future.result()
                following = answer.get("continue")
                if following is not None:
                    if following == place:
                        raise ApiError(f"{self._show(query)}: the server continues at the same place for ever: {place}")
                    future = self._submit({**query, **following})
                    asked.appendleft((number, query, following, future))
                yield number, answer
        finally:
            for *_, future in asked:
                future.cancel()

    def _submit(self, query: Query) -> Future[Answer]:
        return self._threads.submit(self.ask, query)

    def _fetch(self, query: Query) -> Answer:
        refusal = _Refusal("", 0)
        for attempt in range(self._settings.tries):
            if attempt:
                self._count("retries")
                # Full jitter: three clients that failed together do not come back together.
                pause = refusal.retry_after + random.uniform(0, min(_MAX_BACKOFF, 2.0 ** (attempt - 1)))
                logger.warning("%s: %s; again in %.1f s", self._show(query), refusal.reason, pause)
                self._wait(pause)
            if self._closed.is_set():
                raise ApiError(f"{self._show(query)}: not asked, the client was closed")
            self._count("requests")
            result = self._send(query)
            if not isinstance(result, _Refusal):
                return result
            refusal = result
            if refusal.retry_after > _MAX_RETRY_AFTER:
                refusal = _Refusal(f"{refusal.reason}; it asks to wait {refusal.retry_after:.0f} s", 0)
                break
        raise ApiError(
            f"{self._show(query)}: given up after {attempt + 1} tries, the last time because: {refusal.reason}. "
            f"All answers so far are in {self._settings.cache}; the same command goes on from there"
        )

    def _send(self, query: Query) -> Answer | _Refusal:
        parameters = urlencode(sorted({**_COMMON, **query}.items()))
        try:
            if len(self._settings.endpoint) + len(parameters) <= _MAX_URL:
                response = self._http.request("GET", f"{self._settings.endpoint}?{parameters}")
            else:
                # The header keeps a long query that only reads away from the servers that take edits.
                headers = {
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Promise-Non-Write-API-Action": "true",
                    **self._http.headers,
                }
                response = self._http.request("POST", self._settings.endpoint, body=parameters, headers=headers)
        except urllib3.exceptions.HTTPError as error:
            return _Refusal(f"{type(error).__name__}: {error}", 0)
        return self._read(response, query)

    def _read(self, response: urllib3.BaseHTTPResponse, query: Query) -> Answer | _Refusal:
        endpoint, status, body = self._settings.endpoint, response.status, response.data
        if status in PASSING_STATUS:
            return _refusal(f"status {status} {_excerpt(body)}", response)
        if status == 403:
            agent = self._http.headers["User-Agent"]
            raise InputError(f"{endpoint}: status 403, the server refuses {agent!r}: {_excerpt(body)}")
        if 300 <= status < 400:
            raise InputError(
                f"{endpoint}: moved to {response.headers.get('Location')}; set the endpoint to that address"
            )
        if status != 200 or "json" not in response.headers.get("Content-Type", ""):
            raise InputError(f"{endpoint}: no MediaWiki API answers there (status {status}): {_excerpt(body)}")
        try:
            answer: Answer = json.loads(body)
        except ValueError:
            return _Refusal(f"not JSON: {_excerpt(body)}", 0)
        if not isinstance(answer, dict) or not answer.keys() & {"errors", "query", "batchcomplete", "continue"}:
            raise InputError(f"{endpoint}: no MediaWiki API answers there (1.29 or newer is needed): {_excerpt(body)}")
        # Errors come with status 200.
        if errors := answer.get("errors"):
            code = errors[0]["code"]
            reason = f"{code}: " + "; ".join(error["text"] for error in errors)
            if _is_passing_error(code):
                return _refusal(reason, response)
            raise ApiError(f"{self._show(query)}: refused, {reason}")
        self._log_warnings(answer)
        return answer

    def _log_warnings(self, answer: Answer) -> None:
        for warning in answer.get("warnings", ()):
            text = warning["text"]
            with self._lock:
                new = text not in self._warned
                self._warned.add(text)
            if new:
                logger.warning("%s warns: %s", self._settings.endpoint, text)

    def _count(self, outcome: str) -> None:
        with self._lock:
            self.counts[outcome] += 1

    def _show(self, query: Query) -> str:
        shown = unquote(urlencode(query).replace("+", " "))
        return f"{self._settings.endpoint}?{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}"


def _refusal(reason: str, response: urllib3.BaseHTTPResponse) -> _Refusal:
    return _Refusal(reason, seconds_to_wait(response.headers.get("Retry-After", "")))


def _excerpt(body: bytes) -> str:
    text = " ".join(
        re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", body.decode(errors="replace"), flags=re.DOTALL).split()
    )
    return repr(text[:_SHOWN])
