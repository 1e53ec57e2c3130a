"""The SQL tables `page` and `redirect` as mysqldump writes them, with rows as they stand there."""

from __future__ import annotations

from pathlib import Path

PAGE = """CREATE TABLE `page` (
  `page_id` int(8) unsigned NOT NULL,
  `page_namespace` int(11) NOT NULL,
  `page_title` varbinary(255) NOT NULL,
  `page_is_redirect` tinyint(1) unsigned NOT NULL,
  PRIMARY KEY (`page_id`)
) ENGINE=InnoDB;
"""
REDIRECT = """CREATE TABLE `redirect` (
  `rd_from` int(8) unsigned NOT NULL,
  `rd_namespace` int(11) NOT NULL,
  `rd_title` varbinary(255) NOT NULL,
  `rd_interwiki` varbinary(32) DEFAULT NULL,
  `rd_fragment` varbinary(255) DEFAULT NULL,
  PRIMARY KEY (`rd_from`)
) ENGINE=InnoDB;
"""


def tables(folder: Path, pages: str, redirects: str) -> tuple[str, str]:
    for name, create, rows in (("page", PAGE, pages), ("redirect", REDIRECT, redirects)):
        insert = f"INSERT INTO `{name}` VALUES {rows};\n" if rows else ""
        (folder / f"{name}.sql").write_bytes((create + insert).encode("latin-1"))
    return str(folder / "page.sql"), str(folder / "redirect.sql")
