"""Whether a name that an article repeats is, at its place, a part of a longer one or of another's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dbpedia.mentions.capitals.places import NICKNAME_BEFORE
from dbpedia.mentions.derived import BEFORE
from dbpedia.mentions.last_nouns import end_of_last_noun
from dbpedia.mentions.unlinked.article_names import WORD, ArticleNames
from dbpedia.mentions.words import Words

_INITIAL_BEHIND = re.compile(r", [^\W\d_]\.")
_SHARE = re.compile(r" [\d.,]+ ?%")
_APOSTROPHES = ("'", "’")
_QUOTED_BEFORE = ('" ', "” ")


def is_continued(
    text: str, tokens: Sequence[re.Match[str]], first: int, after: int, article: ArticleNames, source: str
) -> bool:
    """Whether the name of the tokens from `first` to before `after` seems to be part of a longer one.

    The last name of a person before a word for a place is (`Dollar reservoir`), or before initials (`Jensen, A. R.`);
    any name before a noun that ends names in lower case (`Turun yliopisto`), and one behind a nickname (`Elizabeth
    "Betty" Agassi`).
    """
    words = article.rules.words
    start, stop = tokens[first].start(), tokens[after - 1].end()
    if end_of_last_noun(text, stop, tokens[after - 1][0], words):
        return True
    if text[start - 2 : start] in _QUOTED_BEFORE and NICKNAME_BEFORE.search(text, max(0, start - BEFORE), start):
        return True
    if is_of_another(text, stop, source, words):
        return True
    return _goes_on(text, tokens, first, after, words) or _began_before(text, tokens, first - 1, article)


def is_of_another(text: str, stop: int, source: str, words: Words) -> bool:
    """Whether a last name is part of a place's (`Dollar reservoir`) or of that of any person (`Jensen, A. R.`)."""
    if source != "propagated-last-name":
        return False
    following = WORD.match(text, stop + 1) if text.startswith(" ", stop) else None
    return bool(_INITIAL_BEHIND.match(text, stop) or (following and words.heads.get(following[0].title()) == "Place"))


def _goes_on(text: str, tokens: Sequence[re.Match[str]], first: int, after: int, words: Words) -> bool:
    """Whether the token `after` a name belongs to it: one with a capital or a number, or one that ties or completes."""
    if after == len(tokens) or _gap(text, tokens, after - 1) != " ":
        return False
    following = tokens[after][0]
    if following[0].isupper() or (following[0].isdigit() and not _SHARE.match(text, tokens[after - 1].end())):
        return True
    if words.is_completed(" ".join(token[0] for token in tokens[first:after]), following):
        return True  # `Uppsala universitet`
    binds = following in words.binders | words.particles
    is_tied = binds and after + 1 < len(tokens) and _is_near(text, tokens, after, words)
    return is_tied and tokens[after + 1][0][0].isupper()


def _began_before(text: str, tokens: Sequence[re.Match[str]], before: int, article: ArticleNames) -> bool:
    """Whether a name began with the token `before` it, or before the small words that it stands behind."""
    words = article.rules.words
    if before < 0:
        return False
    if _gap(text, tokens, before) == ". ":
        return len(tokens[before][0]) == 1 or tokens[before][0] in words.saints
    if not _is_near(text, tokens, before, words):
        return False
    if _is_capitalised(tokens, before, article):
        return True
    if before > 0 and _gap(text, tokens, before - 1) == " " and tokens[before][0] in words.articles:
        before -= 1
    bound = before
    while bound > 0 and _gap(text, tokens, bound - 1) == " " and tokens[bound][0] in words.binders | words.particles:
        bound -= 1
    return bound < before and _is_capitalised(tokens, bound, article)


def _gap(text: str, tokens: Sequence[re.Match[str]], number: int) -> str:
    """What stands between a token and the next."""
    return text[tokens[number].end() : tokens[number + 1].start()]


def _is_near(text: str, tokens: Sequence[re.Match[str]], number: int, words: Words) -> bool:
    """Whether only a space is behind a token, or the apostrophe of one that ties: `Banca d'Italia`."""
    gap = _gap(text, tokens, number)
    return gap == " " or (gap in _APOSTROPHES and tokens[number][0] in words.binders)


def _is_capitalised(tokens: Sequence[re.Match[str]], number: int, article: ArticleNames) -> bool:
    """Whether a token has a capital as names have it."""
    word = tokens[number][0]
    is_name = word[0].isupper() and word not in article.rules.words.honorifics
    return is_name and not (number == 0 and article.is_common(word))
