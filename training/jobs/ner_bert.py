"""NER-BERT: an encoder pre-trained by tagging the NER corpus (Liu et al., 2021, 'NER-BERT', sections 3.1 and 4.4)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import torch

from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from schemas.model_options import ModelOptions
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import tokenise_ner
from training.jobs.attachments import attach_training
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.ner_training import NerValidation, train
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.encoders import load_tokenizer, window_pieces
from training.models.ner_model import NerModel, build_model


@dataclass(frozen=True)
class NerBert:
    """The job that writes `ner_bert`: trained on the corpus's split train, the best model chosen by validation.

    The label set is the corpus's own: 315, 212 or 4 types.
    """

    corpus: str
    """Location of the `ner_corpus`."""
    encoder: str
    """Hugging Face name or folder, as `training.models.encoders` takes it."""
    epochs: int
    """The paper gives no number."""
    learning_rate: float = 5e-5
    batch_size: int = 960
    """Sentences of an optimiser step, over all processes."""
    micro_batch: int = 32
    """Sentences at most that a device takes at a time."""
    max_steps: int = 0
    """Optimiser steps at most; 0 for the epochs alone."""
    validations: int = 10
    """Validations an epoch, or in `max_steps` where that is less: they choose the best model (section 4.4), and of one
    epoch with one validation there would be nothing to choose from."""
    validation_sentences: int = 0
    """Only the first sentences of the validation split; 0 for all."""
    max_length: int = 128
    """Pieces of a window, with special ones; longer sentences become several windows. 0 for what the encoder takes."""
    seed: int = 1

    def units(self) -> list[Unit]:
        """The one training."""
        check_least(self, epochs=1, batch_size=1, micro_batch=1, max_steps=0, validations=1)
        check_least(self, validation_sentences=0, max_length=0)
        check_learning_rate(self.learning_rate)
        self._schedule.rows(processes=1)
        window_pieces(self.encoder, load_tokenizer(self.encoder), self.max_length)
        self._new_model()
        parts = [part for split in (self._train, self._validation) for part in split.manifest_parts()]
        return [Unit(0, sum(part.bytes for part in parts), "train")]

    def run(self, _payload: str, runtime: Runtime) -> Callable[[Shard], None]:
        """Train, going on where a killed training was."""
        tokenizer = load_tokenizer(self.encoder)
        pieces = window_pieces(self.encoder, tokenizer, self.max_length)
        data, validation = (
            tokenise_ner(split, tokenizer, self._tags, pieces, runtime.cache)
            for split in (self._train, self._validation)
        )
        fit = train(
            self._new_model(),
            [(data, 1)],
            tokenizer,
            self._schedule,
            runtime,
            seed=self.seed,
            validation=NerValidation(validation, self._validate_every(data.n_windows)),
            folder=runtime.scratch,
        )

        def write(shard: Shard) -> None:
            for role, each in (("train", data), ("validation", validation)):
                shard.seen += each.counts["sentences"]
                shard.count_all(role, each.counts)
            shard.write_rows("ner_bert", fit.log)
            attach_training(shard, "ner_bert", runtime.scratch)

        return write

    def _validate_every(self, windows: int) -> int:
        """Steps between validations; 0 for one at the end of each epoch."""
        steps = math.ceil(windows / self.batch_size)
        if self.validations == 1:
            return 0
        return math.ceil(min(steps, self.max_steps or steps) / self.validations)

    @property
    def _schedule(self) -> Schedule:
        return Schedule(
            self.learning_rate,
            self.epochs,
            self.batch_size,
            self.micro_batch,
            max_steps=self.max_steps,
        )

    @property
    def _train(self) -> NerSplit:
        return NerSplit(self.corpus, "train")

    @property
    def _validation(self) -> NerSplit:
        return NerSplit(self.corpus, "validation", self.validation_sentences)

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        tags = bio_tags(self._train, NerSplit(self.corpus, "validation"))
        if len(tags) == 1:
            raise InputError(f"{self.corpus}: its sentences have no entities to learn from")
        return tags

    def _new_model(self) -> NerModel:
        torch.manual_seed(self.seed)
        model = build_model(ModelOptions(), self.encoder, self._tags)
        model.max_length = self.max_length
        return model
