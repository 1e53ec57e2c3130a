"""How encoders represent the entities of a benchmark before any fine-tuning (NER-BERT, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from training.data.batches import evaluation_plan, iterate, ner_batches
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.jobs.tagging import WINDOWS, words_of
from training.loop.runtime import Runtime
from training.models.encoders import encode_words, load_encoder, load_tokenizer, window_pieces
from training.models.scores import Entity, entities

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerFast


@dataclass(frozen=True)
class EntityRepresentations:
    """The job that writes `entity_representations`; a unit is an encoder."""

    target: str
    """Location of the `ner_benchmark` whose entities are represented."""
    encoders: Mapping[str, str]
    """What the results call an encoder -> its Hugging Face name or folder."""
    split: str = "test"
    max_length: int = 0
    """Pieces of a window, with special ones; longer sentences become several windows. 0 for what the encoder takes."""

    def units(self) -> list[Unit]:
        """One for each encoder."""
        if not self.encoders:
            raise InputError("encoders: name at least one")
        bio_tags(self._split)
        if not self._entities:
            raise InputError(f"{self.target}, split {self.split}: there are no entities in it")
        for encoder in self.encoders.values():
            window_pieces(encoder, load_tokenizer(encoder), self.max_length)
            load_encoder(encoder)
        return [Unit(index, len(self._entities), name) for index, name in enumerate(self.encoders)]

    def run(self, payload: str, runtime: Runtime) -> Callable[[Shard], None]:
        """Represent the entities by the encoder; a benchmark is small, so every process does all of the work."""
        name = self.encoders[payload]
        tokenizer = load_tokenizer(name)
        pieces = window_pieces(name, tokenizer, self.max_length)
        data = tokenise_ner(self._split, tokenizer, bio_tags(self._split), pieces, runtime.cache)
        encoder = load_encoder(name).train(False)
        encoder.to(runtime.device)
        vectors = represent(encoder, tokenizer, data, self._first_words)

        def write(shard: Shard) -> None:
            shard.seen += data.counts["sentences"]
            shard.count_all(self.split, data.counts)
            rows = [
                {
                    "encoder": payload,
                    "sentence": entity.sentence,
                    "start": entity.start,
                    "surface": " ".join(self._sentences[entity.sentence][0][entity.start : entity.end]),
                    "type": entity.type,
                    "vector": vector,
                }
                for entity, vector in zip(self._entities, vectors, strict=True)
            ]
            shard.write_rows("entity_representations", rows)

        return write

    @property
    def _split(self) -> NerSplit:
        return NerSplit(self.target, self.split)

    @cached_property
    def _sentences(self) -> list[tuple[list[str], list[str]]]:
        return list(self._split.sentences())

    @cached_property
    def _entities(self) -> list[Entity]:
        return sorted(entities([tags for _, tags in self._sentences]))

    @property
    def _first_words(self) -> NDArray[np.int64]:
        """For each entity the number of its first word in the split."""
        sizes = np.array([len(tokens) for tokens, _ in self._sentences])
        before = np.cumsum(sizes) - sizes
        return np.array([before[entity.sentence] + entity.start for entity in self._entities])


@torch.no_grad()
def represent(
    encoder: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, data: TokenisedNer, words: NDArray[np.int64]
) -> NDArray[np.float32]:
    """The encoder's last hidden states, (words, size), at the first pieces of words with these numbers in the data."""
    row = np.full(data.n_words, -1)
    row[words] = np.arange(len(words))
    vectors = np.zeros((len(words), encoder.config.hidden_size), np.float32)
    plan = evaluation_plan(data.lengths(), WINDOWS)
    for numbers, batch in zip(plan, iterate(plan, ner_batches([data], tokenizer), device=encoder.device), strict=True):
        states = encode_words(encoder, batch)[batch.word_mask].float().cpu().numpy()
        rows = row[words_of(data, numbers)]
        vectors[rows[rows >= 0]] = states[rows >= 0]
    return vectors
