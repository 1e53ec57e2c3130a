"""Titles as MediaWiki keeps them: the key under which text, redirects and types meet."""

from __future__ import annotations

import unicodedata

MAX_TITLE_BYTES = 255
"""Longest title in UTF-8, without its namespace, that MediaWiki allows."""


# The capitals of MediaWiki's classes `LanguageAz`, `LanguageKaa` and `LanguageTr`.
_OWN_CAPITALS = {("az", "i"): "İ", ("kaa", "ı"): "Í", ("tr", "i"): "İ"}


def canonical_title(title: str, *, first_letter: bool = True, lang: str = "") -> str:
    """The form of a title that every dataset uses.

    Underscores are spaces, runs of white space are one space, Unicode is NFC, and the first letter is upper case
    unless the wiki is `case-sensitive` (`first_letter=False`). `lang` is the code of the wiki's language, whose own
    capitals count (`capitalized`). HTML entities, percent-encoding, fragments and namespaces are the caller's to undo.
    """
    text = " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).split())
    return capitalized(text, lang) if first_letter and text else text


def capitalized(text: str, lang: str) -> str:
    """A text that is not empty with its first letter in upper case, as MediaWiki has it in a language.

    In Turkish and Azerbaijani `i` becomes `İ`, in Karakalpak `ı` becomes `Í`. A letter whose upper case is more than
    one letter (`ß`) stays, and so do Georgian letters.
    """
    first = text[0]
    upper = _OWN_CAPITALS.get((lang, first)) or first.upper()
    return upper + text[1:] if len(upper) == 1 and not "\u1c90" <= upper <= "\u1cbf" else text
