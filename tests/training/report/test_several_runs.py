"""Figures of tables where combinations, targets and seeds have runs of some and not of others."""

from __future__ import annotations

import numpy as np

from tests.support.training.evaluation_data import run_row, score_rows
from training.report.additions import additions_section, distance_table
from training.report.results import Combination, summarise, type_means
from training.report.tables import ablation_table, additions_table, best_table, published_ablation_table
from training.report.tags import TagCounts, published_tag_table


def test_few_shot_sizes_are_those_of_the_target_in_order() -> None:
    rows = [run_row("music", 0.5, few_shot=size) for size in (100, 10, 0)]
    results = summarise([*rows, run_row("ai", 0.5, few_shot=50)])
    assert results.few_shots("music") == [10, 100]
    assert results.few_shots("ai") == [50]
    assert results.few_shots("law") == []


def test_a_setting_is_one_of_runs_with_all_target_sentences() -> None:
    results = summarise([run_row("music", 0.5), run_row("music", 0.5, setting="joint", few_shot=10)])
    assert results.settings == ["direct"]


def test_most_runs_are_those_of_the_mean_with_the_most_seeds() -> None:
    results = summarise([*(run_row("music", 0.5, seed=seed) for seed in (1, 2, 3)), run_row("ai", 0.5)])
    assert results.most_runs == 3


def test_the_deviation_is_that_of_a_sample_from_two_seeds_on() -> None:
    results = summarise([run_row("music", 0.25, seed=1), run_row("music", 0.75, seed=2), run_row("ai", 0.5)])
    means = [results.mean(target, Combination("direct", "plain", "tagger")) for target in ("music", "ai")]
    assert [(mean.f1, round(mean.deviation, 4)) for mean in means if mean] == [(0.5, 0.3536), (0.5, 0.0)]


def test_settings_of_ones_own_stand_behind_those_of_the_papers_by_name() -> None:
    results = summarise([run_row("music", 0.5, setting=setting) for setting in ("zeta", "alpha", "joint", "mid")])
    assert [each.setting for each in results.combinations] == ["joint", "alpha", "mid", "zeta"]


def test_the_f1_of_a_type_is_the_mean_of_its_runs_on_splits_that_have_it() -> None:
    runs = [run_row("music", 0.5, seed=seed) for seed in (1, 2)]
    scores = [{"song": (0.5, 4), "band": (0.25, 2), "award": (0.0, 0)}, {"song": (1.0, 4), "band": (0.75, 2)}]
    rows = [row for run, score in zip(runs, scores, strict=True) for row in score_rows(run, score)]
    assert list(type_means(rows).items()) == [("band", (0.5, 2)), ("song", (0.75, 4))]


def test_combinations_that_add_sentences_are_none_of_those_that_are_all_shown() -> None:
    names = [(setting, encoder) for setting in ("direct", "joint") for encoder in ("plain", "dapt")]
    rows = [run_row("music", 0.1, setting=setting, encoder=encoder) for setting, encoder in names]
    results = summarise([*rows, run_row("music", 0.05, setting="direct+law"), run_row("ai", 0.5, encoder="other")])
    assert [(each.setting, each.encoder) for each in results.notable("music")] == names


def test_only_models_without_parts_of_the_full_one_are_compared_with_it() -> None:
    rows = [run_row("music", 0.5, model="laner"), run_row("music", 0.25, model="other")]
    assert ablation_table(summarise(rows)) == ""


def test_published_differences_are_those_of_other_models_than_the_full_one() -> None:
    runs = [run_row("music", 0.5, model=model, setting="source-then-target") for model in ("laner", "laner-no-context")]
    assert published_ablation_table(summarise(runs), ["music"]).splitlines() == [
        "| setting | pre-training | encoder here | model | music |",
        "| --- | --- | --- | --- | ---: |",
        "| source-then-target | none | plain | laner-no-context | -1.56 |",
        "| source-then-target | DAPT, span-level masking, integrated corpus | dapt-integrated-span | laner-no-context "
        "| -0.07 |",
    ]
    assert published_ablation_table(summarise(runs[:1]), ["music"]) == ""


def test_a_target_with_few_shot_runs_alone_has_no_best() -> None:
    results = summarise([run_row("music", 0.5, few_shot=10), run_row("ai", 0.25)])
    assert best_table(results).splitlines()[2:] == ["| ai | direct | plain | tagger | 25.00 | 25.00 |"]
    assert best_table(summarise([run_row("music", 0.5, few_shot=10)])) == ""


def test_combinations_that_add_sentences_stand_behind_those_that_do_not() -> None:
    results = summarise(
        [
            run_row("music", 0.5),
            run_row("ai", 0.4),
            run_row("music", 0.6, setting="direct+law"),
            # Nothing is added to these, or only few-shot runs would be beside them.
            run_row("ai", 0.3, setting="joint"),
            run_row("music", 0.7, setting="joint+law", few_shot=10),
        ]
    )
    assert additions_table(results).splitlines() == [
        "| setting | encoder | model | music | ai |",
        "| --- | --- | --- | ---: | ---: |",
        "| direct | plain | tagger | 50.00 | 40.00 |",
        "| direct+law | plain | tagger | 60.00 | – |",
    ]
    assert additions_table(summarise([run_row("music", 0.5), run_row("ai", 0.3, setting="joint")])) == ""


def test_the_accuracy_is_the_share_of_right_words() -> None:
    assert TagCounts([{"tags": ["O", "O", "B-x", "O"], "predicted": ["O", "O", "O", "O"]}]).accuracy() == 0.75
    assert TagCounts([{"tags": ["O"], "predicted": ["O"]}]).accuracy() == 1.0


def test_the_report_of_tags_was_published_of_one_target_with_its_types_merged() -> None:
    merged = TagCounts([{"tags": ["B-person", "B-location", "I-misc", "O"], "predicted": ["B-organisation", *"OOO"]}])
    assert published_tag_table("music", merged) == ""
    lines = published_tag_table("ai", merged).splitlines()
    assert lines[2] == "| B-location | 62 | 65 | 63 | 86 |"
    assert lines[12] == "| accuracy |  |  | 81 | 10,919 |"
    others = TagCounts([{"tags": ["B-person", "B-location", "I-misc", "O"], "predicted": ["B-song", *"OOO"]}])
    assert published_tag_table("ai", others) == ""


def test_an_encoder_may_know_only_some_of_the_datasets() -> None:
    datasets = {"ai": {"plain": np.array([3.0])}, "music": {"plain": np.zeros(1), "other": np.ones(1)}}
    assert distance_table(datasets, []).splitlines()[2:] == [
        "| plain | ai | – | 3.00 |",
        "| plain | music | 3.00 | – |",
        "| other | music | – | – |",
    ]
    # The student report measured none of these two from a target.
    assert distance_table({"one": {}, "two": {}}, ["ai"]) == ""


def test_nothing_was_published_of_what_is_added_to_most_targets() -> None:
    rows = [run_row(target, 0.5, setting=setting) for target in ("ai", "music") for setting in ("direct", "direct+law")]
    published = [each for each in additions_section(summarise(rows), [], ["music", "ai"]).blocks if "Published" in each]
    assert len(published) == 1 and published[0].startswith("Published for ai: ")
