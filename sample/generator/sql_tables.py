"""The SQL tables of the wiki: Wikimedia's definitions, and the rows that the pages give."""

from __future__ import annotations

from sample.generator.categories import hidden_categories
from sample.generator.ids import link_target_id, page_random
from sample.generator.pages import Page
from sample.generator.snapshot import DATE, DAY
from sample.generator.sources import Sample, SourceError
from sample.generator.sql_dump import Row, sql_dump
from sample.generator.titles import name_of, namespace_of
from sample.generator.wikitext import default_sort, link_targets, short_description, templates

DEFINITIONS = {
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
"""Table to its columns and keys, as in `CREATE TABLE`."""
_CATEGORY, _TEMPLATE = 14, 10
_CATEGORY_LINK_TYPES = {14: b"subcat", 6: b"file"}


def sql_tables(pages: list[Page], sample: Sample) -> dict[str, bytes]:
    """Table to its compressed dump. Raises SourceError where two link targets have the same id."""
    hidden = {f"Category:{name}" for name in hidden_categories(sample)}
    rows = {
        "page": _page_rows(pages),
        "categorylinks": _categorylinks_rows(pages),
        "linktarget": _linktarget_rows(pages),
        "redirect": _redirect_rows(pages),
        "page_props": _page_props_rows(pages, hidden),
    }
    return {table: sql_dump(table, DEFINITIONS[table], rows[table]) for table in DEFINITIONS}


def _page_rows(pages: list[Page]) -> list[Row]:
    return [
        (
            page.page_id,
            page.namespace,
            page.name.encode(),
            int(page.redirect is not None),
            0,
            page_random(page.title),
            f"{DATE}000000".encode(),
            f"{DATE}000000".encode(),
            page.rev_id,
            len((page.text or "").encode()),
            page.model.encode(),
            None,
        )
        for page in pages
    ]


def _categorylinks_rows(pages: list[Page]) -> list[Row]:
    rows: list[tuple[int, int, Row]] = []
    for page in pages:
        kind = _CATEGORY_LINK_TYPES.get(page.namespace, b"page")
        for category, key in page.categories:
            target = link_target_id(_CATEGORY, category.replace(" ", "_"))
            sort = _sort_key(f"{key}\n{page.name}" if key else page.name)
            row = (page.page_id, sort, f"{DAY} 00:00:00".encode(), key.encode(), kind, 1, target)
            rows.append((page.page_id, target, row))
    return [row for _, _, row in sorted(rows)]


def _sort_key(title: str) -> bytes:
    """A key that looks like one of MediaWiki's `uca-default-u-kn` collation: weights and levels, not valid UTF-8."""
    weights = bytes(0x2A + 2 * (ord(letter) - 65) if "A" <= letter <= "Z" else 0x04 for letter in title.upper())
    level = bytes([1, min(len(weights) + 4, 255)])
    return (weights[:200] + level + b"\x01\xdc" + level[1:])[:230]


def _linktarget_rows(pages: list[Page]) -> list[Row]:
    names = {(_CATEGORY, category.replace(" ", "_")) for page in pages for category, _ in page.categories}
    for page in pages:
        if page.model == "wikitext" and page.text is not None:
            names |= {(0, title.replace(" ", "_")) for title in link_targets(page.text)}
            names |= {(_TEMPLATE, title.replace(" ", "_")) for title in templates(page.text)}
    rows = sorted((link_target_id(namespace, name), namespace, name) for namespace, name in names)
    if len({lt_id for lt_id, _, _ in rows}) < len(rows):
        raise SourceError("two link targets have the same lt_id: give one another title")
    return [(lt_id, namespace, name.encode()) for lt_id, namespace, name in rows]


def _redirect_rows(pages: list[Page]) -> list[Row]:
    rows: list[Row] = []
    for page in pages:
        if page.redirect is not None:
            title, _, fragment = page.redirect.partition("#")
            rows.append((page.page_id, namespace_of(title), name_of(title).encode(), b"", fragment.encode()))
    return rows


def _page_props_rows(pages: list[Page], hidden: set[str]) -> list[Row]:
    """`hidden` has the titles of the hidden categories' pages."""
    rows: list[Row] = []
    for page in pages:
        text = page.text or ""
        is_disambiguation = page.namespace == 0 and "Disambiguation" in templates(text)
        props = {
            "hiddencat": "" if page.title in hidden else None,
            "disambiguation": "" if is_disambiguation else None,
            "defaultsort": default_sort(text),
            "wikibase-shortdesc": short_description(text),
            "wikibase_item": page.item or None,
        }
        rows += [
            (page.page_id, name.encode(), value.encode(), None)
            for name, value in sorted(props.items())
            if value is not None
        ]
    return rows
