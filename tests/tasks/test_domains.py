"""Where the report on a crawl is written, and what its scores are made of."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Target
from schemas.errors import InputError
from tasks.categories import CategoryPages
from tasks.dapt import DaptCorpus, DomainPassages, corpus_with
from tasks.domains import (
    BuildDomains,
    CategoryApi,
    DomainPages,
    DomainReport,
    category_edges,
    checked_domain,
    domain_names,
)
from tasks.linking import TypedSentences
from tasks.step.base import DatasetTask
from tests.support.configured import Configure
from tests.support.datasets import write_dataset
from wiki.transforms import AskCategories


@pytest.mark.parametrize(
    ("asked", "scores", "name"),
    [
        ("", False, "domains.md"),
        ("music,ai", False, "domains.md"),
        ("ai", False, "domains-ai.md"),
        ("ai,politics", False, "domains-ai-politics.md"),
        ("ai,politics,literature", False, "domains-others.md"),
        ("", True, "domains-scores.md"),
        ("politics", True, "domains-politics-scores.md"),
    ],
)
def test_a_report_on_other_domains_leaves_that_of_the_build_alone(
    configure: Configure, asked: str, scores: bool, name: str
) -> None:
    configure(BuildDomains={"domains": "ai,music"})
    assert DomainReport(domains=asked, scores=scores).file_name() == name
    configure(BuildDomains={"domains": "ai,music"}, DomainReport={"scores": "true"})
    assert DomainReport(domains="ai,music", scores=True).file_name() == "domains.md"


def test_a_folder_of_ones_own_takes_the_place_of_the_domains_that_come_with_the_project(
    configure: Configure, tmp_path: Path
) -> None:
    (tmp_path / "chemistry.toml").touch()
    configure(BuildDomains={"directory": tmp_path})
    with pytest.raises(InputError) as raised:
        domain_names("ai,chemistry")
    assert str(raised.value) == (
        "domains in [BuildDomains] = ai,chemistry: ai is not one of chemistry; directory in [BuildDomains] = "
        f"{tmp_path} takes the place of the domains that come with the project: name only those that have a file "
        "there, or copy ai.toml to it"
    )
    assert domain_names("chemistry") == ("chemistry",)


@pytest.mark.parametrize("directory", ["", "domains"])
def test_a_domain_that_does_not_come_with_the_project_is_refused(configure: Configure, directory: str) -> None:
    configure(BuildDomains={"directory": directory})
    with pytest.raises(InputError) as raised:
        domain_names("ai,chemistry")
    assert str(raised.value) == (
        "domains in [BuildDomains] = ai,chemistry: chemistry is not one of ai, literature, music, natural_science, "
        "politics; one of your own has a file in the folder that directory in [BuildDomains] names"
    )


@pytest.mark.parametrize("step", [DaptCorpus, DomainPassages, DomainReport])
def test_a_domain_that_there_is_not_is_told_by_the_setting_that_names_it(
    configure: Configure, step: type[DatasetTask]
) -> None:
    configure()
    with pytest.raises(InputError, match=rf"^domains in \[{step.__name__}\] = ai,chemistry: chemistry is not one of "):
        step(domains="ai,chemistry").parameters()
    configure(BuildDomains={"domains": "chemistry"})
    with pytest.raises(InputError, match=r"^domains in \[BuildDomains\] = chemistry: chemistry is not one of "):
        step().parameters()


def test_categories_are_scored_by_the_links_in_every_profile(configure: Configure) -> None:
    configure(Quality={"profile": "names"}, DomainPages={"prune_below": "0.35"})
    links = TypedSentences(profile="paper")
    assert DomainPages(domain="ai").requires()["typed_sentences"] is links
    assert DomainReport(domains="ai", scores=True).requires()["typed_sentences"] is links


def test_a_domain_that_the_build_does_not_have_has_a_corpus_of_its_own(configure: Configure) -> None:
    configure(BuildDomains={"domains": "ai, music"})
    assert sorted(corpus_with("music", "paper").names()) == ["ai", "music"]
    assert list(corpus_with("politics", "paper").names()) == ["politics"]
    with pytest.raises(InputError) as error:
        corpus_with("musik", "paper")
    assert str(error.value) == (
        "domain musik: there is none; domain must name one of ai, literature, music, natural_science, politics; one of "
        "your own has a file in the folder that directory in [BuildDomains] names"
    )


def test_the_domains_that_are_asked_for_are_built_and_reported(configure: Configure) -> None:
    configure(BuildDomains={"domains": "ai,music"})
    asked = BuildDomains(domains="music,politics")
    assert list(asked.requires()) == [
        DomainReport(domains="music,politics"),
        DomainPages(domain="music"),
        DomainPages(domain="politics"),
    ]


def test_categories_are_read_once_for_the_domains_of_the_build_and_those_that_are_wanted(configure: Configure) -> None:
    configure()
    assert list(DomainPages(domain="ai").requires()) == ["category_edges"]
    assert category_edges(["politics"]).parameters() == {}
    configure(BuildDomains={"domains": "music,ai", "source": "api"})
    assert category_edges(["politics", "ai"]) == CategoryApi(domains="ai,music,politics")
    assert category_edges(["music"]) == CategoryApi(domains="ai,music")
    configure(BuildDomains={"domains": "music,ai", "source": "pages"})
    assert category_edges(["politics"]) == CategoryPages()


def test_pages_that_are_built_are_refused_where_they_are_more_than_max_pages(
    configure: Configure, tmp_path: Path
) -> None:
    """The number decides no row, so what was built with a greater one stands where a build looks for it."""

    def look(max_pages: int) -> bool:
        text = Path("domains/music.toml").read_text("utf-8")
        (tmp_path / "music.toml").write_text(re.sub("(?m)^max_pages = .*", f"max_pages = {max_pages}", text))
        configure(
            Build={"root": str(tmp_path / "data"), "snapshot": "wiki-1"},
            BuildDomains={"directory": str(tmp_path), "domains": "music"},
        )
        return DomainPages(domain="music").is_built()

    assert not look(1)
    rows = [
        {
            "page_id": n,
            "title": str(n),
            "depth": 0,
            "via": "Music",
            "branch": "Music",
            "categories": 1,
            "all_categories": 1,
        }
        for n in (1, 2)
    ]
    task = DomainPages(domain="music")
    write_dataset(
        str(tmp_path / "data"),
        "wiki-1/domain_pages/domain=music",
        task.provenance.identity[:8],
        {"": rows},
        rejects="wiki-1/rejects/step=domain_pages/domain=music",
    )
    assert look(2)
    with pytest.raises(InputError) as raised:
        look(1)
    assert str(raised.value) == (
        f"domain music: 2 pages are built, more than max_pages = 1; they are in {task.location()}. Lower its depth, "
        "exclude the branches that lead away (the DomainReport task shows what each brings), or raise max_pages in "
        f"{tmp_path}/music.toml"
    )


@pytest.mark.parametrize(("days", "seconds"), [(-1, None), (-0.5, None), (0, 0), (2, 172_800)])
def test_an_answer_of_a_live_wiki_is_as_old_as_is_said(days: float, seconds: float | None) -> None:
    assert CategoryApi(domains="ai", max_age_days=days).api()["max_age"] == seconds


def test_a_live_wiki_is_asked_for_the_domains_that_their_files_describe(configure: Configure) -> None:
    configure()
    task = CategoryApi(domains="ai,music", endpoint="https://wiki.example/api.php", contact="ann@example.org")
    told = json.loads(json.dumps(task.configuration()))
    [unit] = AskCategories(Target([], Provenance("0", "category_edges", 1, "0", {}, []), 0.0), **told).units()
    assert json.dumps([asdict(domain) for domain in unit.payload]) == json.dumps(
        [asdict(checked_domain(name)) for name in ("ai", "music")]
    )


def test_a_live_wiki_is_asked_where_its_answers_can_be_kept(tmp_path: Path) -> None:
    given = {"domains": "ai", "endpoint": "https://wiki.example/api.php", "contact": "ann@example.org"}
    CategoryApi(**given, cache=str(tmp_path / "cache.sqlite")).check_api()
    with pytest.raises(InputError) as error:
        CategoryApi(**given, cache=str(tmp_path)).check_api()
    assert str(error.value) == f"cache in [CategoryApi] = {tmp_path}: is not a file; name another place"
    for name in ("endpoint", "contact"):
        with pytest.raises(
            InputError, match=rf"^{name} in \[CategoryApi\] is empty: .* for source = api in \[BuildDomains\]$"
        ):
            CategoryApi(**{**given, name: ""}, cache=str(tmp_path / "cache.sqlite")).check_api()
