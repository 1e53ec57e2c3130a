"""One `<page>` element of a MediaWiki export as a `Page`, by searching bytes.

An export escapes every `<` of the content, so what looks like a tag is one. Only what a `Page` holds is decoded.
Works for export schemas 0.3 to 0.11; in 0.11 a revision can hold further `<content>` slots after the main one.
"""

from __future__ import annotations

import html
import re

from schemas.errors import quoted
from schemas.records import Page, Reject
from schemas.sources.titles import MAX_TITLE_BYTES
from wiki.dump.redirects import MAX_REDIRECT, redirect_link
from wiki.site.siteinfo import ARTICLE, SiteInfo

MAX_TEXT_BYTES = 4 << 20
"""Longest text that is read. MediaWiki saves articles of at most 2 MiB."""
MAX_TEXT_LINES = 1 << 17
"""Most lines of a text that is read: each may be a paragraph, and each paragraph costs memory of its own."""

_SAMPLE = 200
_CHARACTERS = {b"lt": b"<", b"gt": b">", b"quot": b'"', b"amp": b"&", b"apos": b"'"}
_reference = re.compile(rb"&(lt|gt|quot|amp|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_redirect = re.compile(rb"<redirect\s[^<]*")
_redirect_to = re.compile(rb"\btitle=(?:\"([^\"]*)\"|'([^']*)')")
_is_number = re.compile(rb"-?[0-9]{1,19}").fullmatch
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
# MediaWiki takes marks that turn the direction of writing out of titles.
_no_title = re.compile("[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e]")
_NO_XML = [bytes((number,)) for number in range(32) if number not in b"\t\n\r"]
_deleted_text = re.compile(rb"\bdeleted=").search
_stored_text = re.compile(rb"\b(?:bytes|id)=").search
_no_bytes = re.compile(rb"\bbytes=[\"']0[\"']").search


def parse_page(xml: bytes, site: SiteInfo) -> Page | Reject:
    """The page in its last revision, or a Reject with reason

    - `malformed-page`: no title, no id, or no revision with an id; one that no wiki has: a title that is empty, longer
      than 255 bytes or with control characters or marks of direction, an id below 1 or of more than 64 bits; a text
      with control characters, which XML cannot hold
    - `invalid-utf8`: a title or text that is not UTF-8
    - `page-too-large`: a text above `MAX_TEXT_BYTES` or `MAX_TEXT_LINES`
    - `missing-text`: the export says that there is a text but does not contain it (a stub dump, a text that was lost or
      deleted)
    """
    try:
        return _parse(xml, site)
    except UnicodeDecodeError as error:
        return reject_page("invalid-utf8", xml, f"{error.reason} at byte {error.start}")
    except ValueError as error:
        return reject_page("malformed-page", xml, str(error))


def _parse(xml: bytes, site: SiteInfo) -> Page | Reject:
    revision = xml.find(b"<revision>")
    if revision < 0:
        raise ValueError("no <revision>")
    head = xml[:revision]
    title = _element(head, b"title")
    if title is None:
        raise ValueError("no <title>")
    name = unescape(title).decode()
    page_id = _number(head, b"id", "id of the page", least=1)
    namespace = _namespace(head, name, site)
    meta, attributes, escaped = _last_revision(xml, revision)
    if not escaped and _is_missing(attributes, namespace):
        return reject_page("missing-text", xml, attributes.decode(errors="replace"))
    content = unescape(escaped)
    if len(content) > MAX_TEXT_BYTES:
        return reject_page("page-too-large", xml, f"a text of {len(content)} bytes, more than {MAX_TEXT_BYTES}")
    lines = content.count(b"\n") + 1
    if lines > MAX_TEXT_LINES:
        return reject_page("page-too-large", xml, f"a text of {lines} lines, more than {MAX_TEXT_LINES}")
    check_characters(content)
    text = content.decode()
    model = (_element(meta, b"model") or b"wikitext").decode()
    redirect = _redirect_title(head)
    if redirect is None and model == "wikitext":
        redirect = redirect_link(text, site)
    return Page(
        page_id=page_id,
        # The contributor has an id too, which follows the revision's.
        rev_id=_number(meta.partition(b"<contributor")[0], b"id", "id of the revision", least=1),
        namespace=namespace,
        title=checked_title(name, namespace, site),
        redirect=redirect,
        model=model,
        text=text,
    )


def _last_revision(xml: bytes, revision: int) -> tuple[bytes, bytes, bytes]:
    """What stands before the text of the last revision of a page, the text's tag, and the text, escaped.

    `revision` is where the first one begins. Raises ValueError where one has no text.
    """
    # Searching from text to text passes over each text once.
    while True:
        # In schema 0.11 the main slot's text comes first; those of further slots follow in <content> elements.
        tag = xml.find(b"<text", revision)
        if tag < 0:
            raise ValueError("no <text>")
        revision = xml.rfind(b"<revision>", revision, tag)
        start = xml.find(b">", tag) + 1
        empty = xml[start - 2 : start] == b"/>"
        end = start if empty else xml.find(b"</text>", start)
        if end < 0:
            raise ValueError("no </text>")
        following = xml.find(b"<revision>", end)
        if following < 0:
            return xml[revision:tag], xml[tag:start], xml[start:end]
        revision = following


def check_characters(text: bytes) -> None:
    """Raises ValueError where a text in UTF-8 has control characters, which XML cannot hold: extraction uses them."""
    # The loop takes a tenth of the time of a pattern.
    if any(character in text for character in _NO_XML):
        raise ValueError("a control character in the text")


def _is_missing(attributes: bytes, namespace: int) -> bool:
    """Whether an element without content stands for a text that has some, by its attributes.

    Nothing is missed of a deleted text that is no article's: a talk page, a draft.
    """
    if _deleted_text(attributes):
        return namespace == ARTICLE
    return bool(_stored_text(attributes) and not _no_bytes(attributes))


def checked_title(name: str, namespace: int, site: SiteInfo) -> str:
    """The canonical title of a page. Raises ValueError where no page can have it."""
    title = site.canonical_title(name)
    if not title:
        raise ValueError("empty title")
    if _no_title.search(title):
        raise ValueError(f"the title {quoted(title)} has a character that no title can have")
    size = len((title.partition(":")[2] if namespace else title).encode())
    if size > MAX_TITLE_BYTES:
        raise ValueError(f"the title {quoted(title)} has {size} bytes; a title has at most {MAX_TITLE_BYTES}")
    return title


def _namespace(head: bytes, name: str, site: SiteInfo) -> int:
    if b"<ns>" in head:
        return _number(head, b"ns", "namespace")
    # Schemas before 0.6 have no <ns>.
    prefix, colon, _ = name.partition(":")
    return (site.namespace_number(prefix) or 0) if colon else 0


def _redirect_title(head: bytes) -> str | None:
    tag = _redirect.search(head)
    found = _redirect_to.search(tag.group()) if tag else None
    title = unescape(found.group(1) or found.group(2) or b"").decode() if found else None
    return title if title is None or len(title) <= MAX_REDIRECT else None


def _number(xml: bytes, tag: bytes, what: str, least: int = _LEAST) -> int:
    text = _element(xml, tag)
    if text is None:
        raise ValueError(f"no {what}")
    number = _integer(text)
    if number is None or number < least:
        raise ValueError(f"{what} is {quoted(text.decode(errors='replace'))}, not a number from {least} to {_MOST}")
    return number


def _integer(digits: bytes) -> int | None:
    number = int(digits) if _is_number(digits) else None
    return number if number is not None and _LEAST <= number <= _MOST else None


def _element(xml: bytes, tag: bytes) -> bytes | None:
    start = xml.find(b"<" + tag + b">")
    if start < 0:
        return None
    start += len(tag) + 2
    end = xml.find(b"</" + tag + b">", start)
    return xml[start:end].strip() if end >= 0 else None


def unescape(xml: bytes) -> bytes:
    r"""Character data as an XML parser reads it: line ends are `\n`, references are the characters they name."""
    if b"\r" in xml:
        xml = xml.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    # One split takes half the time of a replacement for each reference.
    pieces = _reference.split(xml)
    pieces[1::2] = [_CHARACTERS.get(name) or _character(name) for name in pieces[1::2]]
    return b"".join(pieces)


def _character(number: bytes) -> bytes:
    return chr(int(number[2:], 16) if number[1:2] == b"x" else int(number[1:])).encode()


def reject_page(reason: str, xml: bytes, message: str) -> Reject:
    """A Reject of the page element that begins with `xml`, by the id and title it shows."""
    revision = xml.find(b"<revision>")
    head = xml[:revision] if revision >= 0 else xml
    page_id = _integer(_element(head, b"id") or b"")
    title = _element(head, b"title") or b""
    return Reject(
        reason,
        -1 if page_id is None else page_id,
        html.unescape(title.decode(errors="replace"))[:MAX_TITLE_BYTES],
        f"{message}: {xml[:_SAMPLE].decode(errors='replace')}",
    )
