"""Which file of an annotated dataset is which split."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.benchmark import NerBenchmark
from tests.tasks.conftest import Configure


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


def test_a_dev_split_of_no_dataset_is_refused(tmp_path: Path, configure: Configure) -> None:
    folder(tmp_path / "tiny", "train", "dev")
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "tiny"})
    NerBenchmark(dataset="tiny").check_inputs()
    configure(NerBenchmark={"directory": tmp_path, "dev_is_test": "tiny,tinny"})
    with pytest.raises(
        InputError, match=r"dev_is_test in .NerBenchmark. names tinny, which .* has no folder of; it has tiny"
    ):
        NerBenchmark(dataset="tiny").check_inputs()
