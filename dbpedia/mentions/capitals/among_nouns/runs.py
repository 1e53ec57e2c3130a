"""Runs of capitalised words in a text, where all nouns have capitals, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dbpedia.mentions.capitals.among_nouns.words import NounWords
from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS

_BEFORE = 60
"""Characters before a run that show whether its first word is a noun."""
_MOST_ATTRIBUTES = 3
"""Words before a run that are looked at: adjectives, and the article before them."""


class Run(NamedTuple):
    """Capitalised words side by side in a text, without a small word that begins the sentence."""

    start: int
    words: tuple[str, ...]
    opens: bool = False
    """Whether its first word has a capital whatever it is."""
    marked: bool = False
    """Whether what stands before it shows a noun, or that its first word is no beginning of a name."""
    relative: bool = False
    """Whether that is no article but may be a pronoun: `, die Rafferty schrieb`."""
    quoted: bool = False
    """Whether a quotation mark stands before it."""
    acts: bool = False
    """Whether it begins a sentence, and the verb of one person follows."""
    tied: bool = False
    """Whether a small word of another language ties it to what follows."""
    preposition: str = ""
    """The one before it, if places have it."""


class Runs:
    """Finds the runs of texts."""

    def __init__(self, nouns: NounWords) -> None:
        self.nouns = nouns
        words = self.words = nouns.words
        dotted = "|".join(sorted({CAPITAL, *words.others.honorifics, *words.others.saints}))
        word = rf"(?:(?:{dotted})\.(?= {CAPITAL})|{CAPITAL}\w*(?:['’&-]\w+)*(?![\w-]))"
        self.pattern = re.compile(rf"(?<![\w'’&.-])(?<!\b[^\W\d_{CAPITALS}]\. ){word}(?: {word})*")
        self.acts = re.compile(rf" (?:{'|'.join(words.among_nouns.verbs)})\b")
        self.tied = re.compile(rf" (?:{'|'.join(map(re.escape, words.within_runs.ties))}) (?={CAPITAL})")
        self.relative = re.compile(rf", (?:{'|'.join(words.among_nouns.relatives)}) \Z")

    def find(self, text: str) -> Iterator[Run]:
        """The runs of a text, but for single words that only begin a sentence."""
        for match in self.pattern.finditer(text):
            start = match.start()
            first, *others = words = tuple(match[0].split(" "))
            before = text[max(0, start - _BEFORE) : start]
            shown = before.rstrip()
            tied = not others and bool(self.tied.match(text, match.end()))
            opens = not shown or shown[-1] in _OPENING
            if self.nouns.is_small(first) or (opens and self.nouns.only_opens(first)):
                if not others or before.endswith(_QUOTES):
                    continue  # of what is quoted nothing is known without its beginning
                lower = first.lower()
                # What has an unknown word before it may be the end of a name: `Caroline | Louise Marquet`.
                is_known = first in self.words.openers or lower in self.nouns.cases.lower
                marked = lower in self.nouns.before_nouns or not is_known
                preposition = lower if lower in self.nouns.places else ""
                yield Run(start + len(first) + 1, words[1:], marked=marked, preposition=preposition)
            elif opens:
                acts = not shown and bool(self.acts.match(text, match.end()))
                yield Run(start, words, opens=True, quoted=before.endswith(_QUOTES), acts=acts, tied=tied)
            else:
                last = before[:-1].rpartition(" ")[2]
                yield Run(
                    start,
                    words,
                    marked=self._is_marked(before),
                    relative=last in self.words.among_nouns.relatives and bool(self.relative.search(before)),
                    tied=tied,
                    preposition=last if last in self.nouns.places else "",
                )

    def _is_marked(self, before: str) -> bool:
        """Whether a text ends with a word that stands before nouns, adjectives behind it or not."""
        rest, space, behind = before.rpartition(" ")
        if behind or not space:
            return False
        for place in range(_MOST_ATTRIBUTES):
            rest, _, word = rest.rpartition(" ")
            if word.lower() in self.nouns.before_nouns or (not place and self.nouns.is_before_noun(word)):
                return True
            if not (word.islower() and word.endswith(self.words.among_nouns.attribute_endings)):
                return False
        return False


_QUOTES = ('"', "'", "“", "”", "„", "«", "»", "‘", "‚", "›")
_OPENING = "".join(_QUOTES) + ".]?!¿¡:;…([{\n"
