"""The steps from sentences to the NER-BERT corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dbpedia.mentions.classes import nameless_classes, places_but_settlements
from schemas.problems import PROBLEMS
from tasks.domains import DomainPages
from tasks.dump import dump_files
from tasks.label_sets import LabelSetName, domain_of, is_published, label_parameters, named_label_set
from tasks.linking import Gazetteer, TypedSentences
from tasks.settings.inputs import siteinfo
from tasks.settings.lists import Choices
from tasks.settings.ontology import ontology, ontology_files
from tasks.settings.parameters import Choice, Float, Int
from tasks.settings.quality import ByProfile, Profile, Profiled
from tasks.settings.shared import Build
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from wiki.site.siteinfo import revision_url

ENTITY_CATEGORIES = "315"
"""The label set whose entity categories filters and balancing go by for the corpora of the published label sets."""


class FilteredSentences(Profiled, BeamTask):
    """The typed sentences that pass the three filters of NER-BERT, which go by its 315 entity categories.

    They can go by the labels of another label set. With those of a domain only the sentences of its pages are taken.
    """

    datasets = ("filtered_sentences", "rejects")
    step_version = 12
    seeded = True
    path_parameters = ("profile", "label_set")
    transform = "corpora.transforms:FilterSentences"

    profile = Profile()
    label_set = LabelSetName(default=ENTITY_CATEGORIES, description="label set whose labels the filters go by")
    min_mentions = Int(default=10, description="entity categories with fewer mentions become ENTITY")
    top_frequent = Int(default=20, least=1, description="how many entity categories count as frequent")
    leave_out = ByProfile(
        Choices(
            known=PROBLEMS,
            optional=True,
            description="problems of a text whose sentences are dropped, by commas",
        )
    )
    entities = ByProfile(
        Choice(choices=["mentions", "gazetteer"], description="mentions alone, or also the names of the gazetteer")
    )

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            "leave_out": sorted(items(self.leave_out)),
            # It decides the rejects alone, but they are committed with the sentences, under one identity.
            "keep_filtered": Build().keep_filtered,
            **label_parameters(self.label_set),
        }

    def files(self) -> dict[str, list[str]]:
        return ontology_files()

    def requires(self) -> dict[str, DatasetTask]:
        steps: dict[str, DatasetTask] = {"typed_sentences": TypedSentences(profile=self.profile)}
        if self.entities == "gazetteer":
            steps["gazetteer"] = Gazetteer(profile=self.profile)
        if domain := domain_of(self.label_set):
            steps["domain_pages"] = DomainPages(domain=domain)
        return steps

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        own = self.without_profile()
        # The job is told the names and the labels that these stand for.
        del own["entities"], own["label_set"]
        return {
            **own,
            "typed_sentences": steps["typed_sentences"].location(),
            "gazetteer": steps["gazetteer"].location() if "gazetteer" in steps else None,
            "domain_pages": steps["domain_pages"].location() if "domain_pages" in steps else None,
            "nameless": sorted(nameless_classes(ontology())) if "gazetteer" in steps else [],
            "places": sorted(places_but_settlements(ontology())) if "gazetteer" in steps else [],
            "labels": named_label_set(self.label_set).classes,
        }

    def doubts_when_built(self) -> Iterator[str]:
        if not self.manifest().rows:
            yield (
                "no sentence is left, so the corpora that are made of it are empty; the report counts what each filter "
                f"took, and min_mentions in [FilteredSentences] is {self.min_mentions}"
            )


class NerCorpus(Profiled, BeamTask):
    """The α-balanced training examples of NER-BERT: tokens with BIO tags, in a train and a validation split.

    The corpora of the published label sets hold the same sentences, filtered and balanced by the 315 entity categories,
    as in the paper (section 4.3: the coarser sets compress the categories of the same data). Any other label set is
    filtered and balanced by its own labels, that of a domain on the domain's pages.
    """

    datasets = ("ner_corpus", "rejects")
    step_version = 7
    seeded = True
    path_parameters = ("profile", "label_set", "alpha")
    transform = "corpora.transforms:BalanceCorpus"

    profile = Profile()
    label_set = LabelSetName(description="number of entity categories, name of a domain, or of a label set file")
    alpha = Float(default=0.7, most=1, description="balancing: 1 keeps the shares of categories, 0 makes them equal")
    target_size = Int(default=0, description="sentences after sampling, 0 for as many as before")
    validation_share = Float(default=0.1, most=1, description="share of the sentences in the validation split")

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            **label_parameters(self.label_set),
            "url": revision_url(siteinfo(dump_files()[0])),
        }

    def files(self) -> dict[str, list[str]]:
        return ontology_files()

    def _categories(self) -> str:
        """The label set whose labels filters and balancing go by."""
        return ENTITY_CATEGORIES if is_published(self.label_set) else self.label_set

    def requires(self) -> dict[str, DatasetTask]:
        return {"filtered_sentences": FilteredSentences(profile=self.profile, label_set=self._categories())}

    def configuration(self) -> dict[str, Any]:
        chosen = named_label_set(self.label_set)
        return {
            **self.without_profile(),
            "filtered_sentences": self.requires()["filtered_sentences"].location(),
            "categories": named_label_set(self._categories()).classes,
            "labels": chosen.classes,
            "label_names": chosen.labels,
        }
