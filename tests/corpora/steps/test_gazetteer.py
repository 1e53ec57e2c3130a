from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from corpora.gazetteer.search import open_gazetteer
from corpora.gazetteer.surface_forms import SurfaceRules
from corpora.paired_parts import PartPair, part_pairs
from corpora.steps.gazetteer import write_gazetteer
from schemas.catalog.corpora import CLASSES, TRIE
from tests.support.dapt_data import build_gazetteer, run_step, sentence, sentence_datasets, title_row, write_dataset
from tests.support.lookups import find_surface
from tests.support.progress import note_progress


def test_the_gazetteer_step_writes_surfaces_and_mapped_files(tmp_path: Path, pairs: list[PartPair]) -> None:
    found = build_gazetteer(tmp_path, pairs)
    table = pq.read_table(tmp_path / "gazetteer" / "part-00000.parquet").to_pylist()
    assert {row["surface"]: (row["origin"], row["pages"], row["linked"], row["outcome"]) for row in table} == {
        "Bonn": ("title", 2, 2, "kept"),
        "CDU": ("redirect", 1, 1, "kept"),
        "Kind of Blue": ("bare", 1, 1, "kept"),
        "Miles Davis": ("title", 2, 2, "kept"),
        "New York": ("anchor", 1, 1, "anchor-once"),
        "Nothing": ("title", 1, 0, "kept"),
        "Paris": ("anchor", 1, 1, "anchor-once"),
        "Rome": ("anchor", 2, 2, "kept"),
    }
    names = open_gazetteer(*(str(tmp_path / "gazetteer" / name) for name in (TRIE, CLASSES)))
    assert {name: find_surface(names, name) for name in ("Bonn", "Kind of Blue", "Rome", "Paris", "1984")} == {
        "Bonn": "City", "Kind of Blue": "Album", "Rome": "City", "Paris": None, "1984": None,
    }  # fmt: skip
    assert found.counts["surfaces from anchor"] == {"anchor-once": 2, "kept": 1}
    assert found.counts["titles and anchors that are no surface"] == {"no-letter": 1}


def test_a_sample_of_pages_is_drawn_by_hash(tmp_path: Path, pairs: list[PartPair]) -> None:
    rules = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)
    type_index = write_dataset(tmp_path, "type_index", [[title_row("Bonn", "City", 0)]])
    pages = []
    for seed in range(30):
        arguments: dict[str, Any] = {"type_index": type_index, "rules": rules, "rate": 0.5, "seed": seed, "lang": "en"}
        run_step("gazetteer", tmp_path / str(seed), write_gazetteer, [pairs], **arguments)
        table = pq.read_table(tmp_path / str(seed) / "gazetteer" / "part-00000.parquet").to_pylist()
        pages.append(next(row["pages"] for row in table if row["surface"] == "Bonn"))
    assert set(pages) == {0, 1, 2}


def test_half_of_the_way_is_the_first_reading_and_half_the_second(
    tmp_path: Path, pairs: list[PartPair], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = note_progress(monkeypatch)
    build_gazetteer(tmp_path, pairs)
    before = list(accumulate((pair.bytes for pair in [*pairs, *pairs]), initial=0))[:-1]
    assert told == [each // 2 for each in before]


def test_only_anchors_are_evidence_for_names(tmp_path: Path) -> None:
    linked = sentence(1, 0, 0, "[Rome|City] and [Bonn|City]")
    linked["mentions"][1]["source"] = "propagated-surface"
    found = part_pairs(*sentence_datasets(tmp_path, [[linked]]))
    build_gazetteer(tmp_path, found)
    table = pq.read_table(tmp_path / "gazetteer" / "part-00000.parquet").to_pylist()
    assert {row["surface"]: row["linked"] for row in table if row["pages"]} == {"Bonn": 0, "Rome": 1}
