"""A short run of each fuzzer of tables and triples; `docs/results/robustness.md` has the long ones."""

from __future__ import annotations

import pytest

from benchmarks.fuzz import tables, triples
from benchmarks.fuzz.harness import Check, fuzz


@pytest.mark.parametrize(("name", "check"), [("tables", tables.check_table), ("triples", triples.check_file)])
def test_no_mutated_file_is_a_fault(name: str, check: Check) -> None:
    findings = fuzz(check, name, 100, seed=0)
    assert findings.faults == []
    # Otherwise the changes are too strong or too weak to show anything.
    assert 20 < findings.outcomes["read"] < 80


def test_a_reader_that_differs_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "read_columns", lambda *_: iter(()))
    assert fuzz(tables.check_table, "tables", 30, seed=0).faults


@pytest.mark.parametrize("shape", tables.SHAPES)
def test_shapes_of_tables_are_read_or_refused(shape: str) -> None:
    tables.read_shape(tables.SHAPES[shape](1 << 12))


@pytest.mark.parametrize("shape", triples.SHAPES)
def test_shapes_of_triples_are_read_or_refused(shape: str) -> None:
    triples.read_shape(triples.SHAPES[shape](1 << 12))
