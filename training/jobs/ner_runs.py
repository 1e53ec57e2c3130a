"""Fine-tuning on a target benchmark, alone or with others, few-shot or with all of it, seed by seed.

The model of the epoch with the best development F1 is scored on the test split. `training.jobs.run_plan` has the
settings.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from schemas.catalog.training import MODELS
from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from schemas.experiments import Setting
from schemas.model_options import KINDS_OF_TEXT, ModelOptions
from training.data.corpus import TextLevel, TextSample
from training.data.label_maps import SOURCE, UNION
from training.data.tokenised import TokenisedNer
from training.jobs.attachments import attach_folder
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.ner_training import NerValidation, train
from training.jobs.run_data import UNLABELLED, RunData
from training.jobs.run_plan import (
    DIRECT,
    Hyperparameters,
    Run,
    RunPlan,
    added_roles,
    needs_source,
    other_roles,
    plan_runs,
    sentence_numbers,
)
from training.jobs.run_rows import prediction_rows, run_row, score_rows
from training.jobs.tagging import foreign_words, predict, score, sentence_tags
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.models.ner_model import NerModel, build_model

_LEVEL = "domain"
"""Level of the corpus that CrossNER gives the language models of Jia et al. (section 'Baseline Models')."""


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
    """Location of the `ner_benchmark` whose split train the source settings begin with, without what stands in the
    target's dev or test split; empty for none."""
    source_name: str = ""
    added: Mapping[str, str] = field(default_factory=dict)
    """By name, the location of each `ner_benchmark` whose split train a setting adds to the target's."""
    others: Sequence[str] = ()
    """Names of those that `others` in the name of a setting stands for."""
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
    by_setting: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Setting, without what it adds -> its own values of learning_rate, batch_size, epochs, patience, upsampling."""
    max_length: int = 0
    """Pieces of a window, with special ones; longer sentences become several windows. 0 for what the encoder takes."""
    label_map: Mapping[str, str] = field(default_factory=dict)
    """Type of the source -> type of the target, or O for none."""
    unlabelled: int = 0
    """Sentences of `text`, drawn by hash of the seed, that a model of KINDS_OF_TEXT also learns from; 0 for none."""
    text: str = ""
    """Location of the `dapt_corpus` that they are from; its level domain is read."""
    text_domain: str = ""
    """The target's domain in it."""
    labels: str = UNION
    """Types of a model that learns from other benchmarks too: union (of all; scored on the target's) or target (those
    of the others must be among them)."""
    normalise: Mapping[str, str] = field(default_factory=dict)
    """Type -> coarser type, or O for none, for all benchmarks: the types that are trained and scored."""
    strict: bool = False
    """Whether scores are those of seqeval's strict mode; the published ones are not."""
    keep_models: bool = False
    """Whether the model of each run is kept, with its tokenizer, below `_models` of `ner_runs`."""
    _after_source: dict[tuple[int, tuple[str, ...]], dict[str, Tensor]] = field(
        default_factory=dict, init=False, repr=False
    )

    def units(self) -> list[Unit]:
        """One for each run. Raises InputError for anything that cannot be used."""
        self._check_settings()
        sizes = sentence_numbers(self.few_shot, self._data.sentences["train"])
        runs = plan_runs(self.settings, self.seeds, sizes)
        self._data.check()
        # Runs on other benchmarks may have other types than those without.
        for run in {other_roles(self._named(run.setting)): run for run in runs}.values():
            self._new_model(run)
        return [Unit(index, self._plan(run).work(run), run) for index, run in enumerate(runs)]

    def run(self, payload: Run, runtime: Runtime) -> Callable[[Shard], None]:
        """Train the run's model, and tag the test split with it."""
        begun = time.monotonic()
        plan = self._plan(payload)
        data = self._read(plan, payload, runtime)
        source_share = plan.source_work() / plan.work(payload)
        model = self._new_model(payload)
        if source_share:
            part = runtime.part(f"{payload}, {self.source_name}", 0.0, source_share)
            self._train_on_source(model, data[SOURCE], payload, part)
        fit = train(
            model,
            [(data[role], copies) for role, copies in plan.copies().items()],
            self._data.tokenizer,
            _schedule(plan.values, plan.values.epochs, plan.values.patience),
            runtime.part(f"{payload}, {self.target_name}", source_share, 1 - source_share),
            seed=payload.seed,
            validation=NerValidation(data["dev"], plan.validate_every(payload), self.strict),
        )
        test = data["test"]
        left_out: Counter[str] = Counter()
        predicted = predict(model, test, self._data.tokenizer, runtime, left_out)
        seconds = time.monotonic() - begun

        def write(shard: Shard) -> None:
            for role, each in data.items():
                shard.seen += each.counts["sentences"]
                shard.count_all(role, each.counts)
            shard.count_all("test", left_out)
            shard.count("test", "words with a type that the target lacks", foreign_words(test, predicted))
            for name in self._data.labels(other_roles(plan.setting)).beyond_target:
                shard.count("runs with a type that the target lacks", name)
            scores = score(test, predicted, self.strict)
            labels = {"target": self.target_name, "encoder": self.encoder_name, "model": str(self._options)}
            trained = data["train"].counts["sentences"]
            shard.write_rows("ner_runs", [labels | run_row(payload, fit, scores, trained, seconds)])
            shard.write_rows("ner_scores", score_rows(payload, scores))
            sentences = (tokens for tokens, _ in self._data.split("test").sentences())
            gold, guesses = sentence_tags(test, test.tag_ids), sentence_tags(test, predicted)
            shard.write_rows("ner_predictions", prediction_rows(payload, sentences, gold, guesses))
            if self.keep_models:
                self._attach(model, payload, runtime.scratch / MODELS, shard)

        return write

    def _attach(self, model: NerModel, run: Run, folder: Path, shard: Shard) -> None:
        """Save the model of a run and keep it beside its row."""
        model.save(folder, self._data.tokenizer)
        place = f"setting={run.setting}/few_shot={run.few_shot}/seed={run.seed}"
        attach_folder(shard, "ner_runs", f"{MODELS}/{place}", folder)

    def _check_settings(self) -> None:
        if self._needs_source and not self.source:
            wanted = ", ".join(filter(needs_source, self.settings))
            raise InputError(f"settings: {wanted} needs a source dataset; set source, or take {DIRECT} alone")
        check_least(self, source_epochs=1, max_length=0, unlabelled=0)
        if self.unlabelled and not (self.text and self._options.kind in KINDS_OF_TEXT):
            raise InputError(
                f"unlabelled = {self.unlabelled}: give text, and take a model that learns from it "
                f"({', '.join(KINDS_OF_TEXT)})"
            )
        for setting in map(self._named, self.settings):
            if missing := sorted({*setting.added} - self.added.keys()):
                raise InputError(f"settings: {setting} adds {', '.join(missing)}, whose place is not given in added")
            values = self._values(setting)
            check_least(values, batch_size=1, epochs=1, patience=0, upsampling=1)
            check_learning_rate(values.learning_rate)

    @property
    def _needs_source(self) -> bool:
        return any(map(needs_source, self.settings))

    @cached_property
    def _options(self) -> ModelOptions:
        return ModelOptions.parse(self.model)

    @cached_property
    def _data(self) -> RunData:
        source = self.source if self._needs_source else ""
        text = TextSample(TextLevel(self.text, self.text_domain, _LEVEL), self.unlabelled, 0)
        return RunData(
            *(self.target, source, self.encoder, self.max_length, self.label_map, self.normalise, self.labels),
            added=self.added,
            text=text if self.unlabelled else None,
        )

    def _named(self, setting: str) -> Setting:
        """The setting of a name, with the names of all datasets that it adds."""
        return Setting.parse(setting).with_others(self.others)

    def _values(self, setting: Setting) -> Hyperparameters:
        own = self.by_setting.get(setting.base, {})
        return Hyperparameters(
            **{each.name: own.get(each.name, getattr(self, each.name)) for each in fields(Hyperparameters)}
        )

    def _plan(self, run: Run) -> RunPlan:
        setting = self._named(run.setting)
        return RunPlan(self._data.sentences, setting, self._values(setting), self.source_epochs)

    def _read(self, plan: RunPlan, run: Run, runtime: Runtime) -> dict[str, TokenisedNer]:
        """What a run reads, by role."""
        others = other_roles(plan.setting)
        data = {
            role: self._data.tokenised(role, runtime.cache, run.few_shot if role == "train" else 0, others)
            for role in plan.roles()
        }
        if added := added_roles(plan.setting):
            drawn = self._data.draw(added, plan.setting.share, run.seed)
            data |= {role: data[role].only(sentences) for role, sentences in drawn.items()}
        if self.unlabelled:
            data[UNLABELLED] = self._data.tokenised_text(runtime.cache, run.seed, others)
        return data

    def _new_model(self, run: Run) -> NerModel:
        torch.manual_seed(run.seed)
        tags = self._data.labels(other_roles(self._named(run.setting))).tags
        model = build_model(self._options, self.encoder, tags)
        model.max_length = self.max_length
        return model

    def _train_on_source(self, model: NerModel, source: TokenisedNer, run: Run, runtime: Runtime) -> None:
        """Train the new model of a seed on the source: once for all few-shot numbers, on which this does not depend."""
        # The types of what is added are the model's too.
        setting = self._named(run.setting)
        key = run.seed, other_roles(setting)
        if key in self._after_source:
            model.load_state_dict(self._after_source[key])
            return
        schedule = _schedule(self._values(setting), self.source_epochs, 0)
        train(model, [(source, 1)], self._data.tokenizer, schedule, runtime, seed=run.seed)
        # Runs that learn the same from it follow each other (`plan_runs`), so the last weights are enough.
        self._after_source = {key: {name: each.cpu().clone() for name, each in model.state_dict().items()}}


def _schedule(values: Hyperparameters, epochs: int, patience: int) -> Schedule:
    return Schedule(values.learning_rate, epochs, values.batch_size, patience=patience)
