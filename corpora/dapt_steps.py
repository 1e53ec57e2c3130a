"""The pure functions behind the steps `gazetteer`, `dapt_corpus`, `domain_vocabulary` and `dapt_text`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer import Gazetteer, open_gazetteer, write_classes, write_trie
from corpora.levels import LEVELS, entity_classes, level_copies
from corpora.mentions import PartPair, read_with_mentions
from corpora.statistics import count_tokens, top_words
from corpora.surfaces import (
    ORIGINS,
    OUTCOMES,
    SampleSentence,
    SurfaceRules,
    Titles,
    collect_surfaces,
    kept_gazetteer,
    surface_rows,
)
from corpora.tokens import tokenize
from schemas import storage
from schemas.chance import uniform
from schemas.dataset import parquet_parts, part_uris, read_batches, read_dataset, read_manifest
from schemas.labels import ENTITY
from schemas.records import DAPT_CORPUS, DAPT_TEXT, DOMAIN_VOCABULARY
from schemas.shards import Shard

TRIE, CLASSES = "_surfaces.marisa", "_surfaces.arrow"
"""Names of the memory-mapped files in the `gazetteer` dataset."""
_ANCHORS = ("direct", "redirect", "none")
"""Sources of the mentions that the wiki's authors linked."""


def write_gazetteer(
    pairs: Sequence[PartPair], shard: Shard, *, type_index: str, rules: SurfaceRules, rate: float, seed: int
) -> None:
    """Write the surface forms of the titles in the `type_index` dataset at that location, and the gazetteer of them.

    Pages of `sentences` and `typed_sentences` are drawn with the probability `rate` for what their links tell.
    """

    def titles() -> Iterator[Titles]:
        for uri in part_uris(type_index):
            for batch in read_batches(uri):
                yield Titles(*(batch.column(name).to_pylist() for name in ("title", "class", "redirects")))

    done = 0

    def sample() -> Iterator[SampleSentence]:
        nonlocal done
        for pair in pairs:
            for table in read_with_mentions(pair):
                done += table.nbytes
                shard.advance(done // 2)  # the sample is read twice
                yield from _sampled(table, rate, seed)

    surfaces = collect_surfaces(titles, sample, rules)
    for batch in surface_rows(surfaces):
        shard.write("gazetteer", pa.Table.from_batches([batch]))
    gazetteer = kept_gazetteer(surfaces)
    shard.attach("gazetteer", TRIE, lambda path: write_trie(gazetteer, path))
    shard.attach("gazetteer", CLASSES, lambda path: write_classes(gazetteer, path))
    shard.seen = len(surfaces.trie) + sum(surfaces.unusable.values())
    kinds = len(OUTCOMES) * surfaces.origins.astype(np.int64) + surfaces.outcomes
    for kind, number in enumerate(np.bincount(kinds, minlength=len(ORIGINS) * len(OUTCOMES)).tolist()):
        if number:
            shard.count(f"surfaces from {ORIGINS[kind // len(OUTCOMES)]}", OUTCOMES[kind % len(OUTCOMES)], number)
    shard.count_all("titles and anchors that are no surface", surfaces.unusable)


def _sampled(table: pa.Table, rate: float, seed: int) -> Iterator[SampleSentence]:
    pages = table.column("page_id").to_numpy()
    distinct, place = np.unique(pages, return_inverse=True)
    drawn = np.array([uniform(seed, "gazetteer", page) < rate for page in distinct.tolist()])
    table = table.filter(pa.array(drawn[place]))
    columns = (table.column(name).to_pylist() for name in ("page_id", "title", "text"))
    for page_id, title, text, mentions in zip(*columns, _mentions(table), strict=True):
        anchors = [(start, end, name) for start, end, name, source in mentions if source in _ANCHORS]
        yield SampleSentence(page_id, title, text, anchors)


def _mentions(table: pa.Table) -> Iterator[list[tuple[int, int, str, str]]]:
    """Start, end, class and source of the mentions of each row."""
    mentions = table.column("mentions").combine_chunks()
    flat = mentions.flatten()
    found = list(zip(*(flat.field(name).to_pylist() for name in ("start", "end", "type", "source")), strict=True))
    done = 0
    for number in mentions.value_lengths().to_pylist():
        yield found[done : done + number]
        done += number


class DomainRules(NamedTuple):
    """What the levels of a domain depend on."""

    pages: str
    """Location of its `domain_pages`."""
    specialised: Collection[str]
    """The DBpedia classes of its specialised types."""


def write_dapt(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    domains: Mapping[str, DomainRules],
    min_entities: int,
    gazetteer: str | None,
) -> None:
    """Write the sentences of some parts that belong to the domains, once for each domain and level that has them.

    `gazetteer` is the location of the dataset whose names count as entities besides the typed mentions, if any.
    """
    names = open_gazetteer(storage.join(gazetteer, TRIE), storage.join(gazetteer, CLASSES)) if gazetteer else None
    writers = [_DomainWriter(name, rules, read_page_ids(rules.pages), min_entities) for name, rules in domains.items()]
    done = 0
    for pair in pairs:
        for table in read_with_mentions(pair):
            shard.seen += table.num_rows
            members = [writer.members(table) for writer in writers]
            wanted = np.flatnonzero(np.logical_or.reduce(members))
            if len(wanted):
                found = _read_entities(table.take(pa.array(wanted)), names)
                for writer, member in zip(writers, members, strict=True):
                    writer.write(found, np.flatnonzero(member[wanted]), shard)
            done += table.nbytes
            shard.advance(done)


def read_page_ids(location: str) -> npt.NDArray[np.int64]:
    """The pages of a `domain_pages` dataset, sorted."""
    ids = [batch.column(0).to_numpy() for batch in read_dataset(location, ["page_id"])]
    return np.sort(np.concatenate([np.empty(0, np.int64), *ids]))


class _Entities(NamedTuple):
    """Sentences with what was found in them, row by row."""

    table: pa.Table
    classes: list[list[str]]
    mentioned: list[int]
    """How many of the entities are typed mentions; the gazetteer found the others."""
    n_tokens: list[int]


def _read_entities(table: pa.Table, gazetteer: Gazetteer | None) -> _Entities:
    found = _Entities(table.drop_columns("mentions"), [], [], [])
    for text, mentions in zip(table.column("text").to_pylist(), _mentions(table), strict=True):
        tokens = tokenize(text)
        spans = [(start, end, name) for start, end, name, _ in mentions]
        found.classes.append(entity_classes(text, tokens, spans, gazetteer))
        found.mentioned.append(sum(name != ENTITY for _, _, name in spans))
        found.n_tokens.append(len(tokens))
    return found


@dataclass
class _DomainWriter:
    """Writes the levels of a domain; remembers where it stands, since paragraphs go on from one table to the next."""

    name: str
    rules: DomainRules
    page_ids: npt.NDArray[np.int64]
    min_entities: int
    _last: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Page and paragraph of the last sentence of each level."""

    def members(self, table: pa.Table) -> npt.NDArray[np.bool_]:
        """Which rows are of the domain's pages."""
        wanted = table.column("page_id").to_numpy()
        if not len(self.page_ids):
            return np.zeros(len(wanted), np.bool_)
        place = np.minimum(np.searchsorted(self.page_ids, wanted), len(self.page_ids) - 1)
        return np.asarray(self.page_ids[place] == wanted)

    def write(self, found: _Entities, rows: npt.NDArray[np.int64], shard: Shard) -> None:
        """Write those rows, which are of the domain's pages, and count them."""
        if not len(rows):
            return
        n_entities = [len(found.classes[row]) for row in rows]
        specialised = [[name for name in found.classes[row] if name in self.rules.specialised] for row in rows]
        n_specialised = list(map(len, specialised))
        sentences = (
            found.table.take(pa.array(rows))
            .append_column("n_entities", pa.array(n_entities, pa.int32()))
            .append_column("n_specialised", pa.array(n_specialised, pa.int32()))
        )
        numbers = zip(n_entities, n_specialised, strict=True)
        copies = [level_copies(*both, self.min_entities) for both in numbers]
        for level in LEVELS:
            self._write_level(level, sentences, copies, [found.n_tokens[row] for row in rows], shard)
        mentioned = sum(found.mentioned[row] for row in rows)
        shard.count("entities", f"{self.name}: mentions", mentioned)
        shard.count("entities", f"{self.name}: gazetteer", sum(n_entities) - mentioned)
        shard.count_all(f"specialised mentions of {self.name}", Counter(name for each in specialised for name in each))

    def _write_level(
        self, level: str, sentences: pa.Table, copies: Sequence[Mapping[str, int]], tokens: Sequence[int], shard: Shard
    ) -> None:
        rows = [row for row, levels in enumerate(copies) if level in levels]
        if not rows:
            return
        numbers = [copies[row][level] for row in rows]
        part = sentences.take(pa.array(rows)).append_column("copies", pa.array(numbers, pa.int8()))
        shard.write(
            "dapt_corpus", part.select(DAPT_CORPUS.names).cast(DAPT_CORPUS), f"domain={self.name}/level={level}"
        )
        places = list(zip(part.column("page_id").to_pylist(), part.column("paragraph").to_pylist(), strict=True))
        key = f"{self.name}/{level}"
        before = [self._last.get(level, (-1, -1)), *places]
        shard.count("pages", key, sum(a[0] != b[0] for a, b in zip(before, places, strict=False)))
        shard.count("paragraphs", key, sum(a != b for a, b in zip(before, places, strict=False)))
        shard.count("sentences", key, sum(numbers))
        shard.count("tokens", key, sum(n * tokens[row] for n, row in zip(numbers, rows, strict=True)))
        self._last[level] = places[-1]


def write_vocabulary(domain: tuple[str, Sequence[str]], shard: Shard, *, size: int, stop_words: frozenset[str]) -> None:
    """Write the most frequent words of a domain, given by its name and the parts of its domain level."""
    name, parts = domain
    tokens: Counter[str] = Counter()
    done = 0
    for uri in parts:
        for batch in read_batches(uri, ["text"]):
            shard.seen += batch.num_rows
            tokens.update(count_tokens(batch.column(0).to_pylist()))
            done += batch.nbytes
            shard.advance(done)
    words = top_words(tokens, size, stop_words)
    rows = {"word": [word for word, _ in words], "count": [number for _, number in words]}
    shard.write("domain_vocabulary", pa.table(rows, schema=DOMAIN_VOCABULARY), f"domain={name}")
    shard.count("tokens", name, tokens.total())
    shard.count("different tokens", name, len(tokens))


def read_vocabulary(location: str) -> dict[str, list[str]]:
    """The words of each domain of a `domain_vocabulary` dataset, most frequent first."""
    words: dict[str, list[str]] = {}
    for part in parquet_parts(read_manifest(location)):
        name = part.name.split("/")[0].removeprefix("domain=")
        for batch in read_batches(storage.join(location, part.name), ["word"]):
            words.setdefault(name, []).extend(batch.column(0).to_pylist())
    return words


def write_text(level: tuple[str, str, Sequence[str]], shard: Shard) -> None:
    """Write a level of a domain, given by the names of both and its parts, as a text file: see `plain_text`."""
    domain, name, parts = level
    sentences = 0

    def write(path: Path) -> None:
        nonlocal sentences
        done = 0
        path.parent.mkdir()
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for line in plain_text(lambda: _text_rows(parts)):
                file.write(line + "\n")
                sentences += bool(line)
                done += len(line)
                shard.advance(done)

    # Readers of Parquet pass over a directory whose name begins with an underscore.
    file_name = f"_text/{domain}.{name}.txt"
    shard.attach("dapt_text", file_name, write)
    shard.seen += sentences
    row = {"file": file_name, "domain": domain, "level": name, "sentences": sentences}
    shard.write("dapt_text", pa.Table.from_pylist([row], schema=DAPT_TEXT))
    shard.count("sentences", f"{domain}/{name}", sentences)


def plain_text(read: Callable[[], Iterable[tuple[int, int, str, int]]]) -> Iterator[str]:
    """The lines of a corpus given by page, paragraph, text and copies of its sentences, which is read several times.

    A line is a sentence, and an empty one stands between paragraphs. Copies come in rounds: first every sentence, then
    those that have a second copy, then those with a third. Side by side in one block they would teach a model to copy.
    """
    copy, more, last = 1, True, None
    while more:
        more = False
        for page_id, paragraph, text, copies in read():
            more |= copies > copy
            if copies < copy:
                continue
            place = copy, page_id, paragraph
            if last not in (None, place):
                yield ""
            last = place
            yield " ".join(text.splitlines())
        copy += 1


def _text_rows(parts: Iterable[str]) -> Iterator[tuple[int, int, str, int]]:
    columns = ["page_id", "paragraph", "text", "copies"]
    for uri in parts:
        for batch in read_batches(uri, columns):
            yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def level_parts(location: str, domain: str, level: str) -> list[tuple[str, int]]:
    """The parts of a level of a `dapt_corpus` dataset, each with its size in bytes."""
    folder = f"domain={domain}/level={level}/"
    parts = parquet_parts(read_manifest(location))
    return [(storage.join(location, part.name), part.bytes) for part in parts if part.name.startswith(folder)]
