"""Runs of capitalised words: where they may stand in a text, and what their words show, wherever that is.

`dbpedia.mentions.capitals.names` decides by the article which of them are names. Its words: `persons`, `modifiers` and
`heads` in `dbpedia.mentions.capitals.lexicon`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.orthography.word_cases import WordCases

_MIN_LENGTH = 3


class Part(NamedTuple):
    """The words of a run from one of them on, offices before a name left out."""

    offset: int
    """Code points of the run before it."""
    text: str
    word: str
    """Its only capitalised word, empty where it has several."""
    is_name: bool
    """Whether its words alone allow a name."""
    is_common: bool
    """Whether the wiki has all its words in lower case too."""
    behind_article: bool
    """Whether an article within the run comes before it."""
    last: str
    """Its last word."""
    singulars: Collection[str]
    """What it may be the plural of, if it has several words and the last of them ends no names."""
    before_office: str
    """What it has before the word of an office that it ends with as a surname (`Stephen | King`), else empty."""


class Run(NamedTuple):
    """What the words of a run show, wherever it stands."""

    whole: Part | None
    opened: Part | None
    """The same without what only begins a sentence."""
    opens: bool
    """Whether it has words that only begin a sentence."""
    common_first: bool
    """Whether the wiki has its first word in lower case too."""
    rest: Part | None
    """The same as the whole without the first word, where the wiki has that in lower case too."""


def read_run(text: str, words: CapitalWords, cases: WordCases) -> Run:
    """What the words of a run show, by those of its language and by the cases that the wiki has of words."""
    units, lower, is_adjective = words.syllables.units(text), words.others.lower, words.modifiers.is_adjective
    openers = 0
    while openers < len(units) and _opens(units[openers], words):
        openers += 1
    if not openers and _is_opening_verb(units[0], words, cases):
        openers = 1
    while 0 < openers < len(units) - 1 and _is_tie(units[openers]):  # `Tijdens de | Tweede Wereldoorlog`
        openers += 1

    counted, endings = units[0][0].isdigit(), words.noun_first.front_endings
    last = _whole_word(units[-1])

    def part(first: int) -> Part | None:
        begin = _without_offices(units, _behind_side(units, first, words), words, cases)
        if begin is None:
            return None
        begin = _behind_people(units, begin, words)
        capitalised = [_whole_word(unit) for unit in units[begin:] if not _is_tie(unit) and not unit.isdigit()]
        is_completed = endings and any(unit.islower() and unit.endswith(endings) for unit in units[begin:])
        word = capitalised[0] if len(capitalised) == 1 and not is_completed else ""
        if counted and begin == first == 1 and (not word or word in words.others.heads):
            # A kind of thing that is counted is a name: `2nd Division`
            is_name = bool(word) or not all(_is_no_name(unit, words) for unit in capitalised)
            return Part(0, text, "", is_name, False, False, last, _singulars(text, last, words), "")
        is_name = _can_be_name(word, words) if word else not all(_is_no_name(unit, words) for unit in capitalised)
        is_name = is_name or _is_person(capitalised, words) or _is_called_by_adjective(capitalised, words)
        if is_name and not word and capitalised[-1] in words.nouns_behind.described:
            is_name = not (
                is_adjective(capitalised[-2]) or capitalised[-2].endswith(words.nouns_behind.describing_endings)
            )
        behind = begin > 0 and units[begin - 1] in words.articles
        common = all(lower(unit) in cases.lower or is_adjective(unit) for unit in capitalised)
        name = _whole_word(" ".join(units[begin:]))
        singulars = () if word else _singulars(name, last, words)
        before, _, office = name.rpartition(" ")
        before_office = before if before and office in words.persons.offices and not _is_tie(units[-2]) else ""
        return Part(len(text) - len(name), name, word, is_name, common, behind, last, singulars, before_office)

    if counted:
        return Run(part(1), None, False, True, None)
    first = lower(units[0])
    whole = part(0)
    common_first = first in cases.lower or units[0] in words.syllables.compounds
    common_first = common_first and units[0] not in words.others.saints and units[0] not in words.persons.peerage
    rest = part(1) if common_first and not openers and len(units) > 1 and units[1][0].isupper() else None
    return Run(whole, part(openers) if openers else whole, openers > 0, common_first, rest)


def _without_offices(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int | None:
    """Where the name begins in the words of a run from `first` on, None where it is that of an office.

    `French President Charles de Gaulle` is a name with something before it, `Justice Department` is one as it is,
    `Duke of York` is none of York, and `Lord Byron` and `Stephen King` are called so.
    """
    is_surname, persons = False, words.persons
    if units[-1] in persons.offices and len(units) > first + 1:
        is_owner = units[-1] in persons.nobility and _is_tie(units[-2])  # `Muro del Príncipe`, but not `Grand Duke`
        is_surname = not is_owner and _is_surname(units[-1], units[first:-1], words, cases)
        if not is_owner and not is_surname:
            return None
    begin, office, noble = first, 0, False
    while begin < len(units):
        unit = units[begin].rstrip(".")
        if persons.offices.issuperset(unit.split("-")):
            office, noble = begin + 1, noble or unit in persons.nobility
        elif not words.modifiers.is_adjective(unit) and not _is_tie(unit):
            break
        begin += 1
    if begin == len(units):
        return None if office or begin == first else first
    if not office:
        begin = _behind_person_title(units, first, words, cases) or _behind_post(units, first, words, cases)
        return None if _is_tie(units[begin]) else begin
    if not any(map(_is_tie, units[office:begin])) and (words.others.derived.followers or begin == len(units) - 1):
        begin = office  # a given name with the form of an adjective: `Dr | Christian Barnard`
    tied = _is_tie(units[begin - 1]) or units[begin][0].islower()
    if (tied and noble) or units[-1].isdigit():
        return None
    lower = words.others.lower
    if not is_surname and lower(units[-1]) in cases.lower and (not tied or lower(units[begin]) in cases.lower):
        return None if tied else first
    is_of_name = begin == len(units) - 1 and begin > first and units[begin - 1] in persons.peerage
    return begin - 1 if is_of_name else begin


def _is_surname(office: str, before: Sequence[str], words: CapitalWords, cases: WordCases) -> bool:
    """Whether a word for an office is a surname behind other words: `Stephen | King`, but not `Prime | Minister`.

    The last of them that is no initial is a name then, not a common word, an adjective, an office or a small word.
    """
    is_plural = not words.persons.offices.isdisjoint(words.others.singulars(office))  # `Umayyad Caliphs`
    given = next((unit for unit in reversed(before) if not _INITIAL.match(unit)), "")
    if is_plural or office.isupper() or not given or _is_tie(given) or words.others.lower(given) in cases.lower:
        return False
    is_kind = given in words.heads.first_heads or given in words.noun_first.fronts or given in words.others.heads
    return not (is_kind or _is_no_name(given, words))


def _behind_person_title(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int | None:
    """Where the name of a person begins behind what the person is of (`California Governor Jerry Brown`), if any does.

    A word that the wiki also has in lower case is not expected there: `Massachusetts General Hospital`.
    """
    for place in range(first + 1, len(units) - 2):  # two words at least are the name
        if units[place].rstrip(".") in words.others.honorifics:
            name = units[place + 1 :]
            is_name = not any(_is_tie(unit) or words.others.lower(unit) in cases.lower for unit in name)
            return place + 1 if is_name and words.persons.offices.isdisjoint(name) else None
    return None


def _behind_post(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int:
    """Where the name of what a post belongs to begins (`Managing Editor of Baylor Law Review`), else `first`."""
    lower = words.others.lower
    for place in range(first + 1, len(units) - 1):
        if _is_tie(units[place]):
            post = units[first:place]
            begin = next((at for at in range(place, len(units)) if not _is_tie(units[at])), first)
            is_post = post[-1] in words.persons.offices and all(lower(unit) in cases.lower for unit in post)
            return begin if is_post and lower(units[begin]) not in cases.lower else first
    return first


def _opens(unit: str, words: CapitalWords) -> bool:
    """Whether a capitalised word only begins a sentence: `Dans`, or with an elided one (`D'après`)."""
    if unit in words.openers:
        return True
    elided = words.opens_elided.match(unit) if words.opens_elided else None
    return elided is not None and unit[elided.end() :].islower()


def _is_opening_verb(unit: str, words: CapitalWords, cases: WordCases) -> bool:
    """Whether a sentence begins with a verb by its ending or beginning: `Pokonał`, `Throid`.

    The wiki has it in lower case, and it is none of the words that names begin with (`Oddział`).
    """
    if not words.opening_verbs.are_like(unit) or words.others.lower(unit) not in cases.lower:
        return False
    return not (unit in words.heads.first_heads or unit in words.persons.offices or unit in words.terms)


def _behind_side(units: Sequence[str], first: int, words: CapitalWords) -> int:
    """Where the name begins behind a side of what has it (`Sud-Est de l'Europe`), else `first`."""
    if first == len(units) or not words.modifiers.sides.issuperset(units[first].split("-")):
        return first
    begin = first + 1
    while begin < len(units) and _is_tie(units[begin]):
        begin += 1
    is_tied = begin < len(units) and (begin > first + 1 or units[begin][0].islower())
    return begin if is_tied else first


def _behind_people(units: Sequence[str], first: int, words: CapitalWords) -> int:
    """Where the name begins behind what people somebody is of (`le Belge Adolphe Sax`), else `first`.

    Adjectives have no capital where names of several words have one, nor where peoples are told by patterns.
    """
    name, modifiers = units[first + 1 :], words.modifiers
    is_named = bool(words.noun_first.fronts) and units[first] in modifiers.adjectives
    is_named = is_named or modifiers.is_people(units[first])
    return first + 1 if is_named and len(name) > 1 and not any(map(_is_tie, name)) else first


def _whole_word(name: str) -> str:
    """A name without the elided word before it that tied it to another: `d'Autriche`."""
    return name if not name[0].islower() else _ELIDED.sub("", name)


def _singulars(name: str, last: str, words: CapitalWords) -> Collection[str]:
    """What a name with this last word may be the plural of; nothing where names end with the word."""
    return () if last in words.others.heads else words.others.singulars(name)


def _is_tie(unit: str) -> bool:
    return unit.islower() or unit == "&"


def _is_person(capitalised: Sequence[str], words: CapitalWords) -> bool:
    """Whether the words of a run have initials or a name after the father, so that adjectives are surnames there."""
    if len(capitalised) < 2:
        return False
    father = words.person_names.father
    if father and any(map(father.search, capitalised)):
        return True
    *before, last = capitalised
    is_surname = len(last) >= _MIN_LENGTH and last not in words.persons.offices and last not in words.openers
    return is_surname and any(map(_INITIAL.match, before))


def _is_called_by_adjective(capitalised: Sequence[str], words: CapitalWords) -> bool:
    """Whether words name a part of the world or a body by adjectives, where these have no capital else.

    `Дальнем Востоке`, `Верховного Суду`.
    """
    if not words.adjective_first.agreement or len(capitalised) < 2:
        return False
    if capitalised[-1] not in words.modifiers.sides and capitalised[-1] not in words.terms:
        return False
    return all(words.modifiers.is_adjective(unit) for unit in capitalised[:-1])


def surname_stems(part: Part, words: CapitalWords) -> Iterator[str]:
    """The surnames that are adjectives by their form, without endings, of the person that a part names, if it does."""
    units = part.text.split(" ")
    forms = words.adjective_first.surname_forms
    if forms and _is_person(units, words):
        for unit in units:
            if forms.search(unit):
                yield forms.sub("", unit)


def _is_no_name(unit: str, words: CapitalWords) -> bool:
    """Whether a capitalised word is none of a name where all words of a run are like that."""
    bare = unit.rstrip(".")
    if len(bare) == 1:
        return bare.isascii() or not words.syllables.short_names or _opens(bare, words)  # `Ý` is a word
    return (
        bare in words.persons.offices
        or bare in words.terms
        or _opens(bare, words)
        or words.modifiers.sides.issuperset(bare.split("-"))
        or words.modifiers.is_adjective(bare)
        or _is_abbreviation(bare)
    )


def _can_be_name(word: str, words: CapitalWords) -> bool:
    """Whether a capitalised word alone can be a name, by what it is."""
    if "." in word.rstrip("."):
        return word.replace(".", "") not in words.terms
    if "-" in word and words.terms.issuperset(word.split("-")):
        return False  # `April-May`
    if word in words.syllables.compounds:
        return False  # a common noun but for what goes on: `Liên minh`
    if word.rstrip(".") in words.name_ends.dotted_endings:
        return False  # behind a name that is known already: `Encyclopædia Britannica, Inc.`
    is_unit = words.others.lower(word) in words.others.units
    least = 1 if words.syllables.short_names else _MIN_LENGTH
    return len(word) >= least and not (is_unit or _is_no_name(word, words) or any(map(str.isdigit, word)))


def _is_abbreviation(word: str) -> bool:
    """Whether a word is in capitals (`DNA`, `CPUs`), which shows nothing; an expansion in brackets does."""
    return word.isupper() or (word.endswith("s") and word[:-1].isupper())


_INITIAL = re.compile(rf"{CAPITAL}\.\Z")
_ELIDED = re.compile(r"\A\w+['’](?=\w)")
