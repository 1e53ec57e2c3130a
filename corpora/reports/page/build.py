"""What a build consists of, as far as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from corpora.reports.profiles import ProfileCorpora, ProfileDomains
from schemas.datasets.dataset import Manifest
from schemas.datasets.run_record import RunRecord


@dataclass(frozen=True)
class Step:
    """A step and its main dataset."""

    place: str
    """Directory of the dataset, relative to the page."""
    manifest: Manifest
    run: RunRecord | None
    """What the run took that built it; None where that was not recorded."""


@dataclass(frozen=True)
class AccountedPages:
    """What became of every page of the wiki's own table of pages."""

    manifest: Manifest
    """Of a dataset of the pages that are not accounted for; its counts `pages` say what the others are."""
    location: str
    place: str
    """Its directory, relative to the page."""


@dataclass(frozen=True)
class Domains:
    """The corpora of the domains."""

    corpus: Manifest
    """Of `dapt_corpus`."""
    crawled: Manifest
    """Of the `dapt_corpus` that the drift of the crawls is read from: that of a profile that takes every sentence of
    the crawl, where one is built."""
    crawled_location: str
    pages: Mapping[str, Manifest]
    """Manifest of `domain_pages`, by domain."""
    page_locations: Mapping[str, str]
    vocabulary: Mapping[str, Sequence[str]]
    """The most frequent words of each domain."""


@dataclass(frozen=True)
class Evaluation:
    """The models."""

    location: str
    """Of the dataset `evaluation`."""
    pictures: str
    """Directory where people find its report and pictures, relative to the page."""


@dataclass(frozen=True)
class Build:
    """A build: all its steps, and those that have sections of their own."""

    snapshot: str
    corpora_identity: str
    """Which corpora the page is about, whether or not models are among its subjects."""
    steps: Sequence[Step]
    """Every step of the build, those first that others are made of."""
    sentences: Manifest
    type_index: Manifest
    typed: Manifest
    filtered: Manifest
    corpora: Mapping[str, Manifest]
    """Manifest of `ner_corpus`, by label set."""
    balanced_by: str
    """The label set that filters and balancing go by."""
    entity_categories: Mapping[str, str]
    """Its label for each DBpedia class."""
    examples_of: str
    """The label set whose examples are shown."""
    examples_location: str
    """Of its `ner_corpus`."""
    seed: int
    profile: str = "paper"
    """The profile that the page shows in detail: `typed`, `filtered`, `corpora` and `domains` are its own."""
    profiles: Mapping[str, ProfileCorpora] = field(default_factory=dict)
    """What is compared, by profile, where there are several."""
    profile_domains: Mapping[str, ProfileDomains] = field(default_factory=dict)
    """The same of the domains' corpora, where there are any."""
    domains: Domains | None = None
    completeness: AccountedPages | None = None
    evaluation: Evaluation | None = None
