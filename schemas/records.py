"""The records that cross floors, and the Arrow schema of every dataset.

Offsets are in Unicode code points, half open: `text[start:end]` is the surface, in every dataset.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import pyarrow as pa


class Page(NamedTuple):
    """A page of the dump, as its latest revision."""

    page_id: int
    rev_id: int
    namespace: int
    title: str
    redirect: str | None
    """Target title where the page is a redirect, fragment included, as written; else None."""
    model: str
    """Content model of the main slot, `wikitext` for articles."""
    text: str


class Anchor(NamedTuple):
    """An internal link to an article: `text[start:end]` is its surface, `target` the canonical title it points to."""

    start: int
    end: int
    target: str


class Paragraph(NamedTuple):
    """A paragraph of running text with its anchors, in order, not overlapping."""

    section: str
    """Heading of the innermost section the paragraph stands in, as plain text; empty in the lead."""
    text: str
    anchors: list[Anchor]


class Mention(NamedTuple):
    """An entity mention: `text[start:end]` names an entity of class `type`."""

    start: int
    end: int
    type: str
    """DBpedia class (`SoccerPlayer`), or `ENTITY` where the target has none."""
    source: str
    """How the type was found: `direct`, `redirect` (the target is a redirect to a typed title), `none`."""
    target: str
    """Canonical title the mention links to."""


class CategoryEdge(NamedTuple):
    """A member of a category: an article, or a category below it."""

    page_id: int
    """Page of the member."""
    title: str
    """Canonical title of the member, without namespace."""
    type: Literal["page", "subcat"]
    parent: str
    """Canonical title of the category it is a member of, without namespace."""


def _field(name: str, kind: pa.DataType, description: str) -> pa.Field:
    return pa.field(name, kind, nullable=False, metadata={"description": description})


_LABEL = pa.dictionary(pa.int16(), pa.string())
_PAGE_ID = _field("page_id", pa.int64(), "id of the Wikipedia page")
_REV_ID = _field("rev_id", pa.int64(), "id of the revision the text was taken from")
_TITLE = _field("title", pa.string(), "canonical title of the page")
_PLACE = [
    _PAGE_ID,
    _REV_ID,
    _TITLE,
    _field("section", pa.string(), "heading of the innermost section, empty in the lead"),
    _field("paragraph", pa.int32(), "number of the paragraph in the page, from 0"),
    _field("sentence", pa.int32(), "number of the sentence in the paragraph, from 0"),
    _field("text", pa.string(), "the sentence"),
]
_START = _field("start", pa.int32(), "first code point of the surface in text")
_END = _field("end", pa.int32(), "code point after the surface's last")
_TARGET = _field("target", pa.string(), "canonical title the anchor points to, redirects not followed")

SENTENCES = pa.schema(
    [
        *_PLACE,
        _field(
            "anchors",
            pa.list_(pa.field("element", pa.struct([_START, _END, _TARGET]), nullable=False)),
            "internal links to articles, in order, not overlapping",
        ),
    ]
)

REDIRECTS = pa.schema(
    [
        _PAGE_ID,
        _field("title", pa.string(), "canonical title of the redirect page"),
        _field("target", pa.string(), "canonical title it points to (one step; the chain is not followed)"),
    ]
)

TYPE_INDEX = pa.schema(
    [
        _field("title", pa.string(), "canonical title of an article or of a redirect to one"),
        _field("class", _LABEL, "most specific DBpedia class of the article"),
        _field("redirects", pa.uint8(), "number of redirects between the title and the typed article"),
    ]
)


def _mentions(type_description: str) -> pa.Field:
    mention = [
        _START,
        _END,
        _field("type", _LABEL, type_description),
        _field("source", _LABEL, "how the type was found: direct, redirect or none"),
        _TARGET,
    ]
    kind = pa.list_(pa.field("element", pa.struct(mention), nullable=False))
    return _field("mentions", kind, "entity mentions, in order, not overlapping")


TYPED_SENTENCES = pa.schema([*_PLACE, _mentions("DBpedia class, or ENTITY where the target has none")])

FILTERED_SENTENCES = pa.schema([*_PLACE, _mentions("label of the label set, or ENTITY where it has none")])

# Partitioned by `split` (train, validation), which is therefore no column of the files.
NER_CORPUS = pa.schema(
    [
        _PAGE_ID,
        _REV_ID,
        _TITLE,
        _field("url", pa.string(), "the revision the sentence was taken from: attribution and licence"),
        _field("paragraph", pa.int32(), "number of the paragraph in the page, from 0"),
        _field("sentence", pa.int32(), "number of the sentence in the paragraph, from 0"),
        _field("copy", pa.int32(), "0 for the sentence's first copy; balancing repeats sentences of rare categories"),
        _field("text", pa.string(), "the sentence"),
        _field("tokens", pa.list_(pa.field("element", pa.string(), nullable=False)), "words and punctuation of text"),
        _field(
            "starts",
            pa.list_(pa.field("element", pa.int32(), nullable=False)),
            "first code point of each token in text: text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]",
        ),
        _field("tags", pa.list_(pa.field("element", _LABEL, nullable=False)), "BIO tag of each token"),
        _field("types", pa.list_(pa.field("element", _LABEL, nullable=False)), "labels of the mentions, in order"),
    ]
)

PUNKT = pa.schema(
    [
        _field("kind", _LABEL, "abbreviation, collocation, sentence_starter or orthography"),
        _field("first", pa.string(), "the abbreviation, sentence starter or word; the collocation's first word"),
        _field("second", pa.string(), "the collocation's second word, else empty"),
        _field("value", pa.int64(), "orthographic context flags of Punkt, else 0"),
    ]
)

REJECTS = pa.schema(
    [
        _field("step", _LABEL, "the step that refused it"),
        _field("reason", _LABEL, "why, one of the counters of the step's manifest"),
        _field("page_id", pa.int64(), "id of the page, -1 where it could not be read"),
        _field("title", pa.string(), "title of the page, empty where it could not be read"),
        _field("text", pa.string(), "what was refused or the error, cut to 2,000 code points"),
    ]
)


class Reject(NamedTuple):
    """A page or sentence that a step refused."""

    reason: str
    page_id: int
    title: str
    text: str
