"""How verbs are told that sentences begin with."""

from __future__ import annotations

from dataclasses import dataclass

from dbpedia.mentions.word_group import WordGroup


@dataclass(frozen=True)
class OpeningVerbs(WordGroup):
    """The form of verbs that sentences begin with, which the wiki has in lower case too."""

    opening_endings: tuple[str, ...] = ()
    """Endings of them, where the subject may be left out: `Pokonał | Jana Kowalskiego`."""
    opening_beginnings: tuple[str, ...] = ()
    """Beginnings of them: `Throid | Brian Ború`."""

    def are_like(self, word: str) -> bool:
        """Whether a word has the ending or the beginning of such a verb."""
        return word.endswith(self.opening_endings) or word.startswith(self.opening_beginnings)
