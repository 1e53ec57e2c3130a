"""What a fine-tuning refuses before it trains."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, sentences, write_encoder
from tests.support.training.datasets import ner_row
from tests.training.jobs.conftest import Settings
from training.jobs.ner_runs import FineTuning
from training.jobs.run_plan import Run
from training.loop.runtime import Runtime


def test_a_model_is_refused_on_an_encoder_of_the_other_kind(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"encoder: bartner needs a sequence-to-sequence model \(bart\), and this is an"
    ):
        FineTuning(**settings | {"model": "bartner"}).units()
    bart = write_encoder(tmp_path / "bart", seq2seq=True)
    for model in ("tagger", "coach"):
        with pytest.raises(InputError, match=rf"bart: {model} needs an encoder .*, and this is a sequence-to-sequence"):
            FineTuning(**settings | {"encoder": bart, "model": model}).units()


def test_a_source_that_is_all_dev_and_test_of_the_target_is_refused(
    settings: Settings, tmp_path: Path, runtime: Runtime
) -> None:
    source = benchmark(tmp_path, train=sentences(8, 2, place="city"))
    job = FineTuning(**settings | {"source": source, "settings": ["joint"]})
    with pytest.raises(InputError) as error:
        job.run(Run("joint", 1, 0), runtime)
    assert str(error.value) == (
        f"{source}: all 8 sentences of its split train stand in the dev or test split of the target "
        f"({settings['target']}); name another source"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"settings": ["direct+a"]}, "settings: direct+a adds a, whose place is not given in added"),
        ({"by_setting": {"direct": {"epochs": 0}}}, "epochs = 0: give 1 or more"),
        ({"settings": ["direct", "jiont"]}, "settings: there is no jiont; there are direct, source-then-target, joint"),
        ({"settings": []}, "settings = []: give one value"),
        ({"seeds": [1, 1]}, "seeds = [1, 1]: give one value or several different ones"),
        ({"seeds": [-1]}, "seeds = [-1]: give numbers from 0"),
        ({"seeds": [1 << 32]}, "seeds = [4294967296]: give numbers from 0 to 4294967295"),
        ({"source": ""}, "source-then-target, joint needs a source dataset; set source, or take direct alone"),
        ({"few_shot": [25]}, "few_shot = 25: "),
        ({"few_shot": [-1]}, "few_shot = -1: give numbers of sentences"),
        ({"epochs": 0}, "epochs = 0: give 1 or more"),
        ({"patience": -1}, "patience = -1: give 0 or more"),
        ({"learning_rate": 0.0}, "learning_rate = 0.0: give a number above 0"),
        ({"max_length": 33}, "max_length = 33: "),
        ({"max_length": 2}, "takes 3 to 32 pieces"),
        ({"unlabelled": -1}, "unlabelled = -1: give 0 or more"),
        (
            {"unlabelled": 5, "text": "there"},
            "unlabelled = 5: give text, and take a model that learns from it (crosslm)",
        ),
        ({"unlabelled": 5, "model": "crosslm"}, "unlabelled = 5: give text, and take a model that learns from it"),
        ({"model": "laner-no"}, "model = laner-no: no such model"),
        (
            {"label_map": {}, "labels": "target"},
            "the source has types that the target lacks: city; name the target's type for each",
        ),
        ({"normalise": {"animal": "thing"}}, "normalise names types that the target lacks: animal"),
    ],
)
def test_what_cannot_be_used_is_refused_before_training(settings: Settings, change: Settings, message: str) -> None:
    with pytest.raises(InputError) as error:
        FineTuning(**settings | change).units()
    assert message in str(error.value)


def test_a_target_without_a_test_split_is_refused(settings: Settings, tmp_path: Path) -> None:
    target = benchmark(tmp_path, train=sentences(2, 1), dev=sentences(2, 2))
    with pytest.raises(InputError, match="there is no split=test in it; it has split=dev, split=train"):
        FineTuning(**settings | {"target": target}).units()


@pytest.mark.parametrize(("split", "use"), [("train", "trained on"), ("dev", "chosen by")])
def test_a_split_without_an_entity_is_refused_and_few_sentences_without_one_are_not(
    split: str, use: str, settings: Settings, tmp_path: Path
) -> None:
    bare = [ner_row("today near")] * 4
    splits = {"train": sentences(8, 1), "dev": sentences(2, 2), "test": sentences(2, 3)}
    target = benchmark(tmp_path / "bare", **splits | {split: bare})
    with pytest.raises(InputError) as error:
        FineTuning(**settings | {"target": target}).units()
    assert str(error.value) == (
        f"{target}: {split} has no entities, so models cannot be {use} it; give the dataset a {split}.txt with some"
    )
    few = benchmark(tmp_path / "few", **splits | {split: [*bare, *splits[split]]})
    assert len(FineTuning(**settings | {"target": few, "few_shot": [4], "settings": ["direct"]}).units()) == 1
    # Places, which are all that the split has, are no entities here.
    places = benchmark(tmp_path / "places", **splits | {split: [ner_row("near oslo/B-place")]})
    merged = {"target": places, "normalise": {"place": "O"}}
    with pytest.raises(InputError, match=f"{split} has no entities, .* with some, or leave it some in normalise$"):
        FineTuning(**settings | merged).units()


def test_an_encoder_that_is_none_is_refused(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        FineTuning(**settings | {"encoder": str(tmp_path / "none")}).units()


def test_few_sentences_may_be_all_there_are(settings: Settings) -> None:
    assert len(FineTuning(**settings | {"few_shot": [24], "seeds": [0, (1 << 32) - 1]}).units()) == 3 * 2


def test_direct_needs_no_source(settings: Settings) -> None:
    assert len(FineTuning(**settings | {"source": "", "settings": ["direct"]}).units()) == 1
