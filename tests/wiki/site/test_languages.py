from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from wiki.site.languages import languages
from wiki.site.link_trails import link_prefix, link_trail


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("wiki.site").joinpath(name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("languages.toml", "file_names"),
        ("languages.toml", "category_names"),
        ("languages.toml", "redirect_words"),
        ("languages.toml", "hidden_category_words"),
        ("languages.toml", "image_boxes"),
        ("link_trails.toml", "letters"),
        ("link_trails.toml", "prefixes"),
        ("numbers.toml", "formats"),
        ("numbers.toml", "function_names"),
    ],
)
def test_no_language_is_twice_in_a_table(name: str, table: str) -> None:
    times = Counter(code for codes in toml(name)[table] for code in codes.split())
    assert [code for code, number in times.items() if number > 1] == []


def test_data_of_languages_and_wikis() -> None:
    known = languages()
    assert known.file_names["ace"] == known.file_names["bjn"] == ("Berkas", "Gambar")
    assert known.category_names["lad"] == ("Categoría", "Katēggoría")
    assert known.redirect_words["ksh"] == ("#ÖMLEIDE OP", "#ÖMLEIDE", "#LEIDT ÖM OP", "#ÖMLEIDUNG", "#WEITERLEITUNG")
    assert known.wiki_aliases["kowiki"][100] == ("들머리", "들")
    assert known.interlanguage_prefixes >= {"en", "be-tarask", "zh-yue"}
    assert known.interwiki_prefixes >= {"wikt", "commons", "d"}
    assert known.url_schemes[0] == "//"
    assert known.variants["zh"][:3] == ("zh", "zh-hans", "zh-hant")
    sizes = {name: len(getattr(known, name)) for name in known._fields}
    assert sizes == {
        "file_names": 197,
        "category_names": 79,
        "redirect_words": 222,
        "hidden_category_words": 191,
        "image_boxes": 231,
        "variants": 15,
        "wiki_aliases": 16,
        "interlanguage_prefixes": 377,
        "interwiki_prefixes": 215,
        "url_schemes": 29,
        "file_and_category_names": 514,
    }


@pytest.mark.parametrize(
    ("lang", "after", "belongs"),
    [
        ("en", "s are", "s"),
        ("xx", "sä", "s"),
        ("de", "ä.", "ä"),
        ("als", "ß", "ß"),
        ("fr", "é'", "é"),
        ("ca", "s'a''b", "s'a"),
        ("hi", "के लिए", "के"),
        ("fa", "\u200cها", "\u200cها"),
        ("zh", "s是", ""),
        ("be-x-old", "ў.", "ў"),
        ("mhr", "ла", "ла"),
        ("os", "æн", "æн"),
    ],
)
def test_trail_of_a_link(lang: str, after: str, belongs: str) -> None:
    found = re.match(link_trail(lang), after)
    assert found is not None and found[0] == belongs


@pytest.mark.parametrize(
    ("lang", "before", "belongs"),
    [("ar", "في و", "و"), ("uk", "у «", "«"), ("is", "a-", "a-"), ("en", "a", ""), ("de", "ab", "")],
)
def test_letters_before_a_link(lang: str, before: str, belongs: str) -> None:
    prefix = link_prefix(lang)
    found = re.search(rf"(?:{prefix})+\Z", before) if prefix else None
    assert (found[0] if found else "") == belongs
