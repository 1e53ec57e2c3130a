"""How much a model that was trained on annotated data doubts the sentences of a corpus that nobody annotated.

And those that it was trained on, since what it still doubts there may be annotated wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from schemas.model_options import ModelOptions, check_has_probabilities
from schemas.records import PLACE
from training.data.corpus import NerSplit, bio_tags, split_names
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.ner_training import NerValidation, train
from training.jobs.run_data import RunData
from training.jobs.tagging import doubts, sentence_tags
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.encoders import window_pieces
from training.models.ner_model import NerModel, build_model
from training.models.uncertainty import sentence_doubt

DOUBTFUL = 2.0
"""The negative log-probability above which a sentence is doubtful, as the student report has it."""
_BLOCK = 4096
"""Rows that are written at a time."""


@dataclass
class SentenceScores:
    """The job that writes `sentence_scores` and `annotated_scores`; one unit: train the model, then tag with it."""

    target: str
    """Location of the `ner_benchmark` that the model is trained on, with the splits train, dev and test."""
    corpus: str
    """Location of the `ner_corpus` whose sentences are scored; its tags count for nothing."""
    encoder: str
    """Hugging Face name or folder, as `training.models.encoders` takes it."""
    model: str = "tagger"
    """Name of a ModelOptions, without a CRF. LANER's doubts of a word assume that the tags before it are right."""
    seed: int = 0
    learning_rate: float = 5e-5
    batch_size: int = 16
    epochs: int = 300
    """At most."""
    patience: int = 8
    """Epochs without a better development F1 after which it stops; 0 for never."""
    max_length: int = 0
    """Pieces of a window, with special ones; longer sentences become several windows. 0 for what the encoder takes."""

    def units(self) -> list[Unit]:
        """The only one. Raises InputError for anything that cannot be used."""
        check_has_probabilities("model", self._options)
        check_least(self, batch_size=1, epochs=1, patience=0, max_length=0)
        check_learning_rate(self.learning_rate)
        self._data.check()
        if not self._splits:
            raise InputError(f"{self.corpus}: has no sentences")
        for split in self._splits:
            bio_tags(NerSplit(self.corpus, split, once=True))
        self._new_model()
        return [Unit(0, 1, "")]

    def run(self, _payload: str, runtime: Runtime) -> Callable[[Shard], None]:
        """Train the model and score the sentences of the corpus."""
        model = self._new_model()
        train(
            model,
            [(self._data.tokenised("train", runtime.cache), 1)],
            self._data.tokenizer,
            Schedule(self.learning_rate, self.epochs, self.batch_size, patience=self.patience),
            runtime,
            seed=self.seed,
            validation=NerValidation(self._data.tokenised("dev", runtime.cache)),
        )
        scored = [self._score(model, NerSplit(self.corpus, split, once=True), runtime) for split in self._splits]
        learned = self._score(model, self._data.split("train"), runtime)

        def write(shard: Shard) -> None:
            shard.count("model", "training sentences", self._data.sentences["train"])
            for each in scored:
                _write(shard, "sentence_scores", "sentences", _rows(each, model.tags))
            _write(shard, "annotated_scores", "training sentences", _annotated_rows(learned, model.tags))

        return write

    def _score(self, model: NerModel, split: NerSplit, runtime: Runtime) -> _Scored:
        data = self._tokenised(split, runtime)
        words = doubts(model, data, self._data.tokenizer, runtime)
        sentence = np.repeat(data.sentence, np.diff(data.word_offsets))
        return _Scored(split, data, sentence_doubt(words, sentence, data.counts["sentences"]), words.tag)

    def _tokenised(self, split: NerSplit, runtime: Runtime) -> TokenisedNer:
        pieces = window_pieces(self.encoder, self._data.tokenizer, self.max_length)
        return tokenise_ner(split, self._data.tokenizer, bio_tags(split), pieces, runtime.cache)

    def _new_model(self) -> NerModel:
        torch.manual_seed(self.seed)
        return build_model(self._options, self.encoder, self._data.labels().tags)

    @cached_property
    def _options(self) -> ModelOptions:
        return ModelOptions.parse(self.model)

    @cached_property
    def _data(self) -> RunData:
        return RunData(self.target, "", self.encoder, self.max_length, {}, {}, "target")

    @cached_property
    def _splits(self) -> list[str]:
        return split_names(self.corpus)


class _Scored(NamedTuple):
    """What the model says of a split, as arrays: rows are made of it when they are written."""

    split: NerSplit
    data: TokenisedNer
    measures: dict[str, NDArray[np.float64]]
    """Of each sentence."""
    tags: NDArray[np.int64]
    """Of each word, the id."""


def _write(shard: Shard, dataset: str, counted_as: str, rows: Iterator[dict[str, Any]]) -> None:
    while some := list(islice(rows, _BLOCK)):
        shard.write_rows(dataset, some)
        shard.seen += len(some)
        doubtful = sum(row["doubtful"] for row in some)
        shard.count(counted_as, "doubtful", doubtful)
        shard.count(counted_as, "not doubtful", len(some) - doubtful)


def _rows(scored: _Scored, tags: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows of a split's sentences in `sentence_scores`."""
    for where, (tokens, _, doubt) in zip(_places(scored.split), _doubted(scored, tags), strict=True):
        yield {**where, **doubt, "tokens": tokens}


def _annotated_rows(scored: _Scored, tags: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows of a split's sentences in `annotated_scores`."""
    for number, (tokens, annotated, doubt) in enumerate(_doubted(scored, tags)):
        yield {"sentence": number, **doubt, "tokens": tokens, "tags": annotated}


def _doubted(scored: _Scored, tags: Sequence[str]) -> Iterator[tuple[list[str], list[str], dict[str, Any]]]:
    """Tokens and tags of each sentence, and the columns that say what the model makes of it."""
    tags_of = sentence_tags(replace(scored.data, tags=tuple(tags)), scored.tags)
    for number, ((tokens, given), predicted) in enumerate(zip(scored.split.sentences(), tags_of, strict=True)):
        figures = {name: float(values[number]) for name, values in scored.measures.items()}
        doubtful = figures["negative_log_p"] > DOUBTFUL
        yield tokens, given, {**figures, "doubtful": doubtful, "predicted": predicted}


def _places(split: NerSplit) -> Iterator[dict[str, int]]:
    for columns in split.columns(PLACE):
        for place in zip(*(column.to_pylist() for column in columns), strict=True):
            yield dict(zip(PLACE, place, strict=True))
