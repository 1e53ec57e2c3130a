"""The pure functions behind the steps `type_index` and `typed_sentences`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.instance_types import RedirectCounts, Redirects, TypeCounts, read_redirects, read_types
from dbpedia.linking import link_column
from dbpedia.ontology import read_ontology
from dbpedia.title_index import build_index, index_rows, open_index, write_index
from dbpedia.triples import TripleCounts
from schemas import storage
from schemas.dataset import parquet_parts, read_batches, read_manifest
from schemas.records import TYPED_SENTENCES, Reject
from schemas.shards import Shard

LOOKUP = "_lookup.arrow"
"""Name of the memory-mapped table in the `type_index` dataset."""


def write_type_index(
    _files: Any,
    shard: Shard,
    *,
    ontology: str,
    instance_types: Sequence[str],
    dbpedia_redirects: Sequence[str],
    redirects: str,
) -> None:
    """Write the class of every typed title and of the redirects that lead to one.

    `redirects` is the location of the wiki's own redirects; where DBpedia's name another target for a title, the wiki's
    text is what the anchors were read from, but which of the two is followed is decided by `build_index`.
    """
    known = read_ontology(ontology)
    for wart in known.warts:
        shard.count("ontology", wart)
    type_counts, redirect_counts = TypeCounts(), RedirectCounts()
    types = read_types(instance_types, known, type_counts)
    build = build_index(types, _all_redirects(redirects, dbpedia_redirects, redirect_counts), known.classes)
    for batch in index_rows(build):
        shard.write("type_index", pa.Table.from_batches([batch]))
    shard.attach("type_index", LOOKUP, lambda path: write_index(build.title_index, str(path)))

    for name, triples in (("instance-types", type_counts.triples), ("redirects", redirect_counts.triples)):
        _count_triples(shard, name, triples)
    shard.count("types", "titles with a class", type_counts.titles)
    shard.count("types", "titles whose classes contradict each other", type_counts.several_classes)
    shard.count("types", "types of other vocabularies", type_counts.other_vocabularies)
    shard.count("types", "subjects that are no articles", type_counts.not_articles)
    shard.count_all("classes the ontology does not have", type_counts.unknown_classes)
    counts = build.counts
    shard.count("redirects", "to a typed title", counts.redirects)
    shard.count("redirects", "typed themselves", counts.redirects_typed_themselves)
    shard.count("redirects", "repeated", counts.redirects_repeated)
    shard.count("redirects", "to an untyped title", counts.redirects_to_untyped)
    shard.count("redirects", "in cycles", counts.redirects_in_cycles)
    shard.count("redirects", "too long", counts.redirects_too_long)
    shard.count("redirects", "of DBpedia, to or from no article", redirect_counts.not_articles)
    shard.count_all("titles by number of redirects", {str(n): number for n, number in counts.by_redirects.items()})
    by_class = np.bincount(build.title_index.class_ids, minlength=len(known.classes)).tolist()
    shard.count_all("titles by class", {cls: n for cls, n in zip(known.classes, by_class, strict=True) if n})


def _all_redirects(location: str, uris: Sequence[str], counts: RedirectCounts) -> Iterator[Redirects]:
    for part in parquet_parts(read_manifest(location)):
        for batch in read_batches(storage.join(location, part.name), ["title", "target"]):
            yield Redirects(batch.column("title").to_pylist(), batch.column("target").to_pylist())
    yield from read_redirects(uris, counts)


def _count_triples(shard: Shard, name: str, counts: TripleCounts) -> None:
    shard.seen += counts.lines
    shard.count(f"lines of {name}", "triples", counts.triples)
    shard.count(f"lines of {name}", "other triples", counts.other)
    if counts.malformed:
        shard.reject(Reject("malformed-line", -1, "", counts.first_malformed), counts.malformed)


def write_typed(part: str, shard: Shard, *, index: str) -> None:
    """Write the sentences of a part of `sentences` that have anchors, each anchor typed by its target."""
    titles = open_index(index)
    done = 0
    for batch in read_batches(part):
        shard.seen += batch.num_rows
        linked = batch.filter(pc.greater(pc.list_value_length(batch.column("anchors")), 0))
        shard.count("sentences", "with anchors", linked.num_rows)
        shard.count("sentences", "without anchors", batch.num_rows - linked.num_rows)
        if linked.num_rows:
            mentions = link_column(linked.column("anchors"), titles)
            columns = [*linked.columns[:-1], mentions]
            shard.write("typed_sentences", pa.Table.from_arrays(columns, schema=TYPED_SENTENCES))
            flat = mentions.flatten()
            shard.count_all("mentions", _value_counts(flat.field("type")))
            shard.count_all("anchors", _value_counts(flat.field("source")))
        done += batch.nbytes
        shard.advance(done)


def _value_counts(column: pa.DictionaryArray) -> dict[str, int]:
    return {str(row["values"]): int(row["counts"]) for row in pc.value_counts(column).to_pylist()}
