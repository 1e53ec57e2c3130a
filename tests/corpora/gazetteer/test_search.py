from __future__ import annotations

import random
from pathlib import Path

import marisa_trie
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.gazetteer.search import (
    MAX_SURFACE,
    Gazetteer,
    SurfaceSearch,
    build_gazetteer,
    open_gazetteer,
    write_classes,
    write_trie,
)
from corpora.tokens import tokenize, tokenize_all
from schemas.errors import InputError
from schemas.labels import ENTITY
from tests.support.lookups import find_surface


def found(text: str, *surfaces: str) -> list[str]:
    (matches,) = SurfaceSearch(marisa_trie.Trie(surfaces)).find([text], tokenize_all([text], "en"))
    return [text[match.start : match.end] for match in matches]


@pytest.mark.parametrize(
    ("text", "surfaces", "expected"),
    [
        ("He left New York City for York.", ["New York", "New York City", "York"], ["New York City", "York"]),
        ("The New York Times of New York", ["New York", "New York Times"], ["New York Times", "New York"]),
        ("a Roman in Rome", ["Rom", "Rome"], ["Rome"]),
        ("rome and ROME and Rome", ["Rome"], ["Rome"]),
        ("Rome's walls, (Rome) Rome.", ["Rome"], ["Rome", "Rome", "Rome"]),
        ("He lives in the U.S. now, not in the U.S.", ["U.S."], ["U.S.", "U.S."]),
        ("Panic! at the Disco, and Yahoo! too", ["Panic! at the Disco", "Yahoo!"], ["Panic! at the Disco", "Yahoo!"]),
        ("AT&T and C++ and Côte d'Ivoire", ["AT&T", "C++", "Côte d'Ivoire"], ["AT&T", "C++", "Côte d'Ivoire"]),
        ("北京 lies in China", ["北京", "China"], ["北京", "China"]),
        ("a new york minute", ["New York"], []),
        ("Old Rome New", ["Old Rome", "Rome New"], ["Old Rome"]),
        ("Rome–Paris", ["Rome", "Paris"], ["Rome", "Paris"]),
        ("Rome–Paris", ["Rome–", "Paris"], ["Rome–", "Paris"]),
        ("Rome–Paris", ["Rome–", "–Paris", "Paris"], ["Rome–", "Paris"]),
        (f"the {'a' * MAX_SURFACE} of", ["a" * MAX_SURFACE], ["a" * MAX_SURFACE]),
        ("", ["Rome"], []),
    ],
)
def test_the_longest_surface_between_token_boundaries(text: str, surfaces: list[str], expected: list[str]) -> None:
    assert found(text, *surfaces) == expected


def test_no_surface_reaches_into_the_next_text() -> None:
    texts = ["to New", "York", "", "New York"]
    matches = SurfaceSearch(marisa_trie.Trie(["New York", "York"])).find(texts, tokenize_all(texts, "en"))
    assert [[(match.start, match.end) for match in each] for each in matches] == [[], [(0, 4)], [], [(0, 8)]]


WORDS = ["New", "York", "City", "of", "Rome", "new", "."]


@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=4),
    st.sets(st.lists(st.sampled_from(WORDS[:-1]), min_size=1, max_size=3).map(" ".join), max_size=8),
)
def test_matches_are_those_of_a_search_by_hand(texts: list[str], surfaces: set[str]) -> None:
    trie = marisa_trie.Trie(surfaces)
    for text, matches in zip(texts, SurfaceSearch(trie).find(texts, tokenize_all(texts, "en")), strict=True):
        tokens = tokenize(text, "en")
        expected, after = [], 0
        for start, _ in tokens:
            ends = [end for _, end in tokens if end > start and text[start:end] in surfaces]
            if start >= after and ends:
                after = max(ends)
                expected.append((start, after))
        assert [(start, end) for start, end, _ in matches] == expected
        assert [trie.restore_key(match.number) for match in matches] == [text[start:end] for start, end in expected]


def test_a_search_that_forgets_words_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpora.gazetteer.search._WORDS", 2)
    text = "Rome, New York and Rome, then York."
    assert found(text, "Rome", "New York", "York") == ["Rome", "New York", "Rome", "York"]


def test_words_are_taken_for_what_they_are_spelled() -> None:
    search = SurfaceSearch(
        marisa_trie.Trie(["Rome", "New York"]), lambda word: {"new": "New", "rome": "Rome"}.get(word, "")
    )
    texts = ["Rome, rome", "a new York, the New York"]
    found = [(row, match.start, match.end) for row, match in search.longest(texts, tokenize_all(texts, "en"))]
    assert found == [(0, 6, 10), (1, 2, 10)]


def gazetteer(size: int) -> Gazetteer:
    return build_gazetteer({f"Name {number}": number % 3 for number in range(size)}.items, ("A", "B", ENTITY))


def written(names: Gazetteer, folder: Path) -> tuple[str, str]:
    folder.mkdir(exist_ok=True)
    write_trie(names, folder / "trie")
    write_classes(names, folder / "classes")
    return str(folder / "trie"), str(folder / "classes")


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_a_gazetteer_comes_back_from_its_files(tmp_path: Path, size: int) -> None:
    opened = open_gazetteer(*written(gazetteer(size), tmp_path))
    assert len(opened) == size
    assert [find_surface(opened, f"Name {number}") for number in range(size)] == [
        ("A", "B", ENTITY)[n % 3] for n in range(size)
    ]
    assert find_surface(opened, "Name") is None


def test_the_order_of_surfaces_does_not_change_a_byte(tmp_path: Path) -> None:
    order = list(range(500))
    random.Random(1).shuffle(order)
    other = build_gazetteer({f"Name {number}": number % 3 for number in order}.items, ("A", "B", ENTITY))
    one = written(gazetteer(500), tmp_path / "one")
    two = written(other, tmp_path / "two")
    assert [Path(path).read_bytes() for path in one] == [Path(path).read_bytes() for path in two]


def test_bad_files_are_refused_by_name(tmp_path: Path) -> None:
    trie, classes = written(gazetteer(300), tmp_path / "good")
    small_trie, _ = written(gazetteer(3), tmp_path / "small")
    cut = tmp_path / "cut"
    cut.write_bytes(Path(trie).read_bytes()[:200])
    with pytest.raises(InputError, match=r"cut: not a gazetteer, or cut short"):
        open_gazetteer(str(cut), classes)
    with pytest.raises(InputError, match=r"nowhere: not a gazetteer"):
        open_gazetteer(str(tmp_path / "nowhere"), classes)
    cut.write_bytes(Path(classes).read_bytes()[:200])
    with pytest.raises(InputError, match=r"cut: not a gazetteer, or cut short"):
        open_gazetteer(trie, str(cut))
    with pytest.raises(InputError, match=r"classes has 300 classes for 3 surfaces"):
        open_gazetteer(small_trie, classes)
    other = tmp_path / "other"
    table = pa.table({"class_id": pa.array([1], pa.uint16())})
    with pa.OSFile(str(other), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    with pytest.raises(InputError, match=r"other: not a gazetteer of version"):
        open_gazetteer(trie, str(other))
