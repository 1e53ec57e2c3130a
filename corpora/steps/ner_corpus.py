"""From filtered sentences to training examples: the function behind the step `ner_corpus`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.balancing import copies, split_of
from corpora.bio import tag_sentences
from schemas.arrow_tables import label_column, list_starts
from schemas.catalog.corpora import NER_CORPUS
from schemas.datasets.dataset import read_batches
from schemas.datasets.shards import Shard
from schemas.labels import ENTITY, LabelSet
from schemas.records import PLACE


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
    lang: str,
) -> None:
    """Write the training examples of a part of `filtered_sentences`: as many copies of each as balancing gives it.

    `entity_categories` and `labels` give, for each DBpedia class, the entity category that it is balanced by and the
    label of the label set that it is tagged with, ENTITY where they have none. A mention whose label is not in the
    label set is not tagged: that is ENTITY where the set lacks it. `url` is the address of a revision with `{rev_id}`
    in place of its number, `lang` the code of the sentences' language.
    """
    shard.name_classes("ner_corpus", "ner_tags", label_set.bio_tags)
    done = 0
    for batch in read_batches(part):
        shard.seen += batch.num_rows
        labelled, untagged = _labelled(batch, labels, label_set)
        numbers = _copies(labelled, rates, entity_categories, seed)
        if without := int(numbers @ untagged):
            shard.count("untagged mentions", "no label", without)
        sampled = numbers > 0
        shard.count_all("sentences", Counter("sampled" if each else "not-sampled" for each in sampled))
        if sampled.any():
            chosen, numbers = labelled.filter(pa.array(sampled)), numbers[sampled]
            places = zip(*(chosen.column(name).to_pylist() for name in PLACE), strict=True)
            splits = np.array([split_of(seed, *place, validation_share=validation_share) for place in places])
            examples = _examples(chosen, labels, label_set, url, lang)
            for split in np.unique(splits).tolist():
                rows = np.flatnonzero(splits == split)
                _write_split(shard, split, examples.take(pa.array(rows)), numbers[rows])
        done += batch.nbytes
        shard.advance(done)


def _labelled(
    batch: pa.RecordBatch, labels: Mapping[str, str], label_set: LabelSet
) -> tuple[pa.RecordBatch, npt.NDArray[np.int64]]:
    """The sentences without the mentions that have no label in the set, and how many of them each had."""
    mentions = batch.column("mentions")
    flat, starts = mentions.flatten(), list_starts(mentions)
    types = flat.field("type")
    known = [labels.get(cls, ENTITY) in label_set.labels for cls in types.dictionary.to_pylist()]
    kept = np.array(known, bool)[types.indices.to_numpy()]
    before = np.concatenate([[0], np.cumsum(~kept)])[starts]
    if not kept.all():
        fewer = pa.ListArray.from_arrays(pa.array(starts - before, pa.int32()), flat.filter(pa.array(kept)))
        batch = batch.set_column(batch.schema.get_field_index("mentions"), "mentions", fewer)
    return batch, np.diff(before)


def _copies(
    batch: pa.RecordBatch, rates: Mapping[str, float], entity_categories: Mapping[str, str], seed: int
) -> npt.NDArray[np.int64]:
    """How often each sentence stands in the corpus."""
    mentions = batch.column("mentions")
    types = mentions.flatten().field("type")
    # A class is looked up once.
    known = [entity_categories.get(cls, ENTITY) for cls in types.dictionary.to_pylist()]
    found = list(map(known.__getitem__, types.indices.to_numpy().tolist()))
    places = zip(*(batch.column(name).to_pylist() for name in PLACE), strict=True)
    rows = zip(pairwise(list_starts(mentions).tolist()), places, strict=True)
    return np.array(
        [
            copies(rates, found[start:end], seed=seed, page_id=page_id, paragraph=paragraph, sentence=sentence)
            for (start, end), (page_id, paragraph, sentence) in rows
        ],
        np.int64,
    )


def _examples(
    batch: pa.RecordBatch, labels: Mapping[str, str], label_set: LabelSet, url: str, lang: str
) -> pa.RecordBatch:
    """The sentences as examples of the label set, without the column `copy`."""
    mentions = batch.column("mentions")
    starts = list_starts(mentions)
    flat = mentions.flatten()
    types = flat.field("type")
    places = {label: place for place, label in enumerate(label_set.labels)}
    # A class without a label stays in the dictionary, but has no mention any more.
    known = np.array([places.get(labels.get(cls, ENTITY), -1) for cls in types.dictionary.to_pylist()], np.int64)
    numbers = known[types.indices.to_numpy()]
    begins, ends = flat.field("start").to_numpy(), flat.field("end").to_numpy()
    tagged = tag_sentences(batch.column("text").to_pylist(), starts, begins, ends, numbers, lang)
    columns = {
        **{name: batch.column(name) for name in ("page_id", "rev_id", "title", *PLACE, "text")},
        "url": [url.format(rev_id=rev_id) for rev_id in batch.column("rev_id").to_pylist()],
        "tokens": _lists("tokens", tagged.bounds, pa.array(tagged.tokens, pa.string())),
        "starts": _lists("starts", tagged.bounds, pa.array(tagged.starts, pa.int32())),
        "tags": _lists("tags", tagged.bounds, label_column(tagged.tags, label_set.bio_tags)),
        "ner_tags": _lists("ner_tags", tagged.bounds, pa.array(tagged.tags)),
        "types": _lists("types", starts, label_column(numbers, label_set.labels)),
        "qids": _lists("qids", starts, flat.field("qid")),
    }
    return pa.record_batch(columns)


def _lists(column: str, bounds: npt.NDArray[Any], values: pa.Array) -> pa.ListArray:
    return pa.ListArray.from_arrays(pa.array(bounds, pa.int32()), values, type=NER_CORPUS.schema.field(column).type)


def _write_split(shard: Shard, split: str, examples: pa.RecordBatch, numbers: npt.NDArray[np.int64]) -> None:
    """Write each of a split's examples as often as its number says, and count them."""
    rows = np.repeat(np.arange(len(numbers)), numbers)
    copy = np.arange(len(rows)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    repeated = pa.table(examples.take(pa.array(rows)).append_column("copy", pa.array(copy, pa.int32())))
    shard.write("ner_corpus", repeated.select(NER_CORPUS.schema.names).cast(NER_CORPUS.schema), f"split={split}")
    shard.count("examples", split, len(rows))
    shard.count("tokens", split, len(repeated["tokens"].combine_chunks().flatten()))
    types = repeated["types"].combine_chunks().flatten()
    labels = types.dictionary.to_pylist()
    found = enumerate(np.bincount(types.indices.to_numpy()).tolist())
    shard.count_all("mentions", {labels[place]: number for place, number in found if number})
