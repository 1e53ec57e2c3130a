from __future__ import annotations

from tests.support.training.evaluation_data import run_row, score_rows
from training.report.published import CROSSNER
from training.report.results import Combination, Mean, TypeMean, summarise, type_means
from training.report.tables import (
    ablation_table,
    best_table,
    few_shot_table,
    mean_cell,
    other_systems_table,
    published_ablation_table,
    published_table,
    published_type_table,
    setting_table,
    type_table,
)

DIRECT = Combination("direct", "plain", "tagger")


def test_the_best_of_each_column_is_bold_and_averages_are_of_complete_rows() -> None:
    results = summarise(
        [
            run_row("music", 0.5, seed=1),
            run_row("music", 0.6, seed=2),
            run_row("ai", 0.3, seed=1),
            run_row("ai", 0.3, seed=2),
            run_row("music", 0.9, encoder="dapt"),
            run_row("ai", 0.9, setting="joint"),
            run_row("ai", 0.9, few_shot=10),
        ]
    )
    assert setting_table(results, "direct").splitlines() == [
        "| encoder | model | music | ai | average |",
        "| --- | --- | ---: | ---: | ---: |",
        "| plain | tagger | 55.00 ± 7.07 | 30.00 ± 0.00 | 42.50 |",
        "| dapt | tagger | **90.00 (1 run)** | – | – |",
    ]


def test_one_target_needs_no_average() -> None:
    results = summarise([run_row("music", 0.5), run_row("music", 0.25, model="laner")])
    assert setting_table(results, "direct").splitlines() == [
        "| encoder | model | music |",
        "| --- | --- | ---: |",
        "| plain | tagger | **50.00** |",
        "| plain | laner | 25.00 |",
    ]


def test_equal_scores_are_not_bold() -> None:
    results = summarise([run_row("music", 0.5), run_row("music", 0.5, model="laner")])
    assert "**" not in setting_table(results, "direct")


def test_published_rows_are_those_of_the_setting_and_of_models_that_were_run() -> None:
    results = summarise([run_row("music", 0.5, model="laner"), run_row("films", 0.5, model="laner")])
    assert published_table(results, "direct", ["music"]).splitlines() == [
        "| published in | pre-training | encoder here | model | music | films | average |",
        "| --- | --- | --- | --- | ---: | ---: | ---: |",
        "| LANER, table 4 | none | plain | laner | 68.75 | – | – |",
        "| LANER, table 4 | DAPT, span-level masking, integrated corpus "
        "| dapt-integrated-span | laner | 74.79 | – | – |",
    ]
    assert published_table(results, "direct", []) == ""
    assert published_table(results, "joint", ["music"]) == ""
    taggers = summarise([run_row(target, 0.5, setting="joint") for target in CROSSNER])
    table = published_table(taggers, "joint", list(CROSSNER))
    assert "| CrossNER, table 2 | none | plain | tagger | 68.85 | 65.03 | 67.59 | 62.57 | 58.57 | 64.52 |" in table
    assert table.count("\n") == 1 + 8


def test_what_was_published_for_other_targets_stands_in_their_columns() -> None:
    setting = "source-then-target"
    results = summarise([run_row(target, 0.5, setting=setting) for target in ("movie", "ai", "bionlp13cg")])
    lines = published_table(results, setting, results.targets).splitlines()
    assert "| LANER, table 3 | none | plain | tagger | 69.80 | – | – | – |" in lines
    assert "| NER-BERT, table 2 | none | plain | tagger | – | – | 78.59 | – |" in lines
    assert "| NER-BERT, table 2 | NER-BERT, 315 types | ner-bert-315 | tagger | – | 63.34 | 80.16 | – |" in lines
    others = other_systems_table(results, ["movie", "ai"]).splitlines()
    assert len(others) == 2 + 1
    run = summarise([run_row(target, 0.5, model="crosslm-crf", setting="joint") for target in ("ai", "bionlp13cg")])
    rows = published_table(run, "joint", run.targets).splitlines()
    assert "| CrossNER, table 2 | language modelling, domain corpus | – | crosslm-crf | 53.70 | – | – |" in rows
    assert "| NER-BERT, table 2 | language modelling | – | crosslm-crf | – | 79.86 | – |" in rows
    run = summarise([run_row("ai", 0.5, encoder="seq2seq", model="bartner", setting=setting)])
    row = "| LANER, table 2 | no BERT: BART-base | seq2seq | bartner | 53.00 |"
    assert row in other_systems_table(run, ["ai"]).splitlines()
    run = summarise([run_row("ai", 0.5, model="multicell-crf", setting="joint")])
    assert (
        "| CrossNER, table 2 | none | plain | multicell-crf | 58.28 |" in other_systems_table(run, ["ai"]).splitlines()
    )
    assert other_systems_table(results, []) == ""


def test_published_rows_without_a_setting_stand_in_one_table() -> None:
    settings = ("direct", "joint")
    results = summarise([run_row("movie", 0.5, setting=each, model="bilstm-crf") for each in settings])
    row = "| LANER, table 2 | no BERT: vectors of words and characters | word-char-vectors | bilstm-crf | 68.31 |"
    assert row in other_systems_table(results, ["movie"]).splitlines()
    assert not any(row in published_table(results, each, ["movie"]) for each in settings)
    taggers = summarise([run_row("movie", 0.5)])
    assert row not in other_systems_table(taggers, ["movie"])


def test_ablations_are_differences_to_the_full_model_of_the_same_encoder_and_setting() -> None:
    setting = "source-then-target"
    results = summarise(
        [
            run_row("music", 0.5, model="laner", setting=setting),
            run_row("music", 0.45, model="laner-no-context", setting=setting),
            run_row("music", 0.52, model="tagger", setting=setting),
            run_row("ai", 0.25, model="laner", setting=setting),
            run_row("ai", 0.5, model="laner-no-context", setting=setting),
            run_row("music", 0.9, model="tagger", encoder="dapt", setting=setting),
            run_row("music", 0.9, model="tagger"),
        ]
    )
    assert ablation_table(results).splitlines() == [
        "| setting | encoder | model | music | ai | average |",
        "| --- | --- | --- | ---: | ---: | ---: |",
        "| source-then-target | plain | laner-no-context | -5.00 | +25.00 | +10.00 |",
        "| source-then-target | plain | tagger | +2.00 | – | – |",
    ]
    published = published_ablation_table(results, ["music", "ai"]).splitlines()
    assert "| source-then-target | none | plain | laner-no-context | -1.56 | -2.49 | -2.02 |" in published
    assert "| source-then-target | none | plain | tagger | -4.77 | -2.84 | -3.80 |" in published
    assert not [line for line in published if "no-background" in line]
    # The paper has the tagger's difference in direct too, where LANER was not run.
    assert not [line for line in published if "| direct |" in line]
    assert published_ablation_table(results, []) == ""
    assert ablation_table(summarise([run_row("music", 0.5)])) == ""


def test_the_development_split_chooses_the_best() -> None:
    rows = [run_row("music", 0.9, dev_f1=0.1), run_row("music", 0.4, dev_f1=0.5, model="laner")]
    rows.append(run_row("music", 1.0, dev_f1=1.0, few_shot=10))
    assert best_table(summarise(rows)).splitlines()[2:] == ["| music | direct | plain | laner | 50.00 | 40.00 |"]


def test_few_shot_numbers_grow_from_left_to_right() -> None:
    rows = [run_row("music", size / 100, few_shot=size) for size in (20, 10)] + [run_row("music", 0.5)]
    rows += [run_row("music", 0.6, setting="joint", few_shot=20), run_row("ai", 0.5, few_shot=40)]
    assert few_shot_table(summarise(rows), "music").splitlines() == [
        "| setting | encoder | model | 10 | 20 | all |",
        "| --- | --- | --- | ---: | ---: | ---: |",
        "| direct | plain | tagger | 10.00 | 20.00 | 50.00 |",
        "| joint | plain | tagger | – | 60.00 | – |",
    ]


def test_types_have_a_row_each() -> None:
    rows = [
        *score_rows(run_row("music", 0, seed=1), {"song": (0.5, 4), "band": (0.2, 2), "award": (0.0, 0)}),
        *score_rows(run_row("music", 0, seed=2), {"song": (0.7, 4), "band": (0.2, 2)}),
    ]
    means = type_means(rows)
    assert means == {"band": TypeMean(0.2, 2), "song": TypeMean(0.6, 4)}
    other = DIRECT._replace(encoder="dapt")
    assert type_table({DIRECT: means, other: {"song": TypeMean(0.5, 4)}}).splitlines() == [
        "| type | entities | direct<br>plain<br>tagger | direct<br>dapt<br>tagger |",
        "| --- | ---: | ---: | ---: |",
        "| band | 2 | 20.00 | – |",
        "| song | 4 | **60.00** | 50.00 |",
    ]
    assert type_means([]) == {}


def test_published_types_stand_only_where_they_were_published() -> None:
    assert published_type_table("music", ["direct", "joint"], ["song", "award", "band"]).splitlines() == [
        "| type | direct<br>plain<br>tagger | direct<br>dapt-integrated-span<br>tagger |",
        "| --- | ---: | ---: |",
        "| band | 71.65 | 83.03 |",
        "| song | 26.57 | 42.63 |",
    ]
    assert published_type_table("ai", ["direct"], ["person"]) == ""
    assert published_type_table("music", ["joint"], ["person"]) == ""
    assert published_type_table("music", ["direct"], ["award"]) == ""


def test_the_number_of_runs_is_named_where_seeds_are_missing() -> None:
    assert mean_cell(Mean(3, 0.5, 0.01, 0.5, 100), 3) == "50.00 ± 1.00"
    assert mean_cell(Mean(2, 0.5, 0.01, 0.5, 100), 3) == "50.00 ± 1.00 (2 runs)"
    assert mean_cell(Mean(1, 0.5, 0.0, 0.5, 100), 1) == "50.00"
    assert mean_cell(None, 3) == "–"
