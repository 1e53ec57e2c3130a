"""What Punkt decides of two tokens: whether a sentence ends between them (Kiss and Strunk 2006, as in NLTK)."""

from __future__ import annotations

import re

from nltk.tokenize.punkt import PunktLanguageVars, PunktParameters

# Orthographic contexts of a word, as NLTK numbers them: where it stands in its sentence and the case it has there.
_MIDDLE_UPPER = 1 << 2
_BEGIN_LOWER = 1 << 4
_UPPER = 1 << 1 | _MIDDLE_UPPER | 1 << 3
LOWER = _BEGIN_LOWER | 1 << 5 | 1 << 6
"""What words that are in lower case somewhere have."""

# NLTK's own patterns, in Python's engine: NLTK's wrapper times every match by the clock.
VARIABLES = PunktLanguageVars()
"""What NLTK takes for ends of sentences and for parts of words."""
TOKEN = re.compile(VARIABLES._word_tokenizer_re().pattern, re.VERBOSE)
"""Finds the tokens of a text, as NLTK cuts them."""
ENDS = frozenset(".?!")
"""Last characters of the tokens behind which a sentence may end."""
NUMBER_KIND = "##number##"
"""What all numbers are known as."""
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*")
_LETTER = re.compile(r"[^\W\d]")
_PUNCTUATION = frozenset(";:,.!?")


def ends_at(parameters: PunktParameters, token: str, following: str) -> bool:
    """Whether a sentence ends with a token of NLTK's, to which its period belongs; `following` is the next token."""
    word = token[:-1]
    if not token.endswith("."):
        return token in ("?", "!")
    if word.endswith(".") and word.strip("."):
        # Punkt takes `etc..` for a word without a period.
        return False
    kind = NUMBER_KIND if _NUMBER.fullmatch(following) else following.lower()
    if len(kind) > 1 and kind.endswith(".") and following[-2] != "." and not _abbreviated(parameters, following[:-1]):
        kind = kind[:-1]
    return ends_between(parameters, word, bool(_NUMBER.fullmatch(token)), following, kind)


def ends_between(parameters: PunktParameters, word: str, number: bool, following: str, next_kind: str) -> bool:
    """Whether a sentence ends between `word`, its period cut off, and the `following` one.

    Kiss and Strunk 2006, section 4: the type of the word decides first (an abbreviation does not end a sentence, nor
    does an ellipsis), then what is known about the pair of words and about the case of the second.
    """
    kind = NUMBER_KIND if number else word.lower() or "."
    if (kind, next_kind) in parameters.collocations:
        return False
    abbreviation = word != "" and (not word.strip(".") or _abbreviated(parameters, word))
    initial = len(word) == 1 and _LETTER.match(word) is not None
    if not (abbreviation or initial or number):
        return True
    contexts = parameters.ortho_context[next_kind]
    begins = False if following in _PUNCTUATION else begins_sentence(following, contexts)
    ends = not abbreviation
    if abbreviation and not initial:
        ends = begins is True or (following[0].isupper() and next_kind in parameters.sent_starters)
    if initial or number:
        if begins is False:
            return False
        if begins is None and initial and following[0].isupper() and not contexts & LOWER:
            return False
    return ends


def _abbreviated(parameters: PunktParameters, word: str) -> bool:
    lower = word.lower()
    return lower in parameters.abbrev_types or lower.rpartition("-")[2] in parameters.abbrev_types


def begins_sentence(word: str, contexts: int) -> bool | None:
    """The orthographic heuristic (section 4.1.1): whether the word's case shows that it begins a sentence."""
    if word[0].isupper() and contexts & LOWER and not contexts & _MIDDLE_UPPER:
        return True
    if word[0].islower() and (contexts & _UPPER or not contexts & _BEGIN_LOWER):
        return False
    return None
