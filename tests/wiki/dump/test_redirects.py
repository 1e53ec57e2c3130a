from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.records import Page, Reject
from tests.support.redirect_tables import tables
from tests.support.wikis import EN
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo
from wiki.dump.redirect_table import redirects_from_tables
from wiki.dump.redirects import redirect_link, redirect_target
from wiki.site.siteinfo import SiteInfo

WIKIS = {
    "en": EN,
    "de": SiteInfo("dewiki", "de", True, ((6, "Datei"),)),
    "fa": SiteInfo("fawiki", "fa", True, ((6, "پرونده"),)),
    "ja": SiteInfo("jawiki", "ja", True, ((6, "ファイル"),)),
    "ru": SiteInfo("ruwiki", "ru", True, ((6, "Файл"),)),
    "tr": SiteInfo("trwiki", "tr", True, ((6, "Dosya"),)),
    "zh": SiteInfo("zhwiki", "zh", True, ((6, "File"),)),
}


@pytest.mark.parametrize(
    ("lang", "text", "link"),
    [
        ("en", "#REDIRECT [[Paris]]", "Paris"),
        ("en", "#redirect[[Paris]]", "Paris"),
        ("en", "  \n#Redirect :\n [[Paris#History|x]] {{R}}", "Paris#History"),
        ("en", "#REDIRECT [[:Category:X]]", ":Category:X"),
        ("en", "#REDIRECT [[A]] [[B]]", "A"),
        ("en", "#REDIRECT [[A", None),
        ("en", "#REDIRECT [[A\nB]]", None),
        ("en", "#REDIRECT to [[A]]", None),
        ("en", "x#REDIRECT [[A]]", None),
        ("en", "#WEITERLEITUNG [[A]]", None),
        ("de", "#weiterleitung [[A]]", "A"),
        ("de", "#REDIRECT [[A]]", "A"),
        ("fa", "#تغییر_مسیر [[A]]", "A"),
        ("fa", "#تغییر مسیر [[A]]", "A"),
        ("ja", "＃転送 [[A]]", "A"),
        ("ru", "#ПЕРЕНАПРАВЛЕНИЕ [[A]]", "A"),
        ("tr", "#YÖNLENDİRME [[A]]", "A"),
        ("zh", "#重定向 [[A]]", "A"),
    ],
)
def test_redirect_link(lang: str, text: str, link: str | None) -> None:
    assert redirect_link(text, WIKIS[lang]) == link


@pytest.mark.parametrize(
    ("redirect", "target"),
    [
        ("Paris", "Paris"),
        ("paris_city#History", "Paris city"),
        ("AT&T", "AT&T"),
        ("2001: A Space Odyssey", "2001: A Space Odyssey"),
        ("Category:X", None),
        (":Category:X", None),
        ("de:Paris", None),
        ("#History", None),
        (None, None),
    ],
)
def test_redirect_target(redirect: str | None, target: str | None) -> None:
    assert redirect_target(Page(1, 2, 0, "T", redirect, "wikitext", ""), EN) == target


REDIRECT_ROWS = (
    "(1,0,'Target','',''),(2,14,'Category','',''),(3,0,'Elsewhere','de',''),(4,0,'','','fragment'),"
    "(5,0,'Of_a_talk_page',NULL,NULL),(6,0,'Of_a_page_that_is_none','',''),(8,0,'B\xff','',''),"
    "(9,0,'it\\'s_here',NULL,'x'),(99,0,'Of_no_page','','')"
)


@pytest.mark.parametrize("order", [1, -1])
def test_join(tmp_path: Path, order: int) -> None:
    rows = REDIRECT_ROWS.replace("),(", ")\n(").split("\n")[::order]
    page_sql, redirect_sql = tables(
        tmp_path,
        "(1,0,'A_page',1),(2,0,'B',1),(3,0,'C',1),(4,0,'D',1),(5,1,'E',1),(6,0,'F',0),(7,0,'Without_target',1),"
        "(8,0,'H',1),(9,0,'iPod',1),(10,0,'Article',0)",
        ",".join(rows),
    )
    counts: Counter[str] = Counter()
    assert list(redirects_from_tables(page_sql, redirect_sql, EN, counts)) == [
        (1, "A page", "Target"),
        (9, "IPod", "It's here"),
    ]
    assert +counts == {
        "redirects": 2,
        "target-outside-articles": 3,
        "page-without-target": 1,
        "page-no-redirect": 1,
        "target-without-page": 1,
        "invalid-utf8": 1,
    }


@pytest.mark.parametrize(("pages", "lost"), [("", 9), ("(1,0,'A',0)", 8)])
def test_tables_that_hold_nothing_in_common(tmp_path: Path, pages: str, lost: int) -> None:
    counts: Counter[str] = Counter()
    assert list(redirects_from_tables(*tables(tmp_path, pages, REDIRECT_ROWS), EN, counts)) == []
    assert counts["target-without-page"] == lost
    assert list(redirects_from_tables(*tables(tmp_path, "(1,0,'A',1)", ""), EN, counts)) == []
    assert counts["page-without-target"] == 1


@pytest.mark.parametrize("order", [1, -1])
def test_a_page_that_redirects_twice_is_refused(order: int, tmp_path: Path) -> None:
    rows = ["(1,0,'Target','','')", "(2,0,'Target','','')", "(2,0,'Other','','')"][::order]
    with pytest.raises(InputError, match=r"redirect\.sql: rd_from 2 is given twice; fetch the table again"):
        list(redirects_from_tables(*tables(tmp_path, "(1,0,'A',1)", ",".join(rows)), EN, Counter()))


def test_real_tables_and_pages_agree(real: Path) -> None:
    path = str(real / "enwiki-sample-pages-articles.xml.bz2")
    site = read_siteinfo(path)
    rejects: list[Reject] = []
    pages = [page for split in plan_splits(path, 1 << 20) for page in read_pages(split, site, rejects.append)]
    assert rejects == []
    from_pages = {
        (page.page_id, page.title, target)
        for page in pages
        if page.namespace == 0 and (target := redirect_target(page, site)) is not None
    }
    counts: Counter[str] = Counter()
    from_tables = set(
        redirects_from_tables(
            str(real / "enwiki-sample-page.sql.gz"), str(real / "enwiki-sample-redirect.sql.gz"), site, counts
        )
    )
    assert len(from_pages) == 99
    assert +counts == {"redirects": 100}
    # The sample's tables say namespace 0 of one page, where the dump says 4.
    wrong = (724, "Wikipedia:Adding Wikipedia articles to Nupedia", "Wikipedia:Nupedia and Wikipedia")
    assert from_tables - from_pages == {wrong}
    assert from_pages <= from_tables
    # And the text of each redirect says what its <redirect> element says.
    by_text = [page._replace(redirect=redirect_link(page.text, site)) for page in pages if page.redirect is not None]
    assert {(page.page_id, redirect_target(page, site)) for page in by_text} == {
        (page.page_id, redirect_target(page, site)) for page in pages if page.redirect is not None
    }
