"""External links, of which only the label is text, and addresses that stand in the text by themselves."""

from __future__ import annotations

import re

from wiki.wikitext.inline import decode
from wiki.wikitext.marks import LINK, MARK

_PROTOCOL = (
    r"(?:(?:https?|s?ftp|ftps|ircs?|gopher|telnet|nntp|worldwind|ssh|svn|git|mms|redis)://|"
    r"(?:bitcoin|geo|magnet|mailto|news|sips?|sms|tel|urn|xmpp):)"
)
_SCHEME = rf"(?:{_PROTOCOL}|//)"
_URL = rf"(?:\[[0-9A-Fa-f:.]++\])?+[^\s\[\]<>\"{MARK}{LINK}]++"
"""What follows the scheme in an address: it may begin with an IPv6 address in brackets."""
_external_opening = re.compile(rf"\[{_SCHEME}({_URL})[ {MARK}]*+", re.IGNORECASE)
_external_link = re.compile(
    rf"\[{_SCHEME}{_URL}[ {MARK}]*+((?:[^\[\]\n]|\[\[[^\[\]\n]*+\]\]|\[(?!{_SCHEME}))*+)\]", re.IGNORECASE
)
_NUMBERED = rf"\[{_SCHEME}{_URL}[ {MARK}]*+\]"
_numbered_links = re.compile(
    rf"(?<![ {MARK}])[ {MARK}]*+(?:\((?:[ ,;{MARK}]*+{_NUMBERED})++[ ,;{MARK}]*+\)|(?:{_NUMBERED}[ {MARK}]*+)++)",
    re.IGNORECASE,
)
_PUNCTUATION = frozenset(",.;:)!?")
_url_end = re.compile(r"&[lg]t;")


def scan_external_links(markup: str) -> str | None:
    """The markup with each external link replaced by its label; None where the scan cannot read one.

    One without a label is removed. Wikilinks may stand in a label.
    """
    markup = _without_numbered_links(markup)
    markup = _external_link.sub(lambda match: MARK + match[1] + MARK, markup)
    return None if _external_opening.search(markup) else markup


def strip_external_links(markup: str) -> str:
    """The markup with each external link replaced by its label, where a `LINK` stands for each wikilink."""
    markup = _without_numbered_links(markup)
    pieces: list[str] = []
    position = close = newline = 0
    for opening in _external_opening.finditer(markup):
        start, end = opening.span()
        if start < position:
            continue
        if close < end:
            close = markup.find("]", end)
            if close < 0:
                break
        if newline < end:
            newline = markup.find("\n", end)
            if newline < 0:
                newline = len(markup)
        if newline < close:
            continue
        cut = _url_end.search(opening[1])
        label = (opening[1][cut.start() :] + " " if cut else "") + markup[end:close]
        pieces += markup[position:start], MARK, label, MARK
        position = close + 1
    pieces.append(markup[position:])
    return "".join(pieces)


def _without_numbered_links(markup: str) -> str:
    """The markup without the links that show a number only and stand in brackets of their own or before punctuation.

    They are citations, and would leave `()` and ` ,`.
    """
    return _numbered_links.sub(_without_citation, markup)


def _without_citation(match: re.Match[str]) -> str:
    # The run is matched whatever follows, so that none is read twice.
    end = match.end()
    in_brackets = match[0].endswith(")")
    return MARK if in_brackets or match.string[end : end + 1] in _PUNCTUATION else match[0]


_free_url = re.compile(rf"\b{_PROTOCOL}{_URL}", re.IGNORECASE)
_free_url_end = re.compile(r"&(?:lt|gt|nbsp|#x0*(?:3c|3e|a0)|#0*(?:60|62|160));", re.IGNORECASE)
_not_in_url = re.compile(r"[\[\]<>\"\s\x7f|]")
_host = re.compile(r"//[^/]+")
_not_in_host = re.compile(r"[\s\xad\u1806\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")


def clean_urls(markup: str) -> str:
    """The markup with each address in the text as MediaWiki shows it: character references are read before it is."""
    return _free_url.sub(_clean_url, markup) if "&" in markup and ":" in markup else markup


def _clean_url(match: re.Match[str]) -> str:
    url = match[0]
    if "&" not in url:
        return url
    cut = _free_url_end.search(url)
    end = cut.start() if cut else len(url)
    clean = _not_in_url.sub(lambda bad: f"%{ord(bad[0]):02X}", decode(url[:end]))
    clean = _host.sub(lambda host: _not_in_host.sub("", host[0]), clean, count=1)
    return clean.replace("&", "&amp;") + url[end:]
