"""The patterns of a wiki's markup that depend on its language and namespaces."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wiki.site.link_trails import link_trail
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.inline import LinkTitles
from wiki.wikitext.marks import MARK


class Grammar(NamedTuple):
    """What the readers of a wiki's pages have to know about the wiki."""

    file_link: re.Pattern[str]
    """The opening of a link to a file."""
    link: re.Pattern[str]
    """A link without brackets in its label: target, label (None where there is no bar), trail."""
    trail: re.Pattern[str]
    """The letters after a link that belong to it."""
    titles: LinkTitles


@lru_cache(maxsize=64)
def grammar(site: SiteInfo) -> Grammar:
    """The grammar of a wiki, compiled once in a process."""
    trail = link_trail(site.lang)
    names = "|".join(re.escape(name).replace("\\ ", "[ _]+") for number, name in site.namespaces if number == 6)
    return Grammar(
        file_link=re.compile(rf"\[\[[ _]*(?:{names})[ _]*:", re.IGNORECASE),
        link=re.compile(rf"\[\[([^\[\]|{{}}<>\n{MARK}]++)(?:\|([^\[\]]*+))?\]\]({trail})"),
        trail=re.compile(trail),
        titles=LinkTitles(site),
    )
