"""Ids of Wikidata's items, the property of a page that holds one, and those that lead from class to class."""

from __future__ import annotations

import re

PROPERTY = "wikibase_item"
"""Name of the page property that holds the id."""
SUBCLASS_OF = "P279"
UPWARDS = (SUBCLASS_OF, "P171")
"""Properties that lead from a class to those above it: subclass of, parent taxon."""

_is_qid = re.compile(r"Q([1-9][0-9]{0,9})").fullmatch
_MAX_ITEM = (1 << 31) - 1
"""The greatest number that Wikibase gives to an item."""


def item_number(qid: str) -> int | None:
    """The number of an item: 5 for Q5. None for what is no id of one."""
    item = _is_qid(qid)
    return number if item and (number := int(item[1])) <= _MAX_ITEM else None


def is_qid(text: str) -> bool:
    """Whether this is the id of an item: Q and a number that Wikibase can give."""
    return item_number(text) is not None
