from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from corpora.examples import open_annotated, read_examples, sample_rows
from schemas.chance import uniform
from schemas.errors import InputError
from schemas.root.current import current_snapshot, make_current, make_snapshot_current
from tests.support.annotated import sentences_of, small_benchmark, small_corpus
from tests.support.dapt_data import write_dataset


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return small_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> str:
    return small_benchmark(tmp_path_factory.mktemp("benchmark"))


def test_examples_come_in_the_order_of_the_dataset(corpus: str) -> None:
    dataset = open_annotated(corpus)
    assert {split: each.rows for split, each in dataset.splits.items()} == {"train": 11, "validation": 3}
    for split, sentences in sentences_of(corpus).items():
        examples = list(read_examples(dataset, split))
        assert [(each.text, each.tokens) for each in examples] == [(each.text, each.tokens) for each in sentences]
        for example in examples:
            pieces = [piece for pair in zip(example.gaps(), [*example.tokens, ""], strict=True) for piece in pair]
            assert "".join(pieces) == example.text
    first = next(read_examples(dataset, "train"))
    assert first.entities() == [(0, 1, "ORG", "Q1"), (3, 4, "city", None)]
    assert (first.starts, first.tags) == ([0, 4, 10, 13, 17], ["B-ORG", "O", "O", "B-city", "O"])
    assert first.source == {
        "page_id": 300,
        "rev_id": 70,
        "title": "Page",
        "url": "https://xx.example/w/index.php?oldid=70",
        "paragraph": 0,
        "sentence": 0,
        "copy": 0,
    }


def test_a_corpus_from_before_there_were_wikidata_items_is_read(tmp_path: Path) -> None:
    first = next(read_examples(open_annotated(small_corpus(tmp_path, qids=False)), "train"))
    assert first.qids is None
    assert first.entities() == [(0, 1, "ORG", None), (3, 4, "city", None)]


def test_tokens_without_text_are_joined_by_a_space(benchmark: str) -> None:
    dataset = open_annotated(benchmark)
    [first, second] = read_examples(dataset, "train")
    assert first == (
        {"sentence": 0},
        "Ann Lee sings",
        ["Ann", "Lee", "sings"],
        [0, 4, 8],
        ["B-person", "I-person", "O"],
        None,
    )
    assert (second.text, second.starts) == ("New York .", [0, 9])


def test_a_sample_is_drawn_by_hash(corpus: str) -> None:
    dataset = open_annotated(corpus)
    places = [
        tuple(each.source[name] for name in ("page_id", "paragraph", "sentence", "copy"))
        for each in read_examples(dataset, "train")
    ]
    by_hash = sorted(range(11), key=lambda row: uniform(3, "export", *places[row]))
    for number in (1, 4, 10, 11, 99):
        rows = sample_rows(dataset, "train", number, seed=3)
        assert rows.tolist() == sorted(by_hash[:number])
    assert sample_rows(dataset, "train", 4, seed=4).tolist() != sample_rows(dataset, "train", 4, seed=3).tolist()
    drawn = [each.source["sentence"] for each in read_examples(dataset, "train", np.array([0, 5, 9]))]
    assert drawn == [places[row][2] for row in (0, 5, 9)]


@pytest.mark.parametrize("kept", [0, 8, 0.5, 0.99])
def test_a_part_that_was_cut_is_named(tmp_path: Path, kept: float) -> None:
    dataset = open_annotated(small_benchmark(tmp_path / "data"))
    [part] = Path(dataset.location, "split=train").iterdir()
    content = part.read_bytes()
    part.write_bytes(content[: int(kept * len(content)) if kept < 1 else int(kept)])
    told = (
        rf"^{part}: cannot be read \(.*\); compare it with its checksum in _manifest.json, and fetch or build it again$"
    )
    with pytest.raises(InputError, match=told):
        list(read_examples(dataset, "train"))
    with pytest.raises(InputError, match=told):
        sample_rows(dataset, "train", 1, seed=0)


def test_a_page_of_a_part_that_was_changed_is_named(tmp_path: Path) -> None:
    dataset = open_annotated(small_benchmark(tmp_path, train="".join(f"word{n}\tO\n\n" for n in range(3000))))
    [part] = Path(dataset.location, "split=train").iterdir()
    content = bytearray(part.read_bytes())
    content[4:2000] = bytes(1996)
    part.write_bytes(content)
    with pytest.raises(InputError, match=rf"^{part}: cannot be read \("):
        list(read_examples(dataset, "train"))


def test_a_sample_of_many_rows_holds_few_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = open_annotated(small_benchmark(tmp_path, train="a\tO\n\n" * 9000))
    expected = sorted(sorted(range(9000), key=lambda row: uniform(0, "export", row))[:50])
    assert sample_rows(dataset, "train", 50, seed=0).tolist() == expected
    argsort, held = np.argsort, list[int]()

    def counted(values: npt.NDArray[np.float64], **order: Any) -> npt.NDArray[np.int64]:
        held.append(len(values))
        return argsort(values, **order)

    monkeypatch.setattr(np, "argsort", counted)
    # Batches of 4,096 rows; those are thrown away that cannot be drawn any more, once twice the number is held.
    for room, looked_at in ((0, [4096, 4146, 858, 50]), (4096 - 100, [4096, 4146, 858]), (4097 - 100, [8192, 858])):
        monkeypatch.setattr("corpora.examples._HELD", room)
        held.clear()
        assert sample_rows(dataset, "train", 50, seed=0).tolist() == expected
        assert held == looked_at


def test_the_current_build_of_a_dataset_is_taken(tmp_path: Path, corpus: str) -> None:
    for name in ("build=0123abcd", "build=4567abcd"):
        shutil.copytree(corpus, tmp_path / name)
    with pytest.raises(InputError, match=r"which build\? give one of build=0123abcd, build=4567abcd"):
        open_annotated(str(tmp_path))
    make_current(str(tmp_path / "build=4567abcd"))
    assert open_annotated(str(tmp_path)).location == str(tmp_path / "build=4567abcd")
    assert open_annotated(str(tmp_path / "build=0123abcd")).location == str(tmp_path / "build=0123abcd")
    # The current one was deleted by hand: one is left.
    shutil.rmtree(tmp_path / "build=4567abcd")
    assert open_annotated(str(tmp_path)).location == str(tmp_path / "build=0123abcd")


def test_the_builds_below_a_directory_are_named(tmp_path: Path, corpus: str) -> None:
    for label_set in range(1, 7):
        shutil.copytree(corpus, tmp_path / "ner_corpus" / f"label_set={label_set}" / "build=0123abcd")
    for end in ("", "/"):
        with pytest.raises(InputError) as error:
            open_annotated(f"{tmp_path}/ner_corpus{end}")
        assert str(error.value) == (
            f"{tmp_path}/ner_corpus{end}: which build? give one of label_set=1, label_set=2, label_set=3, "
            "label_set=4, label_set=5, … below it"
        )
    with pytest.raises(InputError, match=r"nowhere: no dataset here"):
        open_annotated(str(tmp_path / "nowhere"))


def test_a_stale_build_is_not_named_but_each_where_none_is_current(tmp_path: Path, corpus: str) -> None:
    for name in ("label_set=1/build=0123abcd", "label_set=1/build=4567abcd", "label_set=2/build=0123abcd"):
        shutil.copytree(corpus, tmp_path / name)
    shutil.copytree(corpus, tmp_path / "label_set=2/build=4567abcd")
    make_current(str(tmp_path / "label_set=1/build=4567abcd"))
    choices = "label_set=1, label_set=2/build=0123abcd, label_set=2/build=4567abcd"
    with pytest.raises(InputError, match=rf"which build\? give one of {choices} below it"):
        open_annotated(str(tmp_path))
    (tmp_path / "label_set=1/_current.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"give one of label_set=1/build=0123abcd, label_set=1/build=4567abcd, "):
        open_annotated(str(tmp_path))


def test_a_root_is_no_dataset_though_its_current_file_names_no_build(tmp_path: Path) -> None:
    make_snapshot_current(str(tmp_path), "wiki-1")
    with pytest.raises(InputError) as error:
        open_annotated(str(tmp_path))
    assert str(error.value) == f"{tmp_path}: no dataset here (_manifest.json is missing)"
    assert current_snapshot(str(tmp_path)) == "wiki-1"


def test_other_datasets_are_refused(tmp_path: Path) -> None:
    other = write_dataset(tmp_path, "domain_pages", [])
    with pytest.raises(
        InputError, match=r"is 'domain_pages', which is not read as annotated text; give a build of ner_"
    ):
        open_annotated(other)
    empty = write_dataset(tmp_path, "ner_corpus", [])
    with pytest.raises(InputError, match=r"ner_corpus.*: holds no examples"):
        open_annotated(empty)
