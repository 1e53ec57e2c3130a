"""Common nouns that have a capital, and so are no names though they look like one.

- generic: words for a kind of thing or for an office that stand for one of them here (`[[Roman Empire|Empire]]`,
  `[[Nelson Oduber|Prime Minister]]`, `[[President of Portugal]]`);
- common: the sentence gives the capital (`[[Selective breeding]] has …`), only a later word has one (`[[Ancient
  Egypt|ancient Egyptians]]`), or an adjective does before a common noun (`[[Islamic art]]`); or the wiki has the last
  word, or the title, in lower case (`[[Islamic republic]]`, `[[Central business district|CBD]]`); or it stands behind
  an indefinite article (`a [[Crown Colony]]`); or it is a noun of a language whose nouns all have a capital, by what
  stands before it or elsewhere in the wiki (`viele [[Gletscher]]`).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from dbpedia.mentions.derived import describes
from dbpedia.mentions.orthography.noun_uses import is_behind_marker
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import is_lower

_ELEMENTS = (
    "A[cglmrstu]|B[aehikr]?|C[adeflmnorsu]?|D[bsy]|E[rsu]|F[elmr]?|G[ade]|H[efgos]?|I[nr]?|Kr?|L[airuv]|M[cdgnot]|"
    "N[abdehiop]?|O[gs]?|P[abdmortu]?|R[abefghnu]|S[bcegimnr]?|T[abcehilms]|U|V|W|Xe|Yb?|Z[nr]"
)
_FORMULA = re.compile(rf"(?=.*[a-z0-9₀-₉])(?:(?:{_ELEMENTS})[0-9₀-₉]*){{2,}}")
_STEM = 4
"""Letters that forms of a word share."""
_NOT_LETTERS = re.compile(r"\([IVX]+\)")


def is_generic(surface: str, bare: str, branch: str, words: Words) -> bool:
    """Whether a surface says what kind of thing is meant, or which office, and not its name."""
    parts = surface.split()
    while parts and parts[0].lower() in words.articles:
        parts.pop(0)
    if not parts:
        return False
    if parts[0] in words.offices:
        named = next((place for place, part in enumerate(parts) if part not in words.offices), len(parts))
        if named == len(parts):
            return surface != bare or not branch
        is_office = parts[named] in words.office_prepositions and not branch
        return is_office and parts[0] in bare.split()
    if branch == "Person" and words.honorifics.issuperset(parts):
        return not set(parts) & set(bare.split())
    return surface != bare and words.generic.issuperset(parts)


def is_common(surface: str, bare: str, branch: str, at_start: bool, lower_case: Collection[str], words: Words) -> bool:
    """Whether a surface is a common noun that has no capital, or one that its sentence or an adjective gives it.

    `lower_case` are words that are known to be common nouns.
    """
    first, _, rest = surface.partition(" ")
    if not rest:
        return at_start and not branch and first.istitle() and words.lower(first) in lower_case
    if surface[0].islower():
        if branch and (words.nouns_in_capitals or words.lower(surface) == words.lower(bare)):
            return False
        known = words.small_words if words.nouns_in_capitals else words.particles | words.articles
        return bool(known) and first not in known and first.isalpha() and is_lower(first)
    if branch:
        return False
    *before, last = surface.split()
    if last in words.common_heads and all(word[0].isupper() for word in before):
        return True
    return at_start and _is_plain(rest) and " " in bare and _is_plain(bare.partition(" ")[2])


def is_concept(surface: str, bare: str, lower_case: Collection[str], words: Words) -> bool:
    """Whether what has no class is a concept, because its surface ends with a common noun or its title is of such.

    `[[Islamic republic]]`, `[[Central business district|CBD]]`. Names that end so have heads that names have (`Lodi
    dynasty`). `lower_case` are words that are known to be common nouns.
    """
    last = surface.rpartition(" ")[2]
    if last != surface and _is_plain(last) and last in lower_case:
        return last not in words.name_heads
    first, _, rest = bare.partition(" ")
    is_title = _is_plain(rest) and first.istitle() and words.lower(first) in lower_case
    return is_title and rest.rpartition(" ")[2] not in words.name_heads


def is_one_of_kind(surface: str, before: str, after: str, words: Words) -> bool:
    """Whether what has no class is one of a kind, by an indefinite article before it: `a [[Crown Colony]]`.

    Not where it describes a noun (`a [[Peabody Award]] winner`) or begins a longer name, nor what has a number (`a
    [[MiG-15]]`) or a small word in it (`a [[Congress of Deputies]]`), which more often are names.
    """
    if not before.endswith(" ") or before[:-1].rpartition(" ")[2].lower() not in words.indefinite:
        return False
    if any(map(str.isdigit, surface)) or after[1:2].isupper():
        return False
    return not any(map(str.islower, surface.split())) and not describes(after, words)


def is_noun(surface: str, target: str, before: str, after: str, nouns: Collection[str], words: Words) -> bool:
    """Whether a word without a class is a common noun though it has a capital, which all nouns of the language have.

    It stands behind a word such as `ein` and before none that it describes (`ein [[Microsoft]] Produkt`); or the wiki
    uses it or its title so, `nouns` being those known to be common; or its title has an ending that makes nouns
    (`Willensfreiheit`). A title of several words, or one with a qualifier, may name something: `[[Die Welt|Welt]]`,
    `[[Berlin-Buch|Buch]]`, `[[Ideal (Band)|Ideal]]`.
    """
    if not words.noun_markers or not surface.istitle() or not surface.isalpha():
        return False
    if is_behind_marker(before, words) and after[:1] != "-" and not after[1:2].isupper():
        return True
    if not target.isalpha():
        return False
    has_ending = target.endswith(words.noun_endings) and surface[:_STEM] == target[:_STEM]
    return has_ending or surface in nouns or target in nouns


def is_formula(surface: str, bare: str) -> bool:
    """Whether a surface is the formula of a substance that the title names (`[[Sodium sulfide|Na2S]]`)."""
    return _FORMULA.fullmatch(surface) is not None and _is_plain(_NOT_LETTERS.sub("", bare.partition(" ")[2]))


def _is_plain(words: str) -> bool:
    """Whether words are those of a common noun: letters in lower case."""
    return is_lower(words) and words.replace(" ", "").replace("-", "").isalpha()
