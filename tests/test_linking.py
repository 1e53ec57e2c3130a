from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.instance_types import Redirects, TypedTitles
from dbpedia.linking import link, link_column
from dbpedia.title_index import build_index
from schemas.records import SENTENCES, TYPED_SENTENCES, Anchor, Mention

INDEX = build_index(
    TypedTitles(pa.array(["Ada Lovelace", "London"], pa.large_string()), np.array([1, 0], np.uint16)),
    [Redirects(["Countess of Lovelace", "Lovelace", "Nowhere"], ["Ada Lovelace", "Countess of Lovelace", "No place"])],
    ("City", "Scientist"),
).title_index

EXPECTED = {
    "London": ("City", "direct"),
    "Ada Lovelace": ("Scientist", "direct"),
    "Countess of Lovelace": ("Scientist", "redirect"),
    "Lovelace": ("Scientist", "redirect"),
    "Nowhere": ("ENTITY", "none"),
    "Ångström": ("ENTITY", "none"),
}

anchors = st.builds(Anchor, st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1), st.sampled_from(sorted(EXPECTED)))
sentence_lists = st.lists(st.lists(anchors, max_size=4), max_size=6)


def test_a_mention_for_each_anchor() -> None:
    sentences = [[Anchor(0, 3, "Lovelace"), Anchor(7, 13, "London")], [], [Anchor(2, 4, "Nowhere")]]
    assert link(sentences, INDEX) == [
        [Mention(0, 3, "Scientist", "redirect", "Lovelace"), Mention(7, 13, "City", "direct", "London")],
        [],
        [Mention(2, 4, "ENTITY", "none", "Nowhere")],
    ]
    assert link([], INDEX) == []


@given(sentence_lists)
def test_batches_change_nothing(sentences: list[list[Anchor]]) -> None:
    expected = [
        [Mention(start, end, *EXPECTED[target], target) for start, end, target in sentence] for sentence in sentences
    ]
    assert link(sentences, INDEX) == expected
    assert [link([sentence], INDEX)[0] for sentence in sentences] == expected


@given(sentence_lists, st.integers(0, 3))
def test_columns_and_lists_agree(sentences: list[list[Anchor]], skipped: int) -> None:
    rows = [[anchor._asdict() for anchor in sentence] for sentence in sentences]
    column = pa.array(rows, SENTENCES.field("anchors").type).slice(skipped)
    linked = link_column(column, INDEX)
    linked.validate(full=True)
    assert linked.type == TYPED_SENTENCES.field("mentions").type
    assert linked.to_pylist() == [[mention._asdict() for mention in row] for row in link(sentences[skipped:], INDEX)]


def test_nothing_typed_by_an_empty_index() -> None:
    empty = build_index(TypedTitles(pa.array([], pa.large_string()), np.empty(0, np.uint16)), [], ("City",))
    assert link([[Anchor(0, 1, "London")]], empty.title_index) == [[Mention(0, 1, "ENTITY", "none", "London")]]
