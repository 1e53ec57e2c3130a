"""What the report says of how its runs differ from those of the papers."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.datasets.dataset import Manifest, Provenance
from schemas.model_options import ModelOptions
from tests.support.paths import SHARED
from training.report.encoder_sections import Training
from training.report.published import PUBLISHED
from training.report.recipes import BART_BASE, BERT_BASE_CASED, SAID, recipe_section

PAPERS = SHARED / "papers"
PUBLISHED_VALUES = {
    **{"batch_size": 16, "learning_rate": 5e-5, "epochs": 300, "patience": 8, "source_epochs": 2, "upsampling": 50},
    "seeds": [555, 666, 777],
    "settings": ["direct", "source-then-target", "joint"],
}


def manifest(dataset: str, **parameters: Any) -> Manifest:
    return Manifest(dataset, Provenance("0" * 64, dataset, 1, "0", parameters, []), "", 1, 1, 1, 0, {}, [])


def runs(target: str, model: str = "tagger", encoder: str = "plain", **values: Any) -> Manifest:
    return manifest("ner_runs", **PUBLISHED_VALUES | {"target": target, "model": model, "encoder": encoder} | values)


def rows(*of: Manifest, plain: str = BERT_BASE_CASED, models: tuple[Training, ...] = ()) -> list[str]:
    """Lines of the table, without those of its head."""
    targets = [each.provenance.parameters["target"] for each in of]
    section = recipe_section(of, {"plain": plain, "seq2seq": BART_BASE}, models, targets)
    return [line for line in section.markdown().splitlines() if line.startswith("|")][2:]


def test_the_published_recipe_differs_in_nothing() -> None:
    section = recipe_section([runs("ai"), runs("music")], {"plain": BERT_BASE_CASED}, [], ["ai", "music"])
    assert section.blocks[1:] == ["Nothing that they say differs."]


def test_another_encoder_and_other_values_are_told_with_the_runs_that_have_them() -> None:
    small = "bert, 2 layers of 64, 4,000 pieces, untrained"
    assert rows(runs("ai", seeds=[1]), runs("music", seeds=[1], patience=4), plain=small) == [
        f"| CrossNER | `plain` | {BERT_BASE_CASED} | {small} | all |",
        "| CrossNER | `seeds` | `3` | `1` | all |",
        "| CrossNER | `patience` | `8` | `4` | music direct plain tagger; music source-then-target plain tagger; "
        "music joint plain tagger |",
    ]


def test_a_value_counts_only_where_it_decides_something() -> None:
    assert rows(runs("ai", settings=["direct"], source_epochs=1, upsampling=1)) == []
    assert rows(runs("ai", source_epochs=1, upsampling=1)) == [
        "| CrossNER | `source_epochs` | `2` | `1` | ai source-then-target plain tagger |",
        "| CrossNER | `upsampling` | `50` | `1` | ai joint plain tagger |",
    ]


def test_settings_and_targets_have_values_of_their_own() -> None:
    assert rows(runs("politics")) == [
        "| CrossNER | `batch_size` | `32` | `16` | politics joint plain tagger |",
    ]
    assert rows(runs("politics", by_setting={"joint": {"batch_size": 32}})) == []
    vectors: dict[str, Any] = {"encoder": "word-vectors", "model": "bilstm-crf", "settings": ["joint"]}
    assert rows(runs("ai", **vectors, learning_rate=1e-3, upsampling=10, batch_size=32), plain="other") == []
    laner: dict[str, Any] = {"model": "laner", "settings": ["source-then-target"], "epochs": 100}
    assert rows(runs("restaurant", **laner)) == ["| LANER | `learning_rate` | `1e-05` | `5e-05` | all |"]
    assert rows(runs("restaurant", **laner, learning_rate=1e-5)) == []


def test_each_paper_has_its_own_recipe() -> None:
    assert rows(runs("ai", encoder="ner-bert-315", settings=["direct"], batch_size=32)) == [
        "| NER-BERT | `seeds` | `5` | `3` | all |",
    ]
    assert rows(runs("ai", encoder="ner-bert-315", settings=["direct"], batch_size=8, seeds=[1, 2, 3, 4, 5])) == [
        "| NER-BERT | `batch_size` | `16` or `32` | `8` | all |",
    ]


def test_pre_trainings_are_compared_too() -> None:
    dapt = manifest("dapt_model", epochs=15, batch_size=8, learning_rate=5e-5, block=128, mask_probability=0.2)
    models = (Training("dapt ai", dapt, []), Training("dapt music", dapt, []))
    assert rows(runs("ai", encoder="dapt"), models=models) == [
        "| CrossNER | `block` | `512` | `128` | dapt ai; dapt music |",
        "| CrossNER | `mask_probability` | `0.15` | `0.2` | dapt ai; dapt music |",
    ]


@pytest.mark.parametrize(
    "of",
    [
        runs("films"),
        runs("ai", model="rnn"),
        runs("ai", few_shot=[50]),
        runs("ai", settings=["direct+others@0.5"]),
        manifest("ner_runs", target="ai", model="gliner", encoder="gliner_small"),
    ],
)
def test_there_is_no_section_where_no_published_figures_stand(of: Manifest) -> None:
    assert recipe_section([of], {}, [], ["films", "ai"]).blocks == []
    assert recipe_section([runs("ai")], {}, [], []).blocks == []


def test_every_said_value_is_of_a_published_model() -> None:
    for said in SAID:
        assert any(
            each.source == said.paper
            and " (" not in each.model
            and (not said.kinds or ModelOptions.parse(each.model).kind in said.kinds)
            and said.setting in ("", each.setting)
            and (not said.target or said.target in each.f1)
            for each in PUBLISHED
        ), said


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers lie beside the checkout: shared/papers")
def test_what_the_papers_themselves_say_is_printed_in_them() -> None:
    texts = {name: (PAPERS / f"{name}.txt").read_text("utf-8") for name in ("crossner", "ner-bert", "laner")}
    assert "learning rate of $5e-5$ for both pre-training and fine-tuning" in texts["ner-bert"]
    assert "batch size of 960 for pre-training and a batch size of 32 or 16 for fine-tuning" in texts["ner-bert"]
    assert "averaged over five runs" in texts["ner-bert"]
    assert "Results are averaged over three runs" in texts["crossner"]
    assert "LR\t5e-5\t5e-5\t1e-5" in texts["laner"]
    assert "ME\t100\t100\t100" in texts["laner"]


def test_runs_of_which_the_papers_name_no_values_are_told() -> None:
    *_, told = recipe_section([runs("ai"), runs("ai", model="tagger-crf")], {}, [], ["ai"]).blocks
    assert told == "Of these they name no values: ai source-then-target plain tagger-crf."
