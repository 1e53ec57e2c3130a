"""The steps that read the dump and its tables for what all else is made of: sentences and redirects."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from schemas.errors import InputError, quoted
from schemas.files import storage
from schemas.text_table import counted
from tasks.dump import dump_configuration, dump_files, html_pages_step, split_bytes
from tasks.settings.inputs import siteinfo
from tasks.settings.parameters import LEAST_MB, MOST_MB, Bool, Choice, Float
from tasks.settings.shared import Beam, Build, Wikipedia
from tasks.step.base import CHECKED_EARLY, DatasetTask
from tasks.step.beam import BeamTask
from tasks.tables import Table, TablesTask, page_table
from wiki.dump.pages import missing_end, read_pages
from wiki.dump.redirect_table import REDIRECT
from wiki.dump.repeated_pages import repeated_pages
from wiki.dump.siteinfo_check import siteinfo_doubt
from wiki.dump.splits import cut_file
from wiki.sentences.conventions import splitter_doubt
from wiki.site.siteinfo import SiteInfo


class Punkt(BeamTask):
    """Parameters of the sentence splitter, trained on paragraphs of the dump: no download, any language.

    Whole splits are drawn by hash until there is enough text, so the result does not depend on workers or order.
    """

    datasets = ("punkt", "rejects")
    step_version = 16
    grows_with_dump = False
    transform = "wiki.transforms:TrainPunkt"

    train_mb = Float(default=30, least=LEAST_MB, most=MOST_MB, description="MB of article text to train on")

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def requires(self) -> dict[str, DatasetTask]:
        return html_pages_step()

    def configuration(self) -> dict[str, Any]:
        return {
            **dump_configuration(),
            "train_bytes": int(self.train_mb * 1e6),
        }


class Sentences(BeamTask):
    """Every sentence of the articles with its anchors, and the redirects and pages of the dump, in one pass over it."""

    datasets = ("sentences", "redirects", "pages", "rejects")
    step_version = 21
    path_parameters = ("splitter",)
    transform = "wiki.transforms:ExtractSentences"

    splitter = Choice(default="punkt", choices=["punkt", "punkt_tab", "sentencex"], description="sentence splitter")
    inline_templates = Bool(default=True, description="keep the text that inline templates show")

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def check_inputs(self) -> None:
        super().check_inputs()
        if self.splitter == "punkt_tab" and Beam().runner == "local":
            _check_installed(siteinfo(dump_files()[0]).lang)
        if html_pages_step() or Build().max_reject_share == 1:
            return
        for path in dump_files():
            if cut := missing_end(path):
                raise InputError(f"{cut}, or set max_reject_share = 1 in [Build] to build what there is")

    def requires(self) -> dict[str, DatasetTask]:
        return {**({"punkt": Punkt()} if self.splitter == "punkt" else {}), **html_pages_step()}

    def configuration(self) -> dict[str, Any]:
        return {
            **dump_configuration(),
            "split_bytes": split_bytes(),
            "splitter": self.splitter,
            "punkt": self.requires()["punkt"].location() if self.splitter == "punkt" else None,
            "inline_templates": self.inline_templates,
        }

    def doubts(self) -> Iterator[str]:
        dump = dump_files()[0]
        site = siteinfo(dump)
        doubts = siteinfo_doubt(dump, site), _snapshot_doubt(site), splitter_doubt(self.splitter, site.lang)
        yield from filter(None, doubts)

    def build(self) -> None:
        """Build the step. Raises InputError where two files of the dump begin with the same page."""
        if not html_pages_step():
            _check_first_pages(siteinfo(dump_files()[0]))
        super().build()

    def doubts_when_built(self) -> Iterator[str]:
        if repeated := repeated_pages(self.location("pages")):
            number = counted(len(repeated), "page")
            yield (
                f"the dump has {number} more than once, and the corpus their sentences, page {repeated[0]} first; "
                "where files of pages in [Wikipedia] overlap, name the parts of one dump alone and give the same "
                "command again"
            )


class Completeness(TablesTask):
    """Whether every article and redirect that the wiki's SQL table `page` names was read: the pages that were not.

    The table and the XML of a dump are written hours or days apart, so the pages that were created and deleted in
    between are in one of them. The step fails where more pages than these differ.
    """

    datasets = ("unaccounted_pages", "rejects")
    step_version = 2
    transform = "wiki.transforms:ComparePages"

    max_difference_share = Float(
        default=0.01,
        most=1,
        significant=False,
        description="the step fails where a greater share of the table's pages is in the table or the dump alone",
    )

    def tables(self) -> dict[str, Table]:
        return {"page_table": page_table()}

    def requires(self) -> dict[str, DatasetTask]:
        return {"sentences": Sentences()}

    def configuration(self) -> dict[str, Any]:
        sentences = self.requires()["sentences"]
        read = {dataset: sentences.location(dataset) for dataset in ("pages", "rejects")}
        return {**super().configuration(), **read}

    def is_built(self) -> bool:
        return super().is_built() and not self.why_not_done()

    def run(self) -> None:
        """Compare the pages. Raises InputError, with the place of the list, where more differ than may."""
        super().run()
        if excess := self.why_not_done():
            raise InputError(excess)

    def why_not_done(self) -> str:
        """What is wrong where more pages differ than the budget allows, else empty."""
        counts = self.manifest().counts["pages"]
        total, missing, unexpected = (counts[name] for name in ("in the table", "missing", "unexpected"))
        if missing + unexpected <= self.max_difference_share * total:
            return ""
        return (
            f"{Wikipedia().page_table}: {missing:,} of the {total:,} pages in it are missing from the dump, and "
            f"{unexpected:,} pages of the dump are not in it, more than the budget of {self.max_difference_share:.2%}; "
            f"they are listed in {self.location()}. Give all files of the dump and the table of the same one, or raise "
            "max_difference_share in [Completeness]"
        )


class Redirects(TablesTask):
    """The redirects of the wiki, from its SQL tables."""

    datasets = ("redirects", "rejects")
    step_version = 2
    transform = "wiki.transforms:ReadRedirectTables"
    priority = CHECKED_EARLY
    otherwise = "set redirects = pages in [Wikipedia]"

    def tables(self) -> dict[str, Table]:
        redirect = Table("redirect_table in [Wikipedia]", Wikipedia().redirect_table, REDIRECT)
        return {"page_table": page_table(), "redirect_table": redirect}


def redirects_step() -> DatasetTask:
    """The step that writes the redirects of the wiki."""
    return Redirects() if Wikipedia().redirects == "tables" else Sentences()


def _check_installed(language: str) -> None:
    """Raise InputError where NLTK's parameters for a language are not on this machine."""
    # It brings NLTK, which takes longer to import than most checks.
    from wiki.sentences.punkt_parameters import load_punkt_tab

    try:
        load_punkt_tab(language)
    except InputError as error:
        raise InputError(f"splitter = punkt_tab in [Sentences]: {error}") from error


def _snapshot_doubt(site: SiteInfo) -> str:
    """What is doubtful where the name of the snapshot begins with that of another wiki than the dump's; else empty."""
    snapshot = Build().snapshot
    named = re.match(r"[a-z_]+wiki(?![a-z_])", snapshot)
    if not named or not site.dbname or named[0] == site.dbname:
        return ""
    return f"snapshot in [Build] is {snapshot}, and the dump is of {site.dbname}: look at pages in [Wikipedia]"


def _check_first_pages(site: SiteInfo) -> None:
    """Raise InputError where two files begin with the same page: a dump in two forms, or a whole one and its parts."""
    files: dict[int, str] = {}
    for path in dump_files():
        (whole,) = cut_file(path, storage.size(path) + 1)
        for page in itertools.islice(read_pages(whole, site, lambda _: None), 1):
            other = files.setdefault(page.page_id, path)
            if other != path:
                raise InputError(
                    f"pages in [Wikipedia] names {other} and {path}, which both begin with page {page.page_id}, "
                    f"{quoted(page.title)}: name one of them, or the parts of one dump"
                )
