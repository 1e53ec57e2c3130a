"""The steps from sentences to the mentions of entities in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpora.reports.types import types_doubt
from dbpedia.mentions.capitals.words import has_capital_words
from dbpedia.mentions.noise import FLAGS
from dbpedia.mentions.unlinked.propagation import SCOPES
from dbpedia.mentions.words import words_of
from schemas.sources.language_facts import capitals_tell_names
from tasks.dbpedia import TypeIndex
from tasks.dump import dump_files
from tasks.settings.inputs import siteinfo
from tasks.settings.lists import Choices
from tasks.settings.ontology import ontology_configuration, ontology_files
from tasks.settings.parameters import Bool, Choice, Float, Int
from tasks.settings.quality import ByProfile, Profile, Profiled
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from tasks.wikipedia import Sentences


class Orthography(BeamTask):
    """What the wiki writes as a name and what not, by the links and words of a sample of its pages."""

    datasets = ("orthography", "rejects")
    step_version = 14
    seeded = True
    is_shared_out = False
    transform = "dbpedia.transforms:LearnOrthography"

    sample_sentences = Int(
        default=1_000_000, description="sentences whose links and words show what has a capital, 0 for all"
    )

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "lang": siteinfo(dump_files()[0]).lang}

    def requires(self) -> dict[str, DatasetTask]:
        return {"sentences": Sentences()}

    def configuration(self) -> dict[str, Any]:
        return {**self.parameters(), "sentences": Sentences().location()}


class TypedSentences(Profiled, BeamTask):
    """The sentences that have mentions, linked or not, each with its DBpedia class and a flag where it may be noise."""

    datasets = ("typed_sentences", "rejects")
    step_version = 25
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
    extend = ByProfile(
        Bool(description="mentions with the flag within become the longer name that they begin; possessives are cut")
    )

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            "drop": sorted(items(self.drop)),
            "untype": sorted(items(self.untype)),
            "lang": siteinfo(dump_files()[0]).lang,
        }

    def files(self) -> dict[str, list[str]]:
        return ontology_files()

    def requires(self) -> dict[str, DatasetTask]:
        steps: dict[str, DatasetTask] = {"sentences": Sentences(), "type_index": TypeIndex()}
        return steps | {"orthography": Orthography()} if self.propagate == "names" else steps

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        return {
            **self.without_profile(),
            "sentences": steps["sentences"].location(),
            "type_index": steps["type_index"].location(),
            "orthography": steps["orthography"].location() if "orthography" in steps else "",
            **ontology_configuration(),
        }

    def doubts(self) -> Iterator[str]:
        lang = self.parameters()["lang"]
        if self.propagate == "names" and not has_capital_words(lang):
            yield f"{_untold(lang)}; docs/how-to/trade-recall-for-precision.md says what is known of which language"

    def doubts_when_built(self) -> Iterator[str]:
        if doubt := types_doubt(self.manifest()):
            yield doubt


def _untold(lang: str) -> str:
    """What a language without words for names by their capitals lacks, for a person."""
    if capitals_tell_names(lang):
        return (
            f"no words of {lang} are known that tell names by their capitals, so more of them are missed, and more of "
            "those found are parts of names or none"
        )
    words = words_of(lang)
    why = ", as all nouns have them" if words.nouns_in_capitals else ""
    where = "" if words.nouns_in_capitals or words.names_by_characters else ", in letters that have capitals"
    return (
        f"names in {lang} are not known by their capitals{why}, so of those that nobody linked only what repeats a "
        f"link or the subject is found{where}"
    )


def links() -> TypedSentences:
    """The wiki's links as they are, in every profile, but for what [TypedSentences] itself gives.

    Text on chemistry names sodium, which is no name of one thing, and a biography names its subject in each sentence,
    whatever that is about. So what makes a good mention of a corpus for NER is no help in finding text on a domain.
    """
    return TypedSentences(profile="paper")


class Gazetteer(Profiled, BeamTask):
    """The surface forms of all titles with a DBpedia class, as a memory-mapped list of names to look for in text."""

    datasets = ("gazetteer", "rejects")
    step_version = 7
    seeded = True
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

    def requires(self) -> dict[str, DatasetTask]:
        typed = TypedSentences(profile=self.profile)
        return {"type_index": TypeIndex(), "sentences": Sentences(), "typed_sentences": typed}

    def configuration(self) -> dict[str, Any]:
        return {**self.without_profile(), **{role: task.location() for role, task in self.requires().items()}}
