"""What a dataset is, said once: for who writes it, for its card and for the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import pyarrow as pa

CC_BY_SA = "https://creativecommons.org/licenses/by-sa/4.0/"
"""Address of the licence of Wikipedia's text."""
LABEL = pa.dictionary(pa.int16(), pa.string())
TOKENS = pa.list_(pa.field("element", pa.string(), nullable=False))
TAGS = pa.list_(pa.field("element", LABEL, nullable=False))
CLASSES = pa.list_(pa.field("element", pa.int64(), nullable=False))


class Licence(Enum):
    """Under which terms a dataset may be used; the value is what its card says."""

    WIKIPEDIA = (
        "Text of Wikipedia and classes of DBpedia's ontology: CC BY-SA 4.0 (dumps before June 2023: CC BY-SA 3.0), by "
        "their contributors. Which class a title has is from the sources that the build was set to take: DBpedia, the "
        "wiki's infoboxes, Wikidata (CC0 1.0), or lists of whoever built it."
    )
    WIKIDATA = "Facts of Wikidata: CC0 1.0."
    ANNOTATED = (
        "That of the annotated files that it was made of, which Sources lead to: their publisher says which it is."
    )
    TRAINED = (
        "That of the encoder that training started from, and of the text it was trained on: CC BY-SA 4.0, Wikipedia."
    )


@dataclass(frozen=True)
class Task:
    """What a dataset is for, in the words that hubs of datasets have."""

    category: str
    id: str


NER = Task("token-classification", "named-entity-recognition")
LANGUAGE_MODELLING = Task("fill-mask", "masked-language-modeling")


@dataclass(frozen=True)
class Definition:
    """A dataset."""

    name: str
    """Name of its directory, and of the file that writes it: `steps/<name>.py` or `training/jobs/<name>.py`."""
    row: str
    """What a row is, as a phrase: "a sentence of an article with its links"."""
    about: str
    """What the dataset is, in sentences: the beginning of its card."""
    schema: pa.Schema
    """Columns of its files; the metadata of a field holds its description."""
    partitions: Mapping[str, str] = field(default_factory=dict)
    """Keys of its Hive-style directories, from the outermost, each with the meaning of its values.

    A reader of the directory sees them as further columns; the files do not have them.
    """
    licence: Licence = Licence.WIKIPEDIA
    task: Task | None = None
    """What models are trained on it to do, where it is for training."""


def column(name: str, kind: pa.DataType, description: str, *, nullable: bool = False) -> pa.Field:
    """A column or a field of a struct, with its description."""
    return pa.field(name, kind, nullable=nullable, metadata={"description": description})


PAGE_ID = column("page_id", pa.int64(), "id of the Wikipedia page")
REV_ID = column("rev_id", pa.int64(), "id of the revision the text was taken from")
TITLE = column("title", pa.string(), "canonical title of the page")
PARAGRAPH = column("paragraph", pa.int32(), "number of the paragraph in the page, from 0")
SENTENCE = column("sentence", pa.int32(), "number of the sentence in the paragraph, from 0")
TEXT = column("text", pa.string(), "the sentence")
PLACE = [
    PAGE_ID,
    REV_ID,
    TITLE,
    column("section", pa.string(), "heading of the innermost section, empty in the lead"),
    PARAGRAPH,
    SENTENCE,
    TEXT,
]
_PROBLEM = [
    column("start", pa.int32(), "first code point of the place in text"),
    column("end", pa.int32(), "code point after the last of the place; start where something is missing"),
    column(
        "code",
        pa.string(),
        "template, parser-function, formula, extension, image, unclosed-markup, table; or "
        "from-template, where all is well: a template gave these words",
    ),
]
PROBLEMS = column(
    "problems",
    pa.list_(pa.field("element", pa.struct(_PROBLEM), nullable=False)),
    "places of text that could not be rendered faithfully, and of an HTML dump those that a template gave, in order",
)
START = column("start", pa.int32(), "first code point of the surface in text")
END = column("end", pa.int32(), "code point after the surface's last")
NER_TAGS = column("ner_tags", CLASSES, "number of the tag of each token; the names are in the header of the card")
TARGET = column("target", pa.string(), "canonical title the anchor points to, redirects not followed")
ITALICS = column(
    "italics",
    pa.list_(pa.field("element", pa.struct([START, END]), nullable=False)),
    "what is in italic type, in order, not overlapping: titles of works, names of ships, foreign words",
)
QID = column(
    "qid",
    pa.string(),
    "Wikidata item of the target, redirects followed, as Q42; null where none is known",
    nullable=True,
)
