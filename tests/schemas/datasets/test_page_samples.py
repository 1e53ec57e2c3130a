from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from schemas.chance import uniform
from schemas.datasets.page_samples import page_rate, sampled_pages
from tests.support.type_data import sentences


@pytest.mark.parametrize(("number", "rate"), [(0, 1.0), (1, 0.25), (4, 1.0), (8, 2.0)])
def test_the_rate_gives_about_so_many_sentences(tmp_path: Path, number: int, rate: float) -> None:
    assert page_rate(sentences(tmp_path, [["A"], ["B"], ["C"], ["D"]]), number) == rate


def test_of_no_sentences_all_are_in_the_sample(tmp_path: Path) -> None:
    assert page_rate(sentences(tmp_path, []), 2) == 2.0


def test_pages_are_drawn_whole_and_by_their_ids_alone() -> None:
    pages = [7, 7, 7, 1, 1, *range(10, 60), 7]
    rows = pa.table({"page_id": pages, "row": range(len(pages))})
    drawn = {page for page in pages if uniform(5, "orthography", page) < 0.5}
    wanted = [row for row, page in enumerate(pages) if page in drawn]
    assert 0 < len(drawn) < len(set(pages))
    assert sampled_pages(rows, 0.5, 5, "orthography").column("row").to_pylist() == wanted
    [batch] = rows.to_batches()
    assert sampled_pages(batch, 0.5, 5, "orthography").column("row").to_pylist() == wanted
    assert sampled_pages(rows, 0.5, 5, "gazetteer").column("row").to_pylist() != wanted
    assert sampled_pages(rows, 1.0, 5, "orthography") == rows


def test_of_no_rows_none_are_drawn() -> None:
    rows = pa.table({"page_id": pa.array([], pa.int64())})
    assert sampled_pages(rows, 0.5, 5, "gazetteer") == rows
