from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import nltk.data
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

from schemas.catalog.wiki import PUNKT
from schemas.errors import InputError
from tests.support.punkt import PIECES, TEXTS
from tests.support.real_paragraphs import real_paragraphs
from wiki.sentences.conventions import conventions
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_parameters import from_table, load_punkt_tab, to_table
from wiki.sentences.punkt_training import train_punkt


@pytest.fixture(scope="module")
def parameters() -> PunktParameters:
    return train_punkt(TEXTS)


def test_trained_boundaries(parameters: PunktParameters) -> None:
    text = "Prof. Smith met Mr. Jones. They spoke. Was he late? No! He was not."
    starts = [0, *punkt_splitter(parameters)(text), len(text)]
    assert [text[a:b].strip() for a, b in pairwise(starts)] == [
        "Prof. Smith met Mr. Jones.",
        "They spoke.",
        "Was he late?",
        "No!",
        "He was not.",
    ]


def test_table_is_sorted_and_comes_back_from_parquet(parameters: PunktParameters, tmp_path: Path) -> None:
    table = to_table(parameters)
    assert table.schema.equals(PUNKT.schema)
    rows = [tuple(row.values()) for row in table.to_pylist()]
    assert rows == sorted(rows)
    assert {row[0] for row in rows} >= {"abbreviation", "orthography"}
    pq.write_table(table, tmp_path / "punkt.parquet")
    again = from_table(pq.read_table(tmp_path / "punkt.parquet"))
    assert again.abbrev_types == parameters.abbrev_types
    assert again.collocations == parameters.collocations
    assert again.sent_starters == parameters.sent_starters
    assert again.ortho_context == parameters.ortho_context
    assert to_table(again).equals(table)


WORDS = st.text(max_size=5)


@given(st.sets(WORDS), st.sets(st.tuples(WORDS, WORDS)), st.sets(WORDS), st.dictionaries(WORDS, st.integers(1, 126)))
def test_any_parameters_survive_the_table(
    abbreviations: set[str], collocations: set[tuple[str, str]], starters: set[str], contexts: dict[str, int]
) -> None:
    parameters = PunktParameters()
    parameters.abbrev_types, parameters.collocations = abbreviations, collocations
    parameters.sent_starters = starters
    parameters.ortho_context.update(contexts)
    again = from_table(to_table(parameters))
    assert (again.abbrev_types, again.collocations, again.sent_starters) == (abbreviations, collocations, starters)
    assert again.ortho_context == contexts


def test_unknown_kind_is_an_error() -> None:
    table = pa.table({"kind": ["acronym"], "first": ["nato"], "second": [""], "value": [0]})
    with pytest.raises(InputError, match="row 0: unknown kind 'acronym'"):
        from_table(table)


def test_looking_up_unknown_words_does_not_grow_the_parameters(parameters: PunktParameters) -> None:
    size = len(parameters.ortho_context)
    punkt_splitter(parameters)('Unheard et al. Wordless 5. Nowhere mr. Nobody. "Thing (x). Unseen')
    assert len(parameters.ortho_context) == size


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@example("Was it prof?\xa0Smith came")
def test_boundaries_are_those_of_nltk(parameters: PunktParameters, text: str) -> None:
    expected = [start for start, _ in PunktSentenceTokenizer(parameters).span_tokenize(text)][1:]
    assert punkt_splitter(parameters)(text) == expected


@pytest.mark.parametrize(
    "text", ["It fell (late). The end", 'So "late". the end', "Late. the end", "late. . . the end"]
)
@pytest.mark.parametrize("first", [".", "late", "other"])
def test_pairs_of_words_hold_a_sentence_together_as_in_nltk(text: str, first: str) -> None:
    parameters = train_punkt(TEXTS)
    parameters.collocations = {(first, "the")}
    expected = [start for start, _ in PunktSentenceTokenizer(parameters).span_tokenize(text)][1:]
    assert punkt_splitter(parameters)(text) == expected


def test_boundaries_are_those_of_nltk_on_real_text(real: Path) -> None:
    texts = [paragraph.text for paragraph in real_paragraphs(real)]
    parameters = train_punkt(texts[::4])
    nltk_tokenizer, split = PunktSentenceTokenizer(parameters), punkt_splitter(parameters)
    found = 0
    for text in texts:
        starts = split(text)
        found += len(starts)
        assert starts == [start for start, _ in nltk_tokenizer.span_tokenize(text)][1:]
    assert found > 12_000


def test_time_is_linear_in_a_paragraph_of_ordinals() -> None:
    """Eight times the text must take about eight times as long; quadratic time would be 64 times as long."""
    split = punkt_splitter(PunktParameters(), conventions("de"))

    def cost(number: int) -> float:
        started = time.process_time()
        split("Ludwig II. Abc " * number)
        return time.process_time() - started

    bound = 24 * min(cost(1_000) for _ in range(3)) + 0.05
    # Other programs may slow down a run, but not each.
    assert any(cost(8_000) < bound for _ in range(3))


def test_published_parameters_that_are_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    with pytest.raises(InputError, match=r"for german are not installed: run `python -m nltk.downloader punkt_tab`"):
        load_punkt_tab("de")


@pytest.mark.parametrize("language", ["no", "nb"])
def test_norwegian_has_the_code_of_its_wiki_and_that_of_its_dump(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    with pytest.raises(InputError, match="NLTK's Punkt parameters for norwegian are not installed"):
        load_punkt_tab(language)


def test_language_without_published_parameters() -> None:
    with pytest.raises(InputError, match="no Punkt parameters for the language 'xx', only for cs, da, de"):
        load_punkt_tab("xx")


def test_published_parameters_that_are_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "tokenizers" / "punkt_tab" / "english"
    folder.mkdir(parents=True)
    (folder / "abbrev_types.txt").write_text("dr\n")
    (folder / "collocations.tab").write_text("j\tbach\n")
    (folder / "sent_starters.txt").write_text("however\n")
    (folder / "ortho_context.tab").write_text("the\t46\n")
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    assert to_table(load_punkt_tab("en")).to_pylist() == [
        {"kind": "abbreviation", "first": "dr", "second": "", "value": 0},
        {"kind": "collocation", "first": "j", "second": "bach", "value": 0},
        {"kind": "orthography", "first": "the", "second": "", "value": 46},
        {"kind": "sentence_starter", "first": "however", "second": "", "value": 0},
    ]
