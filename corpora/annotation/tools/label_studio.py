"""Label Studio's tasks: a text, with what is suggested as a prediction; what it exports has annotations.

Import the file into a project whose labeling interface is `labeling_config.xml`, one project for each annotator, and
turn on that predictions are shown. Export as JSON. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

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
from schemas.errors import InputError, quoted

SUFFIX = ".json"
BESIDE = "labeling_config.xml"
_CONTROL, _OBJECT = "label", "text"


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `labeling_config.xml` beside it."""
    write_list(map(_task, sentences), path)
    lines = "".join(f"    <Label value={quoteattr(label)}/>\n" for label in labels_to_offer(labels))
    config = (
        f'<View>\n  <Labels name="{_CONTROL}" toName="{_OBJECT}">\n{lines}  </Labels>\n'
        f'  <Text name="{_OBJECT}" value="$text" granularity="symbol"/>\n</View>\n'
    )
    write_text(path.parent / BESIDE, config)


def _task(sentence: Sentence) -> dict[str, Any]:
    result = [
        {
            "id": f"{sentence.id}-{number}",
            "from_name": _CONTROL,
            "to_name": _OBJECT,
            "type": "labels",
            "value": {"start": start, "end": end, "text": sentence.text[start:end], "labels": [label]},
        }
        for number, (start, end, label) in enumerate(marks(sentence))
    ]
    data = {"text": sentence.text, "title": sentence.title, "sentence": metadata(sentence)}
    return {"data": data, "predictions": [{"model_version": "links", "result": result}]}


def read(path: Path) -> Iterator[Placed | Unread]:
    """The sentences of a file that Label Studio exported; those without an annotation, or skipped, are left out.

    So are all of a file as it was to be imported. A task that is neither, and one with several annotations, is unread.
    Raises InputError for a file that is no list.
    """
    return read_each(parsed_list(path), partial(_placed, sent=False))


def read_sent(path: Path) -> Iterator[Placed]:
    """The sentences of a file as it is to be imported, with what is suggested.

    Raises InputError, with the number of the task, for one that is not as it was written.
    """
    return all_read(read_each(parsed_list(path), partial(_placed, sent=True)))


def _placed(task: dict[str, Any], place: str, *, sent: bool) -> Placed | None:
    regions = _regions(task, place, sent)
    if regions is None:
        return None
    data = task.get("data")
    data = data if isinstance(data, dict) else {}
    text = text_of(data, place)
    found = [each for region in regions for each in _marked(region, text, place)]
    return Placed(place, read_sentence(data.get("sentence"), text, found, place))


def _regions(task: dict[str, Any], place: str, sent: bool) -> list[dict[str, Any]] | None:
    """What is suggested in a task as it was sent, or else what is marked in it: None where nobody annotated it."""
    exported = "annotations" in task and not sent
    try:
        if exported:
            annotations = [each for each in task["annotations"] if not each.get("was_cancelled")]
            if len(annotations) > 1:
                raise InputError(
                    f"{place}: {len(annotations)} annotations; make a project for each annotator, so that it is plain "
                    "whose they are"
                )
        else:
            annotations = task["predictions"]
        result = [region for each in annotations for region in each["result"]]
        if not all(isinstance(region, dict) for region in result):
            raise TypeError("regions are objects")
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"{place}: not a task with annotations ({quoted(error)}); export as JSON") from error
    return result if sent or (exported and annotations) else None


def _marked(region: dict[str, Any], text: str, place: str) -> Iterator[tuple[int, int, str]]:
    """What a region marks, once for each of its labels. Raises InputError for one that is no label."""
    if region.get("type") == "relation":
        # Between two regions, so it marks nothing.
        return
    value = region.get("value")
    labels = value.get("labels") or [] if isinstance(value, dict) else None
    if region.get("type") != "labels" or not isinstance(value, dict) or not isinstance(labels, list):
        raise InputError(
            f"{place}: a region of the type {quoted(region.get('type'))}; the labeling interface is to be "
            "labeling_config.xml as it was exported"
        )
    if not labels:
        raise InputError(
            f"{place}: the region at {value.get('start')}:{value.get('end')} has no label; give it one or delete it"
        )
    for label in labels:
        start, end, label = marked([value.get("start"), value.get("end"), label], place)
        if "".join(str(value.get("text", text[start:end])).split()) != "".join(text[start:end].split()):
            raise InputError(
                f"{place}: {quoted(value['text'])} does not stand at {start}:{end} of the text; Label Studio counts "
                "code points since 1.0"
            )
        yield start, end, label
