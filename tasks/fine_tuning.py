"""The step that fine-tunes models on annotated data, and what its settings may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from corpora.steps.ner_benchmark import told_datasets
from schemas.errors import InputError
from schemas.experiments import EACH, LABELS, OTHERS, SEQ2SEQ, SETTING_NAMES, SETTINGS, Setting
from schemas.model_options import KINDS_OF_SEQ2SEQ, KINDS_OF_TEXT, MODEL_NAMES, ModelOptions
from tasks.benchmark import NerBenchmark
from tasks.by_run import ByRun, by_run, check_by_run
from tasks.dapt import DaptCorpus, corpus_with
from tasks.pretraining import ENCODERS, encoder, is_encoder
from tasks.settings.lists import Knowns, Merges, Names, Numbers, Pairs, Sizes
from tasks.settings.parameters import Bool, Choice, Float, Int, Known, Name
from tasks.settings.quality import Quality, profile_doubts
from tasks.settings.syntax import items, pairs
from tasks.step.base import DatasetTask
from tasks.step.training import LEAST_RATE, MOST_RATE, WINDOW, TrainingTask, model_folder

MODELS = f"{MODEL_NAMES}; -d100, the default, is left out"
"""The names of models, for people."""
_MOST_EMBEDDING = 10_000
"""Greatest size of a label's embedding, in a model's name."""

_WITHOUT_SOURCE: Final = {"source_epochs": 2, "upsampling": 50, "label_map": {}, "labels": LABELS[0]}
"""What decides nothing where no setting learns from another dataset, with the value that runs have then: the one that
they had where nobody set another, so that these stay what they were."""


def is_model(name: str) -> bool:
    """Whether a text is the name of a model in its only spelling."""
    try:
        options = ModelOptions.parse(name)
    except InputError:
        return False
    return str(options) == name and options.label_embedding <= _MOST_EMBEDDING


def _is_setting(name: str) -> bool:
    """Whether a text is the name of a setting in its only spelling."""
    try:
        return str(Setting.parse(name)) == name
    except InputError:
        return False


def fits(encoder: str, model: str) -> bool:
    """Whether a model takes an encoder, by their names: of one kind or of the other, both or none are seq2seq."""
    return (encoder == SEQ2SEQ) == (ModelOptions.parse(model).kind in KINDS_OF_SEQ2SEQ)


def check_fits(step: str, encoder: str, model: str) -> None:
    """Raise InputError where the model does not take the encoder."""
    if not fits(encoder, model):
        raise InputError(
            f"model in [{step}] = {model} with encoder = {encoder}: {', '.join(KINDS_OF_SEQ2SEQ)} takes the encoder "
            f"{SEQ2SEQ}, which no other model takes"
        )


class FineTuning(TrainingTask):
    """Models fine-tuned on an annotated dataset: all settings, sizes and seeds of one encoder and model."""

    datasets = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
    step_version = 5
    grows_with_dump = False
    path_parameters = ("target", "encoder", "model")
    job = "training.jobs.ner_runs:FineTuning"

    target = Name(description="dataset to train and score on")
    domain = Name(
        default="", optional=True, description="domain of the target, for the encoder dapt; by default its name"
    )
    encoder = Known(knows=is_encoder, what=ENCODERS, description="what the model starts from")
    model = Known(
        knows=is_model,
        what=MODELS,
        description="tagger or laner, with options: tagger-crf, laner-no-context, …",
    )
    source = Name(default="", optional=True, description="dataset of the source domain; empty where only direct is run")
    settings = Knowns(
        knows=_is_setting, what=SETTING_NAMES, default=",".join(SETTINGS), description="what is trained on, by commas"
    )
    others = Names(
        default="",
        optional=True,
        description=f"datasets that +{OTHERS} and +{EACH} in settings stand for; the target among them is passed over",
    )
    few_shot = Sizes(
        default="0", description="numbers of target sentences, or shares of them as 0.05, by commas; 0 for all"
    )
    seeds = Numbers(default="555,666,777", description="seeds, by commas (CrossNER's code: 555,666,777)")
    epochs = ByRun(Int(default=300, least=1, description="most epochs on the target"))
    patience = ByRun(Int(default=8, description="epochs without a better development F1 before it stops, 0 for never"))
    source_epochs = Int(default=2, least=1, description="epochs on the source in source-then-target")
    upsampling = ByRun(Int(default=50, least=1, description="copies of a target sentence in joint"))
    unlabelled = Int(
        default=0,
        description="sentences of the domain's corpus (its level domain), drawn by hash, from which crosslm also "
        "learns; 0 for none",
    )
    label_map = Pairs(
        default="",
        optional=True,
        description="source types under the target's names, as PER=person,MISC=O; O leaves them out",
    )
    labels = Choice(
        default="union",
        choices=LABELS,
        description="union: a model that learns from other datasets too learns the types of all, and is scored on the "
        "target's; target: a source with other types is refused",
    )
    normalise = Merges(
        default="",
        optional=True,
        description="types merged for training and scoring, as researcher=person,country=location",
    )
    batch_size = ByRun(Int(default=16, least=1, description="sentences of one optimiser step"))
    learning_rate = ByRun(Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate"))
    max_length = Int(default=0, description=WINDOW)
    strict = Bool(
        default=False,
        description="score in seqeval's strict mode; published scores are not",
    )
    keep_models = Bool(
        default=False,
        description="keep the model of each run, to tag text with; it is as large as its encoder",
    )

    def check_inputs(self) -> None:
        super().check_inputs()
        check_fits("FineTuning", self.encoder, self.model)
        target = NerBenchmark(dataset=self.target)
        target.check_target()
        most = max((size for size in self._few_shot() if isinstance(size, int)), default=0)
        # Otherwise it would be told behind the corpora and the encoders, hours later.
        if most and most > target.train_sentences:
            raise InputError(
                f"few_shot in [FineTuning] = {self.few_shot}: the split train of {self.target} has "
                f"{target.train_sentences:,} sentences; give at most as many, or 0 for all"
            )
        check_by_run(
            self,
            lambda name: is_model(name) or name in SETTINGS,
            f"settings are {', '.join(SETTINGS)}; models are {MODELS}",
        )

    def parameters(self) -> dict[str, Any]:
        own = {
            name: value
            for name, value in super().parameters().items()
            if name not in ("domain", "source", "others", "unlabelled", "keep_models")
        }
        return {
            **own,
            **self._values(),
            # Where there are none, runs are what they were before there could be any.
            **({"by_setting": by_setting} if (by_setting := self._by_setting()) else {}),
            # The corpus has other domains too.
            **({"unlabelled": self.unlabelled, "text_domain": self._domain()} if self._corpus() else {}),
            **({"keep_models": True} if self.keep_models else {}),
            **({"others": self._others()} if any(OTHERS in each.added for each in self._settings()) else {}),
            "settings": [str(each) for each in self._settings()],
            "few_shot": self._few_shot(),
            "seeds": [int(seed) for seed in items(self.seeds)],
            "label_map": pairs(self.label_map),
            "normalise": pairs(self.normalise),
            **self._unused(),
        }

    def _unused(self) -> dict[str, Any]:
        """The settings that decide nothing, with a value that is always the same: another makes no run stale."""
        if self.needs_source():
            return {}
        # A dataset that is added may be refused for its types as well.
        return {name: value for name, value in _WITHOUT_SOURCE.items() if name != "labels" or not self.added()}

    def names(self) -> tuple[str, ...]:
        """What the values of settings are given for, the model's name after that of its kind."""
        return (self.target, ModelOptions.parse(self.model).kind, self.model)

    def _values(self, *setting: str) -> dict[str, Any]:
        """The values of the settings that may differ between runs, for a setting or for what has none of its own."""
        unused = self._unused()
        return {
            name: unused.get(name, each.value(getattr(self, name), *self.names(), *setting))
            for name, each in by_run(type(self)).items()
        }

    def _by_setting(self) -> dict[str, dict[str, Any]]:
        """By setting, without what it adds, the values that are its own."""
        common = self._values()
        own = {base: self._values(base) for base in dict.fromkeys(each.base for each in self._settings())}
        differ = {base: {key: new for key, new in each.items() if new != common[key]} for base, each in own.items()}
        return {base: each for base, each in differ.items() if each}

    def trained_models(self) -> int:
        return len(self._settings()) * len(items(self.few_shot)) * len(items(self.seeds))

    def needs_source(self) -> bool:
        """Whether there is a setting that learns from the source."""
        return {each.base for each in self._settings()} != {"direct"}

    def _settings(self) -> list[Setting]:
        """The settings that are run, with names of datasets for EACH, each once.

        Raises InputError where there is nothing to add, and where the target would be added to itself.
        """
        found: list[Setting] = []
        for setting in map(Setting.parse, items(self.settings)):
            place = f"settings in [FineTuning] has {setting}"
            if {OTHERS, EACH} & {*setting.added} and not self._others():
                raise InputError(f"{place}: name datasets beside {self.target} in others")
            if self.target in setting.added:
                raise InputError(f"{place}: {self.target} is the target itself; +{EACH} and +{OTHERS} pass it over")
            for one in self._others() if EACH in setting.added else [EACH]:
                added = tuple(dict.fromkeys(one if name == EACH else name for name in setting.added))
                found.append(replace(setting, added=added))
        return list(dict.fromkeys(found))

    def _few_shot(self) -> list[float]:
        """Numbers of sentences, and shares of them."""
        return [float(size) if "." in size else int(size) for size in items(self.few_shot)]

    def _others(self) -> list[str]:
        return [name for name in dict.fromkeys(items(self.others)) if name != self.target]

    def added(self) -> dict[str, NerBenchmark]:
        """The steps that read the datasets which settings add, by name."""
        settings = (each.with_others(self._others()) for each in self._settings())
        return {name: NerBenchmark(dataset=name) for each in settings for name in each.added}

    def source_benchmark(self) -> NerBenchmark:
        """The step that reads the source. Raises InputError where none is named, or one that there is not."""
        if not self.source:
            raise InputError("source in [FineTuning] is empty: name a dataset, or set settings = direct")
        source = NerBenchmark(dataset=self.source)
        if self.source not in (known := source.known_datasets()):
            # Its folder alone would not say who asks for it: often a settings file below one's own.
            other = "Name one that there is, or set" if known else "Or set"
            raise InputError(
                f"source in [FineTuning] = {self.source}: directory in [NerBenchmark] has no such dataset; there is "
                f"{told_datasets(source.directory)}. {other} settings = direct"
            )
        return source

    def _corpus(self) -> DaptCorpus | None:
        """The step of the corpus whose sentences are read beside those that are annotated, where any are."""
        if not self.unlabelled or ModelOptions.parse(self.model).kind not in KINDS_OF_TEXT:
            return None
        return corpus_with(self._domain(), Quality().profile)

    def _domain(self) -> str:
        return str(self.domain or self.target)

    def _encoder(self) -> DatasetTask:
        return encoder(self.encoder, self._domain())

    def requires(self) -> dict[str, DatasetTask]:
        sources = {"source": self.source_benchmark()} if self.needs_source() else {}
        target = NerBenchmark(dataset=self.target)
        added = {f"added {name}": step for name, step in self.added().items()}
        text = {"dapt_corpus": corpus} if (corpus := self._corpus()) else {}
        return {**super().requires(), "encoder": self._encoder(), "target": target, **sources, **added, **text}

    def doubts(self) -> Iterator[str]:
        if self._corpus():
            yield from profile_doubts(Quality().profile)

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name not in ("target", "encoder")}
        return {
            **own,
            "target": NerBenchmark(dataset=self.target).location(),
            "target_name": self.target,
            "source": self.source_benchmark().location() if self.needs_source() else "",
            "source_name": self.source,
            "added": {name: step.location() for name, step in self.added().items()},
            **({"text": corpus.location()} if (corpus := self._corpus()) else {}),
            "encoder": model_folder(self._encoder()),
            "encoder_name": self.encoder,
        }
