"""The gazetteer: the names of an entity list, found in running text.

A match is a name that the list has, letter by letter, case included, from the beginning of a token to the end of one;
of the names that begin at a token the longest counts, and matches do not overlap. So "an entity list" (Liu et al.,
2021, 'Pre-training Corpus') finds the second mention of a name, which Wikipedia links only once.

The names lie in a MARISA trie (Yata, 2011) that is mapped into memory, so that all workers of a machine share it;
`docs/how-to/use-dapt-corpora.md` has the figures and the reasons. `corpora.gazetteer.surface_forms` decides which names
it has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from pathlib import Path
from typing import Any, NamedTuple

import marisa_trie
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.tries import build_trie
from corpora.tokens import Tokens
from schemas.catalog.corpora import CLASSES, TRIE
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.local_copies import local_copy

MAX_SURFACE = 100
"""Longest surface in code points."""
_FORMAT = "gazetteer"
_VERSION = 1
_WORDS = 1 << 16
"""Words that a search remembers."""


@dataclass(frozen=True)
class Gazetteer:
    """Surfaces with the class of what they name. Those of a gazetteer that was opened lie in the mapped files."""

    trie: Any
    """The surfaces: a `marisa_trie.Trie`, which numbers them."""
    class_ids: npt.NDArray[np.uint16]
    """Class of each surface, by its number in the trie."""
    classes: tuple[str, ...]
    """Class names by id; `ENTITY` where a surface names things of several classes."""

    def __len__(self) -> int:
        return len(self.trie)

    @cached_property
    def search(self) -> SurfaceSearch:
        """The search for its surfaces."""
        return SurfaceSearch(self.trie)


class Match(NamedTuple):
    """A surface found in a text: `text[start:end]`, with its number in the trie."""

    start: int
    end: int
    number: int


def build_gazetteer(surfaces: Callable[[], Iterable[tuple[str, int]]], classes: Sequence[str]) -> Gazetteer:
    """The gazetteer of surfaces, each given once with the id of its class. They are read twice; the order does not
    matter.
    """
    trie = build_trie(surface for surface, _ in surfaces())
    class_ids = np.zeros(len(trie), np.uint16)
    for surface, class_id in surfaces():
        class_ids[trie[surface]] = class_id
    return Gazetteer(trie, class_ids, tuple(classes))


class _Remembered(dict[str, str]):
    """What a function answers about words, which it is asked once while they are not too many."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, word: str) -> str:
        if len(self) == _WORDS:
            self.clear()
        answer = self[word] = self._ask(word)
        return answer


class SurfaceSearch:
    """A search for the surfaces of a trie in texts, some texts at a time."""

    def __init__(self, trie: Any, spelling: Callable[[str], str] = str) -> None:
        """`spelling` gives what a word is taken for where it is the first of a surface, letter for letter; an empty
        string where it is to begin none.
        """

        def beginning(word: str) -> str:
            spelled = spelling(word)
            return spelled if spelled and next(trie.iterkeys(spelled), None) is not None else ""

        self._trie = trie
        # Most words begin no surface at all.
        self._beginnings = _Remembered(beginning)

    def find(self, texts: Sequence[str], tokens: Tokens) -> list[list[Match]]:
        """The surfaces in each text, in order; `tokens` are those of the texts."""
        found: list[list[Match]] = [[] for _ in texts]
        for row, match in self.longest(texts, tokens):
            if not found[row] or found[row][-1].end <= match.start:
                found[row].append(match)
        return found

    def longest(self, texts: Sequence[str], tokens: Tokens) -> Iterator[tuple[int, Match]]:
        """The longest surface that begins at each token, with the place of its text; they may overlap."""
        words = list(map(self._beginnings.__getitem__, tokens.words))
        places = np.fromiter(compress(count(), words), np.int64)
        rows = tokens.rows(tokens.starts[places])
        bases = tokens.bases[rows]
        starts, afters = tokens.starts[places] - bases, tokens.ends[places] - bases
        is_end = bytearray(int(tokens.bases[-1]))
        np.frombuffer(is_end, np.uint8)[tokens.ends] = 1
        columns = (column.tolist() for column in (rows, bases, starts, afters))
        for word, row, base, start, after in zip(filter(None, words), *columns, strict=True):
            # Prefixes come shortest first.
            for surface in reversed(self._trie.prefixes(word + texts[row][after : start + MAX_SURFACE])):
                end = start + len(surface)
                if is_end[base + end]:
                    yield row, Match(start, end, self._trie[surface])
                    break


def write_trie(gazetteer: Gazetteer, path: Path) -> None:
    """Write the surfaces to a local file. The same surfaces give the same bytes."""
    gazetteer.trie.save(str(path))


def write_classes(gazetteer: Gazetteer, path: Path) -> None:
    """Write the classes of the surfaces to a local file. The same gazetteer gives the same bytes."""
    about = {"format": _FORMAT, "version": _VERSION, "classes": gazetteer.classes}
    schema = pa.schema([pa.field("class_id", pa.uint16(), nullable=False)], metadata={_FORMAT: json.dumps(about)})
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
        writer.write_batch(pa.RecordBatch.from_arrays([pa.array(gazetteer.class_ids)], schema=schema))


def read_gazetteer(location: str) -> Gazetteer:
    """The gazetteer of the `gazetteer` dataset at a location, as `open_gazetteer` gives it."""
    return open_gazetteer(storage.join(location, TRIE), storage.join(location, CLASSES))


def open_gazetteer(trie_uri: str, classes_uri: str) -> Gazetteer:
    """The gazetteer in two files, mapped into memory: pages are read when a search needs them, and shared by the
    processes of a machine. Files in an object store are fetched first.

    Raises InputError for a file that is missing, cut short, of another version, or for two that do not belong together.
    """
    try:
        trie = marisa_trie.Trie().mmap(local_copy(trie_uri))
    except (RuntimeError, OSError) as error:
        raise InputError(f"{trie_uri}: not a gazetteer, or cut short ({error}); build it again") from error
    try:
        with pa.memory_map(local_copy(classes_uri)) as file:
            reader = pa.ipc.open_file(file)
            about = json.loads((reader.schema.metadata or {}).get(_FORMAT.encode(), b"null"))
            class_ids = reader.get_batch(0).column(0).to_numpy()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(f"{classes_uri}: not a gazetteer, or cut short ({error}); build it again") from error
    if not about or about["version"] != _VERSION:
        raise InputError(f"{classes_uri}: not a gazetteer of version {_VERSION}; build it again")
    if len(class_ids) != len(trie):
        raise InputError(f"{classes_uri} has {len(class_ids):,} classes for {len(trie):,} surfaces; build it again")
    return Gazetteer(trie, class_ids, tuple(about["classes"]))
