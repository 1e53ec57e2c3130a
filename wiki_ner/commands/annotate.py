"""The command that does the next thing in rounds of annotation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wiki_ner.options import Processes, Root, Settings, Snapshot, Workers, luigi_command, use_settings

_Share = Annotated[
    float | None, typer.Option(metavar="X", help="share of the pages of the gold set, as for `wiki-ner adjudicate`")
]


def annotate(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="folder of the rounds; a new one begins with round 1")
    ],
    domain: Annotated[str, typer.Option("--domain", metavar="NAME", help="domain whose sentences are annotated")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[--OPTION VALUE]...", help="options of PreAnnotation, which draws the sentences"),
    ] = None,
    tool: Annotated[
        str, typer.Option("--to", metavar="TOOL", help="format of the files, as `wiki-ner export` has it")
    ] = "conll",
    choose: Annotated[
        str,
        typer.Option(metavar="MEASURE", help="from the second round on: how a model's doubt is measured, or chance"),
    ] = "negative_log_p",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="close the round without what did not come back and what is undecided")
    ] = False,
    dev: _Share = None,
    test: _Share = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="of the splitting, as for `wiki-ner adjudicate`")
    ] = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    workers: Workers = 1,
    processes: Processes = None,
) -> int:
    """Do the next thing in rounds of annotation. It takes back, trains, chooses, sends out. Give it again to go on."""
    use_settings(settings)
    from corpora.annotation.adjudication import SplitShares
    from pipelines import annotation_rounds

    command = luigi_command(
        ["PreAnnotation", "--domain", domain, *(arguments or [])], root, snapshot, workers, processes
    )
    usual = SplitShares()
    shares = SplitShares(
        usual.dev if dev is None else dev, usual.test if test is None else test, usual.seed if seed is None else seed
    )
    return annotation_rounds.advance(folder, domain, tool, choose, command, shares, anyway=anyway)
