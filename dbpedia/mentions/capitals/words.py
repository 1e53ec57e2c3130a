"""What the rule about capitalised names knows of a language: words. Data in `languages/`, the tables `capitals`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.lexicon.group import WordGroup
from dbpedia.mentions.capitals.lexicon.nouns import AmongNouns, PlacesAmongNouns
from dbpedia.mentions.capitals.lexicon.other_languages import OtherLanguages
from dbpedia.mentions.capitals.lexicon.pairs import Divisions, Pairs, VerbLast
from dbpedia.mentions.capitals.lexicon.runs import NameEnds
from dbpedia.mentions.capitals.lexicon.titles import Titles
from dbpedia.mentions.language_files import language_data, language_file
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import capitals_tell_names

_ANY = "und"
"""The file for the languages whose words are not known."""
_MUTATED = ("offices", "nobility", "adjectives", "terms", "first_heads", "epithets")
"""The words that stand within sentences, where they may begin otherwise."""


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
    offices: frozenset[str] = frozenset()
    nobility: frozenset[str] = frozenset()
    peerage: frozenset[str] = frozenset()
    owned_offices: frozenset[str] = frozenset()
    adjectives: frozenset[str] = frozenset()
    seas: frozenset[str] = frozenset()
    apart_adjectives: frozenset[str] = frozenset()
    adjective_endings: tuple[str, ...] = ()
    peoples: tuple[str, ...] = ()
    people_endings: tuple[str, ...] = ()
    before_names: tuple[str, ...] = ()
    surname_endings: tuple[str, ...] = ()
    fathers: tuple[str, ...] = ()
    demonym_endings: tuple[str, ...] = ()
    owning: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    described: frozenset[str] = frozenset()
    describing_endings: tuple[str, ...] = ()
    adverb_endings: tuple[str, ...] = ()
    clause_openers: frozenset[str] = frozenset()
    ties: tuple[str, ...] = ()
    ties_to_one: tuple[str, ...] = ()
    before_surnames: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    sides: frozenset[str] = frozenset()
    homographs: tuple[str, ...] = ()
    agreement: tuple[tuple[str, str], ...] = ()
    verb_endings: tuple[str, ...] = ()
    owners_behind: tuple[str, ...] = ()
    behind_bodies: frozenset[str] = frozenset()
    numbers_before: tuple[str, ...] = ()
    numbers_behind: tuple[str, ...] = ()
    fronts: frozenset[str] = frozenset()
    front_endings: tuple[str, ...] = ()
    behind_fronts: frozenset[str] = frozenset()
    joins: tuple[str, ...] = ()
    topic_joins: tuple[str, ...] = ()
    topic_heads: tuple[str, ...] = ()
    list_joins: tuple[str, ...] = ()
    given_names: frozenset[str] = frozenset()
    first_heads: frozenset[str] = frozenset()
    lower_heads: frozenset[str] = frozenset()
    no_heads: frozenset[str] = frozenset()
    compounds: frozenset[str] = frozenset()
    behind_names: frozenset[str] = frozenset()
    routes: frozenset[str] = frozenset()
    epithets: frozenset[str] = frozenset()
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
        return re.compile(rf"(?:{'|'.join(_longest_first(self.compounds))})(?![^ ])|[^ ]+")

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
        several = _longest_first(word for word in self.offices | self.openers if " " in word)
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
    def surname_begins(self) -> re.Pattern[str]:
        """The small words that a text ends with and a surname begins with, and the word before, where there is one."""
        return re.compile(rf"(?:(\w+) |\A|(?<=\W))({'|'.join(_longest_first(self.before_surnames))})\Z")

    @cached_property
    def definite(self) -> frozenset[str]:
        """The articles that stand between a name and what is called behind it: `Peter the Great`."""
        return self.articles - self.others.indefinite

    @cached_property
    def opens_elided(self) -> re.Pattern[str] | None:
        """An elided word at the beginning of what has a capital, None where the language has none: `L'Autriche`."""
        return re.compile(rf"(?i:{'|'.join(self.others.elided)})['’]") if self.others.elided else None

    @cached_property
    def of_people(self) -> re.Pattern[str] | None:
        """A word that is a people or one of it, in any case; None where no pattern tells them."""
        return re.compile("|".join(self.peoples)) if self.peoples else None

    @cached_property
    def of_homograph(self) -> re.Pattern[str] | None:
        """A name whose form a word in lower case has too (`Nórska`); None where no `homographs` tell them."""
        return re.compile("|".join(self.homographs)) if self.homographs else None

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
    def office_stems(self) -> tuple[str, ...]:
        """The offices without the last letter, by which their other cases are known too, but for the shortest."""
        return tuple(office[:-1] for office in self.offices if len(office) > 4)

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

    @cached_property
    def father(self) -> re.Pattern[str] | None:
        """A name after the father (`Модест | Петрович`); None where nobody has one."""
        return re.compile(rf"\w\w(?:{'|'.join(self.fathers)})\Z") if self.fathers else None

    @cached_property
    def number_behind(self) -> re.Pattern[str] | None:
        """The number of a ruler behind the name; None where there are no `numbers_behind`."""
        return re.compile(rf" (?:{'|'.join(self.numbers_behind)})\b") if self.numbers_behind else None


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _rests(words: Iterable[str]) -> str:
    rests: dict[str, list[str]] = {}
    for word in _longest_first(words):
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
    read = {each.name: getattr(stated, each.name) for each in fields(CapitalWords)} | {"others": words}
    _add_known(read, words)
    _add_forms(read, words)
    _add_spaces(read)
    return CapitalWords(**read)


def _add_known(read: dict[str, Any], words: Words) -> None:
    """Add what the noise rules know, and what some words are by being others."""
    read["nobility"] |= read["peerage"]
    dates = {word.capitalize() for word in words.dates}
    dates |= {form for word in dates for form in words.inflection.mutated(word)}
    read["apart"] = (*read["apart"], *_apart(read, words, dates))
    if read["owned_offices"]:  # whose language has its cases behind a noun, as behind a name: `Президенттің`
        read["offices"] |= {form for office in read["offices"] for form in words.inflection.forms_of_word(office)}
    read["offices"] |= words.honorifics | read["nobility"] | read["owned_offices"]
    read["adjectives"] |= words.demonyms | words.adjectives | read["apart_adjectives"]
    read["terms"] |= dates
    read["articles"] |= words.indefinite


def _add_forms(read: dict[str, Any], words: Words) -> None:
    """Add what the words may begin with within sentences, with a capital, and with the other apostrophe."""
    if words.inflection.mutations:
        for name in _MUTATED:
            read[name] |= {form for word in read[name] for form in words.inflection.mutated(word)}
    heads = {head[0].upper() + head[1:] for head in read["lower_heads"]}
    read["first_heads"] |= heads
    read["compounds"] |= {head for head in heads if " " in head}
    read["articles"] = frozenset(
        form
        for word in read["articles"]
        for written in (word, word.replace("'", "’"))
        for form in (written, written.capitalize())
    )


def _add_spaces(read: dict[str, Any]) -> None:
    """Put a space before and behind what is looked for with it, and make pairs of lists of two."""
    read["before_names"] = tuple(
        written if word.endswith("'") else f"{written} "
        for word in read["before_names"]
        for written in (word, word.replace("'", "’"), word.capitalize())
    )
    for name in ("joins", "topic_joins", "list_joins"):
        read[name] = tuple(f" {join} " for join in read[name])
    read["before_surnames"] = tuple(f"{word} " for word in read["before_surnames"])
    read["topic_heads"] = tuple(f" {head}" for head in read["topic_heads"])


def _apart(table: Mapping[str, Any], words: Words, dates: Collection[str]) -> list[str]:
    """The patterns of words that stand apart by what else is known of them."""
    adjectives = table["apart_adjectives"] and table["apart_adjectives"] | words.adjectives
    before_noun = rf"(?:{'|'.join(sorted(adjectives))}) (?=[^\W\d_{CAPITALS}])"
    return [
        *(sorted(dates) if table["dates_apart"] else ()),
        *sorted(table["owned_offices"]),
        *([before_noun] if adjectives else ()),
    ]
