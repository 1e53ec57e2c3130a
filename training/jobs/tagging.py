"""Tagging sentences with a NER model, and scoring its predictions."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from schemas.files.local_copies import local_directory
from schemas.labels import OUTSIDE
from schemas.ranges import ranges
from training.data.batches import evaluation_plan, iterate, ner_batches
from training.data.tokenised import TokenisedNer, tokenise_words
from training.loop.runtime import Runtime, start
from training.models.encoders import window_pieces
from training.models.ner_model import NerModel, load_model
from training.models.scores import EntityCounts
from training.models.uncertainty import WordDoubt, word_doubt

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

WINDOWS = 64
"""Windows tagged at a time: more than in training, since nothing is kept for gradients."""
_SENTENCES = 4096
"""Sentences scored at a time."""


def sentence_tagger(
    folder: str | Path, *, max_length: int = 0, device: str = "auto", precision: str = "auto"
) -> Callable[[Iterable[Iterable[str]]], list[list[str]]]:
    """The function that tags sentences, each given by its words, with a saved model of any kind.

    `folder` is that of the model: one of those that `keep_models` has kept, `_best` of `ner_bert`, or any other that
    `load_model` reads; it may be a URI. Windows are of `max_length` pieces, 0 for as many as in training, which a model
    says itself; one that was saved before models did reads as many as its encoder takes, with a warning. The tags are
    those that `ner_predictions` has of the run where `device` and `precision` are the run's: only a type that the
    run's target lacks, which is O there, has its name here. A sentence without words has no tags.

    Raises InputError where there is no such model; so does the function, where a sentence is no list of words.
    """
    place = local_directory(str(folder)) if "://" in str(folder) else str(folder)
    model, tokenizer = load_model(Path(place))
    if not max_length and model.max_length is None:
        warnings.warn(
            f"{place}: does not say how long its windows were in training, so they are as long as its encoder takes; "
            "where they were shorter, give max_length as the training had it",
            stacklevel=2,
        )
    pieces = window_pieces(place, tokenizer, max_length or model.max_length or 0)
    # Nothing is trained and nothing cached, so neither folder is written to.
    runtime = start(Path(), Path(), device=device, precision=precision)
    model.to(runtime.device)

    def tag(sentences: Iterable[Iterable[str]]) -> list[list[str]]:
        data = tokenise_words(sentences, tokenizer, model.tags, pieces)
        return list(sentence_tags(data, predict(model, data, tokenizer, runtime)))

    return tag


def predict(
    model: NerModel,
    data: TokenisedNer,
    tokenizer: PreTrainedTokenizerFast,
    runtime: Runtime,
    counts: Counter[str] | None = None,
) -> NDArray[np.int32]:
    """The id of the tag that the model predicts for each word of the data, in order; the processes share the work.

    What of this process's share could not be tagged is added to `counts`, as `NerModel.decode` does.
    """
    plan = evaluation_plan(data.lengths(), WINDOWS, rank=runtime.rank, world=runtime.world)
    tags = np.zeros(data.n_words, np.int32)
    batches = iterate(plan, ner_batches([data], tokenizer), device=runtime.device)
    for numbers, batch in zip(plan, batches, strict=True):
        with runtime.accelerator.autocast():
            rows = model.decode(batch, counts)
        tags[words_of(data, numbers)] = np.concatenate(rows)
    if runtime.world > 1:
        # Each process has zeros where others have tagged.
        shared = runtime.accelerator.reduce(torch.from_numpy(tags).to(runtime.device), reduction="sum")
        tags = shared.cpu().numpy()
    return tags


def doubts(model: NerModel, data: TokenisedNer, tokenizer: PreTrainedTokenizerFast, runtime: Runtime) -> WordDoubt:
    """The tag that a model without a CRF gives each word of the data and its doubts of it, in order.

    One process does the work.
    """
    plan = evaluation_plan(data.lengths(), WINDOWS)
    size = data.n_words
    found = WordDoubt(np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size, np.int64))
    batches = iterate(plan, ner_batches([data], tokenizer), device=runtime.device)
    for numbers, batch in zip(plan, batches, strict=True):
        with runtime.accelerator.autocast():
            scores = model.tag_scores(batch)
        for values, some in zip(found, word_doubt(scores[batch.word_mask]), strict=True):
            values[words_of(data, numbers)] = some
    return found


def words_of(data: TokenisedNer, windows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of the words of windows, window after window."""
    starts = data.word_offsets[windows]
    return ranges(starts, data.word_offsets[windows + 1] - starts)


def sentence_tags(data: TokenisedNer, tags: NDArray[np.integer]) -> Iterator[list[str]]:
    """The tags of each sentence, from the tag ids of all words."""
    names = np.array(data.tags, object)
    sizes = np.zeros(data.counts["sentences"], np.int64)
    np.add.at(sizes, data.sentence, np.diff(data.word_offsets))
    ends = np.cumsum(sizes)
    for first, end in zip(ends - sizes, ends, strict=True):
        yield names[tags[first:end]].tolist()


def score(data: TokenisedNer, predicted: NDArray[np.integer], strict: bool = False) -> EntityCounts:
    """The entities of the data and of the tags predicted for it; `strict` as in EntityCounts."""
    counts = EntityCounts(strict)
    gold, guesses = sentence_tags(data, data.tag_ids), sentence_tags(data, predicted)
    while some := list(islice(gold, _SENTENCES)):
        counts.add(some, list(islice(guesses, _SENTENCES)))
    return counts


def foreign_words(data: TokenisedNer, predicted: NDArray[np.integer]) -> int:
    """Number of words whose predicted tag is of a type that the target lacks: they are scored as O."""
    foreign = np.array([tag == OUTSIDE for tag in data.tags])
    foreign[0] = False
    return int(foreign[predicted].sum())
