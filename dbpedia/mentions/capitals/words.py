"""What the rule about capitalised names knows of a language: words. Data in `languages/`, the tables `capitals`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.lexicon.group import WordGroup, longest_first
from dbpedia.mentions.capitals.lexicon.modifiers import Demonyms, Modifiers, NounsBehind
from dbpedia.mentions.capitals.lexicon.nouns import AmongNouns, PlacesAmongNouns
from dbpedia.mentions.capitals.lexicon.other_languages import OtherLanguages
from dbpedia.mentions.capitals.lexicon.pairs import Divisions, Pairs, VerbLast
from dbpedia.mentions.capitals.lexicon.persons import PersonNames, Persons
from dbpedia.mentions.capitals.lexicon.runs import NameEnds
from dbpedia.mentions.capitals.lexicon.titles import Titles
from dbpedia.mentions.language_files import language_data, language_file
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import capitals_tell_names

_ANY = "und"
"""The file for the languages whose words are not known."""


_MOST_SYLLABLES = 4
"""Those of the longest word for a kind of thing that a name begins with in lower case."""
_PUNCTUATION = re.compile(r"[^\w ]")


@dataclass(frozen=True)
class CapitalWords(WordGroup):
    """The words of a language that the rule needs. Picklable, so that it can travel to workers."""

    openers: frozenset[str] = frozenset()
    opening_beginnings: tuple[str, ...] = ()
    opening_endings: tuple[str, ...] = ()
    articles: frozenset[str] = frozenset()
    owning: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    ties: tuple[str, ...] = ()
    ties_to_one: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    agreement: tuple[tuple[str, str], ...] = ()
    verb_endings: tuple[str, ...] = ()
    owners_behind: tuple[str, ...] = ()
    behind_bodies: frozenset[str] = frozenset()
    fronts: frozenset[str] = frozenset()
    front_endings: tuple[str, ...] = ()
    behind_fronts: frozenset[str] = frozenset()
    joins: tuple[str, ...] = ()
    topic_joins: tuple[str, ...] = ()
    topic_heads: tuple[str, ...] = ()
    list_joins: tuple[str, ...] = ()
    first_heads: frozenset[str] = frozenset()
    lower_heads: frozenset[str] = frozenset()
    no_heads: frozenset[str] = frozenset()
    compounds: frozenset[str] = frozenset()
    behind_names: frozenset[str] = frozenset()
    routes: frozenset[str] = frozenset()
    only_names: bool = False
    """Whether a capital behind a colon, in brackets or behind an abbreviation in lower case shows a name."""
    articles_in_places: bool = False
    """Whether a capitalised article behind a small word mostly begins the name of a place."""
    dates_apart: bool = False
    """Whether months and days of the week have a capital, though they are no part of the name before them."""
    short_names: bool = False
    """Whether a name of one word may have two letters, or one with a mark."""
    lower_behind_hyphens: bool = False
    """Whether what stands in lower case behind a hyphen belongs to a name: `Moon Jae-in`."""
    bodies_with_owners: bool = False
    """Whether a country or a people behind a body that begins with an adjective is part of its name."""
    persons: Persons = field(default_factory=Persons)
    person_names: PersonNames = field(default_factory=PersonNames)
    modifiers: Modifiers = field(default_factory=Modifiers)
    nouns_behind: NounsBehind = field(default_factory=NounsBehind)
    demonyms: Demonyms = field(default_factory=Demonyms)
    divisions: Divisions = field(default_factory=Divisions)
    pairs: Pairs = field(default_factory=Pairs)
    verb_last: VerbLast = field(default_factory=VerbLast)
    name_ends: NameEnds = field(default_factory=NameEnds)
    titles: Titles = field(default_factory=Titles)
    other_languages: OtherLanguages = field(default_factory=OtherLanguages)
    among_nouns: AmongNouns = field(default_factory=AmongNouns)
    places_among_nouns: PlacesAmongNouns = field(default_factory=PlacesAmongNouns)
    others: Words = field(default_factory=Words)
    """What the noise rules know."""

    def units(self, text: str) -> list[str]:
        """The words of a run, those of several syllables whole: `Liên minh`, `Dân chủ`."""
        return self._unit.findall(text) if self._unit else text.split(" ")

    @cached_property
    def _unit(self) -> re.Pattern[str] | None:
        if not self.compounds:
            return None
        return re.compile(rf"(?:{'|'.join(longest_first(self.compounds))})(?![^ ])|[^ ]+")

    @cached_property
    def capital(self) -> str:
        """A pattern of the capital that a word has, with the small letters that the language writes before it."""
        small = self.others.inflection.small_before
        return f"(?:{small})?{CAPITAL}" if small else CAPITAL

    @cached_property
    def compound_rests(self) -> str:
        """A pattern of the rest of a word of several syllables behind its first letter; empty where none is known."""
        return _rests(self.compounds)

    @cached_property
    def apart_rests(self) -> str:
        """The same of offices, and of what only begins a sentence: they stand in no run, nor do their parts (`Sri`)."""
        several = longest_first(word for word in self.persons.offices | self.openers if " " in word)
        parts = (
            rf"(?<=\b{word[: part.start() + 1]}){word[part.start() + 1 :]}\b"
            for word in several
            for part in re.finditer(rf"(?<= ){CAPITAL}", word)
        )
        return "|".join(filter(None, (_rests(several), *parts)))

    def lower_head(self, before: str) -> str:
        """The word for a kind of thing before its name and part of it that a text ends with, empty where none is there.

        None is in a longer common word that ends so: `liên đảng`.
        """
        *units, last = _PUNCTUATION.split(before)[-1].split(" ")
        if last:
            return ""  # it stands behind no space
        for first in range(-_MOST_SYLLABLES, 0):
            word = " ".join(units[first:])
            if word in self.lower_heads:
                return word
            if word in self.no_heads:
                break
        return ""

    @cached_property
    def definite(self) -> frozenset[str]:
        """The articles that stand between a name and what is called behind it: `Peter the Great`."""
        return self.articles - self.others.indefinite

    @cached_property
    def opens_elided(self) -> re.Pattern[str] | None:
        """An elided word at the beginning of what has a capital, None where the language has none: `L'Autriche`."""
        return re.compile(rf"(?i:{'|'.join(self.others.elided)})['’]") if self.others.elided else None

    @cached_property
    def before_ruled(self) -> re.Pattern[str] | None:
        """What a text ends with before the place of one who may be named behind it: `roi d' | Écosse Jacques V`.

        A title that is written with a space has the place directly behind it: `raja | Mesir Thutmose III`.
        """
        if not self.pairs.rulers:
            return None
        tied = "|".join(title for title in self.pairs.rulers if not title.endswith(" "))
        direct = "|".join(title for title in self.pairs.rulers if title.endswith(" "))
        ties = "|".join(
            re.escape(tie).replace("'", "['’]") + ("" if tie.endswith("'") else " ")
            for tie in sorted({*self.ties, *self.articles}, key=lambda tie: (-len(tie), tie))
        )
        return re.compile(rf"\b(?:{direct})\Z" if direct else rf"\b(?:{tied}) (?:{ties})\Z")

    @cached_property
    def surname_forms(self) -> re.Pattern[str] | None:
        """The end of a surname that is an adjective by its form; None where adjectives agree with nothing."""
        endings = "|".join(adjective for adjective, _ in self.agreement)
        return re.compile(rf"(?:{endings})\Z") if endings else None

    @cached_property
    def bodies(self) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
        """How an adjective ends, and what agrees with it behind it in lower case: adjectives and then a noun."""
        return tuple(
            (
                re.compile(rf"(?:{adjective})\Z"),
                re.compile(rf"(?: [\w-]+(?:{adjective})(?!\w|-)){{0,5}} (\w*(?:{noun}))(?!\w|-\w)"),
            )
            for adjective, noun in self.agreement
        )

    @cached_property
    def owned(self) -> re.Pattern[str] | None:
        """What shows behind the noun of a name that begins with an adjective that it goes on, verbs among it."""
        return re.compile(rf" ({'|'.join(self.owners_behind)})(?![\w-])") if self.owners_behind else None


def _rests(words: Iterable[str]) -> str:
    rests: dict[str, list[str]] = {}
    for word in longest_first(words):
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(rf"(?<={first})(?:{'|'.join(each)})\b" for first, each in sorted(rests.items()))


def has_capital_words(lang: str) -> bool:
    """Whether it is known by which words of a language its names are told by their capitals."""
    return "capitals" in language_data(lang)


def capital_words(lang: str, words: Words) -> CapitalWords | None:
    """The words of a language by its code, None where capitals tell no names and no words do.

    Of a language without a table those that hold in any. `words` are those of the noise rules, of which dates,
    adjectives, demonyms, honorifics and indefinite articles are taken: they stand in its file once.
    """
    code = _ANY if capitals_tell_names(lang) and not has_capital_words(lang) else lang
    table = language_data(code).get("capitals")
    if table is None:
        return None
    stated = CapitalWords.read(table, f"dbpedia/mentions/languages/{language_file(code)}: capitals")
    mutated = words.inflection.with_mutated
    dates = mutated(word.capitalize() for word in words.dates)
    heads = {head[0].upper() + head[1:] for head in stated.lower_heads}
    return replace(
        stated,
        articles=_written(stated.articles | words.indefinite),
        terms=mutated(stated.terms | dates),
        persons=stated.persons.completed(words),
        person_names=stated.person_names.completed(words),
        modifiers=stated.modifiers.completed(words),
        demonyms=stated.demonyms.completed(),
        first_heads=mutated(stated.first_heads) | heads,
        compounds=stated.compounds | {head for head in heads if " " in head},
        apart=(*stated.apart, *_apart(stated, words, dates)),
        joins=_spaced(stated.joins),
        topic_joins=_spaced(stated.topic_joins),
        topic_heads=tuple(f" {head}" for head in stated.topic_heads),
        list_joins=_spaced(stated.list_joins),
        others=words,
    )


def _written(articles: Iterable[str]) -> frozenset[str]:
    """Articles as they are written: with the other apostrophe and with a capital too."""
    forms = {form for word in articles for form in (word, word.replace("'", "’"))}
    return frozenset(form for word in forms for form in (word, word.capitalize()))


def _spaced(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(f" {word} " for word in words)


def _apart(stated: CapitalWords, words: Words, dates: Collection[str]) -> list[str]:
    """The patterns of words that stand apart by what else is known of them."""
    adjectives = stated.modifiers.apart_adjectives and stated.modifiers.apart_adjectives | words.adjectives
    before_noun = rf"(?:{'|'.join(sorted(adjectives))}) (?=[^\W\d_{CAPITALS}])"
    return [
        *(sorted(dates) if stated.dates_apart else ()),
        *sorted(stated.persons.owned_offices),
        *([before_noun] if adjectives else ()),
    ]
