from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from corpora.reports.page import funnel
from corpora.reports.page.build import AccountedPages, Build, Evaluation, Step
from corpora.reports.page.examples import MOST_CHARACTERS, PER_CATEGORY, Drawn, Example
from corpora.reports.page.render import build_page, script_json
from corpora.reports.profiles import ProfileCorpora, ProfileDomains
from schemas.catalog.training import EVALUATION
from schemas.datasets.run_record import RunRecord
from schemas.datasets.shards import Shard
from schemas.labels import published_labels
from tests.corpora.reports.page.conftest import EVIL, TEXTS, manifest
from tests.support.dapt_data import run_step
from tests.support.report_page import Page, draw

LARGEST = 5_000_000
"""Bytes of a page that a browser opens at once and a mail takes."""


@pytest.fixture(scope="module")
def page(build: Build) -> Page:
    return Page(build_page(build))


def test_every_section_is_there_and_can_be_reached(page: Page) -> None:
    sections = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert sections == ["glance", "funnel", "types", "categories", "examples", "domains", "made-from", "steps"]
    ids = list(page.values("id"))
    assert len(ids) == len(set(ids))
    assert {href for href in page.values("href") if href.startswith("#")} <= {f"#{name}" for name in ids}


def test_nothing_is_fetched(page: Page) -> None:
    assert list(page.values("src")) == []
    outward = [href for href in page.values("href") if not href.startswith("#")]
    assert outward == ["data:,", *(f"{name}/build=0/_README.md" for name in STEPS)]
    [policy] = [found["content"] for _, found in page.elements if found.get("http-equiv")]
    assert policy.startswith("default-src 'none';")


STEPS = ["sentences", "type_index", "typed_sentences", "filtered_sentences", "ner_corpus"]


def test_what_names_hold_is_text(build: Build) -> None:
    text = build_page(build)
    page = Page(text)
    assert "<script>document.title" not in text
    unnamed = [name for name in page.scripts if name.startswith("script ")]
    assert len(unnamed) == 2, "the library and our own"
    assert page.text.count(EVIL) == 3
    data = json.loads(page.scripts["example-data"])
    assert {title for title, *_ in data["examples"]} == {EVIL}
    assert all(each[2] in TEXTS for each in data["examples"])


def test_the_examples_of_the_page(page: Page) -> None:
    data = json.loads(page.scripts["example-data"])
    assert [(name, count, len(drawn)) for name, count, drawn in data["categories"]] == [
        ("scientist", 55, PER_CATEGORY),
        ("city", 20, PER_CATEGORY),
    ]
    assert len(data["examples"]) == PER_CATEGORY
    _, revision, text, mentions = data["examples"][0]
    assert [(text[start:end], data["categories"][label][0]) for start, end, label in mentions] == [
        ("Ada 𝔘 Lovelace", "scientist"),
        ("London", "city"),
    ]
    assert data["url"].format(rev_id=revision) == f"https://wiki.example/w/index.php?oldid={revision}"


def test_an_address_that_is_none_becomes_no_link(build: Build) -> None:
    corpus = build.corpora["315"]
    parameters = {**corpus.provenance.parameters, "url": "javascript:alert({rev_id})"}
    other = replace(corpus, provenance=replace(corpus.provenance, parameters=parameters))
    page = Page(build_page(replace(build, corpora={"315": other})))
    assert json.loads(page.scripts["example-data"])["url"] == ""


def test_a_build_of_other_label_sets_has_its_page(build: Build) -> None:
    page = Page(build_page(replace(build, corpora={"4": build.corpora["315"]}, examples_of="4")))
    assert "spec-ranks" in page.scripts and "spec-changes" not in page.scripts


def test_the_funnel_loses_nothing(page: Page) -> None:
    text = re.sub(r"\s+", " ", page.text)
    for piece in (
        "28 pages of the dump − 5 redirect a page that only points to an article − 2 rejected: timeout − 1",
        "20 articles (71.4% of the pages of the dump)",
        "100 sentences − 10 without mentions",
        "90 sentences with mentions (90.0% of the sentences) − 10 only-ENTITY",
        "80 sentences that pass the filters (80.0% of the sentences) − 20 not sampled",
        "60 sentences in the corpus",
        "75 training examples (75.0% of the sentences); 15 are further copies",
        "12 titles have a DBpedia class: 9 articles, and 3 redirects to them.",
    ):
        assert piece in text, piece


def test_the_charts_of_the_page(page: Page) -> None:
    specs = {name: json.loads(text) for name, text in page.scripts.items() if name.startswith("spec-")}
    names = "sources flags ranks changes levels overlap depth drift seconds memory megabytes"
    assert sorted(specs) == sorted(f"spec-{name}" for name in names.split())
    for name, spec in specs.items():
        assert spec["width"] == "container" and spec["description"] and "$schema" not in spec, name
    assert "log scale" in json.dumps(specs["spec-ranks"]["encoding"]["y"]["title"])
    assert specs["spec-ranks"]["encoding"]["y"]["scale"] == {"type": "log"}
    # The level of the domain itself is the whole that the others are shares of.
    bars = specs["spec-levels"]["layer"][0]["encoding"]
    assert bars["yOffset"]["sort"] == bars["color"]["scale"]["domain"] == ["entity", "task", "integrated"]


def test_profiles_are_compared_where_there_are_several(build: Build) -> None:
    corpora = ProfileCorpora(build.typed, build.filtered, build.corpora)
    assert build.domains
    domains = ProfileDomains(build.domains.corpus, build.domains.pages, build.domains.vocabulary)
    names = [EVIL, "paper"]
    both = replace(
        build, profile=EVIL, profiles=dict.fromkeys(names, corpora), profile_domains=dict.fromkeys(names, domains)
    )
    page = Page(build_page(both))
    text = re.sub(r"\s+", " ", page.text)
    shown = re.sub(r"\s+", " ", EVIL)
    assert f"examples and domains is of the profile {shown}." in text
    assert re.search(r"with a class ?80 \(80.0%\) ?80 \(80.0%\)", text)
    assert "Sizes of the domains" in text and re.search("ai ?tokens, entity level ?90 ?90", text)
    assert "Mentions of each category in the corpus: 2" in text
    assert "spec-profiles" in page.scripts and "#profiles" in list(page.values("href"))


def test_only_the_steps_differ_from_run_to_run(build: Build) -> None:
    other = replace(
        build,
        steps=[
            Step(step.place, step.manifest, RunRecord("2027-01-01T00:00:00+00:00", 9.0, 7) if number else None)
            for number, step in enumerate(build.steps)
        ],
    )
    one, two = build_page(build), build_page(other)
    assert one != two

    def without_steps(text: str) -> str:
        return re.sub('<section id="steps">.*?</section>', "", text, flags=re.DOTALL)

    assert without_steps(one) == without_steps(two)
    assert build_page(build) == one


def test_time_and_memory_of_the_steps(page: Page) -> None:
    assert "5 of 5 steps have a record of their run; those took 0:05:08" in page.text
    assert "The last ended at 2026-09-01 12:00 UTC." in page.text


def test_types_are_in_doubt_where_almost_no_link_has_one(build: Build, page: Page) -> None:
    told = "have a class, hardly any: the types may be of another language than the dump"
    assert told not in page.text
    typed = replace(build.typed, counts={**build.typed.counts, "anchors": {"direct": 1, "none": 999}})
    assert f" 1 of 1,000 anchors (0.1%) {told}" in Page(build_page(replace(build, typed=typed))).text


def test_completeness_where_it_was_counted(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"in the table": 24, "article": 20, "redirect": 3, "missing": 1, "unexpected": 2}
    # The dataset has one kind after the other, and in a batch there may be two.
    kinds = [*["unexpected"] * 60, "rejected", *["missing"] * 60]
    rows = [{"page_id": number, "title": EVIL, "kind": kind, "reason": ""} for number, kind in enumerate(kinds)]
    batches = [pa.RecordBatch.from_pylist(rows[:40]), pa.RecordBatch.from_pylist(rows[40:])]
    monkeypatch.setattr(funnel, "read_dataset", lambda _location: iter(batches))
    found = AccountedPages(manifest("unaccounted_pages", 121, {"pages": counts}), "here", "unaccounted_pages/build=0")
    page = Page(build_page(replace(build, completeness=found)))
    text = re.sub(r"\s+", " ", page.text)
    for piece in (
        "pages accounted for95.8%1 missing, 2 unexpected",
        "article2083.3%an article whose text was read redirect312.5%",
        "missing14.2%",
        "101 of 121 pages that are rejected, missing or unexpected: the first of each kind",
    ):
        assert piece in text, piece
    assert page.text.count(EVIL) == 3 + 50 + 1 + 50
    assert "unaccounted_pages/build=0/_README.md" in list(page.values("href"))


def test_a_complete_build_says_so(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(funnel, "read_dataset", lambda _location: iter(()))
    counts = {"in the table": 20, "article": 20, "missing": 0, "unexpected": 0}
    found = AccountedPages(manifest("unaccounted_pages", 0, {"pages": counts}), "here", "place")
    page = Page(build_page(replace(build, completeness=found)))
    assert "Every page of the table was read, and no other." in page.text


def test_the_models_where_there_are_any(build: Build, tmp_path: Path) -> None:
    scores = {"target": "ai", "encoder": "plain", "setting": "direct", "few_shot": 0, "runs": 3, "deviation": 0.01}
    rows = [{**scores, "model": model, "f1": f1} for model, f1 in (("tagger", 0.5), ("laner", 0.625))]
    rows.append({**scores, "target": "music", "model": "tagger", "f1": 0.75})
    few = [{**rows[0], "few_shot": 10, "f1": 0.25}]

    def process(_: Any, shard: Shard) -> None:
        shard.write_rows(EVALUATION.name, rows + few)
        shard.attach(EVALUATION.name, "_report/few-shot-ai.svg", lambda path: draw(path, "<svg>few</svg>"))
        shard.attach(EVALUATION.name, "_report/cloud.svg", lambda path: draw(path, "<svg>" + "x" * 2_000_000))

    run_step(EVALUATION.name, tmp_path, process, [None])
    found = Evaluation(str(tmp_path / EVALUATION.name), "evaluation_report")
    page = Page(build_page(replace(build, evaluation=found)))
    assert re.search(r"ai\s*plain\s*laner\s*direct\s*3\s*0.625\s*0.010\s*ai\s*plain\s*tagger", page.text)
    assert "0.250" not in page.text
    assert [src[:26] for src in page.values("src")] == ["data:image/svg+xml;base64,"]
    assert "F1 on ai by the number of target sentences" in page.text
    assert "evaluation_report/cloud.svg" in list(page.values("href"))
    charts = [json.loads(page.scripts[f"spec-models-{number}"]) for number in (1, 2)]
    shown = [[row["f1"] for row in next(iter(chart["datasets"].values()))] for chart in charts]
    assert shown == [[0.5, 0.625], [0.75]]


def test_a_page_of_all_categories_is_small_enough(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 315 with all their examples, no sentence shared, of a length that real ones hardly reach on average."""
    labels = published_labels()
    text = ("Sentence " * 40)[: MOST_CHARACTERS // 2]
    mentions = tuple((9 * number, 9 * number + 8, labels[number]) for number in range(6))
    drawn = Drawn(
        [Example("A title as long as most are", 1_200_000_000, text, mentions)] * (len(labels) * PER_CATEGORY),
        {label: list(range(PER_CATEGORY * n, PER_CATEGORY * (n + 1))) for n, label in enumerate(labels)},
    )
    monkeypatch.setattr("corpora.reports.page.render.draw_examples", lambda *_args, **_more: drawn)
    counts = {"mentions": {label: 1_000_000 - number for number, label in enumerate(labels)}}
    corpus = replace(build.corpora["315"], counts={**build.corpora["315"].counts, **counts})
    page = build_page(replace(build, filtered=replace(build.filtered, counts=counts), corpora={"315": corpus}))
    assert len(page.encode()) < LARGEST


def test_json_inside_a_script() -> None:
    text = script_json({"a": EVIL})
    assert "<" not in text and json.loads(text) == {"a": EVIL}
    assert html.unescape(text) == text.replace("&amp;", "&")


def test_the_page_says_which_sentences_show_the_drift(build: Build) -> None:
    assert build.domains
    crawled = build.domains.crawled
    parameters = {**crawled.provenance.parameters, "profile": "names", "selection": "scored"}
    scored = replace(crawled, provenance=replace(crawled.provenance, parameters=parameters))
    whole, part = (
        Page(build_page(replace(build, domains=replace(build.domains, crawled=corpus)))).text
        for corpus in (crawled, scored)
    )
    assert whole.count("Sentences are those of the profile paper, which has every sentence of the crawl's pages.") == 2
    assert part.count("Sentences are those of the profile names, which has only what belongs to the domain: ") == 2
