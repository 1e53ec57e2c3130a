"""Names by their capitals in a text of a language."""

from __future__ import annotations

import re

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import words_of


def found_in(lang: str, text: str, common: str = "", known: str = "") -> list[str]:
    """The names of a text in a language, whose wiki has words in lower case and words with a capital."""
    words = capital_words(lang, words_of(lang))
    assert words
    cases = WordCases(lower=frozenset(common.split()), upper=frozenset(known.split()))
    lower = {word for word in re.findall(r"\w+", text) if word[0].islower()}
    spans = next(CapitalisedNames(words, Orthography(cases=cases)).find([text], [[]], lower))
    return [text[start:end] for start, end in spans]
