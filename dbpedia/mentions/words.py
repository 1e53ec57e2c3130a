"""What the rules about mentions know of a language: words, and titles that contradict a class.

Data in `languages/`, a file for each language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, ClassVar

from dbpedia.letters import other_letters
from dbpedia.mentions.caseless_words import CaselessWords
from dbpedia.mentions.derived_words import DerivedWords
from dbpedia.mentions.inflection import Inflection
from dbpedia.mentions.language_files import language_data, language_file
from dbpedia.mentions.word_group import WordGroup, made_once, pattern
from schemas.errors import InputError
from schemas.sources.language_facts import (
    elided_words,
    has_case,
    has_nouns_in_capitals,
    has_spaces,
    has_spaces_behind_names,
    name_endings,
)

STRESS = "\u0301"
"""The mark of a stressed vowel, which is a character of its own in Cyrillic script and belongs to no spelling."""
MARKS = "\u0300-\u036f"
"""The marks that stand behind their letter (`Ọ̀yọ́`), as a range of a class: they are parts of words, and no `\\w`."""


@dataclass(frozen=True)
class Doubt:
    """Titles whose articles are not of a class, whatever a source says."""

    classes: tuple[str, ...]
    title: re.Pattern[str]
    """Found in the titles, which have no qualifier then."""
    reason: str


@dataclass(frozen=True)
class Words(WordGroup):
    """The words of a language that the rules need; all empty for a language without a file.

    What each of them is, `languages/en.toml` says, or the file of the first language that has it.
    """

    lists: re.Pattern[str] | None = None
    """Found in the titles of lists and of disambiguation pages."""
    dates_in_letters: re.Pattern[str] | None = None
    """Matches a date that is written in letters or begins with some."""
    has_spaces: bool = True
    """As `schemas.sources.language_facts.has_spaces`."""
    names_are_words: bool = False
    """Whether letters have no case and a name is one or several whole words."""
    dates: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    centuries: frozenset[str] = frozenset()
    connectors: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    binders: frozenset[str] = frozenset()
    office_prepositions: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    indefinite: frozenset[str] = frozenset()
    noun_markers: frozenset[str] = frozenset()
    attributes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Endings of an adjective behind some of them, each with these."""
    small_words: frozenset[str] = frozenset()
    noun_endings: tuple[str, ...] = ()
    plurals: Mapping[str, str] = field(default_factory=dict)
    """Ending of the singular for each of the plural."""
    inflection: Inflection = field(default_factory=Inflection)
    """How names change."""
    derived: DerivedWords = field(default_factory=DerivedWords)
    """What tells adjectives and members that are made of names."""
    caseless: CaselessWords = field(default_factory=CaselessWords)
    """What tells names where letters have no case."""
    topic_prepositions: tuple[str, ...] = ()
    event_prepositions: tuple[str, ...] = ()
    demonym_endings: tuple[str, ...] = ()
    demonyms: frozenset[str] = frozenset()
    adjective_endings: tuple[str, ...] = ()
    adjectives: frozenset[str] = frozenset()
    honorifics: frozenset[str] = frozenset()
    generations: frozenset[str] = frozenset()
    behind_commas: frozenset[str] = frozenset()
    saints: frozenset[str] = frozenset()
    club_endings: frozenset[str] = frozenset()
    generic: frozenset[str] = frozenset()
    offices: frozenset[str] = frozenset()
    office_heads: frozenset[str] = frozenset()
    common_heads: frozenset[str] = frozenset()
    name_heads: frozenset[str] = frozenset()
    completing: frozenset[str] = frozenset()
    completing_one: frozenset[str] = frozenset()
    of_persons: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    heads: Mapping[str, str] = field(default_factory=dict)
    """Branch of what has each word at the end of its name (`River`: Place)."""
    last_nouns: frozenset[str] = frozenset()
    """In the cases whose endings are known too."""
    before_last_nouns: tuple[str, ...] = ()
    adjectives_between: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    elided: tuple[str, ...] = ()
    """As `schemas.sources.language_facts.elided_words`."""
    endings: tuple[str, ...] = ()
    """As `schemas.sources.language_facts.name_endings`."""
    other_letters: Mapping[int, str] = field(default_factory=dict)
    """As `dbpedia.letters.other_letters`."""
    small_letters: Mapping[str, str] = field(default_factory=dict)
    """Those of capitals that have others than elsewhere (`İ`: i)."""
    nouns_in_capitals: bool = False
    """As `schemas.sources.language_facts.has_nouns_in_capitals`."""
    surname_first: bool = False
    surname_and_comma: bool = False
    """Whether the title of a person has the surname first, with a comma behind it."""
    one_capital: bool = False
    """Whether a name of several words mostly has one capital, and common nouns have none."""

    not_in_file: ClassVar = frozenset(
        {"elided", "endings", "other_letters", "nouns_in_capitals", "has_spaces", "names_are_words"}
    )

    @made_once
    def owning(self) -> re.Pattern[str]:
        """The end of what a noun in lower case may belong to."""
        return re.compile(rf"(?:{'|'.join(self.before_last_nouns)})\Z")

    def is_completed(self, name: str, following: str) -> bool:
        """Whether the word that follows a name makes another one of both: `Uppsala universitet`, `Congo belge`."""
        return following in self.completing or (following in self.completing_one and " " not in name)

    def in_one_script(self, text: str) -> str:
        """A text in one script, where the language has two."""
        return text.translate(self.other_letters) if self.other_letters else text

    @property
    def names_by_characters(self) -> bool:
        """Whether names are found by their characters and by what stands beside them, since no capital tells them."""
        return self.names_are_words or self.caseless.names_go_on is not None

    @made_once
    def directly_before(self) -> tuple[str, ...]:
        """`CaselessWords.name_beginnings` in a language without spaces, where they stand directly before a name."""
        return () if self.has_spaces else tuple(sorted(self.caseless.name_beginnings))

    @made_once
    def edge_before(self) -> str:
        """A pattern of where a name may begin: behind no part of a word but an elided one (`l'Autriche`)."""
        elided = "".join(rf"|(?<=\b(?i:{each})['’])" for each in self.elided)
        return rf"(?<![\w{MARKS}\-–/.&])(?:(?<!\w['’‘]){elided})"

    @made_once
    def edge_after(self) -> str:
        """A pattern of where a name may end: before no part of a word but a possessive or a suffix (`Berlin'de`)."""
        behind = "|".join(self.inflection.cases.get("", ()))
        # `NSZK-ban`, but not `Stratford-on-Avon`.
        hyphen = rf"-(?!(?:{behind})(?![\w-]))\w" if behind else r"-\w"
        return rf"(?![\w{MARKS}]|{hyphen}|[–/&.‘]\w|['’](?!(?:{'|'.join(('s', *self.endings))})\b)\w)"

    @made_once
    def lower(self) -> Callable[[str], str]:
        """The function that writes a text in lower case."""
        # Asked for nearly every word, and few languages have letters of their own.
        return partial(_lower, small_letters=self.small_letters) if self.small_letters else str.lower

    def has_capitals(self, text: str) -> bool:
        """Whether all words but small ones have capitals, as in a name."""
        return not any(word[0].islower() and word not in self.connectors for word in text.split())

    def is_written_as_name(self, title: str) -> bool:
        """Whether a title of several words has the capitals of a name; that of one word shows nothing."""
        return self.has_capitals(title) and sum(word[0].isupper() for word in title.split()) > 1

    def singulars(self, plural: str) -> set[str]:
        """What a word or several may be the plural of."""
        return {
            plural.removesuffix(ending) + singular
            for ending, singular in self.plurals.items()
            if plural.endswith(ending)
        }

    @made_once
    def doubts_by_class(self) -> dict[str, tuple[Doubt, ...]]:
        """The doubts about each class."""
        classes = {cls for doubt in self.doubts for cls in doubt.classes}
        return {cls: tuple(doubt for doubt in self.doubts if cls in doubt.classes) for cls in classes}


def _lower(text: str, small_letters: Mapping[str, str]) -> str:
    for capital, small in small_letters.items():
        text = text.replace(capital, small)
    return text.lower()


def _doubt(table: Mapping[str, Any], where: str) -> Doubt:
    if table.keys() != {each.name for each in fields(Doubt)}:
        raise InputError(f"{where}: doubts must each have classes, title and reason, and one has {', '.join(table)}")
    return Doubt(tuple(table["classes"]), pattern(table["title"], f"{where}: doubts"), table["reason"])


def words_of(lang: str) -> Words:
    """The words of a language by its code. InputError for a file with a mistake."""
    table = language_data(lang)
    where = language_file(lang)
    stated = Words.read({key: value for key, value in table.items() if key not in ("name", "capitals")}, where)
    words = replace(
        stated,
        heads={word: branch for branch, of_branch in stated.heads.items() for word in of_branch},
        doubts=tuple(_doubt(each, where) for each in table.get("doubts", [])),
        elided=elided_words(lang),
        endings=name_endings(lang),
        other_letters=other_letters(lang),
        nouns_in_capitals=has_nouns_in_capitals(lang),
        has_spaces=has_spaces(lang),
        names_are_words=not has_case(lang) and has_spaces_behind_names(lang),
    )
    nouns = frozenset(form for noun in words.last_nouns for form in (noun, *words.inflection.forms_of_word(noun)))
    return replace(words, last_nouns=nouns)
