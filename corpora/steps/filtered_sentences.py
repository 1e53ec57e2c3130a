"""From typed sentences to those that pass the filters: the function behind the step `filtered_sentences`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from corpora.filters import FilterRules, drop_reason, kept_label
from schemas.dataset import read_batches
from schemas.labels import ENTITY
from schemas.records import Reject
from schemas.shards import Shard


def label_counts(class_counts: Mapping[str, int], labels: Mapping[str, str]) -> dict[str, int]:
    """Mentions of each label, from those of each DBpedia class; a class that `labels` does not have is ENTITY."""
    counts: Counter[str] = Counter()
    for cls, number in class_counts.items():
        counts[labels.get(cls, ENTITY)] += number
    return dict(counts)


def write_filtered_sentences(
    part: str, shard: Shard, *, labels: Mapping[str, str], rules: FilterRules, keep_filtered: bool
) -> None:
    """Write the sentences of a part of `typed_sentences` that pass the filters, with ENTITY for scarce entity
    categories.

    The filters go by `labels`, the entity category of each DBpedia class; the mentions keep their classes.
    """
    done = 0
    for batch in read_batches(part):
        kept = []
        for row in batch.to_pylist():
            shard.seen += 1
            entity_categories = []
            for mention in row["mentions"]:
                label = labels.get(mention["type"], ENTITY)
                entity_categories.append(kept_label(rules, label))
                if entity_categories[-1] == ENTITY:
                    mention["type"] = ENTITY
                    if label != ENTITY:
                        shard.count("scarce", label)
            reason = drop_reason(rules, entity_categories, row["page_id"], row["paragraph"], row["sentence"])
            shard.count("sentences", reason or "kept")
            if reason is None:
                kept.append(row)
                shard.count_all("mentions", Counter(entity_categories))
                shard.count_all("sentences_with", Counter(set(entity_categories)))
            elif keep_filtered:
                shard.keep(Reject(reason, row["page_id"], row["title"], row["text"]))
        if kept:
            shard.write_rows("filtered_sentences", kept)
        done += batch.nbytes
        shard.advance(done)
