from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corpora.annotation.records import Span
from corpora.annotation.tools import label_studio
from corpora.annotation.tools.metadata import all_read, metadata
from schemas.errors import InputError
from tests.support.annotation import sentence

SENT = sentence("[Ann|person] left [Rome] 🎉.", "1-0-0")
REGION = {"from_name": "label", "to_name": "text", "type": "labels"}


def written(tmp_path: Path) -> list[dict[str, Any]]:
    label_studio.write([SENT], ["person", 'a"b'], tmp_path / "ann.json")
    tasks: list[dict[str, Any]] = json.loads((tmp_path / "ann.json").read_text())
    return tasks


def read(tmp_path: Path, **task: Any) -> list[Any]:
    path = tmp_path / "back.json"
    path.write_text(json.dumps([{**written(tmp_path)[0], **task}]))
    return [each.sentence for each in all_read(label_studio.read(path))]


def region(start: int, end: int, text: str, *labels: str, kind: str = "labels") -> dict[str, Any]:
    return {**REGION, "type": kind, "value": {"start": start, "end": end, "text": text, "labels": list(labels)}}


def test_a_sentence_is_a_task_with_a_prediction(tmp_path: Path) -> None:
    [task] = written(tmp_path)
    assert task["data"]["text"] == SENT.text
    assert task["predictions"] == [
        {
            "model_version": "links",
            "result": [
                {"id": "1-0-0-0", **region(0, 3, "Ann", "person")},
                {"id": "1-0-0-1", **region(9, 13, "Rome", "HYPERLINK")},
            ],
        }
    ]
    assert (tmp_path / "labeling_config.xml").read_text() == (
        '<View>\n  <Labels name="label" toName="text">\n    <Label value="person"/>\n    <Label value=\'a"b\'/>\n'
        '    <Label value="HYPERLINK"/>\n  </Labels>\n'
        '  <Text name="text" value="$text" granularity="symbol"/>\n</View>\n'
    )


def test_what_was_annotated_counts_and_not_what_was_predicted(tmp_path: Path) -> None:
    result = [region(9, 13, "Rome", "location"), region(14, 15, "🎉", "misc"), region(9, 13, "Rome", "HYPERLINK")]
    [back] = read(tmp_path, annotations=[{"result": [], "was_cancelled": True}, {"result": result}])
    assert back.spans == (Span(9, 13, "location"), Span(14, 15, "misc"))


def test_what_nobody_annotated_is_left_out(tmp_path: Path) -> None:
    assert read(tmp_path) == read(tmp_path, annotations=[]) == []
    assert read(tmp_path, annotations=[{"result": [], "was_cancelled": True}]) == []
    [empty] = read(tmp_path, annotations=[{"result": []}])
    assert empty.spans == ()


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ({"annotations": [{"result": []}, {"result": []}]}, "2 annotations; make a project for each annotator"),
        ({"predictions": None}, "not a task with annotations"),
        ({"annotations": [{}]}, "not a task with annotations"),
        ({"annotations": [{"result": [1]}]}, r"not a task with annotations \(.*regions are objects"),
        ({"annotations": [{"result": [region(0, 3, "Bob", "person")]}]}, "'Bob' does not stand at 0:3 of the text"),
        ({"annotations": [{"result": [region(0, 3, "Ann", kind="choices")]}]}, "a region of the type 'choices'"),
        ({"data": {}, "annotations": [{"result": []}]}, 'no "text"'),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path, task: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=rf"back\.json, item 1: {message}"):
        read(tmp_path, **task)


def test_a_task_has_what_goes_with_its_sentence(tmp_path: Path) -> None:
    [task] = written(tmp_path)
    assert task["data"] == {"text": SENT.text, "title": "Page", "sentence": metadata(SENT)}


def test_a_region_may_have_several_labels_and_lack_its_text(tmp_path: Path) -> None:
    marked = region(0, 3, "Ann", "person", "misc")
    del marked["value"]["text"]
    [back] = read(tmp_path, annotations=[{"result": [marked]}])
    assert back.spans == (Span(0, 3, "misc"), Span(0, 3, "person", "anchor"))


@pytest.mark.parametrize("labels", [{}, {"labels": None}, {"labels": []}])
def test_a_region_without_a_label_is_refused(tmp_path: Path, labels: Any) -> None:
    message = r"back\.json, item 1: the region at 0:3 has no label; give it one or delete it$"
    with pytest.raises(InputError, match=message):
        read(tmp_path, annotations=[{"result": [{**REGION, "value": {"start": 0, "end": 3, **labels}}]}])


@pytest.mark.parametrize("value", [None, {"labels": "person"}])
def test_a_region_of_another_form_is_refused(tmp_path: Path, value: Any) -> None:
    with pytest.raises(InputError, match=r"back\.json, item 1: a region of the type 'labels'; the labeling interface"):
        read(tmp_path, annotations=[{"result": [{**REGION, "value": value}]}])


def test_a_relation_between_regions_marks_nothing(tmp_path: Path) -> None:
    relation = {"type": "relation", "from_id": "a", "to_id": "b", "direction": "right"}
    [back] = read(tmp_path, annotations=[{"result": [region(0, 3, "Ann", "misc"), relation]}])
    assert back.spans == (Span(0, 3, "misc"),)
