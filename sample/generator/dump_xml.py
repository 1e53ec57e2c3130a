"""The dump: pages as XML of the export schema 0.11, in bz2 streams with an index."""

from __future__ import annotations

import bz2
import hashlib
from xml.sax.saxutils import escape

from sample.generator.pages import Page
from sample.generator.snapshot import TIMESTAMP, WIKI
from sample.generator.titles import NAMESPACES

PAGES_PER_STREAM = 20
_FORMATS = {"wikitext": "text/x-wiki", "Scribunto": "text/plain", "css": "text/css"}


def multistream(pages: list[Page]) -> tuple[bytes, bytes]:
    """The compressed dump and its compressed index, lines `offset:page_id:title`."""
    parts = [bz2.compress(site_info().encode())]
    offset = len(parts[0])
    index = []
    for first in range(0, len(pages), PAGES_PER_STREAM):
        stream = pages[first : first + PAGES_PER_STREAM]
        index += [f"{offset}:{page.page_id}:{page.title}\n" for page in stream]
        parts.append(bz2.compress("".join(map(_page_xml, stream)).encode()))
        offset += len(parts[-1])
    parts.append(bz2.compress(b"</mediawiki>\n"))
    return b"".join(parts), bz2.compress("".join(index).encode())


def site_info() -> str:
    """The head of the dump: the opening tag, and the wiki's name and namespaces."""
    lines = [
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xsi:schemaLocation="http://www.mediawiki.org/xml/export-0.11/'
        ' http://www.mediawiki.org/xml/export-0.11.xsd" version="0.11" xml:lang="en">',
        "  <siteinfo>",
        "    <sitename>Sample wiki</sitename>",
        f"    <dbname>{WIKI}</dbname>",
        "    <base>https://sample.example/wiki/Main_Page</base>",
        "    <generator>MediaWiki 1.46.0</generator>",
        "    <case>first-letter</case>",
        "    <namespaces>",
    ]
    for key, name in NAMESPACES.items():
        end = f">{name}</namespace>" if name else " />"
        lines.append(f'      <namespace key="{key}" case="first-letter"{end}')
    return "\n".join([*lines, "    </namespaces>", "  </siteinfo>", ""])


def sha1(data: bytes) -> str:
    """SHA-1 as MediaWiki keeps it: base 36, 31 digits."""
    value, digits = int(hashlib.sha1(data).hexdigest(), 16), ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits.zfill(31)


def _page_xml(page: Page) -> str:
    lines = ["  <page>", f"    <title>{_quoted(page.title)}</title>", f"    <ns>{page.namespace}</ns>"]
    lines.append(f"    <id>{page.page_id}</id>")
    if page.redirect is not None:
        lines.append(f'    <redirect title="{_quoted(page.redirect.partition("#")[0])}" />')
    lines += ["    <revision>", f"      <id>{page.rev_id}</id>", f"      <timestamp>{TIMESTAMP}</timestamp>"]
    if page.text is None:
        lines += ['      <contributor deleted="deleted" />', '      <comment deleted="deleted" />']
    else:
        user = ["      <contributor>", "        <username>Sample author</username>", "        <id>1</id>"]
        lines += [*user, "      </contributor>", "      <comment>written for the sample</comment>"]
    lines += [f"      <origin>{page.rev_id}</origin>", f"      <model>{page.model}</model>"]
    lines.append(f"      <format>{_FORMATS[page.model]}</format>")
    if page.text is None:
        lines += ['      <text bytes="0" deleted="deleted" />', "      <sha1 />"]
    else:
        data = page.text.encode()
        end = f">{_quoted(page.text)}</text>" if page.text else " />"
        lines.append(f'      <text bytes="{len(data)}" sha1="{sha1(data)}" xml:space="preserve"{end}')
        lines.append(f"      <sha1>{sha1(data)}</sha1>")
    return "\n".join([*lines, "    </revision>", "  </page>", ""])


def _quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})
