"""Label sets: the categories a corpus is labelled with, and their BIO tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

ENTITY = "ENTITY"
"""Label of a mention whose category is unknown or not listed (NER-BERT, section 2.2)."""

OUTSIDE = "O"
"""Tag of a token outside all mentions."""


@dataclass(frozen=True)
class LabelSet:
    """Labels of mentions, `ENTITY` included, in a fixed order."""

    name: str
    labels: tuple[str, ...]

    @property
    def bio_tags(self) -> tuple[str, ...]:
        """`O`, then the B and the I tag of each label."""
        return (OUTSIDE, *(f"{position}-{label}" for label in self.labels for position in "BI"))

    @cached_property
    def tag_numbers(self) -> dict[str, int]:
        """The number of each BIO tag, from 0 for `O`."""
        return {tag: number for number, tag in enumerate(self.bio_tags)}


def published_labels() -> tuple[str, ...]:
    """The 315 categories of NER-BERT in the order of its appendix B, ENTITY last."""
    return tuple(files("schemas").joinpath("ner_bert_labels.txt").read_text(encoding="utf-8").split())
