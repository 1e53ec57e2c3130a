"""Which part of a run at a place of an article is a name, by what the article shows and by what stands there.

Its words: `nouns_behind`, `demonyms` and `modifiers` (`dbpedia.mentions.capitals.lexicon.modifiers`).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from dbpedia.mentions.capitals.article import Article, describes_noun
from dbpedia.mentions.capitals.fragments import FIRST_WORD, Fragments
from dbpedia.mentions.capitals.runs import Part, Run
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.derived import BEFORE
from dbpedia.mentions.last_nouns import end_of_last_noun
from dbpedia.mentions.orthography.learnt import Orthography

_MIN_SEEN = 3
"""Places within sentences at which an article must have a word with a capital that the wiki also has without."""
_MIN_STEM = 5


class NameParts:
    """Tells which parts of the runs of an article are names, when all of them have been seen."""

    def __init__(
        self, article: Article, orthography: Orthography, fragments: Fragments, lower_case: Collection[str]
    ) -> None:
        self.article = article
        self.words = article.words
        self.lower = article.lower
        self.cases = orthography.cases
        self.describing = orthography.describing
        self.fragments = fragments
        self.lower_case = lower_case

    def name(self, run: Run, initial: bool, text: str, start: int) -> Part | None:
        """The part of the run at a place of a text that is a name, if any."""
        part = self._possible_name(run, initial, text, start)
        if part is None:
            part = run.opened if initial and run.opens else run.whole
            return part if self.article.is_surname(part) else None
        if self.words.demonyms.people_endings and self._is_people(part, text, start):
            return None
        if part.before_office and self._is_office(part, text, start):
            return None
        if self._is_adjective_before_noun(part, text, start):
            return None
        return None if self.fragments.is_fragment(part, text, start, self.article.longer.keys()) else part

    def _is_office(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place that ends with a word for an office names that, and no person.

        What it is the office of is in the article too then, or an article stands before both, where words describe what
        follows them: `the Moscow Mayor`, but `viu a Manuel Rei`. Or it is written short: `Pennsylvania Gov. Tom Ridge`.
        """
        if _WRITTEN_SHORT.match(text, start + part.offset + len(part.text)):
            return True
        describing = self.words.others.derived.followers and (
            part.behind_article or _article_before(text, start + part.offset, self.words)
        )
        return bool(describing) or self.article.has(part.before_office)

    def _is_people(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is called like people (`Berlinois`), and nothing shows another name.

        A word before it does (`à Amiens`, behind what begins the sentence too), and what else the run has.
        """
        demonyms = self.words.demonyms
        if not part.word.endswith(demonyms.people_endings) or part.text != part.word:
            return False
        begin = start + part.offset
        before = text[max(0, begin - BEFORE) : begin]
        shown = demonyms.before_names
        return not any(before.endswith(each) and not before[: -len(each)][-1:].isalpha() for each in shown)

    def _is_adjective_before_noun(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of several words at a place ends with an adjective of the noun behind it.

        `Central Asian | countries`. Not with a sea (`North Atlantic`), a kind (`Ocean`) or a people.
        """
        last, others, modifiers = part.last, self.words.others, self.words.modifiers
        if part.word or last in modifiers.seas or last in others.heads or last.endswith("s"):
            return False
        is_known = last in others.adjectives or last in others.demonyms
        if not (is_known or last.endswith(modifiers.adjective_endings) or self._is_demonym(last)):
            return False
        return describes_noun(part, text, start, self.words)

    def _possible_name(self, run: Run, initial: bool, text: str, start: int) -> Part | None:
        """The part of the run at a place of a text that is a name by its own words and the rest of the article."""
        whole, shown = run.whole, self.article
        if initial and run.opens and not (whole and whole.text in shown.longer):
            part = run.opened
            if part is None or self._is_describing(part, text, start) or not self._is_name(part, part.behind_article):
                return None
            return whole if whole and self._is_title_in_brackets(whole, text, start) else part
        if whole and whole.word in self.words.modifiers.seas and self._is_sea(whole, text, start):
            return whole
        if whole is None or not whole.is_name or _is_genus(whole, text, start):
            return None
        if not initial or shown.is_behind_office(whole, text, start):
            article = "" if initial else _article_before(text, start, self.words)
            if self.lower(article) in self.words.others.indefinite:
                is_one = not describes_noun(whole, text, start, self.words) if whole.word else whole.is_common
                if is_one:
                    return None  # `a Supreme Court`, `a Muslim`
            if self._is_describing(whole, text, start):
                return None
            return whole if self._is_syllable(whole, text, start) or self._is_name(whole, bool(article)) else None
        if whole.word:
            lower = self.lower(whole.word)
            sure = whole.word in shown.seen or lower in self.cases.upper or self._owns(whole.word)
            sure = sure or (whole.word in shown.last and lower not in self.cases.lower)
            sure = sure or (lower not in self.cases.lower and self._is_seen_otherwise(whole, text, start))
            sure = sure and (whole.word in shown.naming or not self._is_describing(whole, text, start))
            is_seen = whole.word in shown.seen or lower not in self.cases.lower
            if is_seen and self._is_syllable(whole, text, start):
                return whole
            return whole if sure and self._is_name(whole, False, begins=True) else None
        first = self.words.syllables.units(whole.text)[0]
        if whole.text in shown.longer or not run.common_first or first in self.words.heads.first_heads:
            return whole
        rest = run.rest
        if rest is None or not rest.is_name:
            return None
        if self.words.others.derived.followers:
            sure = self._is_behind_description(first, rest)
        else:
            sure = rest.text in shown.longer or rest.word in shown.seen or self._is_known(rest)
        return rest if sure else None

    def _is_title_in_brackets(self, whole: Part, text: str, start: int) -> bool:
        """Whether a run stands alone in brackets, where its article is part of it: `(The Missal)`."""
        end = start + whole.offset + len(whole.text)
        is_alone = text[end : end + 1] == ")" and _IN_BRACKETS.search(text, max(0, start - BEFORE), start)
        return bool(is_alone) and whole.text.partition(" ")[0] in self.words.definite

    def _is_behind_description(self, first: str, rest: Part) -> bool:
        """Whether a common word that begins the sentence only says what is named behind it: `Historian | Allan Nevins`.

        Where adjectives come first, it may as well describe the others (`Central America`, `Lake Victoria Nyanza`), so
        there must be several and none of them common.
        """
        others = self.words.others
        may_begin = first in others.heads or self.lower(first) in others.particles
        return not (rest.word or may_begin) and self.cases.lower.isdisjoint(map(self.lower, rest.text.split()))

    def _is_sea(self, part: Part, text: str, start: int) -> bool:
        """Whether an adjective that names a sea behind an article does so: no noun follows it (`the Mediterranean`)."""
        article = _article_before(text, start, self.words)
        is_definite = article in self.words.definite
        return is_definite and not describes_noun(part, text, start, self.words)

    def stands_alone(self, part: Part, text: str, start: int) -> bool:
        """Whether a single word ends where its run does, by what stands behind it: `Pháp | và`, `Pháp,`."""
        if not part.word:
            return False
        following = FIRST_WORD.match(text, start + part.offset + len(part.text))
        return not following or not following[1].islower() or following[1] in self.words.syllables.behind_names

    def _is_syllable(self, part: Part, text: str, start: int) -> bool:
        """Whether a syllable is a name, though the wiki has nearly each in lower case too, in words of several."""
        return bool(self.words.syllables.behind_names) and self.stands_alone(part, text, start)

    def _is_known(self, rest: Part) -> bool:
        """Whether what stands behind a common word at the beginning of a sentence is a name by the wiki's words alone.

        Where words are known that only begin sentences, by its form alone (`Dejiny | Nórska`), else by the wiki's case
        of it: `Predsjednik | Hamid Karzai`, `Nakon | Zagreba`.
        """
        if self.words.openers:
            return self.words.modifiers.is_homograph(rest.word)
        return self.lower(rest.word) in self.cases.upper if rest.word else not rest.is_common

    def _owns(self, word: str) -> bool:
        """Whether a word is a name that the article has, with the ending of an owner."""
        endings = filter(word.endswith, self.words.pairs.owner_endings)
        return any(word.removesuffix(ending) in self.article.seen for ending in endings)

    def _is_seen_otherwise(self, part: Part, text: str, start: int) -> bool:
        """Whether the article has a name in another form within sentences, or a noun behind shows that it is one."""
        inflection = self.words.others.inflection
        if not (inflection.cases or inflection.mutations):
            return False
        is_name = not self.article.bases.isdisjoint(inflection.bases(part.word))
        return (
            is_name
            or end_of_last_noun(text, start + part.offset + len(part.text), part.last, self.words.others) is not None
        )

    def _is_describing(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is a word that describes the noun behind it, and is no name elsewhere.

        `Latin tradition`; not `Rushdie fatwa` in an article that also has `Rushdie was`, unless the word has the ending
        of an adjective or mostly describes nouns in the wiki.
        """
        word = part.word
        if not word or not describes_noun(part, text, start, self.words):
            return False
        if word.endswith(self.words.nouns_behind.describing_endings) or word in self.describing:
            return True
        is_elsewhere = word in self.article.naming or word in self.article.last
        return part.text == word and "." not in word and not is_elsewhere

    def _is_name(self, part: Part, behind_article: bool, begins: bool = False) -> bool:
        """Whether a part is a name; where it `begins` a sentence its form shows less (`Nórska vláda`)."""
        word = part.word
        if not word or not part.is_name or "." in word:
            return part.is_name
        if not begins and self.words.modifiers.is_homograph(word):
            return True
        lower = self.lower(word)
        if lower in self.lower_case or (self._is_kind(word) and (behind_article or lower in self.cases.lower)):
            return False
        if lower in self.cases.lower and word not in self.article.last:
            return self.article.seen[word] >= _MIN_SEEN and not behind_article
        return not self._is_demonym(word)

    def _is_kind(self, word: str) -> bool:
        """Whether the word says what kind of thing has a name that ends so: `the Institute`."""
        words = self.words
        is_head = word in words.others.heads or word in words.heads.first_heads
        return is_head or word in words.others.generic or word in words.noun_first.fronts

    def _is_demonym(self, word: str) -> bool:
        """Whether the word is that of a place, which the article or the wiki has, with an ending: `Angolan`.

        Where names have cases, the article may have it in another: `Johnsonova stališča` beside `Borisom Johnsonom`.
        """
        for ending in self.words.demonyms.demonym_endings:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _MIN_STEM:
                is_known = stem in self.article.seen or self.lower(stem) in self.cases.upper
                if is_known or (self.words.others.inflection.cases and stem in self.article.bases):
                    return True
        return False


def _is_genus(part: Part, text: str, start: int) -> bool:
    """Whether a part of the run at a place begins the name of a species: `(Conraua goliath)`, in brackets alone."""
    begin = start + part.offset
    return bool(part.word) and text[begin - 1 : begin] == "(" and bool(_EPITHET.match(text, begin + len(part.text)))


def _article_before(text: str, start: int, words: CapitalWords) -> str:
    """The article before a place of a text, empty where there is none."""
    before = text[max(0, start - 6) : start].rstrip().rpartition(" ")[2]
    return before if before in words.articles else ""


_IN_BRACKETS = re.compile(r"\((?:\w+: )?\Z")
"""What a text ends with before what stands alone in brackets, the language of it there or not: `(English: `."""
_WRITTEN_SHORT = re.compile(r"\. \w")
"""A period within the sentence behind a word."""
_EPITHET = re.compile(r" [^\W\d_]+\)")
