"""The steps with the sample: what settings and parameters they need besides those of luigi.cfg."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, dict[str, object]] = {
    "CategoryApi": {"endpoint": "http://wiki/api.php", "contact": "me@example.org"},
    "CategoryEdges": {
        "page_table": "sample/wiki/samplewiki-20260901-page.sql.gz",
        "page_props_table": "sample/wiki/samplewiki-20260901-page_props.sql.gz",
    },
    "DBpedia": {"mappings": "sample/README.md"},
    "OutsideBaseline": {"weights": "flair=sample/ner,gliner=sample/ner"},
    "SparqlTypes": {"contact": "me@example.org"},
    "WikidataApi": {"endpoint": "http://wiki/api.php", "contact": "me@example.org"},
}
"""What the sample does not set."""

ARGUMENTS: dict[str, dict[str, Any]] = {
    "BuildReport": {"profiles": "paper", "label_sets": "315"},
    "CategoryApi": {"domains": "ai"},
    "DaptReport": {"profiles": "paper"},
    "DaptModel": {"domain": "ai"},
    "DomainPages": {"domain": "ai"},
    "DomainPassages": {"domains": "ai"},
    "EntityRepresentations": {"target": "ai", "encoders": "plain"},
    "FineTuning": {"target": "ai", "encoder": "plain", "model": "tagger"},
    "NerBenchmark": {"dataset": "ai"},
    "NerBert": {"label_set": "4"},
    "NerCorpus": {"label_set": "4"},
    "OutsideBaseline": {"target": "ai", "model": "gliner"},
    "PreAnnotation": {"domain": "ai"},
    "PretrainedEncoder": {"source": "google-bert/bert-base-cased"},
    "Report": {"profiles": "paper", "label_sets": "315"},
    "SentenceScores": {"domain": "ai", "benchmark": "ai"},
    "WordVectors": {"name": "word-char-vectors"},
}
"""Parameters of the steps that need some."""
