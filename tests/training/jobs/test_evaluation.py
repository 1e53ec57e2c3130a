from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from schemas.datasets.dataset import Manifest
from schemas.errors import InputError
from tests.support.paths import PROJECT
from tests.support.training.evaluation_data import (
    STOP_WORDS,
    build,
    evaluation,
    fine_tuning,
    log_row,
    prediction_row,
    run_row,
    score_rows,
    write,
)
from training.jobs.evaluation import EvaluationReport
from training.loop.runtime import Runtime, start

GOLDEN = Path(__file__).with_name("evaluation.md")
NOTHING = EvaluationReport(
    "testwiki", runs=[], representations=[], encoders=[], models=[], benchmarks=[], stop_words=STOP_WORDS
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evaluation")


@pytest.fixture(scope="module")
def job(root: Path) -> EvaluationReport:
    return evaluation(root)


@pytest.fixture(scope="module")
def built(root: Path, job: EvaluationReport) -> Manifest:
    return build(job, root / "built", start(root / "scratch", root / "cache", device="cpu"))


@pytest.fixture(scope="module")
def folder(root: Path, built: Manifest) -> Path:
    assert built.rows
    return root / "built" / "evaluation" / "_report"


def headings(folder: Path) -> list[str]:
    return re.findall(r"^## (.*)$", (folder / "evaluation.md").read_text(), re.MULTILINE)


def test_the_report_is_exactly_this(folder: Path) -> None:
    assert (folder / "evaluation.md").read_text() == GOLDEN.read_text()


def test_the_rows_are_means_and_sample_deviations_over_the_seeds(root: Path, built: Manifest) -> None:
    rows = pq.read_table(root / "built" / "evaluation" / "part-00000.parquet").to_pylist()
    assert built.rows == len(rows) == 7
    assert built.seen == 13
    plain = {"target": "music", "encoder": "plain", "model": "tagger", "setting": "direct"}
    assert rows[0] == {**plain, "few_shot": 0, "runs": 2, "f1": 0.45, "deviation": pytest.approx(0.1 / 2**0.5)}
    assert rows[1] == {
        **plain,
        "few_shot": 10,
        "runs": 2,
        "f1": pytest.approx(0.15),
        "deviation": pytest.approx(0.0707107),
    }
    assert [(row["encoder"], row["runs"], row["deviation"]) for row in rows if row["target"] == "films"] == [
        ("plain", 1, 0.0),
        ("ner-bert", 2, pytest.approx(0.04 / 2**0.5)),
    ]


def test_every_picture_is_shown_and_is_svg(folder: Path) -> None:
    shown = re.findall(r"\]\((.*)\)", (folder / "evaluation.md").read_text())
    assert sorted(shown) == sorted(path.name for path in folder.glob("*.svg"))
    for name in shown:
        assert ElementTree.parse(folder / name).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_few_shot_curves_have_all_runs(folder: Path) -> None:
    labels = [
        text.text for text in ElementTree.parse(folder / "few-shot-music.svg").iter() if text.tag.endswith("text")
    ]
    assert {"direct", "plain, tagger", "plain, laner", "F1 (%)"} <= set(labels)
    assert "joint" not in labels, "one point is no curve"


def test_the_same_inputs_give_the_same_bytes(
    root: Path, job: EvaluationReport, built: Manifest, runtime: Runtime
) -> None:
    assert build(job, root / "again", runtime).parts == built.parts


def test_only_what_is_there_is_shown(tmp_path: Path, job: EvaluationReport, runtime: Runtime) -> None:
    only_models = replace(NOTHING, models=job.models[1:])
    assert build(only_models, tmp_path / "models", runtime).rows == 0
    folder = tmp_path / "models" / "evaluation" / "_report"
    assert headings(folder) == ["Pre-training"]
    assert "Domain-adaptive" not in (folder / "evaluation.md").read_text()
    assert [path.name for path in folder.glob("*.svg")] == ["ner_bert-training.svg"]

    films = [entry for entry in job.runs if entry["target"] == "films"]
    assert build(replace(NOTHING, runs=films), tmp_path / "runs", runtime).rows == 2
    shown = headings(tmp_path / "runs" / "evaluation" / "_report")
    assert shown == ["What was run", "F1 by setting", "By type", "By tag", "Confusion of types"]


def test_runs_with_few_sentences_alone_have_curves_and_no_other_scores(tmp_path: Path, runtime: Runtime) -> None:
    labels = {"target": "films", "encoder": "plain", "model": "tagger"}
    rows = [run_row("films", f1, few_shot=size) for size, f1 in ((10, 0.1), (20, 0.25))]
    places = {
        kind: write(tmp_path, f"ner_{kind}", rows if kind == "runs" else [])
        for kind in ("runs", "scores", "predictions")
    }
    build(replace(NOTHING, runs=[{**labels, **places}]), tmp_path / "built", runtime)
    folder = tmp_path / "built" / "evaluation" / "_report"
    assert headings(folder) == ["What was run", "Few target sentences"]
    assert "| direct | plain | tagger | 10.00 | 25.00 | – |" in (folder / "evaluation.md").read_text()


def test_strict_runs_have_no_published_figures_and_strict_confusions(
    tmp_path: Path, job: EvaluationReport, runtime: Runtime
) -> None:
    run = run_row("music", 0.5)
    predicted = [prediction_row(run, 0, "B-film O", "I-film B-film")]
    entry = fine_tuning(tmp_path, [run], score_rows(run, {"film": (0.5, 1)}), predicted, {"strict": True})
    build(replace(NOTHING, runs=[entry], benchmarks=job.benchmarks), tmp_path / "built", runtime)
    text = (tmp_path / "built" / "evaluation" / "_report" / "evaluation.md").read_text()
    assert "No published figures are shown: the papers' are of seqeval's default mode" in text
    assert "1 of its 1 predicted entities overlap no entity of the benchmark." in text


def test_beside_published_figures_stands_what_differs(tmp_path: Path, runtime: Runtime) -> None:
    parameters = {
        **{"target": "ai", "encoder": "plain", "model": "tagger", "settings": ["direct"], "seeds": [1]},
        **{"batch_size": 16, "learning_rate": 5e-5, "epochs": 5, "patience": 8},
    }
    entry = fine_tuning(tmp_path, [run_row("ai", 0.5)], [], [], parameters)
    numbers = {"sentences": {"train": 100, "dev": 350, "test": 431}}
    benchmark = {"name": "ai", "location": write(tmp_path / "ai", "ner_benchmark", {"split=test": []}, counts=numbers)}
    encoder = tmp_path / "encoder"
    write(tmp_path, "encoder", [], counts={"source": {"google/tiny at 1234": 1}})
    (encoder / "_best").mkdir()
    config = '{"model_type": "bert", "num_hidden_layers": 6, "hidden_size": 384, "vocab_size": 30522}'
    (encoder / "_best" / "config.json").write_text(config)
    job = replace(NOTHING, runs=[entry], benchmarks=[benchmark], encoders=[{"name": "plain", "location": str(encoder)}])
    build(job, tmp_path / "built", runtime)
    text = (tmp_path / "built" / "evaluation" / "_report" / "evaluation.md").read_text()
    assert "- `plain`: bert, 6 layers of 384, 30,522 pieces\n" in text
    assert "| CrossNER, table 2 | none | plain | tagger | 50.37 |" in text
    assert text.partition("## Differences from the papers")[2].partition("\n## ")[0].splitlines()[-3:] == [
        "| CrossNER | `plain` | bert, 12 layers of 768, 28,996 pieces | bert, 6 layers of 384, 30,522 pieces | all |",
        "| CrossNER | `seeds` | `3` | `1` | all |",
        "| CrossNER | `epochs` | `300` | `5` | all |",
    ]


def test_a_model_that_was_never_validated_has_a_loss_curve(tmp_path: Path, runtime: Runtime) -> None:
    place = write(tmp_path, "dapt_model", [log_row(1, 3.0, None), log_row(2, 2.0, None)])
    build(replace(NOTHING, models=[{"name": "short", "location": place}]), tmp_path / "built", runtime)
    text = (tmp_path / "built" / "evaluation" / "_report" / "evaluation.md").read_text()
    assert "| short | 2 | 0.50 | 2,000 | – | – | 4 s | 500 | 10.0% |" in text


def test_what_cannot_be_reported_on_is_refused(tmp_path: Path, job: EvaluationReport) -> None:
    run, model = job.runs[0], job.models[0]
    refused = {
        "there is nothing to report on": replace(job, runs=[], representations=[], models=[]),
        "lacks predictions, scores": replace(job, runs=[{k: run[k] for k in ("target", "encoder", "model", "runs")}]),
        "music, plain, tagger is named twice": replace(job, runs=[run, run]),
        "models of the evaluation: dapt-music is named twice": replace(job, models=[model, model]),
        "no dataset here": replace(job, models=[{"name": "gone", "location": str(tmp_path / "gone")}]),
        "is a dataset ner_runs, expected ner_scores": replace(job, runs=[{**run, "scores": run["runs"]}]),
        "is a dataset ner_runs, expected dapt_model or ner_bert": replace(
            job, models=[{"name": "runs", "location": run["runs"]}]
        ),
        "holds runs of music, plain, tagger, not of music, plain, laner": replace(
            job, runs=[{**run, "model": "laner"}]
        ),
    }
    for message, bad in refused.items():
        with pytest.raises(InputError, match=message):
            bad.units()


def test_the_job_is_one_unit_weighed_by_what_it_reads(job: EvaluationReport) -> None:
    (unit,) = job.units()
    (smaller,) = replace(job, models=[]).units()
    assert unit.index == 0
    assert unit.weight > smaller.weight > 0


def test_the_job_can_be_imported_without_the_libraries_that_draw() -> None:
    libraries = {"matplotlib", "sklearn", "torch", "seqeval"}
    code = f"import sys, training.jobs.evaluation; print(*sorted({libraries} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
