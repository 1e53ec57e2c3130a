"""The files that go to annotators: one for each, and what they are told."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from corpora.annotation.adjudication import refuse_name_of_expert
from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.tools import TOOLS
from schemas import storage
from schemas.catalog.corpora import GUIDELINES
from schemas.dataset import read_manifest

GUIDELINES_FILE: Final = "guidelines.md"


def write_for_annotators(location: str, tool: str, folder: Path) -> dict[str, int]:
    """Write the sentences of a `pre_annotations` dataset into a folder that is there, in the format of a tool.

    Each annotator has a file with the sentences that are dealt to them, in order, or none where no sentence is: what
    comes back of it would be nobody's. `guidelines.md` is for all of them. Returns how many sentences each has. Raises
    InputError where the domain or an annotator has the expert's name.
    """
    parameters = read_manifest(location).provenance.parameters
    refuse_name_of_expert(parameters["domain"], parameters["annotators"])
    labels = [label for label, _ in parameters["labels"]]
    sentences = list(read_pre_annotations(location))
    written = {}
    for name in parameters["annotators"]:
        dealt = [sentence for sentence in sentences if name in sentence.annotators]
        if dealt:
            TOOLS[tool].write(dealt, labels, folder / f"{name}{TOOLS[tool].suffix}")
        written[name] = len(dealt)
    text = storage.read_text(storage.join(location, GUIDELINES))
    (folder / GUIDELINES_FILE).write_text(text, encoding="utf-8")
    return written
