"""Sentences in the formats of annotation tools: a module for each says what the tool reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from corpora.annotation.records import Sentence
from corpora.annotation.tools import argilla, conll, doccano, label_studio, prodigy
from corpora.annotation.tools.metadata import Placed, Unread


class Tool(NamedTuple):
    """How sentences become the file of an annotator, and come back."""

    suffix: str
    """Of the file's name."""
    beside: str
    """Name of the file that tells the tool the labels."""
    write: Callable[[Iterable[Sentence], Sequence[str], Path], None]
    """Write the sentences to a file, and beside it what the tool has to be told of the labels."""
    read: Callable[[Path], Iterator[Placed | Unread]]
    """The sentences of a file that came back, with what is marked in them, and those that cannot be read.

    Those that nobody annotated are left out, where the format says so: all but CoNLL's files and doccano's. Raises
    InputError for another file, and for lines of CoNLL's files that are not as written.
    """
    read_sent: Callable[[Path], Iterator[Placed]]
    """The sentences of a file as it was written, with what is suggested in them; raises InputError for all else."""


TOOLS = {
    name: Tool(module.SUFFIX, module.BESIDE, module.write, module.read, module.read_sent)
    for name, module in (
        ("argilla", argilla),
        ("conll", conll),
        ("doccano", doccano),
        ("label-studio", label_studio),
        ("prodigy", prodigy),
    )
}
