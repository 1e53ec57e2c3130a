"""The steps from the domains' pages to their corpora for domain-adaptive pre-training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpora.reports.dapt import build_dapt_report
from corpora.reports.profiles import ProfileDomains
from corpora.steps.domain_passages import scores_doubt
from corpora.steps.domain_vocabulary import read_vocabulary
from corpora.stop_words import ENGLISH_STOP_WORDS
from corpora.tokens import ENGLISH
from dbpedia.domain_labels import classes_of
from schemas.vocabulary import read_stop_words
from tasks.domains import DomainPages, checked_domain, chosen_domains
from tasks.linking import Gazetteer, links
from tasks.settings.inputs import input_file
from tasks.settings.lists import Names
from tasks.settings.ontology import ontology
from tasks.settings.parameters import Choice, Float, Int, Path
from tasks.settings.quality import ByProfile, Profile, Profiled, ReportedProfiles, profile_doubts
from tasks.settings.shared import Build
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from tasks.step.report import ReportTask, made_of
from tasks.wikipedia import Sentences


class _OfDomains:
    """A step about all domains that its setting names, or where it names none, about those of the build."""

    domains: str

    def names(self) -> tuple[str, ...]:
        """The domains, sorted."""
        return tuple(sorted(chosen_domains(self.domains, type(self).__name__)))

    def pages(self) -> dict[str, DomainPages]:
        """The step of the pages of each domain."""
        return {name: DomainPages(domain=name) for name in self.names()}

    def specialised(self) -> dict[str, list[str]]:
        """The DBpedia classes of the specialised types of each domain."""
        return {name: _specialised_classes(name) for name in self.names()}


class DomainPassages(_OfDomains, BeamTask):
    """How well the passages of the domains' pages belong to them, by words, classes of entities and categories."""

    datasets = ("domain_passages", "domain_terms", "rejects")
    step_version = 10
    seeded = True
    is_shared_out = False
    transform = "corpora.transforms:ScorePassages"

    domains = Names(default="", optional=True, description="names of domains; by default those of [BuildDomains]")
    min_score = Float(
        default=1.0,
        description="least score of the passages that are kept; 0 is the wiki's mean, 1 the domain's, plus the "
        "centrality of the page",
    )
    sample_sentences = Int(
        default=500_000, least=1, description="sentences of the wiki that the domains are compared with"
    )

    def parameters(self) -> dict[str, Any]:
        own = {name: value for name, value in super().parameters().items() if name != "domains"}
        return {**own, "specialised": self.specialised()}

    def requires(self) -> dict[str, DatasetTask]:
        pages = {f"domain_pages {name}": task for name, task in self.pages().items()}
        return {"sentences": Sentences(), "typed_sentences": links(), **pages}

    def configuration(self) -> dict[str, Any]:
        return {
            "sentences": Sentences().location(),
            "typed_sentences": links().location(),
            "domain_pages": {name: task.location() for name, task in self.pages().items()},
            **self.parameters(),
        }

    def doubts_when_built(self) -> Iterator[str]:
        if doubt := scores_doubt(self.manifest(), self.names()):
            yield doubt


def _specialised_classes(name: str) -> list[str]:
    """The DBpedia classes of a domain's specialised types."""
    domain = checked_domain(name)
    return classes_of(ontology(), domain.labels, domain.specialised)


class DaptCorpus(Profiled, _OfDomains, BeamTask):
    """The sentences of every domain in CrossNER's four levels."""

    datasets = ("dapt_corpus", "rejects")
    step_version = 9
    path_parameters = ("profile", "entities")
    transform = "corpora.transforms:BuildDapt"

    profile = Profile()
    domains = Names(default="", optional=True, description="names of domains; by default those of [BuildDomains]")
    min_entities = Int(default=2, least=1, description="entities that make a sentence one of the entity level")
    entities = Choice(
        default="anchors",
        choices=["anchors", "gazetteer"],
        description="how entities are found: by anchors, or also by the names of the gazetteer",
    )
    selection = ByProfile(
        Choice(
            choices=["crawl", "scored"],
            description="crawl: every sentence of the crawl's pages; scored: what belongs to the domain",
        )
    )

    def parameters(self) -> dict[str, Any]:
        return {
            "profile": self.profile,
            "min_entities": self.min_entities,
            "entities": self.entities,
            "selection": self.selection,
            "specialised": self.specialised(),
        }

    def passages(self) -> DomainPassages | None:
        """The step of their passages, where they are asked for."""
        return DomainPassages(domains=self.domains) if self.selection == "scored" else None

    def requires(self) -> dict[str, DatasetTask]:
        pages = {f"domain_pages {name}": task for name, task in self.pages().items()}
        names = {"gazetteer": Gazetteer(profile=self.profile)} if self.entities == "gazetteer" else {}
        step = self.passages()
        passages = {"domain_passages": step} if step else {}
        typed = links()
        return {"sentences": Sentences(), "typed_sentences": typed, **pages, **passages, **names}

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        passages = self.passages()
        return {
            "sentences": steps["sentences"].location(),
            "typed_sentences": steps["typed_sentences"].location(),
            "domain_pages": {name: task.location() for name, task in self.pages().items()},
            "domain_passages": passages.location() if passages else None,
            "domain_terms": passages.location("domain_terms") if passages else None,
            "specialised": self.specialised(),
            "min_entities": self.min_entities,
            "gazetteer": steps["gazetteer"].location() if "gazetteer" in steps else None,
        }


class DomainVocabulary(BeamTask):
    """The most frequent words of every domain."""

    datasets = ("domain_vocabulary", "rejects")
    step_version = 6
    is_shared_out = False
    path_parameters = ("profile",)
    transform = "corpora.transforms:CountVocabulary"

    profile = Profile()
    size = Int(default=5000, least=1, description="words of each domain (CrossNER: 5,000)")
    stop_words = Path(
        default="",
        optional=True,
        significant=False,
        description="file with the words that do not count; empty for the English ones",
    )

    def files(self) -> dict[str, list[str]]:
        return {"stop_words": [input_file("stop_words in [DomainVocabulary]", self.stop_words or ENGLISH_STOP_WORDS)]}

    def check_inputs(self) -> None:
        super().check_inputs()
        self.check_stop_words()

    def check_stop_words(self) -> None:
        """Raise InputError where the stop words cannot be read: the job would tell it at the end of the build."""
        read_stop_words(self.files()["stop_words"][0])

    def requires(self) -> dict[str, DatasetTask]:
        return {"dapt_corpus": DaptCorpus(profile=self.profile)}

    def configuration(self) -> dict[str, Any]:
        corpus = DaptCorpus(profile=self.profile)
        return {
            "dapt_corpus": corpus.location(),
            "domains": corpus.names(),
            "size": self.size,
            "stop_words": self.files()["stop_words"][0],
        }

    def doubts(self) -> Iterator[str]:
        if self.wiki and self.wiki.language != ENGLISH and not self.stop_words:
            yield (
                f"the words that do not count are English, and the wiki is of {self.wiki.language}: name a file of "
                "your own as stop_words in [DomainVocabulary]"
            )


class DaptText(BeamTask):
    """The corpora as text files, for tools that do not read Parquet. Built on request."""

    datasets = ("dapt_text", "rejects")
    step_version = 1
    is_shared_out = False
    path_parameters = ("profile",)
    transform = "corpora.transforms:ExportText"

    profile = Profile()

    def requires(self) -> dict[str, DatasetTask]:
        return {"dapt_corpus": DaptCorpus(profile=self.profile)}

    def configuration(self) -> dict[str, Any]:
        corpus = DaptCorpus(profile=self.profile)
        return {"dapt_corpus": corpus.location(), "domains": corpus.names()}

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(self.profile)


class DaptReport(ReportTask):
    """Sizes of the levels, entities and vocabularies of the domains, beside those of CrossNER: `dapt.md`."""

    datasets = ("dapt_report",)
    step_version = 3
    file = "dapt.md"

    profiles = ReportedProfiles()

    def requires(self) -> dict[str, DatasetTask]:
        steps: dict[str, DatasetTask] = {}
        for name in items(self.profiles):
            steps[f"dapt_corpus {name}"] = DaptCorpus(profile=name)
            steps[f"domain_vocabulary {name}"] = DomainVocabulary(profile=name)
        return steps

    def text(self) -> str:
        profiles = {name: profile_domains(name) for name in items(self.profiles)}
        return build_dapt_report(Build().snapshot, profiles, made_of(self))


def corpus_with(domain: str, profile: str) -> DaptCorpus:
    """The step of the corpora that have a domain: that of the build where it is one of its domains."""
    checked_domain(domain)
    corpus = DaptCorpus(profile=profile)
    return corpus if domain in corpus.names() else DaptCorpus(profile=profile, domains=domain)


def profile_domains(profile: str) -> ProfileDomains:
    """The corpora of the domains of a profile, which are built."""
    corpus = DaptCorpus(profile=profile)
    words = read_vocabulary(DomainVocabulary(profile=profile).location())
    return ProfileDomains(corpus.manifest(), {name: task.manifest() for name, task in corpus.pages().items()}, words)
