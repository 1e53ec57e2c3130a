"""The front door: `luigi --module pipelines BuildAll`. What is imported here is what the command line knows."""

from __future__ import annotations

from pipelines.build import BuildAll, BuildCorpora
from tasks.corpora import FilteredSentences, NerCorpus, TypedSentences
from tasks.dbpedia import Redirects, TypeIndex
from tasks.report import Report
from tasks.wikipedia import Punkt, Sentences

__all__ = [
    "BuildAll",
    "BuildCorpora",
    "FilteredSentences",
    "NerCorpus",
    "Punkt",
    "Redirects",
    "Report",
    "Sentences",
    "TypeIndex",
    "TypedSentences",
]
