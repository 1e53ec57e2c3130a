"""Records of a Wikimedia Enterprise HTML dump: articles as the HTML that MediaWiki's own parser makes of them.

A dump is a gzipped tar of NDJSON members (`enwiki-NS0-20260901-ENTERPRISE-HTML.json.tar.gz`) or NDJSON itself, plain or
compressed, told apart by content. A line is a record: a page with its HTML, its wikitext, the titles that redirect to
it and mostly its Wikidata item. A run can repeat a page: of its records the one with the greatest revision counts.
"""

from __future__ import annotations

import io
import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from schemas.errors import InputError, quoted
from schemas.files.storage import open_input
from schemas.records import TRUNCATED, Page, Reject
from schemas.sources.titles import MAX_TITLE_BYTES
from schemas.sources.wikidata_items import is_qid
from wiki.dump.compressed import Decoded, Piece, file_end, file_kind, read_pieces
from wiki.dump.page_xml import check_characters, checked_title
from wiki.dump.redirects import redirect_link
from wiki.dump.tar import BLOCK_BYTES, TarError, is_tar, tar_members
from wiki.site.siteinfo import SiteInfo, known_site

MAX_RECORD_BYTES: Final = 20 << 20
"""Longest line that is read. Even the longest articles have less HTML."""

MAX_RECORD_TAGS: Final = 1_000_000
"""Most tags of a line that is read: what a tree takes depends on them, and with these it is less than a gigabyte.
Articles have one in 60 characters, and in 30 where they are full of tables."""

_SAMPLE: Final = 200
_READ_BYTES: Final = 1 << 20
_MOST = (1 << 63) - 1
_first_id = re.compile(rb'"identifier":\s*([0-9]{1,18})\b')
_first_name = re.compile(rb'"name":\s*("(?:[^"\\]|\\.){1,1024}")')


class Record(NamedTuple):
    """A page as an HTML dump has it."""

    page: Page
    qid: str | None
    """Wikidata item, `Q42`; None where the record has none."""
    redirects: list[str]
    """Titles that redirect to the page, as the record writes them."""


def is_html_dump(path: str) -> bool:
    """Whether the file, by its first bytes, holds records: JSON objects, in a tar or by themselves."""
    with open_input(path) as file:
        return holds_records(read_pieces(file, kind := file_kind(file), 0, file_end(file, kind)))


def holds_records(pieces: Iterable[Piece]) -> bool:
    """Whether the decoded content of a file, by its first bytes, is that of an HTML dump."""
    return _container(Decoded(pieces)) != ""


def read_html_siteinfo(path: str) -> SiteInfo:
    """The wiki of an HTML dump, by its first record. Raises InputError where the file holds none that can be read."""
    for line in read_lines(path, lambda _: None):
        try:
            record = json.loads(line)
            dbname, lang = record["is_part_of"]["identifier"], record["in_language"]["identifier"]
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
        if isinstance(dbname, str) and isinstance(lang, str) and dbname and lang:
            return known_site(dbname, lang, str(record.get("url") or ""))
    raise InputError(
        f"{path}: no record says which wiki it is of (is_part_of, in_language); give a Wikimedia Enterprise HTML dump"
    )


def read_lines(
    path: str, reject: Callable[[Reject], None], advance: Callable[[int], None] | None = None
) -> Iterator[bytes]:
    """The records of a dump as they stand in the file, in its order. Holds one record at a time.

    `advance` is called with the bytes of the file that were read. What cannot be read goes to `reject`, with reason

    - `truncated-input`: the file ends too early; or it, or the tar in it, is damaged, and what follows is not read
    - `cut-page`: a record that is cut by that
    - `page-too-large`: a line above `MAX_RECORD_BYTES` or `MAX_RECORD_TAGS`
    """
    with open_input(path) as file:
        kind = file_kind(file)
        source = Decoded(read_pieces(file, kind, 0, file_end(file, kind)), advance)
        container = _container(source)
        if source.problem:
            raise InputError(f"{path}: {source.problem} at byte {source.offset}, in its head; fetch the file again")
        if not container:
            raise InputError(f"{path}: neither NDJSON nor a tar of it; give a Wikimedia Enterprise HTML dump")
        problem = ""
        last = b""
        content = io.BufferedReader(source, _READ_BYTES)
        members = tar_members(content) if container == "tar" else iter([content])
        try:
            for member in members:
                for line in _lines(member, reject):
                    if last:
                        yield last
                    last = line
        except TarError as error:
            problem = str(error)
        problem = source.problem or problem
        if last and (last.endswith(b"\n") or last.rstrip().endswith(b"}")):
            yield last
        elif last:
            reject(_reject_record("cut-page", last, f"{path}: its end is damaged or missing"))
            problem = problem or "cut short"
        if problem == "damaged":
            reject(Reject(TRUNCATED, -1, "", f"{path}: damaged from byte {source.offset}; fetch the file again"))
        elif problem:
            message = f"{path}: ends at byte {file.size()}, too early; it was cut short, fetch it again"
            reject(Reject(TRUNCATED, -1, "", message))


def read_record(line: bytes, site: SiteInfo) -> Record | Reject:
    """The record of a line, or a Reject with reason

    - `malformed-page`: no JSON object, no name, no id of the page or of its revision, or one that no wiki has; control
      characters in the wikitext or the HTML
    - `invalid-utf8`: a line that is not UTF-8
    - `missing-text`: a record without HTML
    """
    try:
        record = json.loads(line)
        page = _page(record, site)
    except UnicodeDecodeError as error:
        return _reject_record("invalid-utf8", line, f"{error.reason} at byte {error.start}")
    except RecursionError:
        return _reject_record("malformed-page", line, "nested too deeply")
    except (ValueError, TypeError, AttributeError) as error:
        return _reject_record("malformed-page", line, str(error))
    if not page.html:
        return _reject_record("missing-text", line, "no article_body.html")
    entity = record.get("main_entity")
    qid = entity.get("identifier") if isinstance(entity, dict) else None
    redirects = record.get("redirects")
    names = [each.get("name") for each in redirects if isinstance(each, dict)] if isinstance(redirects, list) else []
    return Record(
        page,
        qid if isinstance(qid, str) and is_qid(qid) else None,
        [name for name in names if isinstance(name, str) and name and name == _encodable(name)],
    )


class _Number(msgspec.Struct):
    identifier: int


class _Namespace(msgspec.Struct):
    identifier: int = 0


class _Body(msgspec.Struct):
    html: msgspec.Raw
    wikitext: msgspec.Raw = msgspec.Raw(b"null")


class _Plain(msgspec.Struct):
    """What is read of a record that has nothing strange: the rest is passed over, which takes half the time."""

    name: str
    identifier: int
    version: _Number
    article_body: _Body
    namespace: _Namespace | None = None


_plain = msgspec.json.Decoder(_Plain)
_control_character = re.compile(rb"\\u00[01]")


def record_ids(line: bytes, site: SiteInfo) -> tuple[int, int] | None:
    """Ids of the page and of the revision of a record, in half the time of `read_record`; None where that rejects it.

    A record that cannot be used must take the place of none.
    """
    if ids := _plain_ids(line, site):
        return ids
    record = read_record(line, site)
    return (record.page.page_id, record.page.rev_id) if isinstance(record, Record) else None


def _plain_ids(line: bytes, site: SiteInfo) -> tuple[int, int] | None:
    """The ids of a record that `read_record` is sure to read, as it does most; None where it has to tell."""
    try:
        line.decode()
        record = _plain.decode(line.removeprefix(BOM_UTF8))
        checked_title(record.name, record.namespace.identifier if record.namespace else 0, site)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    ids = record.identifier, record.version.identifier
    page_html, wikitext = bytes(record.article_body.html), bytes(record.article_body.wikitext)
    is_plain = (
        (min(ids) >= 1 and max(ids) <= _MOST)
        and (page_html.startswith(b'"') and page_html != b'""')
        and (wikitext.startswith(b'"') or wikitext == b"null")
        and not _control_character.search(line)
    )
    return ids if is_plain else None


def _reject_record(reason: str, line: bytes, message: str) -> Reject:
    """A Reject of the record that begins with `line`, by the id and the name it shows first."""
    head = line[:4096]
    number, name = _first_id.search(head), _first_name.search(head)
    try:
        title = json.loads(name[1]) if name else ""
    except ValueError:
        title = ""
    text = f"{message}: {line[:_SAMPLE].decode(errors='replace')}"
    return Reject(reason, int(number[1]) if number else -1, _encodable(str(title))[:MAX_TITLE_BYTES], text)


def superseded(page_ids: npt.NDArray[np.int64], rev_ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Places of the records that another one of their page takes the place of, in ascending order.

    The greatest revision counts, and of several records of that one the first.
    """
    order = np.lexsort((np.arange(len(page_ids)), -rev_ids, page_ids))
    again = np.flatnonzero(page_ids[order][1:] == page_ids[order][:-1]) + 1
    return np.sort(order[again])


def _redirect_page(title: str, record_title: str, site: SiteInfo) -> Page:
    """The redirect page of this title that leads to a record's page. Its ids, which no record has, are -1."""
    prefix, colon, _ = title.partition(":")
    namespace = (site.namespace_number(prefix) or 0) if colon else 0
    return Page(-1, -1, namespace, checked_title(title, namespace, site), record_title, "wikitext", "")


def pages_of(record: Record, site: SiteInfo) -> Iterator[Page]:
    """The page of a record and the redirects to it; a redirect whose title no page can have is left out."""
    yield record.page
    for name in record.redirects:
        try:
            yield _redirect_page(name, record.page.title, site)
        except ValueError:
            continue


def _page(record: Any, site: SiteInfo) -> Page:
    if not isinstance(record, dict):
        raise ValueError("no JSON object")
    name = record.get("name")
    if not isinstance(name, str):
        raise ValueError("no name")
    body = record.get("article_body") or {}
    namespace = (record.get("namespace") or {}).get("identifier", 0)
    text = body.get("wikitext") or ""
    if not isinstance(namespace, int) or not isinstance(text, str):
        raise ValueError("namespace or wikitext of another kind")
    page_html = body.get("html")
    return Page(
        page_id=_identifier(record, "page"),
        rev_id=_identifier(record.get("version") or {}, "revision"),
        namespace=namespace,
        title=checked_title(name, namespace, site),
        redirect=redirect_link(text, site),
        model="wikitext",
        text=_checked(text),
        html=_checked(page_html) if isinstance(page_html, str) else None,
    )


def _identifier(record: Any, what: str) -> int:
    number = record.get("identifier")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= _MOST:
        raise ValueError(f"the id of the {what} is {quoted(str(number)[:_SAMPLE])}, not a number from 1 to {_MOST}")
    return number


def _checked(text: str) -> str:
    """The text as it can be encoded. Raises ValueError where it has control characters."""
    text = _encodable(text)
    check_characters(text.encode())
    return text


def _encodable(text: str) -> str:
    """JSON can name half of a surrogate pair, which no text holds."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _container(source: Decoded) -> str:
    """`ndjson` or `tar` by the first bytes, which stay to be read; empty for anything else."""
    head = source.peek(BLOCK_BYTES)
    if head.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        return "ndjson"
    return "tar" if is_tar(head) else ""


def _tags(line: bytes) -> int:
    """How many tags a line has at most, of which JSON may escape the bracket; 0 where it is too short for many."""
    if len(line) <= MAX_RECORD_TAGS * len("<p>"):
        return 0
    return line.count(b"<") + line.count(rb"\u003c") + line.count(rb"\u003C")


def _lines(source: BinaryIO, reject: Callable[[Reject], None]) -> Iterator[bytes]:
    while line := source.readline(MAX_RECORD_BYTES + 1):
        if len(line) > MAX_RECORD_BYTES:
            reject(_reject_record("page-too-large", line, f"a record of more than {MAX_RECORD_BYTES} bytes"))
            while line and not line.endswith(b"\n"):
                line = source.readline(_READ_BYTES)
        elif _tags(line) > MAX_RECORD_TAGS:
            reject(_reject_record("page-too-large", line, f"a record of more than {MAX_RECORD_TAGS:,} tags"))
        elif not line.isspace():
            yield line
