"""Which files the category graph is read from, and what is doubted of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.categories import CategoryEdges, CategoryPages, dates_doubt
from tests.support.configured import Configure
from tests.support.html_dump import html_dump, record


def test_the_tables_that_other_steps_read_are_named_once(tmp_path: Path, configure: Configure) -> None:
    """One of the two keys that is brought up to date, and the other not, gives domains of last month's categories."""
    page, page_props = copies = [tmp_path / f"{name}.sql.gz" for name in ("page", "page_props")]
    for copy in copies:
        shutil.copy(f"sample/wiki/samplewiki-20260901-{copy.name}", copy)
    configure(Wikipedia={"page_table": page}, WikidataIds={"page_props_table": page_props})
    tables = CategoryEdges().configuration()["tables"]
    assert (tables["page"], tables["page_props"]) == (str(page), str(page_props))
    configure(Wikipedia={"page_table": ""}, CategoryEdges={"page_table": page, "page_props_table": page_props})
    assert CategoryEdges().configuration()["tables"] == tables
    configure(Wikipedia={"page_table": ""})
    with pytest.raises(InputError) as told:
        CategoryEdges().check_inputs()
    # Who builds the corpus of a domain alone has no use for a list of domains that is empty.
    assert str(told.value) == (
        "page_table in [CategoryEdges] is empty: name a file. The SQL tables are for domains: where there are none set "
        "source = pages or api in [BuildDomains], or leave domains there empty and name no domain as a label set"
    )


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ([("a", "/d/enwiki-20260901-page.sql.gz"), ("b", "enwiki-20260901-page_props.sql.gz")], ""),
        ([("a", "/d/enwiki-20260901-page.sql.gz"), ("b", ""), ("c", "page-20260801.sql"), ("d", "frwiki.sql")], ""),
        ([("a", "/d/enwiki-20260901-page.sql.gz"), ("b", "samplewiki-20260801-page.sql.gz")], ""),
        (
            [("a", "/d/enwiki-20260901-page.sql.gz"), ("b", "s3://d/enwiki-20260801-linktarget.sql.gz")],
            "tables of several dumps: a = /d/enwiki-20260901-page.sql.gz, b = s3://d/enwiki-20260801-linktarget.sql.gz"
            "; name those of one dump",
        ),
    ],
)
def test_tables_of_several_dates_are_doubted(settings: list[tuple[str, str]], told: str) -> None:
    assert dates_doubt(settings) == told


def test_the_tables_of_categories_are_doubted_with_those_of_other_steps(tmp_path: Path, configure: Configure) -> None:
    old = tmp_path / "samplewiki-20260801-page.sql.gz"
    shutil.copy("sample/wiki/samplewiki-20260901-page.sql.gz", old)
    configure(CategoryEdges={"page_table": old})
    [doubt] = CategoryEdges().doubts()
    assert doubt.startswith(f"tables of several dumps: page_table in [CategoryEdges] = {old}, categ")
    configure()
    assert not list(CategoryEdges().doubts())


def test_an_html_dump_has_no_wikitext_of_the_categories(tmp_path: Path, configure: Configure) -> None:
    configure(Wikipedia={"pages": html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "A", "<p>a</p>")]])})
    with pytest.raises(InputError) as told:
        CategoryPages().check_inputs()
    assert str(told.value) == (
        "source = pages in [BuildDomains]: an HTML dump has no wikitext of the categories' pages; set source = tables "
        "or api, or leave domains empty and name no domain as a label set"
    )
