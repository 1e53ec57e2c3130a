"""Whether the head of a dump, its `<siteinfo>`, is that of the wiki whose pages it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from wiki.dump.enterprise import is_html_dump
from wiki.dump.pages import plan_splits, read_pages
from wiki.site.languages import languages
from wiki.site.siteinfo import ARTICLE, CATEGORY, FILE, SiteInfo

_PIECE_BYTES = 1 << 20
_LINKS = 400
"""Links to files and categories, at least, after which no more is read."""
_CHARACTERS = 4_000_000
"""Characters of articles, at least, after which no more is read, how few links they may have."""
_FEWEST = 3
"""Links of a language that is not the wiki's from which on the head is in doubt: one may be a slip of the pen."""
_SHARE = 0.02
"""Of the links to files and categories; most may have the English names, which every wiki understands."""
_NAMED = 3
_prefix = re.compile(r"\[\[[ _]*([^\[\]|:<>{}\n]{1,40}?)[ _]*:")


class HeadCheck:
    """A comparison of the head of a dump with the links of its first articles.

    Links to files and categories are known by the names that the head gives to these namespaces. Where the pages have
    other names, of another language, captions of images and categories would be read as text of the article.
    """

    def __init__(self, site: SiteInfo) -> None:
        self._site = site
        self._known = 0
        self._foreign: Counter[str] = Counter()
        self._characters = 0

    @property
    def done(self) -> bool:
        """Whether enough was read."""
        return self._known + self._foreign.total() >= _LINKS or self._characters >= _CHARACTERS

    def read(self, article: str) -> None:
        """Count the links of an article."""
        known, foreign = count_names([article], self._site)
        self._known += known
        self._foreign.update(foreign)
        self._characters += len(article)

    def doubt(self, dump: str) -> str:
        """What is wrong with the head of the dump; empty where it fits what was read."""
        site, known, foreign = self._site, self._known, self._foreign
        if foreign.total() < max(_FEWEST, _SHARE * (known + foreign.total())):
            return ""
        names = ", ".join(f"{name}:" for name, _ in foreign.most_common(_NAMED))
        return (
            f"{dump}: its <siteinfo> ({site.dbname}, language {site.lang}) does not fit its pages: "
            f"{foreign.total():,} links of the first articles begin with names that it does not have ({names}), "
            f"{known:,} with its own; files and categories will be read as articles, "
            "so give the dump the <siteinfo> of its own wiki"
        )


def siteinfo_doubt(dump: str, site: SiteInfo) -> str:
    """What is wrong with the head of a dump, as `HeadCheck` says; empty where it fits the first articles.

    An HTML dump has no head, and says itself what is a file.
    """
    if is_html_dump(dump):
        return ""
    check = HeadCheck(site)
    for page in read_pages(plan_splits(dump, _PIECE_BYTES)[0], site, lambda _: None):
        if page.namespace == ARTICLE and page.redirect is None:
            check.read(page.text)
            if check.done:
                break
    return check.doubt(dump)


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
