"""Batches: their tensors, the order of an epoch and its division among processes, and making them ahead."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from schemas.errors import InputError
from tests.support.training.datasets import CLS, PAD, SEP, letter_tokenizer, ner_row, write_partitions
from training.data.batches import (
    IGNORED,
    BatchPlan,
    NerBatch,
    Prefetched,
    TextBatch,
    evaluation_plan,
    iterate,
    ner_batches,
    ner_plan,
    text_batches,
    text_plan,
)
from training.data.corpus import NerSplit
from training.data.tokenised import TokenisedNer, TokenisedText, tokenise_ner

kinds = pytest.mark.parametrize("kind", ["text", "ner"])
SIZES = st.integers(1, 60), st.integers(1, 7), st.integers(1, 4)


def tokenised(root: Path, *marked: str) -> TokenisedNer:
    split = NerSplit(write_partitions(root, "ner_benchmark", [{"split=train": list(map(ner_row, marked))}]), "train")
    return tokenise_ner(split, letter_tokenizer(), ("O", "B-x", "I-x"), 500, root / "cache")


def of_lengths(lengths: NDArray[np.int64]) -> TokenisedNer:
    """Windows of given numbers of pieces, each one word."""
    n = len(lengths)
    offsets = np.cumsum([0, *lengths])
    pieces = np.repeat(np.arange(n, dtype=np.int32), lengths)
    numbers = np.arange(n, dtype=np.int32)
    zeros = np.zeros(n, np.int32)
    return TokenisedNer(("O",), pieces, offsets, zeros, np.arange(n + 1), zeros.astype(np.int16), numbers, {})


def as_lists(plan: BatchPlan) -> list[list[int]]:
    return [batch.tolist() for batch in plan]


def ranks(make: Callable[[int], BatchPlan], world: int) -> list[list[list[int]]]:
    return [as_lists(make(rank)) for rank in range(world)]


def planned(kind: str, n: int, batch_size: int, rank: int = 0, world: int = 1) -> BatchPlan:
    if kind == "text":
        return text_plan(n, batch_size, seed=1, epoch=2, rank=rank, world=world)
    data = of_lengths(1 + np.arange(n) * 7 % 11)
    return ner_plan([(data, 1)], batch_size, seed=1, epoch=2, rank=rank, world=world)


@pytest.mark.parametrize("kind", [TextBatch, NerBatch])
def test_two_batches_are_never_equal(kind: type[TextBatch | NerBatch]) -> None:
    """Tensors are compared number by number, which says nothing about two batches."""
    names = [field.name for field in dataclasses.fields(kind)]
    one, other = (kind(**{name: torch.zeros(2, 2) for name in names}) for _ in range(2))
    assert one != other
    assert len({one, other}) == 2


def test_a_batch_of_windows_is_padded(tmp_path: Path) -> None:
    data = tokenised(tmp_path, "ab/B-x c", "d", "a/B-x a/I-x abc")
    batch = ner_batches([data], letter_tokenizer())(np.array([1, 0]))
    assert batch.input_ids.tolist() == [[CLS, 8, SEP, PAD, PAD], [CLS, 5, 14, 7, SEP]]
    assert batch.attention_mask.tolist() == [[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]
    assert batch.word_starts.tolist() == [[1, 0], [1, 3]]
    assert batch.word_mask.tolist() == [[True, False], [True, True]]
    assert batch.tags.tolist() == [[0, IGNORED], [1, 0]]
    assert batch.windows.tolist() == [1, 0]
    types = {name: tensor.dtype for name, tensor in vars(batch).items()}
    assert types == {**dict.fromkeys(types, torch.int64), "word_mask": torch.bool}


def test_a_batch_may_come_from_several_data(tmp_path: Path) -> None:
    first, second = tokenised(tmp_path / "1", "ab/B-x c", "d"), tokenised(tmp_path / "2", "e/B-x", "f/I-x gh/I-x")
    batch = ner_batches([first, second], letter_tokenizer())(np.array([3, 1, 2, 0]))
    assert batch.input_ids.tolist() == [
        [CLS, 10, 11, 20, SEP],
        [CLS, 8, SEP, PAD, PAD],
        [CLS, 9, SEP, PAD, PAD],
        [CLS, 5, 14, 7, SEP],
    ]
    assert batch.tags.tolist() == [[2, 2], [0, IGNORED], [1, IGNORED], [1, 0]]
    assert batch.word_starts.tolist() == [[1, 2], [1, 0], [1, 0], [1, 3]]
    assert batch.windows.tolist() == [3, 1, 2, 0]
    assert batch.domains.tolist() == [0] * 4
    other = ner_batches([first, replace(second, domain=1)], letter_tokenizer())(np.array([3, 1, 2, 0]))
    assert other.domains.tolist() == [1, 0, 1, 0]
    second_only = other.rows(other.domains == 1)
    assert (second_only.windows.tolist(), second_only.tags.tolist()) == ([3, 2], [[2, 2], [1, IGNORED]])


def test_a_batch_of_blocks_has_no_padding() -> None:
    data = TokenisedText(np.arange(5, 11, dtype=np.int32).reshape(3, 2), {})
    batch = text_batches(data, letter_tokenizer())(np.array([2, 0]))
    assert batch.input_ids.tolist() == [[CLS, 9, 10, SEP], [CLS, 5, 6, SEP]]
    assert batch.input_ids.dtype == torch.int64


def test_a_tokenizer_of_another_kind_is_refused() -> None:
    tokenizer = letter_tokenizer()
    tokenizer.cls_token = None
    with pytest.raises(InputError, match="lacks \\[CLS\\], \\[SEP\\] or \\[PAD\\]"):
        ner_batches([], tokenizer)


@kinds
@given(*SIZES)
def test_processes_share_an_epoch(kind: str, n: int, batch_size: int, world: int) -> None:
    if n < world:
        with pytest.raises(InputError, match=f"{n} sentences or blocks cannot be shared by {world} processes"):
            planned(kind, n, batch_size, 0, world)
        return
    shared = ranks(lambda rank: planned(kind, n, batch_size, rank, world), world)
    assert len({len(batches) for batches in shared}) == 1
    together = list(chain.from_iterable(zip(*shared, strict=True)))
    assert sorted(chain.from_iterable(together)) == list(range(n))
    assert all(0 < len(batch) <= batch_size for batch in together[:-world])
    assert all(0 < len(batch) <= batch_size + (world > 1) for batch in together[-world:])
    # All but the end is the same for one process.
    alone = as_lists(planned(kind, n, batch_size))
    same = max(0, n // (batch_size * world) - 1) * world
    assert together[:same] == alone[:same]
    assert list(chain.from_iterable(together)) == list(chain.from_iterable(alone))


def test_the_last_round_is_divided_among_the_processes() -> None:
    def sizes(n: int) -> list[list[int]]:
        return [
            list(map(len, shared)) for shared in ranks(lambda r: text_plan(n, 4, seed=0, epoch=0, rank=r, world=2), 2)
        ]

    assert sizes(16) == [[4, 4], [4, 4]]
    assert sizes(13) == [[4, 3], [4, 2]]
    assert sizes(11) == [[4, 2], [4, 1]]
    # One cannot be divided among two.
    assert sizes(17) == [[4, 5], [4, 4]]


@kinds
def test_a_plan_is_the_same_for_a_seed_and_epoch(kind: str) -> None:
    assert as_lists(planned(kind, 50, 4)) == as_lists(planned(kind, 50, 4))


def test_an_epoch_has_its_own_order() -> None:
    data = of_lengths(np.full(50, 3))
    orders = [
        [as_lists(text_plan(50, 4, seed=seed, epoch=epoch)) for seed in (0, 1) for epoch in (0, 1)],
        [as_lists(ner_plan([(data, 1)], 4, seed=seed, epoch=epoch)) for seed in (0, 1) for epoch in (0, 1)],
    ]
    for found in orders:
        assert all(found.count(order) == 1 for order in found)


def test_copies_come_in_one_epoch() -> None:
    small, large = of_lengths(np.array([1, 2])), of_lengths(np.array([3, 4, 5]))
    plan = ner_plan([(small, 3), (large, 1)], 2, seed=0, epoch=0)
    assert sorted(chain.from_iterable(as_lists(plan))) == [0, 0, 0, 1, 1, 1, 2, 3, 4]


def test_copies_are_spread_over_the_epoch() -> None:
    """In joint training long sentences of the target, each many times, come with short ones of the source."""
    target, source = of_lengths(np.arange(100) % 20 + 30), of_lengths(np.arange(3000) % 20 + 5)
    plan = ner_plan([(target, 20), (source, 1)], 10, seed=0, epoch=0)
    rows = [batch[batch < 100] for batch in plan]
    repeated = sum(len(numbers) - len({*numbers.tolist()}) for numbers in rows) / (100 * 20)
    without = sum(len(numbers) == 0 for numbers in rows) / len(rows)
    # At random order half of 9 * 19 / 5000 of the rows repeat one before them, and 0.6 ** 10 of the batches have none.
    assert (round(repeated, 3), round(without, 3)) == (0.02, 0.002)


def test_chosen_blocks_are_planned() -> None:
    chosen = np.array([3, 5, 8])
    assert sorted(chain.from_iterable(as_lists(text_plan(chosen, 2, seed=0, epoch=0)))) == [3, 5, 8]
    assert chosen.tolist() == [3, 5, 8]


def test_batches_hold_windows_of_like_length() -> None:
    lengths = np.random.default_rng(0).integers(1, 100, 1000)
    data = of_lengths(lengths)

    def padding(plan: BatchPlan) -> float:
        return float(sum(len(batch) * lengths[batch].max() for batch in plan) / lengths.sum() - 1)

    by_length = ner_plan([(data, 1)], 10, seed=0, epoch=0)
    assert padding(by_length) < 0.1
    assert padding(text_plan(1000, 10, seed=0, epoch=0)) > 0.5
    longest = [lengths[batch].max() for batch in by_length]
    # The batches themselves are not in order.
    assert 30 < sum(a < b for a, b in pairwise(longest)) < 70


@given(st.integers(1, 200), st.integers(1, 4))
def test_a_step_has_the_same_windows_however_it_is_cut(n: int, world: int) -> None:
    """Steps of 12 windows, cut into batches of every size that they can be cut into."""
    data = of_lengths(1 + np.arange(n) * 7 % 11)

    def steps(rows: int) -> list[list[int]]:
        shared = ranks(
            lambda rank: ner_plan([(data, 1)], 12, seed=1, epoch=2, rows=rows, rank=rank, world=world), world
        )
        rounds = [list(chain.from_iterable(batches)) for batches in zip(*shared, strict=True)]
        accumulated = 12 // (rows * world)
        return [
            sorted(chain.from_iterable(rounds[start : start + accumulated]))
            for start in range(0, len(rounds), accumulated)
        ]

    if n >= world:
        whole, *cut = [steps(rows) for rows in range(12 // world, 0, -1) if 12 % (rows * world) == 0]
        assert cut == [whole] * len(cut)


def test_few_batches_are_left_random() -> None:
    by_length, random = ({frozenset(batch) for batch in as_lists(planned(kind, 50, 4))} for kind in ("ner", "text"))
    assert by_length == random
    lengths = 1 + np.arange(200) * 7 % 11
    spreads = [np.ptp(lengths[batch]) for batch in planned("ner", 200, 4)]
    assert np.mean(spreads) < 4 < np.mean([np.ptp(lengths[batch]) for batch in planned("text", 200, 4)])


@given(*SIZES)
def test_evaluation_sees_everything_once_the_longest_first(n: int, batch_size: int, world: int) -> None:
    lengths = 1 + np.arange(n) * 7 % 11
    shared = ranks(lambda rank: evaluation_plan(lengths, batch_size, rank=rank, world=world), world)
    together = list(chain.from_iterable(as_lists(evaluation_plan(lengths, batch_size))))
    assert sorted(together) == list(range(n))
    assert [lengths[number] for number in together] == sorted(lengths, reverse=True)
    assert sorted(chain.from_iterable(chain.from_iterable(shared))) == list(range(n))
    numbers = [len(batches) for batches in shared]
    assert max(numbers) - min(numbers) <= 1


def test_plans_need_a_batch_size() -> None:
    with pytest.raises(InputError, match="batches of 0 cannot be made"):
        text_plan(3, 0, seed=0, epoch=0)


@given(st.integers(1, 30), st.integers(1, 5), st.integers(0, 12), st.sampled_from([0, 1, 2, 4, 50]))
def test_the_rest_of_a_plan_is_the_same_however_far_it_is_made_ahead(
    n: int, batch_size: int, start: int, ahead: int
) -> None:
    make = text_batches(TokenisedText(np.arange(n, dtype=np.int32)[:, None], {}), letter_tokenizer())
    plan = text_plan(n, batch_size, seed=0, epoch=0)
    batches = list(Prefetched(plan, make, start, torch.device("cpu"), ahead))
    assert [batch.input_ids[:, 1].tolist() for batch in batches] == as_lists(plan)[start:] == as_lists(plan[start:])


def test_batches_are_made_ahead_and_no_further() -> None:
    made = []

    def make(numbers: NDArray[np.int64]) -> TextBatch:
        made.append(numbers.tolist())
        return TextBatch(torch.from_numpy(numbers))

    plan = text_plan(10, 1, seed=0, epoch=0)
    batches = Prefetched(plan, make, 0, torch.device("cpu"), ahead=3)
    assert next(batches).input_ids.tolist() == as_lists(plan)[0]
    batches._executor.shutdown()  # The thread has done what it was given.
    assert made == as_lists(plan)[:4]
    assert batches.waited > 0


def test_what_fails_in_the_thread_fails_for_the_reader() -> None:
    def make(numbers: NDArray[np.int64]) -> TextBatch:
        raise InputError(f"block {numbers.tolist()} is broken")

    with pytest.raises(InputError, match=r"block \[0\] is broken"):
        next(iterate(text_plan(1, 1, seed=0, epoch=0), make))


def test_an_epoch_stays_in_its_order() -> None:
    """Another one would give every model other scores, with the same seed and no other version."""
    assert as_lists(text_plan(7, 3, seed=1, epoch=2)) == [[0, 6, 5], [1, 4, 3], [2]]
    by_length = of_lengths(1 + np.arange(9) * 7 % 11)
    assert as_lists(ner_plan([(by_length, 1)], 2, seed=1, epoch=2)) == [[7, 3], [8, 5], [0, 6], [4, 1], [2]]
    three = of_lengths(np.arange(1, 4))
    copied = ner_plan([(three, 2), (three, 1)], 4, seed=1, epoch=2)
    assert as_lists(copied) == [[3, 0, 5, 2], [0, 2, 1, 4], [1]]
