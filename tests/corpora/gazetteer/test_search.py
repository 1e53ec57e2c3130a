from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import marisa_trie
import pyarrow as pa
import pytest
from hypothesis import given, settings
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
from corpora.gazetteer.surface_forms import (
    SampleSentence,
    SurfaceRules,
    Titles,
    bare_title,
    collect_surfaces,
    kept_gazetteer,
    surface_rows,
    unusable,
)
from corpora.tokens import tokenize, tokenize_all
from schemas.errors import InputError
from schemas.labels import ENTITY
from tests.support.lookups import find_surface

RULES = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)


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


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Nature (journal)", "Nature"),
        ("Mercury (planet)", "Mercury"),
        ("(I Can't Get No) Satisfaction", "(I Can't Get No) Satisfaction"),
        ("Rome (Italy) (city)", "Rome (Italy)"),
        ("f(x)", "f(x)"),
        ("Paris, Texas", "Paris, Texas"),
    ],
)
def test_bare_titles(title: str, bare: str) -> None:
    assert bare_title(title) == bare


@pytest.mark.parametrize(
    ("surface", "reason"),
    [
        ("1984", "no-letter"),
        ("!!!", "no-letter"),
        ("", "no-letter"),
        ("X", "too-short"),
        ("a" * (MAX_SURFACE + 1), "too-long"),
        ("a" * MAX_SURFACE, None),
        ("U2", None),
        ("北京", None),
    ],
)
def test_what_cannot_be_a_surface(surface: str, reason: str | None) -> None:
    assert unusable(surface) == reason


def pages(*texts: str) -> list[SampleSentence]:
    """A page for each text; anchors stand as `[surface|Class]`."""
    result = []
    for number, marked in enumerate(texts):
        text, anchors = "", []
        for piece in marked.split("["):
            inner, closed, rest = piece.partition("]")
            if closed:
                surface, _, name = inner.partition("|")
                anchors.append((len(text), len(text) + len(surface), name))
                inner = surface + rest
            text += inner
        result.append(SampleSentence(number, f"Page {number}", text, anchors))
    return result


def judged(titles: dict[str, str], sample: list[SampleSentence], rules: SurfaceRules = RULES) -> dict[str, Any]:
    """Rows of the gazetteer by surface, for titles with their classes; a class with `>` is that of a redirect."""
    names, classes = list(titles), [name.removeprefix(">") for name in titles.values()]
    block = Titles(names, classes, [int(name.startswith(">")) for name in titles.values()])
    surfaces = collect_surfaces(lambda: [block], lambda: sample, rules, "en")
    rows = {row["surface"]: row for batch in surface_rows(surfaces) for row in batch.to_pylist()}
    assert list(rows) == sorted(rows)
    kept = kept_gazetteer(surfaces)
    assert {name: find_surface(kept, name) for name in rows if find_surface(kept, name)} == {
        name: row["class"] for name, row in rows.items() if row["outcome"] == "kept"
    }
    return rows


def outcome(surface: str, titles: dict[str, str], sample: list[SampleSentence]) -> tuple[str, str, str]:
    row = judged(titles, sample)[surface]
    return row["origin"], row["outcome"], row["class"]


ROME = {"Rome": "City"}


def test_titles_redirects_and_bare_titles_are_surfaces() -> None:
    titles = {"Rome": "City", "Eternal City": ">City", "Nature (journal)": "AcademicJournal", "1984 (novel)": "Book"}
    rows = judged(titles, pages("He read [Nature|AcademicJournal] in Rome."))
    assert {name: (row["origin"], row["outcome"], row["class"]) for name, row in rows.items()} == {
        "Rome": ("title", "kept", "City"),
        "Eternal City": ("redirect", "kept", "City"),
        "Nature": ("bare", "kept", "AcademicJournal"),
    }


@pytest.mark.parametrize("order", [1, -1])
def test_a_title_of_its_own_beats_a_bare_one(order: int) -> None:
    titles = {"Mercury (element)": "ChemicalElement", "Mercury": "Planet"}
    sample = pages(*["see [Mercury|ChemicalElement]"] * 3)
    assert outcome("Mercury", dict(list(titles.items())[::order]), sample) == ("title", "kept", "Planet")


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        # A bare name means what most of its anchors do.
        (["[Mercury|Planet]", "[Mercury|Planet]", "[Mercury|ChemicalElement]"], ("kept", "Planet")),
        (["[Mercury|Planet]", "[Mercury|ChemicalElement]"], ("kept", ENTITY)),
        # Without anchors nothing shows that it is used; an anchor to something without a class is not enough.
        (["see Mercury"], ("bare-never-linked", ENTITY)),
        (["see [Mercury|ENTITY]"], ("bare-never-linked", ENTITY)),
    ],
)
def test_bare_titles_need_anchors(sample: list[str], expected: tuple[str, str]) -> None:
    titles = {"Mercury (element)": "ChemicalElement", "Mercury (planet)": "Planet"}
    assert outcome("Mercury", titles, pages(*sample))[1:] == expected


def test_a_word_in_lower_case_inside_sentences_is_a_common_word() -> None:
    titles = {"Hope": "Film", "Iron Man": "FictionalCharacter"}
    sample = pages("Hope dies last.", "There was hope.", "All hope was lost.", "It was Iron Man.")
    assert outcome("Hope", titles, sample)[1] == "common-word"
    assert outcome("Iron Man", titles, sample)[1] == "kept"
    # At the beginning of a sentence a capital means nothing; inside one it does, and so does an anchor.
    assert outcome("Hope", titles, pages("There was hope.", '"Hope dies last."'))[1] == "common-word"
    assert outcome("Hope", titles, pages("There was hope.", "It is called Hope."))[1] == "kept"
    assert outcome("Hope", titles, pages("There was hope.", "[Hope|Film] is a film."))[1] == "kept"


def test_a_surface_of_several_words_is_common_too() -> None:
    sample = pages("Foreign policy matters.", "Its foreign policy failed.", "No foreign policy.")
    assert outcome("Foreign policy", {"Foreign policy": "Magazine"}, sample)[1] == "common-word"


@pytest.mark.parametrize(("lang", "outcome"), [("tr", "common-word"), ("xx", "kept")])
def test_a_word_in_lower_case_has_the_capital_of_its_language(lang: str, outcome: str) -> None:
    titles = Titles(["İlçe"], ["Settlement"], [0])
    sample = pages("Bir ilçe ve bir ilçe.")
    surfaces = collect_surfaces(lambda: [titles], lambda: sample, RULES, lang)
    assert [row["outcome"] for batch in surface_rows(surfaces) for row in batch.to_pylist()] == [outcome]


def test_the_longest_surface_in_lower_case_is_seen() -> None:
    surface = "W" + "o" * (MAX_SURFACE - 1)
    sample = pages(f"{surface} is.", f"the {surface.lower()} is.")
    assert outcome(surface, {surface: "Film"}, sample)[1] == "common-word"


def test_never_linked_on_five_pages() -> None:
    assert outcome("Rome", ROME, pages(*["to Rome"] * 4))[1] == "kept"
    assert outcome("Rome", ROME, pages(*["to Rome"] * 5))[1] == "never-linked"
    assert outcome("Rome", ROME, pages(*["to Rome"] * 50, "to [Rome|City]"))[1] == "kept"


@pytest.mark.parametrize("block", [1, 2, 5])
def test_what_is_read_together_changes_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = {"Mercury (element)": "Element", "Mercury": "Planet", "Rome": "City", "Eternal City": ">City"}
    linked = [f"[{name}|{cls}]" for cls in ("City", "Film", "City") for name in ("Rome", "Roma", "Mercury", "Urbs")]
    sample = pages(*linked, *linked[:3], "[Urbs|Film] and [Roma|ENTITY]", "[7|City]", "[7|Film]")
    expected = judged(titles, sample)
    monkeypatch.setattr("corpora.gazetteer.surface_forms._BLOCK", block)
    assert judged(titles, sample) == expected
    classes = {name: (row["class"], row["linked"]) for name, row in expected.items()}
    assert classes == {
        "Eternal City": ("City", 0),
        "Mercury": ("Planet", 4),
        "Roma": ("City", 4),
        "Rome": ("City", 4),
        "Urbs": (ENTITY, 4),
    }


def test_pages_are_counted_once_and_without_those_of_that_title() -> None:
    sample = pages("Rome and Rome and [Rome|City] and [Rome|City]", "to Rome")
    sample.append(SampleSentence(99, "History of Rome", "This is Rome.", []))
    row = judged(ROME, sample)["Rome"]
    assert (row["pages"], row["linked"]) == (2, 1)


def test_a_page_of_that_title_counts_where_it_links_to_it() -> None:
    sample = pages("to Rome")
    sample.append(SampleSentence(99, "History of Rome", "This is Rome.", [(8, 12, "City")]))
    row = judged(ROME, sample)["Rome"]
    assert (row["pages"], row["linked"]) == (2, 1)


def test_a_page_that_links_to_a_part_of_a_longer_name_has_it() -> None:
    rows = judged({"New York": "City", "New York City": "City"}, pages("the [New York|City] City", "in New York City"))
    assert [(rows[name]["pages"], rows[name]["linked"]) for name in ("New York", "New York City")] == [(1, 1), (2, 0)]


def test_a_page_is_one_page_whatever_its_sentences_have() -> None:
    """Read together, sentences of two pages with the same title would be one page."""
    linked = SampleSentence(1, "Italy", "In Rome.", [(3, 7, "City")])
    plain = SampleSentence(1, "Italy", "To Rome.", [])
    other = SampleSentence(2, "Italy", "To Rome.", [])
    for sample, expected in (([linked, plain], (1, 1)), ([plain, linked], (1, 1)), ([plain, linked, other], (2, 1))):
        row = judged(ROME, sample)["Rome"]
        assert (row["pages"], row["linked"]) == expected


def test_texts_of_anchors_need_two_pages_and_a_share() -> None:
    once = pages("the [Eternal City|City] and the [Eternal City|City]")
    assert outcome("Eternal City", ROME, once) == ("anchor", "anchor-once", "City")
    twice = pages(*["the [Eternal City|City]"] * 2, *["an Eternal City"] * 7)
    assert outcome("Eternal City", ROME, twice) == ("anchor", "kept", "City")
    exactly = pages(*["the [Eternal City|City]"] * 2, *["an Eternal City"] * 8)
    assert outcome("Eternal City", ROME, exactly) == ("anchor", "kept", "City")
    seldom = pages(*["the [Eternal City|City]"] * 2, *["an Eternal City"] * 9)
    assert outcome("Eternal City", ROME, seldom) == ("anchor", "seldom-linked", "City")
    # Of four pages no share is judged.
    rules = SurfaceRules(min_link_share=0.9, anchor_surfaces=True)
    for others, expected in ((2, "kept"), (3, "seldom-linked")):
        few = pages(*["the [Eternal City|City]"] * 2, *["an Eternal City"] * others)
        assert judged(ROME, few, rules)["Eternal City"]["outcome"] == expected


def test_lower_case_texts_of_anchors_must_be_titles() -> None:
    titles = {"Jazz": "MusicGenre", "Grammy Award": "Award", "Hope (film)": "Film"}
    sample = pages(*["a [prize|Award], [hope|Award] for [jazz|Award], [Jazz|Award]"] * 2, "jazz, jazz, jazz, jazz")
    assert outcome("prize", titles, sample) == ("anchor", "small-no-title", "Award")
    # A title without its parentheses is none.
    assert outcome("hope", titles, sample) == ("anchor", "small-no-title", "Award")
    assert outcome("jazz", titles, sample) == ("anchor", "kept", "MusicGenre")


def test_texts_of_anchors_are_a_setting() -> None:
    sample = pages(*["the [Eternal City|City]"] * 2)
    assert "Eternal City" in judged(ROME, sample)
    assert "Eternal City" not in judged(ROME, sample, SurfaceRules(0.2, anchor_surfaces=False))


@settings(max_examples=15)  # each builds tries in processes of their own
@given(st.permutations(range(6)))
def test_the_order_of_pages_does_not_matter(order: list[int]) -> None:
    sample = pages("[Rome|City]", "Rome", "[Eternal City|City]", "[Eternal City|City]", "hope", "[Hope|Film] Hope")
    titles = {"Rome": "City", "Hope (film)": "Film", "Hope": "Town"}
    assert judged(titles, [sample[number] for number in order]) == judged(titles, sample)
