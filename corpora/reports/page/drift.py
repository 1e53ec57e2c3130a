"""How far the crawl of a domain has left its subject at each depth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from schemas.datasets.dataset import read_dataset


class Depth(NamedTuple):
    """The pages of a domain that came at one depth, and their sentences."""

    depth: int
    pages: int
    sentences: int
    specialised: int
    """Sentences with an entity of the domain's specialised types."""


def depths(pages_location: str, corpus_location: str, domain: str) -> list[Depth]:
    """The depths of a domain's crawl, from its `domain_pages` and its part of `dapt_corpus`.

    The share of specialised sentences falls where the crawl leaves the subject. Takes 12 bytes a page of the domain.
    """
    batches = [(batch["page_id"], batch["depth"]) for batch in read_dataset(pages_location, ["page_id", "depth"])]
    page_ids = np.concatenate([np.asarray(ids) for ids, _ in batches] or [np.zeros(0, np.int64)])
    depth = np.concatenate([np.asarray(values) for _, values in batches] or [np.zeros(0, np.int32)])
    if not len(page_ids):
        return []
    order = np.argsort(page_ids)
    page_ids, depth = page_ids[order], depth[order]
    number = int(depth.max()) + 1
    sentences, specialised = np.zeros(number, np.int64), np.zeros(number, np.int64)
    for batch in read_dataset(corpus_location, ["page_id", "n_specialised"], domain=domain, level="domain"):
        at = depth[np.searchsorted(page_ids, np.asarray(batch["page_id"]))]
        sentences += np.bincount(at, minlength=number)
        specialised += np.bincount(at[np.asarray(batch["n_specialised"]) > 0], minlength=number)
    pages = np.bincount(depth, minlength=number)
    return [Depth(each, int(pages[each]), int(sentences[each]), int(specialised[each])) for each in range(number)]
