"""Argilla's client reads what is written for it. Needs argilla: `.ci/readers` has it in an environment of its own."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from unittest.mock import MagicMock
from uuid import uuid4

import pytest

from corpora.annotation.records import Span
from corpora.annotation.tools import argilla
from corpora.annotation.tools.metadata import HYPERLINK, all_read
from tests.support.annotation import LABELS, SENTENCES, sentence

client = pytest.importorskip("argilla", reason="Argilla's client is not installed here; .ci/readers runs this")


def written(tmp_path: Path) -> Path:
    path = tmp_path / "ann.json"
    argilla.write(SENTENCES, LABELS, path)
    return path


def records(path: Path) -> list[object]:

    found: list[object] = import_module("argilla.records._io").JsonIO._records_from_json(path)
    return found


def test_the_settings_have_the_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Settings ask for a connection when they are made, and use it when they are sent.
    monkeypatch.setattr(client.Argilla, "_get_default", MagicMock())
    written(tmp_path)
    settings = client.Settings.from_json(tmp_path / "settings.argilla")
    settings.validate()
    [question] = settings.questions
    assert (question.name, question.field, question.labels) == ("entities", "text", [*LABELS, HYPERLINK])
    assert [field.name for field in settings.fields] == ["text"]
    # What the client itself would write.
    fields = [client.TextField(name="text", title="Sentence", use_markdown=False)]
    own = client.SpanQuestion(
        name="entities",
        field="text",
        labels=[*LABELS, HYPERLINK],
        title="Mark the entities",
        required=False,
        allow_overlapping=False,
        visible_labels=len(LABELS) + 1,
    )
    wanted = client.Settings(fields=fields, questions=[own], allow_extra_metadata=True).serialize()
    assert _plain(settings.serialize()) == _plain(wanted)


def _plain(value: object) -> object:
    """Without what only a server gives."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if key not in ("id", "dataset_id")}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def test_the_records_have_texts_and_suggestions(tmp_path: Path) -> None:
    for record, sent in zip(records(written(tmp_path)), SENTENCES, strict=True):
        model = record.api_model()  # type: ignore[attr-defined]
        assert model.external_id == sent.id
        text = model.fields["text"]
        assert text.rstrip(" ") == sent.text.rstrip(" ")
        [suggestion] = model.suggestions
        assert suggestion.question_name == "entities"
        # The page counts in UTF-16; the server refuses what ends behind the text, counted in code points.
        units = text.encode("utf-16-le")
        surfaces = [units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le") for span in suggestion.value]
        spans = [sent.text[span.start : span.end] for span in sent.spans]
        assert [
            surface for surface, span in zip(surfaces, suggestion.value, strict=True) if span["label"] != HYPERLINK
        ] == spans
        assert all(span["end"] <= len(text) for span in suggestion.value)


def test_what_annotators_submitted_comes_back(tmp_path: Path) -> None:

    found = records(written(tmp_path))
    for record in found[:2]:
        spans = [{"start": 4, "end": 6, "label": "location"}]
        record.responses.add(client.Response("entities", value=spans, user_id=uuid4()))  # type: ignore[attr-defined]
    # The server says whether a record is done.
    found[0]._model.status = "completed"  # type: ignore[attr-defined]
    import_module("argilla.records._io").JsonIO.to_json(found, tmp_path / "back.json")
    [back] = all_read(argilla.read(tmp_path / "back.json"))
    assert back.sentence == replace(SENTENCES[0], spans=(Span(4, 6, "location"),))


def test_characters_that_utf_16_counts_twice(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    argilla.write([sentence("🎉 [𝔘lm|location]")], LABELS, path)
    [record] = records(path)
    model = record.api_model()  # type: ignore[attr-defined]
    assert model.fields["text"] == "🎉 𝔘lm  "
    assert model.suggestions[0].value == [{"start": 3, "end": 7, "label": "location"}]
