"""A small evaluation, made by hand: the datasets that EvaluationReport reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Counts, Manifest, Provenance, read_manifest
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from tests.support.paths import PROJECT
from tests.support.training import benchmarks
from training.jobs.evaluation import EvaluationReport
from training.loop.runtime import Runtime

Row = dict[str, Any]
STOP_WORDS = str(PROJECT / "corpora" / "stop_words_en.txt")


def write(
    root: Path,
    dataset: str,
    rows: Sequence[Row] | Mapping[str, Sequence[Row]],
    parameters: Row | None = None,
    counts: Counts | None = None,
) -> str:
    """Location of a dataset with these rows, by partition (`split=train`) where there are any."""
    partitions = rows if isinstance(rows, Mapping) else {"": rows}

    def process(_payload: Any, shard: Shard) -> None:
        for partition, its_rows in partitions.items():
            shard.write_rows(dataset, list(its_rows), partition)
        for group, numbers in (counts or {}).items():
            shard.count_all(group, numbers)

    location = str(root / dataset)
    outputs = [Destination(dataset, location, str(root / "_staging" / dataset))]
    provenance = Provenance("0" * 64, "test", 1, "0", parameters or {}, [])
    prepare([Unit(0, 1, None)], outputs, provenance.identity)
    descriptor = write_shard(Unit(0, 1, None), process=process, outputs=outputs)
    commit([descriptor], outputs, provenance, units=1, max_reject_share=0)
    return location


def run_row(
    target: str,
    f1: float,
    *,
    encoder: str = "plain",
    model: str = "tagger",
    setting: str = "direct",
    few_shot: int = 0,
    seed: int = 1,
    dev_f1: float | None = None,
) -> Row:
    """A row of NER_RUNS; the development F1 is that of the test unless it is given."""
    labels = {"target": target, "encoder": encoder, "model": model}
    return {
        **labels,
        **{"setting": setting, "few_shot": few_shot, "seed": seed, "sentences": few_shot or 100},
        **{"epochs": 9, "best_epoch": 1, "dev_f1": f1 if dev_f1 is None else dev_f1},
        **{"precision": f1, "recall": f1, "f1": f1, "seconds": 30.5},
    }


def score_rows(run: Row, scores: Mapping[str, tuple[float, int]]) -> list[Row]:
    """Rows of NER_SCORES of a run, from F1 and support by type."""
    key = {name: run[name] for name in ("setting", "few_shot", "seed")}
    return [
        {**key, "type": name, "precision": f1, "recall": f1, "f1": f1, "support": support}
        for name, (f1, support) in scores.items()
    ]


def tags_row(tags: str, predicted: str) -> Row:
    """What is read of a prediction to compare tags."""
    return {"tags": tags.split(), "predicted": predicted.split()}


def prediction_row(run: Row, sentence: int, tags: str, predicted: str) -> Row:
    """A row of NER_PREDICTIONS of a run."""
    key = {name: run[name] for name in ("setting", "few_shot", "seed")}
    words = {"sentence": sentence, "tokens": [f"w{number}" for number, _ in enumerate(tags.split())]}
    return {**key, **words, "tags": tags.split(), "predicted": predicted.split()}


def fine_tuning(
    root: Path, runs: Sequence[Row], scores: Iterable[Row], predicted: Iterable[Row], parameters: Row | None = None
) -> dict[str, str]:
    """An entry of EvaluationReport.runs; all runs are of one target, encoder and model."""
    return {
        **{name: runs[0][name] for name in ("target", "encoder", "model")},
        "runs": write(root, "ner_runs", runs, parameters),
        "scores": write(root, "ner_scores", list(scores)),
        "predictions": write(root, "ner_predictions", list(predicted)),
    }


def log_row(step: int, loss: float, validation: float | None) -> Row:
    """A row of a model's dataset: 1,000 pieces and two seconds a step, a tenth of them waiting."""
    return {
        **{"step": step, "epoch": step / 4, "tokens": 1000 * step, "loss": loss, "learning_rate": 5e-5},
        **{"validation": validation, "seconds": 2.0 * step, "waited": 0.2 * step},
    }


def representation_rows(encoder: str, number: int, dimensions: int) -> list[Row]:
    """Rows of ENTITY_REPRESENTATIONS of two types that lie apart."""
    return [
        {
            **{"encoder": encoder, "sentence": each, "start": 0, "surface": f"e{each}"},
            "type": ("film", "person")[each % 2],
            "vector": [float(each % 2 * 10 + (each * (place + 3)) % 7 / 7) for place in range(dimensions)],
        }
        for each in range(number)
    ]


def evaluation(root: Path) -> EvaluationReport:
    """Two targets, of which one has the name of one of CrossNER's, with everything that a report can show."""
    runs = []
    drawn: list[tuple[str, str, str, str, dict[int, tuple[float, ...]]]] = [
        ("music", "plain", "tagger", "direct", {0: (0.4, 0.5), 10: (0.1, 0.2)}),
        ("music", "plain", "tagger", "joint", {0: (0.52, 0.54)}),
        ("music", "plain", "laner", "direct", {0: (0.5, 0.52), 10: (0.2, 0.2)}),
        ("films", "plain", "tagger", "direct", {0: (0.3,)}),
        ("films", "ner-bert", "tagger", "direct", {0: (0.6, 0.64)}),
    ]
    for target, encoder, model, setting, f1_by_size in drawn:
        runs += [
            run_row(target, f1, encoder=encoder, model=model, setting=setting, few_shot=few_shot, seed=seed)
            for few_shot, values in f1_by_size.items()
            for seed, f1 in enumerate(values, 1)
        ]
    entries = []
    for labels in dict.fromkeys((row["target"], row["encoder"], row["model"]) for row in runs):
        chosen = [row for row in runs if (row["target"], row["encoder"], row["model"]) == labels]
        scores = [s for row in chosen for s in score_rows(row, {"film": (row["f1"], 3), "person": (0.25, 1)})]
        predicted = [
            row
            for run in chosen
            for row in (
                prediction_row(run, 0, "B-film I-film O B-film", "B-film I-film O B-person"),
                prediction_row(run, 1, "B-film I-film B-person", "O B-film B-person"),
            )
        ]
        parameters = {"target": labels[0], "batch_size": 16, "seeds": [1, 2]}
        entries.append(fine_tuning(root / "-".join(labels), chosen, scores, predicted, parameters))
    counts = {
        "sentences": {"train": 1, "dev": 1, "test": 2},
        "tokens": {"train": 3, "dev": 3, "test": 6},
        "entities": {"train": 2, "dev": 2, "test": 4},
        **{f"entities of {split}": {"film": 1, "person": 1} for split in ("train", "dev", "test")},
        "sentences repeated": {"train∩dev": 0, "dev∩test": 1},
    }
    sentence = {"sentence": 0, "tokens": ["Alien", "by", "Scott"], "tags": ["B-film", "O", "B-person"]}
    music = write(root / "music", "ner_benchmark", {"split=train": [sentence]}, counts=counts)
    others = [sentence | {"tokens": ["filmed", "filmed", "it"], "tags": ["O"] * 3}]
    numbers = {"train": 1, "test": 1}
    few = {"sentences": numbers, "entities": {"train": 2, "test": 0}, "entities of train": {"film": 1, "person": 1}}
    films = write(root / "films", "ner_benchmark", {"split=train": [sentence], "split=test": others}, counts=few)
    dapt_log = [log_row(4, 2.5, None), log_row(8, 2.25, 2.125), log_row(12, 2.0, 2.25)]
    vectors = {"were found": 1200, "were found in lower case": 30, "were drawn": 4}
    ngrams = {"have known n-grams": 1230, "have no known n-gram": 4}
    ner_log = [log_row(4, 1.5, 0.25), log_row(8, 0.5, 0.5)]
    return EvaluationReport(
        snapshot="testwiki-20260901",
        runs=entries,
        representations=[
            {
                "target": "films",
                "location": write(
                    root / "films",
                    "entity_representations",
                    representation_rows("plain", 12, 4) + representation_rows("ner-bert", 12, 6),
                ),
            }
        ],
        encoders=[],
        models=[
            {"name": "dapt-music", "location": write(root, "dapt_model", dapt_log, {"level": "task", "blocks": 512})},
            {"name": "ner-bert", "location": write(root, "ner_bert", ner_log, {"label_set": "315"})},
            *(
                {"name": name, "location": write(root / name, "encoder", [], counts={"words": counts})}
                for name, counts in (("word-vectors", vectors), ("word-char-vectors", vectors | ngrams))
            ),
        ],
        benchmarks=[{"name": "music", "location": music}, {"name": "films", "location": films}],
        stop_words=STOP_WORDS,
    )


def build(job: EvaluationReport, root: Path, runtime: Runtime) -> Manifest:
    """Manifest of the dataset that the job writes to `root / "evaluation"`."""
    return read_manifest(benchmarks.build(job, root, ["evaluation", "rejects"], runtime)["evaluation"])
