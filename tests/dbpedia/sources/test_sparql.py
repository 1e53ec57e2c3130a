"""The SPARQL source against an endpoint that fails in every way that real ones do."""

from __future__ import annotations

import email.utils
import itertools
import json
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.sources import sparql
from dbpedia.sources.sparql import (
    MAX_FAILURES,
    MAX_PAUSE_SECONDS,
    Endpoint,
    SparqlCounts,
    TypeCache,
    fetch_types,
    resource_iri,
)
from dbpedia.sources.triples import resource_title
from schemas.errors import InputError
from schemas.sources.titles import canonical_title
from tests.support.build import build, manifest, rows, settings
from tests.support.paths import PROJECT

PREFIX = "http://dbpedia.org/resource/"
ONTOLOGY = "http://dbpedia.org/ontology/"

Reply = tuple[int, dict[str, str], bytes]


@dataclass
class Fake:
    """An endpoint whose answers the test decides; it keeps what it was asked."""

    types: dict[str, list[str]]
    """Classes by the name in the IRI."""
    url: str = ""
    asked: list[list[str]] = field(default_factory=list)
    """The names of each query."""
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    trap: Callable[[list[str], int], Reply | None] = lambda _names, _number: None
    """A reply instead of the true one, for the names of a query and its number from 0."""

    def reply(self, names: list[str]) -> Reply:
        self.asked.append(names)
        return self.trap(names, len(self.asked) - 1) or result(self.rows(names))

    def rows(self, names: list[str]) -> list[dict[str, Any]]:
        found = [
            {"s": {"type": "uri", "value": PREFIX + name}, "t": {"type": "uri", "value": ONTOLOGY + cls}}
            for name in names
            for cls in self.types.get(name, [])
        ]
        return [{"n": {"type": "typed-literal", "value": str(len(found))}}, *found]


def result(rows: list[dict[str, Any]], **headers: str) -> Reply:
    body = json.dumps({"head": {}, "results": {"bindings": rows}}).encode()
    return 200, {name.replace("_", "-"): value for name, value in headers.items()}, body


@pytest.fixture
def fake() -> Iterator[Fake]:
    endpoint = Fake({})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            endpoint.agents.append(self.headers["User-Agent"])
            endpoint.forms.append(parse_qs(body, strict_parsing=True))
            query = endpoint.forms[-1]["query"][0]
            status, headers, answer = endpoint.reply(re.findall(rf"<{PREFIX}([^>]*)>", query.split("UNION")[1]))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(answer)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>a form</html>")

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        endpoint.url = f"http://127.0.0.1:{server.server_port}/sparql"
        yield endpoint
        server.shutdown()
        thread.join()


@dataclass
class Run:
    types: dict[str, list[str]]
    counts: SparqlCounts
    pauses: list[float]


def run(fake: Fake, titles: list[str], cache: Path, *, batch: int = 4, graph: str = "http://dbpedia.org") -> Run:
    endpoint = Endpoint(fake.url, graph, PREFIX, "someone@example.org")
    known = TypeCache(str(cache), endpoint)
    counts = SparqlCounts()
    pauses: list[float] = []
    try:
        batches = list(fetch_types(titles, endpoint, known, counts, batch_size=batch, pause=pauses.append))
    finally:
        known.close()
    return Run(dict(pair for pairs in batches for pair in pairs), counts, pauses)


TITLES = [f"Title {number:02}" for number in range(10)]
TYPES = {f"Title_{number:02}": ["City", "Place"] for number in range(0, 10, 2)}
EXPECTED = {f"Title {number:02}": ["City", "Place"] for number in range(0, 10, 2)}


def test_titles_are_asked_for_in_batches_by_posted_forms(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert list(found.types) == sorted(EXPECTED)
    assert (found.counts.typed, found.counts.untyped, found.counts.refused) == (5, 5, [])
    assert [len(names) for names in fake.asked] == [4, 4, 2]
    assert [form["default-graph-uri"] for form in fake.forms] == [["http://dbpedia.org"]] * 3
    assert {agent.split(" ", 1)[1] for agent in fake.agents} == {"(someone@example.org)"}
    assert found.pauses == []


def test_without_a_graph_none_is_sent(fake: Fake, tmp_path: Path) -> None:
    run(fake, ["Rome"], tmp_path / "cache", graph="")
    assert "default-graph-uri" not in fake.forms[0]


def test_nothing_is_asked_twice(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    run(fake, TITLES[:6], tmp_path / "cache")
    found = run(fake, TITLES, tmp_path / "cache", batch=3)
    assert found.types == EXPECTED
    assert sorted(name for names in fake.asked for name in names) == [title.replace(" ", "_") for title in TITLES]


def test_what_was_answered_before_a_failure_is_kept(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (403, {}, b"") if number == 2 else None
    with pytest.raises(
        InputError, match="status 403 Forbidden; give the address of a SPARQL endpoint that may be used"
    ):
        run(fake, TITLES, tmp_path / "cache")
    fake.trap = lambda _names, _number: None
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert fake.asked[3:] == [["Title_08", "Title_09"]]


KILLED = """
import sys
from dbpedia.sources.sparql import Endpoint, SparqlCounts, TypeCache, fetch_types
endpoint = Endpoint(sys.argv[1], "http://dbpedia.org", "http://dbpedia.org/resource/", "someone@example.org")
list(fetch_types(sys.argv[3:], endpoint, TypeCache(sys.argv[2], endpoint), SparqlCounts(), batch_size=4))
"""


def test_a_killed_process_has_kept_every_answer(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    third = threading.Event()
    killed = threading.Event()

    def hang(_names: list[str], number: int) -> None:
        if number == 2:
            third.set()
            killed.wait(300)

    fake.trap = hang
    command = [sys.executable, "-c", KILLED, fake.url, str(tmp_path / "cache"), *TITLES]
    process = subprocess.Popen(command, cwd=PROJECT)
    assert third.wait(300)
    process.kill()
    process.wait()
    killed.set()
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert fake.asked[3:] == [["Title_08", "Title_09"]]


@pytest.mark.parametrize("other", ["url", "graph", "iri_prefix"])
def test_the_cache_is_of_one_endpoint_graph_and_prefix(tmp_path: Path, other: str) -> None:
    settings = {"url": "http://x/sparql", "graph": "http://dbpedia.org", "iri_prefix": PREFIX, "contact": "me"}
    for changed, expected in (
        ({}, {"Rome": "City"}),
        ({other: "http://y/"}, {}),
        ({"contact": "you"}, {"Rome": "City"}),
    ):
        cache = TypeCache(str(tmp_path / "cache"), Endpoint(**{**settings, **changed}))
        if not changed:
            cache.put({"Rome": "City"})
        assert cache.get(["Rome", "Paris"]) == expected
        cache.close()


def test_what_became_of_the_titles_is_counted_after_every_batch_of_answers(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparql, "_CHUNK", 4)
    fake.types = TYPES
    fake.trap = lambda names, _number: (400, {}, b"no") if "Title_05" in names else None
    endpoint = Endpoint(fake.url, "", PREFIX, "someone@example.org")
    cache, counts = TypeCache(str(tmp_path / "cache"), endpoint), SparqlCounts()
    seen = [
        ([title for title, _ in typed], counts.typed, counts.untyped, len(counts.refused))
        for typed in fetch_types(TITLES, endpoint, cache, counts, batch_size=10)
    ]
    cache.close()
    assert seen == [
        (["Title 00", "Title 02"], 2, 2, 0),
        (["Title 04", "Title 06"], 4, 3, 1),
        (["Title 08"], 5, 4, 1),
    ]


def cut_rows(fake: Fake, names: list[str], rows: int, **headers: str) -> Reply | None:
    true = fake.rows(names)
    return result(true[:rows], **headers) if len(true) > rows else None


@pytest.mark.parametrize("headers", [{"X_SPARQL_MaxRows": "5"}, {}], ids=["with the header", "in silence"])
def test_cut_results_are_asked_for_in_halves(fake: Fake, tmp_path: Path, headers: dict[str, str]) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: cut_rows(fake, names, 5, **headers)
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert found.types == EXPECTED
    # With its count a query has 11 rows for ten titles, 7 and 5 for their halves.
    assert [len(names) for names in fake.asked] == [10, 5, 2, 3, 5]
    assert found.pauses == []


def test_a_result_without_its_count_is_not_accepted(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda names, number: result(fake.rows(names)[1:]) if number == 0 else None
    assert run(fake, TITLES, tmp_path / "cache", batch=10).types == EXPECTED
    assert [len(names) for names in fake.asked] == [10, 5, 5]


@pytest.mark.parametrize("extra", [0, 1], ids=["without its count", "with one row too many"])
def test_an_answer_that_is_not_what_it_counts_is_not_kept(fake: Fake, tmp_path: Path, extra: int) -> None:
    """Such an answer to a batch of titles without a class would say for ever that they have none."""
    fake.types = TYPES
    known = {"s": {"value": PREFIX + "Title_00"}, "t": {"value": ONTOLOGY + "City"}}
    wrong = [{"n": {"value": "0"}}, known] if extra else []
    fake.trap = lambda _names, number: result(wrong) if number == 0 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert (found.types, found.counts.untyped) == (EXPECTED, 5)
    assert [len(names) for names in fake.asked] == [10, 5, 5]


def test_a_result_of_as_many_rows_as_the_limit_is_taken_for_cut(fake: Fake, tmp_path: Path) -> None:
    fake.types = {"A": ["City"], "B": ["City"]}
    # With its count a query for both has three rows.
    fake.trap = lambda names, _number: result(fake.rows(names), X_SPARQL_MaxRows="3")
    assert run(fake, ["A", "B"], tmp_path / "cache").types == {"A": ["City"], "B": ["City"]}
    assert fake.asked == [["A", "B"], ["A"], ["B"]]


def test_later_batches_begin_smaller_after_a_cut_but_not_below_a_floor(fake: Fake, tmp_path: Path) -> None:
    titles = [f"T{number}" for number in range(1000)]
    fake.types = {title: ["City"] for title in titles}
    fake.trap = lambda names, _number: cut_rows(fake, names, 201)
    found = run(fake, titles, tmp_path / "cache", batch=400)
    assert len(found.types) == 1000
    assert [len(names) for names in fake.asked] == [400, 200, 200, 200, 200, 200]


@pytest.mark.parametrize(
    ("batch", "most", "asked"), [(80, 60, [80, 40, 40, 50, 20]), (10, 6, [10, 5, 5] * 15)], ids=["above", "below"]
)
def test_fifty_titles_are_asked_for_at_once_where_as_many_were_at_first(
    fake: Fake, tmp_path: Path, batch: int, most: int, asked: list[int]
) -> None:
    titles = [f"T{number}" for number in range(150)]
    fake.types = {title: ["City"] for title in titles}
    fake.trap = lambda names, _number: cut_rows(fake, names, most + 1)
    assert run(fake, titles, tmp_path / "cache", batch=batch).types == {title: ["City"] for title in titles}
    assert [len(names) for names in fake.asked] == asked


@pytest.mark.parametrize("status", [413, 414])
def test_a_query_that_is_too_long_for_the_endpoint_is_halved(fake: Fake, tmp_path: Path, status: int) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: (status, {}, b"") if len(names) > 4 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=8)
    assert (found.types, found.pauses) == (EXPECTED, [])
    assert [len(names) for names in fake.asked] == [8, 4, 4, 2]


def test_a_title_whose_own_result_is_cut_ends_the_run(fake: Fake, tmp_path: Path) -> None:
    fake.types = {"Rome": ["City", "Place", "Settlement"]}
    fake.trap = lambda names, _number: cut_rows(fake, names, 2)
    with pytest.raises(InputError, match=r"1 titles from 'Rome' to 'Rome': .*1 rows of 3, even for one title"):
        run(fake, ["Rome"], tmp_path / "cache")


def test_partial_results_of_a_timeout_are_asked_for_in_halves(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: result(fake.rows([]), X_SQL_State="S1TAT") if len(names) > 3 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=8)
    assert found.types == EXPECTED
    assert [len(names) for names in fake.asked] == [8, 4, 2, 2, 4, 2, 2, 2]


def test_a_refused_title_is_found_by_halving_and_kept_as_refused(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    message = b"Virtuoso 37000 Error SP030: SPARQL compiler, line 3\n\nSPARQL query:\nSELECT"
    fake.trap = lambda names, _number: (400, {}, message) if "Title_05" in names else None
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert found.types == EXPECTED
    assert found.counts.refused == [("Title 05", "Virtuoso 37000 Error SP030: SPARQL compiler, line 3")]
    assert (found.counts.typed, found.counts.untyped) == (5, 4)
    n_asked = len(fake.asked)
    again = run(fake, TITLES, tmp_path / "cache")
    assert again.counts.refused == found.counts.refused
    assert len(fake.asked) == n_asked


def test_a_title_that_is_refused_is_told_from_an_endpoint_that_is_down_by_one_that_it_knows(
    fake: Fake, tmp_path: Path
) -> None:
    fake.trap = lambda names, _number: (400, {}, b"no") if "Title_01" in names else None
    found = run(fake, TITLES[:2], tmp_path / "cache", batch=1)
    assert found.counts.refused == [("Title 01", "no")]
    assert fake.asked == [["Title_00"], ["Title_01"], ["Title_00"]]
    assert found.pauses == []


def test_an_endpoint_that_refuses_all_for_a_while_costs_no_title(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (400, {}, b"maintenance") if 1 <= number < 9 else None
    found = run(fake, TITLES, tmp_path / "cache")
    assert (found.types, found.counts.refused) == (EXPECTED, [])
    # Halved to one title, which is asked for again and again, each time with one that the endpoint knows.
    assert fake.asked[1:11] == [
        ["Title_04", "Title_05", "Title_06", "Title_07"],
        ["Title_04", "Title_05"],
        *[["Title_04"], ["Title_00"]] * 3,
        ["Title_04"],
        ["Title_05"],
    ]
    assert len(found.pauses) == 3


def test_an_endpoint_that_begins_to_refuse_all_ends_the_run(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (400, {}, b"maintenance") if number else None
    with pytest.raises(InputError, match=r"1 titles from 'Title 04' .* failed 8 times in a row, at last with: mainten"):
        run(fake, TITLES, tmp_path / "cache")
    fake.trap = lambda _names, _number: None
    assert run(fake, TITLES, tmp_path / "cache").types == EXPECTED


@pytest.mark.parametrize("batch", [1, 10])
def test_a_title_that_makes_the_endpoint_fail_is_found_and_kept_as_refused(
    fake: Fake, tmp_path: Path, batch: int
) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: (500, {}, b"crash") if "Title_05" in names else None
    found = run(fake, TITLES, tmp_path / "cache", batch=batch)
    assert (found.types, found.counts.refused) == (EXPECTED, [("Title 05", "crash")])
    # Two pauses for each batch that has it: of ten, five, three, two and one.
    assert len(found.pauses) == (2 if batch == 1 else 8)


def test_an_endpoint_that_refuses_everything_is_named_with_its_message(fake: Fake, tmp_path: Path) -> None:
    fake.trap = lambda _names, _number: (400, {}, b"VALUES is not supported")
    with pytest.raises(InputError, match=r"refuses every query \(VALUES is not supported\); is it a SPARQL 1.1"):
        run(fake, TITLES, tmp_path / "cache")
    # Halved to one title, and one query without a title that could spoil it.
    assert [len(names) for names in fake.asked] == [4, 2, 1, 1]


@pytest.mark.parametrize("status", [429, 503])
def test_an_endpoint_that_asks_for_a_pause_gets_it(fake: Fake, tmp_path: Path, status: int) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (status, {"Retry-After": "90"}, b"") if number == 1 else None
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert found.pauses == [90.0]
    assert fake.asked[1] == fake.asked[2]


def test_an_endpoint_that_asks_for_pauses_is_not_asked_for_less(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (503, {"Retry-After": "0"}, b"") if number < 4 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert found.types == EXPECTED
    assert [len(names) for names in fake.asked] == [10, 10, 10, 10, 10]
    assert len(found.pauses) == 4
    assert all(2**number <= pause < 3 * 2**number for number, pause in enumerate(found.pauses))


@pytest.mark.parametrize(("wanted", "granted"), [("300", True), ("301", False)])
def test_the_longest_pause(fake: Fake, tmp_path: Path, wanted: str, granted: bool) -> None:
    fake.trap = lambda _names, number: (429, {"Retry-After": wanted}, b"") if number == 0 else None
    if granted:
        assert run(fake, ["Rome"], tmp_path / "cache").pauses == [300.0]
    else:
        with pytest.raises(InputError, match="it asks to wait 301 s"):
            run(fake, ["Rome"], tmp_path / "cache")


@pytest.mark.parametrize("wanted", ["nan", "inf", "-inf", "-5", "9" * 5_000, "soon", "1e999"])
def test_a_pause_that_is_none_is_not_waited_for(fake: Fake, tmp_path: Path, wanted: str) -> None:
    fake.trap = lambda _names, number: (429, {"Retry-After": wanted}, b"") if number == 0 else None
    (pause,) = run(fake, ["Rome"], tmp_path / "cache").pauses
    assert 1 <= pause <= 3


@pytest.mark.parametrize(
    "rows",
    [
        5,
        {"n": 1},
        [5],
        [["n"]],
        [{"n": 5}],
        [{"n": {}}],
        [{"s": {"value": PREFIX + "Rome"}, "t": {"value": 5}}],
        [{"s": {"value": [1]}, "t": {"value": ONTOLOGY + "City"}}],
        [{"s": {"value": PREFIX + "Rome"}, "t": {"value": ONTOLOGY + "City\nTown"}}],
        [{"s": {"value": PREFIX + "Rome"}, "t": {"value": ONTOLOGY + "A B"}}],
    ],
)
def test_an_answer_of_another_shape_is_asked_for_again(fake: Fake, tmp_path: Path, rows: Any) -> None:
    fake.types = {"Rome": ["City"]}
    body = json.dumps({"results": {"bindings": rows}}).encode()
    fake.trap = lambda _names, number: (200, {}, body) if number == 0 else None
    found = run(fake, ["Rome"], tmp_path / "cache")
    assert found.types == {"Rome": ["City"]}
    assert len(found.pauses) == 1


@pytest.mark.parametrize("body", [b"[" * 200_000, b"\xff\x00", b"5", b'{"results": {"bindings": NaN}}'])
def test_an_answer_that_is_no_result_is_asked_for_again(fake: Fake, tmp_path: Path, body: bytes) -> None:
    fake.types = {"Rome": ["City"]}
    fake.trap = lambda _names, number: (200, {}, body) if number == 0 else None
    assert run(fake, ["Rome"], tmp_path / "cache").types == {"Rome": ["City"]}


def test_an_answer_that_comes_in_drops_is_given_up(fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit for each read alone would never be reached."""
    monkeypatch.setattr(sparql, "monotonic", itertools.count(0, 50).__next__)
    fake.types = {"Rome": ["City"]}
    status, headers, body = result(fake.rows(["Rome"]))
    fake.trap = lambda _names, number: (status, headers, body + b" " * 400_000) if number == 0 else None
    found = run(fake, ["Rome"], tmp_path / "cache")
    assert found.types == {"Rome": ["City"]}
    assert len(found.pauses) == 1


def test_an_answer_of_too_many_bytes_is_asked_for_in_halves(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.types = TYPES
    monkeypatch.setattr(sparql, "_MAX_BYTES", len(result(fake.rows(["Title_00", "Title_02"]))[2]))
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert [len(names) for names in fake.asked] == [4, 4, 2]


def test_the_pause_may_be_a_date(fake: Fake, tmp_path: Path) -> None:
    when = email.utils.formatdate(time.time() + 200, usegmt=True)
    fake.trap = lambda _names, number: (429, {"Retry-After": when}, b"") if number == 0 else None
    (pause,) = run(fake, ["Rome"], tmp_path / "cache").pauses
    assert 150 < pause <= 200


def test_too_long_a_pause_ends_the_run(fake: Fake, tmp_path: Path) -> None:
    fake.trap = lambda _names, _number: (429, {"Retry-After": "86400"}, b"")
    with pytest.raises(InputError, match=r"it asks to wait 86,400 s\. What was answered is kept"):
        run(fake, TITLES, tmp_path / "cache")
    assert len(fake.asked) == 1


FAILURES: dict[str, Reply] = {
    "status 500": (500, {}, b"Virtuoso S1T00 Error: transaction timed out"),
    "status 502": (502, {}, b""),
    "status 408": (408, {}, b""),
    "a page of HTML": (200, {}, b"<html>maintenance</html>"),
    "JSON of another kind": (200, {}, b'{"boolean": true}'),
    "a body cut short": (200, {"Content-Length": "5000"}, b'{"results": '),
    "another subject": result([{"s": {"value": PREFIX + "Elsewhere"}, "t": {"value": ONTOLOGY + "City"}}]),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_failures_are_asked_again_after_growing_pauses(fake: Fake, tmp_path: Path, failure: str) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: FAILURES[failure] if number < 2 else None
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    first, second = found.pauses
    assert 1 <= first < 3 <= second + 1 <= 7
    assert fake.asked[0] == fake.asked[1] == fake.asked[2]


def test_a_batch_that_keeps_failing_is_halved(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: (500, {}, b"too expensive") if len(names) > 5 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert found.types == EXPECTED
    # The third time it is asked for a title that is known to work, or for one that cannot spoil a query.
    assert fake.asked[3] == ["A"]
    assert [len(names) for names in fake.asked] == [10, 10, 10, 1, 5, 5]


def test_failures_without_end_end_the_run(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (500, {}, b"Virtuoso is down") if number else None
    message = r"sparql, 4 titles from 'Title 04' to 'Title 07': failed 8 times in a row, at last with: Virtuoso is down"
    with pytest.raises(InputError, match=message):
        run(fake, TITLES, tmp_path / "cache")
    # From the third failure on it is also asked for a title that it knows.
    assert [len(names) for names in fake.asked] == [4, 4, 4, *[4, 1] * (MAX_FAILURES - 2)]


def test_failures_with_answers_between_them_do_not_end_the_run(fake: Fake, tmp_path: Path) -> None:
    """A run of days meets more than eight failures in all; each has only the first, short pause."""
    titles = [f"T{number:02}" for number in range(2 * MAX_FAILURES)]
    fake.types = {title: ["City"] for title in titles}
    fake.trap = lambda _names, number: None if number % 2 else (500, {}, b"once in a while")
    found = run(fake, titles, tmp_path / "cache", batch=1)
    assert list(found.types) == titles
    assert len(found.pauses) == 2 * MAX_FAILURES
    assert all(1 <= pause < 3 for pause in found.pauses)


def test_pauses_stay_within_their_bound(fake: Fake, tmp_path: Path) -> None:
    fake.trap = lambda _names, number: (503, {}, b"") if number < MAX_FAILURES - 1 else None
    pauses = run(fake, ["Rome"], tmp_path / "cache").pauses
    assert len(pauses) == MAX_FAILURES - 1
    assert all(1 <= pause <= MAX_PAUSE_SECONDS for pause in pauses)
    assert pauses[-1] > 30 > 3 > pauses[0]


def test_an_endpoint_that_cannot_be_reached(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"failed 8 times in a row, at last with: URLError: .*refused"):
        run(Fake({}, url="http://127.0.0.1:9/sparql"), ["Rome"], tmp_path / "cache")


def test_an_address_that_redirects_is_refused(fake: Fake, tmp_path: Path) -> None:
    fake.trap = lambda _names, _number: (302, {"Location": f"{fake.url}/elsewhere"}, b"")
    with pytest.raises(InputError, match=r"redirects to http.*/elsewhere, where the posted query does not arrive"):
        run(fake, ["Rome"], tmp_path / "cache")


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("location", ["{url}/elsewhere", "/sparql/elsewhere"])
def test_an_address_that_redirects_what_is_posted_is_refused(
    fake: Fake, tmp_path: Path, status: int, location: str
) -> None:
    fake.trap = lambda _names, _number: (status, {"Location": location.format(url=fake.url)}, b"")
    with pytest.raises(InputError, match=re.escape(f"redirects to {fake.url}/elsewhere, where the posted query")):
        run(fake, ["Rome"], tmp_path / "cache")
    assert len(fake.asked) == 1


@pytest.mark.parametrize("status", [401, 404, 405])
def test_an_address_that_is_no_endpoint(fake: Fake, tmp_path: Path, status: int) -> None:
    fake.trap = lambda _names, _number: (status, {}, b"nothing here")
    with pytest.raises(InputError, match="give the address of a SPARQL endpoint"):
        run(fake, ["Rome"], tmp_path / "cache")
    assert len(fake.asked) == 1


@pytest.mark.parametrize(
    ("title", "iri"),
    [
        ("Ranma ½", "Ranma_½"),
        ("Who? What", "Who%3F_What"),
        ("100% (song)", "100%25_(song)"),
        ("AC/DC", "AC/DC"),
        ('O\'Neil & "Co"', "O'Neil_&_%22Co%22"),
        ("C:\\>", "C:%5C%3E"),
        ("A`b^c|d{e}", "A%60b%5Ec%7Cd%7Be%7D"),
        ("東京", "東京"),
        ("😀", "😀"),
        ("A+b*c", "A+b*c"),
    ],
)
def test_iris_as_dbpedia_writes_them(title: str, iri: str) -> None:
    assert resource_iri(title, PREFIX) == PREFIX + iri


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30))
def test_an_iri_keeps_to_the_grammar_and_names_its_title(text: str) -> None:
    title = canonical_title(text)
    iri = resource_iri(title, PREFIX)
    assert re.fullmatch(r"[^<>\"{}|^`\\\x00-\x20]*", iri)
    if not re.search("__|[\x00-\x1f\x7f\ufffd]", title.replace(" ", "_")):
        assert resource_title(iri) == title


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"url": "dbpedia.org/sparql"}, r"endpoint = 'dbpedia.org/sparql' in \[SparqlTypes\]: give an address"),
        ({"iri_prefix": "http://x/<"}, r"iri_prefix = 'http://x/<' in"),
        ({"contact": " "}, r"contact in \[SparqlTypes\] is empty"),
    ],
)
def test_settings_that_cannot_be_used(change: dict[str, str], message: str) -> None:
    settings = {"url": "http://x/sparql", "graph": "", "iri_prefix": PREFIX, "contact": "me"}
    with pytest.raises(InputError, match=message):
        Endpoint(**{**settings, **change})


def test_a_file_that_is_no_cache(fake: Fake, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a database, " * 100)
    with pytest.raises(InputError, match=r"notes.txt: cannot be used as a cache of answers \(file is not a database\)"):
        run(fake, ["Rome"], other)


def test_a_cache_of_another_version(fake: Fake, tmp_path: Path) -> None:
    path = tmp_path / "cache"
    run(fake, ["Rome"], path)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="format 99, this program reads 1"):
        run(fake, ["Rome"], path)


MAPPINGS = """<mediawiki><page><title>Mapping en:Infobox officeholder</title><revision><text>
{{TemplateMapping | mapToClass = Politician }}</text></revision></page></mediawiki>"""


def test_the_build_takes_types_from_all_sources(fake: Fake, tmp_path: Path) -> None:
    fake.types = {"Angela_Merkel": ["Chancellor", "Politician"], "Bob_Dylan": ["Singer"]}
    (tmp_path / "mappings.xml").write_text(MAPPINGS)
    config = settings(
        tmp_path,
        f"[DBpedia]\nmappings = {tmp_path}/mappings.xml\n[TypeIndex]\nsources = sparql, infobox, dump\n"
        f"[SparqlTypes]\nendpoint = {fake.url}\ncontact = me@example.org\ncache = {tmp_path}/cache.sqlite\n"
        "[Sentences]\nsplitter = sentencex\n",
    )
    status, output = build(tmp_path, config, "TypeIndex")
    assert status == 0, output
    found = {row["title"]: (row["class"], row["origin"]) for row in rows(tmp_path, "type_index")}
    expected = {
        "Angela Merkel": ("Chancellor", "sparql"),
        "Winston Churchill": ("Politician", "infobox"),
        "Berlin": ("Capital", "dump"),
    }
    assert {title: found.get(title) for title in expected} == expected
    assert manifest(tmp_path, "sparql_types").rows == 2
    assert manifest(tmp_path, "type_index").counts["agreement of infobox and dump"]["contradicting"] == 3


def test_an_endpoint_is_not_asked_without_a_contact(tmp_path: Path) -> None:
    status, output = build(tmp_path, settings(tmp_path, "[TypeIndex]\nsources = sparql\n"), "TypeIndex")
    assert status != 0
    assert "contact in [SparqlTypes] is empty: give a mail or web address that the endpoint may use" in output
