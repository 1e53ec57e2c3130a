from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.errors import InputError
from training.data.vocabulary import SPECIAL_TOKENS, train_wordpiece


def pieces(counts: dict[str, int], size: int, **options: bool) -> list[str]:
    vocabulary = train_wordpiece(counts, size, **options).get_vocab()
    assert sorted(vocabulary.values()) == list(range(len(vocabulary)))
    return sorted(vocabulary, key=lambda piece: vocabulary[piece])


def merges_by_hand(counts: dict[str, int], n_merges: int) -> list[str]:
    """Byte pair encoding as textbooks describe it; there must be no ties."""
    words = {word: [word[0], *(f"##{character}" for character in word[1:])] for word in counts}
    made = []
    for _ in range(n_merges):
        pairs = Counter[tuple[str, str]]()
        for word, parts in words.items():
            for pair in itertools.pairwise(parts):
                pairs[pair] += counts[word]
        (pair, count), *others = pairs.most_common()
        assert not others or others[0][1] < count, "a tie"
        merged = pair[0] + pair[1].removeprefix("##")
        made.append(merged)
        for parts in words.values():
            place = 0
            while place < len(parts) - 1:
                if (parts[place], parts[place + 1]) == pair:
                    parts[place : place + 2] = [merged]
                place += 1
    return made


def test_the_pieces_are_characters_and_then_the_merges_of_the_textbook() -> None:
    counts = {"abab": 50, "abc": 31, "bab": 9, "cab": 5, "Abba": 3}
    characters = ["A", "a", "b", "c", "##a", "##b", "##c"]
    merges = merges_by_hand(counts, 6)
    assert pieces(counts, 100)[: 5 + 7 + 6] == [*SPECIAL_TOKENS, *characters, *merges]


def test_a_word_is_cut_into_pieces_of_the_vocabulary() -> None:
    tokenizer = train_wordpiece({"Gothenburg": 40, "Alice": 1, "don't": 7}, 110)
    assert tokenizer.tokenize("Gothenburg") == ["Gothenburg"]
    assert tokenizer.tokenize("Alice")[0] == "A"
    assert "".join(piece.removeprefix("##") for piece in tokenizer.tokenize("Alice")) == "Alice"
    assert tokenizer.tokenize("don't") == ["don", "'", "t"]
    assert tokenizer.tokenize("Ω") == ["[UNK]"]
    assert tokenizer("Alice", return_tensors="pt").input_ids[0, [0, -1]].tolist() == [2, 3]


def test_cased_or_not() -> None:
    counts = {"Åbo": 5, "abo": 4}
    assert train_wordpiece(counts, 100).tokenize("Åbo abo") == ["Åbo", "abo"]
    assert train_wordpiece(counts, 100, lowercase=True).tokenize("Åbo abo") == ["abo", "abo"]
    assert not any(piece != piece.lower() for piece in pieces(counts, 100, lowercase=True)[5:])


@settings(deadline=None, max_examples=25)
@given(
    st.dictionaries(st.text("abcdeé,ßAB'1 ", min_size=1, max_size=8), st.integers(1, 30), min_size=1, max_size=30),
    st.integers(100, 200),
)
def test_every_counted_word_can_be_written_with_it(counts: dict[str, int], size: int) -> None:
    if not any(word.strip() for word in counts):
        return
    tokenizer = train_wordpiece(counts, size)
    assert len(tokenizer) <= size
    for word in counts:
        written = "".join(piece.removeprefix("##") for piece in tokenizer.tokenize(word))
        assert written == word.replace(" ", "")


def test_rare_characters_make_way_for_words() -> None:
    """A quarter of the vocabulary is for characters, the most frequent ones; words with others become [UNK]."""
    rare = {chr(0x4E00 + number) + "x": 1 for number in range(200)}
    tokenizer = train_wordpiece({"abacus": 100, **rare}, 100)
    assert len(tokenizer) <= 100
    assert tokenizer.tokenize("abacus") == ["abacus"]
    assert "[UNK]" in tokenizer.tokenize(" ".join(rare))


def test_the_same_counts_give_the_same_vocabulary() -> None:
    """There are many ties, which the library's WordPiece trainer breaks differently each time."""
    random = Random(1)
    words = {"".join(random.choices("abcdefgh", k=random.randint(1, 7))): 3 for _ in range(800)}
    first = pieces(words, 300)
    for _ in range(4):
        shuffled = sorted(words, key=lambda _: random.random())
        assert pieces(dict.fromkeys(shuffled, 3), 300) == first


def test_what_makes_no_vocabulary_is_refused() -> None:
    with pytest.raises(InputError, match="vocabulary_size = 99: must be at least 100"):
        train_wordpiece({"a": 1}, 99)
    with pytest.raises(InputError, match="no words"):
        train_wordpiece({}, 100)
