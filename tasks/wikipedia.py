"""The steps that read the dump and its tables."""

from __future__ import annotations

import functools
import itertools
import logging
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final

from schemas import storage
from schemas.errors import InputError, quoted
from tasks.base import DatasetTask
from tasks.beam import BeamTask
from tasks.inputs import input_file, input_files, siteinfo
from tasks.live_wiki import LiveWiki
from tasks.parameters import LEAST_MB, MOST_MB, Bool, Choice, Float, Path
from tasks.settings import Beam, Build, Wikipedia
from wiki.dump.enterprise import is_html_dump
from wiki.dump.page_table import PAGE
from wiki.dump.pages import cut_file, missing_end, read_pages, read_siteinfo
from wiki.dump.repeated_pages import repeated_pages
from wiki.dump.siteinfo_check import siteinfo_doubt
from wiki.dump.sql_rows import check_table, table_database
from wiki.sentences.conventions import splitter_doubt
from wiki.site.siteinfo import SiteInfo
from wiki.steps.wikidata_ids import PAGE_PROPS

_SAMPLE: Final = ("sample", "wiki")
"""The folder of the sample's inputs in a checkout."""
_SAMPLE_WIKI: Final = "samplewiki"
_logger = logging.getLogger("luigi-interface")


class HtmlPages(BeamTask):
    """The records of an HTML dump, cut so that several workers can read them: gzip has to be read from its beginning.

    Built where `pages` in [Wikipedia] names Wikimedia Enterprise's HTML dump, and read in its place by the steps after.
    """

    datasets = ("html_pages", "rejects")
    step_version = 4
    is_shared_out = False
    transform = "wiki.transforms:ReadHtmlDump"

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def configuration(self) -> dict[str, Any]:
        return {"dumps": dump_files()}


class Punkt(BeamTask):
    """Parameters of the sentence splitter, trained on paragraphs of the dump: no download, any language.

    Whole splits are drawn by hash until there is enough text, so the result does not depend on workers or order.
    """

    datasets = ("punkt", "rejects")
    step_version = 13
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
            "train_bytes": _bytes(self.train_mb),
        }


class Sentences(BeamTask):
    """Every sentence of the articles with its anchors, and the redirects and pages of the dump, in one pass over it."""

    datasets = ("sentences", "redirects", "pages", "rejects")
    step_version = 16
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
        yield from filter(None, (siteinfo_doubt(dump, site), splitter_doubt(self.splitter, site.lang)))

    def build(self) -> None:
        """Build the step, with a warning where pages are in the dump more than once.

        Raises InputError where two files of the dump begin with the same page.
        """
        if not html_pages_step():
            _check_first_pages(siteinfo(dump_files()[0]))
        super().build()
        if repeated := repeated_pages(self.location("pages")):
            _logger.warning(
                "%s: the dump has %s more than once, and the corpus their sentences, page %d first; where files of "
                "pages in [Wikipedia] overlap, name the parts of one dump alone and give the same command again",
                *(self.step, "1 page" if len(repeated) == 1 else f"{len(repeated):,} pages", repeated[0]),
            )


class Completeness(BeamTask):
    """Whether every article and redirect that the wiki's SQL table `page` names was read: the pages that were not.

    The table and the XML of a dump are written hours or days apart, so the pages that were created and deleted in
    between are in one of them. The step fails where more pages than these differ.
    """

    datasets = ("unaccounted_pages", "rejects")
    step_version = 2
    grows_with_dump = False
    transform = "wiki.transforms:ComparePages"

    max_difference_share = Float(
        default=0.01,
        most=1,
        significant=False,
        description="the step fails where a greater share of the table's pages is in the table or the dump alone",
    )

    def files(self) -> dict[str, list[str]]:
        return {
            "pages": dump_files()[:1],
            "page_table": [table_file("page_table in [Wikipedia]", Wikipedia().page_table)],
        }

    def check_inputs(self) -> None:
        super().check_inputs()
        # The step would tell it too, after the dump has been read.
        check_table(self.files()["page_table"][0], PAGE)

    def requires(self) -> dict[str, DatasetTask]:
        return {"sentences": Sentences()}

    def configuration(self) -> dict[str, Any]:
        files, sentences = self.files(), self.requires()["sentences"]
        return {
            "dump": files["pages"][0],
            "page_table": files["page_table"][0],
            "pages": sentences.location("pages"),
            "rejects": sentences.location("rejects"),
        }

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


class WikidataIds(BeamTask):
    """The Wikidata item of every article, from the SQL tables `page` and `page_props` of the dump."""

    datasets = ("wikidata_ids", "rejects")
    step_version = 2
    grows_with_dump = False
    transform = "wiki.transforms:ReadWikidataTables"

    page_props_table = Path(
        default="", optional=True, significant=False, description="SQL table page_props, for categories as well"
    )

    def files(self) -> dict[str, list[str]]:
        return {
            "pages": dump_files()[:1],
            "page_table": [table_file("page_table in [Wikipedia]", Wikipedia().page_table)],
            "page_props_table": [table_file("page_props_table in [WikidataIds]", self.page_props_table)],
        }

    def check_inputs(self) -> None:
        super().check_inputs()
        files = self.files()
        check_table(files["page_table"][0], PAGE)
        check_table(files["page_props_table"][0], PAGE_PROPS)

    def configuration(self) -> dict[str, Any]:
        files = self.files()
        return {
            "dump": files["pages"][0],
            "page_table": files["page_table"][0],
            "page_props_table": files["page_props_table"][0],
        }


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


def dump_files() -> list[str]:
    """The dump's files, XML or HTML. Raises InputError where one is missing."""
    return input_files("pages in [Wikipedia]", Wikipedia().pages)


def _check_installed(language: str) -> None:
    """Raise InputError where NLTK's parameters for a language are not on this machine."""
    # It brings NLTK, which takes longer to import than most checks.
    from wiki.sentences.punkt import load_punkt_tab

    try:
        load_punkt_tab(language)
    except InputError as error:
        raise InputError(f"splitter = punkt_tab in [Sentences]: {error}") from error


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


def html_pages_step() -> dict[str, DatasetTask]:
    """The step that cuts the dump, by its role, where the dump is one of HTML; else nothing.

    Raises InputError where some files of the dump are of HTML and some are not, or where they are of several wikis.
    """
    files = dump_files()
    kinds = [_is_html_dump(path) for path in files]
    if any(kinds) and not all(kinds):
        raise InputError(
            f"pages in [Wikipedia]: {files[kinds.index(True)]} is an HTML dump and {files[kinds.index(False)]} is not; "
            "name files of one kind"
        )
    _check_one_wiki(files)
    return {"html_pages": HtmlPages()} if kinds[0] else {}


def _check_one_wiki(files: list[str]) -> None:
    """Raise InputError where files are of several wikis: all pages are read by what the first file says of its wiki."""
    if len(files) == 1:
        return
    known = [(path, wiki) for path in files if (wiki := _wiki(path))]
    for path, wiki in known:
        if wiki != known[0][1]:
            raise InputError(
                f"pages in [Wikipedia]: {known[0][0]} is of {quoted(known[0][1])} and {path} of {quoted(wiki)}; name "
                "files of one wiki"
            )


@functools.lru_cache(maxsize=1024)
def _wiki(path: str) -> str:
    """The database of a file's wiki; empty where its head does not say it, or cannot be read."""
    try:
        return read_siteinfo(path).dbname
    except InputError:
        # The step that reads the file tells what is wrong with it.
        return ""


@functools.lru_cache(maxsize=1024)
def _is_html_dump(path: str) -> bool:
    # Every step asks, again and again, and a dump may have a hundred files, each to be opened and decompressed.
    return is_html_dump(path)


def dump_configuration() -> dict[str, Any]:
    """What a transform that reads the dump is given: its files, and their pages where they are of HTML."""
    step = html_pages_step()
    return {"dumps": dump_files(), "html_pages": step["html_pages"].location() if step else None}


def table_file(setting: str, value: str) -> str:
    """The SQL table of the dump's wiki that a setting names.

    Raises InputError where it is missing, or says that it is of another wiki: settings for another dump that do not
    name its tables would get those of the sample.
    """
    path = input_file(setting, value)
    dump = dump_files()[0]
    wiki, database = siteinfo(dump).dbname, table_database(path)
    if wiki and database and wiki != database:
        raise InputError(
            f"{setting} = {value}: a table of {quoted(database)}, but the dump {dump} is of {quoted(wiki)}; name the "
            "table of that dump (docs/tutorial/own-dump.md says what each is for)"
        )
    return path


def files_for_dump(setting: str, value: str) -> list[str]:
    """The files that a setting names to go with the dump: types, redirects, a dump of Wikidata.

    Raises InputError where one is missing, or is the sample's and the dump is not. They do not say whose they are, and
    settings for another dump that do not name theirs would get those of the checkout's luigi.cfg without a word.
    """
    files = input_files(setting, value)
    if any(PurePosixPath(path).parts[-3:-1] == _SAMPLE for path in files):
        dump = dump_files()[0]
        wiki = siteinfo(dump).dbname
        if wiki != _SAMPLE_WIKI:
            raise InputError(
                f"{setting} = {value}: a file of the sample, which luigi.cfg of the checkout names, but the dump "
                f"{dump} is of {quoted(wiki)}; name that of your dump in your settings file, or leave it empty where "
                "there is none"
            )
    return files


def split_bytes() -> int:
    """Compressed bytes of the dump in one unit of work."""
    return _bytes(Wikipedia().split_mb)


def _bytes(megabytes: float) -> int:
    return int(megabytes * 1e6)
