"""The steps that read the category graph from a dump: from its SQL tables, or from the wikitext of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from schemas.errors import InputError
from tasks.dump import dump_files, html_pages_step, split_bytes, table_file
from tasks.settings.parameters import Path
from tasks.settings.shared import Wikipedia
from tasks.step.base import CHECKED_EARLY
from tasks.step.beam import BeamTask
from tasks.wikidata import WikidataIds
from wiki.categories.from_tables import CategoryTables, check_tables
from wiki.steps.category_edges_from_pages import templates_doubt

_dump_name = re.compile(r"(?:.*/)?([^/-]+)-([0-9]{8})-[a-z_]+\.sql[^/]*").fullmatch

_WITHOUT_TABLES: Final = (
    "where there are none set source = pages or api in [BuildDomains], or leave domains there empty and name no domain "
    "as a label set"
)


class CategoryEdges(BeamTask):
    """Who is a member of which category, from the SQL tables of the dump."""

    datasets = ("category_edges", "rejects")
    step_version = 1
    grows_with_dump = False
    transform = "wiki.transforms:ReadCategoryTables"
    priority = CHECKED_EARLY

    page_table = Path(
        default="", optional=True, significant=False, description="SQL table page; empty for that of [Wikipedia]"
    )
    categorylinks_table = Path(
        significant=False,
        description=f"SQL table categorylinks; {_WITHOUT_TABLES}",
    )
    linktarget_table = Path(
        default="",
        optional=True,
        significant=False,
        description="SQL table linktarget; empty where categorylinks has cl_to",
    )
    page_props_table = Path(
        default="",
        optional=True,
        significant=False,
        description="SQL table page_props; empty for that of [WikidataIds]",
    )

    def files(self) -> dict[str, list[str]]:
        return {table: [path] for table, path in self._tables().items() if path}

    def _tables(self) -> dict[str, str]:
        try:
            return {
                table: table_file(setting, value) if value or table != "linktarget" else ""
                for table, (setting, value) in self._settings().items()
            }
        except InputError as error:
            if all(value for table, (_, value) in self._settings().items() if table != "linktarget"):
                raise
            # Who has no tables of the wiki need not know that they are for domains, which are on unless turned off.
            raise InputError(f"{error}. The SQL tables are for domains: {_WITHOUT_TABLES}") from error

    def _settings(self) -> dict[str, tuple[str, str]]:
        """The setting that names each table, and what it says."""
        own = {
            "page": self.page_table,
            "categorylinks": self.categorylinks_table,
            "linktarget": self.linktarget_table,
            "page_props": self.page_props_table,
        }
        settings = {table: (f"{table}_table in [CategoryEdges]", value) for table, value in own.items()}
        return {**settings, **{table: said for table, said in _elsewhere().items() if said[1] and not own[table]}}

    def check_inputs(self) -> None:
        super().check_inputs()
        check_tables(CategoryTables(**self._tables()))

    def configuration(self) -> dict[str, Any]:
        return {"tables": self._tables()}

    def doubts(self) -> Iterator[str]:
        if doubt := dates_doubt([*self._settings().values(), *_elsewhere().values()]):
            yield doubt


def _elsewhere() -> dict[str, tuple[str, str]]:
    """The settings of other steps that name tables of the dump which this one reads as well, and what they say."""
    return {
        "page": ("page_table in [Wikipedia]", Wikipedia().page_table),
        "page_props": ("page_props_table in [WikidataIds]", WikidataIds().page_props_table),
    }


def dates_doubt(settings: Iterable[tuple[str, str]]) -> str:
    """What is doubtful where settings name tables of dumps of several dates, by the names of the files; else empty."""
    wikis: dict[str, dict[str, str]] = {}
    for setting, value in settings:
        if named := _dump_name(value):
            wiki, date = named.groups()
            wikis.setdefault(wiki, {}).setdefault(date, f"{setting} = {value}")
    # A table of another wiki is refused where it is read; where it is not, it is that of the checkout's luigi.cfg.
    several = next((dates for dates in wikis.values() if len(dates) > 1), {})
    return f"tables of several dumps: {', '.join(several.values())}; name those of one dump" if several else ""


class CategoryPages(BeamTask):
    """Who is a member of which category, from the wikitext of the dump's pages; for wikis without SQL tables.

    Categories that templates give are not there. A separate pass over the dump: `Sentences` reads articles alone, and
    needs not be built again for another source of the categories.
    """

    datasets = ("category_edges", "rejects")
    step_version = 1
    transform = "wiki.transforms:ReadPageCategories"
    priority = CHECKED_EARLY

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def check_inputs(self) -> None:
        super().check_inputs()
        if html_pages_step():
            raise InputError(
                "source = pages in [BuildDomains]: an HTML dump has no wikitext of the categories' pages; set source = "
                "tables or api, or leave domains empty and name no domain as a label set"
            )

    def configuration(self) -> dict[str, Any]:
        return {"dumps": dump_files(), "split_bytes": split_bytes()}

    def doubts_when_built(self) -> Iterator[str]:
        if doubt := templates_doubt(self.manifest().counts):
            yield doubt
