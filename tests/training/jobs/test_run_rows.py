from __future__ import annotations

import pytest

from training.jobs.run_plan import Run
from training.jobs.run_rows import run_row, score_rows
from training.loop.fit import Fit
from training.models.scores import EntityCounts


@pytest.fixture
def scores() -> EntityCounts:
    """Two of three persons found and one invented, and a place that was missed."""
    counts = EntityCounts()
    gold = ["B-person B-person B-person B-place O"]
    predicted = ["B-person B-person O O B-person"]
    counts.add([each.split() for each in gold], [each.split() for each in predicted])
    return counts


def test_the_row_of_a_run(scores: EntityCounts) -> None:
    fit = Fit(steps=17, epochs=4.25, best_epoch=2, best_score=0.75, log=[])
    assert run_row(Run("joint", 7, 10), fit, scores, 10, 2.5) == {
        **{"setting": "joint", "seed": 7, "few_shot": 10, "sentences": 10},
        **{"epochs": 5, "best_epoch": 2, "dev_f1": 0.75},
        **{"precision": 2 / 3, "recall": 1 / 2, "f1": pytest.approx(4 / 7), "seconds": 2.5},
    }


def test_the_rows_of_its_types(scores: EntityCounts) -> None:
    run = {"setting": "direct", "seed": 1, "few_shot": 0}
    assert score_rows(Run("direct", 1, 0), scores) == [
        {**run, "type": "person", "precision": 2 / 3, "recall": 2 / 3, "f1": pytest.approx(2 / 3), "support": 3},
        {**run, "type": "place", "precision": 0.0, "recall": 0.0, "f1": 0.0, "support": 1},
    ]
