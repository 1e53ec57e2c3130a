"""The step that makes sentences ready for annotators."""

from __future__ import annotations

from typing import Any

from corpora.levels import LEVELS
from dbpedia.ontology import PERSON
from schemas.errors import InputError
from tasks.base import DatasetTask
from tasks.beam import BeamTask
from tasks.dapt import corpus_with
from tasks.dbpedia import ontology, ontology_file
from tasks.domains import checked_domain
from tasks.label_sets import named_label_set
from tasks.linking import Gazetteer, TypedSentences, links
from tasks.parameters import Choice, Float, Int, Name, Names, items
from tasks.quality import Profile, Profiled
from tasks.settings import Build
from tasks.wikipedia import Sentences


class PreAnnotation(Profiled, BeamTask):
    """Sentences of a domain for annotators, with suggested labels, and guidelines. Built on request."""

    datasets = ("pre_annotations", "rejects")
    step_version = 1
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

    def parameters(self) -> dict[str, Any]:
        labels = checked_domain(self.domain).labels
        if self.of_each_label * len(labels) > self.size:
            raise InputError(
                f"of_each_label in [PreAnnotation] = {self.of_each_label}: the {len(labels)} labels of {self.domain} "
                f"ask for {self.of_each_label * len(labels):,} sentences, and size is {self.size:,}"
            )
        return {
            **super().parameters(),
            "annotators": items(self.annotators),
            "seed": Build().seed,
            **named_label_set(self.domain).decisive,
        }

    def files(self) -> dict[str, list[str]]:
        return {"ontology": [ontology_file()]}

    def requires(self) -> dict[str, DatasetTask]:
        return {
            "sentences": Sentences(),
            "typed_sentences": TypedSentences(profile=self.profile),
            "links": links(),
            "gazetteer": Gazetteer(profile=self.profile),
            "dapt_corpus": corpus_with(self.domain, self.profile),
        }

    def configuration(self) -> dict[str, Any]:
        known = ontology()
        return {
            **self.decided(),
            **{role: task.location() for role, task in self.requires().items()},
            "label_of": named_label_set(self.domain).classes,
            "persons": [cls for cls in known.classes if known.is_a(cls, PERSON)],
        }
