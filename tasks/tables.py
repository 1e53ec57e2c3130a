"""What a step is that reads SQL tables of the dump."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import pyarrow as pa

from tasks.dump import dump_files, table_file
from tasks.settings.shared import Wikipedia
from tasks.step.beam import BeamTask
from wiki.dump.page_table import PAGE
from wiki.dump.sql_rows import check_table


class Table(NamedTuple):
    """A table as a setting names it."""

    setting: str
    """The setting, as people write it."""
    value: str
    """What it says."""
    columns: pa.Schema
    """The columns that are read."""


def page_table() -> Table:
    """The table of the wiki's pages."""
    return Table("page_table in [Wikipedia]", Wikipedia().page_table, PAGE)


class TablesTask(BeamTask):
    """A step that reads tables, and of the dump's pages the head alone, which says what their numbers mean."""

    grows_with_dump = False
    otherwise: ClassVar[str] = ""
    """What to do without the tables, for whoever has none."""

    def tables(self) -> dict[str, Table]:
        """The tables, by what they are."""
        raise NotImplementedError

    def files(self) -> dict[str, list[str]]:
        tables = {
            role: [table_file(table.setting, table.value, self.otherwise)] for role, table in self.tables().items()
        }
        return {"pages": dump_files()[:1], **tables}

    def check_inputs(self) -> None:
        super().check_inputs()
        files = self.files()
        # The step would tell it too, after what comes before it, which may be hours.
        for role, table in self.tables().items():
            check_table(files[role][0], table.columns)

    def configuration(self) -> dict[str, Any]:
        files = self.files()
        return {"dump": files["pages"][0], **{role: files[role][0] for role in self.tables()}}
