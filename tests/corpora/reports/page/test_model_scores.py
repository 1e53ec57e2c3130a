from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from corpora.reports.page import models
from corpora.reports.page.build import Evaluation
from schemas.catalog.training import EVALUATION
from schemas.datasets.shards import Shard
from tests.support.dapt_data import run_step
from tests.support.report_page import draw


def mean(target: str, f1: float, setting: str = "direct", few_shot: int = 0) -> dict[str, Any]:
    labels = {"target": target, "encoder": "plain", "model": "tagger", "setting": setting}
    return {**labels, "few_shot": few_shot, "runs": 2, "f1": f1, "deviation": 0.125}


def evaluation(root: Path, rows: list[dict[str, Any]], pictures: dict[str, str]) -> Evaluation:
    def process(_: Any, shard: Shard) -> None:
        shard.write_rows(EVALUATION.name, rows)
        for name, content in pictures.items():
            shard.attach(EVALUATION.name, f"_report/{name}", partial(draw, content=content))

    run_step(EVALUATION.name, root, process, [None])
    return Evaluation(str(root / EVALUATION.name), "evaluation_report")


def test_each_target_has_a_chart_of_its_means_with_all_target_sentences(tmp_path: Path) -> None:
    rows = [mean("music", 0.5), mean("music", 0.75, "joint"), mean("ai", 0.25), mean("ai", 0.125, few_shot=10)]
    view, specs = models.scores(evaluation(tmp_path, rows, {}))
    assert [(row["target"], row["f1"]) for row in view["scores"]] == [("ai", 0.25), ("music", 0.75), ("music", 0.5)]
    values = {target: next(iter(spec["datasets"].values())) for target, spec in specs.items()}
    assert {
        target: [(each["setting"], each["low"], each["f1"], each["high"]) for each in found]
        for target, found in values.items()
    } == {
        "music": [("direct", 0.375, 0.5, 0.625), ("joint", 0.625, 0.75, 0.875)],
        "ai": [("direct", 0.125, 0.25, 0.375)],
    }


def test_small_pictures_have_their_place_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "_MOST_PICTURES", 11)
    pictures = {"few-shot-ai.svg": "<svg>12345", "few-shot-law.svg": "<svg>", "few-shot-music.svg": "<svg>1"}
    view, _ = models.scores(evaluation(tmp_path, [], pictures))
    assert {name: bool(content) for name, _, content in view["pictures"]} == {
        "few-shot-ai.svg": False,
        "few-shot-law.svg": True,
        "few-shot-music.svg": True,
    }
