"""Common nouns that have a capital, and so are no names though they look like one.

- generic: words for a kind of thing or for an office that stand for one of them here (`[[Roman Empire|Empire]]`,
  `[[Nelson Oduber|Prime Minister]]`, `[[President of Portugal]]`);
- common: the sentence gives the capital (`[[Selective breeding]] has …`), or only a later word has one (`[[Siege of
  Boston|siege of Boston]]`, `[[Early Christianity|early Christianity]]`).
"""

from __future__ import annotations

from dbpedia.words import Words


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
        is_office = parts[named] in words.binders and not branch
        return is_office and bare.startswith(parts[0])
    return surface != bare and words.generic.issuperset(parts)


def is_common(surface: str, bare: str, branch: str, at_start: bool, words: Words) -> bool:
    """Whether a surface is a common noun that has no capital, or only that of its sentence's beginning, before it."""
    first, _, rest = surface.partition(" ")
    if not rest:
        return False
    if first[0].islower():
        known = words.particles | words.articles
        if branch and surface.lower() == bare.lower():
            return False
        return bool(known) and first not in known and first.isalpha() and first.islower() and first != first.title()
    if not at_start or branch:
        return False
    return _is_plain(rest) and " " in bare and _is_plain(bare.partition(" ")[2])


def _is_plain(words: str) -> bool:
    """Whether words are those of a common noun: letters in lower case."""
    return words.islower() and words != words.title() and words.replace(" ", "").replace("-", "").isalpha()
