"""From a domain's corpus to the sentences that are annotated: the function behind the step `pre_annotations`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from corpora.annotation.changes import overlap
from corpora.annotation.former import FormerRounds
from corpora.annotation.guidelines import HARD_CASES, Examples, after_title, guidelines
from corpora.annotation.level_sentences import LevelSentences
from corpora.annotation.sampling import Place, StratifiedSample, deal, place_of, wording_of
from corpora.annotation.suggestions import links_of, suggest
from corpora.gazetteer.search import read_gazetteer
from corpora.paired_parts import PartPair, mention_rows, read_with_mentions
from schemas.catalog.corpora import GUIDELINES
from schemas.datasets.dataset import read_dataset
from schemas.datasets.shards import Shard
from schemas.problems import DAMAGE, HOLES
from schemas.records import PLACE

_COLUMNS = (*PLACE, "rev_id", "title", "text", "anchors", "problems")
_LEFT_OUT = frozenset(HOLES + DAMAGE)
"""Problems of a text that annotators are not shown: something is missing in it, or it is no prose."""


class Domain(NamedTuple):
    """What is annotated."""

    name: str
    labels: Mapping[str, Sequence[str]]
    """Its labels in their order, each with the DBpedia classes that its file names."""
    label_of: Mapping[str, str]
    """The label of each DBpedia class that has one."""
    persons: frozenset[str]
    """The DBpedia classes of persons."""


class Drawing(NamedTuple):
    """Which sentences, and who annotates them."""

    level: str
    """The level of the domain's corpus that they are of."""
    size: int
    of_each_label: int
    annotators: Sequence[str]
    shared: float
    """Share of the sentences that all annotators get."""
    seed: int
    ranks: Mapping[Place, float] | None = None
    """Where there are any, sentences are taken by their rank, the least first, and those without one are left out."""
    former: FormerRounds | None = None
    """The rounds whose sentences are left out."""


def write_pre_annotations(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    domain: Domain,
    drawing: Drawing,
    dapt_corpus: str,
    links: str,
    gazetteer: str,
    again: Sequence[Mapping[str, Any]] = (),
    lang: str,
) -> None:
    """Write the sentences that are drawn, with what is suggested in them, and the guidelines for their annotators.

    `links` is the location of the `typed_sentences` that have all links with their flags, for the hard cases. `again`
    are rows of former rounds that are written beside what is drawn, `lang` is the code of the language of all of them.
    """
    level = LevelSentences(dapt_corpus, domain.name, drawing.level)
    names = read_gazetteer(gazetteer)
    sample: StratifiedSample[dict[str, Any]] = StratifiedSample(drawing.size, drawing.of_each_label, drawing.seed)
    examples = Examples(drawing.seed)
    for place, row, mentions in _candidates(pairs, level, drawing, shard):
        spans = suggest(row["text"], mentions, domain.label_of, names, lang)
        for span in spans:
            examples.add(span.label, row["text"], span.start, span.end, row["title"])
        linked = links_of(row["anchors"])
        sample.add(
            place,
            {span.label for span in spans},
            wording_of(row["text"], spans, linked),
            {**row, "spans": spans, "links": linked},
            None if drawing.ranks is None else drawing.ranks[place],
        )
    _add_hard_cases(examples, links, level, domain)
    drawn = sample.take()
    shard.count("sentences", "drawn", len(drawn))
    if again:
        shard.count("sentences", "to annotate again", len(again))
    chosen = sorted([*drawn, *again], key=place_of)
    shard.count_all("sentences with the label", {label: sample.seen[label] for label in domain.labels})
    _write(chosen, domain, drawing, shard)
    sources = Counter(span.source for row in chosen for span in row["spans"])
    text = guidelines(domain.name, domain.labels, sample.seen, examples, sorted(sources))
    shard.attach("pre_annotations", GUIDELINES, partial(_write_text, text=text))


def _candidates(
    pairs: Sequence[PartPair], level: LevelSentences, drawing: Drawing, shard: Shard
) -> Iterator[tuple[Place, dict[str, Any], list[tuple[int, int, str, str]]]]:
    """The sentences of the level that may be drawn, each with its place and mentions; the others are counted."""
    done = 0
    for pair in pairs:
        for table in read_with_mentions(pair, _COLUMNS):
            here = table.filter(level.have(table))
            shard.seen += here.num_rows
            for row, mentions in zip(here.drop_columns("mentions").to_pylist(), mention_rows(here), strict=True):
                place = place_of(row)
                if reason := _why_left_out(row, place, drawing):
                    shard.count("sentences", reason)
                else:
                    yield place, row, mentions
            done += table.nbytes
            shard.advance(done)


def _why_left_out(row: Mapping[str, Any], place: Place, drawing: Drawing) -> str | None:
    """Why a sentence is not drawn, as it is counted; None for one that may be."""
    if problem := _problem(row):
        return problem
    if drawing.former is not None and drawing.former.have(place, row["text"]):
        return "of a former round"
    return "without a score" if drawing.ranks is not None and place not in drawing.ranks else None


def _problem(row: Mapping[str, Any]) -> str | None:
    """The problem for which annotators are not shown a sentence, if it has one."""
    return next((each["code"] for each in row["problems"] if each["code"] in _LEFT_OUT), None)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _write(chosen: Sequence[Mapping[str, Any]], domain: Domain, drawing: Drawing, shard: Shard) -> None:
    places = list(map(place_of, chosen))
    dealt = deal(places, drawing.annotators, drawing.shared, drawing.seed)
    rows = []
    labels: Counter[str] = Counter(dict.fromkeys(domain.labels, 0))
    for row, place, annotators in zip(chosen, places, dealt, strict=True):
        found = row["links"]
        labels.update(span.label for span in row["spans"])
        shard.count_all("suggestions by source", Counter(span.source for span in row["spans"]))
        marked = [any(overlap(link, span) for span in row["spans"]) for link in found]
        shard.count("links", "with a suggestion", sum(marked))
        shard.count("links", "without", len(marked) - sum(marked))
        shard.count_all("sentences by annotator", Counter(annotators))
        spans, linked = [asdict(span) for span in row["spans"]], [asdict(link) for link in found]
        identity = {"id": "-".join(map(str, place)), "annotators": list(annotators)}
        rows.append({**row, **identity, "spans": spans, "links": linked})
    shard.count_all("suggestions", labels)
    if rows:
        shard.write_rows("pre_annotations", rows)


def _add_hard_cases(examples: Examples, links: str, level: LevelSentences, domain: Domain) -> None:
    """Add the links that rules flag as one of the hard cases, and persons with a title before their name.

    Sentences that annotators are not shown give no example.
    """
    for batch in read_dataset(links, [*PLACE, "text", "title", "mentions", "problems"]):
        table = pa.Table.from_batches([batch])
        for row in table.filter(level.have(table)).to_pylist():
            for mention in row["mentions"] if _problem(row) is None else ():
                if mention["flag"] in HARD_CASES:
                    group, said = mention["flag"], f", a link to {mention['target']}"
                elif mention["type"] in domain.persons and after_title(row["text"], mention["start"]):
                    group, said = "title", ""
                else:
                    continue
                examples.add(group, row["text"], mention["start"], mention["end"], row["title"], said)
