"""From typed sentences to those that pass the filters: the function behind the step `filtered_sentences`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.filters import FilterRules, drop_reason, kept_label
from corpora.gazetteer import open_gazetteer
from corpora.gazetteer_mentions import SOURCE, add_names
from corpora.pages import read_page_ids
from schemas.catalog.corpora import CLASSES, TRIE
from schemas.dataset import read_batches
from schemas.labels import ENTITY
from schemas.records import Reject
from schemas.shards import Shard
from schemas.sorted_lookup import find_sorted
from schemas.storage import join


def label_counts(class_counts: Mapping[str, int], labels: Mapping[str, str]) -> dict[str, int]:
    """Mentions of each label, from those of each DBpedia class; a class that `labels` does not have is ENTITY."""
    counts: Counter[str] = Counter()
    for cls, number in class_counts.items():
        counts[labels.get(cls, ENTITY)] += number
    return dict(counts)


def _of_pages(batch: pa.RecordBatch, page_ids: npt.NDArray[np.int64] | None, shard: Shard) -> pa.RecordBatch:
    """The sentences of these pages, which are sorted; the others are counted."""
    if page_ids is None:
        return batch
    member = find_sorted(page_ids, batch.column("page_id").to_numpy()) >= 0
    shard.count("sentences", "other-page", int((~member).sum()))
    return batch.filter(pa.array(member))


def write_filtered_sentences(
    part: str,
    shard: Shard,
    *,
    labels: Mapping[str, str],
    rules: FilterRules,
    leave_out: Collection[str] = (),
    keep_filtered: bool,
    gazetteer: str | None = None,
    domain_pages: str | None = None,
) -> None:
    """Write the sentences of a part of `typed_sentences` that pass the filters, with ENTITY for scarce entity
    categories and for classes that have none.

    Sentences with a problem of a code in `leave_out` are dropped first; the first such code is the reason. The filters
    go by `labels`, the entity category of each DBpedia class; the mentions keep their classes. `gazetteer` is the
    location of the dataset whose names are mentions too, if any; `rules` goes by the mentions without them.
    `domain_pages` is the location of the pages whose sentences alone are taken, if not all are.
    """
    names = open_gazetteer(join(gazetteer, TRIE), join(gazetteer, CLASSES)) if gazetteer else None
    page_ids = read_page_ids(domain_pages) if domain_pages else None

    def drop(row: Mapping[str, Any], reason: str) -> None:
        shard.count("sentences", reason)
        if keep_filtered:
            shard.keep(Reject(reason, row["page_id"], row["title"], row["text"]))

    done = 0
    for batch in read_batches(part):
        kept = []
        shard.seen += batch.num_rows
        for row in _of_pages(batch, page_ids, shard).to_pylist():
            reason = next((each["code"] for each in row["problems"] if each["code"] in leave_out), None)
            if reason:
                drop(row, reason)
                continue
            if names:
                row["mentions"] = add_names(row["text"], row["mentions"], names)
                added = [each["type"] for each in row["mentions"] if each["source"] == SOURCE]
                shard.count_all("names of the gazetteer", Counter(labels.get(cls, ENTITY) for cls in added))
            entity_categories = []
            for mention in row["mentions"]:
                label = labels.get(mention["type"], ENTITY)
                entity_categories.append(kept_label(rules, label))
                if entity_categories[-1] == ENTITY:
                    mention["type"] = ENTITY
                    if label != ENTITY:
                        shard.count("scarce", label)
            reason = drop_reason(rules, entity_categories, row["page_id"], row["paragraph"], row["sentence"])
            if reason:
                drop(row, reason)
                continue
            kept.append(row)
            shard.count("sentences", "kept")
            shard.count_all("mentions", Counter(entity_categories))
            shard.count_all("sentences_with", Counter(set(entity_categories)))
        if kept:
            shard.write_rows("filtered_sentences", kept)
        done += batch.nbytes
        shard.advance(done)
