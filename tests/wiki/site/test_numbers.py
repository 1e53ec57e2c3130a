from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fuzz.pages import SITE
from wiki.site.numbers import NumberFormat, formatnum_names, number_format


def of(lang: str) -> NumberFormat:
    return number_format(replace(SITE, dbname=f"{lang}wiki", lang=lang))


@pytest.mark.parametrize(
    ("lang", "number", "written"),
    [
        ("en", "1234567.891", "1,234,567.891"),
        ("en", "-1234", "\u22121,234"),
        ("en", "999", "999"),
        ("en", ".5", ".5"),
        ("en", "1,234 km and 5678", "1,234 km and 5,678"),
        ("en", "1000", "1,000"),
        ("de", "1234.5", "1.234,5"),
        ("de", "-1234.5E-10", "\u22121234,5E\u221210"),
        ("it", "3769495", "3\xa0769\xa0495"),
        ("es", "1234.5", "1234,5"),
        ("es", "12345", "12\xa0345"),
        ("pl", "9999", "9999"),
        ("pt", "1234", "1\xa0234"),
        ("fa", "1234.5", "۱٬۲۳۴٫۵"),
        ("bn", "12345678", "১,২৩,৪৫,৬৭৮"),
        ("ta", "1234567", "12,34,567"),
        ("ar", "1234.5", "1٬234٫5"),
        ("hi", "1234567", "12,34,567"),
        ("xx", "1234.5", "1,234.5"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(lang: str, number: str, written: str) -> None:
    assert of(lang).write(number) == written


@given(st.sampled_from(["en", "de", "it", "pl", "fa", "bn", "lzh"]), st.integers(-(10**12), 10**12), st.integers(0, 99))
def test_what_is_written_can_be_read(lang: str, whole: int, fraction: int) -> None:
    assert of(lang).read(of(lang).write(f"{whole}.{fraction:02}")) == f"{whole}.{fraction:02}"


def test_digits_without_separators() -> None:
    assert of("fa").with_digits("-1234") == "\u2212۱۲۳۴"
    assert of("de").with_digits("1234") == "1234"


def test_names_of_the_function() -> None:
    assert formatnum_names(replace(SITE, lang="fi")) == ("formatnum", "muotoileluku")
    assert formatnum_names(SITE) == ("formatnum",)
