"""Prodigy's JSON lines for `ner.manual`: text, tokens and spans, which are whole tokens.

What it hands back says whether the annotator accepted the sentence. Each annotator has a Prodigy dataset of their own,
here `music-ann`; `blank:en` names the language (`blank:<language>`).

    prodigy ner.manual music-ann blank:en ann.jsonl --label labels.txt
    prodigy db-out music-ann > annotated/ann.jsonl

Offsets are code points; `token_end` is the last token of a span. The documentation is that of Prodigy's interfaces for
annotating spans, https://prodi.gy/docs/api-interfaces#ner_manual.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from corpora.annotation.alignment import sentence_tokens
from corpora.annotation.records import Sentence
from corpora.annotation.tools.json_files import marked, parsed_lines, text_of, write_lines, write_text
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
from schemas.errors import InputError, quoted

SUFFIX = ".jsonl"
BESIDE = "labels.txt"


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `labels.txt` beside it, for `--label`."""
    write_lines(map(_task, sentences), path)
    write_text(path.parent / BESIDE, "".join(f"{label}\n" for label in labels_to_offer(labels)))


def _task(sentence: Sentence) -> dict[str, Any]:
    text = sentence.text
    tokens = sentence_tokens(sentence)
    spans = [
        {
            "start": start,
            "end": end,
            "token_start": bisect_right(tokens, start, key=lambda token: token[1]),
            "token_end": bisect_left(tokens, end, key=lambda token: token[0]) - 1,
            "label": label,
        }
        for start, end, label in marks(sentence)
    ]
    return {
        "text": text,
        "tokens": [
            {"text": text[start:end], "start": start, "end": end, "id": number, "ws": text[end : end + 1].isspace()}
            for number, (start, end) in enumerate(tokens)
        ],
        "spans": spans,
        "meta": {"title": sentence.title},
        "sentence": metadata(sentence),
    }


def read(path: Path) -> Iterator[Placed | Unread]:
    """The sentences of a file that Prodigy handed back; those that the annotator did not accept are left out.

    So are all of a file as it was to be annotated. A line that is no task is unread. Raises InputError, with the line,
    for a file that has no other.
    """
    return read_each(parsed_lines(path), _accepted)


def read_sent(path: Path) -> Iterator[Placed]:
    """The sentences of a file as it is to be annotated, with what is suggested.

    Raises InputError, with file and line, for a line that is no task.
    """
    return all_read(read_each(parsed_lines(path), _placed))


def _accepted(task: dict[str, Any], place: str) -> Placed | None:
    answer = task.get("answer")
    if answer not in ("accept", "reject", "ignore", None):
        raise InputError(f"{place}: answer = {quoted(answer)} is not accept, reject or ignore")
    return _placed(task, place) if answer == "accept" else None


def _placed(task: dict[str, Any], place: str) -> Placed:
    spans = task.get("spans") or []
    if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans):
        raise InputError(f'{place}: "spans" is not a list of objects')
    found = [marked([span.get(key) for key in ("start", "end", "label")], place) for span in spans]
    return Placed(place, read_sentence(task.get("sentence"), text_of(task, place), found, place))
