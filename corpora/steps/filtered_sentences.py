"""From typed sentences to those that pass the filters: the function behind the step `filtered_sentences`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.filters import FilterRules, drop_reason, kept_label
from corpora.gazetteer.mentions import find_names, with_names
from corpora.gazetteer.search import Gazetteer, read_gazetteer
from corpora.pages import read_page_ids
from corpora.tokens import tokenize_all
from schemas.arrow_tables import label_column, label_list, list_rows, list_starts
from schemas.catalog.corpora import FILTERED_SENTENCES
from schemas.datasets.dataset import read_batches
from schemas.datasets.shards import Shard
from schemas.labels import ENTITY
from schemas.records import PLACE, Reject
from schemas.sorted_lookup import distinct, find_sorted


@dataclass(frozen=True)
class Filters:
    """Which sentences pass."""

    labels: Mapping[str, str]
    """Entity category of each DBpedia class, which the rules go by; those without one are ENTITY."""
    rules: FilterRules
    leave_out: Collection[str] = ()
    """Codes of problems whose sentences are dropped."""
    domain_pages: str | None = None
    """Location of the pages whose sentences alone are taken, if not all are."""


@dataclass(frozen=True)
class GazetteerNames:
    """The names that are mentions too."""

    gazetteer: str
    """Location of the dataset."""
    lang: str
    """Code of the language of the sentences."""
    nameless: Collection[str] = ()
    """DBpedia classes of kinds: what the gazetteer has of them is no name."""
    places: Collection[str] = ()
    """The classes that names are given; those of others are shared by several things, and are ENTITY."""


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
    part: str, shard: Shard, *, filters: Filters, keep_filtered: bool, names: GazetteerNames | None = None
) -> None:
    """Write the sentences of a part of `typed_sentences` that pass the filters, with ENTITY for scarce entity
    categories and for classes that have none.

    Sentences with a problem that is left out are dropped first; its first such code is the reason. The mentions keep
    their classes. `names`, if any, are mentions too, but the rules were made of the mentions without them.
    """
    search = _GazetteerSearch(read_gazetteer(names.gazetteer), names, filters.labels) if names else None
    page_ids = read_page_ids(filters.domain_pages) if filters.domain_pages else None
    done = 0
    for batch in read_batches(part):
        shard.seen += batch.num_rows
        given = _of_pages(batch, page_ids, shard)
        reasons = _first_codes(given.column("problems"), filters.leave_out)
        if search:
            given = _with_names(given, reasons, search, shard)
        _write_batch(given, reasons, shard, filters, keep_filtered)
        done += batch.nbytes
        shard.advance(done)


def _first_codes(problems: pa.ListArray, leave_out: Collection[str]) -> list[str | None]:
    """The first code of each row that is among those to leave out."""
    codes = problems.flatten().field("code").to_pylist()
    rows = pairwise(list_starts(problems).tolist())
    return [next((code for code in codes[start:end] if code in leave_out), None) for start, end in rows]


class _GazetteerSearch(NamedTuple):
    """What the names of the gazetteer are found and counted by."""

    gazetteer: Gazetteer
    names: GazetteerNames
    labels: Mapping[str, str]
    """Entity category of each DBpedia class."""


def _with_names(
    batch: pa.RecordBatch, reasons: Sequence[str | None], search: _GazetteerSearch, shard: Shard
) -> pa.RecordBatch:
    """The batch with the names of the gazetteer in those sentences that there is no reason to drop.

    The others have no mentions any more.
    """
    gazetteer, names, labels = search
    looked_at = np.array([reason is None for reason in reasons], bool)
    column = batch.schema.get_field_index("mentions")
    mentions = _emptied(batch.column(column), ~looked_at)
    flat, edges = mentions.flatten(), list_starts(mentions).tolist()
    starts, ends = (flat.field(name).to_numpy().tolist() for name in ("start", "end"))
    spans = list(zip(starts, ends, label_list(flat.field("source")), strict=True))
    texts = [text if look else "" for text, look in zip(batch.column("text").to_pylist(), looked_at, strict=True)]
    matches = gazetteer.search.find(texts, tokenize_all(texts, names.lang))
    find = partial(find_names, gazetteer=gazetteer, nameless=names.nameless, given=names.places)
    found = [
        (row, name)
        for row in np.flatnonzero(looked_at).tolist()
        if matches[row]
        for name in find(texts[row], spans[edges[row] : edges[row + 1]], matches[row])
    ]
    kinds = sum(name.type is None for _, name in found)
    if kinds:
        shard.count("mentions dropped", "kinds of the gazetteer", kinds)
    shard.count_all("names of the gazetteer", Counter(labels.get(name.type, ENTITY) for _, name in found if name.type))
    return batch.set_column(column, "mentions", with_names(mentions, found))


def _emptied(mentions: pa.ListArray, rows: npt.NDArray[np.bool_]) -> pa.ListArray:
    """The column without the mentions of those rows."""
    kept = pa.array(~rows[list_rows(mentions)])
    numbers = np.where(rows, 0, np.diff(list_starts(mentions)))
    bounds = pa.array(np.cumsum([0, *numbers]), pa.int32())
    return pa.ListArray.from_arrays(bounds, mentions.flatten().filter(kept), type=mentions.type)


class _Labelled(NamedTuple):
    """The mentions of a batch with their labels, each of which is that of a class: a class is looked up once."""

    classes: Sequence[str]
    before: Sequence[str]
    """The label of each class, before scarce ones are replaced."""
    after: Sequence[str]
    """The same after."""
    numbers: npt.NDArray[np.int64]
    """Place in `classes` of each mention's class."""
    rows: npt.NDArray[np.int64]
    """The sentence of each mention."""

    @classmethod
    def of(cls, mentions: pa.ListArray, filters: Filters) -> _Labelled:
        types = mentions.flatten().field("type")
        classes = types.dictionary.to_pylist()
        before = [filters.labels.get(name, ENTITY) for name in classes]
        after = [kept_label(filters.rules, label) for label in before]
        return cls(classes, before, after, types.indices.to_numpy(), list_rows(mentions))


def _write_batch(
    batch: pa.RecordBatch, reasons: Sequence[str | None], shard: Shard, filters: Filters, keep_filtered: bool
) -> None:
    """Drop sentences by the rules as well, and write the others."""
    labelled = _Labelled.of(batch.column("mentions"), filters)
    scarce = np.array([old != new for old, new in zip(labelled.before, labelled.after, strict=True)], bool)
    looked_at = np.array([reason is None for reason in reasons], bool)[labelled.rows]
    _count(shard, "scarce", labelled.numbers[looked_at & scarce[labelled.numbers]], labelled.before)
    reasons = _with_rules(batch, reasons, labelled, filters.rules)
    shard.count_all("sentences", Counter(reason or "kept" for reason in reasons))
    kept = np.array([reason is None for reason in reasons], bool)
    if keep_filtered:
        dropped = batch.select(["page_id", "title", "text"]).filter(pa.array(~kept)).to_pylist()
        for reason, row in zip(filter(None, reasons), dropped, strict=True):
            shard.keep(Reject(reason, **row))
    if kept.any():
        _write_kept(batch, kept, labelled, shard)


def _with_rules(
    batch: pa.RecordBatch, reasons: Sequence[str | None], labelled: _Labelled, rules: FilterRules
) -> list[str | None]:
    """Why each sentence is dropped: the reason that it has, or one by its mentions."""
    places = zip(*(batch.column(name).to_pylist() for name in PLACE), strict=True)
    found = list(map(labelled.after.__getitem__, labelled.numbers.tolist()))
    bounds = pairwise(list_starts(batch.column("mentions")).tolist())
    return [
        reason or drop_reason(rules, found[start:end], *place)
        for reason, (start, end), place in zip(reasons, bounds, places, strict=True)
    ]


def _write_kept(batch: pa.RecordBatch, kept: npt.NDArray[np.bool_], labelled: _Labelled, shard: Shard) -> None:
    """Write the sentences that are kept, and count their mentions by label."""
    of_kept = kept[labelled.rows]
    _count(shard, "mentions", labelled.numbers[of_kept], labelled.after)
    # A sentence counts once for each of its labels.
    names, of_classes = np.unique(labelled.after, return_inverse=True)
    _count(
        shard,
        "sentences_with",
        distinct((labelled.rows * len(names) + of_classes[labelled.numbers])[of_kept]) % len(names),
        names.tolist(),
    )
    columns = {name: batch.column(name) for name in FILTERED_SENTENCES.schema.names}
    columns["mentions"] = _with_classes(
        columns["mentions"],
        [ENTITY if label == ENTITY else cls for cls, label in zip(labelled.classes, labelled.after, strict=True)],
    )
    table = pa.Table.from_arrays(list(columns.values()), schema=FILTERED_SENTENCES.schema)
    shard.write("filtered_sentences", table.filter(pa.array(kept)))


def _count(shard: Shard, group: str, numbers: npt.NDArray[Any], names: Sequence[str]) -> None:
    """Count names given by their places in `names`; a name may have several."""
    counts: Counter[str] = Counter()
    for place, number in enumerate(np.bincount(numbers).tolist()):
        if number:
            counts[names[place]] += number
    if counts:
        shard.count_all(group, counts)


def _with_classes(mentions: pa.ListArray, classes: Sequence[str]) -> pa.ListArray:
    """The column with another name for each class of its dictionary; several may get the same."""
    flat = mentions.flatten()
    names, places = np.unique(classes, return_inverse=True)
    types = label_column(places[flat.field("type").indices.to_numpy()], names.tolist())
    fields = list(mentions.type.value_type)
    arrays = [types if field.name == "type" else flat.field(field.name) for field in fields]
    changed = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.ListArray.from_arrays(pa.array(list_starts(mentions), pa.int32()), changed, type=mentions.type)
