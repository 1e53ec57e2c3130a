"""The harness notices what it is for, and a short run of it finds nothing."""

from __future__ import annotations

import random

import pytest

from benchmarks.fuzz.settings import Case, _is_remembered, domains, engines, files, places, report, try_case, values

SHORT = [*random.Random(1).sample(list(values()), 2), random.Random(1).choice([*places(), *files(), *domains()])]


@pytest.mark.parametrize("case", SHORT, ids=lambda case: f"{case.kind}, {case.names}")
def test_a_hostile_setting_is_refused_in_one_line(case: Case) -> None:
    outcome = try_case(case)
    assert outcome.faults == [], outcome.output


def test_only_checksums_of_inputs_may_be_written() -> None:
    places = (
        "work/data",
        "work/data/_inputs",
        "work/data/_inputs/0f51ee5320ef03af.json",
        "work/data/samplewiki",
        "x/data",
    )
    assert [_is_remembered(place) for place in places] == [True, True, True, False, False]


def test_every_kind_of_case_is_there() -> None:
    number = [len(list(each())) for each in (values, places, files, domains, engines)]
    assert number[0] > 5000 and number[1:] == [57, 23, 16, 5]


def test_another_ending_is_a_fault() -> None:
    # A command that builds nothing, because it only prints its options.
    outcome = try_case(Case("help", "root in [Build]", b"", ("--help",), may_pass=False))
    assert [fault.partition(" ")[0] for fault in outcome.faults[:1]] == ["status"]
    assert outcome.faults[-1] == "does not name root in [Build]"
    assert "| help | 1 | 0 | 0 | 1 |" in report([outcome])
    assert "help, root in [Build]: status 0; " in report([outcome])
