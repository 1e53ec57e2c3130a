"""All datasets of the project by name."""

from __future__ import annotations

from schemas.catalog import corpora, dbpedia, training, wiki
from schemas.catalog.definition import Definition
from schemas.catalog.rejects import REJECTS

DATASETS: dict[str, Definition] = {
    each.name: each for each in (*wiki.DATASETS, *dbpedia.DATASETS, *corpora.DATASETS, *training.DATASETS, REJECTS)
}
