"""Changes of bytes, by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence


def mutated(data: bytes, chance: random.Random, splices: Sequence[bytes]) -> bytes:
    """The data with up to six changes: cut, left out, doubled, a bit turned over, one of the splices put in."""
    for _ in range(chance.randrange(1, 7)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + int(chance.expovariate(0.02)))
        kind = chance.randrange(8)
        if kind == 0:
            data = data[:start] + data[end:]
        elif kind == 1:
            place = chance.randrange(len(data) + 1)
            data = data[:place] + data[start:end] + data[place:]
        elif kind == 2 and chance.random() < 0.3:
            data = data[:start]
        elif kind == 3 and start < len(data):
            data = data[:start] + bytes((data[start] ^ 1 << chance.randrange(8),)) + data[start + 1 :]
        elif kind == 4:
            data = data[:start] + chance.choice(splices) * chance.randrange(1, 30) + data[start:]
        else:
            data = data[:start] + chance.choice(splices) + data[start:]
    return data
