"""Columns and schemas of Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def label_column(numbers: npt.NDArray[Any], names: Sequence[str]) -> pa.DictionaryArray:
    """A column of labels, given by their places in `names`: a dictionary with 16-bit indices, as in all datasets."""
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int16)), pa.array(names, pa.string()))


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """A schema with strings in place of dictionaries of strings, as readers on other platforms know them best."""
    return pa.schema([field.with_type(_plain(field.type)) for field in schema], schema.metadata)


def _plain(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_plain(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_plain(field.type)) for field in kind])
    return kind.value_type if pa.types.is_dictionary(kind) else kind
