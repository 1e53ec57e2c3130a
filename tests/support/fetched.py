"""The command `wiki-ner fetch` on a publisher of this machine, and what it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.publisher import DATE, SHARDS, TABLES, TYPES, WIKI, Publisher
from wiki_ner.__main__ import main

NAME = f"{WIKI}-{DATE}"
LOCK = f"{NAME}.lock.json"
FIRST = f"/{WIKI}/{DATE}/{SHARDS[0]}"

WHOLE = {*SHARDS, *TABLES, TYPES, "ontology.owl", LOCK, f"{NAME}.cfg", f"{WIKI}-latest.cfg"}


def options(publisher: Publisher, folder: Path) -> list[str]:
    """What every fetch to a folder from this publisher is told."""
    address = publisher.address
    places = ["--wikimedia", f"{address}/", "--dbpedia", address, "--ontology", f"{address}/ontology.owl"]
    return ["--to", str(folder), "--contact", "tests@example.org", *places]


def give(publisher: Publisher, folder: Path, *arguments: str) -> int:
    """Exit status of the command."""
    with pytest.raises(SystemExit) as ended:
        main(["fetch", *arguments, *options(publisher, folder)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
