"""The dump as the steps are given it: its files, of XML or of HTML, and other files that are to be of the same wiki."""

from __future__ import annotations

import functools
from pathlib import PurePosixPath
from typing import Any, Final

from schemas.errors import InputError, quoted
from tasks.settings.inputs import input_file, input_files, siteinfo
from tasks.settings.shared import Wikipedia
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from wiki.dump.enterprise import is_html_dump
from wiki.dump.pages import read_siteinfo
from wiki.dump.sql_rows import table_database

_SAMPLE: Final = ("sample", "wiki")
"""The folder of the sample's inputs in a checkout."""
_SAMPLE_WIKI: Final = "samplewiki"


class HtmlPages(BeamTask):
    """The records of an HTML dump, cut so that several workers can read them: gzip has to be read from its beginning.

    Built where `pages` in [Wikipedia] names Wikimedia Enterprise's HTML dump, and read in its place by the steps after.
    """

    datasets = ("html_pages", "rejects")
    step_version = 5
    is_shared_out = False
    transform = "wiki.transforms:ReadHtmlDump"

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def configuration(self) -> dict[str, Any]:
        return {"dumps": dump_files()}


def dump_files() -> list[str]:
    """The dump's files, XML or HTML. Raises InputError where one is missing."""
    return input_files("pages in [Wikipedia]", Wikipedia().pages)


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


def table_file(setting: str, value: str, otherwise: str = "") -> str:
    """The SQL table of the dump's wiki that a setting names.

    Raises InputError as `input_file` does where it is missing, and where it is the sample's and the dump is not, or
    says that it is of another wiki.
    """
    path = input_file(setting, value, otherwise)
    _check_not_of_the_sample(setting, value, [path], otherwise)
    dump = dump_files()[0]
    wiki, database = siteinfo(dump).dbname, table_database(path)
    if wiki and database and wiki != database:
        raise InputError(
            f"{setting} = {value}: a table of {quoted(database)}, but the dump {dump} is of {quoted(wiki)}; name the "
            "table of that dump (docs/tutorial/own-dump.md says what each is for)"
        )
    return path


def files_for_dump(setting: str, value: str, otherwise: str = "") -> list[str]:
    """The files that a setting names to go with the dump: types, redirects, a dump of Wikidata.

    Raises InputError as `input_files` does where one is missing, and where it is the sample's and the dump is not.
    """
    files = input_files(setting, value, otherwise)
    _check_not_of_the_sample(setting, value, files, otherwise)
    return files


def _check_not_of_the_sample(setting: str, value: str, files: list[str], otherwise: str) -> None:
    """Raise InputError where a file is the sample's and the dump is not.

    Settings for another dump that do not name theirs would get those of the checkout's luigi.cfg without a word.
    """
    if any(PurePosixPath(path).parts[-3:-1] == _SAMPLE for path in files):
        dump = dump_files()[0]
        wiki = siteinfo(dump).dbname
        if wiki != _SAMPLE_WIKI:
            raise InputError(
                f"{setting} = {value}: a file of the sample, which luigi.cfg of the checkout names, but the dump "
                f"{dump} is of {quoted(wiki)}; name that of your dump in your settings file, or "
                f"{otherwise or 'leave it empty where there is none'}"
            )


def split_bytes() -> int:
    """Compressed bytes of the dump in one unit of work."""
    return int(Wikipedia().split_mb * 1e6)
