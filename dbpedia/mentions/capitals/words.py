"""What the rules about capitalised names know of a language: groups of words (`lexicon`), one for each concern.

Data in `dbpedia/mentions/languages/`, the tables `capitals`; how they are written, the file of English says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from dbpedia.mentions.capitals.lexicon.heads import Heads, Syllables
from dbpedia.mentions.capitals.lexicon.modifiers import Demonyms, Modifiers, NounsBehind
from dbpedia.mentions.capitals.lexicon.nouns import AmongNouns, PlacesAmongNouns
from dbpedia.mentions.capitals.lexicon.one_capital import AdjectiveFirst, NounFirst
from dbpedia.mentions.capitals.lexicon.opening_verbs import OpeningVerbs
from dbpedia.mentions.capitals.lexicon.other_languages import OtherLanguages
from dbpedia.mentions.capitals.lexicon.pairs import Divisions, Pairs, VerbLast
from dbpedia.mentions.capitals.lexicon.persons import PersonNames, Persons
from dbpedia.mentions.capitals.lexicon.runs import BetweenRuns, NameEnds, WithinRuns
from dbpedia.mentions.capitals.lexicon.titles import Titles
from dbpedia.mentions.language_files import language_data, language_file
from dbpedia.mentions.word_group import WordGroup, longest_first, made_once
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import capitals_tell_names

_ANY = "und"
"""The file for the languages whose words are not known."""


@dataclass(frozen=True)
class CapitalWords(WordGroup):
    """The words of a language that the rules need, by concern. Picklable, so that it can travel to workers."""

    only_names: bool = False
    """Whether a capital behind a colon, in brackets or behind an abbreviation in lower case shows a name."""
    openers: frozenset[str] = frozenset()
    """Words that have a capital because they begin a sentence: `During`, `He`."""
    articles: frozenset[str] = frozenset()
    """Small words before a noun, the indefinite ones of the noise rules too, as they are written anywhere."""
    terms: frozenset[str] = frozenset()
    """Capitalised words of texts and figures, of time, of degrees and the like (`Section 3`), with dates; no names."""
    opening_verbs: OpeningVerbs = field(default_factory=OpeningVerbs)
    persons: Persons = field(default_factory=Persons)
    person_names: PersonNames = field(default_factory=PersonNames)
    modifiers: Modifiers = field(default_factory=Modifiers)
    nouns_behind: NounsBehind = field(default_factory=NounsBehind)
    demonyms: Demonyms = field(default_factory=Demonyms)
    heads: Heads = field(default_factory=Heads)
    syllables: Syllables = field(default_factory=Syllables)
    noun_first: NounFirst = field(default_factory=NounFirst)
    adjective_first: AdjectiveFirst = field(default_factory=AdjectiveFirst)
    within_runs: WithinRuns = field(default_factory=WithinRuns)
    between_runs: BetweenRuns = field(default_factory=BetweenRuns)
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

    not_in_file: ClassVar = frozenset({"others"})

    @made_once
    def definite(self) -> frozenset[str]:
        """The articles that stand between a name and what is called behind it: `Peter the Great`."""
        return self.articles - self.others.indefinite

    @made_once
    def opens_elided(self) -> re.Pattern[str] | None:
        """An elided word at the beginning of what has a capital, None where the language has none: `L'Autriche`."""
        return re.compile(rf"(?i:{'|'.join(self.others.elided)})['’]") if self.others.elided else None

    @made_once
    def before_ruled(self) -> re.Pattern[str] | None:
        """What a text ends with before the place of one who may be named behind it: `roi d' | Écosse Jacques V`.

        A title that is written with a space has the place directly behind it: `raja | Mesir Thutmose III`.
        """
        rulers = self.pairs.rulers
        if not rulers:
            return None
        tied = "|".join(title for title in rulers if not title.endswith(" "))
        direct = "|".join(title for title in rulers if title.endswith(" "))
        ties = "|".join(
            re.escape(tie).replace("'", "['’]") + ("" if tie.endswith("'") else " ")
            for tie in longest_first({*self.within_runs.ties, *self.articles})
        )
        return re.compile(rf"\b(?:{direct})\Z" if direct else rf"\b(?:{tied}) (?:{ties})\Z")


def has_capital_words(lang: str) -> bool:
    """Whether it is known by which words of a language its names are told by their capitals."""
    return "capitals" in language_data(lang)


def capital_words(lang: str, words: Words) -> CapitalWords | None:
    """The words of a language by its code, None where capitals tell no names and no words do.

    Of a language without a table those that hold in any. `words` are those of the noise rules, of which dates,
    adjectives, demonyms, honorifics and indefinite articles are taken: they stand in its file once. InputError for a
    table with a mistake.
    """
    code, table = lang, language_data(lang).get("capitals")
    if table is None and capitals_tell_names(lang):
        code, table = _ANY, language_data(_ANY)["capitals"]
    if table is None:
        return None
    stated = CapitalWords.read(table, f"{language_file(code)}: capitals")
    mutated = words.inflection.with_mutated
    dates = mutated(word.capitalize() for word in words.dates)
    return replace(
        stated,
        articles=_written(stated.articles | words.indefinite),
        terms=mutated(stated.terms | dates),
        persons=stated.persons.completed(words),
        person_names=stated.person_names.completed(words),
        modifiers=stated.modifiers.completed(words),
        demonyms=stated.demonyms.completed(),
        heads=stated.heads.completed(words),
        syllables=stated.syllables.completed(stated.heads),
        within_runs=stated.within_runs.completed(stated.persons, stated.modifiers, words, dates),
        between_runs=stated.between_runs.completed(),
        others=words,
    )


def _written(articles: Iterable[str]) -> frozenset[str]:
    """Articles as they are written: with the other apostrophe and with a capital too."""
    forms = {form for word in articles for form in (word, word.replace("'", "’"))}
    return frozenset(form for word in forms for form in (word, word.capitalize()))
