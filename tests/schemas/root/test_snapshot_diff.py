"""What differs between two snapshots, and what of it looks wrong."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from schemas.datasets.dataset import Counts, Manifest, Provenance
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import current_snapshot, make_current, make_snapshot_current
from schemas.root.snapshot_diff import (
    OF_EVERY_BUILD,
    Change,
    Limits,
    LooksWrongError,
    check,
    compare,
    current_manifests,
    describe,
    wrong_alone,
)

LIMITS = Limits(rows=0.1, categories=0.05, types=0.05, rejects=0.005, unaccounted=0.005)


def write(
    root: Path,
    address: str,
    rows: int,
    counts: Counts | None = None,
    *,
    seen: int = 1000,
    rejected: int = 0,
    build: str = "00000001",
) -> None:
    """A dataset with no more than a manifest, the current one of `<snapshot>/<dataset>/<keys>`."""
    provenance = Provenance(build + "0" * 56, address.split("/")[1], 1, "0.1", {}, [])
    manifest = Manifest(address.split("/")[1], provenance, "", rows, 1, seen, rejected, counts or {}, [])
    location = f"{root}/{address}/build={build}"
    storage.write_json(f"{location}/_manifest.json", asdict(manifest))
    make_current(location)


def changes(root: Path) -> dict[tuple[str, str], tuple[Any, ...]]:
    found = compare(str(root), "wiki-1", "wiki-2", LIMITS)
    return {(each.dataset, each.what): (each.before, each.after, each.change, each.is_wrong) for each in found}


@pytest.mark.parametrize(
    ("before", "after", "change", "wrong"),
    [
        (1000, 1000, 0.0, False),
        (1000, 900, -0.1, False),
        (1000, 899, -0.101, True),
        (1000, 1100, 0.1, False),
        (1000, 1101, 0.101, True),
        (1000, 0, -1.0, True),
        # Few rows change by chance alone.
        (99, 10, -89 / 99, False),
        (100, 10, -0.9, True),
        (0, 10, 1.0, False),
        (0, 0, 0.0, False),
    ],
)
def test_rows_may_change_by_a_share(tmp_path: Path, before: int, after: int, change: float, wrong: bool) -> None:
    write(tmp_path, "wiki-1/punkt", before)
    write(tmp_path, "wiki-2/punkt", after)
    assert changes(tmp_path) == {("punkt", "rows"): (str(f"{before:,}"), f"{after:,}", pytest.approx(change), wrong)}


def test_what_is_not_judged_is_shown_without_a_limit(tmp_path: Path) -> None:
    """A change of more than the limit that is not marked would look like an error of the table."""
    counts = [{"titles by class": {"City": 50, "Town": number}} for number in (0, 40)]
    for snapshot, rows, counted in zip(("wiki-1", "wiki-2"), (50, 90), counts, strict=True):
        write(tmp_path, f"{snapshot}/type_index", rows, counted, seen=rows, rejected=rows // 10)
    found = compare(str(tmp_path), "wiki-1", "wiki-2", LIMITS)
    assert {each.what: each.limit for each in found} == {"rows": None, "rejected records": None, "categories": None}


def test_a_dataset_of_every_build_that_is_missing_is_wrong_and_a_new_one_is_not(tmp_path: Path) -> None:
    write(tmp_path, "wiki-1/ner_corpus/label_set=4", 1)
    write(tmp_path, "wiki-2/hub_dataset", 1)
    assert changes(tmp_path) == {
        ("hub_dataset", "dataset"): ("none", "new", None, False),
        ("ner_corpus/label_set=4", "dataset"): ("there", "missing", None, True),
    }


def test_what_was_built_on_request_does_not_hold_back_a_snapshot_without_it(tmp_path: Path) -> None:
    for name in ("ner_corpus/label_set=315", "ner_corpus/label_set=music", "hub_dataset", "dapt_text", "punkt"):
        write(tmp_path, f"wiki-1/{name}", 1)
    write(tmp_path, "wiki-2/ner_corpus/label_set=315", 1)
    found = changes(tmp_path)
    missing = ("dapt_text", "hub_dataset", "ner_corpus/label_set=music", "punkt")
    assert {each: found[each, "dataset"] for each in missing} == dict.fromkeys(
        missing, ("there", "missing", None, False)
    )
    assert not any(is_wrong for *_, is_wrong in found.values())
    assert [dataset for dataset, _ in found] == [
        *("dapt_text", "hub_dataset", "ner_corpus/label_set=315"),
        *("ner_corpus/label_set=315", "ner_corpus/label_set=music", "punkt"),
    ]


def test_rejects_models_and_reports_are_not_compared(tmp_path: Path) -> None:
    write(tmp_path, "wiki-1/punkt", 1000)
    write(tmp_path, "wiki-2/punkt", 1000)
    for name in ("rejects/step=punkt", "ner_runs", "ner_bert", "_input/a", "other"):
        write(tmp_path, f"wiki-1/{name}", 1000)
    assert [dataset for dataset, _ in changes(tmp_path)] == ["punkt"]


@pytest.mark.parametrize(("moved", "wrong"), [(50, False), (51, True)])
def test_categories_may_move_by_a_share(tmp_path: Path, moved: int, wrong: bool) -> None:
    write(tmp_path, "wiki-1/type_index", 1000, {"titles by class": {"City": 500, "Person": 500}})
    write(tmp_path, "wiki-2/type_index", 1000, {"titles by class": {"City": 500 - moved, "Person": 500, "Town": moved}})
    assert changes(tmp_path)["type_index", "categories"] == ("2", "3", pytest.approx(moved / 1000), wrong)


@pytest.mark.parametrize(
    ("dataset", "group"),
    [
        ("type_index", "titles by class"),
        ("typed_sentences", "mentions"),
        ("filtered_sentences", "mentions"),
        ("ner_corpus", "mentions"),
        ("sentences", None),
    ],
)
def test_each_dataset_with_categories_has_its_own_counts_of_them(
    dataset: str, group: str | None, tmp_path: Path
) -> None:
    for name, label in (("wiki-1", "City"), ("wiki-2", "Town")):
        counts: Counts = {each: {label: 100} for each in ("titles by class", "mentions") if each == (group or each)}
        write(tmp_path, f"{name}/{dataset}", 1000, counts)
    found = changes(tmp_path).get((dataset, "categories"))
    assert found == (("1", "1", 1.0, True) if group else None)


def test_categories_are_compared_by_their_shares(tmp_path: Path) -> None:
    write(tmp_path, "wiki-1/type_index", 1000, {"titles by class": {"City": 500, "Person": 500}})
    write(tmp_path, "wiki-2/type_index", 1050, {"titles by class": {"City": 1000, "Person": 1000}})
    assert changes(tmp_path)["type_index", "categories"] == ("2", "2", 0.0, False)


@pytest.mark.parametrize(("typed", "wrong"), [(550, False), (551, True), (450, False), (449, True)])
def test_the_share_of_links_with_a_type_may_change_either_way(tmp_path: Path, typed: int, wrong: bool) -> None:
    for name, direct in (("wiki-1", 480), ("wiki-2", typed - 20)):
        anchors = {"direct": direct, "redirect": 20, "none": 980 - direct}
        write(tmp_path, f"{name}/typed_sentences", 1000, {"anchors": anchors})
    found = changes(tmp_path)["typed_sentences", "links with a type"]
    assert found == ("50.00%", f"{typed / 1000:.2%}", pytest.approx(typed / 1000 - 0.5), wrong)


@pytest.mark.parametrize(("rejected", "wrong"), [(15, False), (16, True), (0, False)])
def test_more_rejects_are_wrong_and_fewer_are_not(tmp_path: Path, rejected: int, wrong: bool) -> None:
    write(tmp_path, "wiki-1/punkt", 1000, rejected=10)
    write(tmp_path, "wiki-2/punkt", 1000, rejected=rejected)
    found = changes(tmp_path)["punkt", "rejected records"]
    assert found == ("1.00%", f"{rejected / 1000:.2%}", pytest.approx((rejected - 10) / 1000), wrong)


@pytest.mark.parametrize(("seen", "wrong"), [(99, False), (100, True)])
def test_shares_of_few_records_are_told_and_not_judged(tmp_path: Path, seen: int, wrong: bool) -> None:
    for snapshots, figures in (
        (("wiki-1", "wiki-2"), ("0.00%", "100.00%", 1.0, wrong)),
        (("wiki-2", "wiki-1"), ("100.00%", "0.00%", -1.0, wrong)),
    ):
        for name, number in zip(snapshots, (0, seen), strict=True):
            anchors = {"direct": number}
            write(tmp_path, f"{name}/typed_sentences", 1000, {"anchors": anchors}, seen=number, rejected=number)
        found = changes(tmp_path)
        assert found["typed_sentences", "links with a type"] == figures
        # Fewer rejects are right.
        assert found["typed_sentences", "rejected records"] == (*figures[:3], wrong and figures[2] > 0)


@pytest.mark.parametrize(
    ("before", "after", "moved", "wrong"),
    [(99, 99, 1.0, False), (100, 1, 1.0, True), (100, 0, 0.5, True), (0, 100, 0.5, False)],
)
def test_categories_of_few_are_told_and_not_judged(
    tmp_path: Path, before: int, after: int, moved: float, wrong: bool
) -> None:
    for name, counts in (("wiki-1", {"City": before}), ("wiki-2", {"Town": after})):
        write(tmp_path, f"{name}/type_index", 1000, {"titles by class": counts})
    assert changes(tmp_path)["type_index", "categories"] == ("1", "1", moved, wrong)


@pytest.mark.parametrize(("missing", "wrong"), [(5, False), (6, True)])
def test_pages_that_were_not_read_are_judged_by_their_share(tmp_path: Path, missing: int, wrong: bool) -> None:
    for name, number in (("wiki-1", 0), ("wiki-2", missing)):
        counts = {"in the table": 1000, "missing": number - number // 2, "unexpected": number // 2}
        write(tmp_path, f"{name}/unaccounted_pages", number, {"pages": counts})
    assert changes(tmp_path) == {
        ("unaccounted_pages", "unaccounted pages"): ("0.00%", f"{missing / 1000:.2%}", missing / 1000, wrong)
    }


def test_current_builds_are_compared(tmp_path: Path) -> None:
    write(tmp_path, "wiki-1/punkt", 1000)
    write(tmp_path, "wiki-2/punkt", 1000, build="00000002")
    write(tmp_path, "wiki-2/punkt", 10)
    assert changes(tmp_path)["punkt", "rows"][1] == "10"
    make_current(f"{tmp_path}/wiki-2/punkt/build=00000002")
    assert changes(tmp_path)["punkt", "rows"][1] == "1,000"
    Path(tmp_path, "wiki-2/punkt/_current.json").unlink()
    with pytest.raises(InputError, match=r"/wiki-2/punkt: nothing says which build is current"):
        changes(tmp_path)


def test_a_build_that_was_not_finished_is_no_dataset(tmp_path: Path) -> None:
    for snapshot in ("wiki-1", "wiki-2"):
        write(tmp_path, f"{snapshot}/punkt", 1000)
    half = tmp_path / "wiki-2" / "hub_dataset" / "profile=paper" / "build=00000003"
    half.mkdir(parents=True)
    (half / "part-00000.parquet").touch()
    assert {dataset for dataset, _ in changes(tmp_path)} == {"punkt"}


def test_a_snapshot_that_is_not_there_is_named(tmp_path: Path) -> None:
    write(tmp_path, "wiki-1/punkt", 1000)
    with pytest.raises(InputError, match=r": no datasets of a snapshot 'wiki-2'; `wiki-ner builds`"):
        changes(tmp_path)


def test_a_snapshot_is_judged_alone(tmp_path: Path) -> None:
    for name in ("sentences", "type_index", "typed_sentences", "filtered_sentences/label_set=315"):
        write(tmp_path, f"wiki-1/{name}", 1000, {"anchors": {"direct": 1, "none": 999}})
    for label_set, rows in (("315", 1000), ("music", 0)):
        write(tmp_path, f"wiki-1/ner_corpus/label_set={label_set}", rows, seen=1000, rejected=10)
    write(tmp_path, "wiki-1/unaccounted_pages", 0)

    def wrong() -> list[str]:
        return wrong_alone(current_manifests(str(tmp_path), "wiki-1"), 0.01)

    assert wrong() == []
    write(tmp_path, "wiki-1/ner_corpus/label_set=315", 0, seen=1000, rejected=11)
    write(tmp_path, "wiki-1/typed_sentences", 1000, {"anchors": {"none": 100}}, seen=99, rejected=99)
    (tmp_path / "wiki-1/sentences/build=00000001/_manifest.json").unlink()
    rejected = (
        "11 of 1,000 records were rejected, more than the 1.00% of max_reject_share in [Build]; where a file of "
        "settings allows more, name it with --settings"
    )
    assert wrong() == [
        "sentences: there is none",
        "ner_corpus: has no rows",
        f"ner_corpus/label_set=315: {rejected}",
        "typed_sentences: none of 100 links has a type",
    ]
    write(tmp_path, "wiki-1/typed_sentences", 1000, {"anchors": {"none": 99}})
    assert len(wrong()) == 3


@pytest.mark.parametrize(("seen", "wrong"), [(99, 0), (100, 1)])
def test_a_snapshot_alone_is_not_judged_by_the_rejects_of_few(seen: int, wrong: int, tmp_path: Path) -> None:
    for name in OF_EVERY_BUILD:
        write(tmp_path, f"wiki-1/{name}", 1)
    write(tmp_path, "wiki-1/punkt", 1, seen=seen, rejected=seen)
    assert len(wrong_alone(current_manifests(str(tmp_path), "wiki-1"), 0.5)) == wrong


def test_what_is_wrong_is_marked_and_told() -> None:
    good = Change("punkt", "rows", "1,000", "990", -0.01, 0.1, False)
    bad = [Change(f"d{n}", "rows", "1,000", "1", -0.999, 0.1, True) for n in range(4)]
    missing = Change("punkt", "dataset", "there", "missing", None, None, False)
    assert describe([good, bad[0], missing]).splitlines() == [
        "       dataset  figure   before    after   change   limit",
        "       punkt    rows      1,000      990   -1.00%  10.00%",
        "WRONG  d0       rows      1,000        1  -99.90%  10.00%",
        "       punkt    dataset   there  missing",
    ]
    check("wiki-1", "wiki-2", [good])
    with pytest.raises(LooksWrongError, match=r": rows of d0, rows of d1, rows of d2\. Look at"):
        check("wiki-1", "wiki-2", bad[:3])
    told = r"^wiki-2 looks wrong beside wiki-1: rows of d0, rows of d1, rows of d2 and 1 more\. Look at the "
    told += r"reports of both; if it is meant, `wiki-ner promote wiki-2 --anyway` promotes it"
    with pytest.raises(LooksWrongError, match=told):
        check("wiki-1", "wiki-2", [good, *bad])
    with pytest.raises(LooksWrongError, match=r"rows of d0, rows of d1, rows of d2 and 1,001 more\. Look"):
        check("wiki-1", "wiki-2", bad * 251)


def test_a_snapshot_is_current_where_somebody_has_said_so(place: str) -> None:
    assert current_snapshot(place) is None
    make_snapshot_current(place, "wiki-1")
    make_snapshot_current(place, "wiki-2")
    assert current_snapshot(place) == "wiki-2"
    for text in ("[]", "{}", '{"snapshot": "a/b"}', '{"snapshot": 1}'):
        storage.write_text(f"{place}/_current.json", text)
        with pytest.raises(InputError, match="names no snapshot; delete it"):
            current_snapshot(place)
