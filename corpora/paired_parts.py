"""Sentences with their mentions: the datasets `sentences` and `typed_sentences`, read in parallel.

`typed_sentences` has the sentences with mentions only. Part by part the two have the same order, so that reading them
together needs no index over a whole wiki.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.arrow_tables import label_list, list_starts
from schemas.catalog.dbpedia import TYPED_SENTENCES
from schemas.datasets.dataset import open_part, parquet_parts, read_batches, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.records import PLACE

_COLUMNS = ("page_id", "rev_id", "title", "paragraph", "sentence", "text")
_OF_MENTIONS = ("start", "end", "type", "source")
"""What is read of a mention: a part's mentions are held together, and target and item are most of what they take."""
_MENTION = TYPED_SENTENCES.schema.field("mentions").type.value_type
_TYPED = pa.schema(
    [
        *(TYPED_SENTENCES.schema.field(name) for name in PLACE),
        pa.field("mentions", pa.list_(pa.struct([_MENTION.field(name) for name in _OF_MENTIONS]))),
    ]
)


class PartPair(NamedTuple):
    """A part of `sentences` and the part of `typed_sentences` that was made of it."""

    sentences: str
    typed: str | None
    """None where no sentence of the part has a mention."""
    bytes: int
    """Size of both."""


def part_pairs(sentences: str, typed_sentences: str) -> list[PartPair]:
    """The parts of the datasets at two locations. Raises InputError where one was not made of the other."""
    source, made = read_manifest(sentences), read_manifest(typed_sentences)
    if source.provenance.identity not in {each.identity for each in made.provenance.inputs}:
        raise InputError(f"{typed_sentences} was not made of {sentences}; build it again")
    # The name of a part has the number of its unit, which is the place of the part that was read.
    typed = {part.name: part for part in parquet_parts(made)}
    pairs = []
    for index, part in enumerate(parquet_parts(source)):
        other = typed.get(f"part-{index:05d}.parquet")
        uri = storage.join(typed_sentences, other.name) if other else None
        pairs.append(PartPair(storage.join(sentences, part.name), uri, part.bytes + (other.bytes if other else 0)))
    return pairs


def group_pairs(pairs: Iterable[PartPair], size: int) -> list[list[PartPair]]:
    """The pairs in order, in groups that end with the pair that makes them `size` bytes or more."""
    groups: list[list[PartPair]] = []
    room = 0
    for pair in pairs:
        if room <= 0:
            groups.append([])
            room = size
        groups[-1].append(pair)
        room -= pair.bytes
    return groups


def read_with_mentions(pair: PartPair, columns: Sequence[str] = _COLUMNS) -> Iterator[pa.Table]:
    """The sentences of a pair of parts, in order and some thousands at a time.

    Columns are those of `sentences` that are named, by default all but section and anchors, and `mentions`: start, end,
    type and source of each, empty where there are none. Raises InputError where the two parts do not fit, and where a
    page that comes twice stands so close together that nobody can tell whose mentions are whose.
    """
    typed = _read_typed(pair.typed)
    wanted = _places(typed)
    lengths = typed["mentions"].combine_chunks().value_lengths().to_numpy()
    done = 0
    for batch in read_batches(pair.sentences, list(dict.fromkeys((*PLACE, *columns)))):
        places = _places(batch)
        if len(places.unique()) < len(places):
            raise InputError(
                f"{pair.sentences}: a page comes twice in it; leave out what the dump has twice, and build it again"
            )
        rows = pc.index_in(wanted.slice(done, batch.num_rows), value_set=places).fill_null(-1).to_numpy()
        # From the first on that is not further on in this batch, they are of later ones.
        found = rows[: np.logical_and.accumulate(np.diff(rows, prepend=-1) > 0).sum()]
        starts = np.zeros(batch.num_rows + 1, np.int32)
        starts[found + 1] = lengths[done : done + len(found)]
        here = typed["mentions"].slice(done, len(found)).combine_chunks().flatten()
        mentions = pa.ListArray.from_arrays(pa.array(np.cumsum(starts, dtype=np.int32)), here)
        yield pa.Table.from_batches([batch]).append_column("mentions", mentions)
        done += len(found)
    if done != len(wanted):
        raise _mismatch(pair)


def _places(rows: pa.Table | pa.RecordBatch) -> pa.FixedSizeBinaryArray:
    """Page, paragraph and sentence of each row, as one value."""
    places = np.column_stack([rows.column(name).to_numpy().astype(np.int64) for name in PLACE])
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(8 * len(PLACE)), len(places), [None, pa.py_buffer(places)])


def _read_typed(uri: str | None) -> pa.Table:
    if uri is None:
        return _TYPED.empty_table()
    columns = [*PLACE, *(f"mentions.list.element.{name}" for name in _OF_MENTIONS)]
    with open_part(uri) as parquet:
        # Read by several threads, a part takes half as much memory again, and no less time.
        groups = [parquet.read_row_group(each, columns, use_threads=False) for each in range(parquet.num_row_groups)]
        return pa.concat_tables(groups or [_TYPED.empty_table()])


def _mismatch(pair: PartPair) -> InputError:
    return InputError(f"{pair.typed} does not belong to {pair.sentences}: it has other sentences; build it again")


def mention_rows(table: pa.Table) -> Iterator[list[tuple[int, int, str, str]]]:
    """Start, end, class and source of the mentions of each row."""
    mentions = table.column("mentions").combine_chunks()
    flat = mentions.flatten()
    columns = [flat.field(name).to_numpy().tolist() for name in ("start", "end")]
    columns += [label_list(flat.field(name)) for name in ("type", "source")]
    found = list(zip(*columns, strict=True))
    done = 0
    for number in mentions.value_lengths().to_pylist():
        yield found[done : done + number]
        done += number


def mention_classes(table: pa.Table) -> Iterator[list[str]]:
    """Classes of the mentions of each row."""
    mentions = table.column("mentions").combine_chunks()
    names = label_list(mentions.flatten().field("type"))
    return (names[start:end] for start, end in pairwise(list_starts(mentions).tolist()))
