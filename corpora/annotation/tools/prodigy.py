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
from corpora.annotation.tools.json_files import marked, read_lines, text_of, write_lines, write_text
from corpora.annotation.tools.metadata import Placed, labels_to_offer, marks, metadata, read_sentence
from schemas.errors import InputError, quoted

SUFFIX = ".jsonl"


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `labels.txt` beside it, for `--label`."""
    write_lines(map(_task, sentences), path)
    write_text(path.parent / "labels.txt", "".join(f"{label}\n" for label in labels_to_offer(labels)))


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


def read(path: Path) -> Iterator[Placed]:
    """The sentences of a file that Prodigy handed back; those that the annotator did not accept are left out.

    So are all of a file as it was to be annotated. Raises InputError, with file and line, for what is neither.
    """
    return _read(path, sent=False)


def read_sent(path: Path) -> Iterator[Placed]:
    """The sentences of a file as it is to be annotated, with what is suggested. Raises InputError as `read`."""
    return _read(path, sent=True)


def _read(path: Path, *, sent: bool) -> Iterator[Placed]:
    for place, task in read_lines(path):
        answer = task.get("answer")
        if answer not in ("accept", "reject", "ignore", None):
            raise InputError(f"{place}: answer = {quoted(answer)} is not accept, reject or ignore")
        if sent or answer == "accept":
            spans = task.get("spans") or []
            if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans):
                raise InputError(f'{place}: "spans" is not a list of objects')
            found = [marked([span.get(key) for key in ("start", "end", "label")], place) for span in spans]
            yield Placed(place, read_sentence(task.get("sentence"), text_of(task, place), found, place))
