"""The patterns of a wiki's markup that depend on its language and namespaces."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wiki.inline_text import LinkTitles
from wiki.link_trails import link_trail
from wiki.markup_scan import MARK
from wiki.siteinfo import SiteInfo

STOP = "\x06"
"""Stands for the marks that follow a link, and keeps letters after them from its trail."""


class Grammar(NamedTuple):
    """What the readers of a wiki's pages have to know of it."""

    file_link: re.Pattern[str]
    """The opening of a link to a file."""
    link: re.Pattern[str]
    """A link without brackets in its label: target, label (None where there is no bar), trail."""
    trail: re.Pattern[str]
    """The letters after a link that belong to it."""
    marked_trail: re.Pattern[str]
    """A link's closing brackets with the letters between them and a mark."""
    titles: LinkTitles

    def stop_trails(self, markup: str) -> str:
        """The markup with a STOP for the mark behind a link or its trail, so that the other marks can go."""
        markup = markup.replace("]]" + MARK, "]]" + STOP)
        if self.marked_trail.search(markup):
            markup = self.marked_trail.sub(lambda match: match[0][:-1] + STOP, markup)
        return markup


@lru_cache(maxsize=64)
def grammar(site: SiteInfo) -> Grammar:
    """The grammar of a wiki, made once in a process."""
    trail = link_trail(site.lang)
    names = "|".join(re.escape(name).replace("\\ ", "[ _]+") for number, name in site.namespaces if number == 6)
    return Grammar(
        file_link=re.compile(rf"\[\[[ _]*(?:{names})[ _]*:", re.IGNORECASE),
        link=re.compile(rf"\[\[([^\[\]|{{}}<>\n{MARK}]++)(?:\|([^\[\]]*+))?\]\]({trail}){STOP}?"),
        trail=re.compile(trail),
        marked_trail=re.compile(rf"\]\]{trail}{MARK}"),
        titles=LinkTitles(site),
    )
