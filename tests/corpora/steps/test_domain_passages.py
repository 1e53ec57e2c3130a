"""The scores of a domain's passages, as a dataset."""

from __future__ import annotations

import math
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from corpora.paired_parts import part_pairs
from corpora.passages.scored import KEPT, NEAR, Passages, read_typical_classes
from corpora.passages.scores import MIN_DENSITY
from corpora.steps.dapt_corpus import DomainRules
from corpora.steps.domain_passages import DomainCrawl, WikiSample, write_domain_passages
from schemas.datasets.dataset import Manifest
from tests.support.dapt_data import (
    build_dapt_corpus,
    domain_page,
    run_step,
    sentence,
    sentence_datasets,
    sentences_of,
    write_dataset,
)
from tests.support.progress import note_progress

POLITICS = [
    "The [Senate|Legislature] elected [Ann|Politician] minister.",
    "[Bob|Politician] of the [Union|PoliticalParty] lost the vote in parliament.",
    "The parliament passed the law, and the [Union|PoliticalParty] left.",
]
NATURE = ["A river runs through the valley of [Bern|City].", "Birds of the forest pass the winter near [Rome|City]."]


def rows(page_id: int, *passages: tuple[str, list[str]]) -> list[dict[str, Any]]:
    return [
        {**sentence(page_id, paragraph, number, text), "section": section}
        for paragraph, (section, texts) in enumerate(passages)
        for number, text in enumerate(texts)
    ]


def wiki() -> list[list[dict[str, Any]]]:
    """Five pages of the crawl, half on politics, and others on nature, in two parts."""
    crawl = [rows(page, ("", 4 * POLITICS), ("Nature", 6 * NATURE)) for page in range(1, 6)]
    others = [rows(page, ("", 6 * NATURE)) for page in range(6, 12)]
    return [list(chain(*crawl[:2])), list(chain(*crawl[2:], *others))]


def build(root: Path, pages: tuple[int, ...] = (1, 2, 3, 4, 5, 99), **other: Any) -> Manifest:
    """Manifest of `domain_passages` of a domain with these pages."""
    location = write_dataset(root, "domain_pages", [list(map(domain_page, pages))])
    arguments = {
        "domains": {"politics": DomainCrawl(location, {"Politician"})},
        "sample": WikiSample(1.0, seed=0),
        "min_score": 0.8,
        "lang": "en",
    }
    pairs = part_pairs(*sentence_datasets(root, wiki()))
    step = write_domain_passages
    return run_step("domain_passages", root, step, [pairs], ["domain_terms"], **{**arguments, **other})


def written(root: Path, dataset: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(root / dataset / "domain=politics", partitioning=None).to_pylist()
    return rows


def test_the_passages_on_the_domain_are_kept(tmp_path: Path) -> None:
    found = build(tmp_path)
    passages = written(tmp_path, "domain_passages")
    assert [(row["page_id"], row["first"], row["last"], row["section"], row["kept"]) for row in passages] == [
        place for page in range(1, 6) for place in ((page, 0, 0, "", True), (page, 1, 1, "Nature", False))
    ]
    assert all(row["sentences"] == 12 and (row["score"] >= 0.8) == row["kept"] for row in passages)
    assert found.counts["passages"] == {"politics: kept": 5, "politics: left out": 5}
    assert found.counts["sentences"] == {"politics: kept": 60, "politics: left out": 60}
    assert read_typical_classes(str(tmp_path / "domain_terms"), "politics") == {
        "Legislature",
        "Politician",
        "PoliticalParty",
    }
    words = [row["term"] for row in written(tmp_path, "domain_terms") if not row["is_class"]]
    assert {"parliament", "minister", "vote", "law"} <= set(words)
    assert not {"river", "bern", "the"} & set(words)


@pytest.mark.parametrize("block", [0, 1, 3])
def test_passages_are_written_block_by_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    build(tmp_path / "a")
    monkeypatch.setattr("corpora.steps.domain_passages._BLOCK", block)
    build(tmp_path / "b")
    assert written(tmp_path / "a", "domain_passages") == written(tmp_path / "b", "domain_passages")


def test_another_threshold_keeps_other_passages_and_changes_no_score(tmp_path: Path) -> None:
    build(tmp_path / "a")
    build(tmp_path / "b", min_score=-100.0)
    one, other = written(tmp_path / "a", "domain_passages"), written(tmp_path / "b", "domain_passages")
    assert [row["score"] for row in one] == [row["score"] for row in other]
    assert [sum(row["kept"] for row in rows) for rows in (one, other)] == [5, 10]


def test_a_passage_as_near_as_the_threshold_is_kept(tmp_path: Path) -> None:
    build(tmp_path / "a")
    scores = sorted(row["score"] for row in written(tmp_path / "a", "domain_passages"))
    found = build(tmp_path / "b", min_score=scores[5])
    assert found.counts["passages"] == {"politics: kept": 5, "politics: left out": 5}
    found = build(tmp_path / "c", min_score=np.nextafter(scores[-1], np.inf))
    assert found.counts["passages"] == {"politics: left out": 10}


@pytest.mark.parametrize(("density", "kept"), [(MIN_DENSITY, 5), (np.nextafter(MIN_DENSITY, 0), 0)])
def test_a_page_of_the_least_density_is_on_the_domain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, density: float, kept: int
) -> None:
    monkeypatch.setattr("corpora.steps.domain_passages.density", lambda *_: density)
    found = build(tmp_path)
    assert found.counts["passages"].get("politics: kept", 0) == kept


def test_a_page_whose_categories_are_the_domains_is_kept_rather_than_others(tmp_path: Path) -> None:
    rows = [domain_page(1, 1, 20), *(domain_page(page, 4, 5) for page in range(2, 6))]
    crawl = DomainCrawl(write_dataset(tmp_path / "central", "domain_pages", [rows]), {"Politician"})
    # A page of politics that is not in the model is none of the rest for itself: only its centrality tells it apart.
    build(tmp_path, domains={"politics": crawl}, min_score=3.0)
    found = written(tmp_path, "domain_passages")
    assert [(row["page_id"], row["kept"]) for row in found if row["section"] == ""] == [
        (1, False), (2, True), (3, True), (4, True), (5, True),
    ]  # fmt: skip
    # 17 of all 40 categories are the domain's; with one of the usual kind, 1.425 of 21 and 4.425 of 6.
    assert found[0]["centrality"] == pytest.approx(math.log(1.425 / 21 / 0.425))
    assert found[2]["centrality"] == pytest.approx(math.log(4.425 / 1.575) / 2)
    build(tmp_path / "equal")
    assert {row["centrality"] for row in written(tmp_path / "equal", "domain_passages")} == {0.0}


@pytest.mark.parametrize("pages", [(1, 2), ()])
def test_where_nothing_can_be_told_all_is_kept_without_a_score(tmp_path: Path, pages: tuple[int, ...]) -> None:
    found = build(tmp_path, pages)
    passages = written(tmp_path, "domain_passages") if pages else []
    assert [(row["score"], row["kept"]) for row in passages] == [(None, True)] * 2 * len(pages)
    assert found.counts.get("passages", {}) == ({"politics: not scored": 4} if pages else {})
    assert found.rows == 2 * len(pages)


def test_the_wiki_is_drawn_by_hash(tmp_path: Path) -> None:
    build(tmp_path / "a", sample=WikiSample(0.5, seed=0))
    build(tmp_path / "b", sample=WikiSample(0.5, seed=0))
    build(tmp_path / "c", sample=WikiSample(0.5, seed=1))
    one, again, other = (written(tmp_path / name, "domain_passages") for name in "abc")
    assert one == again
    assert [row["score"] for row in one] != [row["score"] for row in other]
    assert [row["kept"] for row in one] == [row["kept"] for row in other] == [True, False] * 5


def write_passages(root: Path, spans: list[tuple[int, int, int, float | None, bool]]) -> str:
    """Location of `domain_passages` with these: page, first and last paragraph, score, kept."""
    same = {"section": "", "sentences": 1, "centrality": 0.0, "density": 1.0}
    names = ("page_id", "first", "last", "score", "kept")
    rows = [{**same, **dict(zip(names, span, strict=True))} for span in spans]
    return write_dataset(root, "domain_passages", [rows], partition="domain=politics")


def test_paragraphs_are_looked_up_in_the_passages(tmp_path: Path) -> None:
    spans: list[tuple[int, int, int, float | None, bool]] = [
        *((2, 0, 1, 1.0, True), (2, 2, 2, 0.5, False), (1, 3, 5, 0.9, True), (2, 3, 9, 0.4, False)),
        (4, 0, 9, None, True),
    ]
    location = write_passages(tmp_path, spans)
    kept = {(1, 2): False, (1, 3): True, (1, 5): True, (1, 6): False, (2, 1): True, (2, 2): False, (2, 3): False}
    kept |= {(0, 0): False, (3, 4): False, (4, 9): True, (5, 0): False}
    places = np.array(list(kept))
    assert Passages(location, "politics", KEPT).have(places[:, 0], places[:, 1]).tolist() == list(kept.values())
    near = {**kept, (2, 2): True}
    assert Passages(location, "politics", NEAR).have(places[:, 0], places[:, 1]).tolist() == list(near.values())


def test_the_levels_take_what_belongs_to_the_domain(tmp_path: Path) -> None:
    shards = wiki()
    # A specialised entity in a passage that is not kept, and in one that is nearer to the wiki than to the domain.
    shards[0].append(sentence(2, 2, 0, "[Cid|Politician] spoke in parliament with [Dan|Person]."))
    # And another entity in the first of these.
    shards[0].append(sentence(2, 2, 1, "He met [Dan|Person]."))
    shards[0].append(sentence(2, 3, 0, "A river and the birds of the forest pass the winter of [Eve|Politician]."))
    # Two entities in a passage on the domain, neither of a typical class.
    shards[0].insert(12, sentence(1, 0, 12, "The parliament is in [Bern|City], near [Rome|City]."))
    pairs = part_pairs(*sentence_datasets(tmp_path, shards))
    build(tmp_path / "scores")
    spans = [span for page in range(1, 6) for span in ((page, 0, 0, 1.0, True), (page, 1, 1, -0.5, False))]
    passages = write_passages(tmp_path, [*spans, (2, 2, 2, 0.6, False), (2, 3, 3, 0.4, False)])
    scores = tmp_path / "scores"
    rules = DomainRules(str(scores / "domain_pages"), {"Politician"}, passages, str(scores / "domain_terms"))
    found = build_dapt_corpus(tmp_path, pairs, domains={"politics": rules})
    levels = {name.partition("level=")[2]: rows for name, rows in sentences_of(tmp_path).items()}
    assert [row[:3] for row in levels["domain"]] == [
        *((1, 0, n) for n in range(13)),
        *((2, 0, n) for n in range(12)),
        (2, 2, 0),
        *((page, 0, n) for page in (3, 4, 5) for n in range(12)),
    ]
    assert (1, 0, 12) not in {row[:3] for row in levels["entity"]}
    assert {row[2] % 3 for row in levels["entity"] if row[:2] == (1, 0)} == {0, 1}
    assert (1, 0, 12, 2, 0, 0, 1) in levels["domain"]
    # Of the two entities of this sentence one is of a typical class, so that it is of the task level alone.
    assert (2, 2, 0, 2, 1, 1, 2) in levels["integrated"]
    assert [row[:3] for row in levels["entity"]] == [row[:3] for row in levels["domain"] if row[4] >= 2]
    assert found.counts["sentences off the domain"] == {"politics": 62}


def test_each_domain_has_the_scores_that_it_has_alone(tmp_path: Path) -> None:
    build(tmp_path / "alone")
    rows = [domain_page(page) for page in (4, 5, 6, 7, 8)]
    other = DomainCrawl(write_dataset(tmp_path / "other", "domain_pages", [rows]), {"City"})
    politics = DomainCrawl(str(tmp_path / "alone" / "domain_pages"), {"Politician"})
    found = build(tmp_path / "both", domains={"nature": other, "politics": politics})
    assert written(tmp_path / "both", "domain_passages") == written(tmp_path / "alone", "domain_passages")
    assert written(tmp_path / "both", "domain_terms") == written(tmp_path / "alone", "domain_terms")
    nature = pq.read_table(tmp_path / "both" / "domain_passages" / "domain=nature", partitioning=None).to_pylist()
    assert [(row["page_id"], row["first"]) for row in nature] == [
        (4, 0),
        (4, 1),
        (5, 0),
        (5, 1),
        (6, 0),
        (7, 0),
        (8, 0),
    ]
    # Sentences of two pages are of both domains.
    assert found.seen == 5 * 24 + 3 * 12


def test_half_of_the_way_is_the_first_reading_and_half_the_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = note_progress(monkeypatch)
    build(tmp_path)
    sizes = [pair.bytes for pair in part_pairs(str(tmp_path / "sentences"), str(tmp_path / "typed_sentences"))]
    assert told == [
        *(each // 2 for each in accumulate(sizes)),
        *(sum(sizes) // 2 + each // 2 for each in accumulate(sizes)),
    ]
