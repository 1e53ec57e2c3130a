"""What each step is made of and what its job is told, kept in a file that was read and found right."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import luigi
import pytest

import pipelines
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tests.support.configured import Configure
from tests.support.golden import different_lines
from tests.support.paths import PROJECT
from tests.support.sample_steps import ARGUMENTS, SETTINGS

GOLDEN = PROJECT / "tests" / "golden" / "wiring.json"

MAPPINGS: dict[str, object] = {"mappings": "tests/wikis/de-mappings.xml"}

SAMPLE: dict[str, dict[str, object]] = {**SETTINGS, "DBpedia": MAPPINGS}
"""Those of the sample, with what it does not set."""

OTHER_SOURCES: dict[str, dict[str, object]] = {
    **SETTINGS,
    "BuildDomains": {"source": "api"},
    "DaptCorpus": {"selection": "scored"},
    "DBpedia": {**MAPPINGS, "redirects": ""},
    "TypeIndex": {"sources": "sparql,infobox,wikidata", "wikidata_ids": "api"},
    "WikidataStatements": {"dump": "sample/wiki/wikidata-20260901-all.json.gz"},
    "Wikipedia": {"redirects": "tables"},
}
"""Settings that choose other sources than the sample does."""

_BUILD = re.compile("build=[0-9a-f]{8}")
_LONGEST = 1200


@pytest.fixture(autouse=True)
def no_checksums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)


def test_what_the_steps_tell_each_other_stays_what_it_was(configure: Configure, tmp_path: Path) -> None:
    """A step is told the right place of what it reads, and Luigi what it needs to know of the step.

    `UPDATE_GOLDEN=1 pytest tests/tasks/test_wiring.py` writes the file anew; read the diff before committing.
    """
    found: dict[str, dict[str, Any]] = {}
    for title, settings in (("sample", SAMPLE), ("other sources", OTHER_SOURCES)):
        configure(**settings)
        text = json.dumps({name: _wiring(getattr(pipelines, name)) for name in pipelines.__all__})
        text = _BUILD.sub("build=…", text).replace(str(tmp_path), "ROOT").replace(str(PROJECT), "CHECKOUT")
        every = {name: _shortened(each) for name, each in json.loads(text).items()}
        found[title] = {name: each for name, each in every.items() if each != found.get("sample", {}).get(name)}
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    if differences := different_lines(GOLDEN.read_text(encoding="utf-8"), text):
        pytest.fail(f"the steps differ from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)


def test_a_job_that_is_told_the_seed_is_of_a_step_that_it_decides(configure: Configure) -> None:
    configure(**SAMPLE)
    kinds = [getattr(pipelines, name) for name in pipelines.__all__ if name != "Diff"]
    steps = [kind(**ARGUMENTS.get(kind.__name__, {})) for kind in kinds if hasattr(kind, "configuration")]
    told = {type(step).__name__: step.parameters() for step in steps if "seed" in step.configuration()}
    # A dev split is drawn only where a dataset has none.
    assert [name for name, parameters in told.items() if "seed" not in parameters] == ["NerBenchmark"]


def _wiring(kind: type[luigi.Task]) -> dict[str, Any]:
    """What a task says of itself to the steps around it, to its job and to Luigi."""
    arguments = {**ARGUMENTS, "Diff": {"old": "one", "new": "other"}}
    task = kind(**arguments.get(kind.__name__, {}))
    required = task.requires()
    if not isinstance(task, DatasetTask):
        return {"priority": task.priority, "requires": list(map(_named, required))}
    found = {
        "datasets": task.datasets,
        "files": task.files(),
        "location": task.location(),
        "grows with the dump": task.grows_with_dump,
        "priority": task.priority,
        "requires": {role: _named(each) for role, each in required.items()},
        "resources": task.resources,
    }
    if isinstance(task, ReportTask):
        return {**found, "latest": task.output().latest}
    job = {name: getattr(task, name) for name in ("transform", "job", "parallel") if hasattr(task, name)}
    return {**found, **job, "configuration": task.configuration()}


def _named(task: luigi.Task) -> str:
    return f"{type(task).__name__} {task.location()}" if isinstance(task, DatasetTask) else str(task)


def _shortened(wiring: dict[str, Any]) -> dict[str, Any]:
    """The same, with checksums in the place of what is long in a configuration, such as the labels of all classes."""
    configuration = {
        key: value if len(text) <= _LONGEST else hashlib.sha256(text.encode()).hexdigest()[:16]
        for key, value in wiring.get("configuration", {}).items()
        if (text := json.dumps(value, sort_keys=True))
    }
    return {**wiring, "configuration": configuration} if configuration else wiring
