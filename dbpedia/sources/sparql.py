"""Types from a SPARQL endpoint, for the titles that a corpus links to.

They are asked for in batches (`dbpedia.sources.endpoint` is one query), and every answer is kept. Cut and partial
answers are asked again in halves, failures after a growing pause, a bounded number of times; a batch that is refused
all the same, or fails, is halved until the one title is found. Whether it is a title or the endpoint that fails is told
by asking for another title, one that the endpoint has answered.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dbpedia.sources.endpoint import (
    AnswerError,
    BusyError,
    Endpoint,
    FailedError,
    PartialError,
    RefusedError,
    query_types,
)
from schemas.chance import uniform
from schemas.errors import InputError
from schemas.sources.request_cache import open_cache

MAX_FAILURES = 8
"""Failures in a row after which the step stops; with the pauses between them about ten minutes."""
MAX_PAUSE_SECONDS = 300.0
"""Longest pause; the step stops where the endpoint asks for a longer one."""

_SMALLEST_BATCH = 50
_FIRST_PAUSE_SECONDS = 2.0
_FAILURES_OF_A_BATCH = 2
"""Failures in a row that may be passing; at the next it is asked whether the batch is the reason."""
_CHUNK = 4096
_logger = logging.getLogger(__name__)

_CACHE_VERSION = 1
_CACHE_TABLE = (
    "CREATE TABLE IF NOT EXISTS types (source TEXT, title TEXT, classes TEXT NOT NULL, PRIMARY KEY (source, title)) "
    "WITHOUT ROWID"
)
_REFUSED = "!"
"""Stands in the cache for the classes of a title that is refused; no name of a class begins so."""


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


def fetch_types(
    titles: Sequence[str],
    endpoint: Endpoint,
    cache: TypeCache,
    counts: SparqlCounts,
    *,
    batch_size: int,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[list[tuple[str, list[str]]]]:
    """The titles that the endpoint has DBpedia classes for, with the names of all of these, sorted; in the order given.

    `batch_size` is the number of titles of one query, at most `dbpedia.sources.endpoint.MAX_BATCH`. Every answer is
    kept in `cache`, also that a title has no class, and asked for once. Comes in batches. Raises InputError where the
    endpoint cannot be used or fails too often; what it answered until then stays in the cache.
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
            except PartialError as error:
                if len(batch) == 1:
                    raise InputError(
                        f"{self._place(batch)}: {error}, even for one title; use another endpoint"
                    ) from error
                # Results are cut for their size, so the batches to come would be as well.
                self._size = max(min(self._size, _SMALLEST_BATCH), min(self._size, len(batch) // 2))
                batches += halves
            except (RefusedError, FailedError) as error:
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

    def _is_at_fault(self, batch: list[str], error: AnswerError) -> bool:
        """Whether a title of the batch is the reason of an error, and not the endpoint."""
        if isinstance(error, RefusedError):
            return len(batch) > 1 or self._works(batch, error)
        if isinstance(error, BusyError) or self._failures < _FAILURES_OF_A_BATCH:
            return False
        return self._works(batch, error)

    def _works(self, batch: list[str], error: AnswerError) -> bool:
        """Whether the endpoint answers a query for a title that it has answered, or for one that cannot spoil it.

        Raises InputError where it has answered none and refuses this one too.
        """
        try:
            query_types([self._answered or "A"], self._endpoint)
        except PartialError:
            pass
        except RefusedError:
            if not self._answered:
                raise InputError(
                    f"{self._place(batch)}: refuses every query ({error}); is it a SPARQL 1.1 endpoint?"
                ) from error
            return False
        except FailedError:
            return False
        self._failures = 0
        return True

    def _wait(self, batch: list[str], error: AnswerError) -> None:
        self._failures += 1
        if self._failures >= MAX_FAILURES:
            raise InputError(
                f"{self._place(batch)}: failed {self._failures} times in a row, at last with: {error}; what was "
                "answered is kept, so run the build again when the endpoint works, or with a smaller batch"
            ) from error
        # Without the process id in the hash all clients stopped by an outage would come back at the same moment.
        jitter = 0.5 + uniform(os.getpid(), "back-off", self._failures)
        seconds = min(MAX_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2.0 ** (self._failures - 1) * jitter)
        if isinstance(error, BusyError):
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
