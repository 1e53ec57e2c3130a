from __future__ import annotations

import pytest

from schemas.datasets.dataset import Manifest, Provenance
from tests.support.training.evaluation_data import run_row
from tests.training.report.test_confusion import row
from training.report.results import Combination, TypeMean, summarise
from training.report.run_sections import (
    Benchmark,
    comparable,
    confusion_section,
    few_shot_section,
    of_published_size,
    other_parameters,
    overview,
    shared_parameters,
    sweep_section,
    tag_section,
)

DIRECT = Combination("direct", "plain", "tagger")


@pytest.mark.parametrize(
    ("name", "sentences", "types", "note"),
    [
        ("music", 465, 13, ""),
        ("music", 465, 0, ""),
        ("music", None, 13, ""),
        ("music", None, 4, "465 sentences and 13 types, this one has 4 types"),
        ("music", 465, 4, "465 sentences and 13 types, this one has 465 sentences and 4 types"),
        ("music", 464, 13, "465 sentences and 13 types, this one has 464 sentences and 13 types"),
        ("music", 466, 13, "465 sentences and 13 types, this one has 466 sentences and 13 types"),
        ("ai", 431, 14, ""),
        ("finance", 303, 4, ""),
        ("finance", 305, 4, ""),
        ("finance", 306, 4, "303 to 305 sentences and 4 types, this one has 306 sentences and 4 types"),
        ("twitter", 1450, 4, ""),
        ("twitter", 1549, 4, ""),
        ("twitter", 1449, 4, "1,450 to 1,549 sentences and 4 types, this one has 1,449 sentences and 4 types"),
        ("twitter", 1550, 4, "1,450 to 1,549 sentences and 4 types, this one has 1,550 sentences and 4 types"),
        ("bionlp13pc", 1650, 9, ""),
        ("bionlp13pc", 40, 9, "1,650 to 1,749 sentences, this one has 40 sentences and 9 types"),
    ],
)
def test_published_figures_need_the_published_test_split(
    name: str, sentences: int | None, types: int, note: str
) -> None:
    scores = {name: {DIRECT: {f"type{number}": TypeMean(0.5, 1) for number in range(types)}}}
    benchmarks = [] if sentences is None else [Benchmark(name, {"test": sentences}, {}, types, {})]
    targets, notes = comparable(scores, benchmarks)
    assert targets == ([] if note else [name])
    shown = f"No published figures are shown for {name}: the papers' test split has {note}."
    assert notes == ([shown] if note else [])


def test_other_targets_have_no_published_figures_and_no_note() -> None:
    assert comparable({"films": {DIRECT: {"film": TypeMean(0.5, 1)}}}, []) == ([], [])


def test_strict_scores_have_no_published_figures_beside_them() -> None:
    scores = {name: {DIRECT: {"film": TypeMean(0.5, 1)}} for name in ("twitter", "bionlp13pc", "films")}
    assert comparable(scores, [], strict=True) == (
        [],
        [
            "No published figures are shown: the papers' are of seqeval's default mode, the scores here of its strict "
            "mode (`strict`)."
        ],
    )
    assert comparable({"films": scores["films"]}, [], strict=True) == ([], [])


def test_parameters_that_differ_are_told_with_whose_they_are() -> None:
    def of(target: str, model: str, rate: float) -> Manifest:
        parameters = {"target": target, "encoder": "plain", "model": model, "learning_rate": rate, "epochs": 3}
        return Manifest("ner_runs", Provenance("0" * 64, "ner_runs", 1, "0", parameters, []), "", 1, 1, 1, 0, {}, [])

    manifests = [of("ai", "tagger", 5e-5), of("ai", "bilstm", 1e-3), of("music", "tagger", 5e-5)]
    without = ("target", "encoder", "model")
    assert shared_parameters(manifests, without) == {"epochs": 3}
    others = other_parameters(manifests, without)
    assert others == [
        ("learning_rate", 5e-5, ["ai tagger", "music tagger"]),
        ("learning_rate", 1e-3, ["ai bilstm"]),
    ]
    row = {"setting": "direct", "few_shot": 0, "seed": 1, "encoder": "plain", "f1": 0.5, "dev_f1": 0.5}
    runs = summarise([row | {"target": "ai", "model": "tagger", "sentences": 9, "seconds": 1.0}])
    assert "| `learning_rate` | `5e-05` | ai tagger; music tagger |" in overview(runs, {}, others).markdown()


@pytest.mark.parametrize(
    ("target", "comparable_targets", "tags", "told"),
    [
        ("music", ["ai", "music"], "B-person B-person O", ["50.00"]),
        ("music", ["ai"], "B-person B-person O", []),
        ("ai", ["ai", "music"], "B-person B-person O", []),
        ("music", ["music"], "B-song B-song O", []),
    ],
)
def test_persons_taken_for_musical_artists_stand_beside_the_published_share(
    target: str, comparable_targets: list[str], tags: str, told: list[str]
) -> None:
    predictions = {target: (DIRECT, [row(tags, "B-musicalartist O O")])}
    section = confusion_section(predictions, comparable_targets)
    assert [block for block in section.blocks if "musical artists" in block] == [
        f"{share} % of the persons were taken for musical artists; published for CrossNER's best model: 84.81 %."
        for share in told
    ]


MERGED = "B-person I-person B-misc I-misc B-location I-location B-organisation I-organisation O"


@pytest.mark.parametrize(
    ("target", "sized", "tags", "shown"),
    [
        ("ai", ["ai"], MERGED, True),
        ("ai", [], MERGED, False),
        ("music", ["music"], MERGED, False),
        ("ai", ["ai"], f"{MERGED} B-task", False),
        ("ai", ["ai"], "B-person B-misc B-location", False),
    ],
)
def test_the_student_reports_tags_stand_beside_those_of_its_target_with_its_types(
    target: str, sized: list[str], tags: str, shown: bool
) -> None:
    section = tag_section({target: (DIRECT, [row(tags, tags)])}, sized)
    assert len(section.blocks) == 5 + 2 * shown
    if shown:
        head, *lines = section.blocks[-1].splitlines()
        assert head == section.blocks[3].splitlines()[0]
        assert lines[6] == "| I-location | 64 | 5 | 10 | 134 |"
        assert lines[11] == "| accuracy |  |  | 81 | 10,919 |"


def test_targets_of_the_published_size_may_have_other_types() -> None:
    benchmarks = [Benchmark(name, {"test": size}, {}, 4, {}) for name, size in (("ai", 431), ("music", 464))]
    assert of_published_size(["ai", "music", "law", "politics"], benchmarks) == ["ai", "politics"]


def test_confusions_are_of_the_entities_that_are_scored() -> None:
    predictions = {"ai": (DIRECT, [row("B-task O O", "I-task O B-task")])}
    default, strict = ([*confusion_section(predictions, [], strict).blocks] for strict in (False, True))
    assert [default[2], strict[2]] == [
        f"By direct, plain, tagger. 1 of its {number} predicted entities overlap no entity of the benchmark."
        for number in (2, 1)
    ]


def test_one_number_of_sentences_alone_has_a_table_and_no_curve() -> None:
    alone = few_shot_section(summarise([run_row("music", 0.5, few_shot=10)]))
    assert alone.pictures == {}
    assert [*alone.blocks] == [
        "F1 by the number of target sentences trained on.",
        "### music",
        "| setting | encoder | model | 10 | all |\n| --- | --- | --- | ---: | ---: |\n"
        "| direct | plain | tagger | 50.00 | – |",
    ]
    rows = [run_row("music", 0.5, few_shot=10), run_row("ai", 0.5, few_shot=10), run_row("ai", 0.6)]
    both = few_shot_section(summarise(rows))
    assert [*both.pictures] == ["few-shot-ai.svg"]
    assert [block for block in both.blocks if block.startswith("!")] == [
        "![F1 on ai by target sentences](few-shot-ai.svg)"
    ]


def test_a_band_is_told_of_where_there_are_several_seeds() -> None:
    band = "; the band is one standard deviation wide on each side."
    for seeds, ending in ((1, "."), (2, band)):
        rows = [
            run_row("ai", 0.5, few_shot=few_shot, model=model, encoder=encoder, seed=seed)
            for seed in range(seeds)
            for few_shot, model, encoder in ((10, "laner", "plain"), (0, "laner", "plain"), (0, "laner-d16", "plain"))
        ]
        few_shot, sweep = (section(summarise(rows)) for section in (few_shot_section, sweep_section))
        assert few_shot.blocks[0] == f"F1 by the number of target sentences trained on{ending}"
        assert sweep.blocks[0] == f"With all target sentences{ending}"
