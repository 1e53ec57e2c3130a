"""The front door: `luigi --module pipelines BuildAll`. What is imported here is what the command line knows."""

from __future__ import annotations

from pipelines.build import BuildAll, BuildCorpora, BuildModels
from tasks.benchmark import NerBenchmark
from tasks.corpora import FilteredSentences, NerCorpus, TypedSentences
from tasks.dapt import DaptCorpus, DaptReport, DaptText, DomainVocabulary, Gazetteer
from tasks.dbpedia import Infoboxes, Redirects, SparqlTypes, TypeIndex
from tasks.domains import BuildDomains, CategoryApi, CategoryEdges, DomainPages, DomainReport
from tasks.report import Report
from tasks.training import (
    DaptModel,
    EntityRepresentations,
    EvaluationReport,
    FineTuning,
    NerBert,
    NewEncoder,
    PretrainedEncoder,
)
from tasks.wikipedia import Punkt, Sentences

__all__ = [
    "BuildAll",
    "BuildCorpora",
    "BuildDomains",
    "BuildModels",
    "CategoryApi",
    "CategoryEdges",
    "DaptCorpus",
    "DaptModel",
    "DaptReport",
    "DaptText",
    "DomainPages",
    "DomainReport",
    "DomainVocabulary",
    "EntityRepresentations",
    "EvaluationReport",
    "FilteredSentences",
    "FineTuning",
    "Gazetteer",
    "Infoboxes",
    "NerBenchmark",
    "NerBert",
    "NerCorpus",
    "NewEncoder",
    "PretrainedEncoder",
    "Punkt",
    "Redirects",
    "Report",
    "Sentences",
    "SparqlTypes",
    "TypeIndex",
    "TypedSentences",
]
