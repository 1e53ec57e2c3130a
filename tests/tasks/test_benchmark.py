"""Which file of an annotated dataset is which split."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from schemas.errors import InputError
from tasks.annotation import SentenceScores
from tasks.benchmark import NerBenchmark
from tasks.evaluation import EntityRepresentations
from tasks.fine_tuning import FineTuning
from tasks.outside import OutsideBaseline
from tasks.settings.check import CheckedTask
from tests.support.configured import Configure


def folder(place: Path, *splits: str) -> Path:
    place.mkdir()
    for split in splits:
        (place / f"{split}.txt").write_text("a\tO\n")
    return place


def test_a_dev_split_may_be_the_test_split(tmp_path: Path, configure: Configure) -> None:
    folder(tmp_path / "tiny", "train", "dev")
    full = folder(tmp_path / "full", "train", "dev", "test")
    configure(NerBenchmark={"directory": tmp_path})
    plain = NerBenchmark(dataset="tiny")
    assert plain.files().keys() == {"train", "dev"}
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "tiny"})
    task = NerBenchmark(dataset="tiny")
    assert {split: Path(uri).name for split, (uri,) in task.files().items()} == {
        "train": "train.txt",
        "test": "dev.txt",
    }
    assert plain.parameters() == {"dataset": "tiny"}
    assert task.parameters() == {"dataset": "tiny", "dev_share": 0.1, "seed": 0}
    assert NerBenchmark(dataset="full").parameters() == {"dataset": "full"}
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "full"})
    with pytest.raises(InputError, match="names full, which has train, dev, test: it is for datasets with a dev split"):
        NerBenchmark(dataset="full").files()
    (full / "dev.txt").unlink()
    configure(NerBenchmark={"directory": tmp_path})
    assert NerBenchmark(dataset="full").parameters() == {"dataset": "full", "dev_share": 0.1, "seed": 0}


def test_a_dev_split_of_no_dataset_is_refused_where_one_may_be_meant(tmp_path: Path, configure: Configure) -> None:
    """A directory that is given beside a settings file need not have all that the file names: that of `annotate`."""
    folder(tmp_path / "tiny", "train", "dev")
    folder(tmp_path / "music-1", "train", "dev", "test")
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "tiny"})
    NerBenchmark(dataset="tiny").check_inputs()
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "tinny"})
    NerBenchmark(dataset="music-1").check_inputs()
    told = r"dev_is_test in .NerBenchmark. names tinny, which .* has no folder of; it has music-1, tiny"
    with pytest.raises(InputError, match=told):
        NerBenchmark(dataset="tiny").check_inputs()


def test_a_folder_whose_name_no_dataset_may_have_is_named(tmp_path: Path, configure: Configure) -> None:
    folder(tmp_path / "tiny", "train", "test")
    folder(tmp_path / "My Data", "train")
    configure(NerBenchmark={"directory": tmp_path})
    with pytest.raises(InputError) as error:
        NerBenchmark.all()
    assert str(error.value) == (
        f"directory in [NerBenchmark] = {tmp_path}: the folder 'My Data' in it has data, and that of a dataset needs a "
        "name of letters, digits, '.', '-' and '_' that begins with a letter or digit, at most 100 characters; rename "
        "it or move it away"
    )


def test_a_directory_that_is_not_there_is_named_once(tmp_path: Path, configure: Configure) -> None:
    configure(NerBenchmark={"directory": tmp_path / "none"})
    with pytest.raises(InputError, match=r"^directory in \[NerBenchmark\] = \S+/none: no such directory \(looked in "):
        NerBenchmark(dataset="tiny").files()


@pytest.mark.parametrize("name", ["others", "each", "joint", "source-then-target", "laner-no-context-crf", "flair"])
def test_a_folder_whose_name_settings_have_for_something_else_is_named(
    name: str, tmp_path: Path, configure: Configure
) -> None:
    folder(tmp_path / "direct-mail", "train", "test")
    folder(tmp_path / name, "train", "test")
    configure(NerBenchmark={"directory": tmp_path})
    with pytest.raises(InputError) as error:
        NerBenchmark(dataset=name).check_inputs()
    assert str(error.value) == (
        f"directory in [NerBenchmark] = {tmp_path}: the folder {name} in it has data, and no dataset can be called "
        f"{name}: settings of trainings have the name for something else; rename it or move it away"
    )


@pytest.mark.parametrize(("splits", "most"), [(("train", "dev", "test"), 20), (("train", "test"), 18)])
def test_more_sentences_than_the_target_has_are_refused_before_work_begins(
    splits: tuple[str, ...], most: int, tmp_path: Path, configure: Configure
) -> None:
    place = folder(tmp_path / "tiny", *splits)
    (place / "train.txt").write_text("word\tB-x\n\n" * 20, encoding="utf-8")

    def check(few_shot: str) -> None:
        settings = {"settings": "direct", "few_shot": few_shot}
        configure(NerBenchmark={"directory": tmp_path, "dev_share": 0.1}, FineTuning=settings)
        FineTuning(target="tiny", encoder="plain", model="tagger").check_inputs()

    check(f"0,0.5,{most}")
    with pytest.raises(InputError) as error:
        check(f"10,{most + 1},0.5")
    assert str(error.value) == (
        f"few_shot in [FineTuning] = 10,{most + 1},0.5: the split train of tiny has {most} sentences; give at most as "
        "many, or 0 for all"
    )


def test_folders_that_are_hidden_or_have_no_data_are_passed_over(tmp_path: Path, configure: Configure) -> None:
    folder(tmp_path / "tiny", "train", "test")
    folder(tmp_path / ".ipynb_checkpoints", "train")
    folder(tmp_path / "My Notes")
    configure(NerBenchmark={"directory": tmp_path})
    assert list(NerBenchmark.all()) == ["tiny"]


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        (("train",), "has train.txt, and a dataset that models are scored on needs a test split: add test.txt"),
        (
            ("train", "dev"),
            "has train.txt, dev.txt, and a dataset that models are scored on needs a test split: add test.txt, or name "
            "tiny in dev_is_test in [NerBenchmark] if dev.txt is its test split",
        ),
        (
            ("train", "Test"),
            "has train.txt, and a dataset that models are scored on needs a test split: add test.txt (Test.txt is not "
            "read: the splits of a dataset are train.txt, dev.txt and test.txt, or these with .gz or "
            ".bz2)",
        ),
    ],
)
def test_a_target_without_a_test_split_is_refused_before_work_begins(
    splits: tuple[str, ...], message: str, tmp_path: Path, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(tmp_path / "tiny", *splits)
    folder(tmp_path / "full", "train", "test")
    monkeypatch.setattr("tasks.outside.check_environment", lambda *_: None)
    configure(NerBenchmark={"directory": tmp_path}, FineTuning={"source": "tiny"})

    def steps(target: str) -> list[CheckedTask]:
        return [
            FineTuning(target=target, encoder="plain", model="tagger"),
            OutsideBaseline(target=target, model="transformers"),
            SentenceScores(profile="paper", domain="ai", benchmark=target),
            EntityRepresentations(target=target, encoders="plain"),
        ]

    for step in steps("tiny"):
        with pytest.raises(InputError) as error:
            step.check_inputs()
        assert str(error.value) == f"{place}: {message}"
    for step in steps("full"):
        step.check_inputs()


def test_what_is_not_read_and_what_makes_scores_doubtful_is_said_once(
    tmp_path: Path, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder(tmp_path / "tiny", "train", "test", "valid")
    for name in (".DS_Store", "train.txt~"):
        (place / name).touch()
    counts = {
        "sentences": {"train": 4, "test": 1200},
        "types of test that train lacks": {"film": 12, "city": 1},
        "sentences of test": {"also in train": 18},
    }
    monkeypatch.setattr(NerBenchmark, "manifest", lambda _task: SimpleNamespace(counts=counts))
    configure(NerBenchmark={"directory": tmp_path})
    assert list(NerBenchmark(dataset="tiny").doubts()) == [
        f"{place}: train.txt~, valid.txt are not read: the splits of a dataset are train.txt, dev.txt and test.txt, or "
        "these with .gz or .bz2"
    ]
    assert list(NerBenchmark(dataset="tiny").doubts_when_built()) == [
        f"{place}: test has entities of types that train lacks, which cannot be learned from it: city 1, film 12",
        f"{place}: 18 of the 1,200 sentences of test (1.5%) stand in train too; scores on them show what was learned "
        "by heart",
    ]
    for name in ("valid.txt", "train.txt~"):
        (place / name).unlink()
    counts = {"sentences": {"train": 4, "test": 1200}, "sentences of test": {"also in train": 0}}
    assert not list(NerBenchmark(dataset="tiny").doubts())
    assert not list(NerBenchmark(dataset="tiny").doubts_when_built())


def test_a_source_that_there_is_not_is_told_by_its_setting(tmp_path: Path, configure: Configure) -> None:
    """The name is often that of a settings file below one's own."""
    folder(tmp_path / "tiny", "train", "dev", "test")
    configure(NerBenchmark={"directory": tmp_path}, FineTuning={"source": "general", "settings": "joint"})
    told = "source in [FineTuning] = general: directory in [NerBenchmark] has no such dataset; there is {}"
    named = told.format("a dataset in tiny. Name one that there is, or set settings = direct")
    with pytest.raises(InputError, match=f"^{re.escape(named)}$"):
        FineTuning(target="tiny", encoder="plain", model="tagger").requires()
    configure(NerBenchmark={"directory": tmp_path / "tiny"}, FineTuning={"source": "general", "settings": "joint"})
    itself = (
        f"no dataset in {tmp_path / 'tiny'}, which is one itself: name the folder above it. Or set settings = direct"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told.format(itself))}$"):
        FineTuning(target="tiny", encoder="plain", model="tagger").requires()
