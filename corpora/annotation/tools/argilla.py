"""Argilla's records, as its client reads and writes them: a text, and a question about spans of it.

    settings = argilla.Settings.from_json("settings.argilla")
    dataset = argilla.Dataset(name="music-ann", settings=settings, client=client).create()
    dataset.records.from_json("ann.json")
    dataset.records.to_json("annotated/ann.json")

Argilla's page counts in UTF-16 and its server in code points, so the last entities of a sentence with characters beyond
U+FFFF would be out of the text for the server: such a text has a space more for each of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from corpora.annotation.records import Sentence
from corpora.annotation.tools.json_files import marked, parsed_list, text_of, write_list, write_text
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
from corpora.annotation.tools.utf16 import beyond, from_utf16, to_utf16
from corpora.json_text import json_text
from schemas.errors import InputError, quoted

SUFFIX = ".json"
BESIDE = "settings.argilla"
_QUESTION = "entities"


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `settings.argilla` beside it, the settings of the dataset as JSON.

    It does not end as the files of annotators do, so that it is taken for none of them.
    """
    write_list(map(_record, sentences), path)
    write_text(path.parent / BESIDE, json_text(_settings(labels_to_offer(labels))) + "\n")


def _settings(labels: Sequence[str]) -> dict[str, Any]:
    options = [{"value": label, "text": label} for label in labels]
    question = {
        "name": _QUESTION,
        "title": "Mark the entities",
        "required": False,
        "settings": {
            "type": "span",
            "field": "text",
            "options": options,
            "allow_overlapping": False,
            "visible_options": len(options),
        },
    }
    field = {"name": "text", "title": "Sentence", "required": True, "settings": {"type": "text", "use_markdown": False}}
    return {
        "guidelines": None,
        "questions": [question],
        "fields": [field],
        "vectors": [],
        "metadata": [],
        "allow_extra_metadata": True,
        "distribution": {"strategy": "overlap", "min_submitted": 1},
        "mapping": None,
    }


def _record(sentence: Sentence) -> dict[str, Any]:
    text = sentence.text
    spans = [
        {"start": to_utf16(text, start), "end": to_utf16(text, end), "label": label}
        for start, end, label in marks(sentence)
    ]
    return {
        "id": sentence.id,
        "fields": {"text": text + " " * beyond(text)},
        "metadata": {"title": sentence.title, "sentence": json_text(metadata(sentence))},
        "suggestions": {_QUESTION: {"value": spans, "score": None, "agent": "links"}},
        "responses": {},
        "vectors": {},
    }


def read(path: Path) -> Iterator[Placed | Unread]:
    """The sentences of a file that Argilla's client wrote; those that were not submitted are left out.

    So are all of a file as it was to be imported. A record that is neither, and one without a response or with several,
    is unread. Raises InputError for a file that is no list.
    """
    return read_each(parsed_list(path), partial(_placed, sent=False))


def read_sent(path: Path) -> Iterator[Placed]:
    """The sentences of a file as it is to be imported, with what is suggested.

    Raises InputError, with the number of the record, for one that is not as it was written.
    """
    return all_read(read_each(parsed_list(path), partial(_placed, sent=True)))


def _placed(record: dict[str, Any], place: str, *, sent: bool) -> Placed | None:
    spans = _spans(record, place, sent)
    if spans is None:
        return None
    text = _text(record, place)
    found = [
        (from_utf16(text, start), from_utf16(text, end), label)
        for start, end, label in (marked([span.get(key) for key in ("start", "end", "label")], place) for span in spans)
    ]
    return Placed(place, read_sentence(_metadata(record, place), text, found, place))


def _spans(record: dict[str, Any], place: str, sent: bool) -> list[dict[str, Any]] | None:
    """What is suggested in a record as it was sent, or else what is marked: None where nobody submitted it."""
    try:
        responses = record["responses"].get(_QUESTION, [])
        if sent:
            value = record["suggestions"][_QUESTION]["value"]
        elif record.get("status") != "completed":
            # Only the server gives a record its status.
            return None
        elif not responses:
            # Where no entity is marked, the page submits an empty response.
            raise InputError(
                f"{place}: submitted without a response to the question {_QUESTION!r}; make the dataset with "
                "settings.argilla, and submit the record there"
            )
        elif len(responses) > 1:
            raise InputError(
                f"{place}: {len(responses)} responses; make a dataset for each annotator, so that it is plain whose "
                "they are"
            )
        else:
            value = responses[0]["value"]
        if not all(isinstance(span, dict) for span in value):
            raise TypeError("spans are objects")
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(
            f"{place}: not a record with a question {_QUESTION!r} ({quoted(error)}); write the file by "
            "dataset.records.to_json"
        ) from error
    return list(value)


def _text(record: dict[str, Any], place: str) -> str:
    fields = record.get("fields")
    text = text_of(fields if isinstance(fields, dict) else {}, place)
    padding = " " * beyond(text)
    return text.removesuffix(padding)


def _metadata(record: dict[str, Any], place: str) -> Any:
    try:
        return json.loads(record["metadata"]["sentence"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{place}: what goes with a sentence is missing or was changed ({quoted(error)}); keep the metadata"
        ) from error
