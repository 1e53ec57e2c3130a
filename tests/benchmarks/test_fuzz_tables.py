"""A short run of each fuzzer of tables and triples; `docs/results/robustness.md` has the long ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from benchmarks.fuzz import tables, triples
from benchmarks.fuzz.cases import report, run


@pytest.mark.parametrize("case", [tables.case, triples.case], ids=["tables", "triples"])
def test_no_mutated_file_is_a_fault(case: Callable[[int, int], tuple[str, str]]) -> None:
    results = run(partial(case, 0), range(100), jobs=1)
    assert not [result for result in results if result.outcome == "fault"], report(results)
    # Otherwise the mutations are too strong or too weak to show anything.
    assert 20 < sum(result.outcome == "read" for result in results) < 80


def test_a_reader_that_differs_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "read_columns", lambda *_: iter(()))
    results = run(partial(tables.case, 0), range(30), jobs=1)
    assert [result for result in results if result.outcome == "fault"]


@pytest.mark.parametrize("shape", tables.SHAPES)
def test_shapes_of_tables_are_read_or_refused(shape: str) -> None:
    tables.read_shape(tables.SHAPES[shape](1 << 12))


@pytest.mark.parametrize("shape", triples.SHAPES)
def test_shapes_of_triples_are_read_or_refused(shape: str) -> None:
    triples.read_shape(triples.SHAPES[shape](1 << 12))
