"""Writes the sample wiki: from `articles/`, `pages/` and the tables beside this script to `wiki/`.

    python sample/make.py           write the files
    python sample/make.py --check   write nothing; fail if `wiki/` is not what the sources give

The files have the layout of a Wikimedia dump (multistream XML with its index, SQL tables) and of a DBpedia release
(instance types, redirects, ontology). The same sources give the same bytes: times are fixed, page and revision ids
are hashes of the titles, rows are sorted.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import hashlib
import io
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
WIKI = "samplewiki"
DATE = "20260901"
TIMESTAMP = "2026-09-01T00:00:00Z"
PAGES_PER_STREAM = 20
ROWS_PER_INSERT = 400
MAX_PAGE_ID = 80_000_000
FIRST_REV_ID = 1_200_000_000
MAX_REVISIONS = 100_000_000

# The namespaces of the English Wikipedia in 2026, which readers must tell from titles with a colon.
NAMESPACES = {
    -2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 3: "User talk", 4: "Wikipedia", 5: "Wikipedia talk",
    6: "File", 7: "File talk", 8: "MediaWiki", 9: "MediaWiki talk", 10: "Template", 11: "Template talk", 12: "Help",
    13: "Help talk", 14: "Category", 15: "Category talk", 100: "Portal", 101: "Portal talk", 118: "Draft",
    119: "Draft talk", 126: "MOS", 127: "MOS talk", 710: "TimedText", 711: "TimedText talk", 828: "Module",
    829: "Module talk", 1728: "Event", 1729: "Event talk",
}  # fmt: skip
NAMESPACE_IDS = {name.lower(): number for number, name in NAMESPACES.items() if name} | {"image": 6}
INTERWIKI = {
    "af", "ar", "az", "br", "ca", "cs", "da", "de", "eo", "es", "fa", "fi", "fr", "he", "hi", "id", "ig", "is", "it",
    "ja", "ko", "la", "nl", "pl", "pt", "ru", "simple", "sv", "uk", "vi", "yo", "zh",
    "commons", "s", "species", "wikt", "wiktionary",
}  # fmt: skip
FORMATS = {"wikitext": "text/x-wiki", "Scribunto": "text/plain", "css": "text/css"}

# Hidden categories that a template of the page brings, so that they stand in the table and not in the wikitext.
TEMPLATE_CATEGORIES = {
    "short description": "Articles with short description",
    "disambiguation": "All article disambiguation pages",
    "lang": "Articles containing non-English-language text",
    "citation needed": "All articles with unsourced statements",
    "use dmy dates": "Use dmy dates from September 2026",
}
HIDDEN_CATEGORIES = "Hidden categories"

# Parents that the DBpedia ontology names and never defines.
UNDEFINED_PARENTS = frozenset({"TimeInterval", "book", "building", "work"})

PREFIXES = {
    "owl:": "http://www.w3.org/2002/07/owl#",
    "schema:": "http://schema.org/",
    "dul:": "http://www.ontologydesignpatterns.org/ont/dul/DUL.owl#",
}
ONTOLOGY = "http://dbpedia.org/ontology/"
RESOURCE = "http://dbpedia.org/resource/"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

SCHEMAS = {
    "page": """  `page_id` int(8) unsigned NOT NULL AUTO_INCREMENT,
  `page_namespace` int(11) NOT NULL DEFAULT 0,
  `page_title` varbinary(255) NOT NULL DEFAULT '',
  `page_is_redirect` tinyint(1) unsigned NOT NULL DEFAULT 0,
  `page_is_new` tinyint(1) unsigned NOT NULL DEFAULT 0,
  `page_random` double unsigned NOT NULL DEFAULT 0,
  `page_touched` binary(14) NOT NULL,
  `page_links_updated` varbinary(14) DEFAULT NULL,
  `page_latest` int(8) unsigned NOT NULL DEFAULT 0,
  `page_len` int(8) unsigned NOT NULL DEFAULT 0,
  `page_content_model` varbinary(32) DEFAULT NULL,
  `page_lang` varbinary(35) DEFAULT NULL,
  PRIMARY KEY (`page_id`),
  UNIQUE KEY `page_name_title` (`page_namespace`,`page_title`),
  KEY `page_random` (`page_random`),
  KEY `page_len` (`page_len`),
  KEY `page_redirect_namespace_len` (`page_is_redirect`,`page_namespace`,`page_len`)""",
    "categorylinks": """  `cl_from` int(8) unsigned NOT NULL DEFAULT 0,
  `cl_sortkey` varbinary(230) NOT NULL DEFAULT '',
  `cl_timestamp` timestamp NOT NULL,
  `cl_sortkey_prefix` varbinary(255) NOT NULL DEFAULT '',
  `cl_type` enum('page','subcat','file') NOT NULL DEFAULT 'page',
  `cl_collation_id` smallint(5) unsigned NOT NULL DEFAULT 0,
  `cl_target_id` bigint(20) unsigned NOT NULL,
  PRIMARY KEY (`cl_from`,`cl_target_id`),
  KEY `cl_timestamp_id` (`cl_target_id`,`cl_timestamp`),
  KEY `cl_sortkey_id` (`cl_target_id`,`cl_type`,`cl_sortkey`,`cl_from`)""",
    "linktarget": """  `lt_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  `lt_namespace` int(11) NOT NULL,
  `lt_title` varbinary(255) NOT NULL,
  PRIMARY KEY (`lt_id`),
  UNIQUE KEY `lt_namespace_title` (`lt_namespace`,`lt_title`)""",
    "redirect": """  `rd_from` int(8) unsigned NOT NULL DEFAULT 0,
  `rd_namespace` int(11) NOT NULL DEFAULT 0,
  `rd_title` varbinary(255) NOT NULL DEFAULT '',
  `rd_interwiki` varbinary(32) DEFAULT NULL,
  `rd_fragment` varbinary(255) DEFAULT NULL,
  PRIMARY KEY (`rd_from`),
  KEY `rd_ns_title` (`rd_namespace`,`rd_title`,`rd_from`)""",
    "page_props": """  `pp_page` int(8) unsigned NOT NULL,
  `pp_propname` varbinary(60) NOT NULL DEFAULT '',
  `pp_value` blob NOT NULL,
  `pp_sortkey` float DEFAULT NULL,
  PRIMARY KEY (`pp_page`,`pp_propname`),
  UNIQUE KEY `pp_propname_page` (`pp_propname`,`pp_page`),
  UNIQUE KEY `pp_propname_sortkey_page` (`pp_propname`,`pp_sortkey`,`pp_page`)""",
}


class SourceError(ValueError):
    """The sources do not make a wiki; the message lists what is wrong and where."""


class Source(NamedTuple):
    """A file of `articles/` or `pages/`."""

    where: str
    header: dict[str, str]
    text: str

    def values(self, key: str) -> list[str]:
        """The values of a header line, separated by `;`."""
        return [value.strip() for value in self.header.get(key, "").split(";") if value.strip()]


class Page(NamedTuple):
    """A page of the wiki. `text` is None where the revision's text was deleted."""

    title: str
    text: str | None
    model: str = "wikitext"
    redirect: str | None = None
    categories: tuple[str, ...] = ()
    item: str = ""

    @property
    def namespace(self) -> int:
        return namespace_of(self.title)

    @property
    def name(self) -> str:
        """The title without its namespace, as the SQL tables keep it."""
        return name_of(self.title)

    @property
    def page_id(self) -> int:
        return 1 + number("page", self.title) % MAX_PAGE_ID

    @property
    def rev_id(self) -> int:
        return FIRST_REV_ID + number("revision", self.title, self.text or "") % MAX_REVISIONS


class Sample(NamedTuple):
    """Everything the sources say."""

    articles: list[Source]
    others: list[Source]
    types: dict[str, str]
    redirects: dict[str, str]
    """Title of a redirect page to its target, one step, with a fragment where there is one."""
    parents: dict[str, list[str]]
    """Category to its parents; a category that is only a parent has no page."""
    classes: dict[str, tuple[list[str], str]]
    """DBpedia class to its parents and its label."""


def number(*key: str) -> int:
    """A number that depends on the key alone, so that a new article moves no other page's id."""
    return int.from_bytes(hashlib.sha256("\x1f".join(key).encode()).digest()[:8], "big")


def namespace_of(title: str) -> int:
    prefix, colon, _ = title.partition(":")
    return NAMESPACE_IDS.get(prefix.strip().lower(), 0) if colon else 0


def name_of(title: str) -> str:
    name = title.partition(":")[2] if namespace_of(title) else title
    return name.strip().replace(" ", "_")


def canonical(title: str) -> str:
    """The title as MediaWiki keeps it: spaces, NFC, first letter upper case."""
    title = " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).split())
    return title[:1].upper() + title[1:] if len(title[:1].upper()) == 1 else title


# --- sources ---------------------------------------------------------------------------------------------------------


def read_source(path: Path) -> Source:
    where = path.relative_to(HERE).as_posix()
    head, blank, text = path.read_text(encoding="utf-8").partition("\n\n")
    header = {}
    for line in head.splitlines():
        key, colon, value = line.partition(":")
        if not colon:
            raise SourceError(f"{where}: {line!r} in the header is not `key: value`")
        header[key.strip()] = value.strip()
    unknown = header.keys() - {"title", "class", "redirects", "categories", "item", "model", "text"}
    if unknown or not header.get("title") or not blank:
        raise SourceError(f"{where}: needs a title, a blank line and text; does not know {sorted(unknown)}")
    if canonical(header["title"]) != header["title"]:
        raise SourceError(f"{where}: write the title as {canonical(header['title'])!r}")
    return Source(where, header, text.strip())


def read_table(name: str, columns: int) -> Iterator[list[str]]:
    """Rows of a tab-separated table; empty lines and lines that start with `#` are skipped."""
    for count, line in enumerate((HERE / name).read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            row = line.split("\t")
            if len(row) != columns or not all(cell.strip() for cell in row):
                raise SourceError(f"{name}, line {count}: needs {columns} columns separated by tabs")
            yield row


def read_pairs(name: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for key, value in read_table(name, 2):
        if key in pairs:
            raise SourceError(f"{name}: {key!r} stands there twice")
        pairs[key] = value
    return pairs


def read_sample() -> Sample:
    articles = [read_source(path) for path in sorted((HERE / "articles").glob("*/*.wiki"))]
    redirects = read_pairs("redirects.tsv")
    for article in articles:
        for title in article.values("redirects"):
            if redirects.setdefault(title, article.header["title"]) != article.header["title"]:
                raise SourceError(f"{article.where}: {title!r} already redirects to {redirects[title]!r}")
    parents: dict[str, list[str]] = {}
    for child, parent in read_table("categories.tsv", 2):
        parents.setdefault(child, []).append(parent)
    return Sample(
        articles=articles,
        others=[read_source(path) for path in sorted((HERE / "pages").glob("*.wiki"))],
        types=read_pairs("types.tsv"),
        redirects=redirects,
        parents=parents,
        classes={name: (above.split(";"), label) for name, above, label in read_table("classes.tsv", 3)},
    )


def problems(sample: Sample) -> Iterator[str]:
    """What is wrong with the sources, one sentence a fault."""
    titles: dict[str, str] = {}
    for source in sample.articles + sample.others:
        title = source.header["title"]
        if title in titles:
            yield f"{source.where}: {title!r} is also the title of {titles[title]}"
        titles[title] = source.where
        kind = source.header.get("class", "")
        if kind and kind not in sample.classes:
            yield f"{source.where}: class {kind!r} is not in classes.tsv"
        for category in category_keys(source, sample):
            if not is_category(category, sample):
                yield f"{source.where}: category {category!r} is not in categories.tsv"
    for title, kind in sample.types.items():
        if title in titles:
            yield f"types.tsv: {title!r} has an article; its class stands in {titles[title]}"
        if kind not in sample.classes:
            yield f"types.tsv: class {kind!r} of {title!r} is not in classes.tsv"
        if canonical(title) != title:
            yield f"types.tsv: write {title!r} as {canonical(title)!r}"
    for title, target in sample.redirects.items():
        if title in titles or title in sample.types:
            yield f"redirect {title!r}: an article or a typed title has this title"
        to = target.partition("#")[0]
        if to not in titles and to not in sample.types and to not in sample.redirects:
            yield f"redirect {title!r}: its target {to!r} is no article, redirect or typed title"
        if canonical(title) != title:
            yield f"redirect {title!r}: write it as {canonical(title)!r}"
    for name, (above, _) in sample.classes.items():
        for parent in above:
            if ":" not in parent and parent not in sample.classes and parent not in UNDEFINED_PARENTS:
                yield f"classes.tsv: {name} stands under {parent!r}, which is not in the table"


def check(sample: Sample) -> None:
    """Raises SourceError with every fault of the sources."""
    faults = list(problems(sample))
    if faults:
        raise SourceError("\n".join(faults))


# --- pages -----------------------------------------------------------------------------------------------------------


def is_category(name: str, sample: Sample) -> bool:
    return name in sample.parents or any(name in above for above in sample.parents.values())


def hidden_categories(sample: Sample) -> set[str]:
    return {HIDDEN_CATEGORIES} | {child for child, above in sample.parents.items() if HIDDEN_CATEGORIES in above}


def category_keys(source: Source, sample: Sample) -> dict[str, str]:
    """The categories of a page, those that its templates bring included, with their sort keys."""
    default = re.search(r"\{\{DEFAULTSORT:([^{}]*)\}\}", source.text)
    keys = {}
    for value in source.values("categories"):
        category, _, key = value.partition("|")
        keys[category] = key or (default[1] if default else "")
    for template in templates(source.text):
        category = TEMPLATE_CATEGORIES.get(template.lower(), "")
        if category in sample.parents:
            keys.setdefault(category, default[1] if default else "")
    return keys


def article_page(source: Source, sample: Sample) -> Page:
    keys = category_keys(source, sample)
    hidden = hidden_categories(sample)
    links = [f"[[Category:{value}]]" for value in source.values("categories") if value.split("|")[0] not in hidden]
    text: str | None = "\n".join([source.text, "", *links]) if links else source.text
    if source.header.get("text") == "deleted":
        text = None
    return Page(
        title=source.header["title"],
        text=text,
        model=source.header.get("model", "wikitext"),
        categories=tuple(f"{category}|{key}" for category, key in keys.items()),
        item=source.header.get("item", ""),
    )


def category_page(name: str, sample: Sample, articles: set[str]) -> Page:
    above = sample.parents[name]
    lines = ["{{Hidden category}}"] if HIDDEN_CATEGORIES in above else []
    lines += [f"{{{{Cat main|{name}}}}}"] if name in articles else []
    lines += [f"[[Category:{parent}]]" for parent in above if parent != HIDDEN_CATEGORIES]
    return Page(f"Category:{name}", "\n".join(lines), categories=tuple(f"{parent}|" for parent in above))


def redirect_page(title: str, target: str) -> Page:
    template = "R to section" if "#" in target else "R from alternative name"
    return Page(title, f"#REDIRECT [[{target}]]\n\n{{{{{template}}}}}", redirect=target)


def pages_of(sample: Sample) -> list[Page]:
    """Every page, by page id as in a dump."""
    articles = {source.header["title"] for source in sample.articles}
    pages = [article_page(source, sample) for source in sample.articles + sample.others]
    pages += [category_page(name, sample, articles) for name in sample.parents]
    pages += [redirect_page(title, target) for title, target in sample.redirects.items()]
    pages.sort(key=lambda page: page.page_id)
    for kind in ("page_id", "rev_id"):
        seen: dict[int, str] = {}
        for page in pages:
            other = seen.setdefault(getattr(page, kind), page.title)
            if other != page.title:
                raise SourceError(f"{page.title!r} and {other!r} have the same {kind}: give one another title")
    return pages


# --- the dump's XML --------------------------------------------------------------------------------------------------


def site_info() -> str:
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


def quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})


def page_xml(page: Page) -> str:
    lines = ["  <page>", f"    <title>{quoted(page.title)}</title>", f"    <ns>{page.namespace}</ns>"]
    lines.append(f"    <id>{page.page_id}</id>")
    if page.redirect is not None:
        lines.append(f'    <redirect title="{quoted(page.redirect.partition("#")[0])}" />')
    lines += ["    <revision>", f"      <id>{page.rev_id}</id>", f"      <timestamp>{TIMESTAMP}</timestamp>"]
    if page.text is None:
        lines += ['      <contributor deleted="deleted" />', '      <comment deleted="deleted" />']
    else:
        user = ["      <contributor>", "        <username>Sample author</username>", "        <id>1</id>"]
        lines += [*user, "      </contributor>", "      <comment>written for the sample</comment>"]
    lines += [f"      <origin>{page.rev_id}</origin>", f"      <model>{page.model}</model>"]
    lines.append(f"      <format>{FORMATS[page.model]}</format>")
    if page.text is None:
        lines += ['      <text bytes="0" deleted="deleted" />', "      <sha1 />"]
    else:
        data = page.text.encode()
        end = f">{quoted(page.text)}</text>" if page.text else " />"
        lines.append(f'      <text bytes="{len(data)}" sha1="{sha1(data)}" xml:space="preserve"{end}')
        lines.append(f"      <sha1>{sha1(data)}</sha1>")
    return "\n".join([*lines, "    </revision>", "  </page>", ""])


def multistream(pages: list[Page]) -> tuple[bytes, bytes]:
    """The compressed dump and its compressed index, lines `offset:page_id:title`."""
    parts = [bz2.compress(site_info().encode())]
    offset = len(parts[0])
    index = []
    for first in range(0, len(pages), PAGES_PER_STREAM):
        stream = pages[first : first + PAGES_PER_STREAM]
        index += [f"{offset}:{page.page_id}:{page.title}\n" for page in stream]
        parts.append(bz2.compress("".join(map(page_xml, stream)).encode()))
        offset += len(parts[-1])
    parts.append(bz2.compress(b"</mediawiki>\n"))
    return b"".join(parts), bz2.compress("".join(index).encode())


# --- the SQL tables --------------------------------------------------------------------------------------------------

Cell = int | float | bytes | None
ESCAPES = {0: b"\\0", 10: b"\\n", 13: b"\\r", 26: b"\\Z", 34: b'\\"', 39: b"\\'", 92: b"\\\\"}


def sql_value(cell: Cell) -> bytes:
    if cell is None:
        return b"NULL"
    if isinstance(cell, bytes):
        return b"'" + b"".join(ESCAPES.get(byte, bytes([byte])) for byte in cell) + b"'"
    return str(cell).encode()


def sql_dump(table: str, rows: Iterable[tuple[Cell, ...]]) -> bytes:
    """The table as mysqldump writes it, compressed."""
    sandbox = "/*M!999999\\- enable the sandbox mode */ "
    head = f"""{sandbox}
-- MariaDB dump 10.19  Distrib 10.11.14-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: sample    Database: {WIKI}
-- ------------------------------------------------------
-- Server version\t10.11.14-MariaDB-log

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;

--
-- Table structure for table `{table}`
--

DROP TABLE IF EXISTS `{table}`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `{table}` (
{SCHEMAS[table]}
) ENGINE=InnoDB DEFAULT CHARSET=binary;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `{table}`
--

LOCK TABLES `{table}` WRITE;
/*!40000 ALTER TABLE `{table}` DISABLE KEYS */;
"""
    tail = f"""/*!40000 ALTER TABLE `{table}` ENABLE KEYS */;
UNLOCK TABLES;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;

-- Dump completed on 2026-09-01  0:00:00
"""
    tuples = [b"(" + b",".join(map(sql_value, row)) + b")" for row in rows]
    inserts = [
        f"INSERT INTO `{table}` VALUES ".encode() + b",".join(tuples[first : first + ROWS_PER_INSERT]) + b";\n"
        for first in range(0, len(tuples), ROWS_PER_INSERT)
    ]
    return gzipped(b"".join([head.encode(), *inserts, tail.encode()]))


def gzipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def sort_key(title: str) -> bytes:
    """A key with the looks of MediaWiki's `uca-default-u-kn` collation: weights and levels, not valid UTF-8."""
    weights = bytes(0x2A + 2 * (ord(letter) - 65) if "A" <= letter <= "Z" else 0x04 for letter in title.upper())
    level = bytes([1, min(len(weights) + 4, 255)])
    return (weights[:200] + level + b"\x01\xdc" + level[1:])[:230]


def templates(text: str) -> set[str]:
    return {canonical(name) for name in re.findall(r"(?<!\{)\{\{(?!\{)\s*([^|{}#:<>\[\]\n]+?)\s*(?=\||\}\}|\n)", text)}


def link_targets(text: str) -> set[str]:
    """Titles of the articles that the wikitext links to, comments and nowiki left out."""
    text = re.sub(r"<!--.*?-->|<nowiki>.*?</nowiki>", "", text, flags=re.DOTALL)
    targets = set()
    for target in re.findall(r"\[\[([^\[\]|{}<>\n]+)", text):
        title = canonical(target.partition("#")[0].lstrip(" :"))
        if title and namespace_of(title) == 0 and title.partition(":")[0].lower() not in INTERWIKI:
            targets.add(title)
    return targets


def link_target_id(namespace: int, name: str) -> int:
    return 1 + number("linktarget", str(namespace), name) % 2**40


def page_rows(pages: list[Page]) -> list[tuple[Cell, ...]]:
    return [
        (
            page.page_id,
            page.namespace,
            page.name.encode(),
            int(page.redirect is not None),
            0,
            number("random", page.title) % 10**12 / 10**12,
            f"{DATE}000000".encode(),
            f"{DATE}000000".encode(),
            page.rev_id,
            len((page.text or "").encode()),
            page.model.encode(),
            None,
        )
        for page in pages
    ]


def categorylinks_rows(pages: list[Page]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[int, int, tuple[Cell, ...]]] = []
    for page in pages:
        kind = {14: b"subcat", 6: b"file"}.get(page.namespace, b"page")
        for entry in page.categories:
            category, _, key = entry.partition("|")
            target = link_target_id(14, category.replace(" ", "_"))
            sort = sort_key(f"{key}\n{page.name}" if key else page.name)
            row = (page.page_id, sort, b"2026-09-01 00:00:00", key.encode(), kind, 1, target)
            rows.append((page.page_id, target, row))
    return [row for _, _, row in sorted(rows)]


def linktarget_rows(pages: list[Page]) -> list[tuple[Cell, ...]]:
    names = {(14, entry.partition("|")[0].replace(" ", "_")) for page in pages for entry in page.categories}
    for page in pages:
        if page.model == "wikitext" and page.text is not None:
            names |= {(0, title.replace(" ", "_")) for title in link_targets(page.text)}
            names |= {(10, title.replace(" ", "_")) for title in templates(page.text)}
    rows = sorted((link_target_id(namespace, name), namespace, name) for namespace, name in names)
    if len({row[0] for row in rows}) < len(rows):
        raise SourceError("two link targets have the same lt_id: give one another title")
    return [(number, namespace, name.encode()) for number, namespace, name in rows]


def redirect_rows(pages: list[Page]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for page in pages:
        if page.redirect is not None:
            title, _, fragment = page.redirect.partition("#")
            rows.append((page.page_id, namespace_of(title), name_of(title).encode(), b"", fragment.encode()))
    return rows


def page_props_rows(pages: list[Page], sample: Sample) -> list[tuple[Cell, ...]]:
    hidden = {f"Category:{name}" for name in hidden_categories(sample)}
    rows: list[tuple[Cell, ...]] = []
    for page in pages:
        text = page.text or ""
        props = {"hiddencat": ""} if page.title in hidden else {}
        if page.namespace == 0 and "Disambiguation" in templates(text):
            props["disambiguation"] = ""
        for name, pattern in {
            "defaultsort": r"\{\{DEFAULTSORT:([^{}]*)\}\}",
            "wikibase-shortdesc": r"\{\{[Ss]hort description\|([^{}|]*)\}\}",
        }.items():
            match = re.search(pattern, text)
            if match:
                props[name] = match[1]
        if page.item:
            props["wikibase_item"] = page.item
        rows += [(page.page_id, name.encode(), value.encode(), None) for name, value in sorted(props.items())]
    return rows


# --- the DBpedia files -----------------------------------------------------------------------------------------------


def resource(title: str) -> str:
    """The title's IRI in DBpedia's form: raw Unicode, underscores, percent signs only where an IRI must have them."""
    encoded = re.sub(r'["#%<>?\[\\\]^`{|}]', lambda match: f"%{ord(match[0]):02X}", title.replace(" ", "_"))
    return f"<{RESOURCE}{encoded}>"


def turtle(lines: Iterable[str]) -> bytes:
    return bz2.compress("\n".join([f"# started {TIMESTAMP}", *lines, f"# completed {TIMESTAMP}", ""]).encode())


def instance_types(sample: Sample) -> bytes:
    """One most specific class a title, with what else stands in such a file.

    Articles without a class are an `owl:Thing`, and an office holder has an intermediate node for the office.
    """
    types = dict(sample.types)
    for source in sample.articles:
        title, kind = source.header["title"], source.header.get("class", "")
        if kind or "Disambiguation" not in templates(source.text):
            types[title] = kind
        if kind == "OfficeHolder":
            types[f"{title}__PersonFunction__1"] = "PersonFunction"
    return turtle(
        f"{resource(title)} <{TYPE}> <{ONTOLOGY + kind if kind else PREFIXES['owl:'] + 'Thing'}> ."
        for title, kind in sorted(types.items())
    )


def redirect_triples(sample: Sample) -> bytes:
    predicate = f"<{ONTOLOGY}wikiPageRedirects>"
    return turtle(
        f"{resource(title)} {predicate} {resource(target.partition('#')[0])} ."
        for title, target in sorted(sample.redirects.items())
    )


def class_iri(name: str) -> str:
    prefix, colon, local = name.partition(":")
    return PREFIXES[prefix + colon] + local if colon else ONTOLOGY + name


def ontology(sample: Sample) -> bytes:
    """The excerpt of the DBpedia ontology as RDF/XML, and one property, which is no class."""
    lines = [
        '<rdf:RDF xml:base="http://dbpedia.org/ontology/"'
        ' xmlns:cc="http://creativecommons.org/ns#" xmlns:dcterms="http://purl.org/dc/terms/"'
        ' xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns="http://dbpedia.org/ontology/">',
        f'  <owl:Ontology rdf:about="{ONTOLOGY}">',
        '    <dcterms:title xml:lang="en">Excerpt of the DBpedia Ontology</dcterms:title>',
        "    <dcterms:creator>DBpedia Maintainers and Contributors</dcterms:creator>",
        '    <dcterms:source rdf:resource="http://mappings.dbpedia.org"/>',
        '    <cc:license rdf:resource="http://creativecommons.org/licenses/by-sa/3.0/"/>',
        "  </owl:Ontology>",
    ]
    for name, (parents, label) in sorted(sample.classes.items()):
        lines.append(f'  <owl:Class rdf:about="{ONTOLOGY}{name}">')
        lines.append(f'    <rdfs:label xml:lang="en">{quoted(label)}</rdfs:label>')
        lines += [f'    <rdfs:subClassOf rdf:resource="{class_iri(parent)}"/>' for parent in parents]
        lines.append("  </owl:Class>")
    lines += [
        f'  <owl:ObjectProperty rdf:about="{ONTOLOGY}author">',
        '    <rdfs:label xml:lang="en">author</rdfs:label>',
        f'    <rdfs:domain rdf:resource="{ONTOLOGY}Work"/>',
        f'    <rdfs:range rdf:resource="{ONTOLOGY}Person"/>',
        "  </owl:ObjectProperty>",
        "</rdf:RDF>",
        "",
    ]
    return "\n".join(lines).encode()


# --- the files -------------------------------------------------------------------------------------------------------


def files(sample: Sample) -> dict[str, bytes]:
    """File name to content, for every file of `wiki/`."""
    pages = pages_of(sample)
    dump, index = multistream(pages)
    stem = f"{WIKI}-{DATE}"
    return {
        f"{stem}-pages-articles-multistream.xml.bz2": dump,
        f"{stem}-pages-articles-multistream-index.txt.bz2": index,
        f"{stem}-page.sql.gz": sql_dump("page", page_rows(pages)),
        f"{stem}-categorylinks.sql.gz": sql_dump("categorylinks", categorylinks_rows(pages)),
        f"{stem}-linktarget.sql.gz": sql_dump("linktarget", linktarget_rows(pages)),
        f"{stem}-redirect.sql.gz": sql_dump("redirect", redirect_rows(pages)),
        f"{stem}-page_props.sql.gz": sql_dump("page_props", page_props_rows(pages, sample)),
        "instance-types_lang=en_specific.ttl.bz2": instance_types(sample),
        "redirects_lang=en.ttl.bz2": redirect_triples(sample),
        "ontology.owl": ontology(sample),
    }


def plain(name: str, data: bytes) -> bytes:
    """What to compare: gzip output differs between zlib builds, its content does not."""
    return gzip.decompress(data) if name.endswith(".gz") else data


def differences(folder: Path, wanted: dict[str, bytes]) -> list[str]:
    """Names of the files in `folder` that are missing, left over or not as wanted."""
    there = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}
    return sorted(
        name
        for name in there.keys() | wanted.keys()
        if name not in there or name not in wanted or plain(name, there[name]) != plain(name, wanted[name])
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the sample wiki from its sources.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if wiki/ is not what the sources give"
    )
    arguments = parser.parse_args()
    try:
        sample = read_sample()
        check(sample)
        wanted = files(sample)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    folder = HERE / "wiki"
    changed = differences(folder, wanted)
    if arguments.check:
        for name in changed:
            print(f"wiki/{name} is not what the sources give; run python sample/make.py", file=sys.stderr)
        return int(bool(changed))
    folder.mkdir(exist_ok=True)
    for name in changed:
        if name in wanted:
            (folder / name).write_bytes(wanted[name])
        else:
            (folder / name).unlink()
    print(f"{len(sample.articles)} articles, {len(wanted)} files, {sum(map(len, wanted.values())):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
