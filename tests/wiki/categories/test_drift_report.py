"""The whole text of the report on crawls."""

from __future__ import annotations

import pytest

from schemas.domains import Domain
from schemas.records import DomainPage
from wiki.categories.drift_report import drift_report
from wiki.categories.scores import Score
from wiki.categories.walk import CategoryTree, Crawl, Entered


def domain(name: str, roots: tuple[str, ...], max_pages: int) -> Domain:
    return Domain(name, roots, 3, (), max_pages, {"x": ("Thing",)}, ("x",))


def pages(**ways: tuple[int, str, str]) -> list[DomainPage]:
    """Pages by title with their depths, categories and branches."""
    return [DomainPage(ord(title), title, *way, 1) for title, way in ways.items()]


# Six categories lie together, two in a ring of their own.
ARTS = Crawl(
    CategoryTree(
        {
            "Art": Entered(0, "", "Art"),
            "Craft": Entered(0, "", "Craft"),
            "Music": Entered(1, "Art", "Music"),
            "Film": Entered(1, "Art", "Film"),
            "Glass": Entered(1, "Craft", "Glass"),
            "Jazz": Entered(2, "Music", "Music"),
            "Bebop": Entered(3, "Jazz", "Music"),
            "Swing": Entered(3, "Jazz", "Music"),
        },
        {
            "Art": ("Film", "Music"),
            "Craft": ("Glass",),
            "Glass": ("Craft",),
            "Film": ("Art",),
            "Music": ("Jazz",),
            "Jazz": ("Bebop",),
            "Bebop": ("Swing",),
            "Swing": ("Art",),
        },
        {**{f"Stub {n}": "stub" for n in range(1200)}, "Old": "pruned", "Odd": "hidden", "New": "pruned"},
    ),
    pages(a=(0, "Art", "Art"), b=(2, "Jazz", "Music"), c=(2, "Jazz", "Music"), d=(1, "Glass", "Glass")),
    1234,
)
NAMES = Crawl(CategoryTree({"Name": Entered(0, "", "Name")}, {}, {}), pages(a=(0, "Name", "Name")), 0)
NONE = Crawl(CategoryTree({"None": Entered(0, "", "None")}, {}, {}), [], 0)
SCORES = {"Jazz": Score(1.239, 40, 2), "Glass": Score(0.5, 20, 1), "Film": Score(0.5, 1234, 0)}

REPORT = """\
# Crawl of the category graph

## Category graph

|  | links |
| --- | ---: |
| page | 1,234 |
| subcat | 9 |

## arts

4 pages in 8 categories, from Art, Craft down to depth 3; 1,234 disambiguation pages left out.

| depth | categories gained | pages gained |
| --- | ---: | ---: |
| 0 | 2 | 1 |
| 1 | 3 | 1 |
| 2 | 1 | 2 |
| 3 | 2 | 0 |

### Branches below the root

| branch | categories | pages | deepest level |
| --- | ---: | ---: | ---: |
| Music | 4 | 2 | 3 |
| Art | 1 | 1 | 0 |
| Glass | 1 | 1 | 1 |
| Craft | 1 | 0 | 0 |
| Film | 1 | 0 | 1 |

### Cycles

2 of at most four categories; 2 sets of categories that lie below each other.

- Art → Film → Art
- Craft → Glass → Craft
- a set of 6, among them Art

### Categories not entered

- `stub`: 1,200, as Stub 0, Stub 1, Stub 10, Stub 100, Stub 1000
- `pruned`: 2, as New, Old
- `hidden`: 1, as Odd

### Least anchored categories

| score | category | pages | mentions |
| --- | --- | ---: | ---: |
| 0.50 | Film | 0 | 1,234 |
| 0.50 | Glass | 1 | 20 |
| 1.24 | Music > Jazz | 2 | 40 |

## names

1 pages in 1 categories, from Name down to depth 3; 0 disambiguation pages left out.\
 **More than its max_pages: it will be refused.**

| depth | categories gained | pages gained |
| --- | ---: | ---: |
| 0 | 1 | 1 |

### Branches below the root

| branch | categories | pages | deepest level |
| --- | ---: | ---: | ---: |
| Name | 1 | 1 | 0 |

### Cycles

None.

### Categories not entered

None.
"""
OVERLAP = """
## Pages that domains share

|  | arts | names | none |
| --- | ---: | ---: | ---: |
| arts | 4 | 1 | 0 |
| names | 1 | 1 | 0 |
| none | 0 | 0 | 0 |

1 of 4 pages are in more than one domain.
"""
CRAWLS = {
    "arts": (domain("arts", ("Craft", "Art"), 4), ARTS),
    "names": (domain("names", ("Name",), 0), NAMES),
    "none": (domain("none", ("None",), 9), NONE),
}


def test_the_report_of_several_domains() -> None:
    report = drift_report(CRAWLS, {"arts": SCORES}, {"subcat": 9, "page": 1234})
    none = report.index("\n\n## none\n")
    shared = report.index("\n## Pages that domains share\n")
    assert report[: none + 1] == REPORT
    assert report[shared:] == OVERLAP


def test_a_report_of_one_domain_shares_no_pages() -> None:
    report = drift_report({"none": CRAWLS["none"]}, {}, {})
    assert "Least anchored" not in report and "share" not in report
    assert report.endswith("### Categories not entered\n\nNone.\n")


def test_tables_have_their_first_twenty_rows() -> None:
    edges = {f"{n:02}": n for n in range(20)}
    assert "| 19 | 19 |\n\n## none\n" in drift_report({"none": CRAWLS["none"]}, {}, edges)
    longer = drift_report({"none": CRAWLS["none"]}, {}, {**edges, **{f"{n}": n for n in range(20, 2000)}})
    assert "\n\n1,980 more.\n\n## none\n" in longer and longer.count("\n| 1") == 10


def test_a_set_of_more_than_four_categories_is_told_by_one_of_them() -> None:
    links: dict[str, tuple[str, ...]] = {
        f"{ring}{n}": (f"{ring}{n % int(ring) + 1}",) for ring in "45" for n in range(1, int(ring) + 1)
    }
    crawl = Crawl(CategoryTree({title: Entered(0, "", title) for title in links}, links, {}), [], 0)
    report = drift_report({"none": (domain("none", ("None",), 9), crawl)}, {}, {})
    assert report.partition("### Cycles\n\n")[2].partition("\n\n###")[0] == (
        "1 of at most four categories; 2 sets of categories that lie below each other.\n\n"
        "- 41 → 42 → 43 → 44 → 41\n"
        "- a set of 5, among them 51"
    )


@pytest.mark.parametrize(("reasons", "more"), [(20, ""), (21, "\n- 1 more"), (1220, "\n- 1,200 more")])
def test_twenty_reasons_are_told_the_commonest_first_then_by_name(reasons: int, more: str) -> None:
    # Those met first, by title, come last by name.
    left_out = {f"{n:04}": f"r{9999 - n}" for n in range(reasons)} | {"Stubs": "r9999"}
    crawl = Crawl(CategoryTree({"None": Entered(0, "", "None")}, {}, left_out), [], 0)
    report = drift_report({"none": (domain("none", ("None",), 9), crawl)}, {}, {})
    told = report.partition("### Categories not entered\n\n")[2].rstrip("\n")
    others = [f"- `r{9999 - n}`: 1, as {n:04}" for n in range(reasons - 1, 0, -1)][:19]
    assert told == "\n".join(["- `r9999`: 2, as 0000, Stubs", *others]) + more
