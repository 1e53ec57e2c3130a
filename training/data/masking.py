"""Which pieces of a block a masked language model has to predict, and what it sees in their place.

Masking is that of BERT (Devlin et al., 2019, section 3.1), piece by piece or, after CrossNER (Liu et al., 2021,
'Span-level Pre-training'), in spans. Chance is a function of the seed and a number alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from schemas.experiments import MASKINGS
from training.data.batches import IGNORED

_MASKED, _REPLACED = 0.8, 0.1

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Masking:
    """How pieces are masked."""

    kind: str
    """token: each piece for itself. span: single masked pieces then move beside others, as CrossNER's code does it.
    span-corrected: the same without its bias, and over special pieces; see `merge_corrected`."""
    probability: float
    """Share of the pieces to be predicted. Of these 80 % are shown as [MASK], 10 % as some piece, 10 % as they are."""
    mask_id: int
    vocabulary: int
    """Number of pieces that may stand in for another."""
    special_ids: Sequence[int]
    """Pieces that are never masked; but `span` may move a mask to one between others, [UNK], which CrossNER's code
    masks like any other."""
    seed: int

    def __post_init__(self) -> None:
        if self.kind not in MASKINGS:
            raise InputError(f"masking = {self.kind}: there is {', '.join(MASKINGS)}")
        if not 0 < self.probability < 1:
            raise InputError(f"mask_probability = {self.probability}: give a share between 0 and 1")

    def __call__(
        self, ids: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What the model sees of the (B, L) pieces, and what it has to predict, IGNORED elsewhere.

        The masking of row i depends on the seed and numbers[i] alone, and so not on the batch.
        """
        keys = ([self.seed, number] for number in numbers.tolist())
        draws = np.stack([np.random.default_rng(key).random((3, ids.shape[1])) for key in keys])
        special = np.isin(ids, self.special_ids)
        masked = (draws[:, 0] < self.probability) & ~special
        if self.kind == "span":
            masked = merge(masked)
        elif self.kind == "span-corrected":
            # The first column is [CLS], which is never masked: its random number can decide the direction.
            # Where special pieces stand behind the others, masks move over them and never to one.
            order = np.argsort(special, axis=1, kind="stable")
            merged = merge_corrected(np.take_along_axis(masked, order, axis=1), draws[:, 0, 0] < 0.5)
            np.put_along_axis(masked, order, merged, axis=1)
        seen = np.where(masked & (draws[:, 1] < _MASKED), self.mask_id, ids)
        replaced = masked & (draws[:, 1] >= _MASKED) & (draws[:, 1] < _MASKED + _REPLACED)
        seen[replaced] = (draws[:, 2][replaced] * self.vocabulary).astype(np.int64)
        return seen, np.where(masked, ids, IGNORED)


def merge(masked: Mask) -> Mask:
    """Move single masked positions of each row beside the next ones, as CrossNER's code does.

    Each row of the (rows, length) mask is gone through from left to right. A position masked alone moves to the left
    side of the next run, whatever the distance; that run then stays where it is, and so do longer runs and a last
    single position. The number of masked positions stays the same.
    """
    runs = _Runs.of(masked)
    moves = runs.waits & runs.has_next
    return runs.moved(runs.starts[moves], runs.starts[1:][moves[:-1]] - 1)


def merge_corrected(masked: Mask, mirrored: Mask) -> Mask:
    """Like `merge`, without its two faults: masks that drift to the right, and a last position that stays alone.

    Rows in which `mirrored` is true are gone through from right to left. A last single position moves back beside the
    run before it, so that only a row's only position stays alone.
    """
    turned = np.where(mirrored[:, None], masked[:, ::-1], masked)
    runs = _Runs.of(turned)
    forward = runs.waits & runs.has_next
    back = runs.waits & ~runs.has_next & runs.has_previous
    merged = runs.moved(
        np.concatenate([runs.starts[forward], runs.starts[back]]),
        np.concatenate([runs.starts[1:][forward[:-1]] - 1, runs.ends[:-1][back[1:]]]),
    )
    return np.where(mirrored[:, None], merged[:, ::-1], merged)


@dataclass(frozen=True)
class _Runs:
    """The runs of masked positions of all rows, in order. Positions count through the rows, each with a column more."""

    flat: Mask
    shape: tuple[int, int]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    """Positions behind the runs' last."""
    waits: Mask
    """Which runs are a single position that is to move to the next run; not those to which the run before moves."""
    has_next: Mask
    has_previous: Mask

    @classmethod
    def of(cls, masked: Mask) -> _Runs:
        # The column that is added is never masked, so that no run goes over the end of a row.
        flat = np.pad(masked, ((0, 0), (0, 1))).ravel()
        edges = np.flatnonzero(np.diff(flat, prepend=False))
        starts, ends = edges[::2], edges[1::2]
        row = starts // (masked.shape[1] + 1)
        has_previous = np.diff(row, prepend=-1) == 0
        has_next = np.append(has_previous[1:], False)[: len(row)]
        single = ends - starts == 1
        # In a stretch of single positions every second one waits, beginning with the first.
        begins = ~(has_previous & np.append(False, single[:-1])[: len(row)])
        number = np.arange(len(row))
        in_stretch = number - np.maximum.accumulate(np.where(begins, number, 0))
        return cls(flat, masked.shape, starts, ends, single & (in_stretch % 2 == 0), has_next, has_previous)

    def moved(self, sources: NDArray[np.int64], targets: NDArray[np.int64]) -> Mask:
        """The mask with some positions moved."""
        flat = self.flat.copy()
        flat[sources] = False
        flat[targets] = True
        rows, length = self.shape
        return flat.reshape(rows, length + 1)[:, :length]
