"""The steps that give the Wikidata item of every title: the dump's tables, an HTML dump or a live wiki says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from schemas.errors import InputError
from tasks.dump import dump_configuration, dump_files, html_pages_step, split_bytes
from tasks.settings.parameters import Path
from tasks.step.base import CHECKED_EARLY, DatasetTask
from tasks.step.beam import BeamTask
from tasks.step.live_wiki import LiveWiki
from tasks.tables import Table, TablesTask, page_table
from tasks.wikipedia import Sentences
from wiki.steps.wikidata_ids import PAGE_PROPS


class WikidataIds(TablesTask):
    """The Wikidata item of every article, from the SQL tables `page` and `page_props` of the dump."""

    datasets = ("wikidata_ids", "rejects")
    step_version = 2
    transform = "wiki.transforms:ReadWikidataTables"
    priority = CHECKED_EARLY
    otherwise = "set wikidata_ids = none in [TypeIndex]"

    page_props_table = Path(
        default="", optional=True, significant=False, description="SQL table page_props, for categories as well"
    )

    def tables(self) -> dict[str, Table]:
        page_props = Table("page_props_table in [WikidataIds]", self.page_props_table, PAGE_PROPS)
        return {"page_table": page_table(), "page_props_table": page_props}


class WikidataHtml(BeamTask):
    """The Wikidata item of every article, as the records of an HTML dump have it."""

    datasets = ("wikidata_ids", "rejects")
    step_version = 2
    transform = "wiki.transforms:ReadWikidataHtml"

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def requires(self) -> dict[str, DatasetTask]:
        return html_pages_step()

    def check_inputs(self) -> None:
        super().check_inputs()
        if not html_pages_step():
            raise InputError(
                "wikidata_ids in [TypeIndex] = dump: an HTML dump has the items, but pages in [Wikipedia] names an XML "
                "dump; choose tables or api"
            )

    def configuration(self) -> dict[str, Any]:
        return {"html_pages": dump_configuration()["html_pages"], "split_bytes": split_bytes()}


class WikidataApi(LiveWiki, BeamTask):
    """The Wikidata item of every title that the corpus links to, asked of a live wiki; for small wikis.

    The wiki answers for 50 titles a request, and follows redirects.
    """

    datasets = ("wikidata_ids", "rejects")
    step_version = 2
    is_shared_out = False
    transform = "wiki.transforms:AskWikidataIds"
    chosen_by = "wikidata_ids = api in [TypeIndex]"

    def parameters(self) -> dict[str, Any]:
        self.check_api()
        return super().parameters()

    def requires(self) -> dict[str, DatasetTask]:
        return {"sentences": Sentences()}

    def configuration(self) -> dict[str, Any]:
        return {"sentences": self.requires()["sentences"].location("sentences"), "api": self.api()}


WIKIDATA_IDS: Final[Mapping[str, type[DatasetTask] | None]] = {
    "none": None,
    "dump": WikidataHtml,
    "tables": WikidataIds,
    "api": WikidataApi,
}
"""The step that gives the Wikidata ids, by the setting that chooses it."""
