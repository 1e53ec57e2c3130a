from __future__ import annotations

from itertools import product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.support.training.evaluation_data import run_row, score_rows, write
from training.report.results import Combination, full_data_rows, summarise

DIRECT = Combination("direct", "plain", "tagger")


def test_the_combinations_shown_by_type_are_the_first_and_the_best_of_each_setting() -> None:
    results = summarise(
        run_row("music", f1, encoder=encoder, setting=setting)
        for encoder, setting, f1 in [
            *[("plain", "joint", 0.9), ("a", "joint", 0.3), ("b", "joint", 0.2)],
            *[("plain", "direct", 0.1), ("a", "direct", 0.3), ("b", "direct", 0.2)],
        ]
    )
    shown = [(each.setting, each.encoder) for each in results.notable("music")]
    assert shown == [("direct", "plain"), ("direct", "a"), ("joint", "plain")]


def test_as_many_combinations_as_the_papers_show_by_type_are_all_shown() -> None:
    """CrossNER's table 4: none is left out because another did better."""
    results = summarise(
        run_row("music", f1, encoder=encoder, setting=setting)
        for encoder, setting, f1 in [
            *[("plain", "direct", 0.3), ("dapt-integrated-span", "direct", 0.2)],
            *[("plain", "source-then-target", 0.3), ("dapt-integrated-span", "source-then-target", 0.2)],
        ]
    )
    assert results.notable("music") == results.combinations
    assert len(results.combinations) == 4


def test_the_best_of_all_is_shown_by_type_also_if_it_adds_sentences() -> None:
    results = summarise(
        run_row(target, f1, setting=setting)
        for target, setting, f1 in [
            *[("music", "direct", 0.1), ("music", "direct+law", 0.3), ("music", "direct+law@0.5", 0.2)],
            *[("ai", "direct", 0.4), ("ai", "direct+law", 0.3), ("law", "joint+ai", 0.1)],
        ]
    )
    shown = {target: [each.setting for each in results.notable(target)] for target in ("music", "ai", "law", "none")}
    assert shown == {"music": ["direct", "direct+law"], "ai": ["direct"], "law": ["joint+ai"], "none": []}


def test_the_test_split_plays_no_part_in_the_choice() -> None:
    results = summarise(
        [
            run_row("music", 0.9, encoder="a", dev_f1=0.5),
            run_row("music", 0.1, encoder="b", dev_f1=0.6),
            run_row("music", 0.1, encoder="c", dev_f1=0.6),
            run_row("music", 0.1, encoder="d", dev_f1=0.9, few_shot=10),
            run_row("law", 0.1, encoder="d", dev_f1=0.9),
        ]
    )
    assert results.best("music") == Combination("direct", "b", "tagger")
    assert results.best("music", "joint") is None


def test_scores_and_predictions_are_read_by_setting_with_all_target_sentences(tmp_path: Path) -> None:
    runs = [run_row("music", 0.5, few_shot=10), *(run_row("music", 0.5, setting="joint", few_shot=n) for n in (0, 10))]
    place = write(tmp_path, "ner_scores", [row for run in runs for row in score_rows(run, {"song": (0.5, 4)})])
    assert [(row["setting"], row["few_shot"]) for row in full_data_rows(place, "joint")] == [("joint", 0)]
    assert list(full_data_rows(place, "direct")) == list(full_data_rows(place, "source-then-target")) == []


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.floats(0, 1)), min_size=1))
def test_every_run_is_in_one_mean(drawn: list[tuple[str, int, float]]) -> None:
    rows = [run_row(target, f1, few_shot=10 * size) for target, size, f1 in drawn]
    results = summarise(rows)
    assert sum(mean.runs for mean in results.means.values()) == len(rows)
    for target, size in product("ab", range(4)):
        scores = [row["f1"] for row in rows if (row["target"], row["few_shot"]) == (target, 10 * size)]
        mean = results.mean(target, DIRECT, 10 * size)
        assert (mean is None) == (not scores)
        if mean:
            assert min(scores) - 1e-12 <= mean.f1 <= max(scores) + 1e-12
