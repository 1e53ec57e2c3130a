"""The category graph of a wiki that has nothing but its dump, by the build itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from schemas.domains import Domain
from schemas.records import CategoryEdge
from tests.support.build import build, rows, settings
from tests.support.paths import PROJECT
from wiki.categories.from_tables import CategoryTables, edges_from_tables
from wiki.categories.walk import Kind, crawl


def titles_by_tables() -> set[str]:
    """The pages of the domain that the build is given, by the tables of the sample."""
    stem = f"{PROJECT}/sample/wiki/samplewiki-20260901-"
    names = (f"{stem}{table}.sql.gz" for table in ("page", "categorylinks", "linktarget", "page_props"))
    edges = [
        CategoryEdge(type=kind, **row)
        for kind, table in edges_from_tables(CategoryTables(*names), Counter())
        for row in table.to_pylist()
    ]

    def members(categories: Sequence[str], kind: Kind) -> Iterable[CategoryEdge]:
        return [edge for edge in edges if edge.type == kind and edge.parent in categories]

    domain = Domain("state", ("Politics",), 4, (), 1000, {"party": ("PoliticalParty",)}, ("party",))
    return {page.title for page in crawl(domain, members).pages}


def test_the_pages_are_those_of_the_tables_but_for_what_templates_mark(tmp_path: Path) -> None:
    (tmp_path / "state.toml").write_text(
        'name = "state"\nroots = ["Politics"]\ndepth = 4\nexclude = []\nmax_pages = 1000\nspecialised = ["party"]\n'
        '[labels]\nparty = ["PoliticalParty"]\n'
    )
    text = f"[BuildDomains]\nsource = pages\ndomains = state\ndirectory = {tmp_path}\n[Wikipedia]\nsplit_mb = 0.1\n"
    status, output = build(tmp_path, settings(tmp_path, text), "DomainPages", "--domain", "state", workers=2)
    assert status == 0, output
    assert "(templates with categories: 1; articles that name none themselves: 0 of 202;" in output
    # `{{disambiguation}}` marks these.
    found = {row["title"] for row in rows(tmp_path, "domain_pages/domain=state")}
    assert found == {*titles_by_tables(), "Congress", "Labour Party"}
    assert len(found) > 30
