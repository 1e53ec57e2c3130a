"""The check of the wheel finds what it is for."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.support.wheel import CORPUS, wrong_files, wrong_results

GOLDEN = {
    "sentences/splitter=punkt": {"rows": 3, "counts": {"pages": {"article": 2, "redirect": 5}}},
    "rejects/step=ner_corpus/profile=paper/label_set=315/alpha=0.7": {"rows": 0, "counts": {}},
    CORPUS: {"rows": 5, "counts": {"examples": {"train": 4, "validation": 1}}},
}


def test_a_file_that_is_missing_or_left_over_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        for name in ("wiki/__init__.py", "wiki/old.py", "a-1.dist-info/RECORD"):
            wheel.writestr(name, "")
    assert wrong_files(tmp_path / "a.whl", ["wiki/__init__.py", "wiki/site/words.toml"]) == [
        "a.whl lacks wiki/site/words.toml",
        "a.whl has wiki/old.py, which is no file of the packages",
    ]
    assert wrong_files(tmp_path / "a.whl", ["wiki/__init__.py", "wiki/old.py"]) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a build that agrees with GOLDEN leaves."""
    (tmp_path / "articles.jsonl").write_text('{"paragraphs": []}\n{"paragraphs": []}\n')
    for name, rows in (
        ("sentences/splitter=punkt/build=1", 3),
        (f"{CORPUS}/build=2/split=train", 4),
        (f"{CORPUS}/build=2/split=validation", 1),
    ):
        part = tmp_path / "data" / "samplewiki" / name / "part-00000.parquet"
        part.parent.mkdir(parents=True)
        pq.write_table(pa.table({"page_id": range(rows)}), part)
    return tmp_path


def test_results_that_agree_are_right(folder: Path) -> None:
    assert wrong_results(folder, GOLDEN) == []


def test_articles_rows_and_splits_are_compared(folder: Path) -> None:
    (folder / "articles.jsonl").write_text('{"paragraphs": []}\n')
    (folder / "data/samplewiki" / CORPUS / "build=2/split=validation/part-00000.parquet").unlink()
    assert wrong_results(folder, GOLDEN) == [
        "articles: 1 instead of 2",
        f"{CORPUS}: 4 instead of 5",
        f"{CORPUS}, validation: 0 instead of 1",
    ]
