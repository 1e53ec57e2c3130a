from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.training.tiny import TAGS
from training.models.spans import Span, Spans

SPANS = Spans(TAGS)


def test_types_stand_in_the_order_of_the_tags() -> None:
    assert SPANS.types == ("place", "person")


@pytest.mark.parametrize(
    ("tags", "spans"),
    [
        ([], []),
        ([0, 0], []),
        ([1, 2, 0, 3], [Span(0, 2, 0), Span(3, 4, 1)]),
        ([1, 1, 2], [Span(0, 1, 0), Span(1, 3, 0)]),
        # An I that goes on with nothing of its type begins an entity.
        ([2, 2, 4], [Span(0, 2, 0), Span(2, 3, 1)]),
        ([1, 0, 2], [Span(0, 1, 0), Span(2, 3, 0)]),
        ([3, 4, -100, -100], [Span(0, 2, 1)]),
    ],
)
def test_entities_are_those_that_conlleval_reads(tags: list[int], spans: list[Span]) -> None:
    assert SPANS.of(tags) == spans


@given(st.lists(st.sampled_from([[0], [1], [1, 2, 2], [3], [3, 4]])))
def test_tags_come_back_from_their_entities(parts: list[list[int]]) -> None:
    tags = [tag for part in parts for tag in part]
    assert SPANS.tag_ids(SPANS.of(tags), len(tags)) == tags
