"""The order of an epoch, its batches, and a thread that makes them ahead of the training."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from schemas.errors import InputError
from schemas.ranges import ranges
from training.data.tokenised import UNTAGGED, TokenisedNer, TokenisedText

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

IGNORED = UNTAGGED
"""The tag where there is no word."""

_AHEAD = 4
"""Batches that are made before they are needed."""
_POOL = 64
"""Steps that are sorted by length together: enough to save most padding."""
_POOLS = 8
"""An epoch has at least so many pools, so that small data too come in other batches in each epoch."""


class Tensors:
    """What all batches have in common: they are dataclasses of tensors."""

    def to(self, device: torch.device | str, non_blocking: bool = True) -> Self:
        """The batch on a device."""
        return self._each(lambda tensor: tensor.to(device, non_blocking=non_blocking))

    def pin_memory(self) -> Self:
        """The batch in pinned memory, from which a GPU copies while the processor goes on."""
        return self._each(lambda tensor: tensor.pin_memory())

    def _each(self, change: Callable[[Tensor], Tensor]) -> Self:
        batch: Any = self
        changed: Self = replace(batch, **{field.name: change(getattr(self, field.name)) for field in fields(batch)})
        return changed


@dataclass(frozen=True, eq=False)
class NerBatch(Tensors):
    """B windows of at most L - 2 pieces and at most W words."""

    input_ids: Tensor
    """(B, L) ids of pieces, with [CLS] and [SEP], padded."""
    attention_mask: Tensor
    """(B, L) 1 for pieces and special tokens, 0 for padding."""
    word_starts: Tensor
    """(B, W) position of each word's first piece in `input_ids`; 0 where there is no word."""
    word_mask: Tensor
    """(B, W) whether there is a word."""
    tags: Tensor
    """(B, W) tag id of each word; IGNORED where there is no word, and where a word has no tag."""
    windows: Tensor
    """(B,) number of each window; it runs on from one of the data to the next where there are several."""
    domains: Tensor
    """(B,) domain of each window's data: see TokenisedNer."""

    def rows(self, chosen: Tensor) -> Self:
        """Those of the windows, by a bool for each, (B,)."""
        return self._each(lambda tensor: tensor[chosen])


@dataclass(frozen=True, eq=False)
class TextBatch(Tensors):
    """B blocks of L - 2 pieces."""

    input_ids: Tensor
    """(B, L) ids of pieces, with [CLS] and [SEP]; none is padding."""


class _Batch(Protocol):
    def to(self, device: torch.device | str, non_blocking: bool = True) -> Self: ...
    def pin_memory(self) -> Self: ...


@dataclass(frozen=True, eq=False)
class BatchPlan(Sequence[NDArray[np.int64]]):
    """The batches of one process in one epoch: for each the numbers of its windows or blocks."""

    order: NDArray[np.int64]
    """The order of the epoch, for all processes."""
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    """Batch i of this process is order[starts[i] : ends[i]]."""

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return replace(self, starts=self.starts[index], ends=self.ends[index])
        return self.order[self.starts[index] : self.ends[index]]


def ner_plan(
    parts: Sequence[tuple[TokenisedNer, int]],
    batch_size: int,
    *,
    seed: int,
    epoch: int,
    rows: int = 0,
    rank: int = 0,
    world: int = 1,
) -> BatchPlan:
    """The order of an epoch, in which each window comes as often as the number of copies beside its data says.

    The numbers of the windows run on from one of the data to the next. Windows of similar length come in one step of
    `batch_size` windows, and the steps in a random order; where there are copies, whose lengths would bring them
    together, the order is random throughout. A step is cut into batches of `rows` windows, 0 for all of them; however
    it is cut, it has the same windows. See `_share` for the processes.
    """
    lengths = np.concatenate([data.lengths() for data, _ in parts])
    copies = np.concatenate([np.full(data.n_windows, number) for data, number in parts])
    numbers = np.repeat(np.arange(len(lengths)), copies)
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(numbers)
    if copies.max() == 1:
        _sort_by_length(order, lengths, batch_size, random)
    return _share(order, rows or batch_size, rank, world)


def text_plan(
    blocks: int | NDArray[np.int64], batch_size: int, *, seed: int, epoch: int, rank: int = 0, world: int = 1
) -> BatchPlan:
    """The order of an epoch of all `blocks`, or of the blocks with these numbers. See `_share` for the processes."""
    return _share(np.random.default_rng([seed, epoch]).permutation(blocks), batch_size, rank, world)


def evaluation_plan(lengths: NDArray[np.int64], batch_size: int, *, rank: int = 0, world: int = 1) -> BatchPlan:
    """Everything once, the longest first, so that a batch too large for memory fails at once.

    Process `rank` has every `world`-th batch; some processes may have one batch less than others.
    """
    order = np.argsort(-lengths, kind="stable")
    starts = np.arange(0, len(order), batch_size)[rank::world]
    return BatchPlan(order, starts, np.minimum(starts + batch_size, len(order)))


def _sort_by_length(
    order: NDArray[np.int64], lengths: NDArray[np.int64], batch_size: int, random: np.random.Generator
) -> None:
    """Bring numbers of like length together in the full steps of a random order, and the steps into a random order."""
    n_full = len(order) // batch_size
    full = order[: n_full * batch_size]
    n_pool = max(1, min(_POOL, n_full // _POOLS)) * batch_size
    for start in range(0, len(full), n_pool):
        pool = full[start : start + n_pool]
        pool[:] = pool[np.argsort(lengths[pool], kind="stable")]
    full[:] = full.reshape(n_full, batch_size)[random.permutation(n_full)].reshape(-1)


def _share(order: NDArray[np.int64], batch_size: int, rank: int, world: int) -> BatchPlan:
    """The order cut into batches, of which process `rank` of `world` has every `world`-th.

    The processes step together, so all have the same number of batches. A last round that is not full is shared out
    evenly; where it has fewer numbers than there are processes, batches of the round before take one more each. All
    other batches are the same for any number of processes, and each number comes once.
    """
    if batch_size < 1:
        raise InputError(f"batches of {batch_size} cannot be made; give at least 1")
    if len(order) < world:
        raise InputError(f"{len(order)} sentences or blocks cannot be shared by {world} processes; start fewer")
    n_rounds, rest = divmod(len(order), batch_size * world)
    sizes = np.full(n_rounds * world, batch_size)
    if rest >= world:
        sizes = np.concatenate([sizes, (rest + np.arange(world)[::-1]) // world])
    else:
        sizes[len(sizes) - world :][:rest] += 1
    ends = np.cumsum(sizes)
    return BatchPlan(order, (ends - sizes)[rank::world], ends[rank::world])


def ner_batches(
    data: Sequence[TokenisedNer], tokenizer: PreTrainedTokenizerFast
) -> Callable[[NDArray[np.int64]], NerBatch]:
    """The function that makes the batch of windows with given numbers, numbered through the data in their order."""
    cls, sep, pad = _special_ids(tokenizer)
    firsts = np.cumsum([0, *(each.n_windows for each in data)])
    domains = np.array([each.domain for each in data])

    def make(numbers: NDArray[np.int64]) -> NerBatch:
        source = np.searchsorted(firsts, numbers, side="right") - 1
        local = numbers - firsts[source]
        n_pieces, n_words = np.zeros_like(numbers), np.zeros_like(numbers)
        for which, each in enumerate(data):
            rows, own = source == which, local[source == which]
            n_pieces[rows] = each.piece_offsets[own + 1] - each.piece_offsets[own]
            n_words[rows] = each.word_offsets[own + 1] - each.word_offsets[own]
        input_ids = np.full((len(numbers), n_pieces.max() + 2), pad)
        word_starts = np.zeros((len(numbers), n_words.max()), np.int64)
        tags = np.full_like(word_starts, IGNORED)
        is_piece = np.arange(input_ids.shape[1] - 2) < n_pieces[:, None]
        word_mask = np.arange(word_starts.shape[1]) < n_words[:, None]
        for which, each in enumerate(data):
            rows, own = source == which, local[source == which]
            pieces = ranges(each.piece_offsets[own], n_pieces[rows])
            words = ranges(each.word_offsets[own], n_words[rows])
            # Boolean masks select row by row, in the order of the windows.
            input_ids[:, 1:-1][is_piece & rows[:, None]] = each.pieces[pieces]
            word_starts[word_mask & rows[:, None]] = each.word_starts[words] + 1
            tags[word_mask & rows[:, None]] = each.tag_ids[words]
        input_ids[:, 0] = cls
        input_ids[np.arange(len(numbers)), n_pieces + 1] = sep
        attention_mask = (np.arange(input_ids.shape[1]) < n_pieces[:, None] + 2).astype(np.int64)
        arrays = (input_ids, attention_mask, word_starts, word_mask, tags, numbers.copy(), domains[source])
        return NerBatch(*map(torch.from_numpy, arrays))

    return make


def text_batches(data: TokenisedText, tokenizer: PreTrainedTokenizerFast) -> Callable[[NDArray[np.int64]], TextBatch]:
    """The function that makes the batch of blocks with given numbers."""
    cls, sep, _ = _special_ids(tokenizer)

    def make(numbers: NDArray[np.int64]) -> TextBatch:
        input_ids = np.pad(data.blocks[numbers].astype(np.int64), ((0, 0), (1, 1)))
        input_ids[:, 0], input_ids[:, -1] = cls, sep
        return TextBatch(torch.from_numpy(input_ids))

    return make


def _special_ids(tokenizer: PreTrainedTokenizerFast) -> tuple[int, int, int]:
    ids = tokenizer.cls_token_id, tokenizer.sep_token_id, tokenizer.pad_token_id
    if None in ids:
        raise InputError("the tokenizer lacks [CLS], [SEP] or [PAD]: it is not a BERT-like one")
    return ids


_B = TypeVar("_B", bound=_Batch)


class Prefetched(Iterator[_B], Generic[_B]):
    """Batches of a plan on a device, in order, made ahead by a thread."""

    waited: float
    """Seconds that the reader of the batches has waited for them so far."""

    def __init__(
        self,
        plan: Sequence[NDArray[np.int64]],
        make_batch: Callable[[NDArray[np.int64]], _B],
        start: int,
        device: torch.device,
        ahead: int,
    ) -> None:
        self.waited = 0.0
        self._left = iter(range(start, len(plan)))
        self._plan = plan
        self._make_batch = make_batch
        self._device = device
        self._executor = ThreadPoolExecutor(1, "batches")
        self._made: deque[Future[_B]] = deque()
        for _ in range(ahead):
            self._order_next()

    def _order_next(self) -> None:
        if (number := next(self._left, None)) is not None:
            self._made.append(self._executor.submit(self._make, number))

    def _make(self, number: int) -> _B:
        batch = self._make_batch(self._plan[number])
        if self._device.type != "cuda":
            return batch
        with torch.cuda.device(self._device):
            return batch.pin_memory()

    def __next__(self) -> _B:
        self._order_next()
        if not self._made:
            self._executor.shutdown()
            raise StopIteration
        begun = time.perf_counter()
        batch = self._made.popleft().result()
        self.waited += time.perf_counter() - begun
        return batch.to(self._device)


def iterate(
    plan: Sequence[NDArray[np.int64]],
    make_batch: Callable[[NDArray[np.int64]], _B],
    *,
    start: int = 0,
    device: torch.device | str = "cpu",
) -> Prefetched[_B]:
    """The plan's batches from number `start` on, the next few of them made ahead."""
    return Prefetched(plan, make_batch, start, torch.device(device), _AHEAD)
