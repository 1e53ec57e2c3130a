"""Tables of the type report with more categories than the ten that are counted as the commonest."""

from __future__ import annotations

from corpora.reports.types import type_report, types_doubt
from schemas.datasets.dataset import Counts, Manifest, Provenance
from schemas.labels import published_labels

LABELS = [label for label in published_labels() if label != "ENTITY"][:12]
COUNTS = {label: 10 * place for place, label in enumerate(LABELS, 1)}


def manifest(counts: Counts) -> Manifest:
    return Manifest("d", Provenance("i", "s", 1, "0", {}, []), "", 0, 0, 0, 0, counts, [])


def lines(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]


def test_the_commonest_ten_and_all_in_order() -> None:
    found = lines(type_report(manifest({}), manifest({"mentions": COUNTS}), manifest({}), {}))
    cells = {row[0]: row[1:] for row in found}
    assert cells["entities with a category"] == ["0", "780", "0"]
    # The two that are left out have 10 and 20.
    assert cells["of them in the 10 commonest"] == ["0 %", "96.2%", "0 %"]
    assert cells["without a category (ENTITY)"] == ["0", "0", "0"]
    assert [row[0] for row in found[-12:]] == LABELS[::-1]


def test_of_equally_frequent_categories_the_first_by_name_comes_first() -> None:
    counts = dict.fromkeys(LABELS, 5)
    found = lines(type_report(manifest({}), manifest({"mentions": counts}), manifest({}), {}))
    assert [row[0] for row in found[-12:]] == sorted(LABELS)


def test_flags_and_rules_stand_in_order_and_mentions_without_a_class_alone_are_shown() -> None:
    counts: Counts = {
        "flags of typed anchors": {"part": 1, "demonym": 2, "symbol": 3, "kind": 4},
        "flags of untyped anchors": {"phrase": 5, "common": 6},
        "propagated mentions without a class": {"title": 7, "acronym": 8, "surface": 9},
    }
    text = type_report(manifest(counts), manifest({}), manifest({}), {})
    shown = [row for row in lines(text) if row[0] in {"part", "demonym", "symbol", "kind", "phrase", "common"}]
    assert [row[0] for row in shown] == ["common", "demonym", "kind", "part", "phrase", "symbol"]
    assert [row for row in lines(text) if row[0] in {"title", "acronym", "surface"}] == [
        ["acronym", "0", "8"],
        ["surface", "0", "9"],
        ["title", "0", "7"],
    ]
    assert "0 mentions with a class beside 0 anchors" in text


def test_a_hundred_anchors_tell_something() -> None:
    assert types_doubt(manifest({"anchors": {"none": 100}})).startswith("0 of 100 anchors (0.0%) have a class")
    assert types_doubt(manifest({"anchors": {"none": 99}})) == ""
    assert types_doubt(manifest({"anchors": {"direct": 100}})) == ""
