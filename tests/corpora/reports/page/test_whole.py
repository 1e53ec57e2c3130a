"""All that the reports of a build show, to the letter: their figures, tables, texts and the data of their charts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from corpora.reports.build import build_report
from corpora.reports.dapt import build_dapt_report
from corpora.reports.page import charts
from corpora.reports.page.build import AccountedPages, Build, Domains, Evaluation, Step
from corpora.reports.page.render import build_page
from corpora.reports.profiles import ProfileCorpora, ProfileDomains
from schemas.catalog.training import EVALUATION
from schemas.datasets.dataset import Manifest
from schemas.datasets.run_record import RunRecord
from schemas.datasets.shards import Shard
from tests.corpora.reports.page.conftest import manifest, write
from tests.support.dapt_data import dapt_sentence, domain_page, run_step
from tests.support.golden import different_lines
from tests.support.paths import PROJECT
from tests.support.report_page import Page, draw

GOLDEN = PROJECT / "tests" / "golden" / "reports.json"
CATEGORIES = {"Scientist": "scientist", "City": "city", "Town": "city", "Film": "film"}


def typed(rows: int, scientists: int, **parameters: Any) -> Manifest:
    counts = {
        "anchors": {"direct": 1500, "redirect": 10, "none": 490},
        "mentions": {"Scientist": scientists, "City": 30, "Town": 20, "Film": 3, "Unheard": 7, "ENTITY": 520},
        "mentions dropped": {"links": 4, "nobody linked": 3},
        "flags of typed anchors": {"kind": 4, "list": 3, "date": 1},
        "flags of untyped anchors": {"list": 1, "demonym": 4},
        "propagated mentions with a class": {"propagated-title": 6, "propagated-surface": 24},
        "propagated mentions without a class": {"propagated-surface": 7},
        "rejected": {"timeout": 3},
    }
    return manifest("typed_sentences", rows, counts, seen=rows + 3, rejected=3, **parameters)


def filtered(rows: int, scientists: int) -> Manifest:
    counts = {
        "sentences": {"kept": rows, "only-ENTITY": 1100, "frequent-3": 2, "no-entity": 2},
        "scarce": {"film": 3, "ship": 1200},
        "mentions": {"scientist": scientists, "city": 40, "ENTITY": 10},
    }
    return manifest("filtered_sentences", rows, counts, seen=rows + 1104)


def ner(rows: int, scientists: int, **parameters: Any) -> Manifest:
    counts = {
        "sentences": {"sampled": rows - 300, "not-sampled": 200},
        "mentions": {"scientist": scientists, "city": 1200, "film": 0, "ENTITY": 5},
        **{"examples": {"train": rows - 100, "validation": 100}, "tokens": {"train": 7000, "validation": 500}},
    }
    url = "https://wiki.example/w/index.php?oldid={rev_id}"
    return manifest("ner_corpus", rows, counts, url=url, **{"alpha": 0.7, "label_set": "315", **parameters})


NAMES = ProfileCorpora(
    typed(5000, 1400, profile="names", drop=["list"], untype=["kind"]),
    filtered(3900, 1300),
    {
        "315": ner(4100, 1000, profile="names"),
        "4": ner(4200, 900, profile="names", label_set="4"),
    },
)
PAPER = ProfileCorpora(
    typed(6000, 1500, profile="paper", drop=[], untype=[]),
    filtered(4900, 1450),
    {"315": ner(5100, 1100, profile="paper", alpha=0.5)},
)


def domain_corpus(folder: Path) -> Domains:
    rows = [dapt_sentence(page, n_specialised=page % 2) for page in (1, 1, 2, 4)]
    names = ("ai", "music", "nowhere")
    corpus = write("dapt_corpus", folder, {f"domain={name}/level=domain": rows for name in names[:2]})
    depths = {"ai": (0, 1, 1, 3), "music": (0, 0, 1, 1)}
    pages: dict[str, Manifest] = {}
    locations = {}
    for name in names:
        crawled = [{**domain_page(page), "depth": depth} for page, depth in enumerate(depths.get(name, ()), 1)]
        locations[name] = write("domain_pages", folder / name, {"": crawled})
        by_depth = {"categories by depth": {"0": 2, "1": 5}} if name == "ai" else {}
        pages[name] = manifest("domain_pages", 1000 * len(crawled), by_depth)
    sizes = {"domain": 20_000, "entity": 9000, "task": 1000, "integrated": 11_000}
    counts = {
        **{group: {"ai/domain": 1500, "music/domain": 3} for group in ("pages", "paragraphs", "sentences")},
        "tokens": {
            f"{name}/{level}": size // n for n, name in enumerate(names[:2], 1) for level, size in sizes.items()
        },
        "entities": {"ai: mentions": 2500, "ai: gazetteer": 1200, "music: mentions": 3},
        "specialised mentions of ai": {**{f"Class{number}": 1000 for number in range(8)}, "Rare": 1, "Robot": 2000},
    }
    counted = manifest("dapt_corpus", 6, counts, min_entities=2, entities="anchors", profile="paper", selection="crawl")
    vocabulary = {"ai": ["model", "data", "tree", "a"], "music": ["song", "data", "tree"]}
    return Domains(counted, counted, corpus, pages, locations, vocabulary)


def evaluated(folder: Path) -> Evaluation:
    scores = {"encoder": "plain", "setting": "direct", "few_shot": 0, "runs": 3, "deviation": 0.125}
    rows = [
        {**scores, "target": "music", "model": "tagger", "f1": 0.75},
        {**scores, "target": "ai", "model": "tagger", "f1": 0.5},
        {**scores, "target": "ai", "model": "laner", "f1": 0.625, "setting": "joint", "deviation": 0.0},
        {**scores, "target": "ai", "model": "laner", "f1": 0.5},
        {**scores, "target": "ai", "model": "tagger", "f1": 0.25, "few_shot": 10},
    ]
    pictures = ("few-shot-ai", "confusion-music", "representations-ai", "ai-training", "other")

    def process(_: Any, shard: Shard) -> None:
        shard.write_rows(EVALUATION.name, rows)
        for number, name in enumerate(pictures, 1):
            shard.attach(EVALUATION.name, f"_report/{name}.svg", partial(draw, content="<svg>" * number))

    run_step(EVALUATION.name, folder, process, [None])
    return Evaluation(str(folder / EVALUATION.name), "evaluation_report")


@pytest.fixture(scope="module")
def whole(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A build that has all that a page can show."""
    folder = tmp_path_factory.mktemp("whole")
    domains = domain_corpus(folder)
    table = {
        "in the table": 2400,
        "article": 2000,
        "redirect": 390,
        "other-namespace": 2,
        "missing": 10,
        "unexpected": 2,
    }
    kinds = [*["unexpected"] * 2, "rejected", *["missing"] * 51]
    rows = [{"page_id": n, "title": f"Page {n}", "kind": kind, "reason": kind[:3]} for n, kind in enumerate(kinds)]
    unaccounted = write("unaccounted_pages", folder, {"": rows})
    pages = {"article": 2000, "redirect": 1500, "other-namespace": 70, "redirect-elsewhere": 70}
    counts = {"pages": pages, "sentences": {"sentences": 7100}, "rejected": {"timeout": 2, "too long": 0}}
    counts["problems"] = {"table": 1200, "formula": 3}
    sentences = manifest("sentences", 7100, counts, seen=3642, rejected=2, splitter="punkt")
    index_counts = {"titles by number of redirects": {"0": 9000, "1": 3000, "2": 1}, "types": {"lines": 9100}}
    index = manifest("type_index", 12_001, {**index_counts, "titles by origin": {"dump": 12_000, "sparql": 1}})
    runs = [
        RunRecord("2026-09-01T12:00:00+00:00", 3661.4, 2_000_000_000),
        RunRecord("2026-09-01T13:30:59+00:00", 59.6, 0),
        None,
    ]
    made = [sentences, index, PAPER.typed, PAPER.filtered, *PAPER.corpora.values()]
    steps = [Step(f"{each.dataset}/build=0", each, runs[number % 3]) for number, each in enumerate(made)]
    return replace(
        build,
        snapshot="xxwiki",
        steps=steps,
        sentences=sentences,
        type_index=index,
        typed=PAPER.typed,
        filtered=PAPER.filtered,
        corpora=PAPER.corpora,
        entity_categories=CATEGORIES,
        profiles={"names": NAMES, "paper": PAPER},
        profile_domains=profile_domains(domains),
        domains=domains,
        completeness=AccountedPages(manifest("unaccounted_pages", 1054, {"pages": table}), unaccounted, "unaccounted"),
        evaluation=evaluated(folder),
    )


def profile_domains(found: Domains) -> dict[str, ProfileDomains]:
    tokens = {name: number + 1 for name, number in found.corpus.counts["tokens"].items()}
    other = replace(found.corpus, counts={**found.corpus.counts, "tokens": tokens})
    return {
        "names": ProfileDomains(other, found.pages, found.vocabulary),
        "paper": ProfileDomains(found.corpus, found.pages, found.vocabulary),
    }


def empty(found: Manifest) -> Manifest:
    return replace(found, counts={}, rows=0, bytes=0, seen=0, rejected=0)


@pytest.fixture(scope="module")
def bare(whole: Build) -> Build:
    """A build in which nothing was counted."""
    assert whole.domains and whole.completeness
    names = ProfileCorpora(empty(NAMES.typed), empty(NAMES.filtered), {})
    paper = ProfileCorpora(empty(PAPER.typed), empty(PAPER.filtered), {"4": empty(PAPER.corpora["315"])})
    pages = {name: empty(found) for name, found in whole.domains.pages.items()}
    corpus = empty(whole.domains.corpus)
    return replace(
        whole,
        steps=[Step(step.place, empty(step.manifest), None) for step in whole.steps],
        sentences=empty(whole.sentences),
        type_index=empty(whole.type_index),
        typed=paper.typed,
        filtered=paper.filtered,
        corpora=paper.corpora,
        examples_of="4",
        profiles={"names": names, "paper": paper},
        profile_domains=dict.fromkeys(("names", "paper"), ProfileDomains(corpus, pages, {})),
        domains=replace(whole.domains, corpus=corpus, pages=pages, vocabulary={}),
        completeness=replace(whole.completeness, manifest=empty(whole.completeness.manifest)),
        evaluation=None,
    )


def shown(page: Page) -> dict[str, Any]:
    """What a page shows, without what the code of its scripts and its style are."""
    data = {name: json.loads(text) for name, text in page.scripts.items() if not name.startswith("script ")}
    examples = data.pop("example-data")
    lines = [re.sub(r"\s+", " ", line).strip() for line in page.text.splitlines()]
    return {
        "text": [line for line in lines if line],
        "links": list(page.values("href")),
        "pictures": list(page.values("src")),
        "examples": [*map(in_a_line, [examples["url"], *examples["categories"]]), in_a_line(examples["examples"][0])],
        "charts": {name: in_lines(spec) for name, spec in sorted(data.items())},
    }


def in_lines(spec: dict[str, Any]) -> list[str]:
    """A chart, and its rows."""
    rows = [row for each in spec.pop("datasets").values() for row in each]
    return [*map(in_a_line, (spec, *rows))]


def in_a_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def reports(build: Build) -> dict[str, Any]:
    datasets = [(step.manifest, step.place) for step in build.steps]
    texts = {
        f"report.md of {' and '.join(profiles)}": build_report(
            "xxwiki",
            build.sentences,
            build.type_index,
            profiles,
            datasets,
            balanced_by="315",
            entity_categories=CATEGORIES,
        )
        for profiles in (build.profiles, {"paper": build.profiles["paper"]})
    }
    domains: Mapping[str, ProfileDomains] = build.profile_domains
    for some in (["names", "paper"], ["paper"]):
        texts[f"domains.md of {' and '.join(some)}"] = build_dapt_report(
            "xxwiki", {name: domains[name] for name in some}, datasets
        )
    return {"report.html": shown(Page(build_page(build))), **{name: text.splitlines() for name, text in texts.items()}}


def test_the_reports_are_as_they_were(whole: Build, bare: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """`UPDATE_GOLDEN=1 pytest tests/corpora/reports/page/test_whole.py` writes the file anew: read the difference."""
    # The library takes seconds.
    monkeypatch.setattr(charts, "script", lambda: "")
    text = json.dumps({"whole": reports(whole), "bare": reports(bare)}, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, "utf-8")
    if differences := different_lines(GOLDEN.read_text("utf-8"), text):
        pytest.fail(f"reports differ from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)
