"""Classes that DBpedia does not have or has wrong, by the files that the documentation shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.build import build, manifest, rows, settings
from tests.support.documentation import shown_files
from tests.support.paths import PROJECT

pytestmark = pytest.mark.builds

PAGE = PROJECT / "docs" / "how-to" / "choose-types.md"
# The sample's Wikidata says of scientists that this is their occupation.
SCIENTIST = "Q901"


def test_labels_by_classes_of_ones_own(tmp_path: Path) -> None:
    for name, text in shown_files(PAGE).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("Q82594", SCIENTIST))
    release = PROJECT / "sample/wiki/instance-types_lang=en_specific.ttl.bz2"
    text = (
        f"[DBpedia]\nown_classes = {tmp_path / 'classes.toml'}\n"
        f"instance_types = {release}, {tmp_path / 'own-types.nt'}\n"
        f"[LabelSetFiles]\ndirectory = {tmp_path / 'labels'}\n[TypeIndex]\nsources = dump,wikidata\n"
    )
    status, output = build(
        tmp_path, settings(tmp_path, text), "NerCorpus", "--label-set", "ai-tasks", "--profile", "paper"
    )
    assert status == 0, output
    counts = manifest(tmp_path, "filtered_sentences/profile=paper/label_set=ai-tasks").counts["mentions"]
    assert counts == {"ENTITY": 47, "algorithm": 19, "metrics": 5, "task": 11}
    index = {row["title"]: (row["class"], row["origin"]) for row in rows(tmp_path, "type_index")}
    assert index["BLEU"] == ("Metric", "dump")
    assert index["Alan Turing"] == ("ComputerScientist", "wikidata"), "more specific than the Scientist of the release"
    assert index["Virginia Woolf"] == ("Writer", "dump")


def test_a_class_that_is_wrong_in_the_release_is_corrected(tmp_path: Path) -> None:
    path = tmp_path / "corrections.toml"
    path.write_text(shown_files(PAGE)[path.name])
    status, output = build(tmp_path, settings(tmp_path, f"[DBpedia]\ncorrections = {path}\n"), "TypedSentences")
    assert status == 0, output
    assert manifest(tmp_path, "type_index").counts["corrections"] == {"another class": 1, "no class": 3}
    mentions = [m for row in rows(tmp_path, "typed_sentences/profile=paper") for m in row["mentions"]]
    corrected = {(m["type"], m["origin"]) for m in mentions if m["target"] == "Deep Blue (chess computer)"}
    assert corrected == {("Device", "correction")}
    assert {(m["type"], m["origin"]) for m in mentions if m["target"] == "Blues"} == {("ENTITY", "")}
