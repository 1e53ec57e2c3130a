from __future__ import annotations

from tests.support.training.evaluation_data import run_row
from training.report.results import Combination, summarise
from training.report.run_sections import sweep_section
from training.report.sweeps import SWEEPS, curves

SHARES, SIZES, ADDED = SWEEPS


def test_runs_that_differ_in_one_number_are_a_curve() -> None:
    results = summarise(
        [
            run_row("music", 0.5, encoder="dapt-span@0.25"),
            run_row("music", 0.7, encoder="dapt-span"),
            run_row("music", 0.4, encoder="dapt-span@0.01"),
            run_row("music", 0.9, encoder="dapt-span@0.5", few_shot=10),
            run_row("music", 0.6, encoder="dapt-token"),
            # Where nothing was pre-trained on, the curve begins.
            run_row("music", 0.3, encoder="plain"),
            run_row("music", 0.3, encoder="plain", model="laner-d10"),
            run_row("music", 0.35, encoder="plain", model="laner"),
            run_row("music", 0.2, encoder="plain", model="laner-no-context"),
            run_row("ai", 0.2, encoder="plain", model="laner-d10"),
        ]
    )
    found = curves(results, "music", SHARES)
    assert {base: [(number, mean.f1) for number, mean in points] for base, points in found.items()} == {
        Combination("direct", "dapt-span", "tagger"): [(0, 0.3), (0.01, 0.4), (0.25, 0.5), (1.0, 0.7)]
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


def test_a_curve_of_added_sentences_begins_where_nothing_is_added() -> None:
    results = summarise(
        [
            run_row("ai", 0.5, setting="direct+others@0.5"),
            run_row("ai", 0.4, setting="direct+others@0.1"),
            run_row("ai", 0.6, setting="direct+others"),
            run_row("ai", 0.3),
            run_row("ai", 0.2, setting="direct+music@0.5"),
            run_row("ai", 0.1, setting="joint+others@0.5"),
            run_row("ai", 0.2, setting="joint+others"),
        ]
    )
    found = curves(results, "ai", ADDED)
    assert {base: [(number, mean.f1) for number, mean in points] for base, points in found.items()} == {
        Combination("direct+others", "plain", "tagger"): [(0, 0.3), (0.1, 0.4), (0.5, 0.5), (1, 0.6)],
        Combination("joint+others", "plain", "tagger"): [(0.5, 0.1), (1, 0.2)],
    }
    # The tables of the settings themselves are without what adds to them.
    assert results.settings == ["direct"]
