from __future__ import annotations

from pathlib import Path

from tests.support.training.datasets import ner_row, write_partitions
from training.report.vocabularies import benchmark_words, vocabulary_section


def test_the_words_of_a_dataset_are_those_of_all_splits(tmp_path: Path) -> None:
    shards = [{"split=train": [ner_row("The band plays .")], "split=test": [ner_row("A Band/B-x , 1984")]}]
    location = write_partitions(tmp_path, "ner_benchmark", shards)
    assert benchmark_words(location, {"the", "a"}) == ["band", "plays"]


def test_the_overlap_of_one_dataset_alone_is_none() -> None:
    assert vocabulary_section({"ai": ["net"]}).blocks == []
    _, table = vocabulary_section({"ai": ["net", "model"], "music": ["band", "model", "net"]}).blocks
    assert table.splitlines()[2:] == ["| ai | 2 | 100% | 50% |", "| music | 3 | 50% | 100% |"]
