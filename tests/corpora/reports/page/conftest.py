"""A small build with names that would break a page that does not escape them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corpora.bio import tag_tokens
from corpora.reports.page.build import Build, Domains, Step
from schemas.datasets.dataset import Counts, Manifest, Provenance, Source, read_manifest
from schemas.datasets.run_record import RunRecord
from tests.support.dapt_data import dapt_sentence, domain_page, run_step

EVIL = "</script><script>document.title = 'broken'</script><!-- & \"'\u2028"
"""A title that ends scripts, opens comments, and has what strings of JavaScript once could not hold."""

TEXTS = [f"In {year} Ada 𝔘 Lovelace met <b>Charles</b> Babbage & co in London." for year in range(1840, 1900)]


def manifest(dataset: str, rows: int, counts: Counts, seen: int = 0, rejected: int = 0, **parameters: Any) -> Manifest:
    sources = [
        Source("pages", f"/dump/{EVIL.replace('/', '_')}.bz2", "a" * 64),
        Source("upstream", "data/sentences", "sentences".ljust(64, "0")),
    ]
    provenance = Provenance(dataset.ljust(64, "0"), dataset, 1, "0.1", parameters, sources)
    return Manifest(dataset, provenance, "", rows, 1_500_000, seen, rejected, counts, [])


def example(page_id: int, text: str) -> dict[str, Any]:
    start = text.index("Ada")
    end = text.index(" met")
    mentions = [(start, end, "scientist"), (text.index("London"), text.index("London") + 6, "city")]
    return {
        **{"page_id": page_id, "rev_id": 1000 + page_id, "title": EVIL, "url": "", "paragraph": 0, "sentence": 0},
        **{"copy": 0, "text": text, "types": ["scientist", "city"], **tag_tokens(text, mentions, "en")._asdict()},
    }


def write(name: str, folder: Path, parts: dict[str, list[dict[str, Any]]]) -> str:
    """Location of a dataset with these rows by partition."""
    run_step(name, folder, lambda key, shard: shard.write_rows(name, parts[key], key), list(parts))
    return str(folder / name)


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    folder = tmp_path_factory.mktemp("build")
    examples = [example(number, text) for number, text in enumerate(TEXTS)]
    corpus = write("ner_corpus", folder, {"split=train": examples})
    sentences = manifest(
        "sentences",
        100,
        {"pages": {"article": 20, "redirect": 5, EVIL: 1}, "rejected": {"timeout": 2}},
        seen=28,
        rejected=2,
    )
    typed = manifest(
        "typed_sentences",
        90,
        {
            "anchors": {"direct": 70, "redirect": 10, "none": 20},
            "mentions": {"Scientist": 60, "City": 20, "ENTITY": 20},
            "flags of typed anchors": {"kind": 4},
            "flags of untyped anchors": {"list": 1},
        },
        seen=100,
    )
    filtered = manifest(
        "filtered_sentences",
        80,
        {"sentences": {"kept": 80, "only-ENTITY": 10}, "mentions": {"scientist": 60, "city": 10, "ENTITY": 10}},
        seen=90,
    )
    ner = manifest(
        "ner_corpus",
        75,
        {
            **{"sentences": {"sampled": 60, "not-sampled": 20}, "mentions": {"scientist": 55, "city": 20}},
            **{"examples": {"train": 70, "validation": 5}, "tokens": {"train": 700, "validation": 50}},
        },
        alpha=0.7,
        label_set="315",
        url="https://wiki.example/w/index.php?oldid={rev_id}",
    )
    index = manifest("type_index", 12, {"titles by number of redirects": {"0": 9, "1": 3}})
    steps = [
        Step(f"{each.dataset}/build=0", each, RunRecord("2026-09-01T12:00:00+00:00", 61.5, 2_000_000))
        for each in (sentences, index, typed, filtered, ner)
    ]
    return Build(
        snapshot=f"xxwiki {EVIL}",
        corpora_identity="c" * 64,
        steps=steps,
        sentences=sentences,
        type_index=index,
        typed=typed,
        filtered=filtered,
        corpora={"315": ner},
        balanced_by="315",
        entity_categories={"Scientist": "scientist", "City": "city"},
        examples_of="315",
        examples_location=corpus,
        seed=0,
        domains=_domains(folder),
    )


def _domains(folder: Path) -> Domains:
    rows = [dapt_sentence(page, n_specialised=page % 2) for page in (1, 1, 2)]
    names = ("ai", "music")
    corpus = write("dapt_corpus", folder, {f"domain={name}/level=domain": rows for name in names})
    pages = [{**domain_page(page), "depth": page - 1} for page in (1, 2)]
    locations = {name: write("domain_pages", folder / name, {"": pages}) for name in names}
    tokens = {f"{name}/{level}": size for name in names for level, size in (("domain", 200), ("entity", 90))}
    counted = manifest(
        "dapt_corpus", 6, {"tokens": tokens}, min_entities=2, entities="anchors", profile="paper", selection="crawl"
    )
    return Domains(
        corpus=counted,
        crawled=counted,
        crawled_location=corpus,
        pages={name: read_manifest(location) for name, location in locations.items()},
        page_locations=locations,
        vocabulary={"ai": ["model", "data", "tree"], "music": ["song", "data", "tree"]},
    )
