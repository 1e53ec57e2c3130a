"""What a dump says about its wiki: language, namespaces and the case rule of titles."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from schemas.errors import InputError
from schemas.sources.titles import canonical_title
from wiki.site.languages import languages
from wiki.site.namespaces import namespace_names

ARTICLE = 0
FILE = 6
TEMPLATE = 10
CATEGORY = 14

_ENGLISH = (
    (-2, "Media"),
    (-1, "Special"),
    (1, "Talk"),
    (2, "User"),
    (3, "User talk"),
    (4, "Project"),
    (5, "Project talk"),
    (6, "File"),
    (6, "Image"),
    (7, "File talk"),
    (7, "Image talk"),
    (8, "MediaWiki"),
    (9, "MediaWiki talk"),
    (10, "Template"),
    (11, "Template talk"),
    (12, "Help"),
    (13, "Help talk"),
    (14, "Category"),
    (15, "Category talk"),
)
"""Names that every wiki understands, whatever its language."""

_WIKIPEDIA = ((4, "Wikipedia"), (4, "WP"), (5, "Wikipedia talk"))
"""Names that every Wikipedia understands."""


@dataclass(frozen=True)
class SiteInfo:
    """A wiki as its dump describes it. Hashable and picklable, so it can travel to workers and key a cache."""

    dbname: str
    """Name of the wiki's database, `enwiki`."""
    lang: str
    """Language of the content as a lower-case code, `en`. Not always the wiki's own: `simplewiki` is in `en`."""
    first_letter: bool
    """Whether titles of articles begin with a capital; false on case-sensitive wikis (Wiktionaries)."""
    namespaces: tuple[tuple[int, str], ...]
    """Number and name of every namespace but the main one: the wiki's own names, then the aliases."""
    base: str = ""
    """Address of the main page, `https://en.wikipedia.org/wiki/Main_Page`."""

    def __hash__(self) -> int:
        return hash(self.dbname)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {_fold(name): number for number, name in self.namespaces}

    def namespace_number(self, name: str) -> int | None:
        """Number of the namespace called `name`, in any case, with spaces or underscores; None where there is none."""
        return self._numbers.get(_fold(name))

    def canonical_title(self, title: str) -> str:
        """The form of a title of this wiki, without its namespace, that every dataset uses."""
        return canonical_title(title, first_letter=self.first_letter, lang=self.lang)

    @cached_property
    def prefix(self) -> str:
        """The interlanguage prefix that points to the wiki itself, `en` for `enwiki`; empty where there is none."""
        return _prefix(self.dbname)

    @cached_property
    def redirect_words(self) -> tuple[str, ...]:
        """Words that begin a redirect page, `#REDIRECT` last; compare them ignoring case."""
        return (*self._words(languages().redirect_words), "#REDIRECT")

    @cached_property
    def hidden_category_words(self) -> tuple[str, ...]:
        """Words that hide a category on whose page they stand, `__HIDDENCAT__` last; upper and lower case differ."""
        return (*self._words(languages().hidden_category_words), "__HIDDENCAT__")

    def _words(self, by_language: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        return by_language.get(self.lang) or by_language.get(self.prefix) or ()


def parse_siteinfo(head: str, source: str) -> SiteInfo:
    """The `SiteInfo` of an export that begins with `head`; `head` must reach to `</siteinfo>`.

    A dump lists the names a wiki shows, not all that it understands: MediaWiki's English names and the aliases of the
    language and the wiki are added. A name that has a meaning already keeps it. `source` names the file in the
    InputError raised where `head` does not begin a MediaWiki export.
    """
    root = re.search(r"<mediawiki\b[^>]*>", head)
    if root is None:
        raise InputError(f"{source}: no <mediawiki> element at the start; give a MediaWiki XML export (pages-articles)")
    info = re.compile(r"<siteinfo>.*?</siteinfo>", re.DOTALL).search(head, root.end())
    if info is None:
        raise InputError(f"{source}: no <siteinfo> after <mediawiki>; without it namespaces cannot be told from titles")
    own, case = _namespaces(info.group(), source)
    dbname = _element(info.group(), "dbname")
    lang = re.search(r"""\bxml:lang=["']([^"']+)""", root.group())
    code = lang.group(1).lower() if lang else _prefix(dbname)
    names: dict[str, tuple[int, str]] = {}
    for number, name in (*own, *_aliases(dbname, code)):
        names.setdefault(_fold(name), (number, name))
    return SiteInfo(
        dbname=dbname,
        lang=code,
        first_letter=case != "case-sensitive",
        namespaces=tuple(names.values()),
        base=_element(info.group(), "base"),
    )


def known_site(dbname: str, lang: str, page_url: str) -> SiteInfo:
    """The `SiteInfo` of a wiki whose dump says no more than its names: a dump of HTML.

    `lang` is the language's code, `page_url` the address of one of its pages. The names of its namespaces are those of
    its language (`namespaces.toml`), with what every wiki understands.
    """
    code = "en" if lang == "simple" else lang.lower()
    names: dict[str, tuple[int, str]] = {}
    for number, name in (*namespace_names(code, is_wikipedia=dbname.endswith("wiki")), *_aliases(dbname, code)):
        names.setdefault(_fold(name), (number, name))
    address = re.match(r"https?://[^/\s]+/", page_url)
    return SiteInfo(
        dbname=dbname,
        lang=code,
        first_letter=not dbname.endswith("wiktionary"),
        namespaces=tuple(names.values()),
        base=f"{address.group()}wiki/" if address else "",
    )


def revision_url(site: SiteInfo) -> str:
    """Address of a revision of the wiki, with `{rev_id}` in place of its number."""
    host = re.match(r"(?:https?:)?//([^/]+)", site.base)
    return f"https://{host.group(1) if host else f'{site.prefix}.wikipedia.org'}/w/index.php?oldid={{rev_id}}"


def _namespaces(info: str, source: str) -> tuple[list[tuple[int, str]], str]:
    own: list[tuple[int, str]] = []
    case = _element(info, "case")
    for attributes, name in re.findall(r"<namespace\b([^>]*?)(?:/>|>(.*?)</namespace>)", info, re.DOTALL):
        key = re.search(r"""\bkey=["'](-?[0-9]{1,9})["']""", attributes)
        if key is None:
            raise InputError(f"{source}: a namespace of <siteinfo> has no number: <namespace{attributes[:80]}>")
        if int(key.group(1)) != 0:
            own.append((int(key.group(1)), html.unescape(name.strip())))
        elif main_case := re.search(r"""\bcase=["']([^"']+)""", attributes):
            case = main_case.group(1)
    if not own:
        raise InputError(f"{source}: <siteinfo> lists no namespaces; without them files cannot be told from articles")
    return own, case


def _aliases(dbname: str, lang: str) -> Iterator[tuple[int, str]]:
    yield from _ENGLISH
    if dbname.endswith("wiki"):
        yield from _WIKIPEDIA
    known = languages()
    for number, table in ((FILE, known.file_names), (CATEGORY, known.category_names)):
        for name in table.get(lang) or table.get(_prefix(dbname)) or ():
            yield number, name
    for number, names in known.wiki_aliases.get(dbname, {}).items():
        for name in names:
            yield number, name


def _prefix(dbname: str) -> str:
    return re.sub(r"wik\w*$", "", dbname).replace("_", "-")


def _element(text: str, tag: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return html.unescape(found.group(1).strip()) if found else ""


def _fold(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).lower()
