"""Words that describe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.derived import describes, is_describing
from dbpedia.mentions.words import words_of

WORDS = words_of("en")


@given(
    st.lists(st.sampled_from([" ", "-", ",", "and", "or", "Greek", "Austrian", "palace", "İ", "1", "x"])).map("".join)
)
def test_a_noun_that_is_described_without_a_comma_or_another_adjective_follows_in_lower_case(after: str) -> None:
    if describes(after, WORDS) and after[0] != ",":
        assert after[0] in " -" and after[1].islower()


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (" palaces there", True),
        (" and Mycenaean palaces", True),
        (", Mycenaean palaces", True),
        (" and went home", False),
        # An article has an ending of adjectives in English.
        (" and an honorary consulate", False),
        (", an honorary consulate", False),
    ],
)
def test_other_adjectives_may_stand_before_the_noun_but_no_article(after: str, expected: bool) -> None:
    assert describes(after, WORDS) is expected


def test_what_goes_on_in_lower_case_behind_a_hyphen_describes_where_no_name_does() -> None:
    assert is_describing("Turing-complete", "Turing-complete", " system", words_of("en"))
    assert not is_describing("Трептов-парке", "Трептов-парк", " проходила выставка", words_of("ru"))
