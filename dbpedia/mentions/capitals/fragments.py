"""Whether what has capitals in a text is only a part of a name, by what stands around it, or several of a kind.

Its words: `NounFirst` in `dbpedia.mentions.capitals.lexicon.one_capital`, and `other_languages` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Set
from functools import cached_property

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.runs import Part
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.derived import BEFORE, is_marked

_LIST = 120
"""Characters before a name that may show that it is an adjective, with a list of others between."""
FIRST_WORD = re.compile(r" (?!et al\b)(\w+)")
"""The word behind a place, but for that behind the first of several authors."""
_LAST_WORD = re.compile(r"(\w+) $")
_COMPOUND_BEFORE = re.compile(rf"{CAPITAL}\w*-\w+ $")
_COMPOUND_BEHIND = re.compile(rf" {CAPITAL}\w*-(?!{CAPITAL})([^\W\d_]+)")
_OWNER_BEFORE = re.compile(rf"{CAPITAL}\w*(?:['’]s|s['’]) $")
_OWNED_NAME = re.compile(rf"['’]s {CAPITAL}")


class Fragments:
    """Tells parts of names from names, by the words of a language and those that its wiki has in lower case."""

    def __init__(self, words: CapitalWords, lower_case: Collection[str]) -> None:
        self.words = words
        self.lower_case = lower_case

    def is_fragment(self, part: Part, text: str, start: int, longer: Set[str]) -> bool:
        """Whether a part of the run at a place is no whole name by what stands around it, or several of a kind.

        `Latter-day Saints`, `State's Party`, `Druid's Hall`, `der Strahlung`; `Laccadive and Amindivi Islands`,
        `Universities of Oxford and Cambridge`, `Striped Hyenas` where `Striped Hyena` is among the names of several
        words that the article has (`longer`); `Public Schools`.
        """
        begin = start + part.offset
        end = begin + len(part.text)
        before = text[max(0, begin - BEFORE) : begin]
        if self._is_cut(part, before, text, end) or self._is_marked(text, begin):
            return True
        following = FIRST_WORD.match(text, end)
        languages = self.words.other_languages
        if following and following[1] in languages.foreign:
            return True
        if before.endswith(languages.foreign_before) and not languages.foreign.isdisjoint(_LAST_WORD.findall(before)):
            return True
        if part.word:
            if self.words.others.lower(part.word) not in self.lower_case:
                return False
            owned = _OWNED_NAME.match(text, end)
            return bool(owned or _COMPOUND_BEFORE.search(before) or _OWNER_BEFORE.search(before))
        if not longer.isdisjoint(part.singulars) or self._are_common_bodies(part):
            return True
        first, second, *_ = part.text.split()
        if second in self.words.others.binders and self._are_kinds(first):
            return True
        if not before.endswith(self.words.between_runs.list_joins):
            return False
        *_, joined = before.split()[-2:-1] or [""]
        return joined[:1].isupper() and self._are_kinds(part.last)

    def _is_marked(self, text: str, begin: int) -> bool:
        """Whether a name that begins there is an adjective by the word before it, or before its list.

        `bahasa Jepang`, `bahasa Jepang, Turki dan Korea`.
        """
        others = self.words.others
        if not others.derived.adjective_markers:
            return False
        return is_marked(self.listed_before.sub("", text[max(0, begin - _LIST) : begin].rstrip()), others)

    def _is_cut(self, part: Part, before: str, text: str, end: int) -> bool:
        """Whether a part of the run that ends there is cut out of a longer name that has one capital.

        `Académie des sciences`; `Société de linguistique de Paris`.
        """
        words = self.words
        has_cases = bool(words.others.inflection.cases)
        if has_cases and text[end : end + 1] == "-" and not text[end + 1 : end + 2].isalnum():
            return True  # of a compound that ends later: `Landwehr- és Lujza-csatorna`
        compound = _COMPOUND_BEHIND.match(text, end)
        if compound and (has_cases or compound[1] in self.lower_case):
            return True  # of one that the run does not have: `Szent István-bazilika`, `New York City-based`
        going_on = words.name_ends.going_on
        if going_on and going_on.match(text, end):
            return True  # `Ferenczy István utca`
        if not self.unended or not self.unended_before:
            return False
        if self.unended_before.search(before):
            return True
        following = FIRST_WORD.match(text, end)
        goes_on = following and following[1].islower() and following[1] not in words.noun_first.behind_fronts
        if part.word and goes_on and words.opens_elided and words.opens_elided.match(part.word):
            return True  # `L'Éducation sentimentale`
        if words.noun_first.fronts.isdisjoint(part.text.split()):
            return False
        return bool(part.last in words.noun_first.fronts and goes_on) or bool(self.unended.match(text, end))

    def _are_kinds(self, word: str) -> bool:
        """Whether a word is the plural of one that says what kind of thing has a name (`Counties`)."""
        others = self.words.others
        return word not in others.heads and any(each in others.heads for each in others.singulars(word))

    def _are_common_bodies(self, part: Part) -> bool:
        """Whether a part says by common words and adjectives what kind of bodies are meant: `Christian Universities`.

        With a small word in it, it may be the name of one: `Center of Contemporary Societies`.
        """
        others = self.words.others
        is_kind = part.is_common and part.last not in others.heads and not any(map(str.islower, part.text.split()))
        singulars = others.singulars(part.last) if is_kind else ()
        return any(others.heads.get(each) == "Organisation" for each in singulars)

    @cached_property
    def listed_before(self) -> re.Pattern[str]:
        """What stands between a word and the last of several names: `bahasa | Jepang, Turki dan | Korea`."""
        joins = "|".join(map(str.strip, self.words.between_runs.list_joins))
        return re.compile(rf"(?: \w+,)*(?: \w+,| \w+,? (?:{joins}))\Z")

    @cached_property
    def unended(self) -> re.Pattern[str] | None:
        """What shows behind a name with one of `fronts` that it goes on; None where there are none.

        `Académie | des sciences`, `Ministère de l'Éducation | nationale`.
        """
        names, ties = self.words.noun_first, self.words.within_runs.ties
        if not names.fronts:
            return None
        tied = "|".join(re.escape(tie).replace("'", "['’]") + ("" if tie.endswith(("'", "-")) else " ") for tie in ties)
        stops = "|".join(sorted(names.behind_fronts))
        endings = "|".join(names.front_endings)
        return re.compile(rf" (?!(?:{stops})\b)(?:(?:{tied})(?![\d_])\w|\w*(?:{endings})\b)")

    @cached_property
    def unended_before(self) -> re.Pattern[str] | None:
        """What shows before a name that it is the end of a longer one; None where there are no `fronts`.

        `Société de linguistique de | Paris`, `ex-Union | Soviétique`.
        """
        names, ties = self.words.noun_first, self.words.within_runs.ties
        if not names.fronts:
            return None
        # Where a name ends before `de`, as in Spanish, it may have it within all the same: `Casa de contratación de`.
        stops = "|".join(sorted(names.behind_fronts.difference(ties)))
        tied = "|".join(re.escape(tie).replace("'", "['’]") for tie in ties)
        goes_on = rf"[ '’](?:(?:{tied})|\w*(?:{'|'.join(names.front_endings)})\b)"
        # A word with a capital ends the name: `Regno d'Italia, | costituito da Napoleone`.
        word = rf"[ '’](?!(?:{stops})\b)(?:[^\W\d_{CAPITALS}][^\W\d_]*|{CAPITAL}[^\W\d_]*(?={goes_on}))"
        fronts = "|".join(sorted(names.fronts))
        return re.compile(rf"\b(?:{fronts})(?:{word}){{1,6}}[ '’](?:{tied}) ?$|-{CAPITAL}\w+ $")
