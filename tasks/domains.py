"""The steps from the wiki's categories to the pages of a domain."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from importlib.resources import files
from typing import Any

import luigi

import domains
from schemas.domains import Domain, check_classes, read_domain
from schemas.errors import InputError
from schemas.files import storage
from tasks.categories import CategoryEdges, CategoryPages
from tasks.linking import links
from tasks.settings.inputs import input_directory, once_a_version
from tasks.settings.lists import Names
from tasks.settings.ontology import ontology, ontology_name
from tasks.settings.parameters import Bool, Choice, Float, Name, Path
from tasks.settings.syntax import items
from tasks.step.base import CHECKED_EARLY, DatasetTask, WrapperTask
from tasks.step.beam import BeamTask
from tasks.step.live_wiki import LiveWiki
from tasks.step.report import ReportTask
from wiki.categories.drift_report import drift_report
from wiki.categories.members import edge_members
from wiki.categories.walk import crawl
from wiki.steps.domain_pages import score_crawl


class CategoryApi(LiveWiki, BeamTask):
    """Who is a member of which category, asked of a live wiki; for small domains.

    Only what the crawls of the domains reach is asked for.

    A live wiki is not a snapshot: answers are kept in the cache, and a crawl that was killed does not ask again.
    """

    datasets = ("category_edges", "rejects")
    step_version = 1
    grows_with_dump = False
    transform = "wiki.transforms:AskCategories"
    priority = CHECKED_EARLY
    chosen_by = "source = api in [BuildDomains]"

    domains = Names(description="names of the domains whose crawls are asked for")

    def _domains(self) -> list[Domain]:
        return [checked_domain(name) for name in domain_names(self.domains, "CategoryApi")]

    def parameters(self) -> dict[str, Any]:
        self.check_api()
        return {"endpoint": self.endpoint, "domains": [_crawl_parameters(domain) for domain in self._domains()]}

    def configuration(self) -> dict[str, Any]:
        return {"domains": [asdict(domain) for domain in self._domains()], "api": self.api()}


def category_edges(domains: Sequence[str]) -> DatasetTask:
    """The step that gives the category graph for these domains, by the source that [BuildDomains] names.

    A live wiki is asked for the domains of the build together, and for others as well where they are wanted.
    """
    source = BuildDomains().source
    if source == "tables":
        return CategoryEdges()
    if source == "pages":
        return CategoryPages()
    return CategoryApi(domains=",".join(sorted({*domain_names(BuildDomains().domains), *domains})))


class DomainPages(BeamTask):
    """The pages of a domain: those in its root categories and in the categories below."""

    datasets = ("domain_pages", "rejects")
    step_version = 2
    grows_with_dump = False
    path_parameters = ("domain",)
    transform = "wiki.transforms:CrawlDomain"
    priority = CHECKED_EARLY

    domain = Name(description="name of the domain")
    prune_below = Float(default=0.0, description="leave out categories with a lower score, 0 for none")

    def parameters(self) -> dict[str, Any]:
        return {"prune_below": self.prune_below, **_crawl_parameters(checked_domain(self.domain))}

    def requires(self) -> dict[str, DatasetTask]:
        scored: dict[str, DatasetTask] = {"typed_sentences": links()} if self.prune_below > 0 else {}
        return {"category_edges": category_edges([self.domain]), **scored}

    def is_built(self) -> bool:
        """Whether the step is done. Raises InputError where its crawl found more than the `max_pages` of today."""
        there = super().is_built()
        if there:
            manifest = self.manifest()
            # The crawl is refused before categories with a low score are left out.
            found = manifest.rows + manifest.counts.get("pages pruned", {}).get("pages", 0)
            _check_pages(checked_domain(self.domain), found, self.location())
        return there

    def configuration(self) -> dict[str, Any]:
        steps = self.requires()
        return {
            "category_edges": steps["category_edges"].location(),
            "domain": asdict(checked_domain(self.domain)),
            "prune_below": self.prune_below,
            "typed_sentences": steps["typed_sentences"].location() if "typed_sentences" in steps else None,
        }


class DomainReport(ReportTask):
    """What the crawl of each domain would find: pages by depth and branch, cycles, overlap. A dry run.

    Builds nothing but the category graph, and the typed sentences where categories are to be scored. The report of the
    build's own domains is `domains.md`; that of others has their names in its own, as `domains-music.md`.
    """

    datasets = ("domain_report",)
    step_version = 1
    file = "domains.md"

    domains = Names(default="", optional=True, description="names of domains; by default those of [BuildDomains]")
    scores = Bool(default=False, description="also score the categories")

    def _domains(self) -> list[Domain]:
        return [checked_domain(name) for name in chosen_domains(self.domains, "DomainReport")]

    def _edges(self) -> DatasetTask:
        return category_edges([domain.name for domain in self._domains()])

    def file_name(self) -> str:
        names = chosen_domains(self.domains, "DomainReport")
        others = names if set(names) != set(items(BuildDomains().domains)) else ()
        scores = ["scores"] if self.scores and not DomainReport().scores else []
        # A file system takes names of 255 bytes.
        return f"{'-'.join(['domains', *(others if len(others) < 3 else ['others']), *scores])}.md"

    def parameters(self) -> dict[str, Any]:
        return {"scores": self.scores, "domains": [_crawl_parameters(domain) for domain in self._domains()]}

    def requires(self) -> dict[str, DatasetTask]:
        scored: dict[str, DatasetTask] = {"typed_sentences": links()} if self.scores else {}
        return {"category_edges": self._edges(), **scored}

    def text(self) -> str:
        domains = self._domains()
        members = edge_members(self._edges().location())
        # Not capped: this report is where to see why a domain is too large.
        crawls = {domain.name: (domain, crawl(replace(domain, max_pages=sys.maxsize), members)) for domain in domains}
        scores = (
            {name: score_crawl(found, links().location()) for name, (_, found) in crawls.items()} if self.scores else {}
        )
        return drift_report(crawls, scores, self._edges().manifest().counts.get("edges", {}))


class BuildDomains(WrapperTask):
    """The pages of every domain, and the report on their crawl."""

    domains = Names(
        default="politics,natural_science,music,literature,ai",
        optional=True,
        description="names of domains, separated by commas; empty for none",
    )
    source = Choice(
        default="tables",
        choices=["tables", "pages", "api"],
        significant=False,
        description="where the category graph comes from: SQL tables, the wikitext of the dump's pages, or the Action "
        "API of a live wiki",
    )
    directory = Path(
        default="",
        folder=True,
        optional=True,
        significant=False,
        description="directory of the domain files; empty for those that come with the project",
    )

    def requires(self) -> Iterator[luigi.Task]:
        yield DomainReport(domains=self.domains)
        for name in domain_names(self.domains):
            yield DomainPages(domain=name)


def known_domains() -> list[str]:
    """The domains that have a file. Raises InputError where none has."""
    folder = _directory()
    known = [name.removesuffix(".toml") for name in storage.list_names(folder) if name.endswith(".toml")]
    if not known:
        raise InputError(f"directory in [BuildDomains] = {folder}: no domain files (*.toml) here")
    return known


def chosen_domains(value: str, section: str) -> tuple[str, ...]:
    """The domains that the setting of a section names, or where it names none, those of the build.

    Raises InputError for one that has no file.
    """
    return domain_names(value, section) if value else domain_names(BuildDomains().domains)


def domain_names(value: str, section: str = "BuildDomains") -> tuple[str, ...]:
    """The domains that the setting of a section names. Raises InputError for one that has no file."""
    known = known_domains()
    names = items(value)
    if not names:
        raise InputError(f"domains in [{section}] is empty: choose from {', '.join(known)}")
    for name in names:
        if name not in known:
            raise InputError(f"domains in [{section}] = {value}: {name} is not one of {', '.join(known)}{_whose(name)}")
    return tuple(names)


def _directory() -> str:
    """Directory of the domain files. Raises InputError where it is not there."""
    return input_directory("directory in [BuildDomains]", BuildDomains().directory or _shipped())


def _shipped() -> str:
    """Directory of the domain files that come with the project."""
    return str(files(domains))


def _file(name: str) -> str:
    return storage.join(_directory(), f"{name}.toml")


def _whose(name: str) -> str:
    """For a domain that has no file: where one is looked for, and that a folder of one's own has all that there are."""
    folder = _directory()
    if folder == _shipped():
        return "; one of your own has a file in the folder that directory in [BuildDomains] names"
    return (
        f"; directory in [BuildDomains] = {folder} takes the place of the domains that come with the project: name "
        f"only those that have a file there, or copy {name}.toml to it"
    )


_read_domain = once_a_version(read_domain)


def checked_domain(name: str) -> Domain:
    """The domain of this name. Raises InputError where its file cannot be used with the ontology."""
    if name not in (known := known_domains()):
        raise InputError(f"domain {name}: there is none; domain must name one of {', '.join(known)}{_whose(name)}")
    domain = _read_domain(_file(name))
    check_classes(domain, ontology().classes, ontology_name())
    return domain


def _check_pages(domain: Domain, found: int, location: str) -> None:
    """Raise InputError where a crawl that is built found more pages than its domain may have: it decides no rows."""
    if found > domain.max_pages:
        raise InputError(
            f"domain {domain.name}: {found:,} pages are built, more than max_pages = {domain.max_pages:,}; they are in "
            f"{location}. Lower its depth, exclude the branches that lead away (the DomainReport task shows what each "
            f"brings), or raise max_pages in {_file(domain.name)}"
        )


def _crawl_parameters(domain: Domain) -> dict[str, Any]:
    """What the pages of a domain depend on; the labels decide nothing here."""
    return {"domain": domain.name, "roots": domain.roots, "depth": domain.depth, "exclude": domain.exclude}
