"""The tables of docs/results that judgements alone decide are what their functions give."""

from __future__ import annotations

from pkgutil import resolve_name

import pytest

from benchmarks import domain_levels, figures
from benchmarks.readings import rate
from tests.support.paths import PROJECT

OF_THE_ONTOLOGY = {"benchmarks.typing_precision:anchors", "benchmarks.typing_precision:flags"}
WRITTEN = [
    (path.name, name, written)
    for path in sorted(figures.PAGES.glob("*.md"))
    for name, written in figures.tables(path.read_text(encoding="utf-8")).items()
]


@pytest.mark.parametrize(("page", "name", "written"), WRITTEN, ids=[f"{page}-{name}" for page, name, _ in WRITTEN])
def test_a_table_has_the_figures_of_its_function(
    page: str, name: str, written: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in OF_THE_ONTOLOGY:
        request.getfixturevalue("real")
    monkeypatch.chdir(PROJECT)
    assert written == resolve_name(name)(), f"docs/results/{page} is old; run python -m benchmarks.figures"


def test_every_table_that_judgements_decide_is_in_a_page() -> None:
    assert sorted((page, name.removeprefix("benchmarks.")) for page, name, _ in WRITTEN) == [
        ("dapt.md", "domain_levels:levels"),
        ("faithfulness.md", "extraction.template_calls:summary"),
        ("faithfulness.md", "extraction.templates_judged:readings"),
        ("faithfulness.md", "extraction.templates_judged:whole_dump"),
        ("mention-rules.md", "link_commonness:rules"),
        ("mention-rules.md", "typing_precision:added"),
        ("mention-rules.md", "typing_precision:anchors"),
        ("mention-rules.md", "typing_precision:flags"),
        ("mention-rules.md", "typing_precision:left_out"),
        ("mention-rules.md", "typing_precision:propagated"),
        ("mention-rules.md", "typing_precision:unlinked"),
        ("sentence-boundaries.md", "sentence_boundaries:rows_read"),
        ("typing-precision.md", "typing_precision:kept"),
        ("typing-precision.md", "typing_precision:unseen"),
    ]


def test_only_what_is_between_the_comments_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain_levels, "levels", lambda: "| new \\1 |")
    page = "# A\n\n| by hand |\n\n<!-- benchmarks.domain_levels:levels -->\n| old |\n<!-- / -->\n\nEnd\n"
    assert figures.tables(page) == {"benchmarks.domain_levels:levels": "| old |"}
    assert figures.with_tables(page) == page.replace("| old |", "| new \\1 |")


def test_the_rate_of_nothing_is_empty() -> None:
    assert rate(81, 263) == "30.8% (25.5% to 36.6%)"
    assert rate(0, 20, 0) == "0% (0% to 16%)"
    assert rate(0, 0) == ""
