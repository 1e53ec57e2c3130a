from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.cycles import find_cycles
from schemas.domains import Domain
from schemas.errors import InputError
from schemas.records import CategoryEdge, DomainPage
from wiki.categories.drift_report import drift_report
from wiki.categories.scores import Score
from wiki.categories.walk import HIDDEN, PRUNED, Kind, Members, crawl, path_to, short_cycles

# Parent: subcategories and pages. Arts and Music lie below each other; a page can be in several categories.
SUBCATS = {
    "Arts": ["Music", "Painting", "Stubs"],
    "Music": ["Songs", "Jazz", "Arts", "Music stubs"],
    "Painting": ["Colours"],
    "Jazz": ["Songs", "American culture"],
    "Songs": ["Protest songs"],
    "American culture": ["United States"],
    "Protest songs": ["Songs"],
}
PAGES = {
    "Arts": [(1, "Art")],
    "Music": [(2, "Music"), (9, "Mercury")],
    "Jazz": [(3, "Miles Davis"), (2, "Music")],
    "Songs": [(3, "Miles Davis"), (4, "Yesterday")],
    "American culture": [(5, "Baseball")],
    "United States": [(6, "Ohio")],
    "Stubs": [(7, "Stub")],
}


def source(
    subcats: dict[str, list[str]], pages: dict[str, list[tuple[int, str]]], order: random.Random | None = None
) -> Members:
    def members(categories: Sequence[str], kind: Kind) -> Iterable[CategoryEdge]:
        edges = [
            CategoryEdge(100, title, "subcat", parent, hidden=title == "Stubs")
            for parent in categories
            for title in subcats.get(parent, [])
        ]
        if kind == "page":
            edges = [
                CategoryEdge(page_id, title, "page", parent, disambiguation=title == "Mercury")
                for parent in categories
                for page_id, title in pages.get(parent, [])
            ]
        if order:
            order.shuffle(edges)
        return edges

    return members


def domain(*roots: str, depth: int = 2, exclude: tuple[str, ...] = (), max_pages: int = 100) -> Domain:
    return Domain("arts", roots, depth, exclude, max_pages, {"person": ("Person",)}, ("person",))


def test_pages_keep_the_shortest_way() -> None:
    found = crawl(domain("Arts"), source(SUBCATS, PAGES))
    assert found.pages == [
        DomainPage(1, "Art", 0, "Arts", "Arts", 1),
        DomainPage(2, "Music", 1, "Music", "Music", 2),
        # In Jazz and in Songs, both at depth 2: the first by title.
        DomainPage(3, "Miles Davis", 2, "Jazz", "Music", 2),
        DomainPage(4, "Yesterday", 2, "Songs", "Music", 1),
    ]
    assert found.disambiguations == 1
    assert found.tree.left_out == {"Stubs": HIDDEN}
    assert {title: category.depth for title, category in found.tree.entered.items()} == {
        "Arts": 0,
        "Music": 1,
        "Painting": 1,
        "Colours": 2,
        "Jazz": 2,
        "Music stubs": 2,
        "Songs": 2,
    }


def test_each_level_reaches_one_step_farther() -> None:
    reached = [len(crawl(domain("Arts", depth=depth), source(SUBCATS, PAGES)).pages) for depth in (1, 2, 3, 4, 9)]
    assert reached == [2, 4, 5, 6, 6]


def test_the_walk_ends_where_nothing_is_left_to_enter() -> None:
    """A loop over all of these depths would not end in a lifetime."""
    deepest = crawl(domain("Arts", depth=10**20), source(SUBCATS, PAGES))
    assert deepest == crawl(domain("Arts", depth=9), source(SUBCATS, PAGES))


def test_excluded_and_pruned_categories_are_not_entered_but_listed() -> None:
    found = crawl(domain("Arts", depth=4, exclude=("^American", "stubs$")), source(SUBCATS, PAGES), {"Painting"})
    assert found.tree.left_out == {
        "American culture": "^American",
        "Music stubs": "stubs$",
        "Painting": PRUNED,
        "Stubs": HIDDEN,
    }
    assert [page.page_id for page in found.pages] == [1, 2, 3, 4]


def test_of_several_roots_each_is_at_depth_0_even_inside_another() -> None:
    found = crawl(domain("Music", "Arts", depth=1), source(SUBCATS, PAGES))
    assert found.tree.entered["Music"].depth == 0
    assert found.tree.entered["Jazz"] == (1, "Music", "Jazz")
    assert found.tree.links["Arts"] == ("Music", "Painting")


def test_a_root_without_subcategories_is_a_domain() -> None:
    assert [page.title for page in crawl(domain("United States"), source(SUBCATS, PAGES)).pages] == ["Ohio"]


def test_an_empty_root_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="domain arts: the wiki has nothing in its root category 'Colours'"):
        crawl(domain("Arts", "Colours"), source(SUBCATS, PAGES))


def test_all_empty_roots_are_named_at_once() -> None:
    with pytest.raises(InputError, match="has nothing in its root categories 'Colours', 'Sounds'; write the titles as"):
        crawl(domain("Sounds", "Arts", "Colours"), source(SUBCATS, PAGES))


def test_a_crawl_above_max_pages_says_how_far_it_got() -> None:
    assert len(crawl(domain("Arts", max_pages=4), source(SUBCATS, PAGES)).pages) == 4
    message = r"more than max_pages = 3 pages in 7 categories \(1 at depth 0, 2 at depth 1, 4 at depth 2\)"
    with pytest.raises(InputError, match=message):
        crawl(domain("Arts", max_pages=3), source(SUBCATS, PAGES))


def test_the_way_to_a_category() -> None:
    tree = crawl(domain("Arts", depth=4), source(SUBCATS, PAGES)).tree
    assert path_to(tree, "United States") == ["Arts", "Music", "Jazz", "American culture", "United States"]


names = st.sampled_from("ABCDEFG")
graphs = st.dictionaries(names, st.lists(names, max_size=4, unique=True))


@given(graphs, st.integers(0, 1000), st.integers(1, 8))
def test_order_does_not_matter_and_every_way_is_of_least_depth(
    subcats: dict[str, list[str]], seed: int, depth: int
) -> None:
    pages = {name: [(ord(name), name.lower()), (1, "shared")] for name in "ABCDEFG"}
    found = crawl(domain("A", depth=depth), source(subcats, pages))
    shuffled = crawl(domain("A", depth=depth), source(subcats, pages, random.Random(seed)))
    assert (found.tree, found.pages) == (shuffled.tree, shuffled.pages)
    entered = found.tree.entered
    assert list(entered) == sorted(entered, key=lambda title: (entered[title].depth, title))
    for title, below in found.tree.links.items():
        assert all(entered[each].depth <= entered[title].depth + 1 for each in below)
    for title, category in entered.items():
        assert category.depth <= depth
        above = [each for each, way in entered.items() if title in subcats.get(each, ()) and way.depth < category.depth]
        assert category.parent == min(above, default="")
        assert all(entered[each].depth == category.depth - 1 for each in above)
        assert len(path_to(found.tree, title)) == category.depth + 1
    assert {page.via for page in found.pages if page.title != "shared"} == entered.keys()


@pytest.mark.parametrize("order", [["B", "C"], ["C", "B"]])
def test_of_two_ways_of_one_length_the_first_by_title_counts(order: list[str]) -> None:
    subcats = {"A": order, "B": ["D"], "C": ["D"]}
    pages = {title: [(7, "Page")] for title in order}

    def members(categories: Sequence[str], kind: Kind) -> Iterable[CategoryEdge]:
        return source(subcats, pages)([title for title in ["A", *order, "D"] if title in categories], kind)

    found = crawl(domain("A"), members)
    assert found.tree.entered["D"] == (2, "B", "B")
    assert list(found.tree.entered) == ["A", "B", "C", "D"]
    assert found.pages == [DomainPage(7, "Page", 1, "B", "B", 2)]


def test_cycles() -> None:
    tree = crawl(domain("Arts", depth=4), source(SUBCATS, PAGES)).tree
    assert find_cycles(tree.links) == [["Arts", "Music"], ["Protest songs", "Songs"]]
    assert short_cycles(["Arts", "Music"], tree.links) == [("Arts", "Music")]


def test_a_category_inside_itself_is_a_cycle() -> None:
    links = {"A": ("A", "B"), "B": ()}
    assert find_cycles(links) == [["A"]]
    assert short_cycles(["A"], links) == [("A",)]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_cycles_of_more_than_four_are_reported_as_sets_only(size: int) -> None:
    ring: dict[str, tuple[str, ...]] = {str(n): (str((n + 1) % size),) for n in range(size)}
    assert find_cycles(ring) == [list(ring)]
    assert short_cycles(ring, ring) == ([tuple(ring)] if size < 5 else [])


REPORT = """\
# Crawl of the category graph

## Category graph

|  | links |
| --- | ---: |
| page | 1,234 |

## arts

6 pages in 9 categories, from Arts down to depth 4; 1 disambiguation pages left out.

| depth | categories gained | pages gained |
| --- | ---: | ---: |
| 0 | 1 | 1 |
| 1 | 2 | 1 |
| 2 | 3 | 2 |
| 3 | 2 | 1 |
| 4 | 1 | 1 |

### Branches below the root

| branch | categories | pages | deepest level |
| --- | ---: | ---: | ---: |
| Music | 6 | 5 | 4 |
| Arts | 1 | 1 | 0 |
| Painting | 2 | 0 | 2 |

### Cycles

2 of at most four categories; 2 sets of categories that lie below each other.

- Arts → Music → Arts
- Protest songs → Songs → Protest songs

### Categories not entered

- `hidden`: 1, as Stubs
- `stubs$`: 1, as Music stubs

### Least anchored categories

| score | category | pages | mentions |
| --- | --- | ---: | ---: |
| 0.50 | Music > Jazz | 1 | 40 |

## usa

2 pages in 2 categories, from American culture down to depth 1; 0 disambiguation pages left out.

| depth | categories gained | pages gained |
| --- | ---: | ---: |
| 0 | 1 | 1 |
| 1 | 1 | 1 |

### Branches below the root

| branch | categories | pages | deepest level |
| --- | ---: | ---: | ---: |
| American culture | 1 | 1 | 0 |
| United States | 1 | 1 | 1 |

### Cycles

None.

### Categories not entered

None.

## Pages that domains share

|  | arts | usa |
| --- | ---: | ---: |
| arts | 6 | 2 |
| usa | 2 | 2 |

2 of 6 pages are in more than one domain.
"""


def test_the_report_shows_levels_branches_cycles_and_overlap() -> None:
    arts = domain("Arts", depth=4, exclude=("stubs$",))
    found = crawl(arts, source(SUBCATS, PAGES))
    usa = Domain("usa", ("American culture",), 1, (), 9, arts.labels, arts.specialised)
    crawls = {"arts": (arts, found), "usa": (usa, crawl(usa, source(SUBCATS, PAGES)))}
    report = drift_report(crawls, {"arts": {"Jazz": Score(0.5, 40, 1)}}, {"page": 1234})
    assert report == REPORT
