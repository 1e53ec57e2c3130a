"""Training a NER model on tokenised sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from training.data.batches import ner_batches, ner_plan
from training.data.tokenised import TokenisedNer
from training.jobs.tagging import predict, score
from training.loop.checkpoints import ModelFolder
from training.loop.fit import Batches, Fit, Validation, fit
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.loop.throughput import dense_parameters, flops_per_token
from training.models.ner_model import NerModel

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


@dataclass(frozen=True)
class NerValidation:
    """What a model is scored on while it is trained, by micro F1."""

    data: TokenisedNer
    every: int = 0
    """Optimiser steps from one to the next; 0 for the end of each epoch."""
    strict: bool = False
    """As in EntityCounts."""


def train(
    model: NerModel,
    parts: Sequence[tuple[TokenisedNer, int]],
    tokenizer: PreTrainedTokenizerFast,
    schedule: Schedule,
    runtime: Runtime,
    *,
    seed: int,
    validation: NerValidation | None = None,
    folder: Path | None = None,
) -> Fit:
    """Train the model; the number beside each of the data says how often it comes in an epoch.

    With `validation` the weights with the best score are kept: in memory, or in `folder`, from which a killed
    training also goes on (see `training.loop.fit.fit`).
    """
    rows = schedule.rows(runtime.world)
    length = sum(data.n_pieces for data, _ in parts) / sum(data.n_windows for data, _ in parts) + 2

    def validate() -> float:
        assert validation is not None
        predicted = predict(model, validation.data, tokenizer, runtime)
        return score(validation.data, predicted, validation.strict).micro().f1

    batches = Batches(
        plan_of_epoch=lambda epoch: ner_plan(
            parts, schedule.batch_size, seed=seed, epoch=epoch, rows=rows, rank=runtime.rank, world=runtime.world
        ),
        make=ner_batches([data for data, _ in parts], tokenizer),
        weight_of=lambda batch: batch.word_mask.sum(),
        tokens_of=lambda batch: batch.attention_mask.sum() - 2 * len(batch.windows),
        flops_per_token=_flops(model, length),
    )
    return fit(
        model,
        batches,
        schedule,
        runtime,
        seed=seed,
        validation=None if validation is None else Validation(validate, validation.every),
        folder=None if folder is None else ModelFolder(folder, lambda path: model.save(path, tokenizer)),
    )


def _flops(model: NerModel, length: float) -> float:
    """Floating-point operations of training for one piece of a window of `length` pieces, the head's left out.

    A decoder's are counted as if it read the window too, which is more than it does.
    """
    config = model.config
    return flops_per_token(dense_parameters(model), config.num_hidden_layers, config.hidden_size, round(length))
