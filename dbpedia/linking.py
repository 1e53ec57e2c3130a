"""Linking: from anchors to entity mentions, each with the DBpedia class of its target (NER-BERT, section 2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dbpedia.title_index import UNTYPED, TitleIndex
from schemas.labels import ENTITY
from schemas.records import TYPED_SENTENCES, Anchor, Mention

SOURCES = ("direct", "redirect", "none")
"""How a mention's class was found: for its target, for the title that its target redirects to, or not at all."""


def link(sentences: Sequence[Sequence[Anchor]], index: TitleIndex) -> list[list[Mention]]:
    """The mentions of each sentence, one for each of its anchors, in order.

    All sentences are looked up at once: give some hundreds of them or more.
    """
    anchors = list(chain.from_iterable(sentences))
    types, sources = _numbers([anchor.target for anchor in anchors], index)
    names = (*index.classes, ENTITY)
    mentions = (
        Mention(start, end, names[kind], SOURCES[source], target)
        for (start, end, target), kind, source in zip(anchors, types.tolist(), sources.tolist(), strict=True)
    )
    return [list(islice(mentions, len(sentence))) for sentence in sentences]


def link_column(anchors: pa.ListArray, index: TitleIndex) -> pa.ListArray:
    """The same for a column `anchors` of `schemas.records.SENTENCES`, as a column `mentions` of typed sentences."""
    kind = TYPED_SENTENCES.field("mentions").type
    flat = anchors.flatten()
    types, sources = _numbers(flat.field("target").to_pylist(), index)
    mentions = pa.StructArray.from_arrays(
        [
            flat.field("start"),
            flat.field("end"),
            pa.DictionaryArray.from_arrays(pa.array(types), pa.array([*index.classes, ENTITY])),
            pa.DictionaryArray.from_arrays(pa.array(sources), pa.array(SOURCES)),
            flat.field("target"),
        ],
        fields=list(kind.value_type),
    )
    starts = np.concatenate([[0], np.cumsum(anchors.value_lengths().to_numpy(zero_copy_only=False))])
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), mentions, type=kind)


def _numbers(targets: Sequence[str], index: TitleIndex) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Place of each target's class, that of ENTITY being after all classes, and of its source in `SOURCES`."""
    class_ids, redirects = index.lookup(targets)
    types = np.minimum(class_ids, len(index.classes)).astype(np.int16)
    return types, np.where(class_ids == UNTYPED, 2, redirects > 0).astype(np.int16)
