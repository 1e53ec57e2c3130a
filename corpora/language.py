"""The language of a dataset's text."""

from __future__ import annotations

from corpora.tokens import ENGLISH
from schemas.datasets.dataset import read_manifest


def dataset_language(location: str) -> str:
    """Code of the language of a dataset's sentences."""
    wiki = read_manifest(location).provenance.wiki
    return wiki.language if wiki else ENGLISH
