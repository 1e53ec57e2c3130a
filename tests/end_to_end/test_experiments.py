"""The papers' experiments run on the sample, with models as small as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from configparser import RawConfigParser
from pathlib import Path
from string import ascii_letters

import pytest

from schemas.experiments import package_of
from tasks.settings.syntax import items
from tests.support.build import build, copy_build, datasets, rows
from tests.support.paths import PROJECT
from tests.support.training.benchmarks import write_encoder
from tests.support.training.outside import python_with, write_gliner, write_language_models

SMALL = """
[NewEncoder]
vocabulary_size = 1000
hidden_size = 16
layers = 1
intermediate_size = 32
[DaptModel]
block = 32
epochs = 1
[NerBert]
epochs = 1
[FineTuning]
epochs = 1
source_epochs = 1
[OutsideBaseline]
epochs = 1,flair=1
"""
QUICK = "student-normalised"
EXPERIMENTS = sorted(path.stem for path in (PROJECT / "settings" / "experiments").glob("*.cfg"))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.builds if name == QUICK else pytest.mark.experiments)
        for name in EXPERIMENTS
    ],
)
def test_an_experiment_runs_on_the_sample(name: str, sample_build: Path, tmp_path: Path) -> None:
    copy_build(sample_build, tmp_path)
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / "experiments" / f"{name}.cfg")
    parser.read_string(SMALL)
    baselines = items(parser["EvaluationReport"].get("baselines", ""))
    parser["OutsideBaseline"]["weights"] = weights(baselines, tmp_path / "weights")
    settings = tmp_path / "settings.cfg"
    with settings.open("w") as file:
        parser.write(file)
    status, output = build(tmp_path, settings, "EvaluationReport", training=True)
    assert status == 0, output
    folder = tmp_path / "data" / "samplewiki-20260901" / "evaluation_report"
    assert (folder / "evaluation.md").read_text().startswith("# Evaluation of samplewiki")
    runs = {path for path in datasets(tmp_path) if path.startswith("ner_runs/")}
    evaluation = rows(tmp_path, "evaluation")
    assert len(evaluation) == sum(len(rows(tmp_path, path)) for path in runs)
    assert {*baselines} <= {row["model"] for row in evaluation}


def weights(baselines: Sequence[str], folder: Path) -> str:
    """The setting that names what the packages start from, untrained; the test is skipped where one is missing."""
    packages = {package_of(baseline): None for baseline in baselines}
    for package in packages:
        python_with(package)
    places = {package: folder / package for package in packages if package != "transformers"}
    for place in places.values():
        place.mkdir(parents=True)
    if "flair" in places:
        write_language_models(str(places["flair"]), ascii_letters)
    if "gliner" in places:
        write_gliner(str(places["gliner"]), write_encoder(folder / "encoder"))
    return ",".join(f"{package}={place}" for package, place in places.items())
