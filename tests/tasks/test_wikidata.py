from __future__ import annotations

import pytest

from pipelines import (
    TypeIndex,
    WikidataApi,
    WikidataIds,
)
from schemas.errors import InputError
from tasks.wikidata import WikidataHtml
from tests.support.configured import Configure


def test_the_setting_chooses_where_wikidata_ids_come_from(configure: Configure) -> None:
    found = {}
    for source in ("none", "tables", "api"):
        configure(
            TypeIndex={"wikidata_ids": source},
            WikidataApi={"endpoint": "http://wiki/w/api.php", "contact": "me@example.org"},
        )
        found[source] = TypeIndex().requires().get("wikidata_ids")
    assert found == {"none": None, "tables": WikidataIds(), "api": WikidataApi()}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "endpoint in [WikidataApi] is empty: give the address of the wiki's api.php"),
        ({"endpoint": "http://a/api.php"}, "contact in [WikidataApi] is empty: give the mail or web address for the "),
        (
            {"endpoint": "http://a/api.php", "contact": "me@example.org", "cache": ""},
            "cache in [WikidataApi] is empty: give the local file that keeps every answer",
        ),
    ],
)
def test_a_live_wiki_is_not_asked_without_its_settings(
    given: dict[str, object], told: str, configure: Configure
) -> None:
    configure(TypeIndex={"wikidata_ids": "api"}, WikidataApi=given)
    with pytest.raises(InputError) as raised:
        WikidataApi().check_inputs()
    assert str(raised.value).startswith(told)
    assert str(raised.value).endswith(", for wikidata_ids = api in [TypeIndex]")


def test_an_xml_dump_has_no_items(configure: Configure) -> None:
    configure(TypeIndex={"wikidata_ids": "dump"})
    with pytest.raises(InputError, match="an HTML dump has the items, but pages in"):
        WikidataHtml().check_inputs()
