"""Pages that a dump has more than once: its files may overlap, and no unit knows what the others have read."""

from __future__ import annotations

import numpy as np

from schemas.datasets.dataset import read_dataset


def repeated_pages(location: str) -> list[int]:
    """Ids, ascending, of the pages that the dataset `pages` at the location has several times.

    Holds 16 bytes a page. Redirects of an HTML dump, which have no id, are not looked at.
    """
    read = [batch.column("page_id").to_numpy() for batch in read_dataset(location, ["page_id"])]
    ids = np.concatenate([np.zeros(0, np.int64), *read])
    ids.sort()
    again = ids[1:][ids[1:] == ids[:-1]]
    repeated: list[int] = np.unique(again[again > 0]).tolist()
    return repeated
