from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.steps.typed_sentences import whole_pages


@given(st.lists(st.integers(0, 4), max_size=30).map(sorted), st.lists(st.integers(0, 9), max_size=6))
def test_batches_of_whole_pages_are_the_same_rows(page_ids: list[int], cuts: list[int]) -> None:
    whole = pa.record_batch({"page_id": pa.array(page_ids, pa.int64()), "row": pa.array(range(len(page_ids)))})
    batches, place = [], 0
    for size in [*cuts, len(page_ids)]:
        batches.append(whole.slice(place, size))
        place += size
    cut = list(whole_pages(iter(batches)))
    assert [row for batch in cut for row in batch.to_pylist()] == whole.to_pylist()
    pages = [set(batch.column("page_id").to_pylist()) for batch in cut]
    assert all(pages) and sum(map(len, pages)) == len(set(page_ids))
