from __future__ import annotations

import numpy as np
import pyarrow as pa

from schemas.arrow_tables import label_column, label_list, list_rows, list_starts, occurring_labels, plain_schema
from schemas.catalog.dbpedia import TYPE_INDEX


def test_a_label_column_has_the_type_of_the_datasets() -> None:
    column = label_column(np.array([1, 0, 1], np.uint8), ("dump", "sparql"))
    assert column.to_pylist() == label_list(column) == ["sparql", "dump", "sparql"]
    assert column.type == TYPE_INDEX.schema.field("class").type
    assert label_column(np.array([], np.int64), ()).type == pa.dictionary(pa.int16(), pa.string())


def test_labels_that_occur_stand_in_their_order() -> None:
    column = occurring_labels(label_column(np.array([2, 0, 2]), ("dump", "sparql", "infobox")))
    assert column.to_pylist() == ["infobox", "dump", "infobox"]
    assert column.dictionary.to_pylist() == ["infobox", "dump"]
    nothing = occurring_labels(label_column(np.array([], np.int64), ("dump",)))
    assert (nothing.to_pylist(), nothing.dictionary.to_pylist()) == ([], [])


def test_places_of_the_values_of_lists() -> None:
    column = pa.array([["a"], [], ["b", "c", "d"]])
    assert list_starts(column).tolist() == [0, 1, 1, 4]
    assert list_rows(column).tolist() == [0, 2, 2, 2]
    assert list_starts(column[1:]).tolist() == [0, 0, 3]


def test_a_plain_schema_has_strings_at_every_depth_and_all_else_as_it_was() -> None:
    label = pa.dictionary(pa.int16(), pa.string())
    mention = pa.struct([pa.field("start", pa.int32(), nullable=False), pa.field("label", label)])
    schema = pa.schema(
        [
            pa.field("class", label, metadata={"description": "a class"}),
            pa.field("tags", pa.list_(pa.field("tag", label, nullable=False))),
            pa.field("mentions", pa.list_(mention)),
        ],
        {"about": "rows"},
    )
    plain = pa.struct([pa.field("start", pa.int32(), nullable=False), pa.field("label", pa.string())])
    expected = pa.schema(
        [
            pa.field("class", pa.string(), metadata={"description": "a class"}),
            pa.field("tags", pa.list_(pa.field("tag", pa.string(), nullable=False))),
            pa.field("mentions", pa.list_(plain)),
        ],
        {"about": "rows"},
    )
    assert plain_schema(schema).equals(expected, check_metadata=True)
