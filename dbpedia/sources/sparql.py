"""Types from a SPARQL endpoint, for the titles that a corpus links to.

Written for Virtuoso, the engine of DBpedia's public endpoints, and for what it does without reporting an error:

- A result is cut at a row limit with status 200. So every query also counts its own rows, and an answer with
  another number is not accepted; the header `X-SPARQL-MaxRows` is read as well.
- A query that takes too long gives part of its result with status 200 and the header `X-SQL-State`.
- A GET is cut at about 10 kB: queries are posted, form-encoded.
- One malformed IRI fails the query, and so do more than 4,094 IRIs: titles are percent-encoded as SPARQL's grammar
  asks, and a batch that is refused all the same, or fails, is halved until the one title is found.
- The default graph of the server's configuration is not applied, so the graph is sent with each query.

Cut and partial answers are asked again in halves, failures after a growing pause, a bounded number of times. Whether
it is a title or the endpoint that fails is told by asking for another title, one that the endpoint has answered.
"""

from __future__ import annotations

import http.client
import importlib.metadata
import json
import logging
import os
import re
import time
import urllib.error
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import urljoin

from SPARQLWrapper import JSON, POST, URLENCODED, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import (
    EndPointInternalError,
    EndPointNotFound,
    QueryBadFormed,
    SPARQLWrapperException,
    Unauthorized,
    URITooLong,
)

from dbpedia.ontology import NAMESPACE
from schemas.chance import uniform
from schemas.errors import InputError, quoted
from schemas.sources.request_cache import open_cache
from schemas.sources.web import seconds_to_wait

MAX_BATCH = 2000
"""Most titles of one query: each is named twice, and Virtuoso takes 4,094 arguments."""

TIMEOUT_SECONDS = 180
MAX_FAILURES = 8
"""Failures in a row after which the step stops; with the pauses between them about ten minutes."""
MAX_PAUSE_SECONDS = 300.0
"""Longest pause; the step stops where the endpoint asks for a longer one."""

_SMALLEST_BATCH = 50
_FIRST_PAUSE_SECONDS = 2.0
_FAILURES_OF_A_BATCH = 2
"""Failures in a row that may be passing; at the next it is asked whether the batch is the reason."""
_MAX_BYTES = 64 << 20
"""Most bytes of an answer; 2,000 titles with their classes have some 6 MB."""
_PIECE = 1 << 16
_CHUNK = 4096
_PROJECT = "wiki-ner-corpora"
_logger = logging.getLogger(__name__)

# Characters that an IRI cannot have (SPARQL 1.1, rule IRIREF), and what DBpedia encodes besides: # % ? [ ]
_reserved = re.compile(r"[\x00-\x20\"#%<>?\[\\\]^`{|}\x7f]")

_CACHE_VERSION = 1
_CACHE_TABLE = (
    "CREATE TABLE IF NOT EXISTS types (source TEXT, title TEXT, classes TEXT NOT NULL, PRIMARY KEY (source, title)) "
    "WITHOUT ROWID"
)
_REFUSED = "!"
"""Stands in the cache for the classes of a title that is refused; no name of a class begins so."""


@dataclass(frozen=True)
class Endpoint:
    """A SPARQL endpoint that has the types of one language edition of DBpedia."""

    url: str
    graph: str
    """IRI of the graph that holds the types, sent as `default-graph-uri`; empty for the endpoint's own choice."""
    iri_prefix: str
    """What stands before the title in the IRI of an article: `http://dbpedia.org/resource/`."""
    contact: str
    """Mail or web address of the person who asks, for the User-Agent."""

    def __post_init__(self) -> None:
        for name, value in (("endpoint", self.url), ("iri_prefix", self.iri_prefix)):
            if not re.fullmatch(r"https?://[^\s<>\"{}|\\^`]+", value):
                raise InputError(f"{name} = {value!r} in [SparqlTypes]: give an address that begins with http")
        if not self.contact.strip():
            raise InputError("contact in [SparqlTypes] is empty: give a mail or web address that the endpoint may use")


@dataclass
class SparqlCounts:
    """What became of the titles asked for."""

    typed: int = 0
    untyped: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Titles that the endpoint refuses or fails at alone, with its message."""


class TypeCache:
    """Answers of one endpoint, title by title, in a local SQLite file."""

    def __init__(self, path: str, endpoint: Endpoint) -> None:
        self._database = open_cache(path, _CACHE_TABLE, _CACHE_VERSION)
        self._source = f"{endpoint.url} {endpoint.graph} {endpoint.iri_prefix}"

    def get(self, titles: Sequence[str]) -> dict[str, str]:
        """The answers that are known: names of classes, sorted and separated by spaces; empty where there are none."""
        # CROSS JOIN keeps the order: the other way round SQLite reads the titles once for every row of the cache.
        query = "SELECT title, classes FROM json_each(?) CROSS JOIN types ON source = ? AND title = value"
        return dict(self._database.execute(query, (json.dumps(titles), self._source)))

    def put(self, answers: Mapping[str, str]) -> None:
        """Keep answers; they are on disk when this returns."""
        rows = [(self._source, title, classes) for title, classes in answers.items()]
        self._database.execute("BEGIN IMMEDIATE")
        with self._database:
            self._database.executemany("INSERT OR REPLACE INTO types VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        self._database.close()


def resource_iri(title: str, prefix: str) -> str:
    """The IRI of an article as DBpedia writes it: raw Unicode, `_` for spaces, `%XX` for what an IRI cannot have."""
    return prefix + _reserved.sub(lambda sign: f"%{ord(sign[0]):02X}", title.replace(" ", "_"))


def fetch_types(
    titles: Sequence[str],
    endpoint: Endpoint,
    cache: TypeCache,
    counts: SparqlCounts,
    *,
    batch_size: int = 500,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[list[tuple[str, list[str]]]]:
    """The titles that the endpoint has DBpedia classes for, with the names of all of these, sorted; in the order given.

    `batch_size` is the number of titles of one query, at most `MAX_BATCH`. Every answer is kept in `cache`, also that a
    title has no class, and asked for once. Comes in batches. Raises InputError where the endpoint cannot be used or
    fails too often; what it answered until then stays in the cache.
    """
    session = _Session(endpoint, cache, counts, batch_size, pause)
    for start in range(0, len(titles), _CHUNK):
        chunk = titles[start : start + _CHUNK]
        answers = cache.get(chunk)
        session.ask([title for title in chunk if title not in answers], answers)
        typed = []
        for title in chunk:
            answer = answers[title]
            if answer.startswith(_REFUSED):
                counts.refused.append((title, answer.removeprefix(_REFUSED)))
            elif answer:
                typed.append((title, answer.split()))
        counts.typed += len(typed)
        counts.untyped = start + len(chunk) - counts.typed - len(counts.refused)
        yield typed


class _TrapError(Exception):
    """An answer that cannot be used."""


class _PartialError(_TrapError):
    """The result is cut: ask for less at once."""


class _RefusedError(_TrapError):
    """The query was refused: one of its titles may be the reason."""


class _FailedError(_TrapError):
    """The endpoint failed or could not be reached: ask again later, then for less."""


class _BusyError(_FailedError):
    """The endpoint wants a pause, of a number of seconds where it says so."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class _Session:
    """Queries to one endpoint, one after another."""

    def __init__(
        self,
        endpoint: Endpoint,
        cache: TypeCache,
        counts: SparqlCounts,
        batch_size: int,
        pause: Callable[[float], None],
    ) -> None:
        self._endpoint = endpoint
        self._cache = cache
        self._counts = counts
        self._size = batch_size
        self._pause = pause
        self._failures = 0
        self._answered = ""
        """A title that the endpoint has answered; empty before the first."""

    def ask(self, titles: Sequence[str], answers: dict[str, str]) -> None:
        """Add the answer for each title."""
        waiting = list(titles[::-1])
        batches: list[list[str]] = []
        while batches or waiting:
            if not batches:
                batches.append(waiting[: -self._size - 1 : -1])
                del waiting[-self._size :]
            batch = batches.pop()
            halves = [batch[len(batch) // 2 :], batch[: len(batch) // 2]]
            try:
                answer = query_types(batch, self._endpoint)
            except _PartialError as error:
                if len(batch) == 1:
                    raise InputError(
                        f"{self._place(batch)}: {error}, even for one title; use another endpoint"
                    ) from error
                # Results are cut for their size, so the batches to come would be as well.
                self._size = max(min(self._size, _SMALLEST_BATCH), min(self._size, len(batch) // 2))
                batches += halves
            except (_RefusedError, _FailedError) as error:
                if not self._is_at_fault(batch, error):
                    self._wait(batch, error)
                    batches.append(batch)
                elif len(batch) > 1:
                    batches += halves
                else:
                    self._keep({batch[0]: f"{_REFUSED}{error}"}, answers)
            else:
                self._failures = 0
                self._answered = batch[0]
                self._keep(answer, answers)

    def _keep(self, answer: Mapping[str, str], answers: dict[str, str]) -> None:
        self._cache.put(answer)
        answers.update(answer)

    def _is_at_fault(self, batch: list[str], error: _TrapError) -> bool:
        """Whether a title of the batch is the reason of an error, and not the endpoint."""
        if isinstance(error, _RefusedError):
            return len(batch) > 1 or self._works(batch, error)
        if isinstance(error, _BusyError) or self._failures < _FAILURES_OF_A_BATCH:
            return False
        return self._works(batch, error)

    def _works(self, batch: list[str], error: _TrapError) -> bool:
        """Whether the endpoint answers a query for a title that it has answered, or for one that cannot spoil it.

        Raises InputError where it has answered none and refuses this one too.
        """
        try:
            query_types([self._answered or "A"], self._endpoint)
        except _PartialError:
            pass
        except _RefusedError:
            if not self._answered:
                raise InputError(
                    f"{self._place(batch)}: refuses every query ({error}); is it a SPARQL 1.1 endpoint?"
                ) from error
            return False
        except _FailedError:
            return False
        self._failures = 0
        return True

    def _wait(self, batch: list[str], error: _TrapError) -> None:
        self._failures += 1
        if self._failures >= MAX_FAILURES:
            raise InputError(
                f"{self._place(batch)}: failed {self._failures} times in a row, at last with: {error}; what was "
                "answered is kept, so run the build again when the endpoint works, or with a smaller batch"
            ) from error
        # Without the process id in the hash all clients stopped by an outage would come back at the same moment.
        jitter = 0.5 + uniform(os.getpid(), "back-off", self._failures)
        seconds = min(MAX_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2.0 ** (self._failures - 1) * jitter)
        if isinstance(error, _BusyError):
            if error.seconds > MAX_PAUSE_SECONDS:
                raise InputError(
                    f"{self._place(batch)}: {error}; it asks to wait {error.seconds:,.0f} s. What was answered is "
                    "kept: run the build again then"
                ) from error
            seconds = max(seconds, error.seconds)
        _logger.warning("%s: %s; again in %.0f s", self._place(batch), error, seconds)
        self._pause(seconds)

    def _place(self, batch: list[str]) -> str:
        return f"{self._endpoint.url}, {len(batch)} titles from {batch[0]!r} to {batch[-1]!r}"


def query_types(titles: Sequence[str], endpoint: Endpoint) -> dict[str, str]:
    """The DBpedia classes of each title by one query: names sorted and separated by spaces, or an empty string.

    Raises InputError for an endpoint that cannot be used, and one of this module's own errors for an answer that is
    cut, refused or unusable.
    """
    by_iri = {resource_iri(title, endpoint.iri_prefix): title for title in titles}
    values = " ".join(f"<{iri}>" for iri in by_iri)
    pattern = (
        f"VALUES ?s {{ {values} }} ?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?t "
        f'FILTER(STRSTARTS(STR(?t), "{NAMESPACE}"))'
    )
    query = f"SELECT ?s ?t ?n {{ {{ SELECT (COUNT(*) AS ?n) {{ {pattern} }} }} UNION {{ {pattern} }} }}"
    rows = _post(query, endpoint)
    stated: list[object] = []
    found: dict[str, set[str]] = {iri: set() for iri in by_iri}
    number = 0
    for row in rows:
        try:
            if "n" in row:
                stated.append(row["n"]["value"])
                continue
            number += 1
            found[row["s"]["value"]].add(_class_name(row["t"]["value"]))
        except (KeyError, TypeError, ValueError) as error:
            raise _FailedError(f"an answer about something else ({quoted(json.dumps(row), 200)})") from error
    if stated != [str(number)]:
        raise _PartialError(f"the answer is cut: {number:,} rows of {stated[0] if stated else 'an unknown number'}")
    return {title: " ".join(sorted(found[iri])) for iri, title in by_iri.items()}


def _class_name(iri: object) -> str:
    """The local name of a class. Raises ValueError for what is no IRI of one."""
    if not isinstance(iri, str) or not iri.isprintable() or " " in iri:
        raise ValueError(iri)
    return iri.removeprefix(NAMESPACE)


def _post(query: str, endpoint: Endpoint) -> list[dict[str, Any]]:
    """The rows of a query's result. Raises as `query_types` does."""
    agent = f"{_PROJECT}/{importlib.metadata.version(_PROJECT)} ({endpoint.contact})"
    client = SPARQLWrapper(endpoint.url, returnFormat=JSON, defaultGraph=endpoint.graph or None, agent=agent)
    client.setMethod(POST)
    client.setRequestMethod(URLENCODED)
    client.setTimeout(TIMEOUT_SECONDS)
    client.setQuery(query)
    try:
        response = client.query().response
        with response:
            body, headers, url = _read(response), response.info(), response.geturl()
    except (QueryBadFormed, URITooLong) as error:
        raise _RefusedError(_first_line(error)) from error
    except (EndPointNotFound, Unauthorized) as error:
        raise InputError(f"{endpoint.url}: {_first_line(error)}; give the address of a SPARQL endpoint") from error
    except EndPointInternalError as error:
        raise _FailedError(_first_line(error)) from error
    except urllib.error.HTTPError as error:
        with error:
            raise _status_error(error, endpoint) from error
    except (OSError, http.client.HTTPException, SPARQLWrapperException) as error:
        raise _FailedError(f"{type(error).__name__}: {error}") from error
    if url != endpoint.url:
        raise _redirect_error(url, endpoint)
    if state := headers.get("X-SQL-State"):
        raise _PartialError(f"the query took too long, so the answer is partial (X-SQL-State: {state})")
    try:
        rows = json.loads(body)["results"]["bindings"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _FailedError(f"no SPARQL result in JSON but {quoted(body)}") from error
    if not isinstance(rows, list):
        raise _FailedError(f"no rows in the SPARQL result but {quoted(rows)}")
    limit = headers.get("X-SPARQL-MaxRows", "")
    if re.fullmatch("[0-9]{1,18}", limit) and len(rows) >= int(limit):
        raise _PartialError(f"the answer is cut at {limit} rows (X-SPARQL-MaxRows)")
    return rows


def _read(response: http.client.HTTPResponse) -> bytes:
    """The body of an answer. Raises an error of this module where it is too large or does not come to an end."""
    # The timeout of the socket is for each read, so it never ends an answer that comes in drops.
    end = monotonic() + TIMEOUT_SECONDS
    body = bytearray()
    while piece := response.read1(_PIECE):
        body += piece
        if len(body) > _MAX_BYTES:
            raise _PartialError(f"an answer of more than {_MAX_BYTES:,} bytes")
        if monotonic() > end:
            raise _FailedError(f"an answer that has not ended after {TIMEOUT_SECONDS} s")
    return bytes(body)


def _redirect_error(url: str, endpoint: Endpoint) -> InputError:
    return InputError(f"{endpoint.url}: redirects to {url}, where the posted query does not arrive; give that address")


def _status_error(error: urllib.error.HTTPError, endpoint: Endpoint) -> Exception:
    if error.code in (307, 308) and (location := error.headers.get("Location")):
        return _redirect_error(urljoin(endpoint.url, location), endpoint)
    message = f"status {error.code} {error.reason}"
    if error.code in (429, 503):
        return _BusyError(message, seconds_to_wait(error.headers.get("Retry-After", "")))
    if error.code == 413:
        return _RefusedError(message)
    if error.code >= 500 or error.code == 408:
        return _FailedError(message)
    return InputError(f"{endpoint.url}: {message}; give the address of a SPARQL endpoint that may be used")


def _first_line(error: Exception) -> str:
    """What the server said, without the query that it repeats."""
    text = str(error)
    _, marker, said = text.partition("Response:\n")
    return (said.split(r"\n", 1)[0].removeprefix("b").strip("'\"") if marker else text.strip())[:200]
