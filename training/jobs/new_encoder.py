"""A small untrained BERT, or BART, with a vocabulary made of a corpus, to try things out without a pre-trained one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from schemas.catalog.training import BEST
from schemas.datasets.shards import Shard, Unit
from training.data.corpus import NerSplit
from training.data.vocabulary import check_vocabulary_size, count_words, train_wordpiece
from training.jobs.attachments import attach_folder
from training.loop.runtime import Runtime
from training.models.untrained import EncoderSizes, new_encoder, new_seq2seq


@dataclass(frozen=True)
class NewEncoder:
    """The job that writes the dataset `encoder`: configuration, seeded weights and tokenizer under `_best/`."""

    corpus: str
    """Directory of a dataset with the columns `tokens` and `tags`, by split: `ner_corpus`."""
    vocabulary_size: int
    """Pieces at most, special ones included."""
    hidden_size: int
    layers: int
    heads: int
    intermediate_size: int
    max_length: int
    """Pieces that the encoder takes at a time, special ones included."""
    seed: int
    lowercase: bool = False
    split: str = "train"
    seq2seq: bool = False
    """Whether it is a sequence-to-sequence model, whose halves have as many layers each."""

    def units(self) -> list[Unit]:
        """The one unit: all words of the split. Raises InputError for sizes or a corpus that cannot be used."""
        check_vocabulary_size(self.vocabulary_size)
        self._sizes().check()
        parts = self._words().manifest_parts()
        return [Unit(0, sum(part.bytes for part in parts), asdict(self))]

    def run(self, _payload: Any, runtime: Runtime) -> Callable[[Shard], None]:
        """Count the words, make the vocabulary and draw the weights."""
        if runtime.is_main:
            runtime.show(f"counting the words of {self.corpus}", 0.0)
        counts = count_words(self._words())
        if runtime.is_main:
            runtime.show(f"making a vocabulary of {len(counts):,} words", 0.5)
        tokenizer = train_wordpiece(counts, self.vocabulary_size, lowercase=self.lowercase, max_length=self.max_length)
        encoder = (new_seq2seq if self.seq2seq else new_encoder)(tokenizer, self._sizes(), self.seed)

        def write(shard: Shard) -> None:
            shard.seen += sum(counts.values())
            shard.count_all("vocabulary", {"words": len(counts), "pieces": len(tokenizer)})
            with tempfile.TemporaryDirectory() as folder:
                encoder.save_pretrained(folder)
                tokenizer.save_pretrained(folder)
                attach_folder(shard, "encoder", BEST, Path(folder))

        return write

    def _sizes(self) -> EncoderSizes:
        return EncoderSizes(self.hidden_size, self.layers, self.heads, self.intermediate_size, self.max_length)

    def _words(self) -> NerSplit:
        return NerSplit(self.corpus, self.split)
