"""From the links of a wiki to the titles that it writes as common nouns: the function behind `common_titles`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pyarrow as pa

from dbpedia.title_uses import TitleUses
from dbpedia.words import words_of
from schemas.catalog.dbpedia import COMMON_TITLES
from schemas.chance import uniform
from schemas.dataset import read_batches, read_dataset
from schemas.shards import Shard


def write_common_titles(parts: Sequence[str], shard: Shard, *, lang: str, rate: float, seed: int) -> None:
    """Write the titles that the wiki writes as common nouns, by the links and first sentences of a sample of its pages.

    `parts` are those of `sentences`, `lang` is the code of their language, and `rate` the probability with which a page
    is in the sample.
    """
    titles = TitleUses(words_of(lang))
    done = 0
    last = -1
    for part in parts:
        for batch in read_batches(part, ["page_id", "title", "text", "anchors"]):
            sample = _sampled(batch, rate, seed)
            columns = (sample.column(name).to_pylist() for name in sample.schema.names)
            for page_id, title, text, anchors in zip(*columns, strict=True):
                is_first, last = page_id != last, page_id
                shard.seen += 1
                titles.see_links(text, [(each["start"], each["end"], each["target"]) for each in anchors])
                if is_first:
                    titles.see_definition(title, text)
            done += batch.nbytes
            shard.advance(done)
    found = titles.common()
    shard.count_all(
        "titles", {"common nouns": len(found), "names, or not written as they are": len(titles.uses) - len(found)}
    )
    counted = [
        pa.array(list(found), pa.string()),
        pa.array([uses.common for uses in found.values()], pa.int32()),
        pa.array([uses.names for uses in found.values()], pa.int32()),
        pa.array([uses.defined for uses in found.values()], pa.bool_()),
    ]
    shard.write("common_titles", pa.Table.from_arrays(counted, schema=COMMON_TITLES.schema))


def _sampled(batch: pa.RecordBatch, rate: float, seed: int) -> pa.RecordBatch:
    """The rows of the pages that are in the sample."""
    pages, place = np.unique(batch.column("page_id").to_numpy(), return_inverse=True)
    drawn = np.array([uniform(seed, "common-titles", page) < rate for page in pages.tolist()], bool)
    return batch.filter(pa.array(drawn[place]))


@lru_cache(maxsize=1)
def read_common_titles(common_titles: str) -> frozenset[str]:
    """The titles of the dataset at a location. Takes some 100 bytes of memory a title.

    The last location's are kept, since a worker needs them for every part; what is at a location never changes.
    """
    batches = read_dataset(common_titles, ["title"])
    return frozenset(title for batch in batches for title in batch.column("title").to_pylist())
