"""Words of other languages in a text, and what names these languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.word_group import WordGroup, made_once


@dataclass(frozen=True)
class OtherLanguages(WordGroup):
    """What a foreign name has beside it, and what a language has before its name."""

    foreign: frozenset[str] = frozenset()
    """Words beside which a run is a part of a foreign title: `Quantenmechanik der Strahlung`."""
    languages: tuple[str, ...] = ()
    """What the titles of languages end with."""
    before_languages: tuple[str, ...] = ()
    """Words before a language that something is in: `translated into Dutch`."""

    @made_once
    def in_language(self) -> re.Pattern[str] | None:
        """A language that something is written in, with the word before it; None where no word shows it."""
        # What begins with the letters of a word is searched for fastest, so its edge is looked for behind it.
        prepositions = "|".join(rf"{word}(?<=\b{word})" for word in self.before_languages)
        in_language = rf"(?:{prepositions}) ({CAPITAL}\w+)(?![\w'’/–-])(?! {CAPITAL})"
        return re.compile(in_language) if prepositions else None

    @made_once
    def foreign_before(self) -> tuple[str, ...]:
        """What a text ends with before a name that stands behind a word of another language."""
        return tuple(f"{word} " for word in self.foreign)
