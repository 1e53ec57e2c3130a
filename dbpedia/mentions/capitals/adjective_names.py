"""Names that begin with an adjective and have no other capital: `Русского музыкального общества`.

What belongs to the adjective agrees with it by its ending (`dbpedia.mentions.capitals.lexicon.one_capital`).
"""

from __future__ import annotations

import re

from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.capitals.words import CapitalWords
from schemas.records import Span

_MIN_NOUN = 3
_OWNER = re.compile(rf" ({CAPITAL}\w+)(?: {CAPITAL}\w+)*(?![\w-])")


def adjective_name(text: str, start: int, end: int, initial: bool, words: CapitalWords) -> Span | None:
    """The name of which a run of adjectives in a text is the beginning, if it is; `initial` where it begins a sentence.

    None where nothing behind the run agrees with it, and where the noun is an office. A word that may be something
    else than an adjective begins one only if another adjective is behind it (`Придворной | певческой капеллы`), or a
    noun that bodies are called by (`Odborné | škole`).
    """
    units, adjective_first = text[start:end].split(" "), words.adjective_first
    while initial and len(units) > 1 and (units[0] in words.openers or units[0] in words.persons.offices):
        start += len(units.pop(0)) + 1
    agrees = adjective_first.surname_forms is not None and adjective_first.surname_forms.search(units[-1])
    if not agrees or words.modifiers.is_people(units[-1]):
        return None
    sure = all(words.modifiers.is_adjective(unit) for unit in units)
    for adjective, rest in adjective_first.bodies:
        found = rest.match(text, end) if all(map(adjective.search, units[-1:] if sure else units)) else None
        if found and len(found[1]) >= _MIN_NOUN and found[1] not in adjective_first.behind_bodies:
            noun = found[1].capitalize()
            is_chain = sure or " " in found[0].strip() or noun in words.terms
            # `kralj` is an office, `Združeno kraljestvo` is none.
            is_other = _is_verb(found[1], words) or noun.startswith(words.persons.office_stems)
            is_noun = noun in words.terms or not is_other
            owner = adjective_first.owned.match(text, found.end()) if adjective_first.owned else None
            is_whole = owner is None or owner[1] in adjective_first.behind_bodies or _is_verb(owner[1], words)
            return (start, _end(text, found, words)) if is_chain and is_noun and is_whole else None
    return None


def ends_before_body(text: str, start: int, end: int, words: CapitalWords) -> int | None:
    """The space in a run behind which its last word begins the name of a body or place that goes on in lower case.

    `Нарадзіўся ў вёсцы Еўлічы | Слуцкага раёна`. None where the word before is an adjective too, where it is a
    kind of thing itself, and where the noun is none that such names are called by. A people before that noun is no part
    of the name either: `Brně | Rusové školy zavřeli`.
    """
    space = text.rfind(" ", start, end)
    if space < 0:
        return None
    last, before = text[space + 1 : end], text[start:space].rpartition(" ")[2]
    if before.islower() or before in words.terms or words.modifiers.is_adjective(before):
        return None  # `Organizácii Spojených národov`
    if not words.modifiers.is_adjective(last):
        return None
    for adjective, rest in words.adjective_first.bodies:
        found = rest.match(text, end) if adjective.search(last) else None
        if found and found[1].capitalize() in words.terms:
            return space
    return None


def _end(text: str, found: re.Match[str], words: CapitalWords) -> int:
    """Where the name ends behind its noun, with the body that it is a part of: `Právnická fakulta Univerzity Karlovy`.

    That is told by its first word or by its abbreviation (`Generální konference UNESCO`). The country or people
    behind it belongs to it in some languages (`Narodna banka Srbije`).
    """
    owner = _OWNER.match(text, found.end()) if found[1].capitalize() in words.terms else None
    if owner is None:
        return found.end()
    is_owned = owner[1] in words.divisions.owners or words.modifiers.is_people(owner[1])
    if is_owned and words.adjective_first.bodies_with_owners:
        return owner.end(1)
    return owner.end() if owner[1] in words.terms or owner[0].lstrip().isupper() else found.end()


def _is_verb(word: str, words: CapitalWords) -> bool:
    """Whether a word in lower case has the ending of a verb, and is none that bodies are called by."""
    return word.endswith(words.adjective_first.verb_endings) and word.capitalize() not in words.terms
