from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from schemas.errors import InputError
from training.loop.progress import Progress
from training.loop.schedule import Schedule, Timetable


def test_the_learning_rate_falls_to_nothing_or_stays() -> None:
    assert [Schedule(1.0, 1, 1, decay="linear").rate(step, 4) for step in range(4)] == [1.0, 0.75, 0.5, 0.25]
    assert [Schedule(0.5, 1, 1).rate(step, 3) for step in range(3)] == [0.5, 0.5, 0.5]


def test_a_step_is_cut_into_equal_micro_batches() -> None:
    assert (Schedule(1, 1, 960, micro_batch=40).accumulated(4), Schedule(1, 1, 960).rows(4)) == (6, 240)
    # The share of each of two devices is smaller than micro_batch.
    assert (Schedule(1, 1, 8, micro_batch=8).rows(2), Schedule(1, 1, 8, micro_batch=8).accumulated(2)) == (4, 1)
    assert (Schedule(1, 1, 6, micro_batch=1).rows(2), Schedule(1, 1, 6, micro_batch=1).accumulated(2)) == (1, 3)
    with pytest.raises(InputError, match="batch_size = 6 is not a multiple of micro_batch = 1 times 4 processes"):
        Schedule(1, 1, 6).rows(4)
    with pytest.raises(InputError, match="batch_size = 10 is not a multiple of micro_batch = 4 times 1 processes"):
        Schedule(1, 1, 10, micro_batch=4).rows(1)
    with pytest.raises(InputError, match="batch_size = 2 is not a multiple of"):
        Schedule(1, 1, 2).rows(4)


def progresses(steps: int, steps_per_epoch: int) -> list[Progress]:
    """The progress after each step of a training, before the next epoch begins."""
    found = []
    for step in range(1, steps + 1):
        progress = Progress.on(torch.device("cpu"))
        progress.step = step
        progress.epoch, progress.epoch_step = (step - 1) // steps_per_epoch, (step - 1) % steps_per_epoch + 1
        found.append(progress)
    return found


def steps_at(timetable: Timetable, question: Callable[[Progress], bool]) -> list[int]:
    return [each.step for each in progresses(timetable.steps, timetable.steps_per_epoch) if question(each)]


@pytest.mark.parametrize(
    ("schedule", "micro_batches", "processes", "expected"),
    [
        (Schedule(1, 3, 8), 13, 1, (39, 13)),
        # 13 micro-batches of 4 rows are six steps of two and one of one.
        (Schedule(1, 3, 8, micro_batch=4), 13, 1, (21, 7)),
        (Schedule(1, 3, 8, micro_batch=4), 13, 2, (39, 13)),
        (Schedule(1, 3, 8, max_steps=15), 13, 1, (15, 13)),
        (Schedule(1, 3, 8, max_steps=50), 13, 1, (39, 13)),
    ],
)
def test_a_training_has_as_many_steps(
    schedule: Schedule, micro_batches: int, processes: int, expected: tuple[int, int]
) -> None:
    timetable = Timetable.of(schedule, micro_batches, processes, None)
    assert (timetable.steps, timetable.steps_per_epoch) == expected


@pytest.mark.parametrize(
    ("validate_every", "expected"), [(None, []), (0, [13, 26, 30]), (12, [12, 24, 30]), (10, [10, 20, 30])]
)
def test_the_model_is_validated_after_these_steps(validate_every: int | None, expected: list[int]) -> None:
    timetable = Timetable(30, 13, validate_every)
    assert steps_at(timetable, timetable.is_validated) == expected


def test_rows_come_every_ten_steps_at_ends_and_with_validations() -> None:
    timetable = Timetable(30, 13, 12)
    assert steps_at(timetable, timetable.is_logged) == [10, 12, 13, 20, 24, 26, 30]


def test_the_last_step_has_a_row_wherever_it_is() -> None:
    timetable = Timetable(17, 13, None)
    assert steps_at(timetable, timetable.is_logged) == [10, 13, 17]


def test_a_long_training_has_about_a_thousand_rows() -> None:
    timetable = Timetable(25_000, 10_000, None)
    assert len(steps_at(timetable, timetable.is_logged)) == 1000
    assert steps_at(timetable, timetable.is_logged)[:2] == [25, 50]


def test_passes_over_the_data_grow_through_the_epochs() -> None:
    timetable = Timetable(6, 4, None)
    assert [timetable.epochs_done(each) for each in progresses(6, 4)] == [0.25, 0.5, 0.75, 1.0, 1.25, 1.5]
    assert steps_at(timetable, timetable.is_end_of_epoch) == [4]
    assert steps_at(timetable, timetable.is_end) == [6]
