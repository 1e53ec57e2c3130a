from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from schemas.model_options import ModelOptions
from tests.support.paths import SHARED
from training.report.published import (
    ADDED,
    CROSSNER,
    DISTANCES,
    ENCODERS,
    MIT,
    OTHER_SYSTEMS,
    OTHERS,
    PERSON_AS_ARTIST,
    PUBLISHED,
    PUBLISHED_COLUMNS,
    PUBLISHED_TYPES,
    STUDENT_TAGS,
    TEST_SPLITS,
    Published,
)


def average(row: Published) -> float:
    """Of CrossNER's targets."""
    return sum(row.f1[target] for target in CROSSNER) / 5


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
        assert [average(each) for each in rows] == pytest.approx(averages, abs=0.011)
    # The paper prints 67.93 for laner-no-context without DAPT, which its own five figures do not give.
    laner = {
        "tagger-crf": [66.55, 70.21],
        "laner": [68.74, 72.31],
        "laner-no-context": [68.01, 71.89],
        "laner-no-background": [67.21, 70.88],
    }
    for model, averages in laner.items():
        rows = [each for each in PUBLISHED if (each.setting, each.model) == ("source-then-target", model)]
        assert [average(each) for each in rows] == pytest.approx(averages, abs=0.011)
    assert [
        average(each)
        for each in PUBLISHED
        if (each.source, each.setting) == ("CrossNER", "joint") and each.model in ("bilstm-crf", "coach", "crosslm-crf")
    ] == pytest.approx([42.36, 47.59, 44.21, 51.75, 61.92], abs=0.011)


PAPERS = SHARED / "papers"


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers lie beside the checkout: shared/papers")
def test_published_figures_are_those_of_the_papers() -> None:
    """The figures of a row stand one after the other in a paper, for each group of targets that it averages."""
    printed = [
        [float(figure) for figure in re.findall(r"\b\d\d\.\d+", path.read_text("utf-8"))]
        for path in sorted(PAPERS.glob("*.txt"))
    ]
    missing = []
    for row in PUBLISHED:
        for group in (CROSSNER, MIT, OTHERS):
            wanted = [row.f1[target] for target in group if target in row.f1]
            if not any(
                figures[start : start + len(wanted)] == wanted for figures in printed for start in range(len(figures))
            ):
                missing.append((row.source, row.table, row.model, wanted))
    assert missing == []


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.])", text)]


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers lie beside the checkout: shared/papers")
def test_what_is_published_beside_scores_of_targets_is_printed_in_the_papers() -> None:
    crossner, student = ((PAPERS / f"{name}.txt").read_text("utf-8") for name in ("crossner", "student-report"))
    lines = [numbers(line) for line in crossner.splitlines()]
    # Table 3 has lines of as many numbers, and shares of the domain level, which is 1.
    wide = [line for line in lines if len(line) == len(PUBLISHED_COLUMNS) and min(line) > 1]
    assert [[*scores] for scores in PUBLISHED_TYPES.values()] == wide
    assert f'{PERSON_AS_ARTIST}% of "person" entities' in crossner
    for dataset, distance in DISTANCES["ai"].items():
        assert f"{dataset} ({distance})" in student
    assert {50.0, 59.0, 68.6, 4.4, 6.0} == {*numbers(ADDED["ai"].replace("F1", ""))}
    assert "gives us an f1-score of 0.59. In other words an improvement of 68.6%" in student
    printed = [line.split() for line in student.splitlines()]
    for tag, row in STUDENT_TAGS.items():
        name = {"O": "0", "macro average": "macro avg", "weighted average": "weighted avg"}.get(tag, tag)
        cells = [str(cell) if isinstance(cell, int) else f"{cell:.2f}" for cell in row if cell is not None]
        assert [*name.split(), *cells] in printed


def test_the_classification_report_of_the_student_report_is_consistent() -> None:
    tags = {tag: row for tag, row in STUDENT_TAGS.items() if tag[1:] in ("", ".person") or "-" in tag}
    words = sum(row[3] for row in tags.values())
    assert {row[3] for tag, row in STUDENT_TAGS.items() if tag not in tags} == {words}
    for name, weights in (("macro", [1] * len(tags)), ("weighted", [row[3] for row in tags.values()])):
        for column in range(3):
            shares = [row[column] or 0 for row in tags.values()]
            mean = sum(share * weight for share, weight in zip(shares, weights, strict=True)) / sum(weights)
            assert STUDENT_TAGS[f"{name} average"][column] == pytest.approx(mean, abs=0.01)


def test_the_words_of_the_student_report_are_those_of_the_development_split(crossner: Path) -> None:
    from_types = {"researcher": "person", "country": "location"}
    from_types |= dict.fromkeys(("university", "conference"), "organisation")
    kept = {"person", "location", "organisation"}
    words = Counter(
        line.rpartition("\t")[2]
        for line in (crossner / "ai" / "dev.txt").read_text("utf-8").splitlines()
        if line.strip()
    )
    merged: Counter[str] = Counter()
    for tag, number in words.items():
        name = from_types.get(tag[2:], tag[2:])
        merged[tag if tag == "O" else tag[:2] + (name if name in kept else "misc")] += number
    universities = words["I-university"]
    assert universities == 89
    merged += Counter({"I-location": universities})
    merged -= Counter({"I-organisation": universities})
    assert merged == {tag: row[3] for tag, row in STUDENT_TAGS.items() if row[3] and (tag == "O" or "-" in tag)}


def test_published_rows_can_be_told_apart() -> None:
    keys = [(each.source, each.setting, each.model, each.pretraining) for each in PUBLISHED]
    assert len(set(keys)) == len(keys)
    assert {len(scores) for scores in PUBLISHED_TYPES.values()} == {len(PUBLISHED_COLUMNS)}


def test_encoders_have_our_names_where_we_have_such() -> None:
    named = {each.pretraining: ENCODERS.get(each.pretraining, "") for each in PUBLISHED}
    assert named["none"] == "plain"
    assert named["DAPT, token-level masking, domain corpus"] == "dapt-domain-token"
    assert named["DAPT, span-level masking, integrated corpus"] == "dapt-integrated-span"
    assert named["NER-BERT, 212 types"] == "ner-bert-212"
    assert {words for words, name in named.items() if not name} == {
        "language modelling",
        "language modelling, domain corpus",
        "no BERT: contextual string embeddings",
        "not said",
    }


def test_published_figures_stand_under_their_target() -> None:
    assert PUBLISHED[0].f1 == {"politics": 66.56, "science": 63.73, "music": 66.59, "literature": 59.95, "ai": 50.37}
    assert {target for each in PUBLISHED for target in each.f1} == TEST_SPLITS.keys()


def test_a_system_that_is_none_of_ours_is_named_with_its_paper() -> None:
    for each in PUBLISHED:
        if each in OTHER_SYSTEMS:
            assert each.model.endswith(")")
        else:
            assert str(ModelOptions.parse(each.model)) == each.model


def test_the_averages_of_rows_without_a_setting_are_those_that_are_printed() -> None:
    assert [average(each) for each in OTHER_SYSTEMS] == pytest.approx([62.73], abs=0.011)
    [bartner] = [each for each in PUBLISHED if each.model == "bartner"]
    assert average(bartner._replace(f1={name: bartner.f1[name] for name in CROSSNER})) == pytest.approx(
        62.46, abs=0.011
    )
    multicell = [each for each in PUBLISHED if each.model == "multicell-crf" and {*CROSSNER} <= each.f1.keys()]
    assert [average(each) for each in multicell] == pytest.approx([66.55, 68.71], abs=0.011)
    # NER-BERT's averages are over all eleven.
    whole = {(each.setting, each.pretraining): sum(each.f1.values()) / 11 for each in PUBLISHED if len(each.f1) == 11}
    assert whole == pytest.approx(
        {
            **{
                ("direct", f"NER-BERT, {types} types"): mean for types, mean in ((4, 72.83), (212, 74.60), (315, 75.06))
            },
            **{
                ("source-then-target", f"NER-BERT, {types} types"): mean
                for types, mean in ((4, 74.14), (212, 76.04), (315, 76.49))
            },
        },
        abs=0.011,
    )
