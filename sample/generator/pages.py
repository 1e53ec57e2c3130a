"""The pages of the wiki: articles, categories, redirects and those of `pages/`."""

from __future__ import annotations

from typing import NamedTuple

from sample.generator import ids
from sample.generator.categories import HIDDEN_CATEGORIES, category_keys, hidden_categories
from sample.generator.sources import Sample, Source, SourceError
from sample.generator.titles import name_of, namespace_of


class Page(NamedTuple):
    """A page of the wiki. `text` is None where the revision's text was deleted."""

    title: str
    text: str | None
    model: str = "wikitext"
    redirect: str | None = None
    """The target of a redirect page, with a fragment where there is one."""
    categories: tuple[tuple[str, str], ...] = ()
    """Each category and its sort key; an empty key stands for the title."""
    item: str = ""
    """The Wikidata item; empty for none."""

    @property
    def namespace(self) -> int:
        return namespace_of(self.title)

    @property
    def name(self) -> str:
        """The title without its namespace, as the SQL tables keep it."""
        return name_of(self.title)

    @property
    def page_id(self) -> int:
        return ids.page_id(self.title)

    @property
    def rev_id(self) -> int:
        return ids.rev_id(self.title, self.text or "")


def pages_of(sample: Sample) -> list[Page]:
    """Every page, by page id as in a dump. Raises SourceError where two pages have the same id."""
    articles = {source.title for source in sample.articles}
    hidden = hidden_categories(sample)
    pages = [_article_page(source, sample, hidden) for source in sample.articles + sample.others]
    pages += [_category_page(name, above, name in articles) for name, above in sample.parents.items()]
    pages += [_redirect_page(title, target) for title, target in sample.redirects.items()]
    pages.sort(key=lambda page: page.page_id)
    for kind in ("page_id", "rev_id"):
        seen: dict[int, str] = {}
        for page in pages:
            other = seen.setdefault(getattr(page, kind), page.title)
            if other != page.title:
                raise SourceError(f"{page.title!r} and {other!r} have the same {kind}: give one another title")
    return pages


def _article_page(source: Source, sample: Sample, hidden: set[str]) -> Page:
    """The page of an article, or of a file of `pages/`, with the links to its visible categories."""
    links = [f"[[Category:{value}]]" for value in source.values("categories") if value.split("|")[0] not in hidden]
    return Page(
        title=source.title,
        text=None if source.is_deleted else "\n".join([source.text, "", *links]) if links else source.text,
        model=source.header.get("model", "wikitext"),
        categories=tuple(category_keys(source, sample).items()),
        item=source.header.get("item") or (ids.item_id(source.title) if namespace_of(source.title) == 0 else ""),
    )


def _category_page(name: str, parents: list[str], has_article: bool) -> Page:
    lines = ["{{Hidden category}}"] if HIDDEN_CATEGORIES in parents else []
    lines += [f"{{{{Cat main|{name}}}}}"] if has_article else []
    lines += [f"[[Category:{parent}]]" for parent in parents if parent != HIDDEN_CATEGORIES]
    return Page(f"Category:{name}", "\n".join(lines), categories=tuple((parent, "") for parent in parents))


def _redirect_page(title: str, target: str) -> Page:
    template = "R to section" if "#" in target else "R from alternative name"
    return Page(title, f"#REDIRECT [[{target}]]\n\n{{{{{template}}}}}", redirect=target)
