from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from schemas.errors import InputError
from training.data.vectors import character_ngrams, read_vectors, vector_size

GLOVE = b"""the 0.5 -1 2e-1
Paris 1 2 3
paris 4 5 6
. . . 7 7 7
caf\xc3\xa9 0 0 1
Paris 9 9 9
"""


@pytest.fixture
def glove(tmp_path: Path) -> str:
    (tmp_path / "glove.txt").write_bytes(GLOVE)
    return str(tmp_path / "glove.txt")


def lists(file: str, wanted: set[str]) -> dict[str, list[float]]:
    return {word: vector.tolist() for word, vector in read_vectors(file, wanted).of.items()}


def test_the_wanted_words_are_kept_with_their_first_line(glove: str) -> None:
    assert lists(glove, {"Paris", "café", "Rome", "."}) == {"Paris": [1, 2, 3], "café": [0, 0, 1]}
    assert read_vectors(glove, set()).size == vector_size(glove) == 3


def test_a_header_as_word2vec_has_it_and_spaces_at_the_ends_of_lines(tmp_path: Path) -> None:
    file = tmp_path / "word2vec.txt"
    file.write_bytes(b"2 4\nthe 1 2 3 4 \r\nof 5 6 7 8 \r\n")
    assert lists(str(file), {"the", "of", "2"}) == {"the": [1, 2, 3, 4], "of": [5, 6, 7, 8]}
    assert vector_size(str(file)) == 4


def test_a_compressed_file(glove: str, tmp_path: Path) -> None:
    (tmp_path / "glove.txt.gz").write_bytes(gzip.compress(GLOVE))
    assert lists(f"{glove}.gz", {"paris"}) == {"paris": [4, 5, 6]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a 1 2 3\nb 1 2\n", "line 2: 2 numbers behind the word, where the first line has 3"),
        (b"2 3\na 1 2 3\nb 1 2 3 4\n", "line 3: 4 numbers behind the word, where the first line has 3"),
        (b"a 1 2 3\n\n", "line 2: 0 numbers behind the word, where the first line has 3"),
        (b"a 1 2 3\nb 1 x 3\n", "line 2: 'x' stands where a number is wanted"),
        (b"a 1 2 3\nb 1 nan 3\n", "line 2: 'nan' stands where a number is wanted"),
        (b"word\n", "line 1: no numbers behind the word"),
        (b"3 0\n", "there are no vectors in it"),
        (b"", "there are no vectors in it"),
    ],
)
def test_what_is_not_in_the_format_is_refused_with_its_line(text: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "vectors.txt"
    file.write_bytes(text)
    with pytest.raises(InputError, match=f"^{re.escape(str(file))}(: |, ){re.escape(message)}"):
        read_vectors(str(file), {"a", "b"})


def test_the_size_is_refused_where_the_first_line_is(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(InputError, match="there are no vectors in it"):
        vector_size(str(tmp_path / "empty"))


def test_the_ngrams_of_a_word_have_the_names_of_the_published_file() -> None:
    """Those of `Cat` in the paper, without the single characters, which the file has not, and with four."""
    assert character_ngrams("Cat") == [
        *("2gram-#BEGIN#C", "2gram-Ca", "2gram-at", "2gram-t#END#"),
        *("3gram-#BEGIN#Ca", "3gram-Cat", "3gram-at#END#"),
        *("4gram-#BEGIN#Cat", "4gram-Cat#END#"),
    ]
    assert character_ngrams("aaaa").count("2gram-aa") == 3
