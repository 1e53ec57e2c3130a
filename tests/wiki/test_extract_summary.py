from __future__ import annotations

from collections import Counter

import pytest

from schemas.records import Reject
from wiki.extract_summary import Summary, reject_line
from wiki.extract_work import Article, Lines


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        ({"malformed-page": 3}, ""),
        ({"damaged-block": 1}, "1 part of it is damaged"),
        ({"damaged-block": 1200}, "1,200 parts of it are damaged"),
        ({"truncated-input": 1, "cut-page": 1}, "its end is missing, 1 page could not be read to the end"),
        ({"truncated-input": 1, "cut-page": 1200}, "its end is missing, 1,200 pages could not be read to the end"),
    ],
)
def test_what_of_a_file_is_missing(reasons: dict[str, int], expected: str) -> None:
    summary = Summary(counts=Counter(article=1), reasons=Counter(reasons))
    failure = f"{expected}; what could be read is written; fetch the file again" if expected else ""
    assert summary.failure(()) == failure


def test_a_dump_of_which_no_page_could_be_read_fails() -> None:
    summary = Summary(counts=Counter(rejected=1201), reasons=Counter({"missing-text": 1200, "malformed-page": 1}))
    assert summary.failure(()) == (
        "no page could be read, 1,201 rejected (malformed-page 1, missing-text 1,200); give a dump that has the text "
        "of its pages, such as pages-articles"
    )


def test_the_summary_counts_what_is_left_out() -> None:
    counts = Counter(
        {
            "article": 1200,
            "paragraphs": 3400,
            "anchors": 5600,
            "redirect": 7800,
            "other-namespace": 1000,
            "other-content-model": 2,
            "rejected": 9000,
        }
    )
    assert Summary(counts).pages() == (
        "1,200 articles with 3,400 paragraphs and 5,600 anchors; left out 7,800 redirects and 1,002 pages that are not "
        "articles; 9,000 rejected"
    )


def test_the_five_pages_with_most_of_a_problem_are_named() -> None:
    pages = Counter({f"P{n}": 2000 - n for n in range(6)})
    summary = Summary(problems={"image": pages})
    first = ", ".join(f"'P{n}' ({2000 - n:,})" for n in range(5))
    assert summary.failure(["table", "image"]) == f"image in 11,985 places of 6 pages: {first}, …; all is written"
    assert summary.failure(["table"]) == ""
    del pages["P5"]
    assert summary.failure(["image"]) == f"image in 9,990 places of 5 pages: {first}; all is written"


def test_ten_templates_without_words_are_named() -> None:
    templates = Counter({f"T{n:02}": 2000 for n in range(11)})
    summary = Summary(missing_words=templates)
    named = ", ".join(f"'T{n:02}' (2,000)" for n in range(10))
    assert list(summary.unfaithful()) == [f"words of 11 templates are missing: {named}, …"]
    del templates["T10"]
    assert list(summary.unfaithful()) == [f"words of 10 templates are missing: {named}"]


def test_what_became_of_the_pages_is_added_up() -> None:
    given = Article("A", Counter({("template", "T"): 2, ("from-template", ""): 9}), 0)
    work = [
        Lines(b"", [Reject("cut-page", 3, "C", "")], Counter(article=1, rejected=1), 10, [given], None),
        Lines(b"", [], Counter(article=1), 10, [Article("B", Counter({("formula", ""): 1}), 0)], None),
    ]
    summary = Summary()
    for each in work:
        summary.add(each)
    assert (summary.counts, summary.reasons) == ({"article": 2, "rejected": 1}, {"cut-page": 1})
    # In the order of the codes, and without what templates gave.
    assert list(summary.unfaithful()) == [
        "3 places could not be rendered faithfully: template 2, formula 1",
        "words of 1 template are missing: 'T' (2)",
    ]


def test_a_reject_is_told_on_a_short_line() -> None:
    assert reject_line(Reject("cut-page", 0, "A", "a\n b")) == "rejected, cut-page: page 0 ('A') a b"
    assert reject_line(Reject("cut-page", -1, "", "x" * 201)) == f"rejected, cut-page: {'x' * 200}"
