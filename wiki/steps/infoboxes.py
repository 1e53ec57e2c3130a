"""The templates of articles, from which DBpedia's mappings know what an article is about.

Those that can be an infobox are kept: outside other templates and with no running text before them on their line. So
infoboxes, navigation and stub templates are there, templates within sentences and references are not.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from schemas.catalog.wiki import INFOBOXES, REDIRECTS
from schemas.datasets.shards import Shard
from schemas.records import Page
from schemas.sources.template_text import outer_templates, read_template, template_name
from wiki.articles import read_split
from wiki.dump.html_pages import HtmlSplit
from wiki.dump.splits import Split
from wiki.site.siteinfo import ARTICLE, TEMPLATE, SiteInfo
from wiki.steps.rows import RowBuffer
from wiki.wikitext.strip import strip_extensions

MAX_VALUE = 1000
"""Code points of a parameter's value that are kept."""

_ROWS = 8192
_text_before = re.compile(r"[^\W_]")
_control = re.compile(r"[\x00-\x1f]+")


class Infobox(NamedTuple):
    """A template of an article."""

    template: str
    """Canonical title without the namespace; redirects of templates are not followed."""
    parameters: list[tuple[str, str]]
    """Names and values of the parameters asked for that are not empty, sorted; values are wikitext."""


def article_templates(text: str, site: SiteInfo, parameters: Collection[str]) -> list[Infobox]:
    """The templates of an article, each once, in the order in which they first stand there.

    Of their parameters those named in `parameters` are kept, values cut to `MAX_VALUE`. Parser functions (`{{#if:`),
    magic words with a colon (`{{DEFAULTSORT:`) and transclusions of other namespaces are left out.
    """
    if "{{" not in text:
        return []
    text = strip_extensions(text) if "<" in text else text
    found: dict[str, Infobox] = {}
    begin, clear = 0, True
    for span in outer_templates(text):
        newline = text.rfind("\n", begin, span.start)
        clear = (clear or newline >= 0) and not _text_before.search(text, max(begin, newline), span.start - 2)
        begin = span.end + 2
        name = _name(template_name(text, span), site) if clear else ""
        if not name or name in found:
            continue
        kept: list[tuple[str, str]] = []
        if parameters and text.find("|", span.start, span.end) >= 0:
            values = read_template(text, span).parameters
            kept = sorted((key, _value(values[key])) for key in values.keys() & set(parameters))
        found[name] = Infobox(name, [(key, value) for key, value in kept if value])
    return list(found.values())


def template_redirect(page: Page, site: SiteInfo) -> tuple[str, str] | None:
    """Title and target, without the namespace, of a page that redirects one template to another; else None."""
    if page.namespace != TEMPLATE or page.redirect is None:
        return None
    title, target = (_in_namespace(name, site) for name in (page.title, page.redirect.partition("#")[0]))
    return (title, target) if title and target else None


def write_infoboxes(split: Split | HtmlSplit, shard: Shard, *, site: SiteInfo, parameters: Collection[str]) -> None:
    """Write the templates of the articles of a split, and the redirects between templates."""
    wanted = frozenset(parameters)
    templates, redirects = RowBuffer(INFOBOXES.schema), RowBuffer(REDIRECTS.schema)

    for page in read_split(split, site, shard.reject_read, shard.advance):
        shard.seen += 1
        if redirect := template_redirect(page, site):
            shard.count("pages", "redirect of a template")
            redirects.append(page.page_id, *redirect)
        elif page.namespace == ARTICLE and page.model == "wikitext" and page.redirect is None:
            found = article_templates(page.text, site, wanted)
            shard.count("pages", "article with templates" if found else "article without templates")
            for infobox in found:
                templates.append(page.page_id, page.title, *infobox)
        else:
            shard.count("pages", "other")
        if len(templates) >= _ROWS:
            shard.write("infoboxes", templates.take())
    for dataset, buffer in (("infoboxes", templates), ("template_redirects", redirects)):
        if len(buffer):
            shard.write(dataset, buffer.take())


def _name(written: str, site: SiteInfo) -> str:
    """Canonical title of the template that is called, without the namespace; empty where it is not a template."""
    written = _control.sub("", written).strip()
    if ":" in written:
        return _in_namespace(written, site)
    return "" if written.startswith("#") else site.canonical_title(written)


def _in_namespace(title: str, site: SiteInfo) -> str:
    prefix, _, name = title.strip().partition(":")
    if site.namespace_number(prefix) != TEMPLATE:
        return ""
    return site.canonical_title(name)


def _value(text: str) -> str:
    return _control.sub(" ", text).strip()[:MAX_VALUE]
