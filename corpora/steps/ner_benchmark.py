"""The pure function behind the step `ner_benchmark`: from the files of an annotated dataset to its splits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import pyarrow as pa
from pyarrow import fs

from corpora.conll import ConllFile, read_conll
from schemas.catalog.corpora import BENCHMARK_SPLITS, NER_BENCHMARK
from schemas.chance import uniform
from schemas.datasets.shards import Shard
from schemas.errors import Faults, InputError
from schemas.files import storage
from schemas.labels import OUTSIDE, LabelSet

_USES = {"train": "trained on", "dev": "chosen by", "test": "scored on"}
"""What becomes of models by each split, for people."""
_SUFFIXES = ("", ".gz", ".bz2")
_SHOWN = 5
_LACKED, _IN_TEST, _LEARNED = "types of test that train lacks", "sentences of test", "also in train"
"""Names of counts in the manifest."""
_is_name = re.compile(r"\w[\w.-]*").fullmatch


def split_files(directory: str, dataset: str) -> dict[str, str]:
    """The file of each split that a dataset of the directory has, by split: `<directory>/<dataset>/train.txt` …

    A compressed file has `.gz` or `.bz2` at the end of its name. Raises InputError where there is no train split or a
    split has several files.
    """
    if not _is_name(dataset):
        raise InputError(f"dataset = {dataset!r}: give the name of a folder in {directory}, without its path")
    files = {}
    for split in BENCHMARK_SPLITS:
        names = [storage.join(directory, dataset, f"{split}.txt{suffix}") for suffix in _SUFFIXES]
        found = [name for name in names if storage.exists(name)]
        if len(found) > 1:
            raise InputError(f"{' and '.join(found)}: the split {split} has several files; keep one")
        if found:
            files[split] = found[0]
        elif split == "train":
            folder = storage.join(directory, dataset)
            raise InputError(
                f"{folder}: no train.txt, train.txt.gz or train.txt.bz2 here; there is {told_datasets(directory)}"
            )
    return files


def dataset_names(directory: str) -> list[str]:
    """The folders of a directory that have a train split, sorted; hidden ones are what programs leave there."""
    folders = [name for name in storage.list_names(directory, fs.FileType.Directory) if not name.startswith(".")]
    places = {name: [storage.join(directory, name, f"train.txt{suffix}") for suffix in _SUFFIXES] for name in folders}
    return sorted(name for name, files in places.items() if any(map(storage.exists, files)))


def unread_files(folder: str, files: Collection[str]) -> str:
    """What to say of the files in a dataset's folder that are none of these, its splits; empty where there are none."""
    names = storage.list_names(folder)
    unread = [name for name in names if not name.startswith(".") and storage.join(folder, name) not in files]
    if not unread:
        return ""
    more = f" and {len(unread) - _SHOWN:,} more" if len(unread) > _SHOWN else ""
    return (
        f"{', '.join(unread[:_SHOWN])}{more} {'is' if len(unread) == 1 else 'are'} not read: the splits of a dataset "
        "are train.txt, dev.txt and test.txt, or these with .gz or .bz2"
    )


def told_datasets(directory: str) -> str:
    """What to say of the datasets that a directory has, behind "there is"."""
    if names := dataset_names(directory):
        return f"a dataset in {', '.join(names)}"
    itself = any(storage.exists(storage.join(directory, f"train.txt{suffix}")) for suffix in _SUFFIXES)
    return f"no dataset in {directory}{', which is one itself: name the folder above it' * itself}"


def lacks_dev(splits: Collection[str]) -> bool:
    """Whether the dev split is drawn from the train split: these splits have a test split and no dev split."""
    return "test" in splits and "dev" not in splits


def write_ner_benchmark(files: Sequence[tuple[str, str]], shard: Shard, *, dev_share: float, seed: int) -> None:
    """Write the splits of a dataset, given by name and file, each in a partition of its own and in the file's order.

    Where there is a test split and no dev split, `dev_share` of the train split becomes one, by hash. Raises InputError
    for a file that cannot be read and for one without sentences.
    """
    splits: dict[str, ConllFile] = {}
    faults = Faults()
    for split, uri in files:
        with faults.caught():
            splits[split] = _split(split, uri)
    faults.refuse()
    if lacks_dev(splits):
        splits = _with_dev(splits, dev_share, seed, files[0][1])
        shard.count("drawn from train", "dev", len(splits["dev"].sentences))
    tags = {tag for content in splits.values() for _, sentence in content.sentences for tag in sentence}
    labels = LabelSet("", tuple(sorted({tag[2:] for tag in tags if tag != OUTSIDE})))
    shard.name_classes("ner_benchmark", "ner_tags", labels.bio_tags)
    for split, content in splits.items():
        shard.seen += len(content.sentences)
        shard.write("ner_benchmark", _table(content, labels), f"split={split}")
        _count(split, content, shard)
    texts = {split: {tuple(each.tokens) for each in content.sentences} for split, content in splits.items()}
    for first, second in combinations(texts, 2):
        shard.count("sentences repeated", f"{first}∩{second}", len(texts[first] & texts[second]))
    if "test" in splits:
        _count_test(splits["test"], splits["train"], shard)


def count_train(files: Mapping[str, str], dev_share: float) -> int:
    """Sentences that the train split of these files will have, by name of the split.

    Raises InputError for a file that cannot be read and for one without sentences.
    """
    total = len(_split("train", files["train"]).sentences)
    return total - _drawn(total, dev_share) if lacks_dev(files) else total


def _drawn(total: int, share: float) -> int:
    """Sentences of a train split of `total` that become the dev split."""
    return min(total - 1, max(1, round(share * total)))


def _split(split: str, uri: str) -> ConllFile:
    found = read_conll(uri)
    if not found.sentences:
        raise InputError(f"{uri}: no sentences; the split {split} may be missing, but not empty")
    return found


def _with_dev(splits: Mapping[str, ConllFile], share: float, seed: int, uri: str) -> dict[str, ConllFile]:
    """The splits with a dev split of that share of the train split, at least one sentence, which this then lacks."""
    train = splits["train"]
    total = len(train.sentences)
    if total < 2:
        raise InputError(f"{uri}: one sentence cannot be divided into the splits train and dev; give a dev.txt")
    order = sorted(range(total), key=lambda number: (uniform(seed, "dev", number), number))
    chosen = {*order[: _drawn(total, share)]}
    kept, drawn = (
        [each for number, each in enumerate(train.sentences) if (number in chosen) == is_dev]
        for is_dev in (False, True)
    )
    return {"train": replace(train, sentences=kept), "dev": ConllFile(drawn), "test": splits["test"]}


def _table(content: ConllFile, labels: LabelSet) -> pa.Table:
    tokens, tags = zip(*content.sentences, strict=True)
    numbers = [[labels.tag_numbers[tag] for tag in sentence] for sentence in tags]
    return pa.table([range(len(tokens)), tokens, tags, numbers], schema=NER_BENCHMARK.schema)


def _types(content: ConllFile) -> Counter[str]:
    """How many entities of each type there are."""
    return Counter(tag[2:] for _, tags in content.sentences for tag in tags if tag.startswith("B-"))


def _count_test(test: ConllFile, train: ConllFile, shard: Shard) -> None:
    """Count what says how far scores on the test split show what was learned from the train split."""
    learned, known = {tuple(each.tokens) for each in train.sentences}, _types(train)
    shard.count(_IN_TEST, _LEARNED, sum(tuple(each.tokens) in learned for each in test.sentences))
    for label, number in _types(test).items():
        if label not in known:
            shard.count(_LACKED, label, number)


def score_doubts(counts: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """What of a dataset's counts makes scores on its test split doubtful, or impossible, for people."""
    for split, use in _USES.items():
        if counts.get("entities", {}).get(split) == 0:
            yield f"{split} has no entities, so models cannot be {use} it"
    if lacked := counts.get(_LACKED):
        types = ", ".join(f"{label} {number:,}" for label, number in sorted(lacked.items()))
        yield f"test has entities of types that train lacks, which cannot be learned from it: {types}"
    if learned := counts.get(_IN_TEST, {}).get(_LEARNED):
        total = counts["sentences"]["test"]
        yield (
            f"{learned:,} of the {total:,} sentences of test ({learned / total:.1%}) stand in train too; scores on "
            "them show what was learned by heart"
        )


def _count(split: str, content: ConllFile, shard: Shard) -> None:
    types = _types(content)
    shard.count("sentences", split, len(content.sentences))
    shard.count("tokens", split, sum(len(tokens) for tokens, _ in content.sentences))
    shard.count("entities", split, types.total())
    shard.count_all(f"entities of {split}", types)
    shard.count("sentences without tokens", split, content.empty)
    shard.count("tags repaired", split, content.repaired)
