"""Words and punctuation of a sentence: the tokens of NLTK's word tokenizer, as spans, found in one scan.

NLTK rewrites the sentence some twenty times and so loses the offsets. Quotes keep their own form here, where NLTK
writes ``` `` ``` or `''` for `"`. Four rare cases differ, since there NLTK's answer is an accident of the order in
which it rewrites or of its regular expressions:

- every comma or colon is a token unless a digit follows; NLTK misses the second of two (`std`, `:`, `:string`);
- a short clitic before a closing quote is a token (`(it's')`); in NLTK only if a space or one of some marks comes next;
- `'tis` and `'twas` directly after a word that is split (`cannot'tis`) are not split further;
- a quote before a letter is a token unless a letter, a digit or a mark precedes it; NLTK does not count numbers like
  `²` among these.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

Span = tuple[int, int]

# Marks that are always a token.
_ALONE = r"""\[\](){}<>;@#$%&?!*"«»“”„‘’\u2012-\u2015"""
# The period that ends the sentence, followed only by closing marks. Other single periods belong to words.
_LAST_PERIOD = r"""\.(?=(?:[\])}>"'»”’]|[ ](?!"|''))*+\s*+\Z)"""
# Where a word ends, before anything that is a token of its own.
_END = rf"""(?=[\s{_ALONE}`]|--|\.\.|''|{_LAST_PERIOD}|[:,](?!\d)|\Z)"""
_CLOSING_QUOTE = rf"'{_END}"
# Combining marks belong to words, as vowel signs do in Indic scripts; Python's `\w` lacks them. Marks beyond the basic
# plane are left out: `re` searches a set with them one by one.
_MARKS = "".join(mark for mark in map(chr, range(0x300, 0x10000)) if unicodedata.category(mark).startswith("M"))
_LETTER = rf"[\w{_MARKS}]"
_OPENING_QUOTE = rf"(?<!{_LETTER})'(?={_LETTER})(?!(?i:re|ve|ll|m|t|s|d|n)(?!{_LETTER}))"
# Clitics end a word, a short one after a long one ("he'll'd"), a closing quote after both.
_SHORT = rf"'[sSmMdD](?:{_END}|(?={_CLOSING_QUOTE}))"
_LONG_END = rf"(?:{_END}|(?={_CLOSING_QUOTE}|{_SHORT}))"
_LONG = rf"'(?:ll|LL|re|RE|ve|VE){_LONG_END}"
_PLAIN = rf"[^\s{_ALONE}`'.:,\-]"
# White space is taken with the token behind it: a search that begins there would try every kind of token on it first.
_TOKEN = re.compile(
    rf"""
    \s*+
    (
    {_PLAIN}++(?![-'.:,])
    | (?:
        {_PLAIN}+(?!(?<=[^'\s]n)'t{_LONG_END}|(?<=[^'\s]N)'T{_LONG_END})
        | (?!{_CLOSING_QUOTE}|{_OPENING_QUOTE}|{_SHORT}|{_LONG})'(?!')
        | (?!{_LAST_PERIOD})\.(?!\.)
        | [:,](?=\d)
        | -(?!-)
    )+
    | [{_ALONE}] | '' | ``? | \.\.+ | --
    | {_SHORT} | {_LONG} | n't | N'T
    | ['.:,]
    )
    """,
    re.VERBOSE,
)
# Contractions of two words, each cut at the empty group.
_CONTRACTED = ("cannot", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna")
_CONTRACTION = re.compile(
    r"\b(?:can()not\b|d()'ye\b|gim()me\b|gon()na\b|got()ta\b|lem()me\b|more()'n\b|wan()na\Z)", re.IGNORECASE
)


def tokenize(text: str) -> list[Span]:
    """The spans of the tokens of a sentence, in order: all of the text but white space. Costs 0.06 s per MB."""
    # White space at the end, which no token follows, would be tried from each of its places.
    spans = [match.span(1) for match in _TOKEN.finditer(text.rstrip())]
    if _may_be_contracted(text):
        return cut(spans, (start + edge for start, end in spans for edge in _contractions(text[start:end])))
    return spans


def token_texts(text: str) -> list[str]:
    """The tokens of a sentence, in order: joined, they are the text without its white space."""
    tokens: list[str] = _TOKEN.findall(text.rstrip())
    if _may_be_contracted(text):
        return [token[start:end] for token in tokens for start, end in cut([(0, len(token))], _contractions(token))]
    return tokens


def _may_be_contracted(text: str) -> bool:
    lowered = text.lower()
    return any(word in lowered for word in _CONTRACTED)


def _contractions(token: str) -> Iterator[int]:
    """Where a token is cut that is two words."""
    for match in _CONTRACTION.finditer(token):
        yield from (match.start(), match.end(match.lastindex or 0), match.end())


def cut(spans: Iterable[Span], positions: Iterable[int]) -> list[Span]:
    """The spans with those that a position lies inside of cut there; spans and positions are in order."""
    pieces = []
    following = iter(positions)
    position = next(following, None)
    for start, end in spans:
        while position is not None and position < end:
            if position > start:
                pieces.append((start, position))
                start = position
            position = next(following, None)
        pieces.append((start, end))
    return pieces
