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
    """How the mention and its type were found, one of `MENTION_SOURCES`."""
    target: str
    """Canonical title the mention links to, for an unlinked mention that of the mention it repeats."""
    redirects: int
    """Redirects between the target and the typed article."""
    origin: str
    """Source of the class: `dump`, `sparql` or `infobox`; empty where there is none."""
    flag: str
    """Why the mention may be noise, empty where no rule says so."""


MENTION_SOURCES = ("direct", "redirect", "none", "propagated-title", "propagated-surface", "propagated-last-name")
"""An anchor whose target is typed, redirects to a typed title, or has no type; an unlinked mention of the article's
subject, of something linked before in the article, or of the last name of a person who is either."""


class CategoryEdge(NamedTuple):
    """A member of a category: an article, or a category below it."""

    page_id: int
    """Page of the member."""
    title: str
    """Canonical title of the member, without namespace."""
    type: Literal["page", "subcat"]
    parent: str
    """Canonical title of the category it is a member of, without namespace."""
    hidden: bool = False
    """Whether the member is a category that the wiki hides from readers: one of maintenance."""
    disambiguation: bool = False
    """Whether the member is a page that only tells other pages apart."""


class DomainPage(NamedTuple):
    """A page of a domain."""

    page_id: int
    title: str
    depth: int
    """Depth of the category through which it came, 0 where that is a root."""
    via: str
    """The category through which it came: of least depth, then the first by title."""
    branch: str
    """The category of depth 1 that this way leads through, the root itself at depth 0."""


def _field(name: str, kind: pa.DataType, description: str) -> pa.Field:
    return pa.field(name, kind, nullable=False, metadata={"description": description})


_LABEL = pa.dictionary(pa.int16(), pa.string())
_TOKENS = pa.list_(pa.field("element", pa.string(), nullable=False))
_TAGS = pa.list_(pa.field("element", _LABEL, nullable=False))
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
        _field("origin", _LABEL, "source of the class: dump, sparql or infobox"),
    ]
)

SPARQL_TYPES = pa.schema(
    [
        _field("title", pa.string(), "canonical title that the endpoint has types for"),
        _field(
            "classes",
            pa.list_(pa.field("element", _LABEL, nullable=False)),
            "all its DBpedia classes as the endpoint gave them, sorted; superclasses may be among them",
        ),
    ]
)

_PARAMETER = pa.struct(
    [
        _field("name", pa.string(), "name of the parameter, its number where it has none"),
        _field("value", pa.string(), "wikitext, never empty, cut to 1,000 code points"),
    ]
)
INFOBOXES = pa.schema(
    [
        _PAGE_ID,
        _TITLE,
        _field(
            "template",
            pa.dictionary(pa.int32(), pa.string()),
            "canonical title of a template that the article calls outside sentences, without its namespace; "
            "the templates of an article follow each other in its order, each once",
        ),
        _field(
            "parameters",
            pa.list_(pa.field("element", _PARAMETER, nullable=False)),
            "the parameters on which a class can depend, sorted by name",
        ),
    ]
)


def _mentions(type_description: str) -> pa.Field:
    mention = [
        _START,
        _END,
        _field("type", _LABEL, type_description),
        _field(
            "source",
            _LABEL,
            "anchors: direct (the target is typed), redirect (it redirects to a typed title), none (no type); unlinked "
            "mentions: propagated-title, -surface or -last-name, by the rule that found them",
        ),
        _TARGET,
        _field("redirects", pa.uint8(), "redirects between the target and the typed article"),
        _field("origin", _LABEL, "source of the class: dump, sparql or infobox; empty where there is none"),
        _field("flag", _LABEL, "why the mention may be noise (docs/typing.md), empty where no rule says so"),
    ]
    kind = pa.list_(pa.field("element", pa.struct(mention), nullable=False))
    return _field("mentions", kind, "entity mentions, in order, not overlapping")


TYPED_SENTENCES = pa.schema([*_PLACE, _mentions("DBpedia class, or ENTITY where the target has none")])

FILTERED_SENTENCES = pa.schema(
    [*_PLACE, _mentions("DBpedia class, or ENTITY where it has none or its category was given up")]
)

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
        _field("tokens", _TOKENS, "words and punctuation of text"),
        _field(
            "starts",
            pa.list_(pa.field("element", pa.int32(), nullable=False)),
            "first code point of each token in text: text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]",
        ),
        _field("tags", _TAGS, "BIO tag of each token"),
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

# Partitioned by `type` (page, subcat), which is therefore no column of the files; sorted by parent, then page id.
CATEGORY_EDGES = pa.schema(
    [
        _field("parent", pa.string(), "canonical title of the category, without its namespace"),
        _PAGE_ID,
        _field("title", pa.string(), "canonical title of the member, without its namespace"),
        _field("hidden", pa.bool_(), "whether the member is a category that the wiki hides: one of maintenance"),
        _field("disambiguation", pa.bool_(), "whether the member is a page that only tells other pages apart"),
    ]
)

DOMAIN_PAGES = pa.schema(
    [
        _PAGE_ID,
        _TITLE,
        _field("depth", pa.int32(), "steps from a root to the category through which the page came, 0 for the root"),
        _field("via", pa.string(), "the category through which the page came: the nearest to a root, then by title"),
        _field("branch", pa.string(), "the category below the root that this way leads through; the root at depth 0"),
    ]
)

GAZETTEER = pa.schema(
    [
        _field("surface", pa.string(), "a name of the entity list, as it stands in text"),
        _field("class", _LABEL, "DBpedia class of what it names, ENTITY where that is not one class"),
        _field("origin", _LABEL, "title, redirect, bare (a title without its parentheses) or anchor"),
        _field("pages", pa.int32(), "pages of the sample that have the surface"),
        _field("linked", pa.int32(), "of these, pages on which it is an anchor to something of the list"),
        _field("outcome", _LABEL, "kept, or why the gazetteer does not look for it"),
    ]
)

# Partitioned by `domain` and `level` (domain, entity, task, integrated), which are therefore no columns of the files.
DAPT_CORPUS = pa.schema(
    [
        _PAGE_ID,
        _REV_ID,
        _TITLE,
        _field("paragraph", pa.int32(), "number of the paragraph in the page, from 0"),
        _field("sentence", pa.int32(), "number of the sentence in the paragraph, from 0"),
        _field("text", pa.string(), "the sentence"),
        _field("n_entities", pa.int32(), "mentions of entities that DBpedia has a class for"),
        _field("n_specialised", pa.int32(), "of these, mentions of the domain's specialised types"),
        _field("copies", pa.int8(), "times that a reader of this level should count the sentence"),
    ]
)

# Partitioned by `domain`, which is therefore no column of the files.
DOMAIN_VOCABULARY = pa.schema(
    [
        _field("word", pa.string(), "a word in lower case, no stop word"),
        _field("count", pa.int64(), "how often it stands in the sentences of the domain"),
    ]
)

# The text itself is in the files that the rows name.
DAPT_TEXT = pa.schema(
    [
        _field("file", pa.string(), "name of the text file in this directory"),
        _field("domain", _LABEL, "the domain"),
        _field("level", _LABEL, "domain, entity, task or integrated"),
        _field("sentences", pa.int64(), "lines that hold a sentence, copies counted"),
    ]
)

# Partitioned by `split` (train, dev, test), which is therefore no column of the files.
NER_BENCHMARK = pa.schema(
    [
        _field("sentence", pa.int32(), "number of the sentence in its split, from 0, in the order of the file"),
        _field("tokens", _TOKENS, "words and punctuation of the sentence"),
        _field("tags", _TAGS, "BIO tag of each token"),
    ]
)

# The rows of a model's dataset: how it was trained. The model itself is in the directories `_best` and `_last`.
TRAINING_LOG = pa.schema(
    [
        _field("step", pa.int64(), "optimiser steps so far"),
        _field("epoch", pa.float64(), "passes over the data so far"),
        _field("tokens", pa.int64(), "pieces trained on so far, padding and special ones left out"),
        _field("loss", pa.float64(), "mean training loss since the row before"),
        _field("learning_rate", pa.float64(), "learning rate of the last step"),
        pa.field(
            "validation",
            pa.float64(),
            metadata={"description": "what decides which model is the best, where it was measured: see the card"},
        ),
        _field("seconds", pa.float64(), "time spent training so far, evaluation left out"),
        _field("waited", pa.float64(), "of these, seconds spent waiting for data"),
    ]
)

_RUN = [
    _field("setting", _LABEL, "direct, source-then-target or joint (CrossNER, section 'Experiments')"),
    _field("few_shot", pa.int32(), "number of target sentences trained on, the first of the split; 0 for all"),
    _field("seed", pa.int64(), "seed of the run"),
]

NER_RUNS = pa.schema(
    [
        _field("target", _LABEL, "the benchmark's dataset that the run is scored on"),
        _field("encoder", _LABEL, "which encoder it started from: plain, or the name of a pre-training"),
        _field("model", _LABEL, "tagger or laner, with its options"),
        *_RUN,
        _field("sentences", pa.int32(), "target sentences trained on"),
        _field("epochs", pa.int32(), "epochs trained on the target before it stopped"),
        _field("best_epoch", pa.int32(), "epoch with the best development F1, from 1; the test is scored there"),
        _field("dev_f1", pa.float64(), "micro F1 of the entities of the development split at that epoch, 0 to 1"),
        _field("precision", pa.float64(), "micro precision of the test split's entities, 0 to 1"),
        _field("recall", pa.float64(), "micro recall of the test split's entities, 0 to 1"),
        _field("f1", pa.float64(), "micro F1 of the test split's entities, 0 to 1"),
        _field("seconds", pa.float64(), "duration of the run"),
    ]
)

NER_SCORES = pa.schema(
    [
        *_RUN,
        _field("type", _LABEL, "entity type"),
        _field("precision", pa.float64(), "precision of the type's entities in the test split, 0 to 1"),
        _field("recall", pa.float64(), "recall, 0 to 1"),
        _field("f1", pa.float64(), "F1, 0 to 1"),
        _field("support", pa.int32(), "entities of the type in the test split"),
    ]
)

NER_PREDICTIONS = pa.schema(
    [
        *_RUN,
        _field("sentence", pa.int32(), "number of the sentence in the test split"),
        _field("tokens", _TOKENS, "words and punctuation of the sentence"),
        _field("tags", _TAGS, "BIO tag of each token by the benchmark, its types merged where the run merges types"),
        _field("predicted", _TAGS, "BIO tag of each token by the model"),
    ]
)

ENTITY_REPRESENTATIONS = pa.schema(
    [
        _field("encoder", _LABEL, "the encoder, before any fine-tuning"),
        _field("sentence", pa.int32(), "number of the sentence in the test split"),
        _field("start", pa.int32(), "first token of the entity"),
        _field("surface", pa.string(), "tokens of the entity, joined by spaces"),
        _field("type", _LABEL, "entity type by the benchmark"),
        _field(
            "vector",
            pa.list_(pa.field("element", pa.float32(), nullable=False)),
            "the encoder's last hidden state at the first piece of the entity (NER-BERT, section 6)",
        ),
    ]
)

EVALUATION = pa.schema(
    [
        _field("target", _LABEL, "the benchmark's dataset that the runs are scored on"),
        _field("encoder", _LABEL, "which encoder they started from"),
        _field("model", _LABEL, "tagger or laner, with its options"),
        _field("setting", _LABEL, "direct, source-then-target or joint"),
        _field("few_shot", pa.int32(), "number of target sentences trained on; 0 for all"),
        _field("runs", pa.int32(), "number of runs, one for each seed"),
        _field("f1", pa.float64(), "mean micro F1 of the test split, 0 to 1"),
        _field("deviation", pa.float64(), "sample standard deviation of the F1 over the seeds; 0 for one run"),
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
