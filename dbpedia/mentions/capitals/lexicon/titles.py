"""What shows that quotation marks or italic type have the title of a work."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dbpedia.mentions.capitals.letters import CAPITALS
from dbpedia.mentions.word_group import WordGroup, made_once


@dataclass(frozen=True)
class Titles(WordGroup):
    """Words before titles and in them, and how a language sets them."""

    works: tuple[str, ...] = ()
    """Patterns of words before a title that needs no further capitals: `romanul „Pădurea spânzuraților”`."""
    authors: tuple[str, ...] = ()
    """Pronouns before a work that say whose it is: `in his Rhetoric`."""
    in_titles: frozenset[str] = frozenset()
    """Small words inside a title whose other words have capitals."""
    names_in_quotes: bool = False
    """Whether a single capitalised word in quotation marks is mostly the name of a firm, a club or a work."""
    foreign_in_italics: bool = False
    """Whether a single word in italic type is mostly one of another language: `la Wiedervereinigung`."""
    titles_in_lower_case: bool = False
    """Whether a title mostly has the capitals of a sentence: `Cien años de soledad`."""

    @made_once
    def before_work(self) -> re.Pattern[str] | None:
        """What a text ends with before the name of something in quotation marks; None where no `works` show it."""
        return re.compile(rf"\b(?i:{'|'.join(self.works)}) (?:[^\W\d_{CAPITALS}]\w* )?\Z") if self.works else None

    @made_once
    def possessors(self) -> re.Pattern[str]:
        """What a text ends with before a work of somebody who is named, or shown by the words `authors`."""
        pronouns = "".join(rf"|\b(?i:{word})" for word in self.authors)
        return re.compile(rf"(?:\w['’]s|s['’]{pronouns}) \Z")
