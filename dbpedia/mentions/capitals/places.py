"""Where runs of capitalised words stand in a text, and where what stands side by side is two of them or one.

Its words: `BetweenRuns` in `dbpedia.mentions.capitals.lexicon.runs` and `Divisions` in `pairs` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from dbpedia.mentions.capitals.adjective_names import ends_before_body
from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.run_pattern import run_pattern
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.orthography.word_cases import WordCases
from schemas.records import Span

_OPENING = ".?!¿¡:;…([{\n"
_WITHIN = (":", ";", "(", "[")
_QUOTES = "\"“”„«‘'"


class RunPlaces:
    """Finds the runs of a text by the words of its language."""

    def __init__(self, words: CapitalWords, cases: WordCases) -> None:
        self.words = words
        self.cases = cases
        self.pattern = run_pattern(words)
        divisions = words.divisions
        self.is_divided = bool(divisions.owners or divisions.begun or divisions.ended or divisions.place_ties)
        """Whether the words of a run may divide it."""
        self.ended_within = _ended_within(divisions.ended, words.pairs.place_cases)
        self.joining = _joining(words)

    def find(self, text: str, taken: Sequence[Span]) -> Iterator[Span]:
        """Where the runs stand, joined over small words where common nouns show that both are parts of one name.

        `Center for Relief`; `Department of Labor and Trade`, but not `University of Paris and London`. What is taken
        is a name of its own: `chair of the Board for [[Angola]]`.
        """
        before: Span | None = None
        elided = self.words.opens_elided
        may_end = self.is_divided or (not text.isascii() and _CYRILLIC.search(text))
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if elided:
                start = self._behind_elided(elided, text, start)
            # A word by itself has no other within; to know that here saves a quarter of the time.
            within = {*self._ends_within(text, start, end)} if may_end and " " in match[0] else ()
            for name_end, next_start in sorted(within):
                yield from [before] if before else []
                before = None
                # Two rules may cut at one place, of which the one behind the other has no name before it.
                if start < name_end:
                    yield start, name_end
                start = max(start, next_start)
            if (
                before
                and text[before[1] : start].strip() in self.joining
                and self._are_joined(text[slice(*before)], text[before[1] : start], match[0])
                and not any(begin < end and start < stop for begin, stop in taken)
            ):
                start = before[0]
            elif before:
                yield before
            before = start, end
        if before:
            yield before

    def _ends_within(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Where names end within a run and where the next ones begin.

        Behind an owner (`России | Владимир Путин`), a word in the case that a name ends with (`Pozsonyban | Erkel
        László`), a people that has nothing of what follows (`Etrüskler | İtalya`, but `Sovyetler Birliği`), before a
        word that begins names (`Szeged | Magyarország`), a body that has one capital (`Еўлічы | Слуцкага раёна`) or a
        word of another script, and before the place of something that is no body nor event (`Ion Creangă | din |
        Humulești`).
        """
        words, divisions = self.words, self.words.divisions
        first = text[start:end].partition(" ")[0]
        at, owner, offices = start, first, words.persons.offices
        while (owner in offices or owner in words.openers) and at + len(owner) < end:  # which begins the sentence
            at += len(owner) + 1
            owner = text[at:end].partition(" ")[0]
        if owner in divisions.owners and text[at + len(owner) + 1 : end][:1].isupper():
            yield at + len(owner), at + len(owner) + 1
        if _CYRILLIC.search(text, start, end):
            yield from (match.span() for match in _SCRIPTS.finditer(text, start, end))
        if divisions.begun_within:
            for match in divisions.begun_within.finditer(text, start, end):
                yield self._behind_tie(text, start, match.start()), match.end()
        if self.ended_within:
            yield from ((match.end() - 1, match.end()) for match in self.ended_within.finditer(text, start, end))
        if words.adjective_first.bodies:
            space = ends_before_body(text, start, end, words)
            if space is not None:
                yield space, space + 1
        people = words.verb_last.people_within
        if people:
            yield from self._behind_people(people, text, start, end)
        if divisions.before_place and not self._begins_body(self._first_of_name(text[start:end])):
            yield from self._before_places(divisions.before_place, text, start, end)

    def _behind_people(self, people: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
        """The spaces behind the peoples in a run that have nothing of what follows."""
        words, possessive = self.words, self.words.verb_last.possessive
        for match in people.finditer(text, start, end):
            is_common = words.others.lower(match[0]) in self.cases.lower
            # `Etrüskler | İtalya`, but not `Oskar Schindler Holding`
            begins = words.openers.issuperset(text[start : match.start()].split())
            if begins and not is_common and not (possessive and possessive.search(text, match.end(), end)):
                yield match.end(), match.end() + 1

    def _before_places(self, ties: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
        """The small words in a run before the place of something."""
        words = self.words
        units = _UNIT.finditer(text, start, end)
        front = next((unit.start() for unit in units if unit[0] in words.noun_first.fronts), end)
        for place in ties.finditer(text, start, front):
            following = text[place.end() : end].partition(" ")[0]
            if following in words.person_names.epithets:
                continue  # `Aleksandri i Madh`
            yield place.span()
            if self._begins_body(following):
                break  # `Polsce | w | Muzeum Narodowym w Krakowie`

    def _behind_tie(self, text: str, start: int, end: int) -> int:
        """Where a name ends before a small word that tied it to another, if one is there: `Fatma | xanım | Bakıda`.

        One that ends names is added again to what is found: `Səməd bəy | Gəncədə`.
        """
        before, _, last = text[start:end].rpartition(" ")
        return start + len(before) if before and last.islower() else end

    def _first_of_name(self, run: str) -> str:
        """The first word of a run behind what only begins its sentence: `Το | Πανεπιστήμιο`, `I | gCill`."""
        units = run.split(" ")
        return next((unit for unit in units if unit not in self.words.openers), units[0])

    def _begins_body(self, word: str) -> bool:
        """Whether a name with this first word may have its place in it: where words are known for it, one of them."""
        words = self.words
        heads = words.heads.first_heads
        return word in heads if heads else words.others.lower(word) in self.cases.lower

    def _behind_elided(self, elided: re.Pattern[str], text: str, start: int) -> int:
        """Where a run begins behind an elided word that has a capital as it begins a sentence: `L'Autriche`."""
        match = elided.match(text, start)
        begins_name = match and text[match.end() : match.end() + 1].isupper()
        begins_name = begins_name and is_initial(text, start, self.words.only_names)
        return match.end() if match and begins_name else start

    def _are_joined(self, run: str, gap: str, following: str) -> bool:
        words, between, persons = self.words, self.words.between_runs, self.words.person_names
        lower, units = words.others.lower, words.syllables.units
        name = " ".join(dropwhile(words.openers.__contains__, run.split(" ")))  # `After | Peter the Great`
        last, first = units(run)[-1], units(following)[0]
        if gap.strip() in words.definite and first in persons.epithets:
            return " " not in RULER.sub("", name)  # `Peter the Great`, `Pere II el Gran`
        if gap in between.topic_joins:
            return f" {run}".endswith(between.topic_heads) and first not in words.terms
        is_listed, end = gap in between.list_joins, following.rpartition(" ")[2]
        if is_listed and end in between.routes and last not in words.others.heads:
            return True  # `Miami and Erie Canal`
        if is_listed and run.partition(" ")[0] in words.noun_first.fronts:
            return lower(first).endswith(words.noun_first.front_endings)  # `Biblioteca Centrale e Regionale`
        if " " not in run:
            return False
        if is_listed and " " in name and name.partition(" ")[0] in persons.given_names:
            is_ruler = last in persons.epithets or RULER.search(name)
            return " " not in following and not is_ruler  # `Josep Torras i Bages`
        if is_listed and first in words.others.saints:
            return any(map(str.islower, run.split())) and not words.others.saints.isdisjoint(run.split())
        if not self._is_common(last):
            return False
        if is_listed:
            if not self._is_common(first):
                return False
            if units(run)[0] in words.heads.first_heads:
                return first not in words.heads.first_heads  # `Kementerian Pendidikan dan Kebudayaan`
            return any(map(str.islower, run.split())) or self._is_half(last, following)
        # `Babbage School for Greeks`
        is_people_there = end in words.modifiers.adjectives or words.modifiers.is_people(end)
        # `left Angola School for Babbage School`
        return gap in between.joins and end not in words.others.heads and not is_people_there

    def _is_common(self, word: str) -> bool:
        return self.words.others.lower(word) in self.cases.lower or word in self.words.syllables.compounds

    def _is_half(self, last: str, following: str) -> bool:
        """Whether a run with this last word lacks what the following one ends with: `Economic and Social Council`."""
        others = self.words.others
        is_whole = last in others.heads or last in others.generic or last in self.words.persons.offices
        return not is_whole and " " in following and others.heads.get(following.rpartition(" ")[2]) == "Organisation"


def _joining(words: CapitalWords) -> frozenset[str]:
    """What may stand between two runs of capitalised words that are one name."""
    between = words.between_runs
    return words.definite.union(map(str.strip, (*between.joins, *between.topic_joins, *between.list_joins)))


def _ended_within(ended: Sequence[str], place_cases: Sequence[str]) -> re.Pattern[str] | None:
    """A word within a run behind which another name or a number begins; None where no ending shows it."""
    if not ended:
        return None
    numbered = rf"|\w(?:{'|'.join(place_cases)}) (?=\d)" if place_cases else ""
    return re.compile(rf"\w(?:{'|'.join(ended)}) (?=[{CAPITALS}\d]){numbered}")


def is_initial(text: str, start: int, only_names: bool) -> bool:
    """Whether a word at this place has a capital whatever it is.

    Where `only_names` have one behind a colon, in brackets and behind an abbreviation, these are within the sentence.
    """
    if text[start - 1 : start] == " " and text[start - 2 : start - 1].isalnum():
        # Nearly all are within a sentence, as is found below too, but for one behind a cut word: `’s Morgens`, `ŉ Man`.
        if text[start - 2] == "ŉ":
            return is_initial(text, start - 2, only_names)
        return start > 2 and text[start - 3] in "'’" and is_initial(text, start - 3, only_names)
    if text[start - 1 : start] in ("'", "’") and text[start - 2 : start - 1].isalpha():
        return False  # behind an elided word, which has the capital of the sentence
    before = text[:start].rstrip() if start < 3 else text[start - 3 : start].rstrip()
    if not before or before[-1] in _OPENING:
        return not (only_names and (before[-1:] in _WITHIN or _ABBREVIATION_BEFORE.search(text, 0, start)))
    # With a space behind it a mark mostly closes a quotation, but for the French one that opens it.
    return before[-1] == "«" or (before[-1] in _QUOTES and text[start - 1] != " ")


def apart(found: Sequence[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """The spans that share nothing with those taken nor with each other, the longest of those that begin together."""
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last and not any(begin < end and start < stop for begin, stop in taken):
            yield start, end
            last = end


_NICKNAME = rf" [\"“]{CAPITAL}[^\"”]{{0,20}}[\"”] "
"""What somebody is called in quotation marks between the first names and the last: `Edwin "Buzz" Aldrin`."""
NICKNAME = re.compile(rf"{_NICKNAME}(?={CAPITAL})")
"""A nickname behind the first names."""
NICKNAME_BEFORE = re.compile(rf"{CAPITAL}[\w.]*{_NICKNAME}\Z")
"""A nickname, with the first name, that a text ends with before the last name."""
RULER = re.compile(r" (?:[IVXLC]+|I(?:er|re|ᵉʳ))\Z")
"""The number of a ruler at the end of a name."""
_ABBREVIATION_BEFORE = re.compile(rf"(?<!\w)[^\W\d_{CAPITALS}]{{1,4}}\. \Z")
_UNIT = re.compile(r"\S+")
_CYRILLIC = re.compile("[Ѐ-ӿ]")
_NO_NUMBER = "".join(rf"(?<!\b[IVXLC]{{{length}}})" for length in range(1, 6))
_SCRIPTS = re.compile(rf"(?<=[A-Za-z]){_NO_NUMBER} (?=[Ѐ-ЯҐ])|(?<=[а-џґ]) (?=[A-Z])(?![IVXLC]+\b)")
"""The space between words of different scripts, which are two names: `WFC | Артур Перепёлкин`, but for numbers."""
