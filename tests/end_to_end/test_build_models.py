"""From the dump to the evaluation report, as a person runs it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.build import build, contents, copy_build, datasets, manifest, rows, settings

pytestmark = pytest.mark.builds

TINY = """
[BuildCorpora]
profiles = paper
label_sets = 4
[NewEncoder]
vocabulary_size = 1000
hidden_size = 16
layers = 1
intermediate_size = 32
[DaptModel]
level = task
block = 64
epochs = 1
[NerBert]
epochs = 1
[FineTuning]
settings = direct,source-then-target
few_shot = 20,0
epochs = 1
source_epochs = 1
[EvaluationReport]
targets = ai
encoders = plain,dapt,ner-bert-4
models = tagger
"""


@pytest.fixture(scope="module")
def built(sample_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the sample down to the report, with models as small as they can be."""
    root = tmp_path_factory.mktemp("models")
    copy_build(sample_build, root)
    status, output = build(root, settings(root, TINY), "BuildAll", training=True)
    assert status == 0, output
    return root


def test_every_model_is_trained_and_scored(sample_build: Path, built: Path) -> None:
    new = datasets(built).keys() - datasets(sample_build).keys()
    assert {name for name in new if not name.startswith("rejects/")} == {
        "encoder/name=new",
        "dapt_model/domain=ai/level=task/masking=span/share=1.0",
        "ner_bert/label_set=4",
        "ner_benchmark/dataset=ai",
        "ner_benchmark/dataset=general",
        *(
            f"{kind}/target=ai/encoder={encoder}/model=tagger"
            for kind in ("ner_runs", "ner_scores", "ner_predictions")
            for encoder in ("plain", "dapt", "ner-bert-4")
        ),
        "entity_representations/target=ai",
        "evaluation",
    }
    runs = rows(built, "ner_runs/target=ai/encoder=dapt/model=tagger")
    assert [(run["setting"], run["few_shot"], run["sentences"]) for run in runs] == [
        ("direct", 20, 20),
        ("direct", 0, 60),
        ("source-then-target", 20, 20),
        ("source-then-target", 0, 60),
    ]
    assert {row["encoder"] for row in rows(built, "entity_representations/target=ai")} == {
        "plain",
        "dapt",
        "ner-bert-4",
    }


def test_a_model_is_what_its_manifest_says(built: Path) -> None:
    found = manifest(built, "ner_bert/label_set=4")
    names = [part.name for part in found.parts]
    assert "_best/model.safetensors" in names and "_last/model.safetensors" in names
    assert {source.name for source in found.provenance.inputs} == {"encoder", "ner_corpus"}
    folder = datasets(built)["ner_bert/label_set=4"]
    card = (folder / "_README.md").read_text()
    assert card.startswith("---\npretty_name: NER BERT of samplewiki\nlanguage:\n- en\nlicense: other\n")
    assert "\n---\n\n# ner_bert\n" in card


def test_the_report_is_where_people_look(built: Path) -> None:
    folder = built / "data" / "samplewiki-20260901" / "evaluation_report"
    report = (folder / "evaluation.md").read_text()
    pictures = re.findall(r"\]\(([^)]+\.svg)\)", report)
    assert pictures
    assert all((folder / picture).read_text().startswith("<?xml") for picture in pictures)


def test_a_complete_build_does_nothing(built: Path) -> None:
    before = contents(built)
    status, output = build(built, built / "settings.cfg", "BuildAll", training=True)
    assert status == 0
    assert "training /" not in output
    assert contents(built) == before


def test_nothing_is_left_of_the_work(built: Path) -> None:
    assert not [path for path in (built / "data" / "_staging").rglob("*") if path.is_file()]
    assert not [path for path in (built / "scratch" / "jobs").rglob("*") if path.is_file()]


def test_settings_are_checked_before_any_work(tmp_path: Path) -> None:
    """`tests/tasks/settings/test_checked_settings.py` has what is refused."""
    text = "[EvaluationReport]\nencoders = plain,dpat\n"
    status, output = build(tmp_path, settings(tmp_path, text), "BuildModels", training=True)
    assert status == 40, output
    assert re.search("= dpat: must be some of these.*: plain, dapt, ner-bert-… with the name of a label set", output)
    assert datasets(tmp_path) == {}


def test_without_the_extra_the_corpora_alone_are_offered(tmp_path: Path) -> None:
    status, output = build(tmp_path, settings(tmp_path), "BuildModels")
    assert status in (35, 40), output
    assert "install the project with its extra, `pip install '.[training]'`, or build the corpora alone" in output
