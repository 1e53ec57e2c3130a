from __future__ import annotations

import functools
from pathlib import Path

import pytest

import wiki.steps.category_edges_from_pages
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Manifest, Provenance, read_batches, read_manifest
from schemas.datasets.shards import Destination, Unit, write_shard
from schemas.domains import Domain
from schemas.records import CategoryEdge, DomainPage
from tests.support.small_dump import dump, page
from wiki.categories.members import edge_members
from wiki.categories.walk import Kind, crawl
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.steps.category_edges_from_pages import templates_doubt, write_category_edges_from_pages

PAGES = [
    page(1, "Jazz", "[[Category:Music]] [[category:Blues|z]]"),
    page(2, "Mercury", "__DISAMBIG__ [[Category:Music]]"),
    page(3, "Swing", "#REDIRECT [[Jazz]] [[Category:Music]]"),
    page(4, "Plain", "[[Category:Births in {{year}}]]"),
    page(5, "Talk:Jazz", "[[Category:Music]]", namespace=1),
    page(6, "Template:Jazz", "[[Category:Music]]", namespace=10),
    page(7, "Data", "[[Category:Music]]").replace("wikitext", "json"),
    page(8, "Category:Music", "Sounds."),
    page(9, "Category:Blues", "[[Category:Music]]", namespace=14),
    page(10, "Category:Music", "[[Category:Arts]]", namespace=14),
    page(11, "Category:Stubs", "__HIDDENCAT__ [[Category:Music]]", namespace=14),
    page(12, "Category:Musik", "#REDIRECT [[:Category:Music]] [[Category:Music]]", namespace=14),
    page(13, "Stub", "[[Category:Stubs]]"),
    page(14, "Twelve bars", "&lt;!-- [[Category:Music]] --&gt; [[Category:Blues]]"),
]
EDGES = [
    CategoryEdge(1, "Jazz", "page", "Blues"),
    CategoryEdge(14, "Twelve bars", "page", "Blues"),
    CategoryEdge(1, "Jazz", "page", "Music"),
    CategoryEdge(2, "Mercury", "page", "Music", disambiguation=True),
    CategoryEdge(13, "Stub", "page", "Stubs"),
    CategoryEdge(10, "Music", "subcat", "Arts"),
    CategoryEdge(9, "Blues", "subcat", "Music"),
    CategoryEdge(11, "Stubs", "subcat", "Music", hidden=True),
]


def build(folder: Path, split_bytes: int = 1 << 30) -> Manifest:
    """The step, with a dump of these pages cut into splits, as a committed dataset."""
    folder.mkdir(exist_ok=True)
    made = str(dump(folder / "dump.xml", *PAGES))
    outputs = [Destination(name, f"{folder}/{name}", f"{folder}/{name}") for name in ("category_edges", "rejects")]
    process = functools.partial(write_category_edges_from_pages, site=read_siteinfo(made))
    splits = plan_splits(made, split_bytes)
    done = [
        write_shard(Unit(index, split.size, split), process=process, outputs=outputs)
        for index, split in enumerate(splits)
    ]
    commit(done, outputs, Provenance("0", "category_edges", 1, "0", {}, []), units=len(splits), max_reject_share=0)
    return read_manifest(f"{folder}/category_edges")


def edges(folder: Path) -> list[CategoryEdge]:
    """The edges as they stand in the parts."""
    found: list[CategoryEdge] = []
    kinds: tuple[Kind, ...] = ("page", "subcat")
    for kind in kinds:
        for part in sorted((folder / "category_edges" / f"type={kind}").glob("*.parquet")):
            for batch in read_batches(str(part), ["parent", "page_id", "title", "hidden", "disambiguation"]):
                found += [CategoryEdge(type=kind, **row) for row in batch.to_pylist()]
    return found


def test_edges_of_a_dump_and_what_became_of_its_pages_and_links(tmp_path: Path) -> None:
    manifest = build(tmp_path)
    assert edges(tmp_path) == EDGES
    assert (manifest.rows, manifest.seen, manifest.rejected) == (8, 14, 0)
    assert manifest.counts == {
        "edges": {"page": 5, "subcat": 3, "named-by-template": 1},
        "pages": {
            "article with categories": 4,
            "article without categories": 2,
            "category with categories": 3,
            "other": 2,
            "redirect": 2,
            "template with categories": 1,
        },
    }


def test_splits_decide_nothing(tmp_path: Path) -> None:
    whole, cut = build(tmp_path / "whole"), build(tmp_path / "cut", split_bytes=700)
    assert len(cut.parts) > len(whole.parts) == 2
    assert sorted(edges(tmp_path / "cut")) == sorted(EDGES)
    assert (cut.rows, cut.seen, cut.counts) == (whole.rows, whole.seen, whole.counts)


def test_edges_are_sorted_some_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.steps.category_edges_from_pages, "_ROWS", 3)
    build(tmp_path)
    assert [(edge.page_id, edge.parent) for edge in edges(tmp_path) if edge.type == "page"] == [
        (1, "Blues"),
        (1, "Music"),
        (2, "Music"),
        (14, "Blues"),
        (13, "Stubs"),
    ]


def test_the_crawl_finds_the_pages_of_a_domain(tmp_path: Path) -> None:
    build(tmp_path, split_bytes=700)
    domain = Domain("music", ("Arts",), 3, (), 100, {"band": ("Band",)}, ("band",))
    found = crawl(domain, edge_members(str(tmp_path / "category_edges")))
    assert list(found.tree.entered) == ["Arts", "Music", "Blues"]
    assert found.tree.left_out == {"Stubs": "hidden"}
    assert found.disambiguations == 1
    assert found.pages == [
        DomainPage(1, "Jazz", 1, "Music", "Music", categories=2),
        DomainPage(14, "Twelve bars", 2, "Blues", "Music", categories=1),
    ]


@pytest.mark.parametrize(
    ("pages", "edges", "told"),
    [
        ({"article with categories": 2, "category without categories": 1}, {"page": 2}, ""),
        (
            {"article with categories": 1200, "article without categories": 34},
            {"page": 2, "named-by-template": 5},
            "pages are not in the categories that templates give them (templates with categories: 0; articles that "
            "name none themselves: 34 of 1,234; titles made by templates: 5); where the wiki has SQL tables or an API, "
            "set source = tables or api in [BuildDomains]",
        ),
        (
            {"article with categories": 1, "template with categories": 2000},
            {},
            "pages are not in the categories that templates give them (templates with categories: 2,000; articles that "
            "name none themselves: 0 of 1; titles made by templates: 0); where the wiki has SQL tables or an API, set "
            "source = tables or api in [BuildDomains]",
        ),
    ],
)
def test_categories_that_templates_give_are_doubted(pages: dict[str, int], edges: dict[str, int], told: str) -> None:
    assert templates_doubt({"pages": pages, "edges": edges}) == told
