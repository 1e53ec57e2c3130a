"""From filtered sentences to training examples: the function behind the step `ner_corpus`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from corpora.balancing import copies, split_of
from corpora.bio import tag_tokens
from schemas.dataset import read_batches
from schemas.labels import ENTITY, LabelSet
from schemas.shards import Shard


def write_ner_corpus(
    part: str,
    shard: Shard,
    *,
    rates: Mapping[str, float],
    entity_categories: Mapping[str, str],
    labels: Mapping[str, str],
    label_set: LabelSet,
    seed: int,
    validation_share: float,
    url: str,
) -> None:
    """Write the training examples of a part of `filtered_sentences`: as many copies of each as balancing gives it.

    `entity_categories` and `labels` give, for each DBpedia class, the entity category that it is balanced by and the
    label of the label set that it is tagged with, ENTITY where they have none. A mention whose label is not in the
    label set is not tagged: that is ENTITY where the set lacks it. `url` is the address of a revision with `{rev_id}`
    in place of its number.
    """
    shard.name_classes("ner_corpus", "ner_tags", label_set.bio_tags)
    numbers = label_set.tag_numbers
    done = 0
    for batch in read_batches(part):
        examples: dict[str, list[dict[str, Any]]] = {"train": [], "validation": []}
        for row in batch.to_pylist():
            shard.seen += 1
            place = {name: row[name] for name in ("page_id", "paragraph", "sentence")}
            labelled = [
                (mention, label)
                for mention in row["mentions"]
                if (label := labels.get(mention["type"], ENTITY)) in label_set.labels
            ]
            categories = [entity_categories.get(mention["type"], ENTITY) for mention, _ in labelled]
            number = copies(rates, categories, seed=seed, **place)
            shard.count("sentences", "sampled" if number else "not-sampled")
            if not number:
                continue
            split = split_of(seed, *place.values(), validation_share=validation_share)
            types = [label for _, label in labelled]
            tagged = tag_tokens(row["text"], [(each["start"], each["end"], label) for each, label in labelled])
            example = {
                **place,
                "rev_id": row["rev_id"],
                "title": row["title"],
                "url": url.format(rev_id=row["rev_id"]),
                "text": row["text"],
                **tagged._asdict(),
                "ner_tags": [numbers[tag] for tag in tagged.tags],
                "types": types,
                "qids": [mention["qid"] for mention, _ in labelled],
            }
            examples[split] += [{**example, "copy": copy} for copy in range(number)]
            shard.count("examples", split, number)
            shard.count("tokens", split, number * len(tagged.tokens))
            shard.count_all("mentions", {label: number * n for label, n in Counter(types).items()})
            if untagged := number * (len(row["mentions"]) - len(labelled)):
                shard.count("untagged mentions", "no label", untagged)
        for split, rows in examples.items():
            if rows:
                shard.write_rows("ner_corpus", rows, f"split={split}")
        done += batch.nbytes
        shard.advance(done)
