from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from seqeval.metrics import f1_score, precision_score, recall_score
from transformers import pipeline

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from tests.support.training.benchmarks import PEOPLE, PLACES, benchmark, build, sentences, write_encoder
from tests.support.training.datasets import ner_row, text_row, write_partitions
from tests.support.training.jobs import rows
from tests.training.jobs.conftest import Settings
from training.jobs.ner_runs import FineTuning
from training.jobs.ner_training import train
from training.jobs.run_plan import Run
from training.loop.fit import Fit
from training.loop.runtime import Runtime, start
from training.models.bartner import LEFT_OUT

DATASETS = ("ner_runs", "ner_scores", "ner_predictions", "rejects")

Training = tuple[list[tuple[int, int]], list[float], list[int]]
"""Sentences and copies of the data of a training, its losses, and the steps at which it was validated."""


@pytest.fixture
def trainings(monkeypatch: pytest.MonkeyPatch) -> list[Training]:
    """The trainings so far."""
    seen: list[Training] = []

    def recorded(model: Any, parts: Any, *rest: Any, **options: Any) -> Fit:
        fit = train(model, parts, *rest, **options)
        data = [(each.counts["sentences"], copies) for each, copies in parts]
        validated = [row["step"] for row in fit.log if row["validation"] is not None]
        seen.append((data, [row["loss"] for row in fit.log], validated))
        return fit

    monkeypatch.setattr("training.jobs.ner_runs.train", recorded)
    return seen


def test_the_three_settings_learn_and_are_written(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    written = build(FineTuning(**settings), tmp_path, DATASETS, runtime)
    runs = rows(written["ner_runs"])
    assert [each["setting"] for each in runs] == ["direct", "source-then-target", "joint"]
    for run in runs:
        assert (run["target"], run["encoder"], run["model"]) == ("tiny", "plain", "tagger")
        assert (run["few_shot"], run["seed"], run["sentences"]) == (0, 1, 24)
        assert run["dev_f1"] == run["precision"] == run["recall"] == run["f1"] == 1.0
        assert run["epochs"] == run["best_epoch"] + 3
    test = sentences(8, 3)
    scores = rows(written["ner_scores"])
    assert [(each["setting"], each["type"], each["f1"], each["support"]) for each in scores] == [
        (run["setting"], name, 1.0, 8) for run in runs for name in ("person", "place")
    ]
    predictions = rows(written["ner_predictions"])
    assert [(each["setting"], each["sentence"]) for each in predictions] == [
        (run["setting"], number) for run in runs for number in range(8)
    ]
    for row in predictions:
        expected = test[row["sentence"]]
        assert (row["tokens"], row["tags"], row["predicted"]) == (
            expected["tokens"],
            expected["tags"],
            expected["tags"],
        )
    manifest = read_manifest(written["ner_runs"])
    assert manifest.seen == (24 + 8 + 8) * 3 + 20 * 2
    assert {role: manifest.counts[role]["sentences"] for role in ("train", "dev", "test", "source")} == {
        "train": 72,
        "dev": 24,
        "test": 24,
        "source": 40,
    }


def test_models_are_kept_where_that_is_asked_for(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    own = {"settings": ["direct"], "few_shot": [0, 16], "keep_models": True}
    written = build(FineTuning(**settings | own), tmp_path, DATASETS, runtime)
    assert sorted({part.name.rpartition("/")[0] for part in read_manifest(written["ner_runs"]).parts} - {""}) == [
        "_models/setting=direct/few_shot=0/seed=1",
        "_models/setting=direct/few_shot=16/seed=1",
    ]
    folder = f"{written['ner_runs']}/_models/setting=direct/few_shot=0/seed=1"
    tag = pipeline("token-classification", folder, aggregation_strategy="first")
    for row in rows(written["ner_predictions"]):
        if row["few_shot"] == 0:
            found = [(each["entity_group"], each["word"]) for each in tag(" ".join(row["tokens"]))]
            assert found == [
                ("person", " ".join(word for word in row["tokens"] if word in PEOPLE)),
                ("place", next(word for word in row["tokens"] if word in PLACES)),
            ]


def test_no_model_is_kept_otherwise(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    written = build(FineTuning(**settings | {"settings": ["direct"], "epochs": 1}), tmp_path, DATASETS, runtime)
    assert [part.name for part in read_manifest(written["ner_runs"]).parts] == ["part-00000.parquet"]


def test_a_model_that_generates_is_trained_and_what_it_cannot_mean_is_counted(
    settings: Settings, tmp_path: Path, runtime: Runtime
) -> None:
    own = {"encoder": write_encoder(tmp_path / "bart", seq2seq=True), "model": "bartner", "encoder_name": "seq2seq"}
    job = FineTuning(**settings | own | {"settings": ["source-then-target"], "epochs": 2})
    written = build(job, tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["model"], run["encoder"], run["sentences"]) == ("bartner", "seq2seq", 24)
    predictions = rows(written["ner_predictions"])
    assert [len(row["predicted"]) for row in predictions] == [len(row["tokens"]) for row in predictions]
    counts = read_manifest(written["ner_runs"]).counts["test"]
    assert counts["sentences"] == 8
    assert LEFT_OUT in counts


def test_direct_is_the_same_beside_settings_whose_source_has_other_types(
    settings: Settings, tmp_path: Path, runtime: Runtime
) -> None:
    settings = settings | {"label_map": {}, "epochs": 3, "few_shot": [6]}
    found = []
    for names in (["direct"], ["direct", "joint"]):
        written = build(FineTuning(**settings | {"settings": names}), tmp_path / names[-1], DATASETS, runtime)
        tables = [rows(written[name]) for name in ("ner_runs", "ner_scores", "ner_predictions")]
        found.append([row | {"seconds": 0} for table in tables for row in table if row["setting"] == "direct"])
    assert found[0] == found[1]


def test_what_each_setting_trains_on(settings: Settings, runtime: Runtime, trainings: list[Training]) -> None:
    job = FineTuning(**settings | {"few_shot": [6], "epochs": 1})
    for unit in job.units():
        job.run(unit.payload, runtime)
    assert [data for data, *_ in trainings] == [[(6, 1)], [(20, 1)], [(6, 1)], [(6, 2), (20, 1)]]


def test_the_scores_are_those_of_the_predictions(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    job = FineTuning(**settings | {"settings": ["direct"], "few_shot": [6, 12], "seeds": [1, 2], "epochs": 3})
    written = build(job, tmp_path, DATASETS, runtime)
    runs = rows(written["ner_runs"])
    assert [(run["seed"], run["few_shot"], run["sentences"]) for run in runs] == [
        (1, 6, 6),
        (1, 12, 12),
        (2, 6, 6),
        (2, 12, 12),
    ]
    assert any(0 < run["f1"] < 1 for run in runs)
    predictions = rows(written["ner_predictions"])
    for run, (key, group) in zip(runs, groupby(predictions, lambda row: (row["seed"], row["few_shot"])), strict=True):
        assert key == (run["seed"], run["few_shot"])
        pairs = [(row["tags"], row["predicted"]) for row in group]
        gold, predicted = [tags for tags, _ in pairs], [tags for _, tags in pairs]
        assert [run["precision"], run["recall"], run["f1"]] == pytest.approx(
            [score(gold, predicted, zero_division=0) for score in (precision_score, recall_score, f1_score)]
        )


def test_a_run_does_not_depend_on_the_runs_before_it(
    settings: Settings, runtime: Runtime, trainings: list[Training]
) -> None:
    def losses(job: FineTuning, run: Run) -> list[float]:
        job.run(run, runtime)
        return trainings[-1][1]

    short = settings | {"epochs": 2, "patience": 0}
    wanted = [Run("source-then-target", 2, 0), Run("joint", 2, 6), Run("direct", 2, 0)]
    alone = [losses(FineTuning(**short), run) for run in wanted]
    job = FineTuning(**short)
    others = [losses(job, run) for run in (Run("direct", 1, 0), Run("source-then-target", 2, 6))]
    assert [losses(job, run) for run in wanted] == alone
    assert others[0] != alone[2]  # another seed is another run


def test_the_source_is_learned_once_for_all_few_shot_numbers(
    settings: Settings, runtime: Runtime, trainings: list[Training]
) -> None:
    job = FineTuning(
        **settings | {"settings": ["source-then-target"], "few_shot": [6, 0], "seeds": [1, 2], "epochs": 1}
    )
    for unit in job.units():
        job.run(unit.payload, runtime)
    source, few, whole = [(20, 1)], [(6, 1)], [(24, 1)]
    assert [data for data, *_ in trainings] == [source, few, whole] * 2


def test_few_shot_takes_the_first_sentences(
    settings: Settings,
    tmp_path: Path,
    runtime: Runtime,
    trainings: list[Training],
) -> None:
    only = benchmark(tmp_path / "only", train=sentences(24, 1)[:6], dev=sentences(8, 2), test=sentences(8, 3))
    short = {"settings": ["direct"], "epochs": 2, "patience": 0}
    FineTuning(**settings | short).run(Run("direct", 1, 6), runtime)
    FineTuning(**settings | short | {"target": only}).run(Run("direct", 1, 0), runtime)
    (_, few, _), (_, whole, _) = trainings
    assert few == whole


def test_few_sentences_are_validated_after_as_many_steps_as_all(
    settings: Settings, runtime: Runtime, trainings: list[Training]
) -> None:
    job = FineTuning(**settings | {"epochs": 4, "patience": 0})
    for run in (Run("direct", 1, 0), Run("direct", 1, 6), Run("joint", 1, 6)):
        job.run(run, runtime)
    # Batches of 8: all 24 sentences are three steps an epoch, 6 one, and 6 twice with the source's 20 four.
    assert [steps for *_, steps in trainings] == [[3, 6, 9, 12], [3, 4], [4, 8, 12, 16]]


def test_units_are_the_runs_weighted_by_what_they_take(settings: Settings) -> None:
    units = FineTuning(**settings | {"few_shot": [6, 0]}).units()
    least = 4  # validations, for a patience of 3
    assert [(unit.index, unit.weight, unit.payload) for unit in units] == [
        (0, least * (24 + 8) + 8, Run("direct", 1, 6)),
        (1, least * (24 + 8) + 8, Run("direct", 1, 0)),
        (2, 2 * 20 + least * (24 + 8) + 8, Run("source-then-target", 1, 6)),
        (3, 2 * 20 + least * (24 + 8) + 8, Run("source-then-target", 1, 0)),
        (4, least * (2 * 6 + 20 + 8) + 8, Run("joint", 1, 6)),
        (5, least * (2 * 24 + 20 + 8) + 8, Run("joint", 1, 0)),
    ]
    assert [str(unit.payload) for unit in units[:2]] == ["direct, seed 1, 6 sentences", "direct, seed 1"]


def test_progress_tells_the_run_and_grows(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.loop.display._SHOW_SECONDS", 0.0)
    told: list[tuple[str, float]] = []
    runtime = start(tmp_path, tmp_path, device="cpu", show=lambda line, share: told.append((line, share)))
    FineTuning(**settings | {"epochs": 2, "patience": 0}).run(Run("source-then-target", 1, 6), runtime)
    titles = [line.partition(": ")[0] for line, _ in told]
    assert titles == sorted(titles, key=lambda title: title.endswith("tiny"))
    assert {*titles} == {
        "source-then-target, seed 1, 6 sentences, source",
        "source-then-target, seed 1, 6 sentences, tiny",
    }
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    # 2 * 20 sentences of the source, then twice 24 to train and 8 to validate on, and 8 to test.
    assert [share for (line, share) in told if "source:" in line][-1] == pytest.approx(40 / (40 + 64 + 8))
    assert shares[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("model", ["tagger-crf-bio", "laner", "laner-no-context-crf", "bilstm-crf", "crosslm"])
def test_every_model_can_be_fine_tuned(settings: Settings, model: str, tmp_path: Path, runtime: Runtime) -> None:
    job = FineTuning(**settings | {"model": model, "settings": ["direct"], "epochs": 10, "patience": 0})
    (run,) = rows(build(job, tmp_path, DATASETS, runtime)["ner_runs"])
    assert run["model"] == model
    assert run["f1"] > 0.5


def test_a_language_model_also_learns_from_what_nobody_annotated(
    settings: Settings, tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[tuple[int, int, int]]] = []

    def recorded(model: Any, parts: Any, *rest: Any, **options: Any) -> Fit:
        seen.append([(each.counts["sentences"], copies, each.domain) for each, copies in parts])
        return train(model, parts, *rest, **options)

    monkeypatch.setattr("training.jobs.ner_runs.train", recorded)
    # Of 100, four trainings take as long as all others of this file.
    monkeypatch.setattr("training.models.crosslm._SIZE", 50)
    texts = [text_row(f"{place} likes {person}") for place in PLACES for person in PEOPLE]
    corpus = write_partitions(tmp_path, "dapt_corpus", [{"domain=towns/level=domain": texts}])
    own = {"model": "crosslm-crf", "text": corpus, "text_domain": "towns", "unlabelled": 10, "epochs": 8}
    job = FineTuning(**settings | own)
    assert job.units()[0].weight == 4 * (24 + 10 + 8) + 8
    written = build(job, tmp_path / "out", DATASETS, runtime)
    # Sentences, copies, and whether they are of another domain than the target's.
    target, text = (24, 1, 0), (10, 1, 0)
    assert seen == [[target, text], [(20, 1, 1)], [target, text], [(24, 2, 0), (20, 1, 1), text]]
    assert all(run["f1"] > 0.9 for run in rows(written["ner_runs"]))
    manifest = read_manifest(written["ner_runs"])
    assert manifest.counts["unlabelled"]["sentences"] == 30
    assert manifest.seen == (24 + 8 + 8 + 10) * 3 + 20 * 2


def test_coach_knows_types_by_their_names(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    coach = settings | {"model": "coach", "settings": ["direct"], "epochs": 20, "patience": 0}
    with pytest.raises(InputError, match="the names of the types person and place are the same to the encoder's"):
        FineTuning(**coach).units()
    # Words that the encoder has.
    named = coach | {"normalise": {"person": PEOPLE[0], "place": PLACES[0]}}
    (run,) = rows(build(FineTuning(**named), tmp_path, DATASETS, runtime)["ner_runs"])
    assert run["f1"] > 0.9
    # One name that the encoder lacks can be told from the others; the source brings a second one.
    both = named | {"settings": ["direct", "joint"], "label_map": {}, "normalise": {"person": PEOPLE[0]}}
    with pytest.raises(InputError, match="the names of the types city and place are the same"):
        FineTuning(**both).units()


def test_long_sentences_are_scored_whole(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    long = ner_row("ann/B-person saw rome/B-place today " * 5)
    target = benchmark(tmp_path / "long", train=sentences(24, 1), dev=sentences(8, 2), test=[long, *sentences(2, 3)])
    job = FineTuning(**settings | {"target": target, "settings": ["direct"], "max_length": 10, "epochs": 2})
    written = build(job, tmp_path / "out", DATASETS, runtime)
    assert [len(row["predicted"]) for row in rows(written["ner_predictions"])] == [
        len(row["tokens"]) for row in [long, *sentences(2, 3)]
    ]
    counts = read_manifest(written["ner_runs"]).counts["test"]
    assert (counts["sentences"], counts["windowed"], counts["windows"]) == (3, 1, 5)


def test_types_are_merged_in_training_and_scores(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    merged = {"normalise": {"person": "thing", "place": "thing"}, "settings": ["joint"], "epochs": 3}
    written = build(FineTuning(**settings | merged), tmp_path, DATASETS, runtime)
    assert [(row["type"], row["support"]) for row in rows(written["ner_scores"])] == [("thing", 16)]
    expected = [[tag[:2] + "thing" if tag != "O" else tag for tag in row["tags"]] for row in sentences(8, 3)]
    assert [row["tags"] for row in rows(written["ner_predictions"])] == expected


def test_types_of_the_source_are_learned_and_not_scored(settings: Settings, tmp_path: Path, runtime: Runtime) -> None:
    union = {"label_map": {}, "settings": ["source-then-target"], "epochs": 8}
    written = build(FineTuning(**settings | union), tmp_path, DATASETS, runtime)
    assert [(row["type"], row["support"]) for row in rows(written["ner_scores"])] == [("person", 8), ("place", 8)]
    assert {tag[2:] for row in rows(written["ner_predictions"]) for tag in row["predicted"]} == {"", "person", "place"}
    counts = read_manifest(written["ner_runs"]).counts
    assert counts["test"]["words with a type that the target lacks"] == 0
    assert counts["runs with a type that the target lacks"] == {"city": 1}
    # A model that has seen the source alone calls places cities: that finds nothing of the target.
    few = {"epochs": 1, "few_shot": [1], "source_epochs": 8}
    written = build(FineTuning(**settings | union | few), tmp_path / "few", DATASETS, runtime)
    assert read_manifest(written["ner_runs"]).counts["test"]["words with a type that the target lacks"] == 8
    assert [(row["type"], row["precision"]) for row in rows(written["ner_scores"])] == [("person", 1.0), ("place", 0.0)]


def test_sentences_of_other_datasets_are_added(
    settings: Settings, tmp_path: Path, runtime: Runtime, trainings: list[Training]
) -> None:
    held_out = sentences(8, 3, place="city")[:3]
    added = {
        "a": benchmark(tmp_path / "a", train=[*held_out, *sentences(10, 5, place="city")]),
        "b": benchmark(tmp_path / "b", train=sentences(10, 6)),
    }
    names = ["direct+a", "source-then-target+others@0.5", "joint+b"]
    job = FineTuning(**settings | {"added": added, "others": ["a", "b"], "settings": names, "epochs": 1})
    written = build(job, tmp_path / "out", DATASETS, runtime)
    (whole, *_), (source, *_), (half, *_), (joint, *_) = trainings
    # What stands in the target's test split is not trained on.
    assert (whole, source, joint) == ([(24, 1), (10, 1)], [(20, 1)], [(24, 2), (20, 1), (10, 1)])
    (target, *drawn) = half
    assert target == (24, 1) and sum(number for number, _ in drawn) == 10
    assert [row["setting"] for row in rows(written["ner_runs"])] == names
    assert {row["type"] for row in rows(written["ner_scores"])} == {"person", "place"}
    counts = read_manifest(written["ner_runs"]).counts
    # The source calls its cities places here (label_map), the added dataset does not.
    assert counts["runs with a type that the target lacks"] == {"city": 2}
    assert counts["+a"]["sentences"] == 10 + drawn[0][0]


def test_sentences_of_the_source_that_the_target_is_scored_on_are_left_out(
    settings: Settings, tmp_path: Path, runtime: Runtime, trainings: list[Training]
) -> None:
    held_out = [*sentences(8, 2, place="city")[:2], *sentences(8, 3, place="city")[:3]]
    source = benchmark(tmp_path / "source", train=[*held_out, *sentences(10, 4, place="city")])
    own = {"source": source, "settings": ["source-then-target", "joint"], "epochs": 1}
    written = build(FineTuning(**settings | own), tmp_path / "out", DATASETS, runtime)
    assert [data for data, *_ in trainings] == [[(10, 1)], [(24, 1)], [(24, 2), (10, 1)]]
    assert read_manifest(written["ner_runs"]).counts["source"] == {"sentences": 20, "windows": 20}


def test_a_setting_has_values_of_its_own(settings: Settings, runtime: Runtime, trainings: list[Training]) -> None:
    own = {"joint": {"upsampling": 3, "batch_size": 92}, "direct": {"epochs": 2}}
    job = FineTuning(**settings | {"settings": ["direct", "joint"], "epochs": 1, "by_setting": own})
    for unit in job.units():
        job.run(unit.payload, runtime)
    (direct, _, validated), (joint, _, once) = trainings
    # Three steps of 8 in each of two epochs; one step of all in the only epoch.
    assert (direct, validated) == ([(24, 1)], [3, 6])
    assert (joint, once) == ([(24, 3), (20, 1)], [1])
