"""The pure function behind the step `typed_sentences`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.linking import (
    are_common_phrases,
    are_flagged,
    end_with_names,
    extend_within,
    flag_classes,
    flag_column,
    flag_others,
    identify,
    join_mentions,
    link,
    link_column,
    mention_column,
    mention_lists,
    part_mentions,
    untype_flagged,
)
from dbpedia.mentions.capitals.among_nouns.names import NamesAmongNouns
from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.noise import Flagger, NoiseRules, flagger
from dbpedia.mentions.orthography.learnt import NOTHING_LEARNT, Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.mentions.unlinked.repeated_names import repeated_names
from dbpedia.steps.orthography import read_orthography
from dbpedia.title_index import TitleIndex, open_index
from dbpedia.wikidata_index import WikidataIndex, open_wikidata_index
from schemas.catalog.dbpedia import LOOKUP, TYPED_SENTENCES, WIKIDATA_LOOKUP
from schemas.datasets.dataset import read_batches
from schemas.datasets.shards import Shard
from schemas.files.storage import join
from schemas.labels import ENTITY
from schemas.records import Anchor, Span

_LINKS = pa.array(["direct", "redirect", "none"], pa.string())
"""Sources of the mentions that are anchors."""
_NOT_BY_NAME = frozenset({"generic", "list", "part", "phrase"})
"""Flags of links to another thing than they name, and of those that describe what they lead to and may name others
(`[[Foreign relations|ties with France]]`, `[[President of France]]`). Where they are dropped, names are looked for as
if nobody had linked it, as they are where common phrases are (`are_common_phrases`); where others are dropped, there is
no name."""


@dataclass(frozen=True)
class Typing:
    """How mentions are found and which are kept."""

    rules: NoiseRules
    propagate: str
    """What is propagated, one of `dbpedia.mentions.unlinked.propagation.SCOPES`."""
    drop: frozenset[str]
    """Flags whose mentions are left out."""
    untype: frozenset[str]
    """Flags whose mentions are ENTITY."""
    capitals: CapitalWords | None = None
    """What capitalised names are found by; None where they are not looked for."""
    orthography: str = ""
    """Location of the dataset that shows common nouns, and names for `capitals`; empty where it is not asked."""
    extend: bool = False
    """Whether mentions that only begin a name, or have a possessive behind it, become the whole name."""


@dataclass(frozen=True)
class _Known:
    """What is known beside the sentences: of titles by the type index, of words by the wiki's orthography."""

    titles: TitleIndex
    wikidata: WikidataIndex
    orthography: Orthography
    capitals: CapitalisedNames | NamesAmongNouns | None
    """None where capitalised names are not looked for."""


def write_typed_sentences(part: str, shard: Shard, *, type_index: str, typing: Typing) -> None:
    """Write the sentences of a part of `sentences` that have mentions: their anchors, typed by target and flagged.

    Propagated mentions are added before flagged ones are untyped or dropped, so that nothing is propagated to where a
    dropped anchor was, but for links not by the name of what they lead to. `type_index` is the location of its
    dataset.
    """
    known = _read_known(type_index, typing)
    flag = flagger(typing.rules, known.orthography)
    batches = read_batches(part)
    done = 0
    for batch in batches if typing.propagate == "off" else whole_pages(batches):
        shard.seen += batch.num_rows
        anchored = pc.greater(pc.list_value_length(batch.column("anchors")), 0)
        kept = batch if typing.propagate != "off" else batch.filter(anchored)
        n_anchored = pc.sum(anchored).as_py() or 0
        shard.count("sentences", "with anchors", n_anchored)
        shard.count("sentences", "without anchors", batch.num_rows - n_anchored)
        if kept.num_rows:
            _write_batch(kept, shard, flag, typing, known)
        done += batch.nbytes
        shard.advance(done)


def _read_known(type_index: str, typing: Typing) -> _Known:
    titles = open_index(join(type_index, LOOKUP))
    wikidata = open_wikidata_index(join(type_index, WIKIDATA_LOOKUP))
    learnt = read_orthography(typing.orthography) if typing.orthography else NOTHING_LEARNT
    rule = NamesAmongNouns if typing.rules.words.nouns_in_capitals else CapitalisedNames
    capitals = rule(typing.capitals, learnt) if typing.capitals else None
    if typing.rules.words.nouns_in_capitals:
        learnt = learnt._replace(cases=WordCases())  # which say nothing there
    return _Known(titles, wikidata, learnt, capitals)


def whole_pages(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The same rows in batches that end with a page."""
    rest: list[pa.RecordBatch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        page_ids = batch.column("page_id").to_numpy()
        # Where the last page of the batch begins; 0 may be the middle of the page that `rest` ends with.
        last = int(batch.num_rows - (page_ids[::-1] == page_ids[-1]).cumprod().sum())
        goes_on = bool(rest) and rest[-1].column("page_id")[-1].as_py() == page_ids[0]
        if last or (rest and not goes_on):
            yield pa.concat_batches([*rest, batch.slice(0, last)])
            rest = []
        rest.append(batch.slice(last))
    if rest:
        yield pa.concat_batches(rest)


def _write_batch(batch: pa.RecordBatch, shard: Shard, flag: Flagger, typing: Typing, known: _Known) -> None:
    mentions, dropped = _find_mentions(batch, shard, flag, typing, known)
    found = {"mentions": identify(mentions, known.wikidata), "dropped": identify(dropped, known.wikidata)}
    columns = [found[name] if name in found else batch.column(name) for name in TYPED_SENTENCES.schema.names]
    rows = pa.Table.from_arrays(columns, schema=TYPED_SENTENCES.schema)
    rows = rows.filter(pc.greater(pc.list_value_length(rows["mentions"]), 0))
    shard.count("sentences", "with mentions", rows.num_rows)
    if rows.num_rows:
        shard.write("typed_sentences", rows)
        flat = rows["mentions"].combine_chunks().flatten()
        shard.count_all("mentions", _value_counts(flat.field("type")))
        if typing.propagate != "off":
            _count_unlinked(flat, shard)
        unknown = flat.field("qid").null_count
        shard.count_all("Wikidata items", {"mentions with": len(flat) - unknown, "mentions without": unknown})


def _find_mentions(
    batch: pa.RecordBatch, shard: Shard, flag: Flagger, typing: Typing, known: _Known
) -> tuple[pa.ListArray, pa.ListArray]:
    """The mentions of each sentence, and those that are dropped."""
    texts = batch.column("text").to_pylist()
    words = typing.rules.words
    mentions = flag_column(texts, link_column(batch.column("anchors"), known.titles), flag, words)
    mentions = flag_classes(texts, mentions, known.wikidata, words.nouns_in_capitals)
    mentions = flag_others(texts, mentions, known.titles)
    _count_anchors(mentions.flatten(), shard)
    if typing.extend:
        mentions = extend_within(texts, mentions, typing.rules, known.titles)
        mentions = end_with_names(texts, mentions, words)
    not_by_name = are_flagged(mentions, typing.drop & _NOT_BY_NAME)
    if "common" in typing.drop and not words.nouns_in_capitals:
        not_by_name = not_by_name | are_common_phrases(texts, mentions)
    mentions, descriptions = part_mentions(mentions, not_by_name)
    if typing.propagate != "off":
        mentions = _with_unlinked(batch, texts, mentions, typing, known)
    mentions, noise = part_mentions(mentions, are_flagged(mentions, typing.drop))
    if typing.untype:
        mentions = untype_flagged(mentions, typing.untype)
    dropped = join_mentions([descriptions, noise], known.titles.classes)
    if typing.drop:
        links = _are_links(dropped.flatten()).true_count
        shard.count_all("mentions dropped", {"links": links, "nobody linked": len(dropped.flatten()) - links})
    return mentions, dropped


def _are_links(mentions: pa.StructArray) -> pa.BooleanArray:
    """Whether each of the mentions is an anchor."""
    return pc.is_in(mentions.field("source").cast(pa.string()), value_set=_LINKS)


def _count_anchors(anchors: pa.StructArray, shard: Shard) -> None:
    """Count the links by how they are typed, and their flags."""
    shard.count_all("anchors", _value_counts(anchors.field("source")))
    for group, typed in (("flags of typed anchors", True), ("flags of untyped anchors", False)):
        chosen = pc.equal(pc.equal(anchors.field("source").cast(pa.string()), "none"), not typed)
        found = _value_counts(anchors.field("flag").filter(chosen))
        shard.count_all(group, {name: number for name, number in found.items() if name})


def _count_unlinked(mentions: pa.StructArray, shard: Shard) -> None:
    """Count the mentions that nobody linked, by rule."""
    unlinked = mentions.filter(pc.invert(_are_links(mentions)))
    has_class = pc.not_equal(unlinked.field("type").cast(pa.string()), ENTITY)
    for kind, chosen in (("with a class", has_class), ("without a class", pc.invert(has_class))):
        found = _value_counts(unlinked.field("source").filter(chosen))
        by_rule = {source.removeprefix("propagated-"): number for source, number in found.items()}
        shard.count_all(f"propagated mentions {kind}", by_rule)


def _with_unlinked(
    batch: pa.RecordBatch, texts: Sequence[str], mentions: pa.ListArray, typing: Typing, known: _Known
) -> pa.ListArray:
    """The mentions of whole articles with the unlinked ones added."""
    page_ids = batch.column("page_id").to_numpy()
    first = np.flatnonzero(np.diff(page_ids, prepend=~page_ids[:1]))
    titles = batch.column("title").take(pa.array(first)).to_pylist()
    bounds = pairwise([*first.tolist(), batch.num_rows])
    subjects = link([[Anchor(0, 0, title) for title in titles]], known.titles)[0]
    linked = list(mention_lists(mentions))
    italics = _spans(batch.column("italics"))
    result = []
    for title, subject, page in zip(titles, subjects, bounds, strict=True):
        rows_of = slice(*page)
        sentences = list(map(LinkedSentence, texts[rows_of], linked[rows_of], italics[rows_of]))
        about = Subject(title, subject.type, subject.redirects, subject.origin)
        if typing.rules.words.names_by_characters:
            unlinked = repeated_names(about, sentences, typing.rules, typing.propagate)
        else:
            unlinked = propagate(about, sentences, typing.rules, typing.propagate, known.capitals, known.orthography)
        for sentence, found in zip(sentences, unlinked, strict=True):
            result.append(sorted([*sentence.mentions, *found]) if found else sentence.mentions)
    return mention_column(result, known.titles.classes)


def _spans(column: pa.ListArray) -> list[list[Span]]:
    """The rows of a column of spans."""
    flat = column.flatten()
    spans = zip(flat.field("start").to_pylist(), flat.field("end").to_pylist(), strict=True)
    return [list(islice(spans, length)) for length in pc.list_value_length(column).to_pylist()]


def _value_counts(column: pa.DictionaryArray) -> dict[str, int]:
    return {str(row["values"]): int(row["counts"]) for row in pc.value_counts(column).to_pylist()}
