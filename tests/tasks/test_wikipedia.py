from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pipelines import BuildCorpora, Completeness, Redirects, TypeIndex, WikidataApi, WikidataIds
from schemas.errors import InputError
from tasks.base import DatasetTask
from tests.support.small_dump import dump, page
from tests.tasks.conftest import Configure


@pytest.mark.parametrize("step", [Completeness, WikidataIds, Redirects])
def test_the_tables_of_another_wiki_are_refused(step: type[DatasetTask], tmp_path: Path, configure: Configure) -> None:
    """Whoever names another dump and not its tables has those of the sample."""
    made = dump(tmp_path / "dump.xml", page(1, "A", "a"))
    made.write_text(made.read_text().replace("samplewiki", "enwiki"))
    configure(Wikipedia={"pages": made})
    with pytest.raises(InputError) as raised:
        step().check_inputs()
    assert str(raised.value) == (
        "page_table in [Wikipedia] = sample/wiki/samplewiki-20260901-page.sql.gz: a table of 'samplewiki', but the "
        f"dump {made} is of 'enwiki'; name the table of that dump (docs/tutorial/own-dump.md says what each is for)"
    )


def test_a_table_that_does_not_say_whose_it_is_is_taken(tmp_path: Path, configure: Configure) -> None:
    table = tmp_path / "page.sql.gz"
    table.write_bytes(gzip.compress(b"CREATE TABLE `page` (\n"))
    configure(Wikipedia={"page_table": table})
    assert Completeness().files()["page_table"] == [str(table)]


def test_the_setting_chooses_where_wikidata_ids_come_from(configure: Configure) -> None:
    found = {}
    for source in ("none", "tables", "api"):
        configure(
            TypeIndex={"wikidata_ids": source},
            WikidataApi={"endpoint": "http://wiki/w/api.php", "contact": "me@example.org"},
        )
        found[source] = TypeIndex().requires().get("wikidata_ids")
    assert found == {"none": None, "tables": WikidataIds(), "api": WikidataApi()}


def test_a_live_wiki_is_not_asked_without_an_address(configure: Configure) -> None:
    configure(TypeIndex={"wikidata_ids": "api"})
    with pytest.raises(InputError) as raised:
        WikidataApi().check_inputs()
    assert str(raised.value) == "endpoint in [WikidataApi] is empty: wikidata_ids = api in [TypeIndex] needs it"


@pytest.mark.parametrize(("table", "compared"), [("sample/wiki/samplewiki-20260901-page.sql.gz", True), ("", False)])
def test_pages_are_compared_where_there_is_a_table(table: str, compared: bool, configure: Configure) -> None:
    configure(Wikipedia={"page_table": table})
    assert any(isinstance(task, Completeness) for task in BuildCorpora().requires()) == compared
