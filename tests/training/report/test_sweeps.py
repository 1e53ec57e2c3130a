from __future__ import annotations

from tests.support.training.evaluation_data import run_row
from training.report.results import Combination, summarise
from training.report.run_sections import sweep_section
from training.report.sweeps import SWEEPS, curves

SHARES, SIZES = SWEEPS


def test_runs_that_differ_in_one_number_are_a_curve() -> None:
    results = summarise(
        [
            run_row("music", 0.5, encoder="dapt-span@0.25"),
            run_row("music", 0.7, encoder="dapt-span"),
            run_row("music", 0.4, encoder="dapt-span@0.01"),
            run_row("music", 0.9, encoder="dapt-span@0.5", few_shot=10),
            run_row("music", 0.6, encoder="dapt-token"),
            run_row("music", 0.3, encoder="plain"),
            run_row("music", 0.3, encoder="plain", model="laner-d10"),
            run_row("music", 0.35, encoder="plain", model="laner"),
            run_row("music", 0.2, encoder="plain", model="laner-no-context"),
            run_row("ai", 0.2, encoder="plain", model="laner-d10"),
        ]
    )
    found = curves(results, "music", SHARES)
    assert {base: [(number, mean.f1) for number, mean in points] for base, points in found.items()} == {
        Combination("direct", "dapt-span", "tagger"): [(0.01, 0.4), (0.25, 0.5), (1.0, 0.7)]
    }
    found = curves(results, "music", SIZES)
    assert {base: [(number, mean.f1) for number, mean in points] for base, points in found.items()} == {
        Combination("direct", "plain", "laner"): [(10, 0.3), (100, 0.35)]
    }
    assert curves(results, "ai", SIZES) == {}
    section = sweep_section(results)
    assert list(section.pictures) == ["share-of-the-corpus-music.svg", "size-of-the-label-embedding-music.svg"]
    assert [block for block in section.blocks if block.startswith("###")] == [
        "### music, by share of the corpus",
        "### music, by size of the label embedding",
    ]


def test_without_several_numbers_there_is_no_section() -> None:
    assert sweep_section(summarise([run_row("music", 0.5, encoder="dapt"), run_row("music", 0.5)])).blocks == []
