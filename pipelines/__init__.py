"""The front door: `luigi --module pipelines BuildAll`. What is imported here is what the command line knows."""

from __future__ import annotations

from pipelines.build import BuildAll, BuildCorpora
from tasks.corpora import FilteredSentences, NerCorpus, TypedSentences
from tasks.dapt import DaptCorpus, DaptReport, DaptText, DomainVocabulary, Gazetteer
from tasks.dbpedia import Infoboxes, Redirects, SparqlTypes, TypeIndex
from tasks.domains import BuildDomains, CategoryApi, CategoryEdges, DomainPages, DomainReport
from tasks.report import Report
from tasks.wikipedia import Punkt, Sentences

__all__ = [
    "BuildAll",
    "BuildCorpora",
    "BuildDomains",
    "CategoryApi",
    "CategoryEdges",
    "DaptCorpus",
    "DaptReport",
    "DaptText",
    "DomainPages",
    "DomainReport",
    "DomainVocabulary",
    "FilteredSentences",
    "Gazetteer",
    "Infoboxes",
    "NerCorpus",
    "Punkt",
    "Redirects",
    "Report",
    "Sentences",
    "SparqlTypes",
    "TypeIndex",
    "TypedSentences",
]
