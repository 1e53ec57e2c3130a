"""From a dump of Wikidata to what the items are said to be: the function behind the step `wikidata_statements`.

Of the items of the wiki's pages it keeps what they are instances of, their occupations and positions; of all items,
what they are a subclass of and their parent taxon. In the JSON form the items of the wiki's pages are those with a
sitelink to it, and the sitelinks are kept; the truthy form has none, so there the dataset `wikidata_ids` names them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from schemas.datasets.dataset import read_dataset
from schemas.datasets.shards import Shard
from schemas.records import Reject
from wiki.dump.lines import read_lines
from wiki.dump.splits import Split
from wiki.dump.wikidata import OF_PAGES, JsonReader, MalformedError, Statement, find_triples
from wiki.site.siteinfo import ARTICLE, SiteInfo
from wiki.steps.rows import RowWriter


def write_wikidata_statements(split: Split, shard: Shard, *, site: SiteInfo, wikidata_ids: str) -> None:
    """Write the statements of a split, and in the JSON form the articles that the items' sitelinks name.

    `wikidata_ids` is the location of that dataset, for the truthy form; empty for JSON.
    """
    rows = RowWriter(shard, "wikidata_statements")
    statements = _of_triples(split, shard, _known_items(wikidata_ids)) if wikidata_ids else _of_json(split, shard, site)
    for statement in statements:
        if not statement.value:
            shard.count("statements without a value", statement.property)
            continue
        shard.count("statements", statement.property)
        rows.append(*statement)
    rows.flush()


def _of_json(split: Split, shard: Shard, site: SiteInfo) -> Iterator[Statement]:
    reader = JsonReader(site.dbname)
    links = RowWriter(shard, "wikidata_sitelinks")
    for block in read_lines(split, shard.reject, shard.advance):
        for line in block.splitlines():
            try:
                item = reader.read(line)
            except MalformedError as error:
                shard.reject_read(Reject("malformed-line", -1, "", f"{error}: {line[:200].decode(errors='replace')}"))
                continue
            if item is None:
                continue
            shard.seen += 1
            title = _article(item.title, site)
            if title:
                links.append(title, item.qid)
            shard.count("items", "of articles" if title else "of other pages" if item.title else "of no page")
            yield from (each for each in item.statements if title or each.property not in OF_PAGES)
    links.flush()


def _article(title: str, site: SiteInfo) -> str:
    """The canonical title of an article; empty for a page of another namespace."""
    prefix, colon, _ = title.partition(":")
    if colon and site.namespace_number(prefix) not in (None, ARTICLE):
        return ""
    return site.canonical_title(title)


def _of_triples(split: Split, shard: Shard, items: npt.NDArray[np.uint8]) -> Iterator[Statement]:
    for block in read_lines(split, shard.reject, shard.advance):
        for statement in find_triples(block):
            shard.seen += 1
            if isinstance(statement, MalformedError):
                shard.reject(Reject("malformed-line", -1, "", str(statement)))
            elif statement.property not in OF_PAGES or _is_among(items, int(statement.item[1:])):
                yield statement
            else:
                shard.count("statements", "of items without a page")


@functools.lru_cache(maxsize=1)
def _known_items(wikidata_ids: str) -> npt.NDArray[np.uint8]:
    """The items of a dataset `wikidata_ids`, a bit each: 140 million items are 17 MB."""
    bits = np.zeros(1, np.uint8)
    for batch in read_dataset(wikidata_ids, ["qid"]):
        numbers = pc.utf8_slice_codeunits(batch.column("qid"), 1).cast("uint32").to_numpy(zero_copy_only=False)
        needed = int(numbers.max(initial=0)) // 8 + 1
        if needed > len(bits):
            bits = np.concatenate([bits, np.zeros(needed - len(bits), np.uint8)])
        np.bitwise_or.at(bits, numbers >> 3, (1 << (numbers & 7)).astype(np.uint8))
    return bits


def _is_among(bits: npt.NDArray[np.uint8], number: int) -> bool:
    return number >> 3 < len(bits) and bool(bits[number >> 3] >> (number & 7) & 1)
