"""Pieces of sentences: windows in which every word stands once, blocks of text, and the cache of both."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import BertTokenizer

from schemas.errors import InputError
from tests.support.training.datasets import (
    SPECIAL,
    UNK,
    corpus_row,
    letter_tokenizer,
    ner_row,
    text_row,
    write_partitions,
)
from training.data import tokenised
from training.data.corpus import NerSplit, TextLevel, TextSample
from training.data.tokenised import (
    TokenisedNer,
    TokenisedText,
    tokenise_ner,
    tokenise_sample,
    tokenise_text,
    tokenise_words,
)
from training.data.windows import into_windows

TAGS = ("O", "B-x", "I-x")
LETTERS = "abcdefgh"
WORDS = st.text(LETTERS, min_size=1, max_size=7)
PLAIN = st.text(st.characters(codec="utf-8"), max_size=8)
SENTENCES = st.lists(st.lists(st.tuples(WORDS, st.sampled_from(TAGS)), max_size=12), min_size=1, max_size=5)


def ids(word: str) -> list[int]:
    """The pieces of a word of letters."""
    return [5 + LETTERS.index(letter) + (len(LETTERS) if place else 0) for place, letter in enumerate(word)]


def ner_split(root: Path, *shards: list[str]) -> NerSplit:
    rows = [{"split=train": [ner_row(marked) for marked in shard]} for shard in shards]
    return NerSplit(write_partitions(root, "ner_benchmark", rows), "train")


def tokenise(
    root: Path, sentences: list[list[tuple[str, str]]], max_pieces: int, tokenizer: Any = None
) -> TokenisedNer:
    rows = [
        {"sentence": 0, "tokens": [word for word, _ in each], "tags": [tag for _, tag in each]} for each in sentences
    ]
    split = NerSplit(write_partitions(root, "ner_benchmark", [{"split=train": rows}]), "train")
    return tokenise_ner(split, tokenizer or letter_tokenizer(), TAGS, max_pieces, root / "cache")


def windows(data: TokenisedNer) -> list[tuple[list[int], list[int], list[int]]]:
    """Pieces, starts of words and tag ids of each window."""
    return [
        (
            data.pieces[data.piece_offsets[i] : data.piece_offsets[i + 1]].tolist(),
            data.word_starts[data.word_offsets[i] : data.word_offsets[i + 1]].tolist(),
            data.tag_ids[data.word_offsets[i] : data.word_offsets[i + 1]].tolist(),
        )
        for i in range(data.n_windows)
    ]


def rejoined(data: TokenisedNer, values: list[list[Any]]) -> list[list[Any]]:
    """Values of the words by sentence, from the same by window."""
    sentences: list[list[Any]] = [[] for _ in range(data.counts["sentences"])]
    for sentence, some in zip(data.sentence.tolist(), values, strict=True):
        sentences[sentence] += some
    return sentences


def text_level(root: Path, *shards: list[tuple[str, int]]) -> TextLevel:
    rows = [{"domain=music/level=task": [text_row(*each) for each in shard]} for shard in shards]
    return TextLevel(write_partitions(root, "dapt_corpus", rows), "music", "task")


def test_sentences_become_windows_with_a_tag_for_each_word(tmp_path: Path) -> None:
    split = ner_split(tmp_path, ["ab/B-x c", "d"], ["abc/O ab/B-x a/I-x ab/O"])
    data = tokenise_ner(split, letter_tokenizer(), TAGS, 5, tmp_path)
    assert windows(data) == [
        ([5, 14, 7], [0, 2], [1, 0]),
        ([8], [0], [0]),
        # Eight pieces, of which the second word holds the middle.
        ([5, 14, 15], [0], [0]),
        ([5, 14, 5, 5, 14], [0, 2, 3], [1, 2, 0]),
    ]
    assert data.sentence.tolist() == [0, 1, 2, 2]
    assert data.lengths().tolist() == [3, 1, 3, 5]
    assert (data.n_windows, data.n_words, data.n_pieces) == (4, 7, 12)
    assert data.counts == {"sentences": 3, "empty": 0, "windowed": 1, "windows": 4, "cut": 0, "unreadable": 0}
    assert data.tags == TAGS


def test_sentences_of_a_text_become_windows_without_tags(tmp_path: Path) -> None:
    sample = TextSample(text_level(tmp_path, [("ab c.", 2), (" ", 1)], [("abcdef a", 1)]), 9, 1)
    data, again = (tokenise_sample(sample, letter_tokenizer(), TAGS, 6, tmp_path / "cache") for _ in range(2))
    assert (
        windows(data)
        == windows(again)
        == [
            ([5, 14, 7, UNK], [0, 2, 3], [-100] * 3),
            ([5, 14, 15, 16, 17, 18], [0], [-100]),
            ([5], [0], [-100]),
        ]
    )
    assert data.sentence.tolist() == [0, 2, 2]
    assert data.counts == {"sentences": 3, "empty": 1, "windowed": 1, "windows": 3, "cut": 0, "unreadable": 0}
    assert data.tags == TAGS


def test_words_at_hand_become_the_windows_of_a_split(tmp_path: Path) -> None:
    sentences = [[], ["abc", "ab", "", "\u200b"], ["d"], ["abcdef"], []]
    read = tokenise(tmp_path, [[(word, "O") for word in words] for words in sentences], 4)
    data = tokenise_words(map(tuple, sentences), letter_tokenizer(), TAGS, 4)
    untagged = np.full(read.n_words, -100)
    assert windows(data) == windows(replace(read, tag_ids=untagged))
    for name in ("pieces", "piece_offsets", "word_starts", "word_offsets", "tag_ids", "sentence"):
        assert getattr(data, name).dtype == getattr(read, name).dtype
    assert data.sentence.tolist() == read.sentence.tolist()
    assert (data.counts, data.tags, data.domain) == (read.counts, read.tags, read.domain)


@pytest.mark.parametrize("sentences", [[], [[]], [[], []]])
def test_no_words_at_hand_are_no_windows(sentences: list[list[str]]) -> None:
    data = tokenise_words(sentences, letter_tokenizer(), TAGS, 4)
    assert (data.n_windows, data.n_words, data.n_pieces) == (0, 0, 0)
    assert (data.counts["sentences"], data.counts["empty"]) == (len(sentences), len(sentences))


def test_a_text_without_a_word_is_refused(tmp_path: Path) -> None:
    sample = TextSample(text_level(tmp_path, [(" ", 1)]), 9, 1)
    with pytest.raises(InputError, match="dapt_corpus: music: no text in its sentences"):
        tokenise_sample(sample, letter_tokenizer(), TAGS, 6, tmp_path / "cache")


def test_what_cannot_be_kept_whole_is_counted(tmp_path: Path) -> None:
    words = [("\u200b", "O"), ("abcd", "B-x"), ("", "O"), ("z", "O")]
    data = tokenise(tmp_path, [[], words, [], [("abcd", "O")], []], 3)
    assert windows(data) == [
        ([UNK], [0], [0]),
        ([5, 14, 15], [0], [1]),
        ([UNK, UNK], [0, 1], [0, 0]),
        ([5, 14, 15], [0], [0]),
    ]
    assert data.sentence.tolist() == [1, 1, 1, 3]
    assert data.counts == {"sentences": 5, "empty": 3, "windowed": 1, "windows": 4, "cut": 2, "unreadable": 2}


def test_a_sentence_is_cut_into_windows_of_like_length(tmp_path: Path) -> None:
    data = tokenise(tmp_path, [[("a", "O")] * 11, [("a", "O")] * 10, [("a", "O")] * 21], 10)
    assert [len(pieces) for pieces, _, _ in windows(data)] == [5, 6, 10, 7, 7, 7]


@settings(max_examples=40, deadline=None)
@given(SENTENCES.filter(any), st.integers(1, 12))
def test_every_word_stands_in_one_window_with_its_tag(sentences: list[list[tuple[str, str]]], most: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = tokenise(Path(folder), sentences, most)
        found = windows(data)
        tags = [[TAGS[tag] for tag in window] for _, _, window in found]
        words = [
            [pieces[start:end] for start, end in zip(starts, [*starts[1:], len(pieces)], strict=True)]
            for pieces, starts, _ in found
        ]
        assert rejoined(data, tags) == [[tag for _, tag in sentence] for sentence in sentences]
        assert rejoined(data, words) == [[ids(word)[:most] for word, _ in sentence] for sentence in sentences]
        assert all(starts[0] == 0 and len(pieces) <= most for pieces, starts, _ in found)
        n_pieces = [sum(len(ids(word)[:most]) for word, _ in sentence) for sentence in sentences]
        assert data.counts == {
            "sentences": len(sentences),
            "empty": sentences.count([]),
            "windowed": sum(number > most for number in n_pieces),
            "windows": len(found),
            "cut": sum(len(word) > most for sentence in sentences for word, _ in sentence),
            "unreadable": 0,
        }


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(PLAIN | st.sampled_from([*SPECIAL, "a,b", "ab-c"]), min_size=1, max_size=8), min_size=1))
def test_pieces_are_those_of_the_tokenizer_on_split_words(sentences: list[list[str]]) -> None:
    tokenizer = letter_tokenizer("abcdefgh,-[]MASKP")
    with tempfile.TemporaryDirectory() as folder:
        data = tokenise(Path(folder), [[(word, "O") for word in each] for each in sentences], 500, tokenizer)
        for words, (pieces, starts, _) in zip(sentences, windows(data), strict=True):
            encoded = tokenizer(words, is_split_into_words=True, add_special_tokens=False, split_special_tokens=True)
            by_word: list[list[int]] = [[] for _ in words]
            for piece, word in zip(encoded["input_ids"], encoded.word_ids(), strict=True):
                by_word[word].append(piece)
            expected = [word or [UNK] for word in by_word]
            assert pieces == list(chain.from_iterable(expected))
            assert starts == np.cumsum([0, *map(len, expected[:-1])]).tolist()


def test_some_of_the_sentences_are_as_if_there_were_no_others(tmp_path: Path) -> None:
    rows = [[("aa", "B-x"), ("b", "O")], [("abc", "B-x"), ("d", "O"), ("efg", "O")], [("ab", "O")]]
    whole = tokenise(tmp_path / "whole", rows, 5)
    some = whole.only(np.array([False, True, True]))
    alone = tokenise(tmp_path / "alone", rows[1:], 5)
    for field in ("pieces", "piece_offsets", "word_starts", "word_offsets", "tag_ids", "sentence"):
        assert getattr(some, field).tolist() == getattr(alone, field).tolist()
    assert some.tags == whole.tags
    assert some.counts == {name: alone.counts[name] for name in ("sentences", "windows")}


def test_the_tokenizer_given_stays_as_it_is(tmp_path: Path) -> None:
    tokenizer = letter_tokenizer()
    tokenizer(["ab"], truncation=True, max_length=3, padding="max_length")
    before = tokenizer.backend_tokenizer.to_str()
    data = tokenise(tmp_path, [[("abcdefgh", "O"), ("a", "O")]], 500, tokenizer)
    assert data.n_pieces == 9
    assert tokenizer.backend_tokenizer.to_str() == before


@pytest.mark.parametrize(
    ("marked", "tags", "most", "message"),
    [
        (["a/B-x b/B-y", "a/I-z"], TAGS, 5, "not in the model's: 'B-y', 'I-z'$"),
        ([""], TAGS, 5, "split train: its sentences have no words"),
        (["a"], TAGS, 0, "windows of 0 pieces cannot hold a word"),
    ],
)
def test_splits_that_cannot_be_tokenised(
    tmp_path: Path, marked: list[str], tags: tuple[str, ...], most: int, message: str
) -> None:
    split = ner_split(tmp_path, marked)
    with pytest.raises(InputError, match=message):
        tokenise_ner(split, letter_tokenizer(), tags, most, tmp_path / "cache")
    assert not list(tmp_path.glob("cache/*/"))


def test_what_is_kept_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split = ner_split(tmp_path, ["ab/B-x c", "d"])
    made = tokenise_ner(split, letter_tokenizer(), TAGS, 5, tmp_path / "cache")
    letter_tokenizer().save_pretrained(tmp_path / "tokenizer")
    monkeypatch.delattr(tokenised, "into_windows")
    again = BertTokenizer.from_pretrained(tmp_path / "tokenizer")
    again("a", truncation=True, max_length=3)
    read = tokenise_ner(split, again, TAGS, 5, tmp_path / "cache")
    assert (windows(read), read.counts) == (windows(made), made.counts)
    assert not read.pieces.flags.writeable


@pytest.mark.parametrize("change", ["sentences", "limit", "tokenizer", "tags", "max_pieces"])
def test_what_is_kept_is_found_by_its_content(tmp_path: Path, change: str) -> None:
    marked = ["ab/B-x c", "d"]
    tokenise_ner(ner_split(tmp_path / "one", marked), letter_tokenizer(), TAGS, 5, tmp_path / "cache")
    split = ner_split(tmp_path / "two", [*marked, "a"] if change == "sentences" else marked)
    if change == "limit":
        split = NerSplit(split.location, "train", limit=1)
    other = tokenise_ner(
        split,
        letter_tokenizer("abcdefghi" if change == "tokenizer" else LETTERS),
        ("O", "I-x", "B-x") if change == "tags" else TAGS,
        2 if change == "max_pieces" else 5,
        tmp_path / "cache",
    )
    expected = {
        "sentences": [([5, 14, 7], [0, 2], [1, 0]), ([8], [0], [0]), ([5], [0], [0])],
        "limit": [([5, 14, 7], [0, 2], [1, 0])],
        "tokenizer": [([5, 15, 7], [0, 2], [1, 0]), ([8], [0], [0])],
        "tags": [([5, 14, 7], [0, 2], [2, 0]), ([8], [0], [0])],
        "max_pieces": [([5, 14], [0], [1]), ([7], [0], [0]), ([8], [0], [0])],
    }
    assert windows(other) == expected[change]
    same_elsewhere = ner_split(tmp_path / "three", marked)
    tokenise_ner(same_elsewhere, letter_tokenizer(), TAGS, 5, tmp_path / "cache")
    assert len([path for path in (tmp_path / "cache").iterdir() if path.is_dir()]) == 2


def test_copies_of_a_corpus_and_the_same_without_are_kept_apart(tmp_path: Path) -> None:
    rows = [corpus_row(0, "a b"), corpus_row(0, "a b", copy=1), corpus_row(1, "c")]
    location = write_partitions(tmp_path, "ner_corpus", [{"split=train": rows}])
    found = [
        windows(tokenise_ner(NerSplit(location, "train", once=once), letter_tokenizer(), TAGS, 5, tmp_path / "cache"))
        for once in (False, True, False)
    ]
    first, last = ([5, 6], [0, 1], [0, 0]), ([7], [0], [0])
    assert found == [[first, first, last], [first, last], [first, first, last]]


def test_samples_are_kept_apart_by_number_and_seed(tmp_path: Path) -> None:
    level = text_level(tmp_path, [(letter, 1) for letter in LETTERS])

    def pieces(number: int, seed: int, cache: str) -> list[int]:
        sample = TextSample(level, number, seed)
        found: list[int] = tokenise_sample(sample, letter_tokenizer(), TAGS, 6, tmp_path / cache).pieces.tolist()
        return found

    samples = [(number, seed) for number in (3, 4) for seed in (1, 2)]
    cached = [pieces(*each, "cache") for each in samples]
    assert cached == [pieces(*each, f"cache-{each}") for each in samples]
    assert [len(each) for each in cached] == [3, 3, 4, 4]
    assert cached[0] != cached[1] and cached[2] != cached[3]


def test_what_a_killed_run_left_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split = ner_split(tmp_path, ["ab/B-x c"], ["d"])
    genuine, calls = into_windows, []

    def killed(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return genuine(*arguments)

    monkeypatch.setattr(tokenised, "into_windows", killed)
    with pytest.raises(KeyboardInterrupt):
        tokenise_ner(split, letter_tokenizer(), TAGS, 5, tmp_path / "cache")
    (left,) = (path for path in (tmp_path / "cache").iterdir() if path.is_dir())
    assert left.name.endswith(".partial")
    (left / "meta.json").write_text("{}")
    data = tokenise_ner(split, letter_tokenizer(), TAGS, 5, tmp_path / "cache")
    assert windows(data) == [([5, 14, 7], [0, 2], [1, 0]), ([8], [0], [0])]
    assert not left.exists()


def test_one_makes_it_while_the_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split = ner_split(tmp_path, ["ab/B-x c"])
    genuine, calls = into_windows, []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return genuine(*arguments)

    monkeypatch.setattr(tokenised, "into_windows", counted)
    with ThreadPoolExecutor(4) as threads:
        made = [threads.submit(tokenise_ner, split, letter_tokenizer(), TAGS, 5, tmp_path / "cache") for _ in range(4)]
        assert all(windows(each.result()) == [([5, 14, 7], [0, 2], [1, 0])] for each in made)
    assert len(calls) == 1


def blocks(root: Path, block: int, *shards: list[tuple[str, int]]) -> TokenisedText:
    return tokenise_text(text_level(root, *shards), letter_tokenizer(), block, root / "cache")


def test_copies_come_in_rounds(tmp_path: Path) -> None:
    data = blocks(tmp_path, 4, [("a b", 2), ("c", 1)], [("d", 3), ("e f g", 1)])
    # a b c d e f g, a b d, d
    assert data.blocks.tolist() == [[5, 6, 7, 8], [9, 10, 11, 5]]
    assert data.counts == {"sentences": 7, "pieces": 11, "dropped_pieces": 3}


def test_a_text_shorter_than_a_block_is_one(tmp_path: Path) -> None:
    data = blocks(tmp_path, 510, [("ab", 1), ("c", 1)])
    assert data.blocks.tolist() == [[5, 14, 7]]
    assert data.counts["dropped_pieces"] == 0


def test_special_tokens_in_a_text_are_letters(tmp_path: Path) -> None:
    assert blocks(tmp_path, 3, [("[MASK]", 1)]).blocks.tolist() == [[UNK, UNK, UNK]]


def test_texts_that_cannot_be_tokenised(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="music, task: no text in its sentences"):
        blocks(tmp_path, 3, [(" ", 2)])
    with pytest.raises(InputError, match="blocks of 0 pieces"):
        blocks(tmp_path, 0, [("a", 1)])


def test_blocks_are_kept_by_content(tmp_path: Path) -> None:
    level = text_level(tmp_path, [("a b c", 1)])
    made = [tokenise_text(level, letter_tokenizer(), block, tmp_path / "cache") for block in (2, 3, 2)]
    assert [each.blocks.tolist() for each in made] == [[[5, 6]], [[5, 6, 7]], [[5, 6]]]
    folders = [path for path in (tmp_path / "cache").iterdir() if path.is_dir()]
    assert [sorted(path.name for path in folder.iterdir()) for folder in folders] == [["blocks.npy", "meta.json"]] * 2


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.tuples(WORDS, st.integers(1, 3)), min_size=1, max_size=4), min_size=1, max_size=3),
    st.integers(1, 20),
)
def test_blocks_are_the_rounds_one_after_the_other(shards: list[list[tuple[str, int]]], block: int) -> None:
    rows = list(chain.from_iterable(shards))
    rounds = [ids(text) for copy in range(3) for text, copies in rows if copies > copy]
    stream = list(chain.from_iterable(rounds))
    with tempfile.TemporaryDirectory() as folder:
        data = blocks(Path(folder), block, *shards)
        flat = data.blocks.reshape(-1).tolist()
        assert flat == stream[: len(flat)]
        assert data.counts == {
            "sentences": len(rounds),
            "pieces": len(stream),
            "dropped_pieces": len(stream) - len(flat),
        }
        assert data.blocks.shape[1] == min(block, len(stream))
        assert data.counts["dropped_pieces"] < data.blocks.shape[1]
