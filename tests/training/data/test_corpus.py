"""What training reads: splits with tags, levels of text, and the errors for what cannot be used."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import InputError
from tests.support.training.datasets import corpus_row, ner_row, text_row, write_partitions
from training.data.corpus import NerSplit, TextLevel, TextSample, bio_tags, split_names, unknown_tags


@pytest.fixture
def benchmark(tmp_path: Path) -> str:
    return write_partitions(
        tmp_path,
        "ner_benchmark",
        [
            {"split=train": [ner_row("Ann/B-person sings"), ner_row("Oz/B-place is/O")], "split=dev": [ner_row("no")]},
            {"split=train": [ner_row("New/B-place York/I-place")], "split=test": []},
        ],
    )


def test_a_split_is_read_part_by_part_in_order(benchmark: str) -> None:
    split = NerSplit(benchmark, "train")
    assert split.parts() == [f"{benchmark}/split=train/part-0000{number}.parquet" for number in range(2)]
    assert list(split.sentences()) == [
        (["Ann", "sings"], ["B-person", "O"]),
        (["Oz", "is"], ["B-place", "O"]),
        (["New", "York"], ["B-place", "I-place"]),
    ]


@pytest.mark.parametrize(
    ("limit", "first_words", "tags"),
    [
        (0, ["Ann", "Oz", "New"], ("B-person", "B-place", "I-place", "O")),
        (1, ["Ann"], ("B-person", "O")),
        (2, ["Ann", "Oz"], ("B-person", "B-place", "O")),
        (3, ["Ann", "Oz", "New"], ("B-person", "B-place", "I-place", "O")),
        (9, ["Ann", "Oz", "New"], ("B-person", "B-place", "I-place", "O")),
    ],
)
def test_a_limit_takes_the_first_sentences(
    benchmark: str, limit: int, first_words: list[str], tags: tuple[str, ...]
) -> None:
    split = NerSplit(benchmark, "train", limit)
    assert [words[0] for words, _ in split.sentences()] == first_words
    assert split.tags() == tags


def test_a_sentence_is_read_once_whatever_its_copies(tmp_path: Path) -> None:
    rows = [corpus_row(0, "Ann"), corpus_row(0, "Ann", 1), corpus_row(1, "Oz")]
    corpus = write_partitions(tmp_path, "ner_corpus", [{"split=train": rows}])
    assert [words for words, _ in NerSplit(corpus, "train").sentences()] == [["Ann"], ["Ann"], ["Oz"]]
    assert [words for words, _ in NerSplit(corpus, "train", once=True).sentences()] == [["Ann"], ["Oz"]]
    assert [words for words, _ in NerSplit(corpus, "train", 1, once=True).sentences()] == [["Ann"]]


def test_a_label_set_has_both_tags_of_every_type(benchmark: str) -> None:
    assert bio_tags(NerSplit(benchmark, "dev")) == ("O",)
    assert bio_tags(NerSplit(benchmark, "dev"), NerSplit(benchmark, "train")) == (
        *("O", "B-person", "I-person"),
        *("B-place", "I-place"),
    )


@pytest.mark.parametrize("odd", ["person", "B-", "E-person", "b-person", "S"])
def test_tags_that_are_not_bio_are_named(tmp_path: Path, odd: str) -> None:
    row = {"sentence": 0, "tokens": ["Ann", "sings"], "tags": [odd, "O"]}
    split = NerSplit(write_partitions(tmp_path, "ner_benchmark", [{"split=train": [row]}]), "train")
    with pytest.raises(InputError, match=f"split train: these tags are not BIO: '{odd}'$"):
        bio_tags(split)


def test_every_word_needs_one_tag(tmp_path: Path) -> None:
    rows = [ner_row("fine"), {"sentence": 1, "tokens": ["one", "two"], "tags": ["O"]}]
    split = NerSplit(write_partitions(tmp_path, "ner_benchmark", [{"split=train": rows}]), "train")
    with pytest.raises(InputError, match="split train, sentence 1: 2 tokens and 1 tags"):
        list(split.sentences())
    first = NerSplit(write_partitions(tmp_path / "first", "ner_benchmark", [{"split=train": rows[1:]}]), "train")
    with pytest.raises(InputError, match="split train, sentence 0: 2 tokens and 1 tags"):
        list(first.sentences())


def test_the_splits_of_a_dataset_are_those_with_rows(benchmark: str) -> None:
    assert split_names(benchmark) == ["dev", "train"], "there is a split=test, without rows"


def test_twenty_unknown_tags_are_named(benchmark: str) -> None:
    split, names = NerSplit(benchmark, "train"), [f"B-{number:02}" for number in range(21)]
    assert str(unknown_tags(split, names[:20])).endswith("'B-18', 'B-19'")
    assert str(unknown_tags(split, names)).endswith("'B-18', 'B-19' and 1 more")


@pytest.mark.parametrize(
    ("split", "limit", "message"),
    [
        ("validation", 0, "no split=validation in it; it has split=dev, split=test, split=train$"),
        ("test", 0, "split=test has no rows$"),
        ("train", -1, "limit = -1: give a number of sentences"),
    ],
)
def test_splits_that_cannot_be_used(benchmark: str, split: str, limit: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        NerSplit(benchmark, split, limit).parts()


def test_a_directory_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no dataset here"):
        NerSplit(str(tmp_path), "train").parts()


def test_a_dataset_without_partitions_is_refused(tmp_path: Path) -> None:
    location = write_partitions(tmp_path, "redirects", [{"": [{"page_id": 1, "title": "A", "target": "B"}]}])
    with pytest.raises(InputError, match="no split=train in it; it has no partitions$"):
        NerSplit(location, "train").parts()


def test_another_dataset_lacks_the_columns(tmp_path: Path, benchmark: str) -> None:
    texts = write_partitions(tmp_path / "other", "ner_benchmark", [{"split=train": [ner_row("word")]}])
    pq.write_table(pa.table({"text": ["Words."]}), f"{texts}/split=train/part-00000.parquet")
    with pytest.raises(InputError, match=r"split=train/part-00000.parquet has no column tags, tokens; is it another"):
        NerSplit(texts, "train").parts()
    with pytest.raises(InputError, match="no domain=music/level=task in it; it has split=dev"):
        TextLevel(benchmark, "music", "task").parts()


def test_a_level_is_read_in_order_with_its_copies(tmp_path: Path) -> None:
    music, other = "domain=music/level=task", "domain=music/level=domain"
    location = write_partitions(
        tmp_path,
        "dapt_corpus",
        [
            {music: [text_row("One.", 2)], other: [text_row("Not this.")]},
            {music: [text_row("Two."), text_row("Three.", 3)], "domain=ai/level=task": []},
        ],
    )
    level = TextLevel(location, "music", "task")
    assert level.parts() == [f"{location}/{music}/part-0000{number}.parquet" for number in range(2)]
    read = [(text.to_pylist(), copies.to_pylist()) for text, copies in level.batches()]
    assert read == [(["One."], [2]), (["Two.", "Three."], [1, 3])]
    has = "it has domain=ai/level=task, domain=music/level=domain, domain=music/level=task$"
    for domain, name in (("politics", "task"), ("music", "entity")):
        with pytest.raises(InputError, match=f"no domain={domain}/level={name} in it; {has}"):
            TextLevel(location, domain, name).parts()
    with pytest.raises(InputError, match="domain=ai/level=task has no rows"):
        TextLevel(location, "ai", "task").parts()


def sampled(level: TextLevel, number: int, seed: int = 1) -> list[list[str]]:
    return [words for batch in TextSample(level, number, seed).batches() for words in batch.to_pylist()]


def test_a_sample_of_a_text_is_drawn_by_hash_and_keeps_the_order(tmp_path: Path) -> None:
    texts = [f"s{number}" for number in range(40)]
    shards = [
        {"domain=ai/level=domain": [text_row(text, copies=1 + (text == "s3")) for text in part]}
        for part in (texts[:25], texts[25:])
    ]
    level = TextLevel(write_partitions(tmp_path, "dapt_corpus", shards), "ai", "domain")
    assert sampled(level, 40) == sampled(level, 99) == [[text] for text in texts]
    assert [TextSample(level, number, 1).size() for number in (7, 99)] == [7, 40]
    few, more, others = sampled(level, 7), sampled(level, 12), sampled(level, 7, seed=2)
    assert (len(few), len(more)) == (7, 12)
    assert [words for words in more if words in few] == few
    assert few != others
    assert sorted(few, key=lambda words: texts.index(words[0])) == few


def test_the_words_of_a_text_end_at_spaces_and_punctuation(tmp_path: Path) -> None:
    rows = [{"domain=ai/level=domain": [text_row("Ann's  pair (2019), née Oz."), text_row("  ")]}]
    level = TextLevel(write_partitions(tmp_path, "dapt_corpus", rows), "ai", "domain")
    assert sampled(level, 2) == [["Ann", "'", "s", "pair", "(", "2019", ")", ",", "née", "Oz", "."], []]
