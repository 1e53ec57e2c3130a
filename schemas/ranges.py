"""Ranges of whole numbers, many at a time: rows of ragged arrays, given by where they begin and how long they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def ranges(starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The numbers start, start + 1, … of each range, one range after the other."""
    shift = starts - (np.cumsum(lengths) - lengths)
    return np.repeat(shift, lengths) + np.arange(int(lengths.sum()))
