from __future__ import annotations

import numpy as np
import pyarrow as pa

from schemas.arrow_tables import label_column, list_rows, list_starts
from schemas.catalog.dbpedia import TYPE_INDEX


def test_a_label_column_has_the_type_of_the_datasets() -> None:
    column = label_column(np.array([1, 0, 1], np.uint8), ("dump", "sparql"))
    assert column.to_pylist() == ["sparql", "dump", "sparql"]
    assert column.type == TYPE_INDEX.schema.field("class").type
    assert label_column(np.array([], np.int64), ()).type == pa.dictionary(pa.int16(), pa.string())


def test_places_of_the_values_of_lists() -> None:
    column = pa.array([["a"], [], ["b", "c"]])
    assert list_starts(column).tolist() == [0, 1, 1, 3]
    assert list_rows(column).tolist() == [0, 2, 2]
    assert list_starts(column[1:]).tolist() == [0, 0, 2]
