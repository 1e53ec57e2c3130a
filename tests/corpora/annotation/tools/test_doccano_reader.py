"""doccano's own importer reads what is written for it, and its exporter what comes back.

Needs doccano: `.ci/readers` has it in an environment of its own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib import import_module as module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from corpora.annotation.records import Span
from corpora.annotation.tools import doccano
from corpora.annotation.tools.metadata import HYPERLINK, all_read, marks
from tests.support.annotation import LABELS, SENTENCES

if find_spec("backend") is None:
    pytest.skip("doccano is not installed here; .ci/readers runs this", allow_module_level=True)

SENT = [each for each in SENTENCES if each.text]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A project for sequence labeling, in a database of its own, into which the file was imported."""
    home = tmp_path_factory.mktemp("doccano")
    [backend] = find_spec("backend").submodule_search_locations or []  # type: ignore[union-attr]
    sys.path.insert(0, backend)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings.development",
        "DATABASE_URL": f"sqlite:///{home}/db.sqlite3",
        "MEDIA_ROOT": str(home / "media"),
    }
    module("django").setup()
    module("django.core.management").call_command("migrate", verbosity=0)
    module("django.core.management").call_command("create_roles", verbosity=0)
    projects = module("projects.models")
    user = module("django.contrib.auth").get_user_model().objects.create_user(username="ann", password="ann")
    made = projects.SequenceLabelingProject.objects.create(
        name="music", project_type=projects.ProjectType.SEQUENCE_LABELING, created_by=user
    )
    projects.Member.objects.get_or_create(
        project=made, user=user, defaults={"role": module("roles.models").Role.objects.get(name="project_admin")}
    )
    path = home / "ann.jsonl"
    doccano.write(SENT, LABELS, path)
    dataset = module("data_import.datasets").load_dataset(
        projects.ProjectType.SEQUENCE_LABELING,
        module("data_import.pipeline.catalog").create_file_format("JSONL"),
        [module("data_import.pipeline.readers").FileName(str(path), path.name, path.name)],
        made,
        encoding="utf-8",
    )
    dataset.save(user)
    assert dataset.errors == []
    yield made
    sys.path.remove(backend)


def exported(project: Any, folder: Path, *, confirmed: bool) -> Path:
    """The file that doccano exports for the annotator."""
    factories = module("data_export.pipeline.factories")
    formatters, writer = factories.create_formatter(project, "JSONL"), factories.create_writer("JSONL")
    module("data_export.celery_tasks").create_individual_dataset(project, str(folder), confirmed, formatters, writer)
    return folder / "ann.jsonl"


def test_every_text_and_label_is_there(project: Any) -> None:
    examples = list(module("examples.models").Example.objects.filter(project=project).order_by("id"))
    assert [each.text for each in examples] == [each.text for each in SENT]
    for example, sentence in zip(examples, SENT, strict=True):
        units = example.text.encode("utf-16-le")
        found = [
            (units[2 * each.start_offset : 2 * each.end_offset].decode("utf-16-le"), each.label.text)
            for each in module("labels.models").Span.objects.filter(example=example).order_by("start_offset")
        ]
        assert found == [(sentence.text[start:end], label) for start, end, label in marks(sentence)]


def test_what_was_not_edited_comes_back_as_it_was(project: Any, tmp_path: Path) -> None:
    assert [each.sentence for each in all_read(doccano.read(exported(project, tmp_path, confirmed=False)))] == SENT


def test_only_what_was_approved_comes_back(project: Any, tmp_path: Path) -> None:
    user = module("django.contrib.auth").get_user_model().objects.get(username="ann")
    [example] = module("examples.models").Example.objects.filter(project=project, text=SENT[3].text)
    module("labels.models").Span.objects.filter(example=example, label__text=HYPERLINK).update(
        label=module("label_types.models").SpanType.objects.get(project=project, text="person")
    )
    module("examples.models").ExampleState.objects.create(example=example, confirmed_by=user)
    [back] = all_read(doccano.read(exported(project, tmp_path, confirmed=True)))
    assert back.sentence.id == SENT[3].id
    assert back.sentence.spans == (SENT[3].spans[0], Span(11, 12, "person"), SENT[3].spans[1])


@pytest.mark.usefixtures("project")
def test_the_labels_can_be_imported(tmp_path: Path) -> None:
    doccano.write([], LABELS, tmp_path / "ann.jsonl")
    config = json.loads((tmp_path / "label_config.json").read_text())
    serializer = module("label_types.serializers").SpanTypeSerializer(data=config, many=True)
    assert serializer.is_valid(), serializer.errors
    assert [each["text"] for each in config] == [*LABELS, HYPERLINK]
