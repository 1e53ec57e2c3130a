"""The steps that make sentences ready for annotators, and say which are worth annotating next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpora.annotation.adjudication import refuse_name_of_expert
from corpora.annotation.doubts import MEASURES
from corpora.annotation.former import check_former
from corpora.levels import LEVELS
from dbpedia.ontology import PERSON
from schemas.errors import InputError
from schemas.experiments import PLAIN
from schemas.model_options import ModelOptions, check_has_probabilities
from tasks.benchmark import NerBenchmark
from tasks.corpora import NerCorpus
from tasks.dapt import corpus_with
from tasks.domains import checked_domain
from tasks.fine_tuning import MODELS, check_fits, is_model
from tasks.label_sets import label_parameters, named_label_set
from tasks.linking import Gazetteer, TypedSentences, links
from tasks.pretraining import ENCODERS, encoder, is_encoder
from tasks.settings.inputs import input_files
from tasks.settings.lists import Names
from tasks.settings.ontology import ontology, ontology_files
from tasks.settings.parameters import Choice, Float, Int, Known, Name, Path
from tasks.settings.quality import Profile, Profiled, profile_doubts
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from tasks.step.training import LEAST_RATE, MOST_RATE, WINDOW, TrainingTask, model_folder
from tasks.wikipedia import Sentences

BY_CHANCE = "chance"
"""How sentences are chosen where no model says which."""
_SAID_BY_INPUTS = ("benchmark", "former")


class SentenceScores(TrainingTask):
    """How much a model that was trained on annotated data doubts it, and other sentences of a domain. On request."""

    datasets = ("sentence_scores", "annotated_scores", "rejects")
    step_version = 2
    path_parameters = ("profile", "domain", "benchmark", "encoder", "model")
    job = "training.jobs.sentence_scores:SentenceScores"

    profile = Profile()
    domain = Name(description="name of the domain: the sentences of its corpus in its own labels are scored")
    benchmark = Name(description="annotated dataset that the model is trained on")
    encoder = Known(knows=is_encoder, what=ENCODERS, default=PLAIN, description="what the model starts from")
    model = Known(knows=is_model, what=MODELS, default="tagger", description="tagger or laner, without a CRF")
    seed = Int(default=555, description="seed of the training")
    epochs = Int(default=300, least=1, description="most epochs")
    patience = Int(default=8, description="epochs without a better development F1 before it stops, 0 for never")
    batch_size = Int(default=16, least=1, description="sentences of one optimiser step")
    learning_rate = Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate")
    max_length = Int(default=0, description=WINDOW)

    def trained_models(self) -> int:
        return 1

    def check_inputs(self) -> None:
        super().check_inputs()
        check_fits("SentenceScores", self.encoder, self.model)
        check_has_probabilities("model in [SentenceScores]", ModelOptions.parse(self.model))
        NerBenchmark(dataset=self.benchmark).check_target()

    def requires(self) -> dict[str, DatasetTask]:
        return {
            **super().requires(),
            "encoder": encoder(self.encoder, self.domain),
            "target": NerBenchmark(dataset=self.benchmark),
            "ner_corpus": NerCorpus(profile=self.profile, label_set=self.domain),
        }

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(self.profile)

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        own = ("model", "seed", "epochs", "patience", "batch_size", "learning_rate", "max_length")
        return {
            **{name: getattr(self, name) for name in own},
            "target": steps["target"].location(),
            "corpus": steps["ner_corpus"].location(),
            "encoder": model_folder(steps["encoder"]),
        }


class PreAnnotation(Profiled, BeamTask):
    """Sentences of a domain for annotators, with suggested labels, and guidelines. Built on request."""

    datasets = ("pre_annotations", "rejects")
    step_version = 9
    seeded = True
    is_shared_out = False
    path_parameters = ("profile", "domain")
    transform = "corpora.transforms:PreAnnotate"

    profile = Profile()
    domain = Name(description="name of the domain")
    level = Choice(default="task", choices=LEVELS, description="level of the domain's corpus that they are drawn from")
    size = Int(default=1000, least=1, description="sentences of the sample")
    of_each_label = Int(
        default=20, description="sentences with each label that it has at least, where the level has as many"
    )
    annotators = Names(default="annotator1,annotator2", description="names of the annotators, by commas")
    shared = Float(
        default=0.2, most=1, description="share of the sentences that all annotators get, to measure agreement"
    )

    choose = Choice(
        default=BY_CHANCE,
        choices=(BY_CHANCE, *MEASURES),
        description="chance, or the measure by which a model doubts the sentences that come first",
    )
    benchmark = Name(
        default="",
        optional=True,
        description="annotated dataset whose model doubts them; by default that of the domain's name",
    )
    former = Path(
        several=True,
        default="",
        optional=True,
        description="Parquet files of the pre_annotations of former rounds, whose sentences are left out",
    )
    again = Int(
        default=200,
        description="most sentences of former rounds that go out again, with the labels that they have, because the "
        "model that chooses doubts them although it was trained on them",
    )

    def parameters(self) -> dict[str, Any]:
        refuse_name_of_expert(self.domain, items(self.annotators))
        labels = checked_domain(self.domain).labels
        if self.of_each_label * len(labels) > self.size:
            raise InputError(
                f"of_each_label in [PreAnnotation] = {self.of_each_label}: the {len(labels)} labels of {self.domain} "
                f"ask for {self.of_each_label * len(labels):,} sentences, and size is {self.size:,}; "
                "lower it, or raise size"
            )
        # The benchmark is among the inputs where a model chooses, and else decides nothing; so are former rounds.
        own = {name: value for name, value in super().parameters().items() if name not in _SAID_BY_INPUTS}
        if not self._looks_back():
            del own["again"]
        return {
            **own,
            "annotators": items(self.annotators),
            **label_parameters(self.domain),
        }

    def check_inputs(self) -> None:
        super().check_inputs()
        for uri in self._former():
            check_former(uri)

    def files(self) -> dict[str, list[str]]:
        return {**ontology_files(), "former": self._former()}

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(self.profile)

    def doubts_when_built(self) -> Iterator[str]:
        drawn = self.manifest().counts.get("sentences", {}).get("drawn", 0)
        if drawn < self.size:
            more = "" if self.level == "domain" else "level domain has more, and "
            yield (
                f"{drawn:,} sentences are drawn of the {self.size:,} that were asked for: level {self.level} of the "
                f"domain {self.domain} has no others that differ; {more}a deeper crawl finds more"
            )

    def _former(self) -> list[str]:
        return input_files("former in [PreAnnotation]", self.former) if self.former.strip() else []

    def _looks_back(self) -> bool:
        """Whether sentences of former rounds may go out again."""
        return bool(self.again and self._former() and self.choose != BY_CHANCE)

    def requires(self) -> dict[str, DatasetTask]:
        return {
            "sentences": Sentences(),
            "typed_sentences": TypedSentences(profile=self.profile),
            "links": links(),
            "gazetteer": Gazetteer(profile=self.profile),
            "dapt_corpus": corpus_with(self.domain, self.profile),
            **self._doubts(),
        }

    def _doubts(self) -> dict[str, DatasetTask]:
        """The scores by which sentences are chosen, and what is annotated already."""
        if self.choose == BY_CHANCE:
            return {}
        name = self.benchmark or self.domain
        scores = SentenceScores(profile=self.profile, domain=self.domain, benchmark=name)
        return {"sentence_scores": scores, "ner_benchmark": NerBenchmark(dataset=name)}

    def configuration(self) -> dict[str, Any]:
        known = ontology()
        steps = self.requires()
        scored = steps["sentence_scores"].location("annotated_scores") if self._looks_back() else None
        return {
            **self.without_profile(),
            **{"sentence_scores": None, "ner_benchmark": None},
            **{role: task.location() for role, task in steps.items()},
            **{"former": self._former(), "annotated_scores": scored, "again": self.again},
            "label_of": named_label_set(self.domain).classes,
            "persons": [cls for cls in known.classes if known.is_a(cls, PERSON)],
        }
