"""Punkt sentence boundaries (Kiss and Strunk 2006, as in NLTK).

The parameters are learnt from the corpus itself (`wiki/sentences/punkt_training.py`), so nothing has to be downloaded.
Any language that ends its sentences with `.`, `?` and `!` works; one that ends them with other marks (`。`, `।`) needs
another splitter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from nltk.tokenize.punkt import PunktLanguageVars, PunktParameters, PunktSentenceTokenizer

from schemas.sources.language_facts import is_lower
from wiki.sentences.conventions import Conventions

# Orthographic contexts of a word, as NLTK numbers them: where it stands in its sentence and the case it has there.
_MIDDLE_UPPER = 1 << 2
_BEGIN_LOWER = 1 << 4
_UPPER = 1 << 1 | _MIDDLE_UPPER | 1 << 3
_LOWER = _BEGIN_LOWER | 1 << 5 | 1 << 6


def punkt_splitter(parameters: PunktParameters, conventions: Conventions | None = None) -> Callable[[str], list[int]]:
    """A splitter (see `wiki.sentences.split.Splitter`) with the boundaries of NLTK's `PunktSentenceTokenizer`.

    With the `conventions` of a language the boundaries are NLTK's up to these rules: none before a word in lower case,
    nor before a symbol behind `?`, `!` or a closing quotation mark, nor within `. . .`, nor between two initials; none
    behind a title, or a word like `No.` before a number; letters with periods between them are an abbreviation, learnt
    or not, before a number, and before a capital if the last is one (`J.K.`, `a.C.`); a letter of a script without case
    is an initial; one boundary behind an ellipsis that ends a quotation, and behind the second period of `Jr..`, and
    behind `и т. д.` before a capital; where ordinals have a period, none behind one before a name or noun or within a
    date, nor behind a Roman numeral that begins a sentence; elsewhere a Roman numeral is a word like others.

    Costs about 0.02 s per MB. Nearly everywhere two plain words meet at one mark; any other context is split by NLTK's
    pattern of tokens.
    """
    rules = _Rules(parameters, conventions) if conventions else None
    if rules:
        parameters = rules.parameters
    tokenizer = PunktSentenceTokenizer(parameters)
    # Behind any other word of two letters or more a period ends the sentence, whatever follows.
    known = parameters.abbrev_types | {first for first, _ in parameters.collocations}
    if rules:
        known |= rules.words

    def ends_sentence(text: str, start: int, end: int) -> bool:
        context = text[start:end]
        plain = _PLAIN_CONTEXT.fullmatch(context)
        if plain is None:
            tokens = TOKEN.findall(context)
            for token, after in pairwise(tokens):
                if token[-1] not in ENDS:
                    continue
                ruled = rules.ends(token[:-1], after, text, start) if rules and token[-1] == "." else None
                if ruled is False:
                    return False  # what follows may have a period of its own: `br. 92/10.)`
                if ruled or _ends_at(parameters, token, after):
                    return True
            return False
        word, mark, following = plain.groups()
        lower = word.lower()
        if mark != "." or (len(word) > 1 and lower not in known and lower.isalpha()):
            return True
        if rules and (ruled := rules.ends(word, following, text, start)) is not None:
            return ruled
        kind = _NUMBER_KIND if following.isdecimal() else following.lower()
        return _ends_between(parameters, word, word.isdecimal(), following, kind)

    def split(text: str) -> list[int]:
        for control in _CONTROLS:
            if control in text:
                return mended(text, [start for start, _ in tokenizer.span_tokenize(text)][1:])
        found = breaks(text)
        if not found:
            return []
        firsts = "".join([text[start] for _, start in found])
        if firsts.isalnum():
            starts = [start for _, start in found]
            # So begin most sentences.
            return starts if firsts.isupper() else mended(text, starts)
        return mended(text, _starts(text, found))

    def mended(text: str, starts: list[int]) -> list[int]:
        if rules is None:
            return starts
        return [
            start
            for start in starts
            if text[start].isupper() or text[start + 1 : start + 2].isupper() or _begins(text, start)
        ]

    def breaks(text: str) -> list[tuple[int, int]]:
        """Where a sentence ends and the next begins, closing quotes and brackets not yet considered.

        Of the marks between two spaces the last can end a sentence.
        """
        found = []
        start = last = 0
        previous: re.Match[str] | None = None
        for mark in _MARK.finditer(text):
            at = mark.start()
            space = text.rfind(" ", last, at)
            word = space + 1 if space > last else start
            if previous is not None and last <= word:
                if ends_sentence(text, start, previous.end(_AFTER)):
                    found.append(_break(previous))
                previous = None
            if previous is None and text[at + 1] == " " and ends_plainly(text[word:at], mark):
                found.append((at + 1, mark.start(_NEXT)))
                last = at
            else:
                start, last, previous = word, at, mark
        if previous is not None and ends_sentence(text, start, previous.end(_AFTER)):
            found.append(_break(previous))
        return found

    def ends_plainly(word: str, mark: re.Match[str]) -> bool:
        """Whether a mark between two spaces clearly ends a sentence, in a quarter of the time of `ends_sentence`."""
        if mark[0] != ".":
            return True
        if word.isalpha():
            return len(word) > 1 and word.lower() not in known and mark[_NEXT][0] != "."
        # The period is a token by itself.
        return word[-1:] in _CLOSERS and "." not in known and mark[_NEXT][0] != "."

    return split


class _Rules:
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
        self.words |= {word.rpartition(".")[2] for word in conventions.titles}  # `ex` of `p. ex.`
        if conventions.ordinals_with_period:
            self.words |= _ROMANS
        """Words in lower case whose period may not end the sentence."""

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
            begins = bool(self._contexts[_bare(following)] & _LOWER)
        else:
            begins = self._is_starter(following)
        return None if begins else False

    def _is_starter(self, word: str) -> bool:
        """Whether a word often begins sentences, or by its case begins one here."""
        common = _bare(word)
        return common in self.parameters.sent_starters or _begins_sentence(word, self._contexts[common]) is True

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
        return last[:-1].lower() not in self.words and _ends_at(self.parameters, last, _word(text, start))


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
_opening = re.compile(r"[\"“”„»«’‘'()\[\]]*+\s*+")
_APOSTROPHES = frozenset("'’")
_NO_BEGINNING = frozenset(",;:#%/=<>&*+_|^~")
_between_spaces = re.compile(r"\S+")
_omission = re.compile(r"[\"“”„»«’‘'()\[\].…\s]*+")


def _begins(text: str, start: int) -> bool:
    """Whether a sentence can begin at a boundary of Punkt's, by the marks before it and the word after it."""
    at = _end(_opening, text, start)
    first = text[at : at + 1]
    if first.isupper() or first.isdecimal():
        return True
    if first in _NO_BEGINNING:
        return False
    before = text[max(0, start - _LONGEST_BEFORE) : start].rstrip()
    if first in (".", "…"):
        after = _end(_omission, text, at)
        return text[after : after + 1].isupper() and not before.endswith((" .", ".."))
    if not is_lower(first):
        return True
    if text[at - 1] in _APOSTROPHES and text[at + 1 : at + 2] in " -":
        return True  # `'s Avonds`, with the capital behind it
    closed = before.rstrip("\"“”»«’‘')]")
    # A name may be written like this: iPhone, eBay.
    word = text[at : at + _LONGEST_BEFORE].partition(" ")[0]
    return word != word.lower() or closed[-1:] not in (".", "?", "!")


def _bare(word: str) -> str:
    """A word in lower case, without the marks behind it."""
    return word.rstrip(",;:").lower()


def _word(text: str, start: int) -> str:
    """The first word of a text from a place on, with the marks at its ends."""
    match = _between_spaces.search(text, start)
    return match[0] if match else ""


def _word_before(text: str, start: int) -> str:
    """The last word before a place, with the marks at its ends; empty at the beginning."""
    before = text[max(0, start - _LONGEST_BEFORE) : start].rsplit(maxsplit=1)
    return before[-1] if before else ""


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


# The scan below knows no ASCII white space but the space; NLTK splits texts that have any of these.
_CONTROLS = "\n\t\r\v\f\x1c\x1d\x1e\x1f"
# NLTK's own patterns, in Python's engine: NLTK's wrapper times every match by the clock.
VARIABLES = PunktLanguageVars()
"""What NLTK takes for ends of sentences and for parts of words."""
_MARK = re.compile(VARIABLES.period_context_re().pattern, re.VERBOSE)
_AFTER, _NEXT = _MARK.groupindex["after_tok"], _MARK.groupindex["next_tok"]
_CLOSING = re.compile(VARIABLES.re_boundary_realignment.pattern, re.MULTILINE)
TOKEN = re.compile(VARIABLES._word_tokenizer_re().pattern, re.VERBOSE)
"""Finds the tokens of a text, as NLTK cuts them."""
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*")
_LETTER = re.compile(r"[^\W\d]")
_NUMBER_KIND = "##number##"
_CLOSERS = frozenset(")\"}]*'\u2018\u2019\u201c\u201d\xab\xbb")
_PUNCTUATION = frozenset(";:,.!?")
ENDS = frozenset(".?!")
"""Last characters of the tokens behind which a sentence may end."""
_WORD = r"[^\W\d_]+(?:[.-][^\W\d_]+)*"
_PLAIN_CONTEXT = re.compile(rf"({_WORD}|\d+)([.?!])\s+({_WORD}|\d+)[,;:)]?")


def _break(mark: re.Match[str]) -> tuple[int, int]:
    end = mark.end()
    return end, max(end, mark.start(_NEXT))


def _starts(text: str, breaks: list[tuple[int, int]]) -> list[int]:
    """Where the sentences after the first begin: closing quotes and brackets go to the sentence they close."""
    starts = []
    end = len(text.rstrip())
    closed = False
    for next_end, start in reversed(breaks):
        closing = None if text[start : start + 1].isalnum() else _CLOSING.match(text, start, end)
        inside = closing.end() if closing else start
        if inside < end or closed:
            starts.append(inside)
        closed = closing is not None
        end = next_end
    return starts[::-1]


def _ends_at(parameters: PunktParameters, token: str, following: str) -> bool:
    """Whether a sentence ends with a token of NLTK's, to which its period belongs; `following` is the next token."""
    word = token[:-1]
    if not token.endswith("."):
        return token in ("?", "!")
    if word.endswith(".") and word.strip("."):
        # Punkt takes `etc..` for a word without a period.
        return False
    kind = _NUMBER_KIND if _NUMBER.fullmatch(following) else following.lower()
    if len(kind) > 1 and kind.endswith(".") and following[-2] != "." and not _abbreviated(parameters, following[:-1]):
        kind = kind[:-1]
    return _ends_between(parameters, word, bool(_NUMBER.fullmatch(token)), following, kind)


def _ends_between(parameters: PunktParameters, word: str, number: bool, following: str, next_kind: str) -> bool:
    """Whether a sentence ends between `word`, its period cut off, and the `following` one.

    Kiss and Strunk 2006, section 4: the type of the word decides first (an abbreviation does not end a sentence, nor
    does an ellipsis), then what is known about the pair of words and about the case of the second.
    """
    kind = _NUMBER_KIND if number else word.lower() or "."
    if (kind, next_kind) in parameters.collocations:
        return False
    abbreviation = word != "" and (not word.strip(".") or _abbreviated(parameters, word))
    initial = len(word) == 1 and _LETTER.match(word) is not None
    if not (abbreviation or initial or number):
        return True
    contexts = parameters.ortho_context[next_kind]
    begins = False if following in _PUNCTUATION else _begins_sentence(following, contexts)
    ends = not abbreviation
    if abbreviation and not initial:
        ends = begins is True or (following[0].isupper() and next_kind in parameters.sent_starters)
    if initial or number:
        if begins is False:
            return False
        if begins is None and initial and following[0].isupper() and not contexts & _LOWER:
            return False
    return ends


def _abbreviated(parameters: PunktParameters, word: str) -> bool:
    lower = word.lower()
    return lower in parameters.abbrev_types or lower.rpartition("-")[2] in parameters.abbrev_types


def _begins_sentence(word: str, contexts: int) -> bool | None:
    """The orthographic heuristic (section 4.1.1): whether the word's case shows that it begins a sentence."""
    if word[0].isupper() and contexts & _LOWER and not contexts & _MIDDLE_UPPER:
        return True
    if word[0].islower() and (contexts & _UPPER or not contexts & _BEGIN_LOWER):
        return False
    return None
