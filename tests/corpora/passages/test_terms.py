"""The passages of a page, as the terms of their sentences."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.passages.terms import CLASS_MARK, Sentence, Terms, passages, sentence_terms
from corpora.tokens import token_texts

WORDS = ["parliament", "vote", "minister", "river", "forest"]


def test_terms_are_words_with_a_letter_in_small_letters_and_marked_classes() -> None:
    found = sentence_terms("In 1993, Nelson Mandela of the ANC won — a Nobel Prize.", ["Politician", "ENTITY"], "en")
    assert found == {"in", "nelson", "mandela", "of", "the", "anc", "won", "nobel", "prize", f"{CLASS_MARK}Politician"}


def test_new_terms_are_numbered_by_their_names() -> None:
    terms = Terms()
    # So many that no set has them in order by chance.
    assert sorted(terms.add(frozenset("abcdefghijklmnop"))) == [*range(1, 17)]
    assert sorted(terms.add(frozenset("dab0"))) == [1, 2, 4, 17]
    assert list(terms) == ["", *"abcdefghijklmnop", "0"]
    assert sorted(terms.find(frozenset("xyd"))) == [0, 0, 4]


@given(
    st.text() | st.lists(st.sampled_from(["a", "A1", "1", "²", "İ", "-", "x-", "'s", "日本", "é", " "])).map("".join)
)
def test_any_token_with_a_letter_is_a_word(text: str) -> None:
    tokens = [token.lower() for token in token_texts(text)]
    words = {word for word in tokens if len(word) > 1 and any(letter.isalpha() for letter in word)}
    assert sentence_terms(text, (), "en") == words


def test_a_passage_is_what_stands_below_one_heading_in_succession() -> None:
    terms = Terms()
    rows = [(0, ""), (1, ""), (2, "A"), (3, "B"), (4, "A")]
    found = passages([Sentence(p, section, frozenset({"x", f"w{p}"}), p == 1) for p, section in rows], terms.add)
    assert found.sections == ("", "A", "B", "A")
    columns = (found.first, found.last, found.sentences, found.seeds, found.n_terms, found.lengths)
    assert [column.tolist() for column in columns] == [
        [0, 2, 3, 4], [1, 2, 3, 4], [2, 1, 1, 1], [1, 0, 0, 0], [4, 2, 2, 2], [3, 2, 2, 2],
    ]  # fmt: skip
    names = list(terms)
    words = [names[found.ids[place]] for place in found.places]
    assert dict(zip(words[:3], found.counts.tolist(), strict=False)) == {"x": 2, "w0": 1, "w1": 1}
    assert dict(zip(words[:3], found.seed_counts.tolist(), strict=False)) == {"x": 1, "w0": 0, "w1": 1}


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sets(st.sampled_from(WORDS)), st.booleans())))
def test_terms_are_counted_by_passage_and_have_a_place_in_the_page(rows: list[tuple[str, set[str], bool]]) -> None:
    terms = Terms()
    sentences = [Sentence(n, name, frozenset(words), seed) for n, (name, words, seed) in enumerate(rows)]
    found = passages(sentences, terms.add)
    names = [list(terms)[number] for number in found.ids]
    assert found.ids.tolist() == sorted(set(found.ids.tolist())) and found.number == len(found.sections)
    ends = np.cumsum([0, *found.lengths]).tolist()
    for number, (start, end) in enumerate(pairwise(ends)):
        own = sentences[found.first[number] : found.last[number] + 1]
        counted = Counter(word for row in own for word in row.terms)
        seeded = Counter(word for row in own if row.seed for word in row.terms)
        words = [names[place] for place in found.places[start:end]]
        assert (dict(zip(words, found.counts[start:end], strict=True)), found.n_terms[number]) == (
            counted,
            counted.total(),
        )
        assert dict(zip(words, found.seed_counts[start:end], strict=True)) == {word: seeded[word] for word in counted}
    every = Counter(word for row in sentences for word in row.terms)
    assert dict(zip(names, found.total(found.counts), strict=True)) == every


@pytest.mark.parametrize("number", [255, 256, 65_535, 65_536])
def test_a_page_may_have_a_term_in_any_number_of_sentences(number: int) -> None:
    """Counts are kept in the smallest type that has them."""
    terms = Terms()
    row = Sentence(0, "", frozenset(["x"]), True)
    found = passages([row] * number + [row._replace(section="A")] * number, terms.add)
    assert (found.total(found.counts).tolist(), found.total(found.seed_counts).tolist()) == ([2 * number], [2 * number])
    assert (found.n_terms.tolist(), found.counts.tolist()) == ([number, number], [number, number])
