"""What the rule about capitalised names knows of a language: words. Data in `languages/`, the tables `capitals`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, get_origin, get_type_hints

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.language_files import language_data
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import capitals_tell_names

_ANY = "und"
"""The file for the languages whose words are not known."""
_KNOWN_BESIDES = {"indefinite", "among_nouns", "others"}
"""Fields that are no words of the table."""
_MUTATED = ("offices", "nobility", "adjectives", "terms", "first_heads", "epithets")
"""The words that stand within sentences, where they may begin otherwise."""


_MOST_SYLLABLES = 4
"""Those of the longest word for a kind of thing that a name begins with in lower case."""
_PUNCTUATION = re.compile(r"[^\w ]")


@dataclass(frozen=True)
class AmongNouns:
    """The words that the rule needs besides where all nouns have capitals (`dbpedia.mentions.capitals.among_nouns`)."""

    kinds: frozenset[str]
    foreign_heads: frozenset[str]
    compound_heads: frozenset[str]
    noun_forms: tuple[str, ...]
    adjective_forms: tuple[str, ...]
    attribute_endings: tuple[str, ...]
    sure_attributes: tuple[str, ...]
    no_owners: tuple[str, ...]
    relatives: frozenset[str]
    place_endings: tuple[str, ...]
    before_places: frozenset[str]
    before_ended_places: frozenset[str]
    before_any_place: frozenset[str]
    bare_nouns: frozenset[str]
    bare_endings: tuple[str, ...]
    name_ties: tuple[str, ...]
    verbs: tuple[str, ...]


@dataclass(frozen=True)
class CapitalWords:
    """The words of a language that the rule needs. Picklable, so that it can travel to workers."""

    openers: frozenset[str]
    opening_beginnings: tuple[str, ...]
    opening_endings: tuple[str, ...]
    articles: frozenset[str]
    indefinite: frozenset[str]
    offices: frozenset[str]
    nobility: frozenset[str]
    peerage: frozenset[str]
    owned_offices: frozenset[str]
    adjectives: frozenset[str]
    seas: frozenset[str]
    apart_adjectives: frozenset[str]
    adjective_endings: tuple[str, ...]
    peoples: tuple[str, ...]
    people_endings: tuple[str, ...]
    before_names: tuple[str, ...]
    surname_endings: tuple[str, ...]
    fathers: tuple[str, ...]
    demonym_endings: tuple[str, ...]
    owning: frozenset[str]
    terms: frozenset[str]
    described: frozenset[str]
    describing_endings: tuple[str, ...]
    adverb_endings: tuple[str, ...]
    clause_openers: frozenset[str]
    ties: tuple[str, ...]
    ties_to_one: tuple[str, ...]
    before_surnames: tuple[str, ...]
    place_ties: tuple[str, ...]
    apart: tuple[str, ...]
    sides: frozenset[str]
    owners: frozenset[str]
    ended: tuple[str, ...]
    begun: tuple[str, ...]
    owner_endings: tuple[str, ...]
    place_cases: tuple[str, ...]
    place_nouns: tuple[str, ...]
    place_owners: tuple[str, ...]
    rulers: tuple[str, ...]
    homographs: tuple[str, ...]
    locatives: tuple[str, ...]
    plurals: tuple[str, ...]
    possessives: tuple[str, ...]
    clitics: tuple[str, ...]
    works: tuple[str, ...]
    authors: tuple[str, ...]
    agreement: tuple[tuple[str, str], ...]
    verb_endings: tuple[str, ...]
    owners_behind: tuple[str, ...]
    behind_bodies: frozenset[str]
    goes_on_with: tuple[str, ...]
    numbers_before: tuple[str, ...]
    numbers_behind: tuple[str, ...]
    fronts: frozenset[str]
    front_endings: tuple[str, ...]
    behind_fronts: frozenset[str]
    joins: tuple[str, ...]
    topic_joins: tuple[str, ...]
    topic_heads: tuple[str, ...]
    list_joins: tuple[str, ...]
    given_names: frozenset[str]
    first_heads: frozenset[str]
    lower_heads: frozenset[str]
    no_heads: frozenset[str]
    compounds: frozenset[str]
    behind_names: frozenset[str]
    routes: frozenset[str]
    dotted_endings: frozenset[str]
    in_titles: frozenset[str]
    epithets: frozenset[str]
    foreign: frozenset[str]
    before_languages: tuple[str, ...]
    languages: tuple[str, ...]
    foreign_in_italics: bool
    """Whether a single word in italic type is mostly one of another language."""
    names_in_pairs: bool
    """Whether two names stand side by side in a run where the article has both by themselves."""
    names_in_quotes: bool
    """Whether a single word in quotation marks is mostly a name."""
    only_names: bool
    """Whether a capital behind a colon, in brackets or behind an abbreviation in lower case shows a name."""
    titles_in_lower_case: bool
    """Whether the title of a work mostly has the capitals of a sentence: `Cien años de soledad`."""
    articles_in_places: bool
    """Whether a capitalised article behind a small word mostly begins the name of a place."""
    dates_apart: bool
    """Whether months and days of the week have a capital, though they are no part of the name before them."""
    short_names: bool
    """Whether a name of one word may have two letters, or one with a mark."""
    lower_behind_hyphens: bool
    """Whether what stands in lower case behind a hyphen belongs to a name: `Moon Jae-in`."""
    bodies_with_owners: bool
    """Whether a country or a people behind a body that begins with an adjective is part of its name."""
    among_nouns: AmongNouns
    others: Words
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
        return self.articles - self.indefinite

    @cached_property
    def joining(self) -> frozenset[str]:
        """What may stand between two runs of capitalised words that are one name."""
        return self.definite.union(map(str.strip, (*self.joins, *self.topic_joins, *self.list_joins)))

    @cached_property
    def opens_elided(self) -> re.Pattern[str] | None:
        """An elided word at the beginning of what has a capital, None where the language has none: `L'Autriche`."""
        return re.compile(rf"(?i:{'|'.join(self.others.elided)})['’]") if self.others.elided else None

    @cached_property
    def of_people(self) -> re.Pattern[str] | None:
        """A word that is a people or one of it, in any case; None where no pattern tells them."""
        return re.compile("|".join(self.peoples)) if self.peoples else None

    @cached_property
    def ended_within(self) -> re.Pattern[str] | None:
        """A word within a run behind which another name or a number begins; None where no ending shows it."""
        if not self.ended:
            return None
        numbered = rf"|\w(?:{'|'.join(self.place_cases)}) (?=\d)" if self.place_cases else ""
        return re.compile(rf"\w(?:{'|'.join(self.ended)}) (?=[{CAPITALS}\d]){numbered}")

    @cached_property
    def begun_within(self) -> re.Pattern[str] | None:
        """The space within a run before a word that begins a name wherever it is; None where no word does."""
        return re.compile(rf" (?=(?:{'|'.join(self.begun)})\b)") if self.begun else None

    @cached_property
    def of_homograph(self) -> re.Pattern[str] | None:
        """A name whose form a word in lower case has too (`Nórska`); None where no `homographs` tell them."""
        return re.compile("|".join(self.homographs)) if self.homographs else None

    @cached_property
    def before_place_noun(self) -> re.Pattern[str] | None:
        """What shows behind a word that it is a place; None where no `place_nouns` do."""
        return re.compile(rf" (?:{'|'.join(self.place_nouns)})\w*") if self.place_nouns else None

    @cached_property
    def before_ruled(self) -> re.Pattern[str] | None:
        """What a text ends with before the place of one who may be named behind it: `roi d' | Écosse Jacques V`.

        A title that is written with a space has the place directly behind it: `raja | Mesir Thutmose III`.
        """
        if not self.rulers:
            return None
        tied = "|".join(title for title in self.rulers if not title.endswith(" "))
        direct = "|".join(title for title in self.rulers if title.endswith(" "))
        ties = "|".join(
            re.escape(tie).replace("'", "['’]") + ("" if tie.endswith("'") else " ")
            for tie in sorted({*self.ties, *self.articles}, key=lambda tie: (-len(tie), tie))
        )
        return re.compile(rf"\b(?:{direct})\Z" if direct else rf"\b(?:{tied}) (?:{ties})\Z")

    @cached_property
    def at_place(self) -> re.Pattern[str] | None:
        """The ending, behind an apostrophe, of the place of something; None where no `locatives` are known."""
        return re.compile(rf"['’](?:{'|'.join(self.locatives)})\b") if self.locatives else None

    @cached_property
    def people_within(self) -> re.Pattern[str] | None:
        """A word within a run that may be a people by its ending; None where no `plurals` show it."""
        return re.compile(rf"\b\w*(?:{'|'.join(self.plurals)})(?= {CAPITAL})") if self.plurals else None

    @cached_property
    def possessive(self) -> re.Pattern[str] | None:
        """The end of a word that belongs to the name before it (`Berlin Duvarı`); None where nothing shows it."""
        return re.compile(rf"(?:{'|'.join(self.possessives)})\b") if self.possessives else None

    @cached_property
    def leaning(self) -> re.Pattern[str] | None:
        """A word within a run that only leans on the one before it; None where the language has no `clitics`."""
        return re.compile(rf"(?:{'|'.join(self.clitics)})(?= {CAPITAL})") if self.clitics else None

    @cached_property
    def before_work(self) -> re.Pattern[str] | None:
        """What a text ends with before the name of something in quotation marks; None where no `works` show it."""
        return re.compile(rf"\b(?i:{'|'.join(self.works)}) (?:[^\W\d_{CAPITALS}]\w* )?\Z") if self.works else None

    @cached_property
    def possessors(self) -> re.Pattern[str]:
        """What a text ends with before a work of somebody who is named, or shown by the words `authors`."""
        pronouns = "".join(rf"|\b(?i:{word})" for word in self.authors)
        return re.compile(rf"(?:\w['’]s|s['’]{pronouns}) \Z")

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
    def before_place(self) -> re.Pattern[str] | None:
        """A small word within a run before the place of something; None where the language has no `place_ties`."""
        return re.compile(rf" (?:{'|'.join(self.place_ties)}) ") if self.place_ties else None

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
    table = language_data(lang).get("capitals")
    if table is None and capitals_tell_names(lang):
        table = language_data(_ANY)["capitals"]
    if table is None:
        return None
    read = _stated(CapitalWords, table)
    _add_known(read, words)
    _add_forms(read, words)
    _add_spaces(read)
    return CapitalWords(
        **read, indefinite=words.indefinite, among_nouns=AmongNouns(**_stated(AmongNouns, table)), others=words
    )


def _stated(kind: type[CapitalWords | AmongNouns], table: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a table with its values, but those that are known besides; what it lacks is empty or false."""
    hints = get_type_hints(kind)
    return {
        each.name: (get_origin(hints[each.name]) or bool)(table.get(each.name, ()))
        for each in fields(kind)
        if each.name not in _KNOWN_BESIDES
    }


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
    read["agreement"] = tuple((adjective, noun) for adjective, noun in read["agreement"])
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
