"""The records that cross floors. What the datasets hold is in `schemas.catalog`.

Offsets are in Unicode code points, half open: `text[start:end]` is the surface, in every dataset.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Span = tuple[int, int]
"""Start and end of a part of a text."""

PLACE = ("page_id", "paragraph", "sentence")
"""The columns that say, in every dataset of sentences, where a sentence stands."""


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
    html: str | None = None
    """What MediaWiki's own parser makes of the text, where the dump has it; `text` is then the wikitext beside it."""


class Anchor(NamedTuple):
    """An internal link to an article: `text[start:end]` is its surface, `target` the canonical title it points to."""

    start: int
    end: int
    target: str


class Problem(NamedTuple):
    """A place of a text that could not be rendered faithfully: `text[start:end]`, empty where something is missing."""

    start: int
    end: int
    code: str
    """What is wrong, one of `schemas.problems.PROBLEMS`."""
    name: str = ""
    """Of a template whose words are missing the name of its page, of a parser function its name as it is written; else
    empty."""


class Paragraph(NamedTuple):
    """A paragraph of running text with its anchors, in order, not overlapping."""

    section: str
    """Heading of the innermost section the paragraph stands in, as plain text; empty in the lead."""
    text: str
    anchors: list[Anchor]
    problems: Sequence[Problem] = ()
    """What of it could not be rendered faithfully, in order."""
    italics: Sequence[Span] = ()
    """What of it is in italic type, in order, not overlapping."""


class Mention(NamedTuple):
    """An entity mention: `text[start:end]` names an entity of class `type`."""

    start: int
    end: int
    type: str
    """DBpedia class (`SoccerPlayer`), or `ENTITY` where the target has none."""
    source: str
    """How the mention and its type were found, one of `MENTION_SOURCES`."""
    target: str
    """Canonical title the mention links to, for an unlinked mention that of the mention it repeats; empty where nothing
    says what it names."""
    redirects: int
    """Redirects between the target and the typed article."""
    origin: str
    """Source of the class: `dump`, `sparql`, `infobox` or `wikidata`; empty where there is none."""
    flag: str
    """Why the mention may be noise, empty where no rule says so."""
    qid: str | None = None
    """Wikidata item of the target, redirects followed (`Q42`); None where none is known."""


MENTION_SOURCES = (
    "direct",
    "redirect",
    "none",
    "propagated-title",
    "propagated-surface",
    "propagated-last-name",
    "propagated-later",
    "propagated-abbreviation",
    "capitalised",
    "gazetteer",
)
"""An anchor whose target is typed, redirects to a typed title, or has no type; an unlinked mention of the article's
subject, of something linked before in the article, of the last name of a person who is either, of something linked only
later, of the abbreviation of a name; a capitalised name; a name of a typed title."""


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
    categories: int
    """How many of the domain's categories the page is in."""


TRUNCATED = "truncated-input"
"""Reason of a reject that stands for the rest of a file: how much of it was lost is not known."""


class Reject(NamedTuple):
    """A page or sentence that a step refused."""

    reason: str
    page_id: int
    title: str
    text: str
