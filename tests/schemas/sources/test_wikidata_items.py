from __future__ import annotations

import pytest

from schemas.sources.wikidata_items import is_qid


@pytest.mark.parametrize("text", ["Q1", "Q42", "Q2147483647"])
def test_ids_of_items(text: str) -> None:
    assert is_qid(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Q",
        "Q0",
        "Q042",
        "q42",
        "42",
        "P31",
        "Q42 ",
        " Q42",
        "Q42\n",
        "Q4.2",
        "Q\u0664\u0662",
        "Q2147483648",
        "Q99999999999",
    ],
)
def test_what_is_no_id_of_an_item(text: str) -> None:
    assert not is_qid(text)
