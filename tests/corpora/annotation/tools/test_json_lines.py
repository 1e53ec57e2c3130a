"""doccano's and Prodigy's JSON lines, and Argilla's records: what the tools want, and what they hand back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corpora.annotation.records import Sentence, Span
from corpora.annotation.tools import TOOLS
from corpora.annotation.tools.metadata import all_read, metadata
from schemas.errors import InputError
from tests.support.annotation import sentence

SENT = sentence("🎉 [Ann|person] left [Rome].", "1-0-0")

ANNOTATED: dict[str, dict[str, Any]] = {
    "argilla": {"status": "completed", "responses": {"entities": [{"value": [], "user_id": "1"}]}},
    "doccano": {},
    "prodigy": {"answer": "accept"},
}
"""By what the tools say that a sentence was annotated."""


def written(tool: str, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "sent"
    TOOLS[tool].write([SENT], ["person"], path)
    found = json.loads(path.read_text())
    record: dict[str, Any] = found[0] if tool == "argilla" else found
    return record


def read(tool: str, tmp_path: Path, **changes: Any) -> list[Sentence]:
    record = {**written(tool, tmp_path), **ANNOTATED[tool], **changes}
    path = tmp_path / "back"
    path.write_text(json.dumps([record] if tool == "argilla" else record))
    return [each.sentence for each in all_read(TOOLS[tool].read(path))]


def test_doccano_counts_in_utf_16(tmp_path: Path) -> None:
    assert written("doccano", tmp_path)["label"] == [[3, 6, "person"], [12, 16, "HYPERLINK"]]
    [back] = read("doccano", tmp_path, id=7, Comments=[], label=[[12, 16, "location"]])
    assert back.spans == (Span(11, 15, "location"),)
    config = json.loads((tmp_path / "label_config.json").read_text())
    assert config[0] == {"text": "person", "background_color": "#2a9d8f", "text_color": "#ffffff"}


def test_prodigy_has_tokens_and_spans_of_whole_tokens(tmp_path: Path) -> None:
    task = written("prodigy", tmp_path)
    assert task["tokens"][:2] == [
        {"text": "🎉", "start": 0, "end": 1, "id": 0, "ws": True},
        {"text": "Ann", "start": 2, "end": 5, "id": 1, "ws": True},
    ]
    assert task["spans"] == [
        {"start": 2, "end": 5, "token_start": 1, "token_end": 1, "label": "person"},
        {"start": 11, "end": 15, "token_start": 3, "token_end": 3, "label": "HYPERLINK"},
    ]
    for span in task["spans"]:
        assert task["tokens"][span["token_start"]]["start"] == span["start"]
        assert task["tokens"][span["token_end"]]["end"] == span["end"]
    assert (tmp_path / "labels.txt").read_text() == "person\nHYPERLINK\n"


def test_prodigy_leaves_out_what_was_not_accepted(tmp_path: Path) -> None:
    assert read("prodigy", tmp_path, answer="accept") == [SENT]
    assert read("prodigy", tmp_path, answer=None) == read("prodigy", tmp_path, answer="reject") == []
    assert read("prodigy", tmp_path, answer="ignore") == []
    # Without an entity there may be no spans.
    [back] = read("prodigy", tmp_path, answer="accept", spans=None)
    assert back.spans == ()


def test_argilla_leaves_out_what_was_not_submitted(tmp_path: Path) -> None:
    response = {"value": [{"start": 12, "end": 16, "label": "location"}], "user_id": "1"}
    responses = {"entities": [response]}
    [back] = read("argilla", tmp_path, status="completed", responses=responses)
    assert back.spans == (Span(11, 15, "location"),)
    assert read("argilla", tmp_path, status="pending", responses=responses) == []
    [empty] = read("argilla", tmp_path)
    assert empty.spans == ()


@pytest.mark.parametrize(
    ("tool", "changes", "message"),
    [
        ("doccano", {"label": None}, 'line 1: no list "label"'),
        ("doccano", {"label": [[1, 2]]}, r"line 1: '\[1, 2\]' is not start, end and label of an entity"),
        ("doccano", {"text": 3}, 'line 1: no "text"'),
        ("prodigy", {"answer": "yes"}, "line 1: answer = 'yes' is not accept, reject or ignore"),
        ("prodigy", {"spans": [1]}, 'line 1: "spans" is not a list of objects'),
        ("prodigy", {"spans": [{"start": 1.5, "end": 2, "label": "x"}]}, "line 1: .* is not start, end and label"),
        ("prodigy", {"sentence": None}, "line 1: what goes with a sentence is missing"),
        ("argilla", {"responses": []}, "item 1: not a record with a question 'entities'"),
        ("argilla", {"responses": {}}, "item 1: submitted without a response to the question 'entities'; make the"),
        ("argilla", {"responses": {"label": []}}, "item 1: submitted without a response to the question 'entities'"),
        (
            "argilla",
            {"status": "completed", "responses": {"entities": [{"value": [1]}]}},
            "item 1: not a record with a question 'entities' .*spans are objects",
        ),
        ("argilla", {"metadata": {"sentence": "{"}}, "item 1: what goes with a sentence is missing"),
        ("argilla", {"fields": None}, 'item 1: no "text"'),
        (
            "argilla",
            {"status": "completed", "responses": {"entities": [{}, {}]}},
            "item 1: 2 responses; make a dataset",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    tool: str, changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f"back, {message}"):
        read(tool, tmp_path, **changes)


def test_a_line_that_is_no_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ann.jsonl"
    path.write_text('\n{"text": \n3\n')
    with pytest.raises(InputError, match=r"ann\.jsonl, line 2: not JSON"):
        list(all_read(TOOLS["doccano"].read(path)))
    path.write_text("3\n")
    with pytest.raises(InputError, match=r"ann\.jsonl, line 1: '3' is not a JSON object"):
        list(all_read(TOOLS["doccano"].read(path)))


def test_argilla_counts_in_utf_16_and_has_settings(tmp_path: Path) -> None:
    record = written("argilla", tmp_path)
    assert json.loads(record["metadata"].pop("sentence")) == metadata(SENT)
    assert record == {
        "id": "1-0-0",
        "fields": {"text": "🎉 Ann left Rome. "},
        "metadata": {"title": "Page"},
        "suggestions": {
            "entities": {
                "value": [
                    {"start": 3, "end": 6, "label": "person"},
                    {"start": 12, "end": 16, "label": "HYPERLINK"},
                ],
                "score": None,
                "agent": "links",
            }
        },
        "responses": {},
        "vectors": {},
    }
    options = [{"value": label, "text": label} for label in ("person", "HYPERLINK")]
    span = {"type": "span", "field": "text", "allow_overlapping": False, "visible_options": 2, "options": options}
    text = {"type": "text", "use_markdown": False}
    assert json.loads((tmp_path / "settings.argilla").read_text()) == {
        "guidelines": None,
        "questions": [{"name": "entities", "title": "Mark the entities", "required": False, "settings": span}],
        "fields": [{"name": "text", "title": "Sentence", "required": True, "settings": text}],
        "vectors": [],
        "metadata": [],
        "allow_extra_metadata": True,
        "distribution": {"strategy": "overlap", "min_submitted": 1},
        "mapping": None,
    }


def test_the_colours_of_doccano_begin_anew_where_there_are_more_labels(tmp_path: Path) -> None:
    TOOLS["doccano"].write([], [f"label {number}" for number in range(9)], tmp_path / "sent")
    config = json.loads((tmp_path / "label_config.json").read_text())
    colours = [each["background_color"] for each in config]
    assert len(set(colours)) == 8 and colours[8:] == colours[:2]
    assert {each["text_color"] for each in config} == {"#ffffff"}


def test_prodigy_tells_the_title_and_the_end_of_the_text(tmp_path: Path) -> None:
    task = written("prodigy", tmp_path)
    assert task["tokens"][-2:] == [
        {"text": "Rome", "start": 11, "end": 15, "id": 3, "ws": False},
        {"text": ".", "start": 15, "end": 16, "id": 4, "ws": False},
    ]
    assert (task["meta"], task["sentence"], task["text"]) == ({"title": "Page"}, metadata(SENT), SENT.text)
