"""Checks that the sources fit together: titles, classes, categories, redirects."""

from __future__ import annotations

from collections.abc import Iterator

from sample.generator.categories import category_keys, is_category
from sample.generator.sources import Sample, SourceError
from sample.generator.titles import canonical

# Parents that the DBpedia ontology names and never defines.
_UNDEFINED_PARENTS = frozenset({"TimeInterval", "book", "building", "work"})


def check(sample: Sample) -> None:
    """Raises SourceError with every fault of the sources, one a line."""
    faults = list(problems(sample))
    if faults:
        raise SourceError("\n".join(faults))


def problems(sample: Sample) -> Iterator[str]:
    """What is wrong with the sources, one sentence a fault."""
    titles = {source.title: source.where for source in reversed(sample.articles + sample.others)}
    yield from _source_problems(sample, titles)
    yield from _type_problems(sample, titles)
    yield from _redirect_problems(sample, titles)
    yield from _class_problems(sample)


def _source_problems(sample: Sample, titles: dict[str, str]) -> Iterator[str]:
    for source in sample.articles + sample.others:
        if titles[source.title] != source.where:
            yield f"{source.where}: {source.title!r} is also the title of {titles[source.title]}"
        if source.dbpedia_class and source.dbpedia_class not in sample.classes:
            yield f"{source.where}: class {source.dbpedia_class!r} is not in classes.tsv"
        for category in category_keys(source, sample):
            if not is_category(category, sample):
                yield f"{source.where}: category {category!r} is not in categories.tsv"


def _type_problems(sample: Sample, titles: dict[str, str]) -> Iterator[str]:
    for title, cls in sample.types.items():
        if title in titles:
            yield f"types.tsv: {title!r} has an article; write its class into {titles[title]}"
        if cls not in sample.classes:
            yield f"types.tsv: class {cls!r} of {title!r} is not in classes.tsv"
        if canonical(title) != title:
            yield f"types.tsv: write {title!r} as {canonical(title)!r}"


def _redirect_problems(sample: Sample, titles: dict[str, str]) -> Iterator[str]:
    for title, target in sample.redirects.items():
        if title in titles or title in sample.types:
            yield f"redirect {title!r}: an article or a typed title has this title"
        to = target.partition("#")[0]
        if to not in titles and to not in sample.types and to not in sample.redirects:
            yield f"redirect {title!r}: its target {to!r} is no article, redirect or typed title"
        if canonical(title) != title:
            yield f"redirect {title!r}: write it as {canonical(title)!r}"


def _class_problems(sample: Sample) -> Iterator[str]:
    for name, (above, _) in sample.classes.items():
        for parent in above:
            if ":" not in parent and parent not in sample.classes and parent not in _UNDEFINED_PARENTS:
                yield f"classes.tsv: {parent!r}, a parent of {name}, is not in the table"
    for name in sample.class_items:
        if name not in sample.classes:
            yield f"class_items.tsv: {name!r} is not in classes.tsv"
