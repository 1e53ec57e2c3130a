from __future__ import annotations

from dataclasses import replace

import pytest

from schemas.errors import InputError
from schemas.experiments import Setting
from training.jobs.run_plan import Hyperparameters, Run, RunPlan, plan_runs, sentence_numbers

SENTENCES = {"train": 24, "dev": 8, "test": 8, "source": 20, "+a": 10, "+b": 6}
VALUES = Hyperparameters(batch_size=8, epochs=12, patience=3, upsampling=5, learning_rate=1e-3)


def plan_of(setting: str, **values: int) -> RunPlan:
    return RunPlan(SENTENCES, Setting.parse(setting), replace(VALUES, **values), source_epochs=2)


def test_runs_of_a_setting_and_seed_follow_each_other() -> None:
    assert plan_runs(["direct", "joint"], [2, 1], [6, 0]) == [
        *(Run("direct", 2, 6), Run("direct", 2, 0), Run("direct", 1, 6), Run("direct", 1, 0)),
        *(Run("joint", 2, 6), Run("joint", 2, 0), Run("joint", 1, 6), Run("joint", 1, 0)),
    ]


def test_runs_that_differ_in_what_they_add_follow_each_other_by_seed() -> None:
    """They all go on from what the seed's model learned from the source."""
    settings = ["source-then-target+a", "direct", "source-then-target+a@0.5", "source-then-target", "joint+a@0.5"]
    assert [(run.setting, run.seed) for run in plan_runs(settings, [2, 1], [0])] == [
        *(("source-then-target+a", 2), ("source-then-target+a@0.5", 2)),
        *(("source-then-target+a", 1), ("source-then-target+a@0.5", 1)),
        *(("direct", 2), ("direct", 1), ("source-then-target", 2), ("source-then-target", 1)),
        *(("joint+a@0.5", 2), ("joint+a@0.5", 1)),
    ]


def test_a_share_of_the_sentences_is_a_number_of_them() -> None:
    assert sentence_numbers([10, 0.05, 0.005, 0.1, 0], 101) == [10, 6, 1, 11, 0]
    assert sentence_numbers([0.1, 10], 100) == [10]
    assert sentence_numbers([0.29], 100) == [29]
    with pytest.raises(InputError, match="few_shot = 102: the split train of the target has 101 sentences"):
        sentence_numbers([102], 101)


def test_a_run_is_written_as_checkpoints_know_it() -> None:
    """A job goes on after a kill only where its runs read as they did before."""
    assert repr(Run("direct", 1, 6)) == "Run(setting='direct', seed=1, few_shot=6)"


@pytest.mark.parametrize(
    ("setting", "roles", "copies"),
    [
        ("direct", ("train", "dev", "test"), {"train": 1}),
        ("source-then-target", ("train", "dev", "test", "source"), {"train": 1}),
        ("joint", ("train", "dev", "test", "source"), {"train": 5, "source": 1}),
        ("direct+a", ("train", "dev", "test", "+a"), {"train": 1, "+a": 1}),
        ("joint+a+b@0.5", ("train", "dev", "test", "source", "+a", "+b"), {"train": 5, "source": 1, "+a": 1, "+b": 1}),
    ],
)
def test_what_a_setting_reads_and_trains_on(setting: str, roles: tuple[str, ...], copies: dict[str, int]) -> None:
    plan = plan_of(setting)
    assert (plan.roles(), plan.copies()) == (roles, copies)


@pytest.mark.parametrize(
    ("run", "validate_every", "source_work", "target_work"),
    [
        # Validated after three steps of 8, as all 24 sentences take; with a patience of 3 it is validated 4 times.
        (Run("direct", 1, 6), 3, 0, 4 * (24 + 8) + 8),
        (Run("direct", 1, 0), 0, 0, 4 * (24 + 8) + 8),
        (Run("source-then-target", 1, 6), 3, 2 * 20, 4 * (24 + 8) + 8),
        (Run("joint", 1, 6), 0, 0, 4 * (5 * 6 + 20 + 8) + 8),
        (Run("joint", 1, 0), 0, 0, 4 * (5 * 24 + 20 + 8) + 8),
        (Run("source-then-target+a+b@0.3", 1, 0), 0, 2 * 20, 4 * (24 + 5 + 8) + 8),
        (Run("joint+a", 1, 6), 0, 0, 4 * (5 * 6 + 20 + 10 + 8) + 8),
        # 6 and the 8 that are added are fewer than 24; 8 and 16 are as many.
        (Run("direct+a+b@0.5", 1, 6), 3, 0, 4 * (24 + 8) + 8),
        (Run("direct+a+b", 1, 8), 0, 0, 4 * (8 + 16 + 8) + 8),
        (Run("direct+a+b", 1, 7), 3, 0, 4 * (24 + 8) + 8),
    ],
)
def test_how_often_a_run_is_validated_and_how_much_work_it_is(
    run: Run, validate_every: int, source_work: int, target_work: int
) -> None:
    plan = plan_of(run.setting)
    assert (plan.validate_every(run), plan.source_work(), plan.target_work(run)) == (
        *(validate_every, source_work, target_work),
    )
    assert plan.work(run) == source_work + target_work


def test_sentences_that_nobody_annotated_are_part_of_an_epoch() -> None:
    sentences = SENTENCES | {"unlabelled": 30}
    for setting, copies, validate_every, work in (
        # Validated after the steps of 8 that all 24 sentences take with the 30.
        ("direct", {"train": 1, "unlabelled": 1}, 7, 4 * (24 + 30 + 8) + 8),
        ("joint+a", {"train": 5, "source": 1, "+a": 1, "unlabelled": 1}, 0, 4 * (5 * 6 + 20 + 10 + 30 + 8) + 8),
    ):
        plan = RunPlan(sentences, Setting.parse(setting), VALUES, source_epochs=2)
        run = Run(setting, 1, 6)
        assert (plan.copies(), plan.validate_every(run), plan.target_work(run)) == (copies, validate_every, work)
        assert "unlabelled" not in plan.roles()


@pytest.mark.parametrize(("batch_size", "steps"), [(7, 4), (8, 3), (9, 3), (23, 2), (24, 1), (25, 1)])
def test_few_sentences_are_validated_after_the_steps_of_an_epoch_of_all(batch_size: int, steps: int) -> None:
    for setting in ("direct", "source-then-target"):
        assert plan_of(setting, batch_size=batch_size).validate_every(Run(setting, 1, 6)) == steps


@pytest.mark.parametrize(("epochs", "patience", "validations"), [(2, 3, 2), (4, 3, 4), (5, 3, 4), (12, 0, 12)])
def test_a_run_is_validated_as_often_as_epochs_and_patience_allow(epochs: int, patience: int, validations: int) -> None:
    plan = plan_of("direct", epochs=epochs, patience=patience)
    assert plan.target_work(Run("direct", 1, 0)) == validations * (24 + 8) + 8
