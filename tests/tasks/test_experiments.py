"""The settings of the papers' experiments: all can be planned over the sample's settings."""

from __future__ import annotations

import re
from configparser import RawConfigParser
from fractions import Fraction
from pathlib import Path

import pytest

from schemas.experiments import OUTSIDE, SETTINGS, Setting
from tasks.evaluation import EvaluationReport
from tasks.fine_tuning import FineTuning
from tasks.outside import OutsideBaseline
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tests.support.configured import Configure
from tests.support.paths import PROJECT

EXPERIMENTS = sorted((PROJECT / "settings" / "experiments").glob("*.cfg"))


def steps(task: DatasetTask, found: dict[str, DatasetTask]) -> dict[str, DatasetTask]:
    """The steps that a step is made of, by identity."""
    for each in task.requires().values():
        if each.provenance.identity not in found:
            found[each.provenance.identity] = each
            steps(each, found)
    return found


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_an_experiment_can_be_planned_on_the_sample(path: Path, configure: Configure) -> None:
    parser = RawConfigParser()
    parser.read(path)
    # What is data and what is size is not the experiment's: it runs on the sample and on real encoders unchanged.
    assert {*parser.sections()} == {"FineTuning", "EvaluationReport"}
    assert not {"targets", "seeds", "source", "others", "epochs"} & {name for each in parser.values() for name in each}
    # Weights are data too, and the sample has none.
    weights = {"weights": "flair=sample/ner,gliner=sample/ner"}
    configure(OutsideBaseline=weights, **{name: dict(parser[name]) for name in parser.sections()})
    report = EvaluationReport()
    planned = steps(report, {}).values()
    runs = [each for each in planned if isinstance(each, FineTuning)]
    assert len(runs) == len(report.runs())
    baselines = [each for each in planned if isinstance(each, OutsideBaseline)]
    assert len(baselines) == len(report._baselines())
    runs[0].check_inputs()
    assert all(run.trained_models() > 0 for run in runs)
    assert {Setting.parse(each).base for run in runs for each in run.parameters()["settings"]} <= {*SETTINGS}


@pytest.mark.parametrize("name", ["crossner-figure-3", "laner-figure-4"])
def test_few_target_sentences_are_those_of_the_published_code(name: str) -> None:
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / "experiments" / f"{name}.cfg")
    *shares, everything = map(Fraction, items(parser["FineTuning"]["few_shot"]))
    assert [*(100 * share for share in shares), everything] == [10, 25, 40, 55, 70, 85, 0]


@pytest.mark.parametrize("name", ["crossner-table-2-bilstm", "crossner-table-2-coach"])
def test_the_baselines_on_vectors_have_the_batches_of_the_published_code(name: str) -> None:
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / "experiments" / f"{name}.cfg")
    assert parser["FineTuning"]["batch_size"] == "32"


def test_every_experiment_is_told_of() -> None:
    section = (PROJECT / "docs" / "how-to" / "train.md").read_text("utf-8").partition("## Run a table or figure")[2]
    rows = section.partition("\n## ")[0].partition("| file | what it is |")[2].partition("\n\n")[0].splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert sorted(named) == sorted(path.stem for path in EXPERIMENTS)


def test_every_package_is_compared_in_an_experiment() -> None:
    named = []
    for path in EXPERIMENTS:
        parser = RawConfigParser()
        parser.read(path)
        named += items(parser["EvaluationReport"].get("baselines", ""))
    assert sorted(named) == sorted(OUTSIDE)


def test_the_grid_of_crossner_has_all_its_cells(configure: Configure) -> None:
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / "experiments" / "crossner-table-2.cfg")
    configure(**{name: dict(parser[name]) for name in parser.sections()})
    models = {name for name in EvaluationReport().requires() if name.startswith("model ")}
    cells = {
        ("domain", "token"),
        *((level, m) for level in ("entity", "task", "integrated") for m in ("token", "span")),
    }
    assert models == {f"model dapt-{level}-{masking} ai" for level, masking in cells}


def test_the_experiments_of_the_student_report_have_its_recurrent_network() -> None:
    student = [path for path in EXPERIMENTS if path.stem.startswith("student-")]
    assert len(student) == 4
    for path in student:
        parser = RawConfigParser()
        parser.read(path)
        assert "rnn-o0.1" in items(parser["EvaluationReport"]["models"])
        assert parser["FineTuning"]["learning_rate"] == "5e-5,rnn=1e-3"


def test_all_types_of_crossner_have_a_normalised_one(crossner: Path) -> None:
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / "experiments" / "student-normalised.cfg")
    pairs = (each.partition("=") for each in parser["FineTuning"]["normalise"].replace("\n", "").split(","))
    normalised = {name.strip(): new.strip() for name, _, new in pairs}
    types = {
        line.rpartition("-")[2]
        for target in ("politics", "science", "music", "literature", "ai")
        for file in (crossner / target).glob("*.txt")
        for line in file.read_text("utf-8").splitlines()
        if "\tB-" in line
    }
    assert {normalised.get(each, each) for each in types} == {"person", "location", "organisation", "misc"}
    assert normalised.keys() < types
