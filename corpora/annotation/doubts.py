"""Which sentences are worth annotating next: those that a model doubts and that nobody has annotated."""

from __future__ import annotations

from typing import Final

from corpora.annotation.sampling import Place, place_of
from schemas.datasets.dataset import read_dataset

MEASURES: Final = ("entropy_mean", "entropy_sum", "negative_log_p", "least_confidence", "margin")
"""The measures of doubt in `sentence_scores`: the least margin is the greatest doubt, the greatest of the others."""


def read_ranks(sentence_scores: str, measure: str, ner_benchmark: str) -> dict[Place, float]:
    """A number for each sentence of a `sentence_scores` dataset, the least for the one that is doubted most.

    Sentences that stand in the `ner_benchmark`, in any of its splits, are left out. The two are compared by their
    tokens without the spaces between, since annotators' data may be cut into tokens otherwise.
    """
    annotated = {
        "".join(tokens)
        for batch in read_dataset(ner_benchmark, ["tokens"])
        for tokens in batch.column("tokens").to_pylist()
    }
    sign = 1 if measure == "margin" else -1
    columns = ["page_id", "paragraph", "sentence", "tokens", measure]
    return {
        place_of(row): sign * row[measure]
        for batch in read_dataset(sentence_scores, columns)
        for row in batch.to_pylist()
        if "".join(row["tokens"]) not in annotated
    }
