"""Rounds of annotation that were sent, and what people send back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from corpora.annotation.records import Sentence
from corpora.annotation.rounds import Round, send
from corpora.annotation.tools import TOOLS
from sample.annotators import write_annotated
from schemas.datasets.dataset import MANIFEST, read_manifest
from schemas.files.storage import write_json
from tests.support.annotation import LABELS, pre_annotations, sentence

FIRST = sentence("[Ann Lee|person] left [New York].", "1-0-0")
SECOND = sentence("[Bob|person] sings.", "2-0-0", annotators=["bob"])


def out(root: Path, number: int = 1, sentences: Sequence[Sentence] = (FIRST, SECOND), tool: str = "conll") -> Round:
    """A round that was sent."""
    new = Round(root / "loop", "music", number)
    new.folder.mkdir(exist_ok=True)
    send(new, pre_annotations(root / f"built-{number}", sentences), tool)
    return new


def put(sent: Round, **files: Sequence[Sentence]) -> None:
    """What people send back."""
    for name, each in files.items():
        write_annotated(each, LABELS, sent.returned / f"{name}{TOOLS[sent.tool].suffix}", sent.tool)


def change(location: str, **parameters: object) -> None:
    """Give a dataset other parameters."""
    manifest = read_manifest(location)
    manifest.provenance.parameters.update(parameters)
    write_json(f"{location}/{MANIFEST}", asdict(manifest))
