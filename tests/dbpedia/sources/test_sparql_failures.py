"""An endpoint that fails or asks for pauses."""

from __future__ import annotations

import email.utils
import itertools
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from dbpedia.sources import endpoint
from dbpedia.sources.sparql import (
    MAX_FAILURES,
    MAX_PAUSE_SECONDS,
)
from schemas.errors import InputError
from tests.support.fake_endpoint import (
    EXPECTED,
    ONTOLOGY,
    PREFIX,
    TITLES,
    TYPES,
    Fake,
    Reply,
    result,
    run,
)


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
    monkeypatch.setattr(endpoint, "monotonic", itertools.count(0, 50).__next__)
    fake.types = {"Rome": ["City"]}
    status, headers, body = result(fake.rows(["Rome"]))
    fake.trap = lambda _names, number: (status, headers, body + b" " * 400_000) if number == 0 else None
    found = run(fake, ["Rome"], tmp_path / "cache")
    assert found.types == {"Rome": ["City"]}
    assert len(found.pauses) == 1


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
