from __future__ import annotations

import dataclasses
from pathlib import Path

from corpora.levels import LEVELS
from corpora.paired_parts import PartPair
from corpora.reports.dapt import build_dapt_report, entity_level
from corpora.reports.profiles import ProfileDomains
from schemas.datasets.dataset import read_manifest
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


def test_the_entity_level_of_a_scored_corpus_asks_for_a_typical_class() -> None:
    assert entity_level({"min_entities": 3, "selection": "crawl"}) == "at least 3 entities"
    assert entity_level({"min_entities": 2, "selection": "scored"}) == (
        "at least 2 entities, one of them of a class that is typical of the domain"
    )
