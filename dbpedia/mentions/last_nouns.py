"""Names with one capital that end with a noun in lower case: `Turun yliopisto`, `Suomen antifasistinen komitea`.

What the noun belongs to stands before it in the case of an owner, adjectives between or not.
"""

from __future__ import annotations

import re

from dbpedia.mentions.words import Words

_MOST_BETWEEN = 3
_SHORTEST = 4
"""Letters of the shortest noun that ends a compound; by itself it may have fewer (`Սևանա լիճ`)."""
_WORD = re.compile(r" ([^\W\d_][\w-]*)(?![\w-])")


def end_of_last_noun(text: str, end: int, owner: str, words: Words) -> int | None:
    """Where a name ends whose last capitalised word, the owner, ends there in a text; None if no noun goes on with it.

    A compound counts by its end (`Oulun käräjäoikeus`), and the noun may own another one (`Turun yliopiston kirjasto`).
    """
    last, between = None, 0
    while words.last_nouns and between < _MOST_BETWEEN and (last or words.owning.search(owner)):
        following = _WORD.match(text, end)
        if not following or not following[1].islower():
            break
        word, end = following[1], following.end()
        if word in words.last_nouns or any(word[at:] in words.last_nouns for at in range(1, len(word) - _SHORTEST + 1)):
            last, between = end, 0
            if not words.owning.search(word):
                break
        elif word.endswith(words.adjectives_between):
            between += 1
        else:
            break
    return last
