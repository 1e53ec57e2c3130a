"""What the rules about names in letters without case (`dbpedia.mentions.unlinked`) know of a language.

Data in `languages/`, the tables `caseless`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dbpedia.mentions.word_group import WordGroup


@dataclass(frozen=True)
class CaselessWords(WordGroup):
    """The words and patterns of a language; all empty for one whose names have capitals."""

    names_go_on: re.Pattern[str] | None = None
    """Found behind what is the beginning of a longer name; None where nothing is known of it."""
    names_began: re.Pattern[str] | None = None
    """Matches the character before what is not the beginning of its name."""
    name_beginnings: frozenset[str] = frozenset()
    """Words with which a longer name begins that has a name behind them."""
    shortest_name: int = 3
    """The fewest characters of a name that is found by them, but for those of persons where names are no words."""
    shortest_person: int = 2
    """The same of a person there."""
    joined: re.Pattern[str] | None = None
    """Small words that stand before a name in one word with it (`ובירושלים`)."""
    joined_belong: bool = False
    """Whether what is joined to a name belongs to the mention, as it does to a link."""
    endings_behind: re.Pattern[str] | None = None
    """Endings that stand behind a name in one word with it and belong to the mention, as to a link (`ওড়িশার`)."""
    lost_before_endings: re.Pattern[str] | None = None
    """Found at the end of a name, which is without it before such endings (`თბილისი`, `თბილისის`)."""
    first_part: re.Pattern[str] | None = None
    """Found in the title of a person whose article may call the person by its first part, which is the group."""
    last_part: re.Pattern[str] | None = None
    """Found in the title of a person who is called by its last part, which is the group."""
    last_part_began: re.Pattern[str] | None = None
    """Matches the character before a last part that seems to be another person's."""
    club_beginnings: tuple[str, ...] = ()
    """Words for clubs that a title begins with and a text leaves out; the longer ones first."""
    place_beginnings: tuple[str, ...] = ()
    """The same for kinds of places."""

    def without_joined(self, word: str) -> str:
        """A word without what may be joined to it in front."""
        return word[match.end() :] if self.joined and (match := self.joined.match(word)) else word
