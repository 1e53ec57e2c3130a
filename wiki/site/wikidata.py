"""Wikidata ids as the wiki keeps them: the property `wikibase_item` of a page."""

from __future__ import annotations

import re

PROPERTY = "wikibase_item"
"""Name of the page property that holds the id."""

_is_qid = re.compile(r"Q[1-9][0-9]{0,9}").fullmatch
_MAX_ITEM = (1 << 31) - 1
"""The greatest number that Wikibase gives to an item."""


def is_qid(text: str) -> bool:
    """Whether this is the id of an item: Q and a number that Wikibase can give."""
    return bool(_is_qid(text)) and int(text[1:]) <= _MAX_ITEM
