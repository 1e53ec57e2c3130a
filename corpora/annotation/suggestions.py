"""Labels that are suggested to annotators, each with the source that it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from corpora.annotation.records import Link, Span
from corpora.gazetteer.mentions import SOURCE, find_names
from corpora.gazetteer.search import Gazetteer
from corpora.tokens import tokenize_all


def suggest(
    text: str,
    mentions: Iterable[tuple[int, int, str, str]],
    labels: Mapping[str, str],
    gazetteer: Gazetteer,
    lang: str,
) -> tuple[Span, ...]:
    """The labels of a sentence's mentions (start, end, class, source), and of the names of the gazetteer beside them.

    `labels` is the label of each DBpedia class that has one. A mention of another class, or of none, gives no
    suggestion, and the gazetteer does not look there either where it is a link, since that says what is meant.
    `lang` is the code of the text's language.
    """
    mentions = list(mentions)
    spans = [(start, end, source) for start, end, _, source in mentions]
    (matches,) = gazetteer.search.find([text], tokenize_all([text], lang))
    found = {(start, end): (name, source) for start, end, name, source in mentions}
    found |= {(start, end): (name, SOURCE) for start, end, name in find_names(text, spans, matches, gazetteer) if name}
    return tuple(
        Span(start, end, labels[name], source)
        for (start, end), (name, source) in sorted(found.items())
        if name in labels
    )


def links_of(anchors: Iterable[Mapping[str, Any]]) -> tuple[Link, ...]:
    """All hyperlinks of a sentence, whether a label is suggested or not; rows of the column `anchors`."""
    return tuple(Link(anchor["start"], anchor["end"], anchor["target"]) for anchor in anchors)
