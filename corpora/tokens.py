"""Words and punctuation of a sentence: the tokens of NLTK's word tokenizer, as spans, found in one scan.

NLTK rewrites the sentence some twenty times and so loses the offsets. Quotes keep their own form here, where NLTK
writes ``` `` ``` or `''` for `"`. Four rare cases differ, since there NLTK's answer is an accident of the order in
which it rewrites or of its regular expressions:

- every comma or colon is a token unless a digit follows; NLTK misses the second of two (`std`, `:`, `:string`);
- a short clitic before a closing quote is a token (`(it's')`); in NLTK only if a space or one of some marks comes next;
- `'tis` and `'twas` directly after a word that is split (`cannot'tis`) are not split further;
- a quote before a letter is a token unless a letter, a digit or a mark precedes it; NLTK does not count numbers like
  `²` among these.

That is English. In other languages no contraction is cut, the marks of other scripts are tokens, and so are elided
words (`l'Autriche`) and endings behind an apostrophe (`Berlin'nin`), with their apostrophe. In languages that write no
spaces each character of their scripts is a token, with its combining marks; Latin words and figures are whole. So it is
in Korean, which has spaces, but none between a name and the particle behind it (`서울은`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from schemas.records import Span
from schemas.sources.language_facts import elided_words, has_spaces, has_spaces_behind_names, name_endings

Numbers = npt.NDArray[np.integer]
ENGLISH = "en"
"""The language of a text of which nothing else is said."""

_IS_SPACE = np.array([chr(code).isspace() for code in range(0x3002)])
"""Whether a character is white space; none is beyond the last."""

# Marks that are always a token.
_ALONE = r"""\[\](){}<>;@#$%&?!*"«»“”„‘’\u2012-\u2015"""
# Combining marks belong to words, as vowel signs do in Indic scripts; Python's `\w` lacks them. Marks beyond the basic
# plane are left out: `re` searches a set with them one by one.
_MARKS = "".join(mark for mark in map(chr, range(0x300, 0x10000)) if unicodedata.category(mark).startswith("M"))
_LETTER = rf"[\w{_MARKS}]"
_NEVER = r"(?!)"
_OF_OTHER_SCRIPTS = "¿¡։؟،؛۔।॥።፣។၊။、。〈〉《》「」『』【】〔〕！，：；？"
"""Marks that are always a token, in every language but English."""
_CHARACTERS = "".join(
    (
        "\u3005-\u3007\u3031-\u3035\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",  # Chinese
        "ぁ-ゟァ-ヺー-ヿㇰ-ㇿｦ-ﾟ",  # Japanese
        "\u0e01-\u0e4f\u0e5a\u0e5b",  # Thai
        "\u0e81-\u0ecf\u0edc-\u0edf",  # Lao
        "\u0f00-\u0f1f\u0f2a-\u0fff",  # Tibetan
        "\u1000-\u103f\u104a-\u108f\u109a-\u109f\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f",  # Burmese
        "\u1780-\u17df\u17ea-\u17ff\u19e0-\u19ff",  # Khmer
    )
)
"""The scripts that are written without spaces, but for their figures, which are words as others are."""
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb"
"""The script of Korean, whose characters are syllables, or letters of which some make one together."""
_VOWELS_AND_ENDS = "\u1160-\u11ff\ud7b0-\ud7fb"
"""Letters of Hangul that belong to the syllable which the letter before them begins."""
_STACKED = "\u1039\u17d2"
"""The marks of Burmese and Khmer behind which a letter stands below the one before."""
_UNSEEN = "\u200b-\u200d\u2060\ufeff\U000e0100-\U000e01ef"
"""Signs without a width: what some write between words, and what chooses a variant of the character before."""
_BETWEEN_CHARACTERS = "·•‧・･…（）％＆＋－／＜＝＞～［］｛｝｢｣｡､゠〜"
"""Marks that are always a token where each character is one."""


def _token_pattern(marks: str, characters: str, elided: Sequence[str], endings: Sequence[str]) -> re.Pattern[str]:
    """A token, in its group, with the white space before it.

    `marks` are tokens besides those of English, and so are `characters` with what is written on and below them, and
    `elided` words and `endings` with their apostrophe.
    """
    alone = _ALONE + marks + characters
    # The period that ends the sentence, followed only by closing marks. Other single periods belong to words.
    last_period = r"""\.(?=(?:[\])}>"'»”’]|[ ](?!"|''))*+\s*+\Z)"""
    # Where a word ends, before anything that is a token of its own.
    end = rf"""(?=[\s{alone}`]|--|\.\.|''|{last_period}|[:,](?!\d)|\Z)"""
    closing_quote = rf"'{end}"
    opening_quote = rf"(?<!{_LETTER})'(?={_LETTER})(?!(?i:re|ve|ll|m|t|s|d|n)(?!{_LETTER}))"
    # Clitics end a word, a short one after a long one ("he'll'd"), a closing quote after both.
    short = rf"'[sSmMdD](?:{end}|(?={closing_quote}))"
    long_end = rf"(?:{end}|(?={closing_quote}|{short}))"
    long = rf"'(?:ll|LL|re|RE|ve|VE){long_end}"
    plain = rf"[^\s{alone}`'.:,\-]"
    elision = rf"(?<!{_LETTER})(?i:{_any_of(elided)})['’](?=[«“„\"\w])"
    ending = rf"(?<={_LETTER})['’](?:{_any_of(endings)})(?!{_LETTER})"
    # English has none of these, and would look for them at each of its words.
    apostrophes = f"{elision} | {ending} |" if elided or endings else ""
    written_on = f"{_MARKS}ﾞﾟ{_UNSEEN}{_VOWELS_AND_ENDS}"
    character = rf"[{characters}](?:[{_STACKED}][{characters}]|[{written_on}])*+ |" if characters else ""
    # White space is taken with the token behind it: a search that begins there would try every kind of token on it
    # first.
    return re.compile(
        rf"""
        \s*+
        (
        {character}
        {apostrophes}
        {plain}++(?![-'.:,])
        | (?:
            {plain}+(?!(?<=[^'\s]n)'t{long_end}|(?<=[^'\s]N)'T{long_end})
            | (?!{closing_quote}|{opening_quote}|{short}|{long}|{ending})'(?!')
            | (?!{last_period})\.(?!\.)
            | [:,](?=\d)
            | -(?!-)
        )+
        | [{alone}] | '' | ``? | \.\.+ | --
        | {short} | {long} | n't | N'T
        | ['.:,]
        )
        """,
        re.VERBOSE,
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(words) or _NEVER


# Contractions of two words, each cut at the empty group.
_CONTRACTED = ("cannot", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna")
_CONTRACTION = re.compile(
    r"\b(?:can()not\b|d()'ye\b|gim()me\b|gon()na\b|got()ta\b|lem()me\b|more()'n\b|wan()na\Z)", re.IGNORECASE
)


class _Language(NamedTuple):
    token: re.Pattern[str]
    contracted: tuple[str, ...] = ()
    """Words that are cut where they stand, in lower case."""


@cache
def _language(lang: str) -> _Language:
    if lang == ENGLISH:
        return _Language(_token_pattern("", "", (), ()), _CONTRACTED)
    marks, characters = _OF_OTHER_SCRIPTS, ""
    if not has_spaces_behind_names(lang):
        marks += _BETWEEN_CHARACTERS
        characters = _CHARACTERS
        if has_spaces(lang):
            characters += _HANGUL
    return _Language(_token_pattern(marks, characters, elided_words(lang), name_endings(lang)))


def tokenize(text: str, lang: str) -> list[Span]:
    """The spans of the tokens of a sentence, in order: all of the text but white space. Costs 0.06 s per MB.

    `lang` is the code of the text's language.
    """
    language = _language(lang)
    # White space at the end, which no token follows, would be tried from each of its places.
    spans = [match.span(1) for match in language.token.finditer(text.rstrip())]
    if _may_be_contracted(text, language):
        return cut(spans, (start + edge for start, end in spans for edge in _contractions(text[start:end])))
    return spans


def token_texts(text: str, lang: str = ENGLISH) -> list[str]:
    """The tokens of a sentence, in order: joined, they are the text without its white space.

    `lang` is the code of the text's language. This is what notebooks call, so it alone takes English for granted.
    """
    language = _language(lang)
    tokens: list[str] = language.token.findall(text.rstrip())
    if _may_be_contracted(text, language):
        return [token[start:end] for token in tokens for start, end in cut([(0, len(token))], _contractions(token))]
    return tokens


class Tokens(NamedTuple):
    """The tokens of texts, one after the other. Places are those in the texts joined with a character between two."""

    words: list[str]
    starts: Numbers
    ends: Numbers
    bases: Numbers
    """Where each text begins, and where one behind the last would."""

    def rows(self, starts: Numbers) -> Numbers:
        """The text of each token, given by its place."""
        return np.searchsorted(self.bases, starts, "right") - 1


def tokenize_all(texts: Sequence[str], lang: str) -> Tokens:
    """The tokens of many texts, in two thirds of the time that `tokenize` takes for each.

    `lang` is the code of the language of the texts.
    """
    words = list(chain.from_iterable(token_texts(text, lang) for text in texts))
    # Tokens are all of the text but white space.
    characters = np.frombuffer(" ".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    places = np.flatnonzero(~_IS_SPACE[np.minimum(characters, len(_IS_SPACE) - 1)])
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    firsts = np.cumsum(sizes) - sizes
    bases = np.cumsum([0, *(len(text) + 1 for text in texts)], dtype=np.int64)
    return Tokens(words, places[firsts], places[firsts + sizes - 1] + 1, bases)


def count_tokens(texts: Iterable[str], lang: str) -> Counter[str]:
    """How often each token stands in the texts of a language, as written. Costs 0.1 s per MB."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(token_texts(text, lang))
    return counts


def _may_be_contracted(text: str, language: _Language) -> bool:
    return bool(language.contracted) and any(map(text.lower().__contains__, language.contracted))


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
