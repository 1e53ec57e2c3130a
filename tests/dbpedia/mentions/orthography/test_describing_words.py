from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.orthography.describing_words import DescribingWords
from dbpedia.mentions.words import Words, words_of

WORDS = words_of("en")


def rows(sentences: list[str], pages: int = 5, words: Words = WORDS) -> list[tuple[str, int, int]]:
    """What is found in sentences that stand on each of some pages."""
    found = DescribingWords(words)
    for page in range(pages):
        for each in sentences:
            found.see(page, each)
    return list(found.rows())


@pytest.mark.parametrize(
    ("sentence", "describing", "others"),
    [
        ("the Chechen rebels", 1, 0),
        ("many, Chechen rebels", 1, 0),
        ("an Anglo-Saxon king", 1, 0),
        ("the Chechen", 0, 1),
        ("the Chechen's rebels", 0, 1),
        ("the Chechen, rebels", 0, 1),
        ("the Chechen was", 0, 1),
        ("the Chechen murdered", 0, 1),
        ("the Leonardo da", 0, 1),
    ],
)
def test_what_stands_behind_a_word(sentence: str, describing: int, others: int) -> None:
    [word] = [each for each in sentence.replace(",", "").replace("'s", "").split() if each[0].isupper()]
    for mostly in ["a %s rebel"] * 2 * others:
        assert rows([sentence, mostly % word, mostly % word]) == [(word, 5 * others, 10)]
    if describing:
        assert rows([sentence]) == [(word, 0, 5)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Chechen rebels",
        "the Chechen Republic saw",
        "Old Chechen rebels",
        "the LCD screens",
        "the chechen rebels",
        "the B2 rebels",
    ],
)
def test_words_that_show_nothing(sentence: str) -> None:
    assert rows([sentence]) == []


def test_a_word_that_is_more_often_a_name_describes_nothing() -> None:
    describing, other = "the Linux kernel", "in Linux"
    assert rows([describing, describing, describing, other, other]) == [("Linux", 10, 15)]
    assert rows([describing, describing, describing, other, other, other]) == []


def test_few_pages_or_places_show_nothing() -> None:
    assert rows(["a Chechen war", "a Chechen village"], pages=3) == [("Chechen", 0, 6)]
    assert rows(["a Chechen war"] * 9, pages=2) == []
    assert rows(["a Chechen war"], pages=4) == []


def test_the_words_are_in_order() -> None:
    assert [word for word, *_ in rows(["the Welsh hills and Basque hills, Manx cats"])] == ["Basque", "Manx", "Welsh"]


def test_a_language_whose_followers_nobody_knows_has_none() -> None:
    assert rows(["the Chechen rebels"], words=Words()) == []


@given(st.lists(st.text("AaÉé5_-,. ’", max_size=16), max_size=4))
def test_places_are_those_of_the_definition(sentences: list[str]) -> None:
    capitalised = r"[^\W\d_a-z][^\W\d_]*(?:-[^\W\d_]+)*(?!\w)"
    run = rf"(?:^|(?<=[^\W_] )|(?<=[,;] ))({capitalised})((?: {capitalised})*)(?: ([^\W\d_]\w*))?"
    expected: Counter[tuple[str, bool]] = Counter()
    found = DescribingWords(WORDS)
    for page, sentence in enumerate(sentences):
        found.see(page, sentence)
        for match in re.finditer(run, sentence):
            word, others, behind = match.groups("")
            if match.start() and not others and not behind[:1].isupper() and not (word.isupper() or word.islower()):
                follows = behind in WORDS.derived.followers | WORDS.connectors
                follows |= behind.endswith(WORDS.derived.follower_endings)
                expected[word, bool(behind) and not follows] += 1
    places = {(word, True): each.describing for word, each in found.places.items()}
    places |= {(word, False): each.others for word, each in found.places.items()}
    assert Counter(places) == expected
