"""The titles that a corpus links to: what servers are asked about."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.dataset import part_uris, read_batches


def linked_titles(sentences: str) -> pa.LargeStringArray:
    """The titles that the anchors of the dataset `sentences` at this location point to, each once, in no order."""
    chunks = [pa.array([], pa.large_string())]
    for uri in part_uris(sentences):
        found = [
            pc.unique(batch.column("anchors").flatten().field("target")) for batch in read_batches(uri, ["anchors"])
        ]
        chunks += [pc.unique(pa.concat_arrays(found)).cast(pa.large_string())] if found else []
    return pc.unique(pa.concat_arrays(chunks))
