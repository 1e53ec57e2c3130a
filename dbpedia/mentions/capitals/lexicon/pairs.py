"""What shows that one run of capitalised words is two names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.word_group import WordGroup, made_once


@dataclass(frozen=True)
class Divisions(WordGroup):
    """What divides a run in any article."""

    owners: frozenset[str] = frozenset()
    """Names in the case of an owner, behind which another may begin: `президент России | Владимир Путин`."""
    ended: tuple[str, ...] = ()
    """Patterns of what a word ends with in a case that only the end of a name has: `Pozsonyban | Erkel László`."""
    begun: tuple[str, ...] = ()
    """Patterns of words that begin a name wherever they stand: `Szeged | Magyarország`."""
    place_ties: tuple[str, ...] = ()
    """The `ties` before the place of something, which bodies alone have in their name: `Creangă | din | Humulești`."""

    @made_once
    def begun_within(self) -> re.Pattern[str] | None:
        """The space within a run before a word that begins a name wherever it is; None where no word does."""
        return re.compile(rf" (?=(?:{'|'.join(self.begun)})\b)") if self.begun else None

    @made_once
    def before_place(self) -> re.Pattern[str] | None:
        """A small word within a run before the place of something; None where the language has no `place_ties`."""
        return re.compile(rf" (?:{'|'.join(self.place_ties)}) ") if self.place_ties else None


@dataclass(frozen=True)
class Pairs(WordGroup):
    """What divides a run where the article has its parts by themselves."""

    names_in_pairs: bool = False
    """Whether two names may stand side by side without any sign: `Berlin | Európa`."""
    owner_endings: tuple[str, ...] = ()
    """Endings of owners, or of names in any case, behind which another name begins: `Apples | Siri`."""
    place_cases: tuple[str, ...] = ()
    """Endings of where something is or comes from, where a case is at the end of a name: `Eynşteyn | Berndə`."""
    place_nouns: tuple[str, ...] = ()
    """Patterns of what nouns begin with that stand behind a place as well: `Albert Eynşteyn | Bern şəhərində`."""
    place_owners: tuple[str, ...] = ()
    """What a place ends with that owns what is behind it: `Iruñeak | Aragoiko Konderria`."""
    rulers: tuple[str, ...] = ()
    """Patterns of titles with a place before the name, directly behind a space: `roi d'Écosse | Jacques V`."""

    @made_once
    def before_place_noun(self) -> re.Pattern[str] | None:
        """What shows behind a word that it is a place; None where no `place_nouns` do."""
        return re.compile(rf" (?:{'|'.join(self.place_nouns)})\w*") if self.place_nouns else None


@dataclass(frozen=True)
class VerbLast(WordGroup):
    """What tells subject and object that stand side by side, where the verb stands last."""

    locatives: tuple[str, ...] = ()
    """Patterns of endings of a place behind an apostrophe: `Berlin'de`."""
    plurals: tuple[str, ...] = ()
    """Patterns of those of a people in the plural, behind which another name begins: `Etrüskler | İtalya`."""
    possessives: tuple[str, ...] = ()
    """Patterns of those of a noun that belongs to the name before it: `Berlin Duvarı`, `Sovyetler Birliği`."""
    clitics: tuple[str, ...] = ()
    """Patterns of words in lower case, with the end of the word that they lean on, which tie nothing: `Spandau da`."""

    @made_once
    def at_place(self) -> re.Pattern[str] | None:
        """The ending, behind an apostrophe, of the place of something; None where no `locatives` are known."""
        return re.compile(rf"['’](?:{'|'.join(self.locatives)})\b") if self.locatives else None

    @made_once
    def people_within(self) -> re.Pattern[str] | None:
        """A word within a run that may be a people by its ending; None where no `plurals` show it."""
        return re.compile(rf"\b\w*(?:{'|'.join(self.plurals)})(?= {CAPITAL})") if self.plurals else None

    @made_once
    def possessive(self) -> re.Pattern[str] | None:
        """The end of a word that belongs to the name before it (`Berlin Duvarı`); None where nothing shows it."""
        return re.compile(rf"(?:{'|'.join(self.possessives)})\b") if self.possessives else None

    @made_once
    def leaning(self) -> re.Pattern[str] | None:
        """A word within a run that only leans on the one before it; None where the language has no `clitics`."""
        return re.compile(rf"(?:{'|'.join(self.clitics)})(?= {CAPITAL})") if self.clitics else None
