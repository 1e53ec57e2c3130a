"""How fast blocks are masked, on one core, compared with the double loop over positions of CrossNER's code.

    python -m benchmarks.masking [--blocks N] [--rounds N]

Blocks of 512 random pieces, a fifth of them masked, in batches of 32. Relocation alone, then all of masking.
The fastest of the rounds counts: seconds of processor time. Prints Markdown.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch

from benchmarks.training_data import seconds, table
from schemas.experiments import MASKINGS
from tests.support.training.crossner import relocate
from training.data.masking import Masking, merge, merge_corrected

_LENGTH, _BATCH, _SHARE = 512, 32, 0.2
_CLS, _SEP, _MASK, _VOCABULARY = 101, 102, 103, 28_996


def published(ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A batch masked with torch's generator and the loop."""
    special = (ids == _CLS) | (ids == _SEP)
    masked = torch.bernoulli(torch.full(ids.shape, _SHARE).masked_fill_(special, 0.0)).bool()
    relocate(masked)
    seen, labels = ids.clone(), ids.masked_fill(~masked, -100)
    hidden = torch.bernoulli(torch.full(ids.shape, 0.8)).bool() & masked
    seen[hidden] = _MASK
    replaced = torch.bernoulli(torch.full(ids.shape, 0.5)).bool() & masked & ~hidden
    seen[replaced] = torch.randint(_VOCABULARY, ids.shape)[replaced]
    return seen, labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    random = np.random.default_rng(1)
    ids = random.integers(_MASK + 1, _VOCABULARY, (options.blocks, _LENGTH))
    ids[:, 0], ids[:, -1] = _CLS, _SEP
    masked = (random.random(ids.shape) < _SHARE) & (ids > _MASK)
    mirrored = random.random(options.blocks) < 0.5
    numbers = np.arange(options.blocks)
    batches = [slice(start, start + _BATCH) for start in range(0, options.blocks, _BATCH)]
    makers = {kind: Masking(kind, _SHARE, _MASK, _VOCABULARY, (_CLS, _SEP), 1) for kind in MASKINGS}

    def each(way: Any) -> Any:
        return lambda: [way(batch) for batch in batches]

    relocation = {
        "the double loop over tensors": each(lambda batch: relocate(torch.from_numpy(masked[batch].copy()))),
        "the double loop over arrays": each(lambda batch: relocate(masked[batch].copy())),
        "merge": each(lambda batch: merge(masked[batch])),
        "merge_corrected": each(lambda batch: merge_corrected(masked[batch], mirrored[batch])),
    }
    whole = {
        "published": each(lambda batch: published(torch.from_numpy(ids[batch]))),
        **{
            f"Masking, {kind}": each(lambda batch, make=make: make(ids[batch], numbers[batch]))
            for kind, make in makers.items()
        },
    }
    for title, ways in (("relocation", relocation), ("all of masking", whole)):
        found = seconds(ways, options.rounds)
        slowest = next(iter(found.values()))
        rows = [
            (
                name,
                f"{took / options.blocks * 1e6:,.0f}",
                f"{options.blocks * _LENGTH / took / 1e6:.2f}",
                f"{slowest / took:,.0f}",
            )
            for name, took in found.items()
        ]
        table((title, "CPU us a block", "million pieces a second", "times as fast"), rows)


if __name__ == "__main__":
    main()
