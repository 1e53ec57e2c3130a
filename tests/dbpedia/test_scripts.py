from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from dbpedia.letters import other_letters
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import TitleIndex, build_index, index_across_scripts, open_index, write_index
from dbpedia.wikidata_index import WikidataTitles, build_wikidata_index, open_wikidata_index, write_wikidata_index
from tests.support.lookups import find_title

CLASSES = ("City", "Person")
LANGUAGES = ["gan", "sr", "uz", "wuu", "zh"]


def strings(titles: Iterable[str]) -> pa.LargeStringArray:
    return pa.array(list(titles), pa.large_string())


def index(
    types: dict[str, str], redirects: dict[str, str] | None = None, pages: Iterable[str] = (), lang: str = "zh"
) -> TitleIndex:
    """An index of titles and redirects, all of which are pages, and of further pages."""
    links = redirects or {}
    class_ids = np.array([CLASSES.index(each) for each in types.values()], np.uint16)
    build = build_index(TypedTitles(strings(types), class_ids), [Redirects(list(links), list(links.values()))], CLASSES)
    return index_across_scripts(build, [strings([*types, *links]), strings(pages)], lang)[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_title_in_one_script_stays_as_it_is(lang: str) -> None:
    letters = other_letters(lang)
    assert letters
    for become in letters.values():
        assert become.translate(letters) == become
        assert unicodedata.is_normalized("NFC", become)


def test_languages_of_one_script_have_no_other_letters() -> None:
    assert not any(other_letters(lang) for lang in ("", "en", "ja", "ru", "de", "kk", "tg"))


@pytest.mark.parametrize(
    ("lang", "title", "other"),
    [
        ("zh", "台灣", "台湾"),
        ("zh", "臺灣", "台湾"),
        ("zh", "中業群礁", "中业群礁"),
        ("zh", "衞生", "卫生"),
        ("zh", "ICOCA", "ICOCA"),
        ("sr", "Љубљана", "Ljubljana"),
        ("sr", "Никола Тесла", "Nikola Tesla"),
        ("uz", "Тошкент", "Toshkent"),
        ("uz", "Ўзбекистон", "Oʻzbekiston"),
    ],
)
def test_a_title_in_one_script(lang: str, title: str, other: str) -> None:
    assert title.translate(other_letters(lang)) == other


def test_a_title_leads_to_the_page_that_has_it_in_the_other_script() -> None:
    made = index({"台湾": "City", "臺北市": "City"}, {"福爾摩沙": "台湾"})
    assert find_title(made, "台湾") == find_title(made, "台灣") == find_title(made, "臺灣") == ("City", 0)
    assert find_title(made, "臺北市") == find_title(made, "台北市") == ("City", 0)
    # To a redirect as well.
    assert find_title(made, "福尔摩沙") == find_title(made, "福爾摩沙") == ("City", 1)
    assert find_title(made, "台南") is None


def test_the_title_itself_comes_first() -> None:
    made = index({"后": "Person", "後": "City"})
    assert (find_title(made, "后"), find_title(made, "後")) == (("Person", 0), ("City", 0))
    # A page without a class is a page.
    made = index({"后": "Person"}, pages=["後"])
    assert (find_title(made, "后"), find_title(made, "後")) == (("Person", 0), None)


def test_a_title_that_may_lead_to_different_things_leads_to_none() -> None:
    assert find_title(index({"干燥": "City", "乾燥": "Person"}), "幹燥") is None
    assert find_title(index({"干燥": "City", "乾燥": "City"}), "幹燥") == ("City", 0)
    assert find_title(index({"干燥": "City"}, pages=["乾燥"]), "幹燥") is None


def test_the_page_is_nearer_than_a_redirect() -> None:
    types = {f"台灣{number}": "City" for number in range(20)}
    made = index(types, {f"臺灣{number}": f"台灣{number}" for number in range(20)})
    assert [find_title(made, f"台湾{number}") for number in range(20)] == [("City", 0)] * 20


def test_a_type_of_an_older_title_is_that_of_the_page_in_the_other_script() -> None:
    types = TypedTitles(strings(["臺灣", "乾燥", "干燥"]), np.array([0, 0, 1], np.uint16))
    made, ambiguous = index_across_scripts(build_index(types, [], CLASSES), [strings(["台湾", "干燥"])], "zh")
    assert find_title(made, "台湾") == find_title(made, "台灣") == ("City", 0)
    # Where one of the titles is a page the others do not count.
    assert [find_title(made, title) for title in ("乾燥", "干燥", "幹燥")] == [
        ("City", 0),
        ("Person", 0),
        ("Person", 0),
    ]
    assert ambiguous == 0


def test_an_index_is_the_same_when_it_was_written(tmp_path: Path) -> None:
    made = index({"台湾": "City"})
    write_index(made, str(tmp_path / "index"))
    assert find_title(open_index(str(tmp_path / "index")), "台灣") == ("City", 0)
    assert open_index(str(tmp_path / "index")).lang == "zh"


def test_titles_without_a_class_at_all() -> None:
    assert find_title(index({}, pages=["台湾"]), "台灣") is None
    assert find_title(index({}), "台灣") is None


@pytest.mark.parametrize(("lang", "item"), [("zh", "Q865"), ("en", None)])
def test_items_are_found_across_scripts(tmp_path: Path, lang: str, item: str | None) -> None:
    known = WikidataTitles(strings(["台湾", "后", "後", "吉他"]), pa.array(["Q865", "Q1", "Q2", "Q6607"]))
    redirects = [Redirects(["福爾摩沙"], ["台湾"])]
    build = build_wikidata_index([known], redirects, np.array([6607], np.uint32), [strings(["東京"])], lang)
    write_wikidata_index(build.index, str(tmp_path / "items"))
    items = open_wikidata_index(str(tmp_path / "items"))
    assert items.qids(["台湾", "台灣", "福尔摩沙", "后", "後", "东京"]).to_pylist() == [
        "Q865", item, item, "Q1", "Q2", None
    ]  # fmt: skip
    assert items.of_classes(["吉他", "台灣"]).tolist() == [True, False]
    assert (build.titles, build.redirects) == (4, 1)
