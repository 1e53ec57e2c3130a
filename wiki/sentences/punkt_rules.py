"""What the conventions of a language change of Punkt's boundaries.

None before a word in lower case, nor before a symbol behind `?`, `!` or a closing quotation mark, nor within `. . .`,
nor between two initials; none behind a title, or a word like `No.` before a number; letters with periods between them
are an abbreviation, learnt or not, before a number, and before a capital if the last is one (`J.K.`, `a.C.`); a letter
of a script without case is an initial; one boundary behind an ellipsis that ends a quotation, and behind the second
period of `Jr..`, and behind `и т. д.` before a capital; where ordinals have a period, none behind one before a name or
noun or within a date, nor behind a Roman numeral that begins a sentence; elsewhere a Roman numeral is a word like
others.
"""

from __future__ import annotations

import re

from nltk.tokenize.punkt import PunktParameters

from schemas.sources.language_facts import is_lower
from wiki.sentences.conventions import Conventions
from wiki.sentences.punkt_tokens import LOWER, begins_sentence, ends_at

_ROMANS = frozenset(
    tens + ones
    for tens in ("", "x", "xx", "xxx")
    for ones in ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
) - {"", "i", "v", "x"}
_ROMAN_LETTERS = frozenset("IVX")
_LONGEST_BEFORE = 30

_ELLIPSIS = "..."
_OPENING = frozenset("„«“(")
_CLOSING_QUOTES = frozenset('"”»')
_INITIAL = re.compile(r"[^\W\d_]\.")
_LETTERS = re.compile(r"[^\W\d_](?:\.-?[^\W\d_]{1,3})+")
"""What is an abbreviation by its form, learnt or not, if its last part has a capital: `J.K`, `a.C`, `J.-C`."""
_PARTS = re.compile(r"[-'’]|(?<=[0-9])\.")
_ORDINAL = re.compile(r"(?:\A|[-–/(])[0-9]{1,4}\Z")
_DATE = re.compile(
    r"\(?(?:[0-9]{1,2}\.\s(?:[0-9]{1,2}|[IVX]{1,4})\.|[0-9]{4}\.\s[0-9]{1,2}\.\s[0-9])|\S*[0-9IVX]\.\s[-–—]\s[0-9]"
)
"""A day, a year or an ordinal that goes on: `5. 3. 1937`, `1937. 3. 5-én`, `14. – 17. století`."""
_DAY_AND_MONTH = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_YEAR = re.compile(r"[0-9]{4}(?![0-9])")
_NUMBERED = re.compile(r"\(?[0-9]{1,4}\.")
_SCORE = re.compile(r"[^\s.]*[0-9][-–/:][0-9]+\.")
"""Two numbers with one period, which is the sentence's: `2:0.`, `1947-48.`"""
_BEFORE_WORD = re.compile(r"[\"“”„»«’‘'()\[\]]*+\s*+")
_APOSTROPHES = frozenset("'’")
_NO_BEGINNING = frozenset(",;:#%/=<>&*+_|^~")
_BETWEEN_SPACES = re.compile(r"\S+")
_OMISSION = re.compile(r"[\"“”„»«’‘'()\[\].…\s]*+")


class Rules:
    """What the conventions of a language change in the decision on a word with a period."""

    def __init__(self, parameters: PunktParameters, conventions: Conventions) -> None:
        self._contexts = parameters.ortho_context
        self._conventions = conventions
        self.parameters = PunktParameters()
        self.parameters.abbrev_types = set(parameters.abbrev_types) - (
            set() if conventions.ordinals_with_period else _ROMANS
        )
        self.parameters.abbrev_types |= conventions.may_close
        self.parameters.collocations = parameters.collocations
        self.parameters.sent_starters = parameters.sent_starters
        self.parameters.ortho_context = parameters.ortho_context
        self.words = conventions.titles | conventions.before_number | conventions.closings
        """Words in lower case whose period may not end the sentence."""
        self.words |= {word.rpartition(".")[2] for word in conventions.titles}  # `ex` of `p. ex.`
        if conventions.ordinals_with_period:
            self.words |= _ROMANS

    def ends(self, word: str, following: str, text: str, start: int) -> bool | None:
        """Whether a sentence ends behind a word, its period cut off; None where the conventions do not say.

        `text[start:]` begins with the word, or with what stands before it up to a space.
        """
        known = self._conventions
        if word.isdecimal() and not known.ordinals_with_period:
            return None
        if len(word) == 1 and word.isupper() and _INITIAL.fullmatch(following):
            return False
        lower = word.lower()
        first = following[0]
        last = _word_before(text, start)
        if first.isupper() and self._closes(word, last, following):
            return True
        is_title = lower in known.titles
        if is_title and word.isalpha() and word.isupper():
            # A single letter in upper case is a name's first, or a unit; a longer word is mostly an acronym.
            is_title = len(word) > 1
            if is_title and first.isupper() and self._is_starter(following):
                return True
        if is_title or (last.endswith(".") and (last + word).lower() in known.titles):
            return False if first.isalnum() or first in _OPENING else None
        part = _last_part(lower)
        if part in known.before_number and (first.isdecimal() or _is_numeral(following, part in known.before_roman)):
            return False
        if len(word) == 1:
            if word not in known.after_number and _INITIAL.fullmatch(following):
                return False  # `z. B.`, `a. C.`
            if _has_no_case(word) and _has_no_case(first):
                # Behind a number it is a unit, behind a quotation mark the last letter of an acronym: `צה"ל.`
                return None if last[-1:].isdecimal() or _word(text, start).lstrip("([") != f"{word}." else False
        elif _LETTERS.fullmatch(word):
            if first.isdecimal():
                return False
            if first.isupper() and not word.rpartition(".")[2].islower():
                return self._is_starter(following)
        if word == ".." and text[start : start + len(_ELLIPSIS) + 1][len(_ELLIPSIS) :] in _CLOSING_QUOTES:
            return text.startswith(_ELLIPSIS, start)
        if word[-1:] == "." and word[-2:-1].isalnum():
            # An abbreviation's period, and the sentence's: `Sr..`
            return True if first.isupper() else None
        if known.ordinals_with_period:
            return self._ends_ordinal(word, following, last, text, start)
        if word in _ROMAN_LETTERS and first.isupper() and last.lower() in known.before_roman:
            return True
        return None

    def _ends_ordinal(self, word: str, following: str, last: str, text: str, start: int) -> bool | None:
        """What `ends` says of a number, where ordinals have a period; `last` is the word before it."""
        known = self._conventions
        first = following[0]
        roman = _is_roman(word)
        if _DAY_AND_MONTH.fullmatch(word) and _YEAR.match(following):
            return False
        if not (roman or _ORDINAL.search(word)):
            return None
        if _DATE.match(text, start) or (first.isdecimal() and _NUMBERED.fullmatch(last)):
            return False
        if not first.isalpha():
            return None
        if first.islower() or (roman and self._begins(text, start)):
            return False
        # A year, or another high number, ends a sentence more often than it is an ordinal.
        digits = 4 if known.nouns_in_capitals else 3
        if (len(word) >= digits and word[-digits:].isdecimal()) or _SCORE.match(text, start):
            return None
        if len(word) < 3 and last.lower() in known.before_ordinal:
            return False
        if known.nouns_in_capitals:
            begins = bool(self._contexts[_bare(following)] & LOWER)
        else:
            begins = self._is_starter(following)
        return None if begins else False

    def _is_starter(self, word: str) -> bool:
        """Whether a word often begins sentences, or by its case begins one here."""
        common = _bare(word)
        return common in self.parameters.sent_starters or begins_sentence(word, self._contexts[common]) is True

    def _closes(self, word: str, last: str, following: str) -> bool:
        """Whether an abbreviation ends an enumeration or a date, and with it the sentence before a capital."""
        known = self._conventions
        if not (known.closings or known.may_close or known.after_number):
            return False
        both = {word, last + word}  # `и т. д.`
        if not known.closings.isdisjoint(both):
            return True
        may_close = not known.may_close.isdisjoint(both) or (
            word in known.after_number and (last[-1:].isdecimal() or _is_roman(last))
        )
        return may_close and self._is_starter(following)

    def _begins(self, text: str, start: int) -> bool:
        """Whether a sentence begins with the word at `start`: then the word is not all of it."""
        last = _word_before(text, start)
        if not last:
            return True
        return last[:-1].lower() not in self.words and ends_at(self.parameters, last, _word(text, start))


def can_begin(text: str, start: int) -> bool:
    """Whether a sentence can begin at a boundary of Punkt's, by the marks before it and the word after it."""
    at = _end(_BEFORE_WORD, text, start)
    first = text[at : at + 1]
    if first.isupper() or first.isdecimal():
        return True
    if first in _NO_BEGINNING:
        return False
    before = text[max(0, start - _LONGEST_BEFORE) : start].rstrip()
    if first in (".", "…"):
        after = _end(_OMISSION, text, at)
        return text[after : after + 1].isupper() and not before.endswith((" .", ".."))
    if not is_lower(first):
        return True
    if text[at - 1] in _APOSTROPHES and text[at + 1 : at + 2] in " -":
        return True  # `'s Avonds`, with the capital behind it
    closed = before.rstrip("\"“”»«’‘')]")
    # A name may be written like this: iPhone, eBay.
    word = text[at : at + _LONGEST_BEFORE].partition(" ")[0]
    return word != word.lower() or closed[-1:] not in (".", "?", "!")


def _is_roman(word: str) -> bool:
    return word.lower() in _ROMANS or word in _ROMAN_LETTERS


def _is_numeral(word: str, short: bool) -> bool:
    """Whether a word is a Roman numeral in capitals; one of a single letter, which may be a word, where `short`."""
    numeral = word.strip(",;:.)")
    return numeral.isupper() and (numeral.lower() in _ROMANS or (short and numeral in _ROMAN_LETTERS))


def _has_no_case(letter: str) -> bool:
    return letter.isalpha() and not letter.isupper() and not is_lower(letter)


def _last_part(word: str) -> str:
    """What a word means where it is joined to one before it: `art` of `dell’art`, `mar` of `17.mar`."""
    return word if word.isalpha() else _PARTS.split(word)[-1]


def _bare(word: str) -> str:
    """A word in lower case, without the marks behind it."""
    return word.rstrip(",;:").lower()


def _word(text: str, start: int) -> str:
    """The first word of a text from a place on, with the marks at its ends."""
    match = _BETWEEN_SPACES.search(text, start)
    return match[0] if match else ""


def _word_before(text: str, start: int) -> str:
    """The last word before a place, with the marks at its ends; empty at the beginning."""
    before = text[max(0, start - _LONGEST_BEFORE) : start].rsplit(maxsplit=1)
    return before[-1] if before else ""


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
