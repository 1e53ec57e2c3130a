"""The steps from sentences to the NER-BERT corpus."""

from __future__ import annotations

from typing import Any

from dbpedia.label_sets import LABEL_SETS, label_map, label_set
from dbpedia.noise import FLAGS
from dbpedia.propagation import SCOPES
from schemas.problems import PROBLEMS
from tasks.base import DatasetTask
from tasks.beam import BeamTask
from tasks.dbpedia import TypeIndex, ontology, ontology_file
from tasks.parameters import Bool, ByProfile, Choice, Choices, Float, Int, items
from tasks.quality import Profile, Profiled
from tasks.settings import Build
from tasks.wikipedia import Punkt, Sentences, dump_files
from wiki.dump.pages import read_siteinfo
from wiki.site.siteinfo import revision_url

ENTITY_CATEGORIES = "315"
"""The label set whose entity categories filters and balancing go by, whatever the labels of the corpus."""


class LabelSets(Choices):
    """Some of the label sets, by the number of their entity categories."""

    def __init__(self, **others: Any) -> None:
        super().__init__(known=LABEL_SETS, **others)


class TypedSentences(Profiled, BeamTask):
    """The sentences that have anchors, each with the DBpedia class of its target and a flag where it may be noise."""

    datasets = ("typed_sentences", "rejects")
    step_version = 5
    path_parameters = ("profile",)
    transform = "dbpedia.transforms:LinkSentences"

    profile = Profile()
    propagate = ByProfile(Choice(choices=SCOPES, description="unlinked mentions: off, title, article or names"))
    drop = ByProfile(
        Choices(known=FLAGS[1:], optional=True, description="flags whose mentions are left out, by commas")
    )
    untype = ByProfile(
        Choices(known=FLAGS[1:], optional=True, description="flags whose mentions become ENTITY, by commas")
    )
    extend = ByProfile(Bool(description="mentions with the flag within become the longer name that they begin"))

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            "drop": sorted(items(self.drop)),
            "untype": sorted(items(self.untype)),
            "lang": read_siteinfo(dump_files()[0]).lang,
        }

    def files(self) -> dict[str, list[str]]:
        return {"ontology": [ontology_file()]}

    def requires(self) -> dict[str, DatasetTask]:
        punkt = {"punkt": Punkt()} if self.propagate == "names" else {}
        return {"sentences": Sentences(), "type_index": TypeIndex(), **punkt}

    def configuration(self) -> dict[str, Any]:
        return {
            **self.decided(),
            "sentences": Sentences().location(),
            "type_index": TypeIndex().location(),
            "punkt": Punkt().location() if self.propagate == "names" else "",
            "ontology": ontology_file(),
        }


def links() -> TypedSentences:
    """The wiki's links as they are, in every profile, but for what [TypedSentences] itself gives.

    Text on chemistry names sodium, which is no name of one thing, and a biography names its subject in each sentence,
    whatever that is about. So what makes a good mention of a corpus for NER is no help in finding text on a domain.
    """
    return TypedSentences(profile="paper")


class Gazetteer(Profiled, BeamTask):
    """The surface forms of all titles with a DBpedia class, as a memory-mapped list of names to look for in text."""

    datasets = ("gazetteer", "rejects")
    step_version = 1
    grows_with_dump = False
    path_parameters = ("profile",)
    transform = "corpora.transforms:CollectSurfaces"

    profile = Profile()
    sample_sentences = Int(
        default=1_000_000, description="sentences whose links decide which surface forms are names, 0 for all"
    )
    min_link_share = Float(
        default=0.2,
        most=1,
        description="share of its pages on which a surface form that is not a title must be an anchor",
    )
    anchor_surfaces = Bool(default=True, description="also take the texts of anchors")

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "seed": Build().seed}

    def requires(self) -> dict[str, DatasetTask]:
        typed = TypedSentences(profile=self.profile)
        return {"type_index": TypeIndex(), "sentences": Sentences(), "typed_sentences": typed}

    def configuration(self) -> dict[str, Any]:
        return {**self.decided(), **{role: task.location() for role, task in self.requires().items()}}


class FilteredSentences(Profiled, BeamTask):
    """The typed sentences that pass the three filters of NER-BERT, which go by its 315 entity categories."""

    datasets = ("filtered_sentences", "rejects")
    step_version = 3
    path_parameters = ("profile",)
    transform = "corpora.transforms:FilterSentences"

    profile = Profile()
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
        build = Build()
        return {
            **super().parameters(),
            "leave_out": sorted(items(self.leave_out)),
            "seed": build.seed,
            "keep_filtered": build.keep_filtered,
        }

    def files(self) -> dict[str, list[str]]:
        return {"ontology": [ontology_file()]}

    def requires(self) -> dict[str, DatasetTask]:
        steps: dict[str, DatasetTask] = {"typed_sentences": TypedSentences(profile=self.profile)}
        if self.entities == "gazetteer":
            steps["gazetteer"] = Gazetteer(profile=self.profile)
        return steps

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        parameters = {name: value for name, value in self.decided().items() if name != "entities"}
        return {
            **parameters,
            "typed_sentences": steps["typed_sentences"].location(),
            "gazetteer": steps["gazetteer"].location() if "gazetteer" in steps else None,
            "labels": label_map(ontology(), ENTITY_CATEGORIES),
        }


class NerCorpus(Profiled, BeamTask):
    """The α-balanced training examples of NER-BERT: tokens with BIO tags, in a train and a validation split.

    The corpora of all label sets hold the same sentences, filtered and balanced by the 315 entity categories, as in the
    paper (section 4.3: the coarser sets compress the categories of the same data).
    """

    datasets = ("ner_corpus", "rejects")
    step_version = 2
    path_parameters = ("profile", "label_set", "alpha")
    transform = "corpora.transforms:BalanceCorpus"

    profile = Profile()
    label_set = Choice(choices=LABEL_SETS, description="number of entity categories")
    alpha = Float(default=0.7, most=10, description="exponent of the balancing")
    target_size = Int(default=0, description="sentences after sampling, 0 for as many as before")
    validation_share = Float(default=0.1, most=1, description="share of the sentences in the validation split")

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "seed": Build().seed, "url": revision_url(read_siteinfo(dump_files()[0]))}

    def files(self) -> dict[str, list[str]]:
        return {"ontology": [ontology_file()]}

    def requires(self) -> dict[str, DatasetTask]:
        return {"filtered_sentences": FilteredSentences(profile=self.profile)}

    def configuration(self) -> dict[str, Any]:
        known = ontology()
        return {
            "filtered_sentences": self.requires()["filtered_sentences"].location(),
            "categories": label_map(known, ENTITY_CATEGORIES),
            "labels": label_map(known, self.label_set),
            "label_names": label_set(known, self.label_set).labels,
            **self.decided(),
        }
