"""From sentences to the levels of each domain: the function behind the step `dapt_corpus`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.search import Gazetteer, read_gazetteer
from corpora.levels import LEVELS, entity_classes, level_copies
from corpora.pages import read_page_ids
from corpora.paired_parts import PartPair, mention_rows, read_with_mentions
from corpora.passages.scored import KEPT, NEAR, Passages, read_typical_classes
from corpora.tokens import tokenize_all
from schemas.catalog.corpora import DAPT_CORPUS
from schemas.datasets.shards import Shard
from schemas.labels import ENTITY
from schemas.sorted_lookup import find_sorted


class DomainRules(NamedTuple):
    """What the levels of a domain depend on."""

    pages: str
    """Location of its `domain_pages`."""
    specialised: Collection[str]
    """The DBpedia classes of its specialised types."""
    passages: str | None = None
    """Location of `domain_passages`, where only what belongs to the domain is taken."""
    terms: str | None = None
    """Location of `domain_terms`, where the entity level asks for entities of typical classes."""


def write_dapt_corpus(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    domains: Mapping[str, DomainRules],
    min_entities: int,
    gazetteer: str | None,
    lang: str,
) -> None:
    """Write the sentences of some parts that belong to the domains, once for each domain and level that has them.

    `gazetteer` is the location of the dataset whose names count as entities besides the typed mentions, if any.
    `lang` is the code of the sentences' language.
    """
    names = read_gazetteer(gazetteer) if gazetteer else None
    writers = [_domain_writer(name, rules, min_entities) for name, rules in domains.items()]
    done = 0
    for pair in pairs:
        for table in read_with_mentions(pair):
            shard.seen += table.num_rows
            members = [writer.members(table) for writer in writers]
            wanted = np.flatnonzero(np.logical_or.reduce(members))
            if len(wanted):
                found = _read_entities(table.take(pa.array(wanted)), names, lang)
                for writer, member in zip(writers, members, strict=True):
                    writer.write(found, np.flatnonzero(member[wanted]), shard)
            done += table.nbytes
            shard.advance(done)


class _Entities(NamedTuple):
    """Sentences with what was found in them, row by row."""

    table: pa.Table
    classes: list[list[str]]
    mentioned: list[int]
    """How many of the entities are typed mentions; the gazetteer found the others."""
    n_tokens: list[int]


def _read_entities(table: pa.Table, gazetteer: Gazetteer | None, lang: str) -> _Entities:
    texts = table.column("text").to_pylist()
    tokens = tokenize_all(texts, lang)
    matches = gazetteer.search.find(texts, tokens) if gazetteer else [[] for _ in texts]
    n_tokens = np.diff(np.searchsorted(tokens.starts, tokens.bases)).tolist()
    found = _Entities(table.drop_columns("mentions"), [], [], n_tokens)
    for mentions, names in zip(mention_rows(table), matches, strict=True):
        spans = [(start, end, name) for start, end, name, _ in mentions]
        found.classes.append(entity_classes(spans, names, gazetteer))
        found.mentioned.append(sum(name != ENTITY for _, _, name in spans))
    return found


@dataclass
class _DomainWriter:
    """Writes the levels of a domain; remembers the last paragraph, which can continue in the next table."""

    name: str
    rules: DomainRules
    page_ids: npt.NDArray[np.int64]
    min_entities: int
    kept: Passages | None
    """The passages that belong to the domain, where only what belongs to it is taken."""
    near: Passages | None
    """Those in which a sentence that names an entity of a specialised type belongs to it."""
    typical: frozenset[str] | None
    """The classes that the entity level asks for; None where it asks for none."""
    _last: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Page and paragraph of the last sentence of each level."""

    def members(self, table: pa.Table) -> npt.NDArray[np.bool_]:
        """Which rows are of the domain's pages."""
        return np.greater_equal(find_sorted(self.page_ids, table.column("page_id").to_numpy()), 0)

    def write(self, found: _Entities, rows: npt.NDArray[np.int64], shard: Shard) -> None:
        """Write those rows, which are of the domain's pages, and count them."""
        if not len(rows):
            return
        rows = self._on_domain(found, rows, shard)
        n_entities = [len(found.classes[row]) for row in rows]
        specialised = [[name for name in found.classes[row] if name in self.rules.specialised] for row in rows]
        n_typical = [self._typical_entities(found.classes[row]) for row in rows]
        n_specialised = list(map(len, specialised))
        sentences = (
            found.table.take(pa.array(rows))
            .append_column("n_entities", pa.array(n_entities, pa.int32()))
            .append_column("n_typical", pa.array(n_typical, pa.int32()))
            .append_column("n_specialised", pa.array(n_specialised, pa.int32()))
        )
        copies = [level_copies(*each, self.min_entities) for each in zip(n_typical, n_specialised, strict=True)]
        for level in LEVELS:
            self._write_level(level, sentences, copies, [found.n_tokens[row] for row in rows], shard)
        mentioned = sum(found.mentioned[row] for row in rows)
        shard.count("entities", f"{self.name}: mentions", mentioned)
        shard.count("entities", f"{self.name}: gazetteer", sum(n_entities) - mentioned)
        shard.count_all(f"specialised mentions of {self.name}", Counter(name for each in specialised for name in each))

    def _on_domain(self, found: _Entities, rows: npt.NDArray[np.int64], shard: Shard) -> npt.NDArray[np.int64]:
        """Those of the rows that belong to the domain, by their passage or by an entity of a specialised type."""
        if self.kept is None or self.near is None:
            return rows
        page_ids, paragraphs = (found.table.column(name).to_numpy()[rows] for name in ("page_id", "paragraph"))
        specialised = [any(name in self.rules.specialised for name in found.classes[row]) for row in rows]
        kept: npt.NDArray[np.int64] = rows[
            self.kept.have(page_ids, paragraphs) | (self.near.have(page_ids, paragraphs) & np.array(specialised, bool))
        ]
        shard.count("sentences off the domain", self.name, len(rows) - len(kept))
        return kept

    def _typical_entities(self, classes: Collection[str]) -> int:
        return len(classes) if self.typical is None else sum(name in self.typical for name in classes)

    def _write_level(
        self, level: str, sentences: pa.Table, copies: Sequence[Mapping[str, int]], tokens: Sequence[int], shard: Shard
    ) -> None:
        rows = [row for row, levels in enumerate(copies) if level in levels]
        if not rows:
            return
        numbers = [copies[row][level] for row in rows]
        part = sentences.take(pa.array(rows)).append_column("copies", pa.array(numbers, pa.int8()))
        shard.write(
            "dapt_corpus",
            part.select(DAPT_CORPUS.schema.names).cast(DAPT_CORPUS.schema),
            f"domain={self.name}/level={level}",
        )
        places = list(zip(part.column("page_id").to_pylist(), part.column("paragraph").to_pylist(), strict=True))
        key = f"{self.name}/{level}"
        before = [self._last.get(level, (-1, -1)), *places]
        shard.count("pages", key, sum(a[0] != b[0] for a, b in zip(before, places, strict=False)))
        shard.count("paragraphs", key, sum(a != b for a, b in zip(before, places, strict=False)))
        shard.count("sentences", key, sum(numbers))
        shard.count("tokens", key, sum(n * tokens[row] for n, row in zip(numbers, rows, strict=True)))
        self._last[level] = places[-1]


def _domain_writer(name: str, rules: DomainRules, min_entities: int) -> _DomainWriter:
    kept, near = (Passages(rules.passages, name, which) if rules.passages else None for which in (KEPT, NEAR))
    typical = (read_typical_classes(rules.terms, name) or None) if rules.terms else None
    return _DomainWriter(name, rules, read_page_ids(rules.pages), min_entities, kept, near, typical)
