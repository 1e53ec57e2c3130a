"""The patterns of a wiki's markup that depend on its language and namespaces."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wiki.site.languages import languages
from wiki.site.link_trails import link_prefix, link_trail
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.inline import LinkTitles
from wiki.wikitext.marks import MARK
from wiki.wikitext.strip import FileLinks


class Grammar(NamedTuple):
    """What the readers of a wiki's pages have to know about the wiki."""

    file_link: FileLinks
    link: re.Pattern[str]
    """A link without brackets in its label: target, label (None where there is no bar), trail."""
    trail: re.Pattern[str]
    """The letters after a link that belong to it."""
    prefix: re.Pattern[str] | None
    """The letters before a link that belong to it, at the end of the text there; None in most languages."""
    titles: LinkTitles


@lru_cache(maxsize=64)
def grammar(site: SiteInfo) -> Grammar:
    """The grammar of a wiki, compiled once in a process."""
    trail, before = link_trail(site.lang), link_prefix(site.lang)
    names = "|".join(re.escape(name).replace("\\ ", "[ _]+") for number, name in site.namespaces if number == 6)
    return Grammar(
        file_link=FileLinks(re.compile(rf"\[\[[ _]*(?:{names})[ _]*:", re.IGNORECASE), _image_boxes(site)),
        link=re.compile(rf"\[\[([^\[\]|{{}}<>\n{MARK}]++)(?:\|([^\[\]]*+))?\]\]({trail})"),
        trail=re.compile(trail),
        prefix=re.compile(rf"(?<!{before}){before}++\Z") if before else None,
        titles=LinkTitles(site),
    )


def _image_boxes(site: SiteInfo) -> frozenset[str]:
    words = languages().image_boxes
    own = words.get(site.lang) or words.get(site.prefix) or ()
    return frozenset((*words["en"], *own))
