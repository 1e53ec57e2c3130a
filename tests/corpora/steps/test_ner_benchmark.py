"""The step ner_benchmark: splits, counts, and what is refused; on a dataset made here and on the published ones."""

from __future__ import annotations

import bz2
import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpora.steps.ner_benchmark import score_doubts, split_files, unread_files
from corpora.transforms import ReadBenchmark
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Manifest, Provenance
from schemas.datasets.shards import Destination, Target, write_shard
from schemas.errors import InputError
from schemas.files import storage
from tests.support.build import build, manifest, rows, settings

TRAIN = "Ann\tB-person\nsings\tO\n\nIn\tO\nRome\tI-city\n\n\n"
DEV = "In\tO\nRome\tB-city\n\nBob\tB-person\nLee\tI-person\n"
PROVENANCE = Provenance("0" * 64, "ner_benchmark", 1, "0", {}, [])


def write_files(folder: Path, **splits: str) -> Path:
    folder.mkdir(parents=True)
    for split, text in splits.items():
        (folder / f"{split}.txt").write_text(text)
    return folder


def read(root: Path, files: dict[str, str], dev_share: float = 0.1, seed: int = 0) -> Manifest:
    outputs = [
        Destination(name, str(root / name), str(root / "staging" / name)) for name in ("ner_benchmark", "rejects")
    ]
    step = ReadBenchmark(Target(outputs, PROVENANCE, 0.0), files, dev_share, seed)
    units = step.units()
    prepare(units, outputs, PROVENANCE.identity)
    descriptors = [write_shard(unit, process=step.process(), outputs=outputs) for unit in units]
    return commit(descriptors, outputs, PROVENANCE, units=len(units), max_reject_share=0)[0]


def test_splits_keep_their_order_and_are_counted(tmp_path: Path) -> None:
    write_files(tmp_path / "in" / "tiny", train=TRAIN, dev=DEV)
    written = read(tmp_path, split_files(str(tmp_path / "in"), "tiny"))
    found = {
        split: pq.read_table(tmp_path / "ner_benchmark" / f"split={split}", partitioning=None).to_pylist()
        for split in ("train", "dev")
    }
    assert found == {
        "train": [
            {"sentence": 0, "tokens": ["Ann", "sings"], "tags": ["B-person", "O"], "ner_tags": [3, 0]},
            {"sentence": 1, "tokens": ["In", "Rome"], "tags": ["O", "B-city"], "ner_tags": [0, 1]},
        ],
        "dev": [
            {"sentence": 0, "tokens": ["In", "Rome"], "tags": ["O", "B-city"], "ner_tags": [0, 1]},
            {"sentence": 1, "tokens": ["Bob", "Lee"], "tags": ["B-person", "I-person"], "ner_tags": [3, 4]},
        ],
    }
    assert written.classes == {"ner_tags": ["O", "B-city", "I-city", "B-person", "I-person"]}
    assert written.counts == {
        "sentences": {"train": 2, "dev": 2},
        "tokens": {"train": 4, "dev": 4},
        "entities": {"train": 2, "dev": 2},
        "entities of train": {"person": 1, "city": 1},
        "entities of dev": {"person": 1, "city": 1},
        "sentences repeated": {"train∩dev": 1},
        "sentences without tokens": {"train": 1, "dev": 0},
        "tags repaired": {"train": 1, "dev": 0},
    }
    assert (written.rows, written.seen, written.rejected) == (4, 4, 0)
    assert pq.read_table(tmp_path / "rejects").num_rows == 0


@pytest.mark.parametrize(("share", "sentences"), [(0.1, 2), (0.25, 5), (0.5, 10), (0.001, 1)])
def test_without_a_dev_split_one_is_drawn_from_train(share: float, sentences: int, tmp_path: Path) -> None:
    words = [chr(ord("a") + number) for number in range(20)]
    folder = write_files(tmp_path / "in" / "tiny", train="".join(f"{word}\tO\n\n" for word in words), test="x\tB-x\n")
    files = split_files(str(folder.parent), "tiny")
    assert read(tmp_path / "a", files, share).counts["drawn from train"] == {"dev": sentences}

    def split(root: str, name: str) -> list[str]:
        rows = pq.read_table(tmp_path / root / "ner_benchmark" / f"split={name}", partitioning=None).to_pylist()
        assert [row["sentence"] for row in rows] == list(range(len(rows)))
        return [row["tokens"][0] for row in rows]

    train, dev = split("a", "train"), split("a", "dev")
    assert len(dev) == sentences
    assert (train, dev) == ([word for word in words if word not in dev], sorted(dev))
    assert split("a", "test") == ["x"]
    read(tmp_path / "b", files, share, seed=1)
    assert sentences < 2 or split("b", "dev") != dev


def test_one_sentence_is_not_divided(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "in" / "tiny", train="a\tO\n", test="x\tB-x\n")
    with pytest.raises(InputError, match="one sentence cannot be divided into the splits train and dev"):
        read(tmp_path, split_files(str(folder.parent), "tiny"))


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.99])
def test_of_two_sentences_each_split_gets_one(tmp_path: Path, share: float) -> None:
    folder = write_files(tmp_path / "in" / "tiny", train="a\tO\n\nb\tO\n", test="x\tB-x\n")
    counts = read(tmp_path, split_files(str(folder.parent), "tiny"), share).counts
    assert (counts["drawn from train"], counts["sentences"]) == ({"dev": 1}, {"dev": 1, "test": 1, "train": 1})


def test_a_sentence_that_repeats_in_a_split_counts_once_as_repeated(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "in", train="a\tO\n\n" * 3, dev="a\tB-x\n\nb\tO\n", test="a\tO\n\na\tO\n\nb\tO\n")
    files = {split: str(folder / f"{split}.txt") for split in ("train", "dev", "test")}
    assert read(tmp_path, files).counts["sentences repeated"] == {"train∩dev": 1, "train∩test": 1, "dev∩test": 2}


def test_what_of_test_is_in_train_or_cannot_be_learned_from_it_is_counted(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path / "in",
        train="a\tB-x\n\nb\tO\n",
        dev="c\tB-z\n",
        test="a\tB-x\n\na\tB-y\n\nb\tB-z\nd\tB-z\n\nb\tB-y\n",
    )
    counts = read(tmp_path, {split: str(folder / f"{split}.txt") for split in ("train", "dev", "test")}).counts
    assert counts["types of test that train lacks"] == {"y": 2, "z": 2}
    assert counts["sentences of test"] == {"also in train": 3}
    same = write_files(tmp_path / "same", train="a\tB-x\n", dev="b\tO\n", test="c\tB-x\n")
    counts = read(tmp_path / "b", {split: str(same / f"{split}.txt") for split in ("train", "dev", "test")}).counts
    assert "types of test that train lacks" not in counts
    assert counts["sentences of test"] == {"also in train": 0}


@pytest.mark.parametrize("text", ["", "\n\n", "-DOCSTART- -X- O O\n\n"])
def test_an_empty_split_is_refused(tmp_path: Path, text: str) -> None:
    write_files(tmp_path / "in" / "tiny", train=TRAIN, test=text)
    with pytest.raises(InputError, match=r"tiny/test\.txt: no sentences; the split test may be missing, but not empty"):
        read(tmp_path, split_files(str(tmp_path / "in"), "tiny"))


def test_the_bad_lines_of_all_splits_are_told_at_once(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "in" / "tiny", train="a\n\nb\n", dev=DEV, test="c\n")
    with pytest.raises(InputError) as error:
        read(tmp_path, split_files(str(tmp_path / "in"), "tiny"))
    assert str(error.value) == "; ".join(
        f"{folder / place}: {token!r} has no tag; a line is a token, a tab and its tag"
        for place, token in [("train.txt, line 1", "a"), ("train.txt, line 3", "b"), ("test.txt, line 1", "c")]
    )


@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_files_are_found_with_their_suffix(tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes]) -> None:
    folder = write_files(tmp_path / "tiny", dev=DEV)
    (folder / f"train.txt{suffix}").write_bytes(compress(TRAIN.encode()))
    files = split_files(str(tmp_path), "tiny")
    assert files == {"train": str(folder / f"train.txt{suffix}"), "dev": str(folder / "dev.txt")}
    assert read(tmp_path / "out", files).counts["sentences"] == {"train": 2, "dev": 2}


def test_a_dataset_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    write_files(tmp_path / "music", train=TRAIN)
    write_files(tmp_path / "ai", train=TRAIN)
    write_files(tmp_path / "half", dev=DEV)
    for name in ("musik", "half"):
        fault = rf"{name}: no train\.txt, train\.txt\.gz or train\.txt\.bz2 here; there is a dataset in ai, music"
        with pytest.raises(InputError, match=fault):
            split_files(str(tmp_path), name)
    with pytest.raises(InputError, match="there is no dataset in .*half"):
        split_files(str(tmp_path / "half"), "music")
    for name in ("", "..", "a/b", "../music"):
        with pytest.raises(InputError, match="give the name of a folder"):
            split_files(str(tmp_path), name)


def test_two_files_of_one_split_are_refused(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "tiny", train=TRAIN)
    (folder / "train.txt.gz").write_bytes(gzip.compress(TRAIN.encode()))
    with pytest.raises(InputError, match=r"train\.txt and .*train\.txt\.gz: the split train has several files"):
        split_files(str(tmp_path), "tiny")


# --- the task --------------------------------------------------------------------------------------------------------


def test_the_task_builds_a_dataset_wherever_its_files_are(tmp_path: Path) -> None:
    write_files(tmp_path / "in" / "tiny", train=TRAIN, dev=DEV)
    config = settings(tmp_path, f"[NerBenchmark]\ndirectory = {os.path.relpath(tmp_path / 'in')}\n")
    status, output = build(tmp_path, config, "NerBenchmark", "--dataset", "tiny")
    assert status == 0, output
    name = "ner_benchmark/dataset=tiny"
    assert [(row["split"], row["sentence"], row["tokens"]) for row in rows(tmp_path, name)] == [
        ("dev", 0, ["In", "Rome"]),
        ("dev", 1, ["Bob", "Lee"]),
        ("train", 0, ["Ann", "sings"]),
        ("train", 1, ["In", "Rome"]),
    ]
    inputs = manifest(tmp_path, name).provenance.inputs
    assert [(source.name, source.location) for source in inputs] == [
        ("train", str(tmp_path / "in" / "tiny" / "train.txt")),
        ("dev", str(tmp_path / "in" / "tiny" / "dev.txt")),
    ]
    # The same files at another place are the same dataset.
    (tmp_path / "in").rename(tmp_path / "there")
    config.write_text(f"[NerBenchmark]\ndirectory = {tmp_path / 'there'}\n")
    status, output = build(tmp_path, config, "NerBenchmark", "--dataset", "tiny")
    assert (status, len(list((tmp_path / "data").rglob("ner_benchmark/*/*/_manifest.json")))) == (0, 1), output
    status, output = build(tmp_path, config, "NerBenchmark", "--dataset", "tinny")
    assert status == 40
    assert "tinny: no train.txt, train.txt.gz or train.txt.bz2 here; there is a dataset in tiny" in output


# --- the published data ----------------------------------------------------------------------------------------------

PUBLISHED = {
    "politics": ((200, 541, 651), (1304, 3482, 4209), 9, {"dev∩test": 1}),
    "science": ((200, 450, 543), (1075, 2538, 3089), 17, {"dev∩test": 11, "train∩dev": 4, "train∩test": 1}),
    "music": ((100, 380, 465), (648, 2679, 3336), 13, {"dev∩test": 17, "train∩dev": 1, "train∩test": 6}),
    "literature": ((100, 400, 416), (541, 2130, 2266), 12, {}),
    "ai": ((100, 350, 431), (532, 1549, 1809), 14, {"dev∩test": 3}),
    "conll2003": ((14041, 3250, 3453), (23429, 5938, 5628), 4, {"dev∩test": 25, "train∩dev": 129, "train∩test": 78}),
}


@pytest.mark.parametrize("dataset", PUBLISHED)
def test_the_published_data_has_its_known_size(dataset: str, crossner: Path, tmp_path: Path) -> None:
    sentences, entities, types, repeated = PUBLISHED[dataset]
    counts = read(tmp_path, split_files(str(crossner), dataset)).counts
    splits = ("train", "dev", "test")
    assert tuple(counts["sentences"][split] for split in splits) == sentences
    assert tuple(counts["entities"][split] for split in splits) == entities
    assert len(set().union(*(counts[f"entities of {split}"] for split in splits))) == types
    assert {pair: number for pair, number in counts["sentences repeated"].items() if number} == repeated
    assert set(counts["tags repaired"].values()) == {0}
    assert counts["sentences without tokens"] == {
        split: number if dataset == "conll2003" else 0 for split, number in zip(splits, (945, 215, 230), strict=True)
    }


@pytest.mark.parametrize("dataset", ["movie", "restaurant"])
def test_a_dataset_may_have_no_test_split(dataset: str, crossner: Path, tmp_path: Path) -> None:
    sentences = {"movie": {"train": 7816, "dev": 1953}, "restaurant": {"train": 7660, "dev": 1521}}
    assert read(tmp_path, split_files(str(crossner), dataset)).counts["sentences"] == sentences[dataset]


@pytest.mark.parametrize(
    ("dataset", "train", "dev", "test"), [("movie", 7034, 782, 1953), ("restaurant", 6894, 766, 1521)]
)
def test_its_dev_split_may_be_the_published_test_split(
    dataset: str, train: int, dev: int, test: int, crossner: Path, tmp_path: Path
) -> None:
    files = split_files(str(crossner), dataset)
    counts = read(tmp_path, {"train": files["train"], "test": files["dev"]}).counts
    assert counts["sentences"] == {"train": train, "dev": dev, "test": test}
    assert counts["drawn from train"] == {"dev": dev}


def test_the_datasets_that_there_are_are_named_without_a_walk_through_all_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "music").mkdir()
    (tmp_path / "music" / "train.txt.gz").touch()
    monkeypatch.setattr(storage, "list_files", lambda _uri: pytest.fail("everything below was listed"))
    with pytest.raises(InputError, match=r"no train.txt, .* here; there is a dataset in music$"):
        split_files(str(tmp_path), "ai")


def test_what_makes_scores_doubtful_is_said() -> None:
    counts = {
        "sentences": {"train": 900, "test": 1600},
        "types of test that train lacks": {"z": 1200, "y": 2},
        "sentences of test": {"also in train": 1200},
    }
    assert list(score_doubts(counts)) == [
        "test has entities of types that train lacks, which cannot be learned from it: y 2, z 1,200",
        "1,200 of the 1,600 sentences of test (75.0%) stand in train too; "
        "scores on them show what was learned by heart",
    ]
    assert list(score_doubts({"sentences": {"test": 1}, "sentences of test": {"also in train": 0}})) == []


def test_splits_without_an_entity_are_told(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "in", train="a\tO\n", dev="b\tO\n", test="c\tO\n")
    counts = read(tmp_path, {split: str(folder / f"{split}.txt") for split in ("train", "dev", "test")}).counts
    assert list(score_doubts(counts)) == [
        "train has no entities, so models cannot be trained on it",
        "dev has no entities, so models cannot be chosen by it",
        "test has no entities, so models cannot be scored on it",
    ]


def test_files_that_are_no_split_are_named(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "tiny", train=TRAIN, dev=DEV)
    files = split_files(str(tmp_path), "tiny").values()
    (folder / ".hidden").touch()
    assert unread_files(str(folder), files) == ""
    rest = "not read: the splits of a dataset are train.txt, dev.txt and test.txt, or these with .gz or .bz2"
    (folder / "a.txt").touch()
    assert unread_files(str(folder), files) == f"a.txt is {rest}"
    for number in range(5):
        (folder / f"b{number}").touch()
    assert unread_files(str(folder), files) == f"a.txt, b0, b1, b2, b3 and 1 more are {rest}"
    (folder / "a.txt").unlink()
    assert unread_files(str(folder), files) == f"b0, b1, b2, b3, b4 are {rest}"
