"""Where people look for the report on the models."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.files import storage
from tasks.evaluation import EvaluationReport
from tests.support.configured import Configure


def test_the_report_stands_where_people_look_when_its_pictures_do_and_old_ones_go(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    configure(Build={"root": tmp_path / "data", "snapshot": "wiki"})
    monkeypatch.setattr(
        EvaluationReport, "location", lambda _step, dataset="evaluation": f"{tmp_path}/data/wiki/{dataset}/build=1"
    )
    built, published = f"{tmp_path}/data/wiki/evaluation/build=1/_report", f"{tmp_path}/data/wiki/evaluation_report"
    for name in ("evaluation", "rejects"):
        storage.write_text(f"{tmp_path}/data/wiki/{name}/build=1/_manifest.json", "{}")
    for name in ("evaluation.md", "a.svg", "more/b.svg", "z.svg"):
        storage.write_text(f"{built}/{name}", f"new {name}")
    for name in ("evaluation.md", "old.svg"):
        storage.write_text(f"{published}/{name}", f"old {name}")
    copied, copy = [], storage.copy

    def counted(source: str, destination: str) -> None:
        copied.append(destination.removeprefix(f"{published}/"))
        copy(source, destination)

    monkeypatch.setattr(storage, "copy", counted)
    told: list[bool] = []
    report = EvaluationReport()
    report.tell_end = told.append
    assert [target.exists() for target in report.output()] == [True, True, False]
    report.run()
    assert told == [True]
    assert copied == ["a.svg", "more/b.svg", "z.svg", "evaluation.md"]
    assert {name: storage.read_text(f"{published}/{name}") for name in storage.list_files(published)} == {
        name: f"new {name}" for name in sorted(copied)
    }
    assert all(target.exists() for target in report.output())
