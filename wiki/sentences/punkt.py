"""Punkt sentence boundaries (Kiss and Strunk 2006, as in NLTK).

The parameters are learnt from the corpus itself (`wiki/sentences/punkt_training.py`), so nothing has to be downloaded.
Any language that ends its sentences with `.`, `?` and `!` works; one that ends them with other marks (`。`, `।`) needs
another splitter. What Punkt decides of two words is in `punkt_tokens.py`, what a language changes of it in
`punkt_rules.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

from wiki.sentences.conventions import Conventions
from wiki.sentences.punkt_rules import Rules, can_begin
from wiki.sentences.punkt_tokens import ENDS, NUMBER_KIND, TOKEN, VARIABLES, ends_at, ends_between

# The scan below knows no ASCII white space but the space; NLTK splits texts that have any of these.
_CONTROLS = "\n\t\r\v\f\x1c\x1d\x1e\x1f"
_MARK = re.compile(VARIABLES.period_context_re().pattern, re.VERBOSE)
_AFTER, _NEXT = _MARK.groupindex["after_tok"], _MARK.groupindex["next_tok"]
_CLOSING = re.compile(VARIABLES.re_boundary_realignment.pattern, re.MULTILINE)
_CLOSERS = frozenset(")\"}]*'\u2018\u2019\u201c\u201d\xab\xbb")
_WORD = r"[^\W\d_]+(?:[.-][^\W\d_]+)*"
_PLAIN_CONTEXT = re.compile(rf"({_WORD}|\d+)([.?!])\s+({_WORD}|\d+)[,;:)]?")


def punkt_splitter(parameters: PunktParameters, conventions: Conventions | None = None) -> Callable[[str], list[int]]:
    """A splitter (see `wiki.sentences.split.Splitter`) with the boundaries of NLTK's `PunktSentenceTokenizer`.

    With the `conventions` of a language they are NLTK's up to the rules of `wiki.sentences.punkt_rules`.

    Costs about 0.02 s per MB. Nearly everywhere two plain words meet at one mark; any other context is split by NLTK's
    pattern of tokens.
    """
    return _Splitter(parameters, Rules(parameters, conventions) if conventions else None).split


class _Splitter:
    """A text's boundaries by one scan for its marks."""

    def __init__(self, parameters: PunktParameters, rules: Rules | None) -> None:
        self._rules = rules
        self._parameters = rules.parameters if rules else parameters
        self._tokenizer = PunktSentenceTokenizer(self._parameters)
        self._known = self._parameters.abbrev_types | {first for first, _ in self._parameters.collocations}
        """Behind any other word of two letters or more a period ends the sentence, whatever follows."""
        if rules:
            self._known |= rules.words

    def split(self, text: str) -> list[int]:
        """Where the sentences after the first begin."""
        for control in _CONTROLS:
            if control in text:
                return self._mended(text, [start for start, _ in self._tokenizer.span_tokenize(text)][1:])
        found = self._breaks(text)
        if not found:
            return []
        firsts = "".join([text[start] for _, start in found])
        if firsts.isalnum():
            starts = [start for _, start in found]
            # So begin most sentences.
            return starts if firsts.isupper() else self._mended(text, starts)
        return self._mended(text, _starts(text, found))

    def _mended(self, text: str, starts: list[int]) -> list[int]:
        if self._rules is None:
            return starts
        return [
            start
            for start in starts
            if text[start].isupper() or text[start + 1 : start + 2].isupper() or can_begin(text, start)
        ]

    def _breaks(self, text: str) -> list[tuple[int, int]]:
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
                if self._ends_sentence(text, start, previous.end(_AFTER)):
                    found.append(_break(previous))
                previous = None
            if previous is None and text[at + 1] == " " and self._ends_plainly(text[word:at], mark):
                found.append((at + 1, mark.start(_NEXT)))
                last = at
            else:
                start, last, previous = word, at, mark
        if previous is not None and self._ends_sentence(text, start, previous.end(_AFTER)):
            found.append(_break(previous))
        return found

    def _ends_plainly(self, word: str, mark: re.Match[str]) -> bool:
        """Whether a mark between two spaces clearly ends a sentence, in a quarter of the time of `_ends_sentence`."""
        if mark[0] != ".":
            return True
        if word.isalpha():
            return len(word) > 1 and word.lower() not in self._known and mark[_NEXT][0] != "."
        # The period is a token by itself.
        return word[-1:] in _CLOSERS and "." not in self._known and mark[_NEXT][0] != "."

    def _ends_sentence(self, text: str, start: int, end: int) -> bool:
        """Whether a sentence ends at the mark of a context, which goes up to the end of the word behind it."""
        plain = _PLAIN_CONTEXT.fullmatch(text, start, end)
        if plain is None:
            return self._ends_within(text, start, end)
        word, mark, following = plain.groups()
        lower = word.lower()
        if mark != "." or (len(word) > 1 and lower not in self._known and lower.isalpha()):
            return True
        if self._rules and (ruled := self._rules.ends(word, following, text, start)) is not None:
            return ruled
        kind = NUMBER_KIND if following.isdecimal() else following.lower()
        return ends_between(self._parameters, word, word.isdecimal(), following, kind)

    def _ends_within(self, text: str, start: int, end: int) -> bool:
        """What `_ends_sentence` says where the context is not two words with one mark between."""
        for token, after in pairwise(TOKEN.findall(text[start:end])):
            if token[-1] not in ENDS:
                continue
            ruled = self._rules.ends(token[:-1], after, text, start) if self._rules and token[-1] == "." else None
            if ruled is False:
                return False  # what follows may have a period of its own: `br. 92/10.)`
            if ruled or ends_at(self._parameters, token, after):
                return True
        return False


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
