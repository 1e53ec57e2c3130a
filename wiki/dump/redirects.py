"""Redirects: pages that lead to another title, read from the pages themselves."""

from __future__ import annotations

import re
from functools import lru_cache

from schemas.records import Page
from wiki.site.link_targets import link_title
from wiki.site.siteinfo import SiteInfo

MAX_REDIRECT = 1024
"""Code points of the target of a redirect, fragment included; a longer one is none."""


def redirect_link(text: str, site: SiteInfo) -> str | None:
    """The link target, as written, of wikitext that begins with `#REDIRECT [[target]]`; else None.

    As in MediaWiki the word may be any of the wiki's language, in upper or lower case; a colon may follow it.
    """
    found = _redirect_pattern(site).match(text)
    return found.group(1) if found else None


@lru_cache(maxsize=16)
def _redirect_pattern(site: SiteInfo) -> re.Pattern[str]:
    words = "|".join(re.escape(word).replace(r"\ ", "[ _]") for word in site.redirect_words)
    return re.compile(
        rf"\s*+(?:{words})\s*+:?\s*+\[\[([^\[\]|\n]{{0,{MAX_REDIRECT}}}+)(?:\|[^\]\n]*+)?\]\]", re.IGNORECASE
    )


def redirect_target(page: Page, site: SiteInfo) -> str | None:
    """Canonical title of the article that a redirect page points to, without the fragment.

    None where the page is not a redirect, or points outside the articles of the wiki.
    """
    return link_title(page.redirect, site) if page.redirect is not None else None
