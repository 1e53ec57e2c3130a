"""Where the publishers' files are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIKIMEDIA: Final = "https://dumps.wikimedia.org"
DBPEDIA: Final = "https://downloads.dbpedia.org/repo/dbpedia"
RELEASE: Final = "2022.12.01"
ONTOLOGY: Final = (
    "https://databus.dbpedia.org/ontologies/dbpedia.org/ontology--DEV/2024.07.29-001000/ontology--DEV_type=parsed.owl"
)
LATEST: Final = "latest"
"""Stands for the date of the newest dump that is finished."""


@dataclass(frozen=True)
class Publishers:
    """Addresses of the publishers: others are mirrors."""

    wikimedia: str = WIKIMEDIA
    dbpedia: str = DBPEDIA
    release: str = RELEASE
    """Of DBpedia's types."""
    ontology: str = ONTOLOGY


def language_of(wiki: str) -> str:
    """The code of the language of a wiki that is named by its database: `zh-yue` of `zh_yuewiki`."""
    return wiki.removesuffix("wiki").replace("_", "-")
