from __future__ import annotations

import pytest

from corpora.reports.types import type_report, types_doubt
from schemas.datasets.dataset import Counts, Manifest, Provenance

PROVENANCE = Provenance("i", "s", 1, "0", {}, [])
CATEGORIES = {"City": "city", "Capital": "city", "Film": "film", "Agent": "ENTITY"}


def manifest(counts: Counts) -> Manifest:
    return Manifest("d", PROVENANCE, "", 0, 0, 0, 0, counts, [])


TYPED: Counts = {
    "anchors": {"direct": 50, "redirect": 10, "none": 40},
    "flags of typed anchors": {"kind": 5, "demonym": 10},
    "flags of untyped anchors": {"lower-case": 20},
    "mentions": {"City": 30, "Capital": 10, "Film": 15, "Agent": 5, "ENTITY": 40},
}
FILTERED = manifest({"mentions": {"city": 35, "ENTITY": 30}})
BALANCED = manifest({"mentions": {"city": 1700, "ENTITY": 30}})


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables by their first cell."""
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    return {row[0]: row[1:] for row in cells}


def test_shares_flags_and_categories() -> None:
    text = type_report(manifest(TYPED), FILTERED, BALANCED, CATEGORIES)
    found = rows(text)
    assert found["anchors"] == ["100", ""]
    assert found["with a class"] == ["60 (60.0%)", "63.64%"]
    assert found["with a class, of those that no rule but kind calls noise"] == ["50 (71.4%)", ""]
    assert found["kind"] == ["5", "0"]
    assert found["lower-case"] == ["0", "20"]
    assert found["categories reached, of 314 beside ENTITY"] == ["2", "1", "1"]
    assert found["entities with a category"] == ["55", "35", "1,700"]
    assert found["without a category (ENTITY)"] == ["45", "30", "30"]
    assert found["city"] == ["40", "35", "1,700"]
    assert found["film"] == ["15", "0", "0"]
    assert "person" not in found
    assert "`propagate = off`" in text


@pytest.mark.parametrize(
    ("anchors", "doubt"),
    [
        ({"direct": 50, "none": 950}, ""),
        (
            {"direct": 48, "redirect": 1, "none": 951},
            "49 of 1,000 anchors (4.9%) have a class, hardly any: the types may be of another language than the dump, "
            "or much older; docs/how-to/choose-types.md says where types come from",
        ),
        # Too few to tell.
        ({"none": 99}, ""),
        ({}, ""),
    ],
)
def test_types_are_in_doubt_where_almost_no_anchor_has_one(anchors: dict[str, int], doubt: str) -> None:
    assert types_doubt(manifest({"anchors": anchors} if anchors else {})) == doubt


def test_propagated_mentions() -> None:
    counts = {**TYPED, "propagated mentions with a class": {"title": 6, "surface": 24}}
    counts["propagated mentions without a class"] = {"surface": 7}
    text = type_report(manifest(counts), FILTERED, BALANCED, CATEGORIES)
    assert rows(text)["surface"] == ["24", "7"]
    assert rows(text)["title"] == ["6", "0"]
    assert "30 mentions with a class beside 60 anchors: 50.0% more." in text


def test_a_build_without_anchors() -> None:
    text = type_report(manifest({}), manifest({}), manifest({}), CATEGORIES)
    assert rows(text)["with a class"] == ["0 (0 %)", "63.64%"]
