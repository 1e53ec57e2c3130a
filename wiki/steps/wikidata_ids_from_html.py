"""From the records of an HTML dump to the Wikidata items of the articles: the step `wikidata_ids`."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.catalog.wiki import WIKIDATA_IDS
from schemas.datasets.dataset import open_part
from schemas.datasets.shards import Shard
from wiki.dump.html_pages import HtmlSplit
from wiki.site.siteinfo import ARTICLE


def write_wikidata_ids_from_html(split: HtmlSplit, shard: Shard) -> None:
    """Write the item of every article of the split that has one."""
    with open_part(split.path) as parquet:
        groups = list(range(split.first, split.end))
        rows = parquet.read_row_groups(groups, columns=["page_id", "namespace", "title", "qid"])
    current = np.ones(len(rows), bool)
    current[list(split.superseded)] = False
    articles = rows.filter(pc.and_(pa.array(current), pc.equal(rows["namespace"], ARTICLE)))
    known = articles.filter(pc.is_valid(articles["qid"]))
    shard.write("wikidata_ids", known.select(WIKIDATA_IDS.schema.names).cast(WIKIDATA_IDS.schema))
    shard.seen += len(articles)
    counts = {"articles with an item": len(known), "articles without an item": len(articles) - len(known)}
    shard.count_all("Wikidata items", counts)
