from __future__ import annotations

import pytest

from training.report.published import PUBLISHED, PUBLISHED_COLUMNS, PUBLISHED_TYPES, TEST_SPLITS


def test_published_averages_are_those_that_the_papers_print() -> None:
    printed = {
        "direct": [61.44, 63.72, 64.38, 63.60, 65.44, 65.44, 64.64, 66.55],
        "source-then-target": [64.89, 66.95, 67.24, 66.71, 68.29, 68.23, 67.89, 69.63],
        "joint": [64.52, 66.41, 66.54, 65.94, 67.61, 67.55, 66.86, 68.72],
    }
    for setting, averages in printed.items():
        rows = [
            each for each in PUBLISHED if (each.source, each.setting, each.model) == ("CrossNER", setting, "tagger")
        ]
        # The papers average figures of more digits than they print.
        assert [sum(each.f1) / 5 for each in rows] == pytest.approx(averages, abs=0.011)
    # The paper prints 67.93 for laner-no-context without DAPT, which its own five figures do not give.
    laner = {
        "tagger-crf": [66.55, 70.21],
        "laner": [68.74, 72.31],
        "laner-no-context": [68.01, 71.89],
        "laner-no-background": [67.21, 70.88],
    }
    for model, averages in laner.items():
        rows = [each for each in PUBLISHED if (each.setting, each.model) == ("source-then-target", model)]
        assert [sum(each.f1) / 5 for each in rows] == pytest.approx(averages, abs=0.011)
    assert [sum(each.f1) / 5 for each in PUBLISHED if each.model == "bilstm-crf"] == pytest.approx(
        [42.36, 47.59], abs=0.011
    )


def test_published_rows_can_be_told_apart() -> None:
    keys = [(each.source, each.setting, each.model, each.pretraining) for each in PUBLISHED]
    assert len(set(keys)) == len(keys)
    assert {len(scores) for scores in PUBLISHED_TYPES.values()} == {len(PUBLISHED_COLUMNS)}


def test_published_figures_stand_under_their_target() -> None:
    plain = PUBLISHED[0]
    assert {target: plain.of(target) for target in TEST_SPLITS} == {
        "politics": 66.56, "science": 63.73, "music": 66.59, "literature": 59.95, "ai": 50.37
    }  # fmt: skip
    assert plain.of("conll2003") is None
