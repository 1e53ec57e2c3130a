from __future__ import annotations

import pytest

from tests.support.training.evaluation_data import run_row, tags_row
from training.report.results import Combination, summarise
from training.report.run_sections import confusion_section, few_shot_section, sweep_section, tag_section

DIRECT = Combination("direct", "plain", "tagger")


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
    predictions = {target: (DIRECT, [tags_row(tags, "B-musicalartist O O")])}
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
    section = tag_section({target: (DIRECT, [tags_row(tags, tags)])}, sized)
    assert len(section.blocks) == 5 + 2 * shown
    if shown:
        head, *lines = section.blocks[-1].splitlines()
        assert head == section.blocks[3].splitlines()[0]
        assert lines[6] == "| I-location | 64 | 5 | 10 | 134 |"
        assert lines[11] == "| accuracy |  |  | 81 | 10,919 |"


def test_confusions_are_of_the_entities_that_are_scored() -> None:
    predictions = {"ai": (DIRECT, [tags_row("B-task O O", "I-task O B-task")])}
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
