"""The category tree, and the categories of a page."""

from __future__ import annotations

from sample.generator.sources import Sample, Source
from sample.generator.wikitext import default_sort, templates

# Hidden categories that a template of the page brings, so that they stand in the table and not in the wikitext.
TEMPLATE_CATEGORIES = {
    "short description": "Articles with short description",
    "disambiguation": "All article disambiguation pages",
    "lang": "Articles containing non-English-language text",
    "citation needed": "All articles with unsourced statements",
    "use dmy dates": "Use dmy dates from September 2026",
}
HIDDEN_CATEGORIES = "Hidden categories"
"""The category whose members are hidden."""


def is_category(name: str, sample: Sample) -> bool:
    """Whether the tree has the category, as a child or as a parent."""
    return name in sample.parents or any(name in above for above in sample.parents.values())


def hidden_categories(sample: Sample) -> set[str]:
    return {HIDDEN_CATEGORIES} | {child for child, above in sample.parents.items() if HIDDEN_CATEGORIES in above}


def category_keys(source: Source, sample: Sample) -> dict[str, str]:
    """The categories of a page, those that its templates bring included, with their sort keys."""
    default = default_sort(source.text) or ""
    keys = {}
    for value in source.values("categories"):
        category, _, key = value.partition("|")
        keys[category] = key or default
    for template in templates(source.text):
        category = TEMPLATE_CATEGORIES.get(template.lower(), "")
        if category in sample.parents:
            keys.setdefault(category, default)
    return keys
