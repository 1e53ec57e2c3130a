"""Learning the parameters of Punkt (Kiss and Strunk 2006): those of NLTK's trainer, from counts.

NLTK makes an object of every token. But what it learns depends only on how often each token and each pair of tokens
occurs, and a text repeats its words: here they are counted as they stand between spaces, by Python's own counter, and
only the different ones are cut into tokens and looked at, by NLTK's own rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, Literal

from nltk.probability import FreqDist
from nltk.tokenize.punkt import _ORTHO_MAP, PunktParameters, PunktToken, PunktTrainer

from schemas.errors import InputError
from schemas.sources.language_facts import is_lower
from wiki.sentences.punkt_parameters import frozen
from wiki.sentences.punkt_tokens import ENDS, TOKEN, VARIABLES

_Context = Literal["initial", "internal", "unknown"]
"""Where a token stands in its sentence, in NLTK's words."""
_USUAL_TIMES: Final = 15
"""Times that a usual abbreviation has its period at least."""
_USUAL_SHARE: Final = 0.8
"""Share of its uses that have it."""
_USUAL_WITHIN: Final = 0.05
"""Share of these that a word in lower case follows, so that the period ends no sentence."""
_word_with_period = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*(?<=..)\.").fullmatch
# Where tokens do not lie between spaces: an ellipsis has some, and NLTK's engine takes these controls for none.
_not_by_spaces = re.compile(r"\.\s\.\s\.|[\x1c-\x1f]")


def train_punkt(texts: Iterable[str], *, usual: bool = False) -> PunktParameters:
    """Punkt parameters learnt from paragraphs: those of NLTK's `PunktTrainer` given all of them at once.

    Punkt divides the score of a candidate by its length for each time that it has no period. In much text every
    frequent abbreviation has none somewhere, so that `U.S.`, `Jr.` and `etc.` are lost. With `usual`, what nearly
    always has a period, and is often followed by a word in lower case, is an abbreviation too.

    Memory grows with the different words, and with the different pairs of words where a sentence or a line may end:
    more slowly than the text, but as long as it brings new ones. Costs about 0.06 s per MB and 16 µs for each different
    word. Raises InputError where all texts are empty.
    """
    counts = _Counts()
    for text in texts:
        counts.add(text)
    if not counts.starts:
        raise InputError("Punkt has no text to learn from: every paragraph was empty")
    trainer = _Trainer()
    trainer.learn(counts, usual)
    return frozen(trainer.get_params())


class _Counts:
    """How often each token and each pair of tokens that matters occurs."""

    def __init__(self) -> None:
        self.starts: Counter[tuple[str, str, bool]] = Counter()
        """First tokens of lines: the token before, empty for the first of all, the token, whether a paragraph begins.

        Whether they begin a sentence goes by the paragraph too.
        """
        self._words: Counter[str] = Counter()
        self._after_ends: Counter[tuple[str, str]] = Counter()
        """Pairs of words between spaces, where a sentence may end behind the first."""
        self._tokens: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        """The same for tokens of lines that cannot be cut at spaces."""
        self._last = ""

    def add(self, text: str) -> None:
        """Count a paragraph; a line of it is one of NLTK's, and an empty line begins another."""
        begins = True
        for line in text.split("\n"):
            words = line.split()
            if not words:
                begins = True
                continue
            if _not_by_spaces.search(line):
                tokens = VARIABLES.word_tokenize(line)
                self._tokens.update(tokens)
                self._pairs.update(_pairs(tokens))
                first, last = tokens[0], tokens[-1]
            else:
                self._words.update(words)
                self._after_ends.update(_pairs(words))
                first, last = TOKEN.findall(words[0])[0], TOKEN.findall(words[-1])[-1]
            self.starts[self._last, first, begins] += 1
            self._last = last
            begins = False

    def of_tokens(self) -> tuple[Counter[str], Counter[tuple[str, str]]]:
        """How often each token occurs, and each pair in a line where a sentence may end behind the first."""
        tokens, pairs = self._tokens.copy(), self._pairs.copy()
        cut: dict[str, list[str]] = {}
        for word, number in self._words.items():
            cut[word] = pieces = [word] if word.isalnum() else TOKEN.findall(word)
            for piece in pieces:
                tokens[piece] += number
            if len(pieces) > 1:
                for pair in _pairs(pieces):
                    pairs[pair] += number
        for (word, following), number in self._after_ends.items():
            pairs[cut[word][-1], cut[following][0]] += number
        return tokens, pairs


def _pairs(tokens: list[str]) -> list[tuple[str, str]]:
    return [pair for pair in pairwise(tokens) if pair[0][-1] in ENDS]


class _Trainer(PunktTrainer):  # type: ignore[misc]
    """NLTK's trainer, told how often what occurs in place of a text."""

    def learn(self, counts: _Counts, usual: bool) -> None:
        """Do what `_train_tokens` of NLTK does with all tokens of the text; `usual` is that of `train_punkt`."""
        numbers, pairs = counts.of_tokens()
        tokens = {token: PunktToken(token) for token in numbers}
        types: Counter[str] = Counter()
        for token, number in numbers.items():
            types[tokens[token].type] += number
        self._type_fdist = FreqDist(types)
        self._num_period_toks = sum(number for token, number in numbers.items() if token.endswith("."))
        for abbreviation, score, _ in self._reclassify_abbrev_types(types):
            if score >= self.ABBREV:
                self._params.abbrev_types.add(abbreviation)
        if usual:
            self._params.abbrev_types |= _usual_abbreviations(types, pairs, tokens)
        for text, token in tokens.items():
            if text[-1] in ENDS:  # of others it says nothing
                self._first_pass_annotation(token)
        self._sentbreak_count = sum(number for token, number in numbers.items() if tokens[token].sentbreak)
        self._learn_contexts(tokens, numbers, pairs, counts.starts)
        for (first, second, _), number in counts.starts.items():
            if first[-1:] in ENDS:
                pairs[first, second] += number
        self._count_pairs(tokens, pairs)
        self.finalize_training()

    def _learn_contexts(
        self,
        tokens: dict[str, PunktToken],
        numbers: Counter[str],
        pairs: Counter[tuple[str, str]],
        starts: Counter[tuple[str, str, bool]],
    ) -> None:
        """NLTK's `_get_orthography_data`."""
        within = numbers.copy()
        firsts = {first for first, _ in pairs} | {first for first, _, _ in starts if first}
        after = {first: _context_after(tokens[first]) for first in firsts}
        for (first, second), number in pairs.items():
            within[second] -= number
            self._add_context(tokens[second], after[first])
        for (first, second, begins), number in starts.items():
            within[second] -= number
            context = after[first] if first else "internal"
            if begins and context != "unknown":
                context = "initial"
            self._add_context(tokens[second], "unknown" if context == "internal" else context)
        for token, number in within.items():
            if number:
                self._add_context(tokens[token], "internal")

    def _add_context(self, token: PunktToken, context: _Context) -> None:
        if flag := _ORTHO_MAP.get((context, token.first_case)):
            self._params.add_ortho_context(token.type_no_sentperiod, flag)

    def _count_pairs(self, tokens: dict[str, PunktToken], pairs: Counter[tuple[str, str]]) -> None:
        for (one, other), number in pairs.items():
            first, second = tokens[one], tokens[other]
            if not first.period_final:
                continue
            if self._is_rare_abbrev_type(first, second):
                self._params.abbrev_types.add(first.type_no_period)
            if self._is_potential_sent_starter(second, first):
                self._sent_starter_fdist[second.type] += number
            if self._is_potential_collocation(first, second):
                self._collocation_fdist[first.type_no_period, second.type_no_sentperiod] += number


def _usual_abbreviations(
    types: Counter[str], pairs: Counter[tuple[str, str]], tokens: dict[str, PunktToken]
) -> set[str]:
    """Words, without their last period, that nearly always have one and not because they end sentences."""
    usual = {
        kind[:-1]
        for kind, number in types.items()
        if number >= _USUAL_TIMES and _word_with_period(kind) and number >= _USUAL_SHARE * (number + types[kind[:-1]])
    }
    within: Counter[str] = Counter()
    for (first, second), number in pairs.items():
        if is_lower(second[0]) and first[-1] == "." and (kind := tokens[first].type_no_period) in usual:
            within[kind] += number
    return {kind for kind, number in within.items() if number >= _USUAL_WITHIN * types[f"{kind}."]}


def _context_after(token: PunktToken) -> _Context:
    if token.sentbreak:
        return "unknown" if token.is_number or token.is_initial else "initial"
    return "unknown" if token.ellipsis or token.abbr else "internal"
