"""The table of the datasets' versions in the changelog is that of the steps."""

from __future__ import annotations

import re

import pipelines
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tests.support.paths import PROJECT

_ROW = re.compile(r"^\| `(\w+)` \| (`[\w`, ]+`) \| (\d+) \|$", re.MULTILINE)


def test_the_changelog_has_the_version_of_every_step() -> None:
    steps = [getattr(pipelines, name) for name in pipelines.__all__]
    wanted = {
        step.__name__: ([name for name in step.datasets if name != "rejects"], step.step_version)
        for step in steps
        if issubclass(step, DatasetTask) and not issubclass(step, ReportTask)
    }
    text = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    rows = [step for step, _, _ in _ROW.findall(text)]
    assert len(rows) == len(set(rows)), "CHANGELOG.md: a step has two rows in the table of versions"
    found = {step: (re.findall(r"\w+", datasets), int(version)) for step, datasets, version in _ROW.findall(text)}
    assert found == wanted, (
        "CHANGELOG.md: say what the new version of a step changes, and correct the table of versions"
    )
