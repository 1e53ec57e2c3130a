"""The dataset `pre_annotations` as the sentences that go to annotators."""

from __future__ import annotations

from collections.abc import Iterator

from corpora.annotation.records import Link, Sentence, Span
from corpora.language import dataset_language
from schemas.datasets.dataset import read_dataset


def read_pre_annotations(location: str) -> Iterator[Sentence]:
    """The sentences of the dataset at a location, in order."""
    lang = dataset_language(location)
    for batch in read_dataset(location):
        for row in batch.to_pylist():
            yield Sentence(
                id=row["id"],
                text=row["text"],
                spans=tuple(Span(**span) for span in row["spans"]),
                links=tuple(Link(**link) for link in row["links"]),
                page_id=row["page_id"],
                title=row["title"],
                annotators=tuple(row["annotators"]),
                lang=lang,
            )
