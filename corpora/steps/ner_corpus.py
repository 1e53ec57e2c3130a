"""From filtered sentences to training examples: the function behind the step `ner_corpus`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
from schemas.ranges import ranges
from schemas.records import PLACE


@dataclass(frozen=True)
class Sampling:
    """How many copies of a sentence there are, and which split has them: the α-balanced sample."""

    rates: Mapping[str, float]
    """Copies that a sentence expects for each entity category that it has, as `corpora.balancing.copy_rates` gives."""
    categories: Mapping[str, str]
    """Entity category of each DBpedia class; those without one are ENTITY."""
    seed: int
    validation_share: float


@dataclass(frozen=True)
class Tagging:
    """How the mentions of a sentence become tags."""

    labels: Mapping[str, str]
    """Label of each DBpedia class; those without one are ENTITY."""
    label_set: LabelSet
    """A mention whose label it lacks is not tagged."""
    lang: str
    """Code of the language of the sentences."""


def write_ner_corpus(part: str, shard: Shard, *, sampling: Sampling, tagging: Tagging, url: str) -> None:
    """Write the training examples of a part of `filtered_sentences`: as many copies of each as balancing gives it.

    `url` is the address of a revision with `{rev_id}` in place of its number.
    """
    shard.name_classes("ner_corpus", "ner_tags", tagging.label_set.bio_tags)
    done = 0
    for batch in read_batches(part):
        shard.seen += batch.num_rows
        labelled, untagged = _labelled(batch, tagging)
        numbers = _copies(labelled, sampling)
        if without := int(numbers @ untagged):
            shard.count("untagged mentions", "no label", without)
        sampled = numbers > 0
        shard.count_all("sentences", Counter("sampled" if each else "not-sampled" for each in sampled))
        if sampled.any():
            chosen, numbers = labelled.filter(pa.array(sampled)), numbers[sampled]
            splits = _splits(chosen, sampling)
            examples = _examples(chosen, tagging, url)
            for split in np.unique(splits).tolist():
                rows = np.flatnonzero(splits == split)
                _write_split(shard, split, examples.take(pa.array(rows)), numbers[rows])
        done += batch.nbytes
        shard.advance(done)


def _labelled(batch: pa.RecordBatch, tagging: Tagging) -> tuple[pa.RecordBatch, npt.NDArray[np.int64]]:
    """The sentences without the mentions that have no label in the set, and how many of them each had."""
    mentions = batch.column("mentions")
    flat, starts = mentions.flatten(), list_starts(mentions)
    types = flat.field("type")
    known = [tagging.labels.get(cls, ENTITY) in tagging.label_set.labels for cls in types.dictionary.to_pylist()]
    kept = np.array(known, bool)[types.indices.to_numpy()]
    before = np.concatenate([[0], np.cumsum(~kept)])[starts]
    if not kept.all():
        fewer = pa.ListArray.from_arrays(pa.array(starts - before, pa.int32()), flat.filter(pa.array(kept)))
        batch = batch.set_column(batch.schema.get_field_index("mentions"), "mentions", fewer)
    return batch, np.diff(before)


def _copies(batch: pa.RecordBatch, sampling: Sampling) -> npt.NDArray[np.int64]:
    """How often each sentence stands in the corpus."""
    mentions = batch.column("mentions")
    types = mentions.flatten().field("type")
    # A class is looked up once.
    known = [sampling.categories.get(cls, ENTITY) for cls in types.dictionary.to_pylist()]
    found = list(map(known.__getitem__, types.indices.to_numpy().tolist()))
    rates, seed = sampling.rates, sampling.seed
    rows = zip(pairwise(list_starts(mentions).tolist()), _places(batch), strict=True)
    return np.array(
        [
            copies(rates, found[start:end], seed=seed, page_id=page_id, paragraph=paragraph, sentence=sentence)
            for (start, end), (page_id, paragraph, sentence) in rows
        ],
        np.int64,
    )


def _splits(batch: pa.RecordBatch, sampling: Sampling) -> npt.NDArray[np.str_]:
    """The split of each sentence."""
    seed, share = sampling.seed, sampling.validation_share
    return np.array([split_of(seed, *place, validation_share=share) for place in _places(batch)])


def _places(batch: pa.RecordBatch) -> Iterator[tuple[int, int, int]]:
    """Page, paragraph and sentence of each row."""
    return zip(*(batch.column(name).to_pylist() for name in PLACE), strict=True)


def _examples(batch: pa.RecordBatch, tagging: Tagging, url: str) -> pa.RecordBatch:
    """The sentences as examples of the label set, without the column `copy`."""
    labels, label_set = tagging.labels, tagging.label_set
    mentions = batch.column("mentions")
    starts = list_starts(mentions)
    flat = mentions.flatten()
    types = flat.field("type")
    places = {label: place for place, label in enumerate(label_set.labels)}
    # A class without a label stays in the dictionary, but has no mention any more.
    known = np.array([places.get(labels.get(cls, ENTITY), -1) for cls in types.dictionary.to_pylist()], np.int64)
    numbers = known[types.indices.to_numpy()]
    begins, ends = flat.field("start").to_numpy(), flat.field("end").to_numpy()
    tagged = tag_sentences(batch.column("text").to_pylist(), starts, begins, ends, numbers, tagging.lang)
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
    copy = ranges(np.zeros_like(numbers), numbers)
    repeated = pa.table(examples.take(pa.array(rows)).append_column("copy", pa.array(copy, pa.int32())))
    shard.write("ner_corpus", repeated.select(NER_CORPUS.schema.names).cast(NER_CORPUS.schema), f"split={split}")
    shard.count("examples", split, len(rows))
    shard.count("tokens", split, len(repeated["tokens"].combine_chunks().flatten()))
    types = repeated["types"].combine_chunks().flatten()
    labels = types.dictionary.to_pylist()
    found = enumerate(np.bincount(types.indices.to_numpy()).tolist())
    shard.count_all("mentions", {labels[place]: number for place, number in found if number})
