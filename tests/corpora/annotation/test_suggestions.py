from __future__ import annotations

from corpora.annotation.records import Link, Span
from corpora.annotation.suggestions import links_of, suggest
from corpora.gazetteer.search import build_gazetteer

LABELS = {"City": "location", "Band": "band"}
NAMES = build_gazetteer({"New York": 0, "Pink Floyd": 1, "Kind of Blue": 2}.items, ["City", "Band", "Album"])


def test_labels_come_from_mentions_and_the_gazetteer_each_with_its_source() -> None:
    text = "Can and Pink Floyd met in Cologne and New York over Kind of Blue."
    mentions = [(0, 3, "Band", "propagated-title"), (26, 33, "City", "direct")]
    assert suggest(text, mentions, LABELS, NAMES, "en") == (
        Span(0, 3, "band", "propagated-title"),
        Span(8, 18, "band", "gazetteer"),
        Span(26, 33, "location", "direct"),
        Span(38, 46, "location", "gazetteer"),
    )


def test_what_is_linked_to_something_without_a_label_is_left_to_the_annotators() -> None:
    assert suggest("Pink Floyd played.", [(0, 10, "Album", "direct")], LABELS, NAMES, "en") == ()
    assert suggest("Pink Floyd played.", [(0, 10, "ENTITY", "none")], LABELS, NAMES, "en") == ()
    assert links_of([{"start": 0, "end": 10, "target": "Tour"}]) == (Link(0, 10, "Tour"),)
