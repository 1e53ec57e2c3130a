"""Annotated sentences, one at a time, as `ner_corpus` and `ner_benchmark` hold them: a split or a sample of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corpora.bio import tagged_spans
from schemas.chance import uniform
from schemas.datasets.dataset import is_committed, open_part, parquet_parts, partition_of, read_batches, read_manifest
from schemas.errors import InputError, quoted
from schemas.files import storage
from schemas.root.current import BrokenCurrentError, addresses, build_to_read, standing_builds

_KEYS = {"ner_corpus": ("page_id", "paragraph", "sentence", "copy"), "ner_benchmark": ("sentence",)}
"""The columns that tell the examples of a split apart, by dataset."""
_SOURCE = ("page_id", "rev_id", "title", "url", "paragraph", "sentence", "copy")

_HELD = 1 << 16
"""Rows that a drawing looks at before it throws away those that cannot be drawn any more."""

_NAMED = 5
"""Builds that a message names."""


class Entity(NamedTuple):
    """A mention: `tokens[first:end]` are its tokens."""

    first: int
    end: int
    label: str
    qid: str | None
    """Its Wikidata item, as Q42; None where none is known."""


class Example(NamedTuple):
    """An annotated sentence: `text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]`, and `tags[i]` is its tag."""

    source: dict[str, Any]
    """Where it is from: the columns that the dataset has of page, revision, title, address, place and copy."""
    text: str
    """Tokens joined by a space where the dataset has no text."""
    tokens: list[str]
    starts: list[int]
    tags: list[str]
    qids: list[str | None] | None = None
    """The Wikidata items of the mentions, in order; None where the dataset has none."""

    def entities(self) -> list[Entity]:
        """The mentions, in order."""
        spans = tagged_spans(self.tags)
        qids = [None] * len(spans) if self.qids is None else self.qids
        return [Entity(*span, qid) for span, qid in zip(spans, qids, strict=True)]

    def gaps(self) -> list[str]:
        """The text before each token and, at the end, the text behind the last: one more than there are tokens."""
        ends = [start + len(token) for start, token in zip(self.starts, self.tokens, strict=True)]
        edges = zip([0, *ends], [*self.starts, len(self.text)], strict=True)
        return [self.text[end:start] for end, start in edges]


class Split(NamedTuple):
    """The examples of a split."""

    uris: list[str]
    """Its Parquet parts, in the order of the manifest."""
    rows: int


@dataclass(frozen=True)
class AnnotatedDataset:
    """A dataset of annotated sentences that stands somewhere."""

    name: str
    """`ner_corpus` or `ner_benchmark`."""
    location: str
    splits: dict[str, Split]


def open_annotated(location: str) -> AnnotatedDataset:
    """The annotated dataset at the location, or the current build of the one that has its builds there.

    Raises InputError where there is none.
    """
    location = build_at(location)
    manifest = read_manifest(location)
    if manifest.dataset not in _KEYS:
        raise InputError(
            f"{location}: is {quoted(manifest.dataset)}, which is not read as annotated text; give a build of "
            f"{' or '.join(_KEYS)}"
        )
    splits: dict[str, Split] = {}
    for part in parquet_parts(manifest):
        if not part.rows:
            # A dataset without rows has a part all the same, outside its partitions.
            continue
        split = partition_of(part)["split"]
        uris, rows = splits.get(split, Split([], 0))
        splits[split] = Split([*uris, storage.join(location, part.name)], rows + part.rows)
    if not splits:
        raise InputError(f"{location}: holds no examples")
    return AnnotatedDataset(manifest.dataset, location, splits)


def build_at(location: str) -> str:
    """The location itself where a build stands there, or that of the current one of the builds below it.

    Raises InputError where nothing says which of several it is.
    """
    if is_committed(location):
        return location
    # The file below a root that has the name of an address's is of snapshots.
    if standing_builds(location) and (name := build_to_read(location)):
        return storage.join(location, name)
    choices = [
        choice[len(location.rstrip("/")) + 1 :] for address in addresses(location) for choice in _choices(address.uri)
    ]
    if choices:
        named = ", ".join([*choices[:_NAMED], *(["…"] if choices[_NAMED:] else [])])
        raise InputError(f"{location}: which build? give one of {named} below it")
    return location


def _choices(address: str) -> list[str]:
    """What can be named of the builds at an address: itself, where it says which of them is read, else each of them."""
    with suppress(BrokenCurrentError):
        if build_to_read(address):
            return [address]
    return [storage.join(address, name) for name in standing_builds(address)]


def read_examples(
    dataset: AnnotatedDataset, split: str, rows: npt.NDArray[np.int64] | None = None
) -> Iterator[Example]:
    """The examples of a split, in order: all, or those with the numbers `rows`, counted from 0 and in order."""
    uris = dataset.splits[split].uris
    known = _columns(uris[0])
    source = [name for name in _SOURCE if name in known]
    columns = [*source, "tokens", "tags", *(name for name in ("text", "starts", "qids") if name in known)]
    first = 0
    for uri in uris:
        for batch in read_batches(uri, columns):
            if rows is not None:
                within = rows[np.searchsorted(rows, first) : np.searchsorted(rows, first + batch.num_rows)] - first
            first += batch.num_rows
            chosen = batch if rows is None else batch.take(within)
            values = {name: chosen.column(name).to_pylist() for name in columns}
            for number in range(chosen.num_rows):
                place = {name: values[name][number] for name in source}
                tokens, tags = values["tokens"][number], values["tags"][number]
                if "text" in values:
                    text, starts = values["text"][number], values["starts"][number]
                else:
                    text, starts = _joined(tokens)
                qids = values["qids"][number] if "qids" in values else None
                yield Example(place, text, tokens, starts, tags, qids)


def sample_rows(dataset: AnnotatedDataset, split: str, number: int, *, seed: int) -> npt.NDArray[np.int64]:
    """The numbers of `number` rows of a split, or of all if it has no more, drawn by hash and in order.

    The same rows are drawn whatever the parts are, and a larger sample holds a smaller one of the same seed.
    """
    keys = list(_KEYS[dataset.name])
    values: list[npt.NDArray[np.float64]] = []
    rows: list[npt.NDArray[np.int64]] = []
    first = held = 0

    def keep_smallest() -> None:
        nonlocal held
        smallest = np.argsort(all_values := np.concatenate(values), kind="stable")[:number]
        values[:], rows[:] = [all_values[smallest]], [np.concatenate(rows)[smallest]]
        held = len(smallest)

    for uri in dataset.splits[split].uris:
        for batch in read_batches(uri, keys):
            places = zip(*batch.to_pydict().values(), strict=True)
            values.append(np.array([uniform(seed, "export", *place) for place in places]))
            rows.append(np.arange(first, first + batch.num_rows))
            first += batch.num_rows
            held += batch.num_rows
            if held >= 2 * number + _HELD:
                keep_smallest()
    keep_smallest()
    return np.sort(rows[0])


def _columns(uri: str) -> list[str]:
    with open_part(uri) as parquet:
        return list(parquet.schema_arrow.names)


def _joined(tokens: list[str]) -> tuple[str, list[int]]:
    starts = [0]
    for token in tokens[:-1]:
        starts.append(starts[-1] + len(token) + 1)
    return " ".join(tokens), starts
