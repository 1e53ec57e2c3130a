"""From the pages of the dump to the training examples: what each stage keeps, and why the rest is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow.compute as pc

from corpora.reports.page.build import AccountedPages, Step
from schemas.datasets.dataset import Manifest, ranked, read_dataset

TERMS = {
    "article": "an article whose text was read",
    "rejected": "a page that could not be used, among the rejects with its reason",
    "redirect": "a page that only points to an article",
    "redirect-elsewhere": "a redirect to another namespace, another wiki or nowhere",
    "other-namespace": "a page that is no article: a category, a template, a discussion",
    "other-content-model": "a page that is not wikitext",
    "without mentions": "a sentence without links, or whose links were all left out because of their flag, and in "
    "which nothing else is a mention",
    "no-entity": "a sentence without a mention",
    "only-ENTITY": "a sentence whose mentions all lack an entity category",
    "frequent-3": "all categories are among the most frequent, 3 mentions have none: dropped with probability 0.3",
    "frequent-4": "all categories are among the most frequent, 4 mentions have none: dropped with probability 0.5",
    "frequent-many": "all categories are among the most frequent, 5 or more have none: dropped with probability 0.7",
    "template": "words of a template that is not known are missing",
    "parser-function": "what a function of the wiki's parser gives is missing",
    "formula": "a formula is missing",
    "extension": "source code or the like is missing",
    "image": "a picture within the line is missing",
    "unclosed-markup": "markup that is not closed is left in the text",
    "table": "cells of a table are left in the text",
    "not sampled": "balancing gave the sentence of frequent categories no copy",
    "direct": "the link's target has a DBpedia class",
    "none": "the link's target has no class: the mention is ENTITY",
    "propagated-title": "not linked: repeats the title of the article",
    "propagated-surface": "not linked: repeats something linked before",
    "propagated-last-name": "not linked: the last name of a person named before",
    "propagated-later": "not linked: repeats something that is linked later",
    "propagated-abbreviation": "not linked: an abbreviation that stands in brackets behind its name",
    "capitalised": "not linked: a name by its capitals",
    "gazetteer": "not linked: the name of a title with a class",
}
"""What the names that steps count under mean. `redirect` of a link is told in the page's text."""
IN_THE_TABLE, MISSING, UNEXPECTED = "in the table", "missing", "unexpected"
_MOST_LISTED = 50
"""Pages that are not accounted for and are named."""


class LeftOut(NamedTuple):
    """How many of a stage did not reach the next, and why."""

    reason: str
    number: int
    meaning: str


class Stage(NamedTuple):
    """A stage between the dump and the examples."""

    name: str
    number: int
    note: str
    left_out: list[LeftOut]
    """What does not reach the next stage."""


def page_funnel(sentences: Manifest) -> list[Stage]:
    """From the pages of the dump to the articles."""
    pages = sentences.counts.get("pages", {})
    others = {name: number for name, number in pages.items() if name != "article"}
    return [
        Stage("pages of the dump", sentences.seen, "", _left_out({**others, **_rejected(sentences)})),
        Stage("articles", pages.get("article", 0), "", []),
    ]


def sentence_funnel(sentences: Manifest, typed: Manifest, filtered: Manifest, corpus: Manifest | None) -> list[Stage]:
    """From the sentences of the articles to the training examples."""
    counted = filtered.counts.get("sentences", {})
    dropped = {reason: number for reason, number in counted.items() if reason != "kept"}
    stages = [
        Stage(
            "sentences",
            sentences.rows,
            "",
            _left_out({"without mentions": sentences.rows - typed.rows - typed.rejected, **_rejected(typed)}),
        ),
        Stage("sentences with mentions", typed.rows, "", _left_out({**dropped, **_rejected(filtered)})),
    ]
    if corpus is None:
        return [*stages, Stage("sentences that pass the filters", filtered.rows, "", [])]
    sampled = corpus.counts.get("sentences", {}).get("sampled", 0)
    lost = {"not sampled": filtered.rows - sampled - corpus.rejected, **_rejected(corpus)}
    return [
        *stages,
        Stage("sentences that pass the filters", filtered.rows, "", _left_out(lost)),
        Stage("sentences in the corpus", sampled, "", []),
        Stage(
            "training examples",
            corpus.rows,
            f"{corpus.rows - sampled:,} are further copies of sentences of rare categories",
            [],
        ),
    ]


def _rejected(manifest: Manifest) -> dict[str, int]:
    return {f"rejected: {reason}": number for reason, number in manifest.counts.get("rejected", {}).items()}


def _left_out(counts: Mapping[str, int]) -> list[LeftOut]:
    return [LeftOut(reason, number, TERMS.get(reason, "")) for reason, number in ranked(counts) if number]


def completeness(found: AccountedPages) -> dict[str, Any]:
    """What became of the pages of the wiki's table, and the first of those that are in it or in the dump alone."""
    counts = found.manifest.counts.get("pages", {})
    kinds = {name: number for name, number in counts.items() if name not in (IN_THE_TABLE, MISSING, UNEXPECTED)}
    # Some of each kind: they stand in the dataset one kind after the other.
    shown: dict[str, list[dict[str, Any]]] = {}
    for batch in read_dataset(found.location):
        for kind in pc.unique(batch.column("kind")).to_pylist():
            of_kind = shown.setdefault(kind, [])
            some = batch.filter(pc.equal(batch.column("kind"), kind)).slice(0, _MOST_LISTED - len(of_kind))
            of_kind += some.to_pylist()
    listed = [row for rows in shown.values() for row in rows]
    return {
        "total": counts.get(IN_THE_TABLE, 0),
        "kinds": [
            (name, number, TERMS.get(name, "")) for name, number in sorted(kinds.items(), key=lambda item: -item[1])
        ],
        "missing": counts.get(MISSING, 0),
        "unexpected": counts.get(UNEXPECTED, 0),
        "listed": listed,
        "place": found.place,
        "rows": found.manifest.rows,
    }


def rejects(steps: Sequence[Step]) -> list[tuple[str, str, int, int]]:
    """Step, reason, number of rejected records and records read, for every reason of every step."""
    return [
        (step.manifest.provenance.step, reason, number, step.manifest.seen)
        for step in steps
        for reason, number in sorted(step.manifest.counts.get("rejected", {}).items())
        if number
    ]
