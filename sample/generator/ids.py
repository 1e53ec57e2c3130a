"""The numbers of pages, revisions, link targets and items, as hashes of what they number.

An id depends on its own key alone, so a new article changes no other page's id.
"""

from __future__ import annotations

import hashlib

_MAX_PAGE_ID = 80_000_000
_FIRST_REV_ID = 1_200_000_000
_MAX_REVISIONS = 100_000_000
_MAX_LINK_TARGET_ID = 2**40
_FIRST_ITEM = 2_000_000_000
_MAX_ITEMS = 147_483_648


def page_id(title: str) -> int:
    """A page id from 1 to 80 million."""
    return 1 + _hash("page", title) % _MAX_PAGE_ID


def rev_id(title: str, text: str) -> int:
    """A revision id, which changes with the text."""
    return _FIRST_REV_ID + _hash("revision", title, text) % _MAX_REVISIONS


def link_target_id(namespace: int, name: str) -> int:
    """The `lt_id` of a namespace and a name with underscores."""
    return 1 + _hash("linktarget", str(namespace), name) % _MAX_LINK_TARGET_ID


def item_id(title: str) -> str:
    """A Wikidata id for an article whose source names none: one that Wikibase allows and Wikidata is far from."""
    return f"Q{_FIRST_ITEM + _hash('item', title) % _MAX_ITEMS}"


def page_random(title: str) -> float:
    """The `page_random` of a page: at least 0, less than 1."""
    return _hash("random", title) % 10**12 / 10**12


def _hash(*key: str) -> int:
    return int.from_bytes(hashlib.sha256("\x1f".join(key).encode()).digest()[:8], "big")
