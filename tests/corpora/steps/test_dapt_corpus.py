from __future__ import annotations

from pathlib import Path

import duckdb
import pandas as pd
import pytest

from corpora.levels import LEVELS
from corpora.pages import read_page_ids
from corpora.paired_parts import PartPair, group_pairs, part_pairs
from tests.support.dapt_data import (
    SHARDS,
    build_dapt_corpus,
    build_gazetteer,
    domain_rules,
    sentence,
    sentence_datasets,
    sentences_of,
)

LEVELED = {
    "domain=music/level=domain": [
        (1, 0, 0, 3, 3, 2, 1),
        (1, 0, 1, 0, 0, 0, 1),
        (1, 1, 0, 0, 0, 0, 1),
        (3, 0, 0, 0, 0, 0, 1),
        (4, 0, 0, 1, 1, 0, 1),
        (4, 0, 1, 2, 2, 1, 1),
    ],
    "domain=music/level=entity": [(1, 0, 0, 3, 3, 2, 1), (4, 0, 1, 2, 2, 1, 1)],
    "domain=music/level=task": [(1, 0, 0, 3, 3, 2, 1), (4, 0, 1, 2, 2, 1, 1)],
    "domain=music/level=integrated": [(1, 0, 0, 3, 3, 2, 3), (4, 0, 1, 2, 2, 1, 3)],
    "domain=politics/level=domain": [(2, 0, 0, 2, 2, 0, 1), (4, 0, 0, 1, 1, 1, 1), (4, 0, 1, 2, 2, 0, 1)],
    "domain=politics/level=entity": [(2, 0, 0, 2, 2, 0, 1), (4, 0, 1, 2, 2, 0, 1)],
    "domain=politics/level=task": [(4, 0, 0, 1, 1, 1, 1)],
    "domain=politics/level=integrated": [(2, 0, 0, 2, 2, 0, 1), (4, 0, 0, 1, 1, 1, 2), (4, 0, 1, 2, 2, 0, 1)],
}


def test_sentences_stand_in_the_levels_of_their_domains(tmp_path: Path, pairs: list[PartPair]) -> None:
    found = build_dapt_corpus(tmp_path, pairs)
    assert sentences_of(tmp_path) == LEVELED
    assert found.seen == sum(map(len, SHARDS))
    by_level = {
        "pages": {"music": [3, 2, 2, 2], "politics": [2, 2, 1, 2]},
        "paragraphs": {"music": [4, 2, 2, 2], "politics": [2, 2, 1, 2]},
        "sentences": {"music": [6, 2, 2, 6], "politics": [3, 2, 1, 4]},
        # "The CDU won ." and "Rome and Paris are cities ." and "It met Miles Davis in Bonn ."
        "tokens": {"music": [36, 17, 17, 51], "politics": [4 + 6 + 7, 6 + 7, 4, 2 * 4 + 6 + 7]},
    }
    assert found.counts == {
        "entities": {"music: gazetteer": 0, "music: mentions": 6, "politics: gazetteer": 0, "politics: mentions": 5},
        "specialised mentions of music": {"Album": 1, "MusicalArtist": 2},
        "specialised mentions of politics": {"PoliticalParty": 1},
        **{
            group: {f"{name}/{level}": n for name in names for level, n in zip(LEVELS, names[name], strict=True)}
            for group, names in by_level.items()
        },
    }


@pytest.mark.parametrize("size", [1, 1 << 40])
def test_grouping_of_parts_changes_no_row_and_no_count(tmp_path: Path, pairs: list[PartPair], size: int) -> None:
    assert len(group_pairs(pairs, size)) == (3 if size == 1 else 1)
    found = build_dapt_corpus(tmp_path, pairs, size)
    assert sentences_of(tmp_path) == LEVELED
    assert found.counts["paragraphs"]["music/domain"] == 4


def test_paragraphs_and_pages_go_on_from_one_batch_to_the_next(tmp_path: Path) -> None:
    rows = [sentence(1, 0, number, "[Rome|City] and [Bonn|City]") for number in range(5000)]
    found = build_dapt_corpus(tmp_path, part_pairs(*sentence_datasets(tmp_path, [rows])))
    assert {group: found.counts[group]["music/entity"] for group in ("pages", "paragraphs", "sentences", "tokens")} == {
        "pages": 1, "paragraphs": 1, "sentences": 5000, "tokens": 15000,
    }  # fmt: skip


def test_how_many_entities_are_several(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_dapt_corpus(tmp_path, pairs, min_entities=3)
    assert sentences_of(tmp_path)["domain=music/level=entity"] == [(1, 0, 0, 3, 3, 2, 1)]


def test_the_gazetteer_finds_what_is_not_linked(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_gazetteer(tmp_path, pairs)
    found = build_dapt_corpus(tmp_path, pairs, gazetteer=str(tmp_path / "gazetteer"))
    level = sentences_of(tmp_path)["domain=music/level=task"]
    # "Miles Davis died." and, for a film of that title, "Nothing is linked here."
    assert level == [(1, 0, 0, 3, 3, 2, 1), (1, 1, 0, 1, 1, 1, 1), (4, 0, 1, 2, 2, 1, 1)]
    assert found.counts["entities"]["music: gazetteer"] == 2
    assert found.counts["entities"]["music: mentions"] == 6


def test_the_corpus_is_read_without_this_code(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_dapt_corpus(tmp_path, pairs)
    frame = pd.read_parquet(tmp_path / "dapt_corpus")
    task = frame[(frame["domain"] == "music") & (frame["level"] == "task")]
    assert task["text"].tolist()[0] == "Miles Davis recorded Kind of Blue in New York."
    assert task["rev_id"].tolist() == [10, 40]
    with duckdb.connect() as database:
        query = f"SELECT sum(copies) FROM read_parquet('{tmp_path}/dapt_corpus/**/*.parquet', hive_partitioning = true)"
        assert database.execute(f"{query} WHERE domain = 'music' AND level = 'integrated'").fetchall() == [(6,)]


def test_page_ids_are_sorted(tmp_path: Path) -> None:
    assert read_page_ids(domain_rules(tmp_path)["politics"].pages).tolist() == [2, 4, 99]
    assert read_page_ids(domain_rules(tmp_path / "other")["nowhere"].pages).tolist() == []
