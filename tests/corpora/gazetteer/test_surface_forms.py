"""Which surface forms an entity list has, and which of them are kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora.gazetteer.evidence import SampleSentence
from corpora.gazetteer.search import MAX_SURFACE
from corpora.gazetteer.surface_forms import (
    SurfaceRules,
    Titles,
    bare_title,
    collect_surfaces,
    kept_gazetteer,
    surface_rows,
    unusable,
)
from schemas.labels import ENTITY
from tests.support.lookups import find_surface

RULES = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)


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
    for module in ("anchor_texts", "surface_forms"):
        monkeypatch.setattr(f"corpora.gazetteer.{module}._BLOCK", block)
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
