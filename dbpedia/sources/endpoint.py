"""One query to a SPARQL endpoint: the classes of some titles, or what is wrong with its answer.

Written for Virtuoso, the engine of DBpedia's public endpoints, and for what it does without reporting an error:

- A result is cut at a row limit with status 200. So every query also counts its own rows, and an answer with
  another number is not accepted; the header `X-SPARQL-MaxRows` is read as well.
- A query that takes too long gives part of its result with status 200 and the header `X-SQL-State`.
- A GET is cut at about 10 kB: queries are posted, form-encoded.
- One malformed IRI fails the query, and so do more than 4,094 IRIs: titles are percent-encoded as SPARQL's grammar
  asks.
- The default graph of the server's configuration is not applied, so the graph is sent with each query.
"""

from __future__ import annotations

import http.client
import importlib.metadata
import json
import re
import urllib.error
from collections.abc import Sequence
from dataclasses import dataclass
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
from schemas.errors import InputError, quoted
from schemas.sources.web import seconds_to_wait

MAX_BATCH = 2000
"""Most titles of one query: each is named twice, and Virtuoso takes 4,094 arguments."""

TIMEOUT_SECONDS = 180
_MAX_BYTES = 64 << 20
"""Most bytes of an answer; 2,000 titles with their classes have some 6 MB."""
_PIECE = 1 << 16
_PROJECT = "wiki-ner-corpora"

# Characters that an IRI cannot have (SPARQL 1.1, rule IRIREF), and what DBpedia encodes besides: # % ? [ ]
_reserved = re.compile(r"[\x00-\x20\"#%<>?\[\\\]^`{|}\x7f]")


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


class AnswerError(Exception):
    """An answer that cannot be used."""


class PartialError(AnswerError):
    """The result is cut: ask for less at once."""


class RefusedError(AnswerError):
    """The query was refused: one of its titles may be the reason."""


class FailedError(AnswerError):
    """The endpoint failed or could not be reached: ask again later, then for less."""


class BusyError(FailedError):
    """The endpoint wants a pause, of a number of seconds where it says so."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


def resource_iri(title: str, prefix: str) -> str:
    """The IRI of an article as DBpedia writes it: raw Unicode, `_` for spaces, `%XX` for what an IRI cannot have."""
    return prefix + _reserved.sub(lambda sign: f"%{ord(sign[0]):02X}", title.replace(" ", "_"))


def query_types(titles: Sequence[str], endpoint: Endpoint) -> dict[str, str]:
    """The DBpedia classes of each title by one query: names sorted and separated by spaces, or an empty string.

    Raises InputError for an endpoint that cannot be used, and AnswerError for an answer that is
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
            raise FailedError(f"an answer about something else ({quoted(json.dumps(row), 200)})") from error
    if stated != [str(number)]:
        raise PartialError(f"the answer is cut: {number:,} rows of {stated[0] if stated else 'an unknown number'}")
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
        raise RefusedError(_first_line(error)) from error
    except (EndPointNotFound, Unauthorized) as error:
        raise InputError(f"{endpoint.url}: {_first_line(error)}; give the address of a SPARQL endpoint") from error
    except EndPointInternalError as error:
        raise FailedError(_first_line(error)) from error
    except urllib.error.HTTPError as error:
        with error:
            raise _status_error(error, endpoint) from error
    except (OSError, http.client.HTTPException, SPARQLWrapperException) as error:
        raise FailedError(f"{type(error).__name__}: {error}") from error
    if url != endpoint.url:
        raise _redirect_error(url, endpoint)
    if state := headers.get("X-SQL-State"):
        raise PartialError(f"the query took too long, so the answer is partial (X-SQL-State: {state})")
    try:
        rows = json.loads(body)["results"]["bindings"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FailedError(f"no SPARQL result in JSON but {quoted(body)}") from error
    if not isinstance(rows, list):
        raise FailedError(f"no rows in the SPARQL result but {quoted(rows)}")
    limit = headers.get("X-SPARQL-MaxRows", "")
    if re.fullmatch("[0-9]{1,18}", limit) and len(rows) >= int(limit):
        raise PartialError(f"the answer is cut at {limit} rows (X-SPARQL-MaxRows)")
    return rows


def _read(response: http.client.HTTPResponse) -> bytes:
    """The body of an answer. Raises AnswerError where it is too large or does not come to an end."""
    # The timeout of the socket is for each read, so it never ends an answer that comes in drops.
    end = monotonic() + TIMEOUT_SECONDS
    body = bytearray()
    while piece := response.read1(_PIECE):
        body += piece
        if len(body) > _MAX_BYTES:
            raise PartialError(f"an answer of more than {_MAX_BYTES:,} bytes")
        if monotonic() > end:
            raise FailedError(f"an answer that has not ended after {TIMEOUT_SECONDS} s")
    return bytes(body)


def _redirect_error(url: str, endpoint: Endpoint) -> InputError:
    return InputError(f"{endpoint.url}: redirects to {url}, where the posted query does not arrive; give that address")


def _status_error(error: urllib.error.HTTPError, endpoint: Endpoint) -> Exception:
    if error.code in (307, 308) and (location := error.headers.get("Location")):
        return _redirect_error(urljoin(endpoint.url, location), endpoint)
    message = f"status {error.code} {error.reason}"
    if error.code in (429, 503):
        return BusyError(message, seconds_to_wait(error.headers.get("Retry-After", "")))
    if error.code == 413:
        return RefusedError(message)
    if error.code >= 500 or error.code == 408:
        return FailedError(message)
    return InputError(f"{endpoint.url}: {message}; give the address of a SPARQL endpoint that may be used")


def _first_line(error: Exception) -> str:
    """What the server said, without the query that it repeats."""
    text = str(error)
    _, marker, said = text.partition("Response:\n")
    return (said.split(r"\n", 1)[0].removeprefix("b").strip("'\"") if marker else text.strip())[:200]
