from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.adjective_names import ends_before_body
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("run", "behind", "name"),
    [
        ("Еўлічы Слуцкага", "раёна", "Еўлічы"),
        ("Слуцкага", "раёна", None),
        # What goes on is no body, or nothing begins one.
        ("Еўлічы Слуцкага", "хлопца", None),
        ("Еўлічы Слуцак", "раёна", None),
        # A name only looks like an adjective.
        ("Чыкага Слуцкага", "раёна", "Чыкага"),
        # The word before is small, or an adjective too.
        ("фон Слуцкага", "раёна", None),
        ("Вялікі Слуцкага", "раёна", None),
    ],
)
def test_a_name_ends_before_a_body_that_goes_on_in_lower_case(run: str, behind: str, name: str | None) -> None:
    words = capital_words("be", words_of("be"))
    assert words is not None
    space = ends_before_body(f"{run} {behind}", 0, len(run), words)
    assert (run[:space] if space is not None else None) == name


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # The genitive of a surname has the ending of the adjective.
        ("be", "Вуліца Маякоўскага Савецкага раёна.", ["Вуліца Маякоўскага", "Савецкага раёна"]),
        # A people begins no name, nor ends the one before.
        ("cs", "V Brně Rusové školy zavřeli.", ["Brně"]),
    ],
)
def test_a_name_ends_before_a_body_whatever_its_own_ending(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected
