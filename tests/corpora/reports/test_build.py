from __future__ import annotations

import dataclasses
from typing import Any

from corpora.reports.build import build_report
from corpora.reports.profiles import ProfileCorpora
from schemas.datasets.dataset import Manifest, Provenance, Source


def manifest(dataset: str, rows: int, counts: dict[str, dict[str, int]], **parameters: Any) -> Manifest:
    provenance = Provenance("f" * 64, dataset, 1, "0.1", parameters, [])
    return Manifest(dataset, provenance, "", rows, 0, 0, 0, counts, [])


def corpus_of(filtered: str, **counts: dict[str, int]) -> Manifest:
    found = manifest("ner_corpus", 4, counts, alpha=0.7)
    found.provenance.inputs.append(Source("filtered_sentences", "data/filtered", filtered))
    return found


def report_on(anchors: dict[str, int], unknown: dict[str, int] | None = None) -> str:
    profile = ProfileCorpora(
        manifest("typed_sentences", 4, {"anchors": anchors, "mentions": {"City": 3, "ENTITY": 1}}),
        manifest("filtered_sentences", 3, {"sentences": {"kept": 3, "only-ENTITY": 1}, "mentions": {"city": 3}}),
        {
            "315": corpus_of("f" * 64, mentions={"city": 4}, examples={"train": 4}, sentences={"sampled": 3}),
            "music": corpus_of("e" * 64, mentions={"song": 4}, sentences={"sampled": 4, "not-sampled": 2}),
        },
    )
    return build_report(
        "xxwiki",
        manifest("sentences", 5, {"pages": {"article": 2, "redirect": 1}}),
        manifest(
            "type_index",
            9,
            {"titles by number of redirects": {"0": 7, "1": 2}, "classes the ontology does not have": unknown or {}},
        ),
        {"paper": profile},
        [(manifest("sentences", 5, {}), "data/sentences"), (manifest("rejects", 0, {}), "data/rejects/step=rejects")],
        balanced_by="315",
        entity_categories={"City": "city"},
    )


def test_the_report_says_what_was_counted() -> None:
    report = report_on({"direct": 3, "none": 1})
    for piece in (
        "# Build of xxwiki",
        "Profile: paper.",
        "- article: 2\n- redirect: 1",
        "| sentences | 5 | a sentence of an article with its links | `data/sentences` |",
        "| rejects of rejects | 0 | a record that a step refused, and why | `data/rejects/step=rejects` |",
        "9 titles have a DBpedia class: 7 articles and 2 redirects to them. 3 of 4 anchors (75.0%) point to",
        "3 of 4 sentences with mentions pass the filters (75.0%).",
        "## Corpus with 315 categories\n\n4 examples after balancing with α = 0.7; 1 categories occur.\n\n",
        "## Corpus with music categories\n\n6 sentences pass the filters by its own categories.\n\n4 examples after",
        "| city | 3 | 100.0% | 4 | 100.0% |",
        "## Types in detail\n\n### Anchors that have a class",
    ):
        assert piece in report
    assert "may be of another language" not in report
    assert "the ontology does not have" not in report


def test_the_report_names_classes_that_the_ontology_does_not_have() -> None:
    report = report_on({"direct": 3}, {"squre": 1, "Citty": 2})
    assert "Commonest classes that the ontology does not have:\n\n| class | types |\n" in report
    assert "| Citty | 2 |\n| squre | 1 |" in report


def test_the_report_says_where_almost_no_anchor_has_a_class() -> None:
    report = report_on({"direct": 1, "none": 999})
    assert "\n\n**1 of 1,000 anchors (0.1%) have a class, hardly any: the types may be of another language" in report


def test_ten_categories_are_ranked_and_details_are_those_of_the_published_ones() -> None:
    def counts(letter: str) -> dict[str, int]:
        return {f"{letter}{number:02}": 100 - number for number in range(11)}

    profile = ProfileCorpora(
        manifest("typed_sentences", 4, {"mentions": counts("class")}),
        manifest("filtered_sentences", 3, {"mentions": counts("before")}),
        {"music": corpus_of("f" * 64, mentions=counts("after"))},
    )
    report = build_report(
        "xxwiki",
        manifest("sentences", 5, {}),
        manifest("type_index", 9, {}),
        {"paper": profile, "names": profile},
        [],
        balanced_by="music",
        entity_categories={},
    )
    # Of each profile a table, and for both one more of the corpora, side by side, which has more.
    for name, other_tables in (("class", 0), ("before", 0), ("after", 1)):
        assert report.count(f"\n| {name}09 | 91 |") == 2 + other_tables
        assert report.count(f"\n| {name}10 |") == other_tables
    assert "Profiles: paper, names.\n" in report
    assert "9 titles have a DBpedia class: 9 articles and 0 redirects to them. 0 of 0 anchors (" in report
    assert "Types in detail" not in report


SENTENCES = manifest(
    "sentences",
    5,
    {
        "pages": {"redirect": 1, "article": 2},
        "sentences": {"sentences": 5},
        "problems": {"hole": 1200},
        "sentences with problems": {"hole": 3},
        "paragraphs": {"scan": 4},
        "rejected": {"timeout": 6},
    },
)
INDEX = manifest(
    "type_index",
    9,
    {
        "titles by number of redirects": {"0": 7, "1": 2},
        "types": {"lines": 1300},
        "classes the ontology does not have": {f"C{n:02}": 2000 - n for n in range(11)},
    },
)
WHOLE = """\
## Dump to sentences

Pages:

- article: 2
- redirect: 1

Sentences and anchors:

- sentences: 5

Places of the text that could not be rendered faithfully:

- hole: 1,200

Sentences with such places:

- hole: 3

Paragraphs, by the way they were read:

- scan: 4

Rejected pages:

- timeout: 6

## Types

9 titles have a DBpedia class: 7 articles and 2 redirects to them. 5,000 of 6,000 anchors (83.3%) point to one of them.

Anchors, by how their type was found (none: no class, the mention is ENTITY):

- direct: 3,000
- redirect: 2,000
- none: 1,000

Lines and titles of the files of types, before redirects:

- lines: 1,300

Commonest classes that the ontology does not have:

| class | types |
| --- | ---: |
| C00 | 2,000 |
| C01 | 1,999 |
| C02 | 1,998 |
| C03 | 1,997 |
| C04 | 1,996 |
| C05 | 1,995 |
| C06 | 1,994 |
| C07 | 1,993 |
| C08 | 1,992 |
| C09 | 1,991 |

Ten commonest classes:

| class | mentions |
| --- | ---: |
| City | 3 |
| ENTITY | 1 |

## Filters

1,500 of 2,000 sentences with mentions pass the filters (75.0%). 2 scarce categories with 1,009 mentions were given up.

Sentences:

- kept: 1,500
- only-ENTITY: 500

## Corpus with 4 categories

1,400 examples after balancing with α = 0.7; 2 categories occur.

Examples:

- train: 1,400

Tokens:

- train: 9,000

Ten commonest categories before balancing:

| category | mentions before | share | mentions after | share |
| --- | ---: | ---: | ---: | ---: |
| city | 3,000 | 75.0% | 1,800 | 90.0% |
| lake | 1,000 | 25.0% | 0 | 0.0% |

Ten commonest categories after balancing:

| category | mentions | share |
| --- | ---: | ---: |
| city | 1,800 | 90.0% |
| film | 200 | 10.0% |
"""


def test_every_figure_stands_where_it_belongs() -> None:
    corpus = corpus_of("f" * 64, mentions={"city": 1800, "film": 200}, examples={"train": 1400}, tokens={"train": 9000})
    profile = ProfileCorpora(
        manifest(
            "typed_sentences",
            4,
            {"anchors": {"none": 1000, "direct": 3000, "redirect": 2000}, "mentions": {"City": 3, "ENTITY": 1}},
        ),
        manifest(
            "filtered_sentences",
            3,
            {
                "sentences": {"kept": 1500, "only-ENTITY": 500},
                "scarce": {"well": 9, "pond": 1000},
                "mentions": {"city": 3000, "lake": 1000},
            },
        ),
        {"4": dataclasses.replace(corpus, rows=1400)},
    )
    report = build_report("xxwiki", SENTENCES, INDEX, {"paper": profile}, [], balanced_by="4", entity_categories={})
    assert report[report.index("## Dump to sentences") :] == WHOLE


def test_what_was_not_counted_is_none() -> None:
    """A corpus is not of other filtered sentences by what else it was made of."""
    corpus = corpus_of("f" * 64)
    corpus.provenance.inputs.append(Source("sentences", "data/sentences", "e" * 64))
    profile = ProfileCorpora(
        manifest("typed_sentences", 0, {}),
        manifest("filtered_sentences", 0, {"sentences": {"only-ENTITY": 2}}),
        {"4": corpus},
    )
    sentences, index = manifest("sentences", 0, {}), manifest("type_index", 0, {})
    report = build_report("xxwiki", sentences, index, {"paper": profile}, [], balanced_by="315", entity_categories={})
    assert "\n\nPages: none.\n\nSentences and anchors: none.\n\n" in report
    assert "\n\n0 of 2 sentences with mentions pass the filters (0.0%). 0 scarce categories with 0 mentions" in report
    assert "## Corpus with 4 categories\n\n4 examples after balancing with α = 0.7; 0 categories occur.\n\n" in report
