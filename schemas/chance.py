"""Random decisions by hash: a decision depends on its key and a seed, never on order, workers or runner."""

from __future__ import annotations

import xxhash


def uniform(seed: int, purpose: str, *key: int | str) -> float:
    """A number in [0, 1), uniform over keys and the same in every run.

    `purpose` keeps the decisions about one sentence independent of each other (its filter, its copies, its split);
    `key` names what is decided, for a sentence `(page_id, paragraph, sentence)`.
    """
    text = "\x1f".join(map(str, (seed, purpose, *key)))
    return (xxhash.xxh3_64_intdigest(text.encode()) >> 11) * 2.0**-53
