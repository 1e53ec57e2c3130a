from __future__ import annotations

import re

import pytest

from sample.generator.checks import check, problems
from sample.generator.sources import Sample, Source, SourceError


@pytest.mark.parametrize(
    ("field", "change", "fault"),
    [
        ("types", {"Angela Merkel": "Politician"}, "'Angela Merkel' has an article"),
        ("types", {"Nowhere": "Wizard"}, "class 'Wizard' of 'Nowhere' is not in classes.tsv"),
        ("types", {"two  spaces": "City"}, "write 'two  spaces' as 'Two spaces'"),
        ("redirects", {"Lost": "Nowhere at all"}, "its target 'Nowhere at all' is no article"),
        ("redirects", {"Angela Merkel": "Germany"}, "an article or a typed title has this title"),
        (
            "classes",
            {"Wizard": (["Sorcerer"], "wizard")},
            "'Sorcerer', a parent of Wizard, is not in the table",
        ),
    ],
)
def test_problems_names_the_fault(sample: Sample, field: str, change: dict[str, str], fault: str) -> None:
    fields = sample._asdict() | {field: getattr(sample, field) | change}
    faulty = Sample(**fields)
    assert [line for line in problems(faulty) if fault in line]
    with pytest.raises(SourceError, match=re.escape(fault)):
        check(faulty)


def test_problems_checks_class_and_category_of_articles(sample: Sample) -> None:
    source = Source("articles/x.wiki", {"title": "X", "class": "Wizard", "categories": "Magic"}, "Text.")
    assert list(problems(sample._replace(articles=[*sample.articles, source]))) == [
        "articles/x.wiki: class 'Wizard' is not in classes.tsv",
        "articles/x.wiki: category 'Magic' is not in categories.tsv",
    ]


def test_two_sources_with_one_title_are_named(sample: Sample) -> None:
    twice = [Source(f"articles/{name}.wiki", {"title": "Twice"}, "Text.") for name in ("a", "b")]
    assert list(problems(sample._replace(articles=[*sample.articles, *twice]))) == [
        "articles/b.wiki: 'Twice' is also the title of articles/a.wiki"
    ]
