from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from schemas.errors import InputError
from schemas.experiments import MASKINGS
from tests.support.training.crossner import relocate
from training.data.batches import IGNORED
from training.data.masking import Mask, Masking, merge, merge_corrected

CLS, SEP, MASK, PAD, UNK, FIRST, VOCABULARY = 0, 1, 2, 3, 4, 5, 1000
SPECIAL = (CLS, SEP, MASK, PAD, UNK)

masks = arrays.arrays(np.bool_, st.tuples(st.integers(1, 4), st.integers(1, 24)))


def by_loop(masked: Mask) -> Mask:
    result = masked.copy()
    relocate(result)
    return result


def rows(*pictures: str) -> Mask:
    """Masks from pictures: x is masked."""
    return np.array([[letter == "x" for letter in picture] for picture in pictures])


def pictures(masked: Mask) -> list[str]:
    return ["".join(".x"[int(value)] for value in row) for row in masked]


def run_lengths(masked: Mask) -> list[int]:
    return [len(run) for picture in pictures(masked) for run in picture.split(".") if run]


EXAMPLES = [
    # A single mask goes to the next one; the search for single masks goes on behind that.
    ("..x....x...x..x..", "......xx.....xx.."),
    # Over a gap of one.
    ("x.x", ".xx"),
    # A run of two or more stays, and the single mask before it moves there.
    (".xx..x...xxx.", ".xx.....xxxx."),
    # The last one stays where it is.
    (".x..x..x.", "...xx..x."),
    ("....x....", "....x...."),
    (".........", "........."),
]


@pytest.mark.parametrize(("before", "after"), EXAMPLES)
def test_single_masks_move_beside_the_next(before: str, after: str) -> None:
    assert pictures(merge(rows(before))) == [after]
    assert pictures(by_loop(rows(before))) == [after]


@given(masks)
def test_the_vectorised_form_is_the_published_loop(masked: Mask) -> None:
    assert pictures(merge(masked)) == pictures(by_loop(masked))


def test_corrected_the_last_one_moves_back_and_rows_may_be_mirrored() -> None:
    before = rows(".x..x..x.", ".x..x..x.", "....x....", ".xxx..x..")
    mirrored = np.array([False, True, False, False])
    assert pictures(merge_corrected(before, mirrored)) == ["...xxx...", "...xxx...", "....x....", ".xxxx...."]
    before = rows("x...x..x....x", "x...x..x....x")
    assert pictures(merge_corrected(before, mirrored[:2])) == ["...xx......xx", "xx.....xx...."]


@given(masks, st.data())
def test_corrected_no_mask_is_lost_and_none_stays_alone(masked: Mask, data: st.DataObject) -> None:
    mirrored = data.draw(arrays.arrays(np.bool_, len(masked)))
    merged = merge_corrected(masked, mirrored)
    assert merged.sum(axis=1).tolist() == masked.sum(axis=1).tolist()
    for row in merged:
        assert row.sum() <= 1 or min(run_lengths(row[None])) >= 2
    # Nothing before the first mask or after the last one is masked.
    for row, before in zip(merged, masked, strict=True):
        if row.any():
            assert before.argmax() <= row.argmax()
            assert before[::-1].argmax() <= row[::-1].argmax()


def masking(kind: str = "token", share: float = 0.15, seed: int = 1, special: Sequence[int] = SPECIAL) -> Masking:
    return Masking(kind, share, MASK, VOCABULARY, special, seed)


def blocks(number: int, length: int = 512) -> NDArray[np.int64]:
    ids = np.random.default_rng(0).integers(FIRST, VOCABULARY, (number, length))
    ids[:, 0], ids[:, -1] = CLS, SEP
    return ids


@pytest.mark.parametrize("kind", MASKINGS)
def test_shares_of_masked_shown_as_mask_replaced_and_kept(kind: str) -> None:
    ids = blocks(400)
    seen, labels = masking(kind)(ids, np.arange(400))
    masked = labels != IGNORED
    # Five standard deviations of a share of 204,000 pieces, and of the 30,600 masked ones.
    assert masked[:, 1:-1].mean() == pytest.approx(0.15, abs=0.004)
    assert (seen[masked] == MASK).mean() == pytest.approx(0.8, abs=0.012)
    assert (seen[masked] == ids[masked]).mean() == pytest.approx(0.1, abs=0.009)
    assert (seen[~masked] == ids[~masked]).all()
    assert (labels[masked] == ids[masked]).all()
    assert not masked[:, [0, -1]].any()
    replaced = seen[masked & (seen != MASK) & (seen != ids)]
    assert len(np.unique(replaced)) > 900
    assert replaced.max() < VOCABULARY


def test_spans_are_as_long_as_published() -> None:
    ids = blocks(400)
    lengths = {}
    for kind in MASKINGS:
        _, labels = masking(kind, 0.2)(ids, np.arange(400))
        lengths[kind] = np.array(run_lengths(labels != IGNORED))
    assert lengths["token"].mean() == pytest.approx(1.25, abs=0.01)
    assert lengths["span"].mean() == pytest.approx(2.24, abs=0.02)
    singles = {kind: found[found == 1].sum() / found.sum() for kind, found in lengths.items()}
    assert singles["token"] == pytest.approx(0.64, abs=0.01)
    assert singles["span"] == pytest.approx(0.004, abs=0.001)
    assert singles["span-corrected"] == 0
    assert lengths["span"].sum() == lengths["token"].sum() == lengths["span-corrected"].sum()


def test_masks_drift_rightwards_as_published_and_not_where_corrected() -> None:
    ids = blocks(2000, 34)
    columns = np.arange(34)
    centre = {}
    for kind in MASKINGS:
        _, labels = masking(kind, 0.15)(ids, np.arange(2000))
        centre[kind] = float(columns[np.nonzero(labels != IGNORED)[1]].mean())
    # Of 9,600 masks in columns 1 to 32 the mean column has a standard deviation of 0.1.
    assert centre["token"] == pytest.approx(16.5, abs=0.4)
    assert centre["span-corrected"] == pytest.approx(16.5, abs=0.4)
    assert centre["span"] > 17.5


def test_half_of_the_blocks_are_gone_through_from_right_to_left(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[bool]] = []

    def recorded(masked: Mask, mirrored: Mask) -> Mask:
        seen.append(mirrored.tolist())
        return masked

    monkeypatch.setattr("training.data.masking.merge_corrected", recorded)
    masking("span-corrected", seed=7)(blocks(100, 12), np.arange(100))
    assert seen == [[np.random.default_rng([7, number]).random() < 0.5 for number in range(100)]]
    assert sum(seen[0]) == 51


@pytest.mark.parametrize("kind", MASKINGS)
def test_a_block_is_masked_alike_in_any_batch_and_otherwise_by_another_number(kind: str) -> None:
    ids = blocks(6)
    numbers = np.array([3, 1, 4, 1, 5, 9])
    seen, labels = masking(kind)(ids, numbers)
    for index in (4, 0, 2):
        alone = masking(kind)(ids[index : index + 1], numbers[index : index + 1])
        assert (alone[0] == seen[index]).all()
        assert (alone[1] == labels[index]).all()
    assert (masking(kind)(ids, numbers + 6)[1] != labels).any(axis=1).all()
    assert (masking(kind, seed=2)(ids, numbers)[1] != labels).any(axis=1).all()


def special_amid(ids: NDArray[np.int64], every: int = 7) -> NDArray[np.bool_]:
    """Put [UNK] at every `every`-th column, and padding at the end; returns where special pieces are."""
    ids[:, every::every] = UNK
    ids[:, 300:] = PAD
    return np.isin(ids, SPECIAL)


@pytest.mark.parametrize("kind", ["token", "span-corrected"])
@pytest.mark.parametrize("share", [0.15, 0.9])
def test_padding_and_special_pieces_are_never_masked(kind: str, share: float) -> None:
    ids = blocks(50)
    special = special_amid(ids)
    _, labels = masking(kind, share)(ids, np.arange(50))
    assert (labels[~special] != IGNORED).mean() == pytest.approx(share, abs=0.02)
    assert (labels[special] == IGNORED).all()


def test_corrected_spans_go_over_unknown_pieces() -> None:
    ids = blocks(50)
    special = special_amid(ids)
    _, labels = masking("span-corrected")(ids, np.arange(50))
    for row, is_special in zip(labels != IGNORED, special, strict=True):
        assert min(run_lengths(row[~is_special][None])) >= 2


def test_spans_as_published_may_move_to_unknown_pieces_but_to_no_others() -> None:
    ids = blocks(50)
    special = special_amid(ids)
    _, labels = masking("span")(ids, np.arange(50))
    assert {*labels[special].tolist()} == {IGNORED, UNK}


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(InputError, match="masking = words: there is token, span, span-corrected"):
        masking("words")
    for wrong in (0.0, 1.0, 15):
        with pytest.raises(InputError, match=f"mask_probability = {wrong}: give a share between 0 and 1"):
            masking(share=wrong)
