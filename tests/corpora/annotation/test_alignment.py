from __future__ import annotations

from dataclasses import replace

import pytest

from corpora.annotation.alignment import sentence_tokens, trimmed, whole_tokens
from tests.support.annotation import sentence


def test_tokens_are_cut_at_suggestions_and_links() -> None:
    each = sentence("pre-[war|misc]time at [sea]side")
    assert [each.text[start:end] for start, end in sentence_tokens(each)] == [
        "pre-",
        "war",
        "time",
        "at",
        "sea",
        "side",
    ]


def test_tokens_are_those_of_the_language() -> None:
    each = replace(sentence("Il visite l'Autriche"), lang="fr")
    assert [each.text[start:end] for start, end in sentence_tokens(each)] == ["Il", "visite", "l'", "Autriche"]


@pytest.mark.parametrize(
    ("lang", "text", "tokens"),
    [
        ("ja", "東京はNHKの。", ["東", "京", "は", "NHK", "の", "。"]),
        # A mark of length and one of repetition are letters too.
        ("ja", "AーB々1", ["A", "ー", "B", "々", "1"]),
        ("th", "กรุงเทพ", ["ก", "รุ", "ง", "เ", "ท", "พ"]),
        ("en", "東京 is", ["東京", "is"]),
    ],
)
def test_each_letter_is_a_token_in_a_language_without_spaces(lang: str, text: str, tokens: list[str]) -> None:
    each = replace(sentence(text), lang=lang)
    assert [text[start:end] for start, end in sentence_tokens(each)] == tokens


TOKENS = [(0, 3), (4, 7), (7, 8)]


@pytest.mark.parametrize(
    ("start", "end", "stretch"),
    [
        (0, 3, (0, 3)),
        (1, 2, (0, 3)),
        (2, 5, (0, 7)),
        (3, 4, None),
        (3, 5, (4, 7)),
        (6, 8, (4, 8)),
        (7, 9, (7, 8)),
        (8, 9, None),
        (4, 4, None),
        (5, 5, None),
        (5, 4, None),
        (-1, 1, (0, 3)),
    ],
)
def test_a_stretch_becomes_whole_tokens(start: int, end: int, stretch: tuple[int, int] | None) -> None:
    assert whole_tokens(start, end, TOKENS) == stretch


def test_white_space_at_the_edges_is_left_out() -> None:
    assert trimmed("a  bc d", 1, 6) == (3, 5)
