"""Surfaces that are the word for who or what is of the place that their title names."""

from __future__ import annotations

import pytest

from dbpedia.mentions.surfaces import is_demonym
from dbpedia.mentions.words import words_of


@pytest.mark.parametrize(
    ("lang", "surface", "title"),
    [
        # A known word, by itself and with what is joined to it.
        ("he", "בריטית", "הממלכה המאוחדת"),
        ("he", "הבריטי", "הממלכה המאוחדת"),
        ("ar", "والأمريكية", "الولايات المتحدة"),
        # The beginning of the title: of the whole word, where its first letter only looks joined, or of the rest.
        ("ar", "كندي", "كندا"),
        ("he", "הודי", "הודו"),
        ("ar", "الألمانية", "ألمانيا"),
        ("he", "במצרית", "מצרים"),
        # The title has the article.
        ("ar", "عراقي", "العراق"),
        ("ar", "سعودي", "السعودية"),
        # Other words are those of the title.
        ("en", "West German", "West Germany"),
        ("hi", "पंजाबी", "पंजाब"),
    ],
)
def test_demonyms(lang: str, surface: str, title: str) -> None:
    assert is_demonym(surface, title, words_of(lang))


@pytest.mark.parametrize(
    ("lang", "surface", "title"),
    [
        ("en", "Dharma centers", "Dharma centre"),
        ("en", "Bhutan", "Kingdom of Bhutan"),
        ("en", "Ancient Greek", "Greece"),
        ("en", "Britain", "United Kingdom"),
    ],
)
def test_others_are_none(lang: str, surface: str, title: str) -> None:
    """By a word in lower case, one of the title, one that the title lacks, and by its ending."""
    assert not is_demonym(surface, title, words_of(lang))
