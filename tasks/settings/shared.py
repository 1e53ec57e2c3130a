"""The settings that several tasks share.

Everything is read from `luigi.cfg` by Luigi itself: a section is a task or one of the classes here, a key one of its
parameters. Another file, named by `LUIGI_CONFIG_PATH`, overrides it key by key.
"""

from __future__ import annotations

from typing import Final

import luigi

from tasks.settings.parameters import (
    LEAST_MB,
    MOST_MB,
    MOST_PROCESSES,
    Bool,
    Choice,
    Float,
    Folders,
    Int,
    Name,
    Options,
    Path,
    Root,
)
from tasks.settings.plain_errors import PlainErrors

RUNNERS: Final = (
    "local",
    "FlinkRunner",
    "SparkRunner",
    "DaskRunner",
    "DataflowRunner",
    "PortableRunner",
    "PrismRunner",
)
"""What can run a step's Beam job: our own local engine, and Beam's runners."""


class Build(PlainErrors, luigi.Config):  # type: ignore[misc]
    """What the whole build shares."""

    root = Root(description="directory or URI under which everything is written")
    snapshot = Name(description="name of the input snapshot, first part of every path")
    lock = Path(
        default="",
        optional=True,
        description="lock of the snapshot, as `wiki-ner fetch` writes it: where each input came from",
    )
    seed = Int(default=0, description="seed of every decision left to chance")
    max_reject_share = Float(
        default=0.01,
        most=1,
        description="failure budget: a step that rejects a greater share of its records fails, also where it is built",
    )
    keep_filtered = Bool(default=False, description="also keep among the rejects what the filters left out on purpose")


class Wikipedia(PlainErrors, luigi.Config):  # type: ignore[misc]
    """The dump."""

    pages = Path(
        several=True,
        description="dump files, XML or Wikimedia Enterprise's HTML, comma-separated; local ones may be patterns",
    )
    page_table = Path(
        default="",
        optional=True,
        description="SQL table page, for redirects = tables, Wikidata ids, completeness and categories",
    )
    redirect_table = Path(default="", optional=True, description="SQL table redirect, for redirects = tables")
    redirects = Choice(
        default="pages",
        choices=["pages", "tables"],
        description="where redirects come from: the dump's redirect pages, or the SQL tables",
    )
    split_mb = Float(
        default=32, least=LEAST_MB, most=MOST_MB, description="compressed MB of dump that one worker reads at a time"
    )


class DBpedia(PlainErrors, luigi.Config):  # type: ignore[misc]
    """The DBpedia release."""

    ontology = Path(description="the ontology, RDF/XML or N-Triples")
    own_classes = Path(
        default="", optional=True, description="TOML file of classes of one's own below those of the ontology"
    )
    instance_types = Path(
        default="",
        several=True,
        optional=True,
        description="instance types, comma-separated, for the source dump; local ones may be patterns",
    )
    corrections = Path(
        default="", optional=True, description="TOML file of titles whose class the sources have wrong, and why"
    )
    redirects = Path(
        default="", several=True, optional=True, description="DBpedia's own redirects besides the wiki's, or empty"
    )
    mappings = Path(
        default="",
        optional=True,
        description="export of DBpedia's mappings of templates to classes, for the source infobox",
    )


class Rebuild(PlainErrors, luigi.Config):  # type: ignore[misc]
    """How much may change from one snapshot to the next before the newer one looks wrong."""

    max_row_change = Float(
        default=0.1, most=1000, description="share by which the rows of a dataset may become fewer or more"
    )
    max_category_change = Float(
        default=0.05, most=1, description="share of titles or mentions that may have moved to other categories"
    )
    max_type_change = Float(default=0.05, most=1, description="change of the share of links that have a type")
    max_reject_change = Float(default=0.005, most=1, description="growth of the share of records that a step rejects")
    max_unaccounted_change = Float(
        default=0.005, most=1, description="growth of the share of the wiki's pages that were not read or are unknown"
    )


class Beam(PlainErrors, luigi.Config):  # type: ignore[misc]
    """How Beam jobs run; nothing here changes what they write."""

    runner = Choice(default="local", choices=RUNNERS, description="local, or the name of a Beam runner")
    workers = Int(default=1, least=1, most=MOST_PROCESSES, description="processes of the local runner")
    options = Options(
        default="", optional=True, description="further pipeline options of the runner, separated by spaces"
    )
    local_below_mb = Float(
        default=64, description="steps with a smaller input run on this machine, whatever the runner, 0 for none"
    )
    shared = Folders(
        default="",
        optional=True,
        description="folders that all machines of the engine see under the same path, separated by commas",
    )
