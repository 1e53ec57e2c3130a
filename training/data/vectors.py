"""Pre-trained vectors of words and of character n-grams, read from files as they are published.

The format is that of GloVe and word2vec as text: a line for each word, with its numbers behind it, separated by spaces;
before them there may be a line with the number of words and of dimensions. Vectors of character n-grams (Hashimoto et
al., 2017, section 2.1) are in the same format: `2gram-#BEGIN#C`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from schemas.files.compressed_files import open_decompressed

_LENGTHS = (2, 3, 4)
"""Lengths of the n-grams that there are vectors of."""
_BEGIN, _END = "#BEGIN#", "#END#"
"""What stands for the ends of a word, as a character of its n-grams."""


@dataclass(frozen=True)
class Vectors:
    """Those vectors of a file that were wanted."""

    size: int
    """Dimensions of the file's vectors."""
    of: Mapping[str, NDArray[np.float32]]


def read_vectors(file: str, wanted: Collection[str]) -> Vectors:
    """The vectors that a file has for the wanted words; of a word with several lines the first.

    The file, plain or compressed by gzip or bzip2, is read line by line, and nothing else of it is kept. Raises
    InputError, with the line, where it is not in the format or a line has another number of dimensions than the first.
    """
    names = {name.encode(): name for name in wanted}
    size = 0
    of: dict[str, NDArray[np.float32]] = {}
    for number, line in enumerate(_lines(file), start=1):
        if not size:
            size, is_header = _first(file, line)
            if is_header:
                continue
        spaces = line.count(b" ") - size
        if spaces:
            _check_fields(file, number, line, size)
        # Most words are not wanted: their numbers are not told apart.
        *word, values = line.split(b" ", spaces + 1)
        name = names.get(b" ".join(word))
        if name is not None:
            of.setdefault(name, _numbers(file, number, values.split(b" ")))
    if not size:
        raise InputError(f"{file}: there are no vectors in it")
    return Vectors(size, of)


def vector_size(file: str) -> int:
    """Dimensions of the vectors of a file. Raises InputError where its first line is not one of the format."""
    for line in _lines(file):
        return _first(file, line)[0]
    raise InputError(f"{file}: there are no vectors in it")


def character_ngrams(word: str) -> list[str]:
    """The n-grams of a word under the names that the files give them, repeated ones as often as they come."""
    characters = [_BEGIN, *word, _END]
    return [
        f"{length}gram-{''.join(characters[start : start + length])}"
        for length in _LENGTHS
        for start in range(len(characters) - length + 1)
    ]


def _lines(file: str) -> Iterator[bytes]:
    with open_decompressed(file) as opened:
        for line in opened:
            yield line.rstrip()


def _first(file: str, line: bytes) -> tuple[int, bool]:
    """Dimensions by the first line, and whether it is the one that says so and has no vector."""
    _, *values = line.split(b" ")
    if not values:
        raise InputError(f"{file}, line 1: no numbers behind the word; is it a file of vectors as text?")
    is_header = len(values) == 1 and all(each.isdigit() for each in line.split(b" "))
    return (int(values[0]) if is_header else len(values)), is_header


def _check_fields(file: str, number: int, line: bytes, size: int) -> None:
    """Raise InputError for a line with another number of dimensions than the file's.

    A few words of the largest GloVe have spaces in them: there the fields in front are not all numbers.
    """
    fields = line.split(b" ")
    if len(fields) > size and not all(map(_is_number, fields[1:-size])):
        return
    raise InputError(
        f"{file}, line {number:,}: {len(fields) - 1} numbers behind the word, where the first line has {size}; is the "
        "file whole?"
    )


def _numbers(file: str, number: int, values: list[bytes]) -> NDArray[np.float32]:
    if odd := [each for each in values if not _is_number(each)]:
        shown = odd[0].decode(errors="replace")
        raise InputError(f"{file}, line {number:,}: {shown!r} stands where a number is wanted")
    return np.array(values).astype(np.float32)


def _is_number(field: bytes) -> bool:
    try:
        return bool(np.isfinite(float(field)))
    except ValueError:
        return False
