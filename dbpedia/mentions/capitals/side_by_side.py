"""Subject and object side by side, where the verb stands last: two names in one run of capitalised words.

An ending behind an apostrophe shows where the second one ends, and nothing where it begins: `Albert Speer | Berlin'in`,
but `Mustafa Kemal'in`. The rest of the article does, and what is known of places, which are no persons' last names. Its
words: `VerbLast` in `dbpedia.mentions.capitals.lexicon.pairs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dbpedia.mentions.capitals.article import Article
from dbpedia.mentions.capitals.gaps import MIN_PAIRS
from dbpedia.mentions.capitals.runs import Part, Run
from schemas.records import Span


class SideBySide:
    """Finds where the second name begins, by what an article shows; `read` says what the words of a run do."""

    def __init__(self, article: Article, read: Callable[[str], Run]) -> None:
        self.article = article
        self.words = article.words
        self.read = read

    def gap(self, run: Part, start: int, has_ending: bool) -> Span | None:
        """What is between two names in a run that stands at `start`, None if it is one.

        `has_ending` says whether it has an ending behind an apostrophe. What the article has together once more is one
        name.
        """
        name, begin = run.text, start + run.offset
        if " " not in name or self.article.runs[name] >= MIN_PAIRS:
            return None
        for first, second in self._splits(name):
            if self._are_two(name[:first], name[second:], has_ending):
                return begin + first, begin + second
        return None

    def _splits(self, name: str) -> Iterator[Span]:
        """Where the first of two names may end in a run, and where the second may begin.

        What leans on the first is part of neither: `Spandau | da | Berlin`.
        """
        leaning = self.words.verb_last.leaning
        leant = {match.end() for match in leaning.finditer(name)} if leaning else set()
        for space in _SPACE.finditer(name):
            end, begin = space.span()
            before = name.rfind(" ", 0, end) + 1
            if end in leant:
                yield before - 1, begin
            elif name[before].isupper() and name[begin].isupper():
                yield end, begin

    def _are_two(self, before: str, rest: str, has_ending: bool) -> bool:
        """Whether what a run begins with is one name and the rest is another.

        The rest is a place, or both have several words or stand alone; but what ends like that which the other has is
        no name of its own (`Almanya | Federal Meclisi`), if it is not known.
        """
        article, words = self.article, self.words
        if not (rest in article.places or article.runs[rest]) or not self._is_name(before):
            return False
        stands_alone = before in article.places or article.runs[before] > 0
        last = rest.rpartition(" ")[2]
        if rest not in article.places:
            possessive = words.verb_last.possessive
            if last != rest and possessive and possessive.search(last):
                return False
            if last not in article.places and article.located.isdisjoint((rest, last)):
                return stands_alone and last != rest
        return stands_alone or (has_ending and " " in before)

    def _is_name(self, text: str) -> bool:
        """Whether a name may be just this, and not a word that describes what follows: `Kuzey | Almanya`."""
        run, last = self.read(text), text.rpartition(" ")[2]
        is_name = run.whole is not None and run.whole.is_name and not run.common_first
        words, modifiers = self.words, self.words.modifiers
        return is_name and not (last in modifiers.sides or last in words.openers or modifiers.is_adjective(last))


_SPACE = re.compile(" ")
