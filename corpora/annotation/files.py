"""The files that go to annotators: one for each, and what they are told."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from corpora.annotation.adjudication import refuse_name_of_expert
from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.tools import TOOLS
from schemas.catalog.corpora import GUIDELINES
from schemas.datasets.dataset import read_manifest
from schemas.files import storage

GUIDELINES_FILE: Final = "guidelines.md"
_BY_HAND: Final = {
    "conll": """
## Your file

The file that has your name is text, a word a line. Correct the last column and nothing else: `B-label` at the first
word of an entity, `I-label` at each further word of it, `O` at what is in none, where `label` is one of those above.
The second column says which words are a link, for you to know. Leave the lines that begin with `-DOCSTART-` and the
empty ones as they are, and save it under the same name, as plain text in UTF-8.
"""
}
"""What annotators are told of a file that they change by hand; a tool shows by itself what there is to do."""


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
    (folder / GUIDELINES_FILE).write_text(text + _BY_HAND.get(tool, ""), encoding="utf-8")
    return written
