from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from schemas.vocabulary import overlap, overlap_table, read_stop_words, top_words


def test_words_are_folded_and_ranked_without_stop_words_numbers_and_marks() -> None:
    tokens = {"Band": 3, "band": 2, "the": 90, "The": 9, "album": 5, "1984": 50, ".": 70, "U2": 1, "aria": 1}
    assert top_words(tokens, 10, {"the"}) == [("album", 5), ("band", 5), ("aria", 1), ("u2", 1)]
    assert top_words(tokens, 1, {"the"}) == [("album", 5)]


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        (["a", "b", "c", "d"], ["d", "c", "x", "y"], 0.5),
        (["a", "b", "c", "d"], ["b", "a"], 1.0),
        (["a", "b", "c", "d"], ["c", "d"], 0.0),
        ([], ["a"], 0.0),
    ],
)
def test_overlap_is_of_as_many_words_of_both(one: list[str], other: list[str], share: float) -> None:
    assert overlap(one, other) == share


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.lists(st.sampled_from("abcdefgh"), unique=True))
def test_overlap_is_symmetric_and_a_share(one: list[str], other: list[str]) -> None:
    assert overlap(one, other) == overlap(other, one)
    assert 0 <= overlap(one, other) <= 1
    assert overlap(one, one) == (1.0 if one else 0.0)


def test_a_file_of_stop_words_has_comments_and_must_have_words(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# Artikel\nDer die das  # und so weiter\n\nund\n")
    assert read_stop_words(str(path)) == {"der", "die", "das", "und"}
    path.write_text("# none\n")
    with pytest.raises(InputError, match=r"words.txt: no stop words in it"):
        read_stop_words(str(path))
    with pytest.raises(InputError, match="no such file"):
        read_stop_words(str(tmp_path / "nowhere.txt"))


def test_the_overlaps_of_all_pairs_are_a_table() -> None:
    assert overlap_table("domain", {"ai": ["a", "b"], "music": ["b", "c"], "none": []}).splitlines() == [
        "| domain | words | ai | music | none |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| ai | 2 | 100% | 50% | 0% |",
        "| music | 2 | 50% | 100% | 0% |",
        "| none | 0 | 0% | 0% | 0% |",
    ]
