"""The settings for a build from the files of a snapshot."""

from __future__ import annotations

import os
from pathlib import Path

from schemas.datasets.snapshot_lock import SUFFIX, SnapshotLock
from schemas.errors import InputError
from schemas.setting_text import has_control_characters, hint
from schemas.sources.language_facts import has_splitter, sentence_end
from snapshots.publishers import language_of

_TABLES_OF_CATEGORIES = ("categorylinks", "linktarget")
"""Those that are not named for other steps as well."""


def check_folder(folder: Path) -> None:
    """Raise InputError for a folder that no path of a settings file can have, and for a file.

    The settings would be refused when all is fetched.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder.absolute()}: is a file; give a directory to --to")
    if why := _misread(str(folder.absolute())):
        raise InputError(f"{folder.absolute()}: a settings file cannot name it: {why}; fetch to another directory")


def _misread(path: str) -> str:
    """Why a settings file cannot name a folder; empty where it can."""
    if "," in path:
        return "commas separate files there"
    if "${" in path:
        return "${NAME} is a variable of the environment there"
    if has_control_characters(path):
        return "it has a character that no line can hold"
    return hint(f"{path}/build").removeprefix("; ")


def settings(lock: SnapshotLock, folder: Path) -> str:
    """The text of a settings file for a build from the files of a snapshot, which are in a folder."""
    place = folder.absolute()

    def named(role: str) -> str:
        return ",\n    ".join(f"{place}/{file.name}" for file in lock.files if file.role == role)

    def lines(*each: tuple[str, str]) -> list[str]:
        # In a settings file a percent sign begins the name of another setting.
        return [f"{key} = {value}".rstrip().replace("%", "%%") for key, value in each]

    blocks = [
        [
            f"# {lock.wiki} of {lock.date}, as `wiki-ner fetch` has fetched it. It gives the same corpora in the",
            "# checkout, whose luigi.cfg is read under it, and elsewhere. `wiki-ner tasks` lists the defaults.",
        ],
        [
            "[Build]",
            *lines(("root", f"{place}/build"), ("snapshot", lock.name), ("lock", f"{place}/{lock.name}{SUFFIX}")),
            "keep_filtered = false",
        ],
        [
            "[Wikipedia]",
            *lines(("pages", named("pages")), ("page_table", named("page")), ("redirect_table", named("redirect"))),
            "split_mb = 32",
        ],
        [
            "[DBpedia]",
            *lines(("ontology", named("ontology")), ("instance_types", named("instance_types")), ("redirects", "")),
        ],
        *([["[WikidataStatements]", *lines(("dump", named("wikidata")))]] if named("wikidata") else []),
        [
            "[TypeIndex]",
            *lines(*([("sources", "wikidata")] if named("wikidata") else []), ("wikidata_ids", "tables")),
        ],
        ["[WikidataIds]", *lines(("page_props_table", named("page_props")))],
        ["[BuildCorpora]", "profiles = names,paper", "label_sets = 315,212,4"],
        ["[FilteredSentences]", "min_mentions = 10"],
        ["[CategoryEdges]", *lines(*((f"{name}_table", named(name)) for name in _TABLES_OF_CATEGORIES))],
    ]
    language = language_of(lock.wiki)
    if (end := sentence_end(language)) and has_splitter(language):
        blocks.append(
            [
                "[Sentences]",
                f"# Sentences of {language} end with {end}: punkt hardly finds them.",
                "splitter = sentencex",
            ]
        )
    if lock.wiki != "enwiki":
        blocks.append(
            [
                "[BuildDomains]",
                "# The domain files that come with the project have the category titles of the English Wikipedia.",
                *lines(("domains", "")),
            ]
        )
    blocks.append(["[Beam]", f"workers = {os.cpu_count() or 1}"])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"
