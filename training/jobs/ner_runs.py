"""Fine-tuning on a target benchmark, alone or with a source benchmark, few-shot or with all of it, seed by seed.

The settings are those of CrossNER (Liu et al., 2021, section 'Experiments') and NER-BERT (section 4.2): `direct` trains
on the target alone, `source-then-target` on the source for a few epochs and then on the target with the same head, and
`joint` on both at once, with the target's sentences repeated. The model of the epoch with the best development F1 is
scored on the test split.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import torch
from numpy.typing import NDArray
from torch import Tensor

from schemas.dataset import SCHEMAS
from schemas.errors import InputError
from schemas.experiments import SETTINGS, ModelOptions
from schemas.shards import Shard, Unit
from training.data.corpus import NerSplit, bio_tags
from training.data.label_maps import Labels, match_labels
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.tagging import predict, score, sentence_tags, train, window_pieces
from training.loop.fit import Fit
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.encoders import load_tokenizer
from training.models.ner_model import NerModel, build_model
from training.models.scores import EntityCounts

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

DIRECT, SOURCE_THEN_TARGET, JOINT = SETTINGS


class Run(NamedTuple):
    """One model that is trained and scored."""

    setting: str
    seed: int
    few_shot: int

    def __str__(self) -> str:
        return f"{self.setting}, seed {self.seed}" + (f", {self.few_shot} sentences" if self.few_shot else "")


@dataclass
class FineTuning:
    """The job that writes `ner_runs`, `ner_scores` and `ner_predictions`; a unit is a run.

    A run is decided by its setting, few-shot number and seed alone: whichever runs came before it in the process, and
    whether it goes on after a kill, it gives the same model.
    """

    target: str
    """Location of the `ner_benchmark` with the splits train, dev and test."""
    target_name: str
    encoder: str
    """Hugging Face name or folder, as `training.models.encoders` takes it."""
    encoder_name: str
    """What the results call the encoder."""
    model: str = "tagger"
    """Name of a ModelOptions."""
    source: str = ""
    """Location of the `ner_benchmark` whose split train the source settings begin with; empty for none."""
    source_name: str = ""
    settings: Sequence[str] = (DIRECT,)
    few_shot: Sequence[int] = (0,)
    """Numbers of sentences to train on, the first of the target's train split; 0 for all."""
    seeds: Sequence[int] = (555, 666, 777)
    learning_rate: float = 5e-5
    batch_size: int = 16
    epochs: int = 300
    """At most."""
    patience: int = 8
    """Validations without a better development F1 after which a run stops; 0 for never. There is one each epoch; where
    few sentences make an epoch of a step or two, one after as many steps as all sentences of the target take, since a
    model that has hardly begun would seem to be at its best."""
    source_epochs: int = 2
    """Epochs on the source in source-then-target."""
    upsampling: int = 50
    """How many times each sentence of the target comes in an epoch of joint."""
    max_length: int = 0
    """Pieces of a window, special ones included; longer sentences become several. 0 for what the encoder takes."""
    label_map: Mapping[str, str] = field(default_factory=dict)
    """Source type -> target type, or O for none. The others must be types of the target."""
    normalise: Mapping[str, str] = field(default_factory=dict)
    """Type -> coarser type, or O for none, for target and source: the types that are trained and scored."""
    strict: bool = False
    """Whether scores are those of seqeval's strict mode; the published ones are not."""
    _data: dict[tuple[str, int], TokenisedNer] = field(default_factory=dict, init=False, repr=False)
    _after_source: dict[int, dict[str, Tensor]] = field(default_factory=dict, init=False, repr=False)

    def units(self) -> list[Unit]:
        """One for each run; the runs of a setting and seed stand together."""
        self._check_settings()
        if (most := max(self.few_shot)) > self._rows["train"]:
            raise InputError(f"few_shot = {most}: {self.target}, split train, has {self._rows['train']:,} sentences")
        window_pieces(self.encoder, self._tokenizer, self.max_length)
        self._new_model(0)
        runs = [Run(*each) for each in product(self.settings, self.seeds, self.few_shot)]
        return [Unit(index, sum(self._work(run)), run) for index, run in enumerate(runs)]

    def run(self, payload: Run, runtime: Runtime) -> Callable[[Shard], None]:
        """Train the run's model, and tag the test split with it."""
        begun = time.monotonic()
        target = self._tokenised("train", runtime, payload.few_shot)
        dev, test = self._tokenised("dev", runtime), self._tokenised("test", runtime)
        read, parts = {"train": target, "dev": dev, "test": test}, [(target, 1)]
        if payload.setting != DIRECT:
            read["source"] = self._tokenised("source", runtime)
        if payload.setting == JOINT:
            parts = [(target, self.upsampling), (read["source"], 1)]
        before, after = self._work(payload)
        source_share = before / (before + after)
        model = self._new_model(payload.seed)
        if payload.setting == SOURCE_THEN_TARGET:
            told = _telling(runtime, f"{payload}, {self.source_name}", 0, source_share)
            self._train_on_source(model, read["source"], payload.seed, told)
        fit = train(
            model,
            parts,
            self._tokenizer,
            self._schedule(self.epochs, self.patience),
            _telling(runtime, f"{payload}, {self.target_name}", source_share, 1 - source_share),
            seed=payload.seed,
            validation=dev,
            validate_every=self._validate_every(payload),
            strict=self.strict,
        )
        predicted = predict(model, test, self._tokenizer, runtime)
        seconds = time.monotonic() - begun

        def write(shard: Shard) -> None:
            for role, data in read.items():
                shard.seen += data.counts["sentences"]
                shard.count_all(role, data.counts)
            scores = score(test, predicted, self.strict)
            tables = {
                "ner_runs": [self._run_row(payload, fit, scores, target.counts["sentences"], seconds)],
                "ner_scores": self._score_rows(payload, scores),
                "ner_predictions": self._prediction_rows(payload, test, predicted),
            }
            for dataset, rows in tables.items():
                shard.write(dataset, pa.Table.from_pylist(rows, schema=SCHEMAS[dataset]))

        return write

    def _check_settings(self) -> None:
        for name in ("settings", "few_shot", "seeds"):
            values = getattr(self, name)
            if not values or len({*values}) < len(values):
                raise InputError(f"{name} = {list(values)}: give one value or several different ones")
        if unknown := [each for each in self.settings if each not in SETTINGS]:
            raise InputError(f"settings: there is no {', '.join(unknown)}; there are {', '.join(SETTINGS)}")
        if self._needs_source and not self.source:
            wanted = ", ".join(each for each in self.settings if each != DIRECT)
            raise InputError(f"settings: {wanted} needs a source dataset; set source, or take {DIRECT} alone")
        check_least(self, batch_size=1, epochs=1, patience=0, source_epochs=1, upsampling=1, max_length=0)
        check_learning_rate(self.learning_rate)
        if min(self.few_shot) < 0:
            raise InputError(f"few_shot = {min(self.few_shot)}: give numbers of sentences, 0 for all")
        if min(self.seeds) < 0 or max(self.seeds) >= 1 << 32:
            raise InputError(f"seeds = {list(self.seeds)}: give numbers from 0 to {(1 << 32) - 1}")

    @property
    def _needs_source(self) -> bool:
        return any(setting != DIRECT for setting in self.settings)

    @cached_property
    def _options(self) -> ModelOptions:
        return ModelOptions.parse(self.model)

    @cached_property
    def _tokenizer(self) -> PreTrainedTokenizerFast:
        return load_tokenizer(self.encoder)

    @cached_property
    def _labels(self) -> Labels:
        target = bio_tags(*(self._split(role) for role in ("train", "dev", "test")))
        source = bio_tags(self._split("source")) if self._needs_source else ()
        return match_labels(target, source, self.label_map if self._needs_source else {}, self.normalise)

    def _split(self, role: str, limit: int = 0) -> NerSplit:
        return NerSplit(self.source, "train") if role == "source" else NerSplit(self.target, role, limit)

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Sentences of each role."""
        roles = ("train", "dev", "test", "source") if self._needs_source else ("train", "dev", "test")
        return {role: sum(part.rows for part in self._split(role).manifest_parts()) for role in roles}

    def _validate_every(self, run: Run) -> int:
        """Steps between validations; 0 for one at the end of each epoch."""
        return math.ceil(self._rows["train"] / self.batch_size) if run.few_shot and run.setting != JOINT else 0

    def _work(self, run: Run) -> tuple[int, int]:
        """Sentences that the run goes through if its first validation is its best: before the target, and then."""
        validations = min(self.epochs, self.patience + 1) if self.patience else self.epochs
        between = self._rows["train"]
        if run.setting == JOINT:
            between = (run.few_shot or between) * self.upsampling + self._rows["source"]
        before = self._rows["source"] * self.source_epochs if run.setting == SOURCE_THEN_TARGET else 0
        return before, validations * (between + self._rows["dev"]) + self._rows["test"]

    def _tokenised(self, role: str, runtime: Runtime, limit: int = 0) -> TokenisedNer:
        key = role, limit
        if key not in self._data:
            split = self._split(role, limit)
            tags = bio_tags(self._split(role))
            pieces = window_pieces(self.encoder, self._tokenizer, self.max_length)
            data = tokenise_ner(split, self._tokenizer, tags, pieces, runtime.cache)
            self._data[key] = self._labels.apply(data, role)
        return self._data[key]

    def _new_model(self, seed: int) -> NerModel:
        torch.manual_seed(seed)
        return build_model(self._options, self.encoder, self._labels.tags)

    def _schedule(self, epochs: int, patience: int) -> Schedule:
        return Schedule(self.learning_rate, epochs, self.batch_size, patience=patience)

    def _train_on_source(self, model: NerModel, source: TokenisedNer, seed: int, runtime: Runtime) -> None:
        """Train the new model of a seed on the source: once for all few-shot numbers, which have no part in it."""
        if seed not in self._after_source:
            train(model, [(source, 1)], self._tokenizer, self._schedule(self.source_epochs, 0), runtime, seed=seed)
            # The runs of a seed stand together, so that the weights of one are enough.
            self._after_source = {seed: {name: each.cpu().clone() for name, each in model.state_dict().items()}}
        else:
            model.load_state_dict(self._after_source[seed])

    def _run_row(self, run: Run, fit: Fit, scores: EntityCounts, sentences: int, seconds: float) -> dict[str, Any]:
        precision, recall, f1, _ = scores.micro()
        return {
            "target": self.target_name,
            "encoder": self.encoder_name,
            "model": str(self._options),
            **run._asdict(),
            "sentences": sentences,
            "epochs": math.ceil(fit.epochs),
            "best_epoch": fit.best_epoch,
            "dev_f1": fit.best_score,
            "precision": precision,
            "recall": recall,
            "f1": f1,
            "seconds": seconds,
        }

    def _score_rows(self, run: Run, scores: EntityCounts) -> list[dict[str, Any]]:
        return [{**run._asdict(), "type": name, **each._asdict()} for name, each in scores.by_type().items()]

    def _prediction_rows(self, run: Run, test: TokenisedNer, predicted: NDArray[np.int32]) -> list[dict[str, Any]]:
        sentences = self._split("test").sentences()
        gold, guesses = sentence_tags(test, test.tag_ids), sentence_tags(test, predicted)
        return [
            {**run._asdict(), "sentence": number, "tokens": tokens, "tags": tags, "predicted": guess}
            for number, ((tokens, _), tags, guess) in enumerate(zip(sentences, gold, guesses, strict=True))
        ]


def _telling(runtime: Runtime, title: str, before: float, share: float) -> Runtime:
    """The runtime, for a part of the work: its lines have a title, and it is `share` of the whole."""
    return replace(runtime, show=lambda line, done: runtime.show(f"{title}: {line}", before + share * done))
