"""Queries whose results are cut, refused or too long: they are asked for in halves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dbpedia.sources import endpoint
from schemas.errors import InputError
from tests.support.fake_endpoint import (
    EXPECTED,
    ONTOLOGY,
    PREFIX,
    TITLES,
    TYPES,
    Fake,
    cut_rows,
    result,
    run,
)


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


def test_an_answer_of_too_many_bytes_is_asked_for_in_halves(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.types = TYPES
    monkeypatch.setattr(endpoint, "_MAX_BYTES", len(result(fake.rows(["Title_00", "Title_02"]))[2]))
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert [len(names) for names in fake.asked] == [4, 4, 2]


def test_a_batch_that_keeps_failing_is_halved(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda names, _number: (500, {}, b"too expensive") if len(names) > 5 else None
    found = run(fake, TITLES, tmp_path / "cache", batch=10)
    assert found.types == EXPECTED
    # The third time it is asked for a title that is known to work, or for one that cannot spoil a query.
    assert fake.asked[3] == ["A"]
    assert [len(names) for names in fake.asked] == [10, 10, 10, 1, 5, 5]
