"""Columns of Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def label_column(numbers: npt.NDArray[Any], names: Sequence[str]) -> pa.DictionaryArray:
    """A column of labels, given by their places in `names`: a dictionary with 16-bit indices, as in all datasets."""
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int16)), pa.array(names, pa.string()))
