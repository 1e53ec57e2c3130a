"""The command that finds the entities of running text."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from schemas.commands import run_command
from schemas.errors import CommandError, InputError, quoted
from schemas.experiments import DEVICES
from schemas.installed import missing_for_training
from wiki_ner.options import NAME


def tag(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="dataset ner_bert, or the folder of any trained model")],
    text: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="text in UTF-8, compressed or not, a paragraph a line; else stdin"),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="file, compressed if it ends in .gz or .bz2; else stdout"),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="CODE", help="language of the text")] = "en",
    punkt: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="dataset punkt of a wiki, by which sentences end as in its corpora"),
    ] = None,
    max_length: Annotated[int, typer.Option(min=0, help="pieces of a window; 0 for as many as in training")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda or mps")] = "auto",
) -> int:
    """Find the entities of running text with a trained model. Its sentences are written as JSON lines."""
    if device not in DEVICES:
        raise CommandError(f"--device {quoted(device)}: must be one of {', '.join(DEVICES)}")
    if not re.fullmatch("[a-z]{2,}(-[a-z0-9]+)*", lang):
        raise CommandError(f"--lang {quoted(lang)}: must be the code of a language, as en or zh-yue")
    if missing := missing_for_training():
        raise InputError(f"tagging needs {missing}")
    from wiki_ner.tagging import tag_file, text_tagger

    source, place = (None if path == "-" else path for path in (text, output))
    tagger = text_tagger(model, lang, punkt=punkt, max_length=max_length, device=device)
    # A disk that is full does not say which file it has no room for.
    return run_command(NAME, lambda: tag_file(tagger, source, place), place)
