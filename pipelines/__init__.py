"""The entry point: `luigi --module pipelines BuildAll`. The command line knows the tasks that are imported here."""

from __future__ import annotations

from pipelines.build import BuildAll, BuildCorpora, BuildModels
from tasks.annotation import PreAnnotation, SentenceScores
from tasks.benchmark import NerBenchmark
from tasks.builds import Builds, Diff, Promote, Prune, Verify
from tasks.categories import CategoryEdges, CategoryPages
from tasks.corpora import FilteredSentences, NerCorpus
from tasks.dapt import DaptCorpus, DaptReport, DaptText, DomainPassages, DomainVocabulary
from tasks.dbpedia import Infoboxes, SparqlTypes, TypeIndex, WikidataStatements
from tasks.domains import BuildDomains, CategoryApi, DomainPages, DomainReport
from tasks.dump import HtmlPages
from tasks.encoders import NewEncoder, PretrainedEncoder, WordVectors
from tasks.evaluation import EntityRepresentations, EvaluationReport
from tasks.fine_tuning import FineTuning
from tasks.hub import HubDataset
from tasks.linking import Gazetteer, Orthography, TypedSentences
from tasks.luigi_defaults import set_defaults
from tasks.outside import OutsideBaseline
from tasks.pretraining import DaptModel, NerBert
from tasks.report import BuildReport, Report
from tasks.wikidata import WikidataApi, WikidataHtml, WikidataIds
from tasks.wikipedia import Completeness, Punkt, Redirects, Sentences

set_defaults()

__all__ = [
    "BuildAll",
    "BuildCorpora",
    "BuildDomains",
    "BuildModels",
    "BuildReport",
    "Builds",
    "CategoryApi",
    "CategoryEdges",
    "CategoryPages",
    "Completeness",
    "DaptCorpus",
    "DaptModel",
    "DaptReport",
    "DaptText",
    "Diff",
    "DomainPages",
    "DomainPassages",
    "DomainReport",
    "DomainVocabulary",
    "EntityRepresentations",
    "EvaluationReport",
    "FilteredSentences",
    "FineTuning",
    "Gazetteer",
    "HtmlPages",
    "HubDataset",
    "Infoboxes",
    "NerBenchmark",
    "NerBert",
    "NerCorpus",
    "NewEncoder",
    "Orthography",
    "OutsideBaseline",
    "PreAnnotation",
    "PretrainedEncoder",
    "Promote",
    "Prune",
    "Punkt",
    "Redirects",
    "Report",
    "SentenceScores",
    "Sentences",
    "SparqlTypes",
    "TypeIndex",
    "TypedSentences",
    "Verify",
    "WikidataApi",
    "WikidataHtml",
    "WikidataIds",
    "WikidataStatements",
    "WordVectors",
]
