"""doccano's JSON lines for sequence labeling: text, and start, end and label of each entity.

Import them as JSONL in UTF-8, with the columns `text` and `label`; `label_config.json` beside them has the labels for
the page "Labels". Export as JSONL, and only approved documents: what an annotator has not looked at is then missing,
and counted, instead of being taken for annotated.

doccano counts in UTF-16 where a project does not count grapheme clusters, which is its default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from corpora.annotation.records import Sentence
from corpora.annotation.tools.json_files import marked, parsed_lines, text_of, write_lines, write_list
from corpora.annotation.tools.metadata import (
    Placed,
    Unread,
    all_read,
    labels_to_offer,
    marks,
    metadata,
    read_each,
    read_sentence,
)
from corpora.annotation.tools.utf16 import from_utf16, to_utf16
from schemas.errors import InputError

SUFFIX = ".jsonl"
BESIDE = "label_config.json"
_COLOURS = ("#2a9d8f", "#e76f51", "#457b9d", "#8d5fd3", "#c1121f", "#6a994e", "#b5838d", "#bc6c25")


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `label_config.json` beside it."""
    write_lines(map(_example, sentences), path)
    offered = labels_to_offer(labels)
    config = [
        {"text": label, "background_color": _COLOURS[number % len(_COLOURS)], "text_color": "#ffffff"}
        for number, label in enumerate(offered)
    ]
    write_list(config, path.parent / BESIDE)


def _example(sentence: Sentence) -> dict[str, Any]:
    text = sentence.text
    labels = [[to_utf16(text, start), to_utf16(text, end), label] for start, end, label in marks(sentence)]
    return {"text": text, "label": labels, "sentence": metadata(sentence)}


def read(path: Path) -> Iterator[Placed | Unread]:
    """The sentences of a file that doccano exported, or was to import, and the lines that are none.

    Raises InputError, with the line, for a file that is neither.
    """
    return read_each(parsed_lines(path), _placed)


def read_sent(path: Path) -> Iterator[Placed]:
    """The same, which has the same form; raises InputError, with file and line, for a line that is no sentence."""
    return all_read(read(path))


def _placed(example: dict[str, Any], place: str) -> Placed:
    text = text_of(example, place)
    labels = example.get("label")
    if not isinstance(labels, list):
        raise InputError(f'{place}: no list "label"; export as JSONL, from a project without relations')
    found = [
        (from_utf16(text, start), from_utf16(text, end), label)
        for start, end, label in (marked(each, place) for each in labels)
    ]
    return Placed(place, read_sentence(example.get("sentence"), text, found, place))
