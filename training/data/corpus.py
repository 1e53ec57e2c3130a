"""The Parquet that training reads, and the checks that it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from tokenizers.pre_tokenizers import BertPreTokenizer

from schemas.chance import uniform
from schemas.datasets.dataset import Part, parquet_parts, partition_of, parts_in, read_batches, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.labels import OUTSIDE, LabelSet


@dataclass(frozen=True)
class NerSplit:
    """A split of a dataset with the columns `tokens` and `tags`: `ner_corpus` or `ner_benchmark`."""

    location: str
    """URI of the dataset's directory."""
    split: str
    """Value of the partition `split`."""
    limit: int = 0
    """Only the first sentences, for few-shot training; 0 for all."""
    once: bool = False
    """Each sentence of an `ner_corpus` once, without the copies that balancing made."""

    def manifest_parts(self) -> list[Part]:
        """The split's Parquet parts, in order.

        Raises InputError where there is no such dataset or split, it has no rows, or its parts lack a column.
        """
        if self.limit < 0:
            raise InputError(f"limit = {self.limit}: give a number of sentences, or 0 for all")
        return _partition(self.location, {"split": self.split}, ["tokens", "tags"])

    def parts(self) -> list[str]:
        """URIs of the split's Parquet parts, in order. Raises InputError as `manifest_parts` does."""
        return [storage.join(self.location, part.name) for part in self.manifest_parts()]

    def batches(self) -> Iterator[tuple[pa.ListArray, pa.ListArray]]:
        """Tokens and dictionary-encoded tags, a few thousand sentences at a time.

        Raises InputError where a sentence has more tokens than tags or fewer.
        """
        done = 0
        for tokens, tags in self.columns(["tokens", "tags"]):
            uneven = pc.not_equal(pc.list_value_length(tokens), pc.list_value_length(tags))
            if (row := pc.index(uneven, True).as_py()) >= 0:
                raise InputError(
                    f"{self.location}, split {self.split}, sentence {done + row}: {len(tokens[row])} tokens and "
                    f"{len(tags[row])} tags; every token needs one tag"
                )
            done += len(tokens)
            yield tokens, tags

    def columns(self, names: Sequence[str]) -> Iterator[list[pa.Array]]:
        """Columns of the sentences, a few thousand at a time."""
        left = self.limit or None
        for uri in self.parts():
            for batch in read_batches(uri, [*names, *["copy"] * self.once]):
                rows = batch.filter(pc.equal(batch.column("copy"), 0)) if self.once else batch
                rows = rows if left is None else rows.slice(0, left)
                yield [rows.column(name) for name in names]
                if left is not None:
                    left -= rows.num_rows
                    if not left:
                        return

    def tags(self) -> tuple[str, ...]:
        """The distinct tags that occur, sorted."""
        found: set[str] = set()
        for (tags,) in self.columns(["tags"]):
            found.update(pc.unique(tags.flatten()).to_pylist())
        return tuple(sorted(found))

    def sentences(self) -> Iterator[tuple[list[str], list[str]]]:
        """Tokens and tags of each sentence, in order, as Python lists: for small splits."""
        for tokens, tags in self.batches():
            yield from zip(tokens.to_pylist(), tags.to_pylist(), strict=True)


@dataclass(frozen=True)
class TextLevel:
    """The sentences of one domain and level of `dapt_corpus`."""

    location: str
    """URI of the dataset's directory."""
    domain: str
    level: str
    """`domain`, `entity`, `task` or `integrated`."""

    def manifest_parts(self) -> list[Part]:
        """The level's Parquet parts, in order.

        Raises InputError where there is no such dataset, domain or level, it has no rows, or its parts lack a column.
        """
        return _partition(self.location, {"domain": self.domain, "level": self.level}, ["text", "copies"])

    def parts(self) -> list[str]:
        """URIs of the level's Parquet parts, in order. Raises InputError as `manifest_parts` does."""
        return [storage.join(self.location, part.name) for part in self.manifest_parts()]

    def batches(self) -> Iterator[tuple[pa.StringArray, pa.Int8Array]]:
        """Texts of sentences and their numbers of copies, a few thousand at a time."""
        for uri in self.parts():
            for batch in read_batches(uri, ["text", "copies"]):
                yield batch.column("text"), batch.column("copies")


@dataclass(frozen=True)
class TextSample:
    """Some sentences of a level, by hash, each once."""

    level: TextLevel
    number: int
    """How many of them; where the level has fewer, all."""
    seed: int

    def size(self) -> int:
        """How many sentences the sample has. Raises InputError as `TextLevel.manifest_parts` does."""
        return min(self.number, self._total())

    def batches(self) -> Iterator[pa.ListArray]:
        """The sentences as words, a few thousand at a time. Words end at spaces; punctuation stands by itself."""
        chances = [uniform(self.seed, "unlabelled", number) for number in range(self._total())]
        taken = np.zeros(len(chances), bool)
        taken[np.argsort(chances, kind="stable")[: self.number]] = True
        splitter = BertPreTokenizer()
        done = 0
        for texts, _ in self.level.batches():
            chosen = texts.filter(pa.array(taken[done : done + len(texts)])).to_pylist()
            done += len(texts)
            if chosen:
                words = [[word for word, _ in splitter.pre_tokenize_str(text)] for text in chosen]
                yield pa.array(words, pa.list_(pa.string()))

    def _total(self) -> int:
        return sum(part.rows for part in self.level.manifest_parts())


def split_names(location: str) -> list[str]:
    """The splits of a dataset that have rows, sorted."""
    parts = parquet_parts(read_manifest(location))
    return sorted({partition_of(part)["split"] for part in parts if part.rows})


def _partition(location: str, wanted: dict[str, str], columns: Sequence[str]) -> list[Part]:
    """The parts below the Hive-style partition `key=value/key=value`, checked for rows and columns."""
    manifest = read_manifest(location)
    folder = _folder(wanted)
    found = parts_in(manifest, **wanted)
    if not found:
        others = ", ".join(sorted({_folder(partition_of(part)) for part in parquet_parts(manifest)} - {""}))
        raise InputError(f"{location}: there is no {folder} in it; it has {others or 'no partitions'}")
    found = [part for part in found if part.rows]
    if not found:
        raise InputError(f"{location}: {folder} has no rows")
    with storage.open_input(storage.join(location, found[0].name)) as source:
        missing = sorted(set(columns).difference(pq.read_schema(source).names))
    if missing:
        raise InputError(f"{location}: {found[0].name} has no column {', '.join(missing)}; is it another dataset?")
    return found


def _folder(partition: Mapping[str, str]) -> str:
    return "/".join(f"{key}={value}" for key, value in partition.items())


def bio_tags(*splits: NerSplit) -> tuple[str, ...]:
    """The label set of splits: `O`, then `B-x` and `I-x` for every type, types sorted.

    Of a split with a limit only the types of its first sentences count. Raises InputError for tags that are not BIO.
    """
    types: set[str] = set()
    for split in splits:
        found = split.tags()
        if odd := [tag for tag in found if tag != OUTSIDE and not (tag[:2] in {"B-", "I-"} and tag[2:])]:
            raise InputError(f"{split.location}, split {split.split}: these tags are not BIO: {_some(odd)}")
        types.update(tag[2:] for tag in found if tag != OUTSIDE)
    return LabelSet("", tuple(sorted(types))).bio_tags


def unknown_tags(split: NerSplit, unknown: Iterable[str]) -> InputError:
    """The error for tags of a split that the label set lacks."""
    return InputError(
        f"{split.location}, split {split.split}: the label sets do not match, these tags are not in the model's: "
        f"{_some(sorted(unknown))}"
    )


def _some(names: Sequence[str], most: int = 20) -> str:
    shown = ", ".join(map(repr, names[:most]))
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
