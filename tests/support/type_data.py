"""Small datasets that the steps of types read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from dbpedia.sources.instance_types import Redirects
from dbpedia.wikidata_index import WikidataIndex, WikidataTitles, build_wikidata_index
from tests.support.dapt_data import write_dataset


def sentences(root: Path, targets: list[list[str]]) -> str:
    """Location of `sentences` with an anchor for each target of each sentence."""
    rows = [
        {
            **dict.fromkeys(("page_id", "rev_id", "paragraph", "sentence"), 1),
            **dict.fromkeys(("title", "section", "text"), ""),
            "anchors": [{"start": 0, "end": 1, "target": target} for target in each],
            "problems": [],
        }
        for each in targets
    ]
    return write_dataset(root, "sentences", [rows])


def redirects(root: Path, pairs: dict[str, str], name: str = "redirects") -> str:
    """Location of a dataset of redirects, from title to target."""
    return write_dataset(root, name, [[{"page_id": 1, "title": title, "target": to} for title, to in pairs.items()]])


def wikidata_index(
    qids: dict[str, str], redirects: dict[str, str] | None = None, classes: Sequence[int] = ()
) -> WikidataIndex:
    """An index of titles and their Wikidata items, and which of these are classes."""
    titles = WikidataTitles(pa.array(list(qids), pa.large_string()), pa.array(list(qids.values()), pa.string()))
    links = redirects or {}
    redirect_blocks = [Redirects(list(links), list(links.values()))]
    return build_wikidata_index([titles], redirect_blocks, np.array(sorted(classes), np.uint32)).index


def wikidata_ids(root: Path, qids: dict[str, str]) -> str:
    """Location of the dataset `wikidata_ids`, from title to item."""
    return write_dataset(
        root, "wikidata_ids", [[{"page_id": 1, "title": title, "qid": qid} for title, qid in qids.items()]]
    )
