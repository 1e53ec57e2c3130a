"""What an article shows of its capitalised words, seen from its beginning to its end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cached_property

from dbpedia.mentions.capitals.runs import Part, Run, surname_stems
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.derived import AFTER, describes
from dbpedia.mentions.orthography.word_cases import WordCases


class Article:
    """What an article shows of its capitalised words."""

    def __init__(self, words: CapitalWords, cases: WordCases, places: Collection[str] = ()) -> None:
        self.words = words
        self.lower = words.others.lower
        self.surname_forms = words.adjective_first.surname_forms
        self.at_place = words.verb_last.at_place
        self.cases = cases
        self.seen: Counter[str] = Counter()
        """How often each word stands alone with a capital within sentences."""
        self.longer: Counter[str] = Counter()
        """The runs of several words within sentences, and how often each stands there."""
        self.last: set[str] = set()
        """Their last words."""
        self.naming: set[str] = set()
        """The words that once stand alone where they describe nothing."""
        self.bodies: set[str] = set()
        """The names within sentences that begin with an adjective and have no other capital."""
        self.places = places
        """Names of places, known before."""
        self.located: set[str] = set()
        """The names that have an ending of places behind an apostrophe (`Berlin'de`)."""
        self.runs: Counter[str] = Counter()
        """All runs, those that begin a sentence too, but for words that the wiki has in lower case, and how often."""
        self.surnames: set[str] = set()
        """The surnames that are adjectives by their form, without endings."""

    def see(self, run: Run, initial: bool, text: str, start: int) -> None:
        """Learn from the run at a place of a text, which is `initial` where its capital shows nothing."""
        part = run.opened if initial and run.opens else run.whole
        if part and part.word and part.word not in self.naming and not describes_noun(part, text, start, self.words):
            self.naming.add(part.word)
        if part and self.surname_forms:
            self.surnames.update(surname_stems(part, self.words))
        if part and self.at_place and not (initial and run.common_first and not part.offset):
            self.runs[part.text] += 1
            if self.at_place.match(text, start + part.offset + len(part.text)):
                self.located.add(part.text)
        if part is None or (initial and not run.opens and not self.is_behind_office(part, text, start)):
            return
        if part.word:
            self.seen[part.word] += 1
        else:
            self.longer[part.text] += 1
            self.last.add(part.last)

    def has(self, name: str) -> bool:
        """Whether one word or several stand by themselves within a sentence."""
        return name in self.seen or name in self.longer

    def is_surname(self, part: Part | None) -> bool:
        """Whether a part is the surname of a person whom the article has with initials, in whatever case."""
        forms = self.surname_forms
        return bool(forms and part and part.word and forms.sub("", part.word) in self.surnames)

    def is_behind_office(self, whole: Part, text: str, start: int) -> bool:
        """Whether the run at a place begins with an office, behind which a capital shows a name: `President Lincoln`.

        Behind a small word a common noun may belong to the office: `Secretary of War | Stanton`.
        """
        office = text[start : start + whole.offset].split()
        if not office or office[-1][0].isupper():
            return bool(office)
        return not whole.word and self.lower(whole.text.partition(" ")[0]) not in self.cases.lower

    @cached_property
    def bases(self) -> set[str]:
        """What the words within sentences may be forms of, when all have been seen."""
        return set().union(*map(self.words.others.inflection.bases, self.seen.keys() | self.last))

    def has_form(self, word: str) -> bool:
        """Whether a word stands by itself within a sentence, or may do so in another case."""
        return self.has(word) or word in self.bases


def describes_noun(part: Part, text: str, start: int, words: CapitalWords) -> bool:
    """Whether a noun that a part of the run at a place may describe follows it.

    None does behind a comma, nor where an adverb follows (`Aldrin immediately said`) or a verb with its clause (`Doe
    concedes that`).
    """
    if not words.others.derived.followers:
        return False  # nothing is known of what stands behind names: in French it may be an adjective
    end = start + part.offset + len(part.text)
    if text[end : end + 1] not in (" ", "-") or not text[end + 1 : end + 2].islower():
        return False  # as `describes` would find too, but at most places
    after = text[end : end + AFTER]
    if not describes(after, words.others):
        return False
    following, behind = (*_WORD.findall(after)[:2], "")[:2]
    shown = words.nouns_behind
    return not following.endswith(shown.adverb_endings) and behind not in shown.clause_openers


_WORD = re.compile(r"\w+")
