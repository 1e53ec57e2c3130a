from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from corpora.levels import LEVELS
from corpora.paired_parts import PartPair
from corpora.reports.dapt import build_dapt_report, entity_level
from corpora.reports.profiles import ProfileDomains
from schemas.datasets.dataset import Counts, Manifest, Provenance, read_manifest
from tests.support.dapt_data import build_dapt_corpus, domain_rules


def test_the_report_has_sizes_shares_and_overlaps(tmp_path: Path, pairs: list[PartPair]) -> None:
    made = build_dapt_corpus(tmp_path, pairs)
    parameters = {"min_entities": 2, "entities": "anchors"}
    dapt = dataclasses.replace(made, provenance=dataclasses.replace(made.provenance, parameters=parameters))
    pages = {name: read_manifest(rules.pages) for name, rules in domain_rules(tmp_path / "again").items()}
    domains = ProfileDomains(dapt, pages, {"music": ["a", "b"], "politics": ["b", "c", "d"]})
    report = build_dapt_report("wiki", {"paper": domains}, [(dapt, "data/dapt")])
    tokens = {level: made.counts["tokens"][f"music/{level}"] for level in LEVELS}
    shares = [f"{tokens[level] / tokens['domain']:.2f}" for level in LEVELS]
    assert f"| music | 3 | 3 | 4 | 6 | {tokens['domain']} |" in report
    assert (
        f"| music | {tokens['domain']} (1.00) | {tokens['entity']} ({shares[1]}) [0.49] | {tokens['task']} "
        f"({shares[2]}) [0.13] | {tokens['integrated']} ({shares[3]}) [0.76] |" in report
    )
    assert "| nowhere | 0 (–) | 0 (–) | 0 (–) | 0 (–) |" in report
    assert "| music | 6 | 0 | 3 | MusicalArtist 2, Album 1 |" in report
    assert "| music | 2 | 100% | 50% | 0% |" in report
    assert "side by side" not in report and "\n## Levels\n" in report
    assert "An entity-level sentence has at least 2 entities; entities are found by anchors." in report
    both = build_dapt_report("wiki", {"names": domains, "paper": domains}, [(dapt, "data/dapt")])
    assert "\n## Levels (names)\n" in both and "\n## Levels (paper)\n" in both
    assert f"| music | tokens, domain level | {tokens['domain']} | {tokens['domain']} |" in both


def test_the_entity_level_of_a_scored_corpus_counts_typical_classes() -> None:
    assert entity_level({"min_entities": 3, "selection": "crawl"}) == "at least 3 entities"
    assert entity_level({"min_entities": 2, "selection": "scored"}) == (
        "at least 2 entities of classes that are typical of the domain"
    )


WHOLE = """\
## Domain level

| domain | pages of the crawl | pages with sentences | paragraphs | sentences | tokens |
| --- | ---: | ---: | ---: | ---: | ---: |
| ai | 1,700 | 1,600 | 2,100 | 3,100 | 10,000 |
| own | 1 | 0 | 0 | 0 | 4 |

## Levels

Tokens, copies counted, with their share of the domain level; in brackets that of CrossNER's table 3. An entity-level \
sentence has at least 2 entities; entities are found by anchors.

| domain | domain | entity | task | integrated |
| --- | ---: | ---: | ---: | ---: |
| ai | 10,000 (1.00) | 5,000 (0.50) [0.52] | 500 (0.05) [0.04] | 5,550 (0.56) [0.60] |
| own | 4 (1.00) | 3 (0.75) | 0 (0.00) | 0 (0.00) |

## Entities

| domain | typed mentions | by gazetteer | specialised | their commonest classes |
| --- | --- | --- | --- | --- |
| ai | 1,234 | 2,345 | 9,036 | A0 1,008, A1 1,007, A2 1,006, A3 1,005, A4 1,004, A5 1,003, A6 1,002, A7 1,001 |
| own | 0 | 0 | 0 | none |

## Vocabulary

Share of their most frequent words without stop words that two domains have in common; where one of them has fewer \
words, of as many words of both.

| domain | words | ai | own |
| --- | ---: | ---: | ---: |
| ai | 2 | 100% | 0% |
| own | 0 | 0% | 0% |
"""


def manifest(dataset: str, rows: int, counts: Counts, **parameters: Any) -> Manifest:
    return Manifest(dataset, Provenance("f" * 64, dataset, 1, "0.1", parameters, []), "", rows, 0, 0, 0, counts, [])


def test_every_figure_of_a_domain_stands_where_it_belongs() -> None:
    """Only the domains of the paper have its shares, and only the eight commonest classes are named."""
    counts: Counts = {
        "pages": {"ai/domain": 1600},
        "paragraphs": {"ai/domain": 2100},
        "sentences": {"ai/domain": 3100},
        "tokens": {
            **{"ai/domain": 10_000, "ai/entity": 5000, "ai/task": 500, "ai/integrated": 5550},
            **{"own/domain": 4, "own/entity": 3},
        },
        "entities": {"ai: mentions": 1234, "ai: gazetteer": 2345},
        "specialised mentions of ai": {f"A{n}": 1008 - n for n in reversed(range(9))},
    }
    corpus = manifest("dapt_corpus", 9, counts, min_entities=2, entities="anchors")
    pages = {name: manifest("domain_pages", rows, {}) for name, rows in (("ai", 1700), ("own", 1))}
    report = build_dapt_report("wiki", {"paper": ProfileDomains(corpus, pages, {"ai": ["a", "b"]})}, [])
    assert report[report.index("## Domain level") :] == WHOLE
