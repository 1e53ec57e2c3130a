from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.sources.instance_types import Redirects
from dbpedia.wikidata_index import (
    EMPTY,
    WikidataTitles,
    build_wikidata_index,
    open_wikidata_index,
    write_wikidata_index,
)
from schemas.errors import InputError
from tests.support.type_data import wikidata_index

QIDS = {"Rome": "Q220", "Ada Lovelace": "Q7259", "Own": "Q5", "Largest": "Q2147483647"}
REDIRECTS = {
    "Roma": "Rome",
    "Eternal city": "Roma",
    "Own": "Rome",
    "A": "B",
    "B": "A",
    "To nowhere": "Nowhere",
}
EXPECTED = {
    **QIDS,
    "Roma": "Q220",
    "Eternal city": "Q220",
    # A redirect that has an item of its own keeps it.
    "Own": "Q5",
    "A": None,
    "B": None,
    "To nowhere": None,
    "Nowhere": None,
    "": None,
}
NO_CLASSES = np.empty(0, np.uint32)


def test_titles_and_redirects_have_the_item_of_their_article(tmp_path: Path) -> None:
    index = wikidata_index(QIDS, REDIRECTS)
    assert len(index) == 6
    path = str(tmp_path / "index")
    write_wikidata_index(index, path)
    for each in (index, open_wikidata_index(path)):
        qids = each.qids(list(EXPECTED))
        assert qids.type == pa.string()
        assert dict(zip(EXPECTED, qids.to_pylist(), strict=True)) == EXPECTED


def test_titles_and_redirects_of_items_that_are_classes(tmp_path: Path) -> None:
    qids = {"Guitar": "Q6607", "Rome": "Q220", "Drum": "Q11404"}
    index = wikidata_index(qids, {"Guitars": "Guitar", "Roma": "Rome"}, classes=[1, 6607, 11404, 99999])
    path = str(tmp_path / "index")
    write_wikidata_index(index, path)
    asked = {"Guitar": True, "Guitars": True, "Drum": True, "Rome": False, "Roma": False, "Nowhere": False}
    for each in (index, open_wikidata_index(path)):
        assert dict(zip(asked, each.of_classes(list(asked)).tolist(), strict=True)) == asked
        assert each.of_classes([]).tolist() == []


def test_the_first_item_of_a_title_counts() -> None:
    blocks = [
        WikidataTitles(pa.array(titles, pa.large_string()), pa.array(qids))
        for titles, qids in ((["Rome"], ["Q1"]), (["Bern", "Rome"], ["Q2", "Q3"]))
    ]
    built = build_wikidata_index(blocks, [Redirects(["Roma"], ["Rome"])], NO_CLASSES)
    assert built.index.qids(["Rome", "Bern", "Roma"]).to_pylist() == ["Q1", "Q2", "Q1"]
    assert (built.titles, built.repeated, built.redirects) == (2, 1, 1)


@given(st.dictionaries(st.text(max_size=3), st.integers(1, (1 << 31) - 1), max_size=40), st.lists(st.text(max_size=3)))
def test_any_titles(numbers: dict[str, int], asked: list[str]) -> None:
    known = {title: f"Q{number}" for title, number in numbers.items()}
    assert wikidata_index(known).qids([*asked, *known]).to_pylist() == [*map(known.get, asked), *known.values()]


def test_an_index_without_titles_knows_nothing(tmp_path: Path) -> None:
    built = build_wikidata_index([], [Redirects(["Roma"], ["Rome"])], NO_CLASSES).index
    write_wikidata_index(EMPTY, str(tmp_path / "index"))
    for index in (EMPTY, built, open_wikidata_index(str(tmp_path / "index"))):
        assert (len(index), index.qids(["Rome", "Roma"]).to_pylist()) == (0, [None, None])
        assert index.qids([]).to_pylist() == []
        assert index.of_classes(["Rome", "Roma"]).tolist() == [False, False]


def test_another_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "index"
    with pytest.raises(InputError, match="no such Wikidata index; build it first"):
        open_wikidata_index(str(path))
    path.write_bytes(b"")
    with pytest.raises(InputError, match="not a Wikidata index, or cut short"):
        open_wikidata_index(str(path))
