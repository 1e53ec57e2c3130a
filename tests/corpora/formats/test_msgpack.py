from __future__ import annotations

from typing import Any

import pytest

from corpora.formats.msgpack import pack

# The heads are those of the tables in the specification.
CASES: list[tuple[Any, str]] = [
    (None, "c0"),
    (False, "c2"),
    (True, "c3"),
    (0, "00"),
    (127, "7f"),
    (128, "d30000000000000080"),
    (-1, "d3ffffffffffffffff"),
    ("", "a0"),
    ("é", "a2c3a9"),
    ("x" * 31, "bf" + "78" * 31),
    ("x" * 32, "da0020" + "78" * 32),
    (b"", "c600000000"),
    (b"\x00\xff", "c60000000200ff"),
    ([], "90"),
    ([1, "a"], "9201a161"),
    ([0] * 15, "9f" + "00" * 15),
    ([0] * 16, "dc0010" + "00" * 16),
    ({}, "80"),
    ({"a": [None]}, "81a16191c0"),
]


@pytest.mark.parametrize(("value", "packed"), CASES, ids=lambda value: repr(value)[:20])
def test_values(value: Any, packed: str) -> None:
    assert pack(value).hex() == packed


@pytest.mark.parametrize(("value", "head"), [("x" * 65536, "db00010000"), ([None] * 65536, "dd00010000")])
def test_the_longest_have_32_bits_of_length(value: Any, head: str) -> None:
    assert pack(value)[:5].hex() == head
    assert pack(value[:-1])[:3].hex() == {"db": "daffff", "dd": "dcffff"}[head[:2]]


def test_other_values_are_refused() -> None:
    with pytest.raises(TypeError, match="float has no place"):
        pack({"a": 0.5})
