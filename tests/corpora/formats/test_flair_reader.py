"""Flair reads what is exported for it. Needs Flair: `.ci/readers` has it in an environment of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.corpora.formats.conftest import Exported

datasets = pytest.importorskip("flair.datasets", reason="Flair is not installed here; .ci/readers runs this")

COLUMNS = {0: "text", 1: "ner", 2: "space-after"}


@pytest.mark.parametrize(("to", "columns"), [("flair", COLUMNS), ("conll", {0: "text", 1: "ner"})])
def test_tokens_labels_and_texts_are_the_same(
    exported: Callable[[str], Exported], to: str, columns: dict[int, str]
) -> None:
    for folder, splits in exported(to).values():
        corpus = datasets.ColumnCorpus(folder, columns, column_delimiter=r"\t", sample_missing_splits=False)
        read: dict[str, Any] = {"train": corpus.train, "dev": corpus.dev, "test": corpus.test}
        assert {split for split, sentences in read.items() if sentences} == set(splits)
        for split, expected in splits.items():
            if to == "conll":
                expected = [sentence for sentence in expected if "-DOCSTART-" not in sentence.tokens]
            sentences = list(read[split])
            assert [[token.text for token in each.tokens] for each in sentences] == [each.tokens for each in expected]
            assert [
                [
                    (span.tokens[0].idx - 1, span.tokens[-1].idx, span.get_label("ner").value)
                    for span in each.get_spans()
                ]
                for each in sentences
            ] == [each.spans for each in expected]
            if to == "flair":
                assert [each.to_original_text() for each in sentences] == [_spaced(each.text) for each in expected]


def _spaced(text: str) -> str:
    """The text with a single space for all white space, which is all that Flair knows."""
    return " ".join(text.split())
