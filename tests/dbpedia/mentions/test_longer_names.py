from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.longer_names import Longer, longer_name, longer_type
from dbpedia.mentions.words import Words, words_of
from schemas.labels import ENTITY

WORDS = words_of("en")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("the [Umayyad] Caliphate fell", "Caliphate"),
        ("the [Lamar Hunt] Trophy.", "Trophy"),
        ("the [Mekong] River's valley", "River"),
        ("the [French] Foreign Bank", "Foreign Bank"),
        ("the [Boston] School of Medicine.", "School of Medicine"),
        ("the [Boston] School of Modern Art Of", "School of Modern Art Of"),
        ("the [Boston] School of May", "School"),
        ("the [Boston] School of art", "School"),
        ("the [Boston] School near Medicine", "School"),
        ("the [Boston] School's of Medicine", "School"),
        ("the [Mekong] River of Medicine", "River"),
        ("[Alberta] Premier Rachel Notley", ""),
        ("[Alaska] State Legislature Hall", ""),
        ("a [Republican] river", ""),
        ("the [Umayyad], Caliphate", ""),
        ("the [Umayyad]\u00a0Caliphate", ""),
        ("the [Umayyad]  Caliphate", ""),
        ("the [Very] Long And Winding Road", ""),
        ("the [Umayyad]", ""),
    ],
)
def test_the_rest_of_a_name(text: str, rest: str) -> None:
    before, _, behind = text.partition("]")
    end = len(before) - 1
    plain = before.replace("[", "") + behind
    longer = longer_name(plain, end, sys.maxsize, WORDS)
    assert (plain[end : longer.end] if longer else "").strip() == rest


def test_what_is_linked_itself_is_no_rest_of_a_name() -> None:
    text = "the Umayyad Caliphate Library"
    words = replace(WORDS, heads={"Caliphate": "Place", "Library": "Place"})
    assert longer_name(text, 11, len(text), words) == Longer(len(text), "Library")
    assert longer_name(text, 11, 12, words) is None
    assert longer_name(text, 11, 22, words) is None


def test_what_is_tied_to_an_organisation_is_no_part_of_its_name_where_it_is_linked() -> None:
    text = "the Boston School of Medicine"
    assert longer_name(text, 10, 28, WORDS) == Longer(17, "School")
    assert longer_name(text, 10, 30, WORDS) == Longer(29, "School")


def test_the_class_of_a_longer_name() -> None:
    river = Longer(5, "River")
    assert longer_type("Stream", "Place", river, WORDS) == "Stream"
    assert longer_type("Philosopher", "Person", river, WORDS) == ENTITY
    assert longer_type(ENTITY, "", river, WORDS) == ENTITY


@given(st.text(max_size=20), st.integers(0, 20), st.integers(0, 30))
def test_a_longer_name_lies_in_the_text_before_what_follows(text: str, end: int, following: int) -> None:
    end = min(end, len(text))
    longer = longer_name(text, end, following, replace(Words(), heads={"A": "Place"}))
    if longer:
        assert end < longer.end <= min(len(text), following)
        assert text[end : longer.end].endswith("A")
