"""Linking: from anchors to entity mentions, each with the DBpedia class of its target (NER-BERT, section 2.2)."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.noise import FLAGS, Flagger
from dbpedia.sources.merge import SOURCES
from dbpedia.title_index import UNTYPED, TitleIndex
from dbpedia.wikidata_index import WikidataIndex
from schemas.arrow_tables import label_column
from schemas.catalog.dbpedia import TYPED_SENTENCES
from schemas.labels import ENTITY
from schemas.records import MENTION_SOURCES, Anchor, Mention

_DIRECT, _REDIRECT, _NONE = (MENTION_SOURCES.index(source) for source in ("direct", "redirect", "none"))
_ORIGINS = (*SOURCES, "")
_AFTER = 40
"""Characters behind a mention that its flag may depend on."""
_KIND = TYPED_SENTENCES.schema.field("mentions").type


class _Types(NamedTuple):
    """What the index has for some targets."""

    types: npt.NDArray[np.int16]
    """Place of each target's class; that of ENTITY is after all classes."""
    sources: npt.NDArray[np.int16]
    """Place of its source in `MENTION_SOURCES`."""
    redirects: npt.NDArray[np.uint8]
    origins: npt.NDArray[np.int16]
    """Place of its class's source in `_ORIGINS`."""


def link(sentences: Sequence[Sequence[Anchor]], index: TitleIndex) -> list[list[Mention]]:
    """The mentions of each sentence, one for each of its anchors, in order, without flags and Wikidata items.

    All sentences are looked up at once: give some hundreds of them or more.
    """
    anchors = list(chain.from_iterable(sentences))
    found = _look_up([anchor.target for anchor in anchors], index)
    names = (*index.classes, ENTITY)
    mentions = (
        Mention(start, end, names[kind], MENTION_SOURCES[source], target, redirects, _ORIGINS[origin], "")
        for (start, end, target), kind, source, redirects, origin in zip(
            anchors, *(numbers.tolist() for numbers in found), strict=True
        )
    )
    return [list(islice(mentions, len(sentence))) for sentence in sentences]


def link_column(anchors: pa.ListArray, index: TitleIndex) -> pa.ListArray:
    """The same for a column `anchors` of `schemas.records.SENTENCES`, as a column `mentions` of typed sentences."""
    flat = anchors.flatten()
    found = _look_up(flat.field("target").to_pylist(), index)
    mentions = pa.StructArray.from_arrays(
        [
            flat.field("start"),
            flat.field("end"),
            label_column(found.types, (*index.classes, ENTITY)),
            label_column(found.sources, MENTION_SOURCES),
            flat.field("target"),
            pa.array(found.redirects),
            label_column(found.origins, _ORIGINS),
            label_column(np.zeros(len(flat), np.int16), FLAGS),
            pa.nulls(len(flat), pa.string()),
        ],
        fields=list(_KIND.value_type),
    )
    return _lists(anchors, mentions)


def flag_column(texts: Sequence[str], mentions: pa.ListArray, flag: Flagger) -> pa.ListArray:
    """A column `mentions` with the flag that `flag` gives each of them.

    `texts` are the sentences that the rows of the column belong to.
    """
    flat = mentions.flatten()
    numbers = {name: number for number, name in enumerate(FLAGS)}
    lengths = pc.list_value_length(mentions).to_pylist()

    def of_mention() -> Iterator[str]:
        return chain.from_iterable(map(repeat, texts, lengths))

    starts, ends = (flat.field(name).to_numpy().tolist() for name in ("start", "end"))
    surfaces = [text[start:end] for text, start, end in zip(of_mention(), starts, ends, strict=True)]
    after = [text[end : end + _AFTER] for text, end in zip(of_mention(), ends, strict=True)]
    begin_sentence = map(operator.not_, starts)
    found = map(flag, surfaces, flat.field("target").to_pylist(), _strings(flat.field("type")), begin_sentence, after)
    flags = np.fromiter(map(numbers.__getitem__, found), np.int16, len(flat))
    arrays = [flat.field(place) for place in range(flat.type.num_fields)]
    arrays[flat.type.get_field_index("flag")] = label_column(flags, FLAGS)
    return _lists(mentions, pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type)))


def identify(mentions: pa.ListArray, wikidata: WikidataIndex) -> pa.ListArray:
    """A column `mentions` with the Wikidata item of each target, propagated ones included."""
    flat = mentions.flatten()
    arrays = [flat.field(place) for place in range(flat.type.num_fields)]
    # Targets come again and again within a few pages: to look up each once halves the cost.
    targets = flat.field("target").dictionary_encode()
    arrays[flat.type.get_field_index("qid")] = wikidata.qids(targets.dictionary.to_pylist()).take(targets.indices)
    return _lists(mentions, pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type)))


def untype_flagged(mentions: pa.ListArray, flags: Collection[str]) -> pa.ListArray:
    """A column `mentions` in which those with one of the flags are ENTITY."""
    flat = mentions.flatten()
    chosen = pc.is_in(flat.field("flag").cast(pa.string()), value_set=pa.array(sorted(flags), pa.string()))
    types = pc.if_else(chosen, ENTITY, flat.field("type").cast(pa.string())).dictionary_encode()
    arrays = [flat.field(place) for place in range(flat.type.num_fields)]
    arrays[flat.type.get_field_index("type")] = types.cast(_KIND.value_type.field("type").type)
    return _lists(mentions, pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type)))


def drop_flagged(mentions: pa.ListArray, flags: Collection[str]) -> pa.ListArray:
    """A column `mentions` without those that have one of the flags."""
    flat = mentions.flatten()
    dropped = pc.is_in(flat.field("flag").cast(pa.string()), value_set=pa.array(sorted(flags), pa.string()))
    kept = ~dropped.to_numpy(zero_copy_only=False)
    before = np.concatenate([[0], np.cumsum(kept)])
    starts = before[_starts(mentions)]
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), flat.filter(pa.array(kept)), type=_KIND)


def mention_lists(mentions: pa.ListArray) -> Iterator[list[Mention]]:
    """The rows of a column `mentions` as lists."""
    flat = mentions.flatten()
    fields = map(flat.field, Mention._fields)
    all_of_them = map(
        Mention, *(_strings(each) if pa.types.is_dictionary(each.type) else each.to_pylist() for each in fields)
    )
    for length in pc.list_value_length(mentions).to_pylist():
        yield list(islice(all_of_them, length))


def mention_column(sentences: Sequence[Sequence[Mention]], classes: Sequence[str]) -> pa.ListArray:
    """Lists of mentions as a column; `classes` are the names that their types may have besides ENTITY."""
    mentions = list(chain.from_iterable(sentences))
    columns = list(zip(*mentions, strict=True)) or [()] * len(Mention._fields)
    known = {"type": (*classes, ENTITY), "source": MENTION_SOURCES, "origin": _ORIGINS, "flag": FLAGS}
    arrays = []
    for name, values in zip(Mention._fields, columns, strict=True):
        if name in known:
            numbers = {label: number for number, label in enumerate(known[name])}
            places = np.fromiter(map(numbers.__getitem__, values), np.int16, len(values))
            arrays.append(label_column(places, known[name]))
        else:
            arrays.append(pa.array(values, _KIND.value_type.field(name).type))
    starts = np.concatenate([[0], np.cumsum([len(sentence) for sentence in sentences], dtype=np.int64)])
    flat = pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type))
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), flat, type=_KIND)


def _look_up(targets: Sequence[str], index: TitleIndex) -> _Types:
    class_ids, redirects, origins = index.lookup(targets)
    types = np.minimum(class_ids, len(index.classes)).astype(np.int16)
    untyped = class_ids == UNTYPED
    sources = np.where(untyped, _NONE, np.where(redirects > 0, _REDIRECT, _DIRECT)).astype(np.int16)
    return _Types(types, sources, redirects, np.where(untyped, len(SOURCES), origins).astype(np.int16))


def _strings(column: pa.DictionaryArray) -> list[str]:
    """The labels of a column; five times as fast as its own `to_pylist`."""
    names = column.dictionary.to_pylist()
    return list(map(names.__getitem__, column.indices.to_numpy().tolist()))


def _starts(column: pa.ListArray) -> npt.NDArray[np.int64]:
    """Where the rows of a column begin in its flattened values, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(pc.list_value_length(column).to_numpy(zero_copy_only=False))]).astype(
        np.int64
    )


def _lists(column: pa.ListArray, mentions: pa.StructArray) -> pa.ListArray:
    """Mentions in rows as long as those of a column."""
    return pa.ListArray.from_arrays(pa.array(_starts(column), pa.int32()), mentions, type=_KIND)
