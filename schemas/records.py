"""The records that cross floors. What the datasets hold is in `schemas.catalog`.

Offsets are in Unicode code points, half open: `text[start:end]` is the surface, in every dataset.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


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
    """Whether the member is a disambiguation page."""


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


class Reject(NamedTuple):
    """A page or sentence that a step refused."""

    reason: str
    page_id: int
    title: str
    text: str


# TEMPORARY
from schemas.catalog.wiki import PUNKT as _PUNKT  # noqa: E402

PUNKT = _PUNKT.schema
from schemas.catalog.wiki import SENTENCES as _SENTENCES  # noqa: E402

SENTENCES = _SENTENCES.schema
from schemas.catalog.wiki import REDIRECTS as _REDIRECTS  # noqa: E402

REDIRECTS = _REDIRECTS.schema
from schemas.catalog.wiki import INFOBOXES as _INFOBOXES  # noqa: E402

INFOBOXES = _INFOBOXES.schema
from schemas.catalog.wiki import TEMPLATE_REDIRECTS as _TEMPLATE_REDIRECTS  # noqa: E402

TEMPLATE_REDIRECTS = _TEMPLATE_REDIRECTS.schema
from schemas.catalog.wiki import CATEGORY_EDGES as _CATEGORY_EDGES  # noqa: E402

CATEGORY_EDGES = _CATEGORY_EDGES.schema
from schemas.catalog.wiki import DOMAIN_PAGES as _DOMAIN_PAGES  # noqa: E402

DOMAIN_PAGES = _DOMAIN_PAGES.schema
from schemas.catalog.dbpedia import SPARQL_TYPES as _SPARQL_TYPES  # noqa: E402

SPARQL_TYPES = _SPARQL_TYPES.schema
from schemas.catalog.dbpedia import TYPE_INDEX as _TYPE_INDEX  # noqa: E402

TYPE_INDEX = _TYPE_INDEX.schema
from schemas.catalog.dbpedia import TYPED_SENTENCES as _TYPED_SENTENCES  # noqa: E402

TYPED_SENTENCES = _TYPED_SENTENCES.schema
from schemas.catalog.corpora import FILTERED_SENTENCES as _FILTERED_SENTENCES  # noqa: E402

FILTERED_SENTENCES = _FILTERED_SENTENCES.schema
from schemas.catalog.corpora import NER_CORPUS as _NER_CORPUS  # noqa: E402

NER_CORPUS = _NER_CORPUS.schema
from schemas.catalog.corpora import GAZETTEER as _GAZETTEER  # noqa: E402

GAZETTEER = _GAZETTEER.schema
from schemas.catalog.corpora import DAPT_CORPUS as _DAPT_CORPUS  # noqa: E402

DAPT_CORPUS = _DAPT_CORPUS.schema
from schemas.catalog.corpora import DOMAIN_VOCABULARY as _DOMAIN_VOCABULARY  # noqa: E402

DOMAIN_VOCABULARY = _DOMAIN_VOCABULARY.schema
from schemas.catalog.corpora import DAPT_TEXT as _DAPT_TEXT  # noqa: E402

DAPT_TEXT = _DAPT_TEXT.schema
from schemas.catalog.corpora import NER_BENCHMARK as _NER_BENCHMARK  # noqa: E402

NER_BENCHMARK = _NER_BENCHMARK.schema
from schemas.catalog.training import NER_RUNS as _NER_RUNS  # noqa: E402

NER_RUNS = _NER_RUNS.schema
from schemas.catalog.training import NER_SCORES as _NER_SCORES  # noqa: E402

NER_SCORES = _NER_SCORES.schema
from schemas.catalog.training import NER_PREDICTIONS as _NER_PREDICTIONS  # noqa: E402

NER_PREDICTIONS = _NER_PREDICTIONS.schema
from schemas.catalog.training import ENTITY_REPRESENTATIONS as _ENTITY_REPRESENTATIONS  # noqa: E402

ENTITY_REPRESENTATIONS = _ENTITY_REPRESENTATIONS.schema
from schemas.catalog.training import EVALUATION as _EVALUATION  # noqa: E402

EVALUATION = _EVALUATION.schema
from schemas.catalog.rejects import REJECTS as _REJECTS  # noqa: E402

REJECTS = _REJECTS.schema
from schemas.catalog.training import ENCODER as _ENCODER  # noqa: E402

TRAINING_LOG = _ENCODER.schema
