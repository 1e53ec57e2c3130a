"""GLiNER reads what is exported for it. Needs GLiNER: `.ci/readers` has it in an environment of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tests.corpora.formats.conftest import Exported

pytest.importorskip("gliner", reason="GLiNER is not installed here; .ci/readers runs this")
config = pytest.importorskip("gliner.config")
processor = pytest.importorskip("gliner.data_processing.processor")
tokenizer = pytest.importorskip("gliner.data_processing.tokenizer")


def test_spans_are_the_same_after_its_preparation(exported: Callable[[str], Exported]) -> None:
    # Pieces of words are not looked at here; a real tokenizer would have to be fetched.
    pieces = SimpleNamespace(unk_token="[UNK]", pad_token="[PAD]")
    settings = config.UniEncoderSpanConfig(model_name="", max_width=40, max_len=1000)
    preparation = processor.UniEncoderSpanProcessor(settings, pieces, tokenizer.WordsSplitter("whitespace"))
    for folder, splits in exported("gliner").values():
        assert sorted(path.name for path in folder.iterdir()) == sorted(f"{split}.json" for split in splits)
        for split, sentences in splits.items():
            items = json.loads((folder / f"{split}.json").read_bytes())
            assert len(items) == len(sentences)
            for item, sentence in zip(items, sentences, strict=True):
                batch = preparation.collate_raw_batch([item])
                assert batch["tokens"] == [sentence.tokens]
                names = batch["id_to_classes"][0]
                places = batch["span_idx"][0].tolist()
                found = [
                    (*places[at], names[kind + 1])
                    for at, kind in preparation.create_labels(batch)[0].nonzero().tolist()
                ]
                assert sorted((first, last + 1, label) for first, last, label in found) == sentence.spans
