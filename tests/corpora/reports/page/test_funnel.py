"""What each stage of the funnel keeps and loses: all of it adds up to the stage before."""

from __future__ import annotations

from itertools import pairwise

import pytest

from corpora.reports.page.build import AccountedPages, Step
from corpora.reports.page.funnel import LeftOut, Stage, completeness, page_funnel, rejects, sentence_funnel
from schemas.datasets.dataset import Counts
from tests.corpora.reports.page.conftest import manifest

SENTENCES = manifest(
    "sentences",
    1000,
    {
        "pages": {"article": 20, "redirect": 3, "other-namespace": 5, "other-content-model": 0},
        "rejected": {"timeout": 2},
    },
    seen=30,
    rejected=2,
)
TYPED = manifest("typed_sentences", 800, {"rejected": {"page-differs": 4}}, seen=1000, rejected=4)
FILTERED = manifest(
    "filtered_sentences",
    600,
    {"sentences": {"kept": 600, "only-ENTITY": 150, "no-entity": 49}, "rejected": {"broken": 1}},
    seen=800,
    rejected=1,
)
CORPUS = manifest(
    "ner_corpus", 1500, {"sentences": {"sampled": 400}, "rejected": {"no-tokens": 7}}, seen=600, rejected=7
)


def test_pages_of_the_dump_are_articles_or_left_out() -> None:
    pages, articles = page_funnel(SENTENCES)
    assert pages == Stage(
        "pages of the dump",
        30,
        "",
        [
            LeftOut("other-namespace", 5, "a page that is no article: a category, a template, a discussion"),
            LeftOut("redirect", 3, "a page that only points to an article"),
            LeftOut("rejected: timeout", 2, ""),
        ],
    )
    assert articles == Stage("articles", 20, "", [])
    assert page_funnel(manifest("sentences", 0, {})) == [
        Stage("pages of the dump", 0, "", []),
        Stage("articles", 0, "", []),
    ]


def test_each_stage_and_what_it_loses_are_the_stage_before() -> None:
    stages = sentence_funnel(SENTENCES, TYPED, FILTERED, CORPUS)
    assert [(stage.name, stage.number, [each[:2] for each in stage.left_out]) for stage in stages] == [
        ("sentences", 1000, [("without mentions", 196), ("rejected: page-differs", 4)]),
        ("sentences with mentions", 800, [("only-ENTITY", 150), ("no-entity", 49), ("rejected: broken", 1)]),
        ("sentences that pass the filters", 600, [("not sampled", 193), ("rejected: no-tokens", 7)]),
        ("sentences in the corpus", 400, []),
        ("training examples", 1500, []),
    ]
    assert [stage.note for stage in stages] == [
        "",
        "",
        "",
        "",
        "1,100 are further copies of sentences of rare categories",
    ]
    for stage, following in pairwise(stages[:4]):
        assert stage.number - sum(each.number for each in stage.left_out) == following.number


def test_without_a_corpus_the_filters_are_the_last_stage() -> None:
    last = sentence_funnel(SENTENCES, TYPED, FILTERED, None)[-1]
    assert last == Stage("sentences that pass the filters", 600, "", [])


def test_a_corpus_without_examples_has_sampled_nothing() -> None:
    stages = sentence_funnel(SENTENCES, TYPED, FILTERED, manifest("ner_corpus", 0, {}))
    assert [(stage.number, [each[:2] for each in stage.left_out]) for stage in stages[2:]] == [
        (600, [("not sampled", 600)]),
        (0, []),
        (0, []),
    ]


def test_rejects_are_told_by_step_and_reason() -> None:
    def step(dataset: str, seen: int, counts: Counts) -> Step:
        return Step("place", manifest(dataset, 1, counts, seen=seen), None)

    steps = [
        step("sentences", 30, {"rejected": {"timeout": 2, "damaged": 1, "depth": 0}}),
        step("punkt", 5, {}),
        step("ner_corpus", 600, {"rejected": {"no-tokens": 7}}),
    ]
    assert rejects(steps) == [
        ("sentences", "damaged", 1, 30),
        ("sentences", "timeout", 2, 30),
        ("ner_corpus", "no-tokens", 7, 600),
    ]


def test_kinds_of_pages_are_told_the_commonest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpora.reports.page.funnel.read_dataset", lambda _location: iter(()))
    counts = {"in the table": 40, "redirect": 3, "odd": 1, "article": 30, "missing": 4, "unexpected": 2}
    found = completeness(AccountedPages(manifest("unaccounted_pages", 6, {"pages": counts}), "location", "place"))
    assert found == {
        "total": 40,
        "kinds": [
            ("article", 30, "an article whose text was read"),
            ("redirect", 3, "a page that only points to an article"),
            ("odd", 1, ""),
        ],
        "missing": 4,
        "unexpected": 2,
        "listed": [],
        "place": "place",
        "rows": 6,
    }
    nothing = completeness(AccountedPages(manifest("unaccounted_pages", 0, {}), "location", "place"))
    assert (nothing["total"], nothing["missing"], nothing["unexpected"], nothing["kinds"]) == (0, 0, 0, [])
