"""The job that keeps, of files of pre-trained vectors, those of the words of the annotated data and its types."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from schemas.catalog.training import BEST
from schemas.datasets.shards import Shard, Unit
from training.data.corpus import NerSplit, bio_tags, split_names
from training.data.vectors import character_ngrams, read_vectors, vector_size
from training.data.vocabulary import SPECIAL_TOKENS, count_words
from training.jobs.attachments import attach_folder
from training.loop.runtime import Runtime
from training.models.label_words import label_words
from training.models.word_vectors import (
    encoder_of_vectors,
    vectors_of_characters,
    vectors_of_words,
    word_tokenizer,
)


@dataclass(frozen=True)
class WordVectors:
    """The job that writes the dataset `encoder`: an encoder without layers, with its tokenizer, under `_best/`.

    The input of CrossNER's BiLSTM-CRF (Liu et al., 2021, section 'Baseline Models'): the vector of the word and, behind
    it, the mean of the vectors of its character n-grams.
    """

    benchmarks: Sequence[str]
    """Locations of the `ner_benchmark`s whose words, of all splits and in the names of the types, have a vector."""
    words: str
    """File of vectors of words, as `training.data.vectors` reads it."""
    seed: int
    """Draws the vectors of words that the file lacks."""
    ngrams: str = ""
    """File of vectors of character n-grams; empty for none."""

    def units(self) -> list[Unit]:
        """The only one. Raises InputError for benchmarks and files that cannot be read."""
        for file in filter(None, (self.words, self.ngrams)):
            vector_size(file)
        for split in self._splits():
            split.manifest_parts()
        return [Unit(0, 1, asdict(self))]

    def run(self, _payload: Any, runtime: Runtime) -> Callable[[Shard], None]:
        """Read the files, and make the encoder of what they have."""
        seen: Counter[str] = Counter()
        for split in self._splits():
            seen.update(count_words(split))
        # Coach reads the names of types as well.
        names = {word for tag in bio_tags(*self._splits()) for word in label_words(tag[2:]).split()}
        words = sorted((seen.keys() | names) - {*SPECIAL_TOKENS})
        runtime.show(f"reading the vectors of {len(words):,} words", 0.0)
        vectors, counts = vectors_of_words(words, read_vectors(self.words, {*words, *map(str.lower, words)}), self.seed)
        if self.ngrams:
            runtime.show("reading the vectors of character n-grams", 0.5)
            wanted = {ngram for word in words for ngram in character_ngrams(word)}
            characters, found = vectors_of_characters(words, read_vectors(self.ngrams, wanted))
            vectors, counts = np.concatenate([vectors, characters], 1), counts | found

        def write(shard: Shard) -> None:
            shard.seen += sum(seen.values())
            shard.count_all("words", counts)
            with tempfile.TemporaryDirectory() as folder:
                encoder_of_vectors(vectors).save_pretrained(folder)
                word_tokenizer(words).save_pretrained(folder)
                attach_folder(shard, "encoder", BEST, Path(folder))

        return write

    def _splits(self) -> list[NerSplit]:
        return [NerSplit(location, name) for location in self.benchmarks for name in split_names(location)]
