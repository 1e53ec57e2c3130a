"""Two profiles side by side: what is compared, and that it is counted and not made up."""

from __future__ import annotations

from typing import Any

from corpora.reports.build import build_report
from corpora.reports.profiles import (
    Comparison,
    ProfileCorpora,
    ProfileDomains,
    domains_side_by_side,
    markdown,
    mention_counts,
    side_by_side,
)
from schemas.datasets.dataset import Counts, Manifest, Provenance


def manifest(dataset: str, rows: int, counts: Counts, **parameters: Any) -> Manifest:
    return Manifest(dataset, Provenance("f" * 64, dataset, 1, "0.1", parameters, []), "", rows, 0, 0, 0, counts, [])


FLAGS: Counts = {"flags of typed anchors": {"kind": 4, "part": 1}, "flags of untyped anchors": {"kind": 2, "type": 3}}
PAPER = ProfileCorpora(
    manifest(
        "typed_sentences",
        10,
        {**FLAGS, "mentions": {"City": 30, "ENTITY": 10}},
        **{"profile": "paper", "propagate": "off", "drop": [], "untype": [], "lang": "en"},
    ),
    manifest("filtered_sentences", 8, {"sentences": {"kept": 8, "only-ENTITY": 2}}, profile="paper"),
    {
        "315": manifest(
            "ner_corpus",
            9,
            {"mentions": {"city": 12, "film": 0, "ENTITY": 4}, "tokens": {"train": 90}, "sentences": {"sampled": 7}},
            alpha=0.7,
        )
    },
)
NAMES = ProfileCorpora(
    manifest(
        "typed_sentences",
        12,
        {
            "flags of typed anchors": {"kind": 4, "part": 1, "common": 3},
            "flags of untyped anchors": {"kind": 1, "type": 4},
            "mentions": {"City": 45, "ENTITY": 5},
            "mentions dropped": {"links": 5, "nobody linked": 2},
            "propagated mentions with a class": {"title": 20, "surface": 2},
            "propagated mentions without a class": {"surface": 3},
        },
        **{"profile": "names", "propagate": "article", "drop": ["kind", "part"], "untype": ["type"], "lang": "en"},
    ),
    manifest("filtered_sentences", 9, {"sentences": {"kept": 9, "frequent-3": 3}}, profile="names"),
    {
        "315": manifest(
            "ner_corpus",
            10,
            {"mentions": {"city": 5, "river": 15}, "tokens": {"train": 70, "validation": 5}},
            alpha=0.7,
        )
    },
)


def tables(profiles: dict[str, ProfileCorpora]) -> dict[str, Comparison]:
    return {each.title: each for each in side_by_side(profiles, "315")}


def test_what_differs_is_told_by_profile() -> None:
    found = tables({"names": NAMES, "paper": PAPER})
    assert list(found) == [
        "Settings",
        "Mentions before the filters",
        "Links that may be noise",
        "From sentences to examples with 315 categories",
        "Mentions of each category in the corpus",
    ]
    assert found["Settings"].head == ["setting", "names", "paper"]
    assert found["Settings"].rows == [
        ["propagate of typed_sentences", "article", "off"],
        ["drop of typed_sentences", "kind, part", "none"],
        ["untype of typed_sentences", "type", "none"],
    ]
    assert found["Mentions before the filters"].rows == [
        ["mentions", 50, 40],
        ["with a class", "45 (90.0%)", "30 (75.0%)"],
        ["without a class (ENTITY)", "5 (10.0%)", "10 (25.0%)"],
        ["nobody linked", "25 (50.0%)", "0 (0.0%)"],
        ["left out because of a flag: links", 5, 0],
        ["left out because of a flag: nobody linked", 2, 0],
    ]
    columns = ["with a class", "without", "what becomes of them"]
    assert found["Links that may be noise"].head == [
        "flag",
        *(f"{name}: {column}" for name in ("names", "paper") for column in columns),
    ]
    assert found["Links that may be noise"].rows == [
        ["common", 3, 0, "kept", 0, 0, "kept"],
        ["kind", 4, 1, "left out", 4, 2, "kept"],
        ["part", 1, 0, "left out", 1, 0, "kept"],
        ["type", 0, 4, "ENTITY", 0, 3, "kept"],
    ]
    assert found["From sentences to examples with 315 categories"].rows == [
        ["sentences with mentions", 12, 10],
        ["− frequent-3", 3, 0],
        ["− only-ENTITY", 0, 2],
        ["sentences that pass the filters", "9 (75.0%)", "8 (80.0%)"],
        ["sentences in the corpus", 0, 7],
        ["examples, copies included", 10, 9],
        ["tokens", 75, 90],
        ["mentions", 20, 16],
        ["of them with a category", "20 (100.0%)", "12 (75.0%)"],
        ["categories that occur", 2, 2],
    ]
    assert found["Mentions of each category in the corpus"].rows == [
        ["river", 15, 0],
        ["city", 5, 12],
        ["ENTITY", 0, 4],
    ]
    assert mention_counts(NAMES) == {"with a class": 45, "without a class (ENTITY)": 5, "nobody linked": 25}


def test_without_the_corpus_that_is_compared_the_filters_are_the_last_stage() -> None:
    found = side_by_side({"names": NAMES, "paper": PAPER}, "4")
    rows = next(each.rows for each in found if each.title.startswith("From sentences"))
    assert rows[-1] == ["sentences that pass the filters", "9 (75.0%)", "8 (80.0%)"]
    assert [each.title for each in found][-1] == "From sentences to examples with 4 categories"


def test_the_first_columns_of_a_table_are_names_and_only_categories_are_folded() -> None:
    found = side_by_side({"names": NAMES, "paper": PAPER}, "315")
    assert [(each.names, each.folded) for each in found] == [(3, False), (1, False), (1, False), (1, False), (1, True)]
    heads = [each.head for each in found if each.names == 1 and not each.title.startswith("Links")]
    assert heads == [["", "names", "paper"], ["", "names", "paper"], ["category", "names", "paper"]]


def test_a_profile_without_the_corpus_has_its_categories_from_the_filters() -> None:
    filtered = manifest("filtered_sentences", 8, {"mentions": {"city": 6, "film": 0, "lake": 5}}, profile="paper")
    without = ProfileCorpora(PAPER.typed, filtered, {})
    found = tables({"names": NAMES, "without": without})
    assert found["Mentions of each category in the corpus"].rows == [
        ["river", 15, 0],
        ["city", 5, 6],
        ["lake", 0, 5],
    ]
    # What only one of them has is no comparison.
    rows = found["From sentences to examples with 315 categories"].rows
    assert rows[-1] == ["sentences that pass the filters", "9 (75.0%)", "8 (80.0%)"]


def test_the_first_corpus_of_a_profile_speaks_for_its_others() -> None:
    def profile(**alphas: float) -> ProfileCorpora:
        corpora = {name: manifest("ner_corpus", 1, {}, alpha=alpha) for name, alpha in alphas.items()}
        return ProfileCorpora(manifest("typed_sentences", 1, {}), manifest("filtered_sentences", 1, {}), corpora)

    found = tables({"a": profile(first=0.7, second=0.5), "b": profile(first=0.7, second=0.6)})
    assert "Settings" not in found and "Links that may be noise" not in found
    found = tables({"a": profile(first=0.7, second=0.5), "b": profile(first=0.6, second=0.5)})
    assert found["Settings"].rows == [["alpha of ner_corpus", "0.7", "0.6"]]


def test_settings_are_written_as_people_write_them() -> None:
    def profile(**parameters: Any) -> ProfileCorpora:
        return ProfileCorpora(
            manifest("typed_sentences", 1, {}, **parameters), manifest("filtered_sentences", 1, {}), {}
        )

    found = tables({"a": profile(words={"é": 1}, flag=True, added=2), "b": profile(words={}, flag=False)})
    assert found["Settings"].rows == [
        ["words of typed_sentences", '{"é": 1}', "{}"],
        ["flag of typed_sentences", "true", "false"],
        ["added of typed_sentences", "2", "null"],
    ]


def test_domains_are_compared_by_level() -> None:
    counts: Counts = {"tokens": {"ai/domain": 100, "ai/entity": 40}}
    pages = {"ai": manifest("domain_pages", 7, {}, prune_below=0.0, roots=["AI"])}
    paper = ProfileDomains(manifest("dapt_corpus", 5, counts, profile="paper", min_entities=2), pages, {})
    names = ProfileDomains(manifest("dapt_corpus", 3, {}, profile="names", min_entities=3), pages, {})
    settings, sizes = domains_side_by_side({"names": names, "paper": paper})
    assert settings.rows == [["min_entities of dapt_corpus", "3", "2"]]
    assert sizes.rows == [
        ["ai", "tokens, domain level", 0, 100],
        ["ai", "tokens, entity level", 0, 40],
        ["ai", "tokens, task level", 0, 0],
        ["ai", "tokens, integrated level", 0, 0],
    ]
    assert (sizes.head, sizes.names, sizes.folded) == (["domain", "", "names", "paper"], 2, False)


def test_the_report_has_sections_of_each_profile_and_the_comparison() -> None:
    def report(profiles: dict[str, ProfileCorpora]) -> str:
        sentences, index = manifest("sentences", 20, {}), manifest("type_index", 9, {})
        return build_report("xxwiki", sentences, index, profiles, [], balanced_by="4", entity_categories={})

    both = report({"names": NAMES, "paper": PAPER})
    assert "\nProfiles: names, paper.\n" in both and "\n### Settings\n" in both
    headings = [line for line in both.splitlines() if line.startswith("## ")]
    assert headings[2:5] == ["## Profiles side by side", "## Types (names)", "## Filters (names)"]
    assert headings[-2:] == ["## Filters (paper)", "## Corpus with 315 categories (paper)"]
    one = report({"paper": PAPER})
    assert "side by side" not in one and "\n## Types\n" in one


def test_a_long_table_is_folded() -> None:
    assert markdown(Comparison("Many", ["a", "b"], [["x", 1000]], 1, folded=True), 3) == (
        "### Many\n\n<details><summary>All 1</summary>\n\n| a | b |\n| --- | ---: |\n| x | 1,000 |\n\n</details>"
    )
