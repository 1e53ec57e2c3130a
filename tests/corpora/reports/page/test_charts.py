"""What the charts of the report are, to the last property."""

from __future__ import annotations

import json
import os
from typing import Any

from corpora.reports.page import charts
from tests.support.paths import PROJECT

GOLDEN = PROJECT / "tests" / "golden" / "charts.json"

MENTIONS = [
    {"stage": "typed", "category": "city", "rank": 1, "mentions": 40},
    {"stage": "filtered", "category": "city", "rank": 1, "mentions": 25},
]
CHANGES = [{"category": "city", "before": 40, "after": 25, "ratio": 0.625}]
SHARES = [
    {"flag": "kind", "typed": "with a class", "number": 3, "share": 0.75},
    {"flag": "list", "typed": "without", "number": 1, "share": 0.25},
]
LEVELS = [
    {"domain": "ai", "level": "domain", "share": 1.0, "published": None},
    {"domain": "ai", "level": "task", "share": 0.125, "published": 0.1},
]
OVERLAPS = [{"one": "ai", "other": "music", "share": 0.5}, {"one": "music", "other": "ai", "share": 0.5}]
DEPTHS = [{"domain": "ai", "depth": 0, "pages": 1}, {"domain": "music", "depth": 1, "pages": 20}]
STEPS = [{"step": "sentences", "seconds": 1.5}, {"step": "ner_corpus", "seconds": 0.5}]
SCORES = [
    {"run": "bert, tagger", "setting": "direct", "f1": 0.5, "deviation": 0.125, "low": 0.375, "high": 0.625},
    {"run": "bert, laner", "setting": "joint", "f1": 0.75, "deviation": 0.0, "low": 0.75, "high": 0.75},
]


def specs() -> dict[str, dict[str, Any]]:
    """A chart of each kind. Their names begin with the function's."""
    return {
        "ranks": charts.ranks(MENTIONS, ["typed", "filtered"]),
        "changes": charts.changes(CHANGES),
        "stacked_shares": charts.stacked_shares(SHARES, "typed", "flag", ["kind", "list"]),
        "grouped_bars": charts.grouped_bars(
            LEVELS, "domain", "level", ["domain", "task"], "share", "share of the pages"
        ),
        "levels": charts.levels(LEVELS, ["domain", "task"]),
        "heat_map": charts.heat_map(OVERLAPS, ["ai", "music"]),
        "by_depth": charts.by_depth(DEPTHS, "pages", "pages", ",d", ["ai", "music"]),
        "by_depth, log": charts.by_depth(DEPTHS, "pages", "pages", ",d", ["ai", "music"], log=True),
        "bars": charts.bars(STEPS, "step", "seconds", "seconds"),
        "scores": charts.scores(SCORES, ["direct", "joint"]),
    }


def test_the_charts_are_as_they_were() -> None:
    """`UPDATE_GOLDEN=1 pytest tests/corpora/reports/page/test_charts.py` writes the file anew: look at the report."""
    found = json.loads(json.dumps(specs()))
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    assert found == json.loads(GOLDEN.read_text("utf-8"))
