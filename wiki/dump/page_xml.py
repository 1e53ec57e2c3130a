"""One `<page>` element of a MediaWiki export as a `Page`, by searching bytes.

An export escapes every `<` of the content, so what looks like a tag is one. Only what a `Page` holds is decoded.
Works for export schemas 0.3 to 0.11; in 0.11 a revision can hold further `<content>` slots after the main one.
"""

from __future__ import annotations

import html
import re

from schemas.records import Page, Reject
from schemas.titles import canonical_title
from wiki.dump.redirects import redirect_link
from wiki.site.siteinfo import SiteInfo

_SAMPLE = 200
_CHARACTERS = {b"lt": b"<", b"gt": b">", b"quot": b'"', b"amp": b"&", b"apos": b"'"}
_reference = re.compile(rb"&(lt|gt|quot|amp|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_redirect = re.compile(rb"<redirect\s[^>]*?\btitle=(?:\"([^\"]*)\"|'([^']*)')")
_is_number = re.compile(rb"-?[0-9]{1,18}").fullmatch
_missing_text = re.compile(rb"\bbytes=[\"'](?!0[\"'])").search
_deleted_text = re.compile(rb"\bdeleted=").search


def parse_page(xml: bytes, site: SiteInfo) -> Page | Reject:
    """The page in its last revision, or a Reject with reason

    - `malformed-page`: no title, no id, or no revision with an id
    - `invalid-utf8`: a title or text that is not UTF-8
    - `missing-text`: the export says that there is a text but does not contain it (a stub dump, a lost text)
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
    page_id = _number(head, b"id", "id of the page")
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
            break
        revision = following
    meta = xml[revision:tag]
    attributes = xml[tag:start]
    if empty and _missing_text(attributes) and not _deleted_text(attributes):
        return reject_page("missing-text", xml, attributes.decode(errors="replace"))
    text = unescape(xml[start:end]).decode()
    model = (_element(meta, b"model") or b"wikitext").decode()
    redirect = _redirect_title(head)
    if redirect is None and model == "wikitext":
        redirect = redirect_link(text, site)
    return Page(
        page_id=page_id,
        # The contributor has an id too, which follows the revision's.
        rev_id=_number(meta.partition(b"<contributor")[0], b"id", "id of the revision"),
        namespace=_namespace(head, name, site),
        title=canonical_title(name, first_letter=site.first_letter),
        redirect=redirect,
        model=model,
        text=text,
    )


def _namespace(head: bytes, name: str, site: SiteInfo) -> int:
    if b"<ns>" in head:
        return _number(head, b"ns", "namespace")
    # Schemas before 0.6 have no <ns>.
    prefix, colon, _ = name.partition(":")
    return (site.namespace_number(prefix) or 0) if colon else 0


def _redirect_title(head: bytes) -> str | None:
    found = _redirect.search(head)
    return unescape(found.group(1) or found.group(2) or b"").decode() if found else None


def _number(xml: bytes, tag: bytes, what: str) -> int:
    text = _element(xml, tag)
    if text is None or not _is_number(text):
        raise ValueError(f"no {what}")
    return int(text)


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
    head = xml[: xml.find(b"<revision>")] if b"<revision>" in xml else xml
    page_id = _element(head, b"id")
    title = _element(head, b"title")
    return Reject(
        reason,
        int(page_id) if page_id and _is_number(page_id) else -1,
        html.unescape(title.decode(errors="replace")) if title else "",
        f"{message}: {xml[:_SAMPLE].decode(errors='replace')}",
    )
