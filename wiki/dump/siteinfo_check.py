"""Whether the head of a dump, its `<siteinfo>`, is that of the wiki whose pages it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from wiki.dump.enterprise import is_html_dump
from wiki.dump.pages import Split, plan_splits, read_pages
from wiki.site.languages import languages
from wiki.site.siteinfo import ARTICLE, CATEGORY, FILE, SiteInfo

_PIECE_BYTES = 1 << 20
_CHARACTERS = 4_000_000
"""Characters of articles, at least, after which no more is read."""
_FEWEST = 3
"""Links of a language that is not the wiki's from which on the head is in doubt: one may be a slip of the pen."""
_SHARE = 0.02
"""Of the links to files and categories; most may have the English names, which every wiki understands."""
_NAMED = 3
_prefix = re.compile(r"\[\[[ _]*([^\[\]|:<>{}\n]{1,40}?)[ _]*:")


def siteinfo_doubt(dump: str, site: SiteInfo) -> str:
    """What is wrong with the head of a dump, by the links of its first articles; empty where it fits them.

    Links to files and categories are known by the names that the head gives to these namespaces. Where the pages have
    other names, of another language, captions of images and categories would be read as text of the article. An HTML
    dump has no head, and says itself what is a file.
    """
    if is_html_dump(dump):
        return ""
    split = plan_splits(dump, _PIECE_BYTES)[0]
    known, foreign = count_names(_first_articles(split, site), site)
    if foreign.total() < max(_FEWEST, _SHARE * (known + foreign.total())):
        return ""
    names = ", ".join(f"{name}:" for name, _ in foreign.most_common(_NAMED))
    return (
        f"{dump}: its <siteinfo> ({site.dbname}, language {site.lang}) does not fit its pages: "
        f"{foreign.total():,} links of the first articles begin with names that it does not have ({names}), "
        f"{known:,} with its own; files and categories will be read as articles, "
        "so give the dump the <siteinfo> of its own wiki"
    )


def count_names(texts: Iterable[str], site: SiteInfo) -> tuple[int, Counter[str]]:
    """How many links to files and categories begin with a name of the wiki, and by name those with another's."""
    others = languages().file_and_category_names
    known = 0
    foreign: Counter[str] = Counter()
    for text in texts:
        for name, times in Counter(_prefix.findall(text)).items():
            number = site.namespace_number(name)
            if number in (FILE, CATEGORY):
                known += times
            elif number is None and name[:1].upper() + name[1:].replace("_", " ") in others:
                foreign[name] += times
    return known, foreign


def _first_articles(split: Split, site: SiteInfo) -> Iterable[str]:
    characters = 0
    for page in read_pages(split, site, lambda _: None):
        if page.namespace == ARTICLE and page.redirect is None:
            yield page.text
            characters += len(page.text)
            if characters >= _CHARACTERS:
                return
