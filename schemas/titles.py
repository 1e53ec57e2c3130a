"""Titles as MediaWiki keeps them: the key under which text, redirects and types meet."""

from __future__ import annotations

import unicodedata

MAX_TITLE_BYTES = 255
"""Longest title in UTF-8, without its namespace, that MediaWiki allows."""


def canonical_title(title: str, *, first_letter: bool = True) -> str:
    """The form of a title that every dataset uses.

    Underscores are spaces, runs of white space are one space, Unicode is NFC, and the first letter is upper case
    unless the wiki is `case-sensitive` (`first_letter=False`). A letter whose upper case is more than one letter
    (`ß`) stays, and so do Georgian letters, as in MediaWiki. HTML entities, percent-encoding, fragments and namespaces
    are the caller's to undo.
    """
    text = " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).split())
    if first_letter and text:
        upper = text[0].upper()
        if len(upper) == 1 and not "\u1c90" <= upper <= "\u1cbf":
            text = upper + text[1:]
    return text
