"""Derived surfaces: adjectives and members, which are no names of what their anchor points to.

`[[Plato|Platonic]]`, `[[Ottoman Empire|Ottoman]]`, `[[Republican Party (United States)|Republicans]]`, and the name of
a people or a language before a noun that it describes (`[[Greeks|Greek]] philosopher`, `[[Latin]] poets`). What a place
gives its people has a rule of its own (`demonym` in `dbpedia.mentions.noise`).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from dbpedia.mentions.words import Words

BRANCHES = frozenset({"Person", "Place", "Organisation", "EthnicGroup", "Language"})
"""Branches whose names have adjectives and members."""
BEFORE: Final = 40
"""Characters before a name in which rules look for what shows that it is a part of another or no name there."""
AFTER: Final = 40
"""Characters behind a name in which rules look for what shows that it is an adjective or no name there."""

_WORD = re.compile(r"\w+")
_NEXT = re.compile(r"[ -]([^\W\d_]+)")
_SHARED = 3
"""Letters that an adjective shares with the people it is of."""
_LOST = 2
"""Letters of a person's name that its adjective may lose (`Aristotle`, `Aristotelian`)."""
_SHORTEST = 4
"""Letters of the shortest name of a person that is looked for in an adjective."""


def is_derived(surface: str, bare: str, branch: str, after: str, words: Words) -> bool:
    """Whether the surface is an adjective or the members of what the title, without its qualifier, names.

    `branch` is one of `BRANCHES`; `after` the text that follows, as far as its first word at least.
    """
    if branch == "Person":
        return surface != bare and _is_of_person(surface, bare, words)
    if branch == "EthnicGroup":
        return _is_of_people(surface, bare, words) or (not surface.endswith("s") and describes(after, words))
    if branch == "Language":
        following = _next_word(after)
        return following in words.derived.people_nouns or (
            following.islower() and following.endswith(words.derived.people_endings)
        )
    return surface != bare and _is_of_group(surface, bare, branch, after, words)


def is_describing(surface: str, bare: str, after: str, words: Words) -> bool:
    """Whether a word without a class is an adjective, a member, or a people's name before a noun that it describes.

    `[[Minoan civilization|Minoan]] period`, `[[Hazara people|Hazara]] student`, `[[Judeo-Christian]] values`; also
    `[[Irish American|Irish]]`, `[[Marxism|Marxist]]` and `[[Hutterite|Hutterites]]`, whatever follows; and a known
    adjective before a name, `[[Muslim]] Arabs`. Not
    `[[Roman Polanski|Roman]]`, `[[The Exorcist|Exorcist]]` and `[[Beatle|Beatles]]`, which are names.
    """
    if not surface[:1].isupper():
        return False
    first, _, rest = bare.partition(" ")
    last = rest.rpartition(" ")[2]
    if " " in surface:  # `[[Western Europe|Western European]]`
        *_, adjective = surface.split()
        return surface != bare and last != adjective and _is_known(adjective, words)
    # The title itself may be a name with such an ending (`Craigslist`, `The Exorcist`).
    own_name = surface == bare or (first.lower() in words.articles and surface == rest)
    if surface.endswith(words.derived.member_endings) and not own_name:
        return True
    if surface == f"{bare}s" and _is_member(bare, words):
        return True
    known = _is_known(surface, words)
    if known and surface[-1] != "s" and (not rest or after.startswith("-")):
        return True  # `[[Catholicism|Catholic]]`, `[[African]]`
    if known and after[:1] == " " and after[1:2].isupper() and last not in after.split()[:1]:
        return True
    if known and _is_kind(last, words) and last not in words.derived.language_heads:
        return True
    # A title that ends with the word may be a name with such an ending (`Sudan`, `Ronald Reagan`).
    certain = bare.rpartition(" ")[2] != surface or "-" in surface
    may_be = (
        known
        or surface.endswith(words.adjective_endings if certain else words.derived.certain_adjective_endings)
        or (surface == bare and surface.endswith(words.derived.member_endings))
        or (first == surface and rest in words.derived.people_heads)
        # `[[Turing-complete]] system`; where names have cases they also go on in lower case: `Трептов-парке`
        or (surface.rpartition("-")[2].islower() and not words.inflection.cases)
    )
    return may_be and surface[-1] != "s" and describes(after, words)


def is_member(surface: str, bare: str, words: Words) -> bool:
    """Whether a word is a member of the people or creed that a title names by its ending: `[[Slavlar|Slav]]`."""
    return any(
        bare.endswith(ending) and surface == bare.removesuffix(ending) + member
        for ending, member in words.derived.member_titles.items()
    )


def is_marked(before: str, words: Words) -> bool:
    """Whether the name of a place is an adjective by the word before it: `bahasa [[Jepang]]`."""
    return (
        bool(words.derived.adjective_markers)
        and before.rstrip().rpartition(" ")[2].lower() in words.derived.adjective_markers
    )


def _is_known(word: str, words: Words) -> bool:
    return word in words.adjectives or word in words.demonyms


def _is_member(word: str, words: Words) -> bool:
    """Whether a word has an ending of those who belong to a people, a party or a creed: `Hutterite`."""
    endings = (*words.demonym_endings, *words.derived.member_endings, *words.adjective_endings)
    return word.isalpha() and (word in words.demonyms or word in words.adjectives or word.endswith(endings))


def _is_kind(word: str, words: Words) -> bool:
    """Whether the last word of a title says what the title names, so that an adjective before it is no first name."""
    return (
        word.islower()
        or word in words.derived.people_heads | words.derived.group_heads | words.demonyms | words.adjectives
    )


def _is_of_person(surface: str, bare: str, words: Words) -> bool:
    last = surface.rpartition(" ")[2]
    if not last.endswith(words.derived.person_adjective_endings):
        return False
    title = _WORD.findall(bare)
    return last not in title and any(
        len(word) >= _SHORTEST and len(last) > len(word) and last.startswith(word[: max(_SHARED, len(word) - _LOST)])
        for word in title
    )


def _is_of_people(surface: str, bare: str, words: Words) -> bool:
    """Whether the surface is the adjective to a people's name in the plural (`Poles`) or before `people`."""
    if surface.endswith("s") or " " in surface or not surface[:1].isupper():
        return False
    first, _, rest = bare.partition(" ")
    if f"{surface}s" == bare:
        return True
    if rest and rest not in words.derived.people_heads:
        return False
    is_adjective = surface in words.adjectives or surface.endswith(words.adjective_endings)
    return is_adjective and surface != bare and surface[:_SHARED] == first[:_SHARED]


def _is_of_group(surface: str, bare: str, branch: str, after: str, words: Words) -> bool:
    """Whether the surface is the adjective at the beginning of a state's, party's or church's name, or its members."""
    title = bare.split()
    if surface.endswith("s") and f" {surface} " not in f" {bare} ":
        singular = surface.removesuffix("s")
        if singular == bare:
            # Where no plural is known to end so, it is a genitive: `[[Preußen]]s`.
            return branch == "Place" and singular.isalpha() and "s" in words.plurals
        beginning = singular if len(singular) > _SHORTEST else f"{singular} "
        return any(
            head in words.derived.group_heads and f"{word} ".startswith(beginning) for word, head in pairwise(title)
        )
    following = _next_word(after)
    if following and following[0].isupper() and following in title:
        return False
    parts = surface.split()
    last = parts[-1] if parts else ""
    if last not in words.adjectives and last not in words.demonyms and not last.endswith(words.adjective_endings):
        return False
    places = (place + len(parts) for place in range(len(title)) if title[place : place + len(parts)] == parts)
    return any(place < len(title) and title[place] in words.derived.group_heads for place in places)


def describes(after: str, words: Words) -> bool:
    """Whether what follows seems to be a noun, or the rest of a compound, that the surface describes.

    Other adjectives may stand between them: `Minoan and Mycenaean palaces`.
    """
    while behind := _behind_adjective(after, words):
        after = behind
    following = _next_word(after)
    if not following or not following[0].islower():
        return False
    return following not in words.derived.followers and not following.endswith(words.derived.follower_endings)


def _behind_adjective(after: str, words: Words) -> str:
    """What comes behind another adjective that follows a comma or a conjunction; empty where none follows."""
    rest = after.removeprefix(",")
    conjunction = _NEXT.match(rest)
    if conjunction and conjunction[1] in words.derived.conjunctions:
        rest = rest[conjunction.end() :]
    elif rest == after:
        return ""
    match = _NEXT.match(rest)
    if (
        not match
        or match[1] in words.derived.followers
        or not (
            match[1] in words.adjectives or match[1] in words.demonyms or match[1].endswith(words.adjective_endings)
        )
    ):
        return ""
    return rest[match.end() :]


def _next_word(after: str) -> str:
    match = _NEXT.match(after)
    return match[1] if match else ""
