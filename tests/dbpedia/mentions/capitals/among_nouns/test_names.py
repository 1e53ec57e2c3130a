from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.among_nouns.names import NamesAmongNouns
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.capitals.work_titles import titles_in_italics
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import words_of

WORDS = words_of("de")
GERMAN = capital_words("de", WORDS)
assert GERMAN
NAMES = NamesAmongNouns(GERMAN, Orthography())


def taught(cases: WordCases, nouns: str = "") -> NamesAmongNouns:
    assert GERMAN
    return NamesAmongNouns(GERMAN, Orthography(cases=cases, nouns=frozenset(nouns.split())))


def found(*texts: str, names: NamesAmongNouns = NAMES, taken: list[list[tuple[int, int]]] | None = None) -> list[str]:
    lower = {word for text in texts for word in re.findall(r"\w+", text) if word[0].islower()}
    spans = names.find(texts, taken or [[] for _ in texts], lower)
    return [text[start:end] for text, each in zip(texts, spans, strict=True) for start, end in each]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dort lebte Angela Merkel.", ["Angela Merkel"]),
        ("Dort sprach die Bundeskanzlerin Angela Merkel.", ["Angela Merkel"]),
        ("Der Dominikanerpriester Heinrich Kramer kam.", ["Heinrich Kramer"]),
        ("Dort sprach Prof. Dr. Anna Kahn mit J. R. Becher.", ["Anna Kahn", "J. R. Becher"]),
        ("Dort sprach seine Frau Anna Soersman Tochter an.", ["Anna Soersman"]),
        (
            "Dort lebte Ludwig van Beethoven und Alexander Freiherr von Humboldt.",
            ["Ludwig van Beethoven", "Alexander Freiherr von Humboldt"],
        ),
        ("Er las die New York Times und die Labour Party verlor.", ["New York Times", "Labour Party"]),
        ("Dort regierte Franz Joseph I. lange.", ["Franz Joseph I."]),
        ("Dort kaufte er z. B. Philip Morris auf.", ["Philip Morris"]),
        # Time, number, measure and direction before a noun or a name.
        ("Es war Ende August und Anfang Mai mit fünf Millionen Einwohnern.", []),
        ("Es ist der Norden Berlins.", ["Berlins"]),
        # Unknown nouns behind an article.
        ("Er kannte die Freude Reiten und das Wetter morgen.", []),
        ("Große Teile sind hier.", []),
        ("Seltene Erden sind dort.", []),
    ],
)
def test_several_words_side_by_side_are_a_name(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Er sah den Zoologischen Garten.", ["Zoologischen Garten"]),
        ("Nach dem Zweiten Weltkrieg ging er.", ["Zweiten Weltkrieg"]),
        ("Der Große Tiergarten ist hier.", ["Große Tiergarten"]),
        ("Er war am Deutschen Institut für Wirtschaft.", ["Deutschen Institut für Wirtschaft"]),
        ("Er besuchte die Vereinigten Staaten von Amerika.", ["Vereinigten Staaten von Amerika"]),
        ("Es gibt die Medizinischen Fakultäten.", []),
        ("Zweite Auflagen waren selten.", []),
        ("Er wählte Die Linke und sah Den Haag.", ["Die Linke", "Den Haag"]),
        ("Er las Die Welt als Wille.", []),
    ],
)
def test_an_adjective_or_article_with_a_capital_begins_a_name(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Es liegt im Bezirk Spandau.", ["Spandau"]),
        ("Es liegt bei der Stadt Kapstadt.", ["Kapstadt"]),
        ("Es gehört Herrn Müller.", ["Müller"]),
        ("Es ist die Universität Berlin und das Stadtmuseum Bern.", ["Universität Berlin", "Stadtmuseum Bern"]),
        ("Groß war der Einfluss Hispanias.", ["Hispanias"]),
        ("Groß war das Vorhaben Haus, das Problem Kreis und das Vorhaben Gas.", []),
        ("Er ging durch die Karl-Marx-Allee zur Humboldt-Universität.", ["Karl-Marx-Allee", "Humboldt-Universität"]),
        ("Er ging zur Staats-Universität und zur U-Bahn-Brücke.", []),
    ],
)
def test_a_word_behind_a_kind_of_thing_or_of_an_owner_is_a_name(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # The last word of a name, its owner, and not behind an article.
        (
            ["Dort lebte Anna Kahn.", "Gern schrieb Kahn.", "Es war Kahns Haus und der Kahn."],
            ["Anna Kahn", "Kahn", "Kahns"],
        ),
        (["Es war im Bezirk Pankow.", "Sie wohnte gern in Pankow, die Pankow liebte."], ["Pankow"] * 3),
        # Places by their ending, or behind two prepositions.
        (["Er kam nach Lichtenberg.", "Es war Lichtenbergs Stolz."], ["Lichtenberg", "Lichtenbergs"]),
        (["Er kam nach Weimar.", "Er blieb in Weimar."], ["Weimar", "Weimar"]),
        (["Er kam in Form.", "Er blieb in Form."], []),
        (["Er kam in Rage und in Kolonien."], []),
        # One that few nouns follow so.
        (["Er lebte in Paris.", "Sie lebte in Verbindung, in Teilzeit, in Booten und in Privatbesitz."], ["Paris"]),
        # The subject of a verb, if the article has it once more, and nobody's article before it.
        (["Mishima schrieb viel.", "Gern las Mishima."], ["Mishima", "Mishima"]),
        (["Mishima schrieb viel."], []),
        (["Bahnen fuhren viel.", "Musik spielte viel.", "Die Musik war gut."], []),
        # Owners before what is theirs.
        (["Gern las Kipling.", "So begann Kiplings Drang."], ["Kipling", "Kiplings"]),
        (["Dort lebte Klaus Wowereit.", "Nach Wowereits Rücktritt ging er."], ["Klaus Wowereit", "Wowereits"]),
        # What the article has as a noun.
        (["Dort lebte Anna Wille.", "Es war ein Wille und der Wille.", "Gern sah sie Wille."], []),
        (["Dort lebte Anna Drang.", "Er drang ein.", "Gern sah sie Drang."], []),
    ],
)
def test_a_single_word_is_a_name_where_the_article_shows_it(texts: list[str], expected: list[str]) -> None:
    assert found(*texts) == expected


def test_the_wiki_shows_nouns_and_words_that_only_begin_sentences() -> None:
    text = "Peter Kahn kam, als Tische Brot hatten."
    assert found(text) == ["Tische Brot"]
    cases = WordCases(upper=frozenset({"peter"}))
    assert found(text, names=taught(cases, nouns="Brot Tische")) == ["Peter Kahn"]
    assert found("Selten Angela Merkel traf.") == []
    cases = WordCases(lower=frozenset({"selten"}))
    assert found("Selten Angela Merkel traf.", names=taught(cases)) == ["Angela Merkel"]


def test_the_adjective_of_a_place_begins_no_name() -> None:
    assert found("Dort ist das Berliner Tor.", "Er kam in den Bezirk Berlin.") == ["Berlin"]


def test_titles_stand_behind_a_word_for_a_work() -> None:
    assert found("Er schrieb den Roman „Der Mann ohne Eigenschaften“.") == ["Der Mann ohne Eigenschaften"]
    assert found("Er nannte es „Das Primat des Willens“, „Die Toten“ und „Solidarity City“.") == ["Solidarity City"]


def test_titles_in_italic_type_stand_there_too() -> None:
    assert GERMAN
    text = "Der Roman Die Welt im Recht und das Recht auf Arbeit in Bern."
    assert list(titles_in_italics(text, [(10, 27), (36, 52)], GERMAN)) == [(10, 27)]
    other = "Er sah Die Welt im Recht."
    assert list(titles_in_italics(other, [(7, 24)], GERMAN)) == []


def test_names_are_apart_from_what_is_taken() -> None:
    text = "Dort lebten Angela Merkel und Anna Kahn."
    assert found(text, taken=[[(19, 25)]]) == ["Anna Kahn"]


@given(
    st.lists(st.sampled_from(("Der", "die", "Berlins", "St.", "II", "X.", "von", "Berlin-", "„", "Große", "nach", ".")))
)
def test_spans_are_in_order_and_lie_in_their_text(words: list[str]) -> None:
    text = " ".join(words)
    [spans] = NAMES.find(
        [text],
        [[]],
        set(),
    )
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
