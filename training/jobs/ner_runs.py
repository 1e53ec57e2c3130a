"""Fine-tuning on a target benchmark, alone or with a source benchmark, few-shot or with all of it, seed by seed.

The model of the epoch with the best development F1 is scored on the test split. `training.jobs.run_plan` has the
settings.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import torch
from torch import Tensor

from schemas.errors import InputError
from schemas.experiments import ModelOptions
from schemas.shards import Shard, Unit
from training.data.label_maps import UNION
from training.data.tokenised import TokenisedNer
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.run_data import RunData
from training.jobs.run_plan import DIRECT, Run, RunPlan, needs_source, plan_runs, sentence_numbers
from training.jobs.run_rows import prediction_rows, run_row, score_rows
from training.jobs.tagging import foreign_words, predict, score, sentence_tags, train
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.ner_model import NerModel, build_model


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
    few_shot: Sequence[float] = (0,)
    """Numbers of sentences to train on, the first of the target's train split, or shares, as 0.05; 0 for all."""
    seeds: Sequence[int] = (555, 666, 777)
    learning_rate: float = 5e-5
    batch_size: int = 16
    epochs: int = 300
    """On the target, at most."""
    patience: int = 8
    """Validations without a better development F1 after which a run stops; 0 for never. There is one each epoch. Few
    sentences make an epoch of a step or two: then there is one after as many steps as all sentences of the target take,
    since patience would otherwise run out before the model has learned anything."""
    source_epochs: int = 2
    """Epochs on the source in source-then-target."""
    upsampling: int = 50
    """How many times each sentence of the target comes in an epoch of joint."""
    max_length: int = 0
    """Pieces of a window, with special ones; longer sentences become several windows. 0 for what the encoder takes."""
    label_map: Mapping[str, str] = field(default_factory=dict)
    """Source type -> target type, or O for none."""
    labels: str = UNION
    """Types of a model with a source: union (of source and target; scored on the target's) or target (those of the
    source must be among them)."""
    normalise: Mapping[str, str] = field(default_factory=dict)
    """Type -> coarser type, or O for none, for target and source: the types that are trained and scored."""
    strict: bool = False
    """Whether scores are those of seqeval's strict mode; the published ones are not."""
    _after_source: dict[int, dict[str, Tensor]] = field(default_factory=dict, init=False, repr=False)

    def units(self) -> list[Unit]:
        """One for each run. Raises InputError for anything that cannot be used."""
        self._check_settings()
        sizes = sentence_numbers(self.few_shot, self._data.sentences["train"])
        runs = plan_runs(self.settings, self.seeds, sizes)
        self._data.check()
        # Runs with the source may have other types than those without.
        for run in {needs_source(run.setting): run for run in runs}.values():
            self._new_model(run)
        return [Unit(index, self._plan.work(run), run) for index, run in enumerate(runs)]

    def run(self, payload: Run, runtime: Runtime) -> Callable[[Shard], None]:
        """Train the run's model, and tag the test split with it."""
        begun = time.monotonic()
        data = {role: self._tokenised(role, payload, runtime) for role in self._plan.roles(payload)}
        source_share = self._plan.source_work(payload) / self._plan.work(payload)
        model = self._new_model(payload)
        if source_share:
            part = runtime.part(f"{payload}, {self.source_name}", 0.0, source_share)
            self._train_on_source(model, data["source"], payload.seed, part)
        fit = train(
            model,
            [(data[role], copies) for role, copies in self._plan.copies(payload).items()],
            self._data.tokenizer,
            self._schedule(self.epochs, self.patience),
            runtime.part(f"{payload}, {self.target_name}", source_share, 1 - source_share),
            seed=payload.seed,
            validation=data["dev"],
            validate_every=self._plan.validate_every(payload),
            strict=self.strict,
        )
        test = data["test"]
        predicted = predict(model, test, self._data.tokenizer, runtime)
        seconds = time.monotonic() - begun

        def write(shard: Shard) -> None:
            for role, each in data.items():
                shard.seen += each.counts["sentences"]
                shard.count_all(role, each.counts)
            shard.count("test", "words with a type of the source only", foreign_words(test, predicted))
            if needs_source(payload.setting):
                for name in self._data.labels(True).of_source_only:
                    shard.count("runs with a type of the source only", name)
            scores = score(test, predicted, self.strict)
            labels = {"target": self.target_name, "encoder": self.encoder_name, "model": str(self._options)}
            sentences = (tokens for tokens, _ in self._data.split("test").sentences())
            gold, guesses = sentence_tags(test, test.tag_ids), sentence_tags(test, predicted)
            tables = {
                "ner_runs": [labels | run_row(payload, fit, scores, data["train"].counts["sentences"], seconds)],
                "ner_scores": score_rows(payload, scores),
                "ner_predictions": prediction_rows(payload, sentences, gold, guesses),
            }
            for dataset, rows in tables.items():
                shard.write_rows(dataset, rows)

        return write

    def _check_settings(self) -> None:
        if self._needs_source and not self.source:
            wanted = ", ".join(filter(needs_source, self.settings))
            raise InputError(f"settings: {wanted} needs a source dataset; set source, or take {DIRECT} alone")
        check_least(self, batch_size=1, epochs=1, patience=0, source_epochs=1, upsampling=1, max_length=0)
        check_learning_rate(self.learning_rate)

    @property
    def _needs_source(self) -> bool:
        return any(map(needs_source, self.settings))

    @cached_property
    def _options(self) -> ModelOptions:
        return ModelOptions.parse(self.model)

    @cached_property
    def _data(self) -> RunData:
        source = self.source if self._needs_source else ""
        return RunData(self.target, source, self.encoder, self.max_length, self.label_map, self.normalise, self.labels)

    @cached_property
    def _plan(self) -> RunPlan:
        return RunPlan(
            self._data.sentences, self.batch_size, self.epochs, self.patience, self.source_epochs, self.upsampling
        )

    def _tokenised(self, role: str, run: Run, runtime: Runtime) -> TokenisedNer:
        few_shot = run.few_shot if role == "train" else 0
        return self._data.tokenised(role, runtime.cache, few_shot, needs_source(run.setting))

    def _new_model(self, run: Run) -> NerModel:
        torch.manual_seed(run.seed)
        return build_model(self._options, self.encoder, self._data.labels(needs_source(run.setting)).tags)

    def _schedule(self, epochs: int, patience: int) -> Schedule:
        return Schedule(self.learning_rate, epochs, self.batch_size, patience=patience)

    def _train_on_source(self, model: NerModel, source: TokenisedNer, seed: int, runtime: Runtime) -> None:
        """Train the new model of a seed on the source: once for all few-shot numbers, on which this does not depend."""
        if seed in self._after_source:
            model.load_state_dict(self._after_source[seed])
            return
        schedule = self._schedule(self.source_epochs, 0)
        train(model, [(source, 1)], self._data.tokenizer, schedule, runtime, seed=seed)
        # The runs of a seed follow each other, so the weights of one seed are enough.
        self._after_source = {seed: {name: each.cpu().clone() for name, each in model.state_dict().items()}}
