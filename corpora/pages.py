"""The pages of a domain."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from schemas.datasets.dataset import read_dataset


def read_page_ids(location: str) -> npt.NDArray[np.int64]:
    """The pages of a `domain_pages` dataset, sorted."""
    ids = [batch.column(0).to_numpy() for batch in read_dataset(location, ["page_id"])]
    return np.sort(np.concatenate([np.empty(0, np.int64), *ids]))
