from __future__ import annotations

import functools
import tempfile
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora.filters import FilterRules, drop_reason, filter_rules, kept_label
from corpora.paired_parts import PartPair
from corpora.steps.filtered_sentences import Filters, GazetteerNames, label_counts, write_filtered_sentences
from schemas.datasets.shards import Shard
from tests.support.dapt_data import build_gazetteer, write_dataset
from tests.support.ner_data import LABELS, ROWS, Given, run_part, write_part


def test_classes_are_counted_by_their_label() -> None:
    assert label_counts({"City": 3, "Town": 2, "ENTITY": 4, "Moon": 1}, LABELS) == {"city": 5, "ENTITY": 5}


@pytest.mark.parametrize("keep", [True, False])
def test_scarce_categories_become_entity_and_drops_sentences_by_reason(tmp_path: Path, keep: bool) -> None:
    part = write_part(tmp_path / "part.parquet", "typed_sentences", ROWS)
    rules = filter_rules({"city": 3, "person": 2, "vein": 1, "ENTITY": 1}, seed=0, min_mentions=2)
    descriptor, folder = run_part(
        tmp_path,
        "filtered_sentences",
        part,
        lambda payload, shard: write_filtered_sentences(
            payload, shard, filters=Filters(LABELS, rules), keep_filtered=keep
        ),
    )
    rows = pq.read_table(folder / "filtered_sentences").to_pylist()
    assert [(row["sentence"], [mention["type"] for mention in row["mentions"]]) for row in rows] == [
        (0, ["Person", "City"]),
        (1, ["Town"]),
        (2, ["ENTITY", "City"]),
    ]
    assert descriptor.counts == {
        "mentions": {"ENTITY": 1, "city": 3, "person": 1},
        "scarce": {"vein": 1},
        "sentences": {"kept": 3, "only-ENTITY": 1},
        "sentences_with": {"ENTITY": 1, "city": 3, "person": 1},
    }
    assert (descriptor.seen, descriptor.rejected) == (4, 0)
    if keep:
        (reject,) = pq.read_table(folder / "rejects").to_pylist()
        assert (reject["step"], reject["reason"], reject["text"]) == ("filtered_sentences", "only-ENTITY", "A thing.")
    else:
        assert not (folder / "rejects").exists()


def test_sentences_with_a_problem_that_is_left_out_are_dropped_first(tmp_path: Path) -> None:
    holes = [{"start": 0, "end": 2, "code": "table"}, {"start": 1, "end": 1, "code": "formula"}]
    part = write_part(tmp_path / "part.parquet", "typed_sentences", ROWS[:3], [holes[:number] for number in range(3)])
    rules = filter_rules({"city": 3, "person": 2, "ENTITY": 1}, seed=0, min_mentions=2)

    def step(payload: str, shard: Shard) -> None:
        write_filtered_sentences(
            payload, shard, filters=Filters(LABELS, rules, leave_out=["formula", "image"]), keep_filtered=True
        )

    descriptor, folder = run_part(tmp_path, "filtered_sentences", part, step)
    kept = pq.read_table(folder / "filtered_sentences").to_pylist()
    assert [(row["sentence"], row["problems"]) for row in kept] == [(0, []), (1, holes[:1])]
    assert descriptor.counts["sentences"] == {"kept": 2, "formula": 1}
    (reject,) = pq.read_table(folder / "rejects").to_pylist()
    assert (reject["reason"], reject["text"]) == ("formula", ROWS[2][1])


def test_of_a_domain_only_the_sentences_of_its_pages_are_taken_and_the_others_counted(tmp_path: Path) -> None:
    part = write_part(tmp_path / "part.parquet", "typed_sentences", ROWS[:2])
    rules = filter_rules({"city": 3, "person": 2}, seed=0, min_mentions=1)
    kept = {}
    for page_id in (7, 8):
        page = {
            "page_id": page_id,
            "title": "Page",
            "depth": 0,
            "via": "C",
            "branch": "C",
            "categories": 1,
            "all_categories": 1,
        }
        pages = write_dataset(tmp_path / f"of-{page_id}", "domain_pages", [[page]])

        def step(payload: str, shard: Shard, pages: str = pages) -> None:
            write_filtered_sentences(
                payload, shard, filters=Filters(LABELS, rules, domain_pages=pages), keep_filtered=True
            )

        descriptor, _ = run_part(tmp_path / str(page_id), "filtered_sentences", part, step)
        kept[page_id] = descriptor.counts["sentences"]
        assert descriptor.seen == 2
    assert kept == {7: {"kept": 2, "other-page": 0}, 8: {"other-page": 2}}


CLASSES = st.sampled_from([*LABELS, "ENTITY", "Unheard"])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.lists(CLASSES, max_size=6), st.sampled_from(["", "", "formula", "table"])), min_size=1),
    st.sets(st.sampled_from(["city", "person", "vein"])),
)
def test_columns_give_what_the_rules_say_sentence_by_sentence(
    sentences: list[tuple[list[str], str]], kept: set[str]
) -> None:
    rules = FilterRules(frozenset({*kept, "ENTITY"}), frozenset({"ENTITY", "city"}), seed=1)
    rows, reasons, types = [], [], []
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("scarce", "sentences", "mentions", "sentences_with")
    }
    for number, (classes, problem) in enumerate(sentences):
        rows.append((number, "x" * 9, [Given(place, place + 1, cls) for place, cls in enumerate(classes)]))
        labels = [LABELS.get(cls, "ENTITY") for cls in classes]
        left = [kept_label(rules, label) for label in labels]
        reason = problem if problem == "formula" else None
        if reason is None:
            counts["scarce"].update(was for was, label in zip(labels, left, strict=True) if was != label)
            reason = drop_reason(rules, left, 7, 0, number)
        counts["sentences"][reason or "kept"] += 1
        if reason:
            reasons.append(reason)
            continue
        counts["mentions"].update(left)
        counts["sentences_with"].update(set(left))
        types.append(["ENTITY" if label == "ENTITY" else cls for cls, label in zip(classes, left, strict=True)])
    holes = [[{"start": 0, "end": 1, "code": problem}] if problem else [] for _, problem in sentences]

    with tempfile.TemporaryDirectory() as folder:
        part = write_part(Path(folder) / "part.parquet", "typed_sentences", rows, holes)
        descriptor, to = run_part(
            Path(folder),
            "filtered_sentences",
            part,
            lambda payload, shard: write_filtered_sentences(
                payload, shard, filters=Filters(LABELS, rules, leave_out=["formula"]), keep_filtered=True
            ),
        )
        written = pq.read_table(to / "filtered_sentences").to_pylist() if types else []
        rejects = pq.read_table(to / "rejects").to_pylist() if reasons else []
    assert [[mention["type"] for mention in row["mentions"]] for row in written] == types
    assert [row["reason"] for row in rejects] == reasons
    assert descriptor.counts == {name: dict(found) for name, found in counts.items() if found}


def test_names_of_the_gazetteer_are_mentions_and_counted(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_gazetteer(tmp_path, pairs)
    part = write_part(
        tmp_path / "part.parquet", "typed_sentences", [(0, "Ann met the CDU.", [Given(0, 3, "Person")]), ROWS[1]]
    )
    rules = filter_rules({"city": 3, "person": 2, "party": 2, "ENTITY": 1}, seed=0, min_mentions=2)
    labels = {**LABELS, "PoliticalParty": "party"}

    def step(nameless: frozenset[str], places: frozenset[str], payload: str, shard: Shard) -> None:
        write_filtered_sentences(
            payload,
            shard,
            filters=Filters(labels, rules),
            keep_filtered=True,
            names=GazetteerNames(str(tmp_path / "gazetteer"), "en", nameless, places),
        )

    nothing, parties = frozenset[str](), frozenset({"PoliticalParty"})
    for name, nameless, places, party, counted in (
        ("place", nothing, parties, [(12, "PoliticalParty", "gazetteer")], {"party": 1}),
        ("other", nothing, nothing, [(12, "ENTITY", "gazetteer")], {"ENTITY": 1}),
        ("kind", parties, parties, [], {}),
    ):
        folder = tmp_path / name
        folder.mkdir()
        descriptor, folder = run_part(folder, "filtered_sentences", part, functools.partial(step, nameless, places))
        found = pq.read_table(folder / "filtered_sentences").to_pylist()
        assert [[(each["start"], each["type"], each["source"]) for each in row["mentions"]] for row in found] == [
            [(0, "Person", ""), *party],
            [(0, "Town", "")],
        ]
        assert descriptor.counts.get("names of the gazetteer", {}) == counted
        assert "mentions dropped" not in descriptor.counts  # nothing was a mention before


def test_mentions_that_the_gazetteer_knows_as_kinds_are_dropped_and_counted(
    tmp_path: Path, pairs: list[PartPair]
) -> None:
    build_gazetteer(tmp_path, pairs)
    mentions = [Given(0, 3, "Person"), Given(12, 15, "ENTITY", source="capitalised")]
    rows = [(0, "Ann met the CDU.", mentions), (1, "Ann met the CDU.", mentions[1:])]
    part = write_part(tmp_path / "part.parquet", "typed_sentences", rows)

    def step(payload: str, shard: Shard) -> None:
        write_filtered_sentences(
            payload,
            shard,
            filters=Filters(LABELS, filter_rules({"person": 2}, seed=0, min_mentions=2)),
            keep_filtered=False,
            names=GazetteerNames(str(tmp_path / "gazetteer"), "en", nameless={"PoliticalParty"}),
        )

    descriptor, folder = run_part(tmp_path, "filtered_sentences", part, step)
    [row] = pq.read_table(folder / "filtered_sentences").to_pylist()
    assert [each["start"] for each in row["mentions"]] == [0]
    assert descriptor.counts["mentions dropped"] == {"kinds of the gazetteer": 2}
    assert descriptor.counts["sentences"] == {"kept": 1, "no-entity": 1}
