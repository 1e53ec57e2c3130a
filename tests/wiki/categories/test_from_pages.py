from __future__ import annotations

import json
import re
import tarfile
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from schemas.records import CategoryEdge, Page
from wiki.categories.from_pages import OwnCategories, gives_categories, own_categories, page_edges
from wiki.site.siteinfo import SiteInfo, parse_siteinfo


def site(lang: str, category: str, dbname: str = "") -> SiteInfo:
    return parse_siteinfo(
        f'<mediawiki version="0.11" xml:lang="{lang}"><siteinfo><dbname>{dbname or f"{lang}wiki"}</dbname>'
        f'<case>first-letter</case><namespaces><namespace key="0" /><namespace key="14">{category}</namespace>'
        "</namespaces></siteinfo>",
        "x",
    )


EN = site("en", "Category")
DE = site("de", "Kategorie")


def page(title: str, text: str, namespace: int = 0) -> Page:
    return Page(7, 8, namespace, title, None, "wikitext", text)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("[[Category:Jazz]]", ["Jazz"]),
        ("[[Category:Jazz|Sort key]]", ["Jazz"]),
        ("[[category : jazz_ albums| ]]", ["Jazz albums"]),
        ("[[Category:R&amp;B]] [[Category:Caf%C3%A9s#x]]", ["R&B", "Cafés"]),
        ("[[Category:B]]\n[[Category:A|x]][[Category:B|y]]", ["B", "A"]),
        ("[[Category:Jazz|{{PAGENAME}}]]", ["Jazz"]),
        ("[[Category:Jazz|a]b[c]]", ["Jazz"]),
        ("{{Infobox|genre=[[Category:Jazz]]}}", ["Jazz"]),
        ("[[File:A.jpg|thumb|Text [[Category:Jazz]]]]", ["Jazz"]),
        ("<noinclude>[[Category:Jazz]]</noinclude>", ["Jazz"]),
        ("<onlyinclude>[[Category:Jazz]]</onlyinclude>[[Category:Blues]]", ["Jazz", "Blues"]),
        ("[[Category:Jazz<!-- or Blues -->]]", ["Jazz"]),
        ("<!-- [[Category:Jazz]] -->", []),
        ("<nowiki>[[Category:Jazz]]</nowiki>", []),
        ("<includeonly>[[Category:Jazz]]</includeonly>", []),
        ("[[:Category:Jazz]] [[:Category:Jazz|Jazz]]", []),
        ("[[Jazz]] [[Help:Category]] [[de:Kategorie:Jazz]] [[en:Category:Jazz]]", []),
        ("[[Kategorie:Jazz]]", []),
        ("[[Category:]] [[Category:#x]] [[Category:Ja<br>zz]]", []),
        ("[[Category:Jazz\n]]", []),
        ("[[Category:Jazz|open [[Blues]]", []),
        ("[[Category:Jazz", []),
    ],
)
def test_the_categories_that_a_page_names(text: str, titles: list[str]) -> None:
    assert own_categories(text, EN) == OwnCategories(titles, 0, hidden=False, disambiguation=False)


@pytest.mark.parametrize(
    ("wiki", "text"),
    [
        (DE, "[[Kategorie:Österreich]] [[kategorie:österreich|x]] [[Category:österreich]]"),
        (site("ru", "Категория"), "[[Категория:Österreich]] [[КАТЕГОРИЯ:österreich]] [[Category:Österreich]]"),
        (site("uk", "Категорія"), "[[Категорія:Österreich]] [[Категория:Österreich]] [[Category:Österreich]]"),
        (site("ja", "Category"), "[[Category:Österreich]] [[CATEGORY:Österreich]] [[category:Österreich]]"),
        (site("es", "Categoría"), "[[Categoría:Österreich]] [[CAT:Österreich]] [[categoría : Österreich]]"),
    ],
)
def test_names_of_the_namespace_in_a_language(wiki: SiteInfo, text: str) -> None:
    assert [own_categories(link + "]]", wiki).titles for link in text.split("]]")[:-1]] == [["Österreich"]] * 3


def test_titles_begin_as_the_wiki_has_them() -> None:
    turkish = site("tr", "Kategori")
    assert own_categories("[[Kategori:istanbul]]", turkish).titles == ["İstanbul"]
    assert own_categories("[[Category:jazz]]", replace(EN, first_letter=False)).titles == ["jazz"]


@pytest.mark.parametrize(
    ("text", "templated"),
    [
        ("[[Category:{{CURRENTYEAR}} births]] [[Category:Births in {{year}}|x]]", 2),
        ("[[:Category:{{x}}]] [[Help:{{x}}]] [[{{x}}]] [[Category:Births|{{x}}]]", 0),
        ("<!-- [[Category:{{x}}]] -->", 0),
    ],
)
def test_titles_that_a_template_makes_are_counted(text: str, templated: int) -> None:
    assert own_categories(text, EN).templated == templated


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("Text [[Category:Stubs]]", True),
        ("Text <includeonly>[[Category:Stubs|x]]</includeonly>", True),
        ("<INCLUDEONLY>[[Category:{{{1}}} stubs]]</INCLUDEONLY>", True),
        ("<noinclude>[[Category:Templates]]</noinclude>Text", False),
        ("Text<noinclude>\n[[Category:Templates]]", False),
        ("<!-- [[Category:Stubs]] --> [[Stub]]", False),
    ],
)
def test_templates_that_give_categories(text: str, gives: bool) -> None:
    assert gives_categories(text, EN) is gives


def test_words_that_hide_a_category_and_mark_a_disambiguation_page() -> None:
    assert own_categories("__HIDDENCAT__ __DISAMBIG__", EN) == OwnCategories([], 0, hidden=True, disambiguation=True)
    assert own_categories("<!-- __HIDDENCAT__ --> __hiddencat__ __VERSTECKTE_KATEGORIE__", EN).hidden is False
    assert own_categories("__WARTUNGSKATEGORIE__", DE).hidden
    assert own_categories("__HIDDENCAT__", DE).hidden
    assert own_categories("__СКРЫТАЯ_КАТЕГОРИЯ__", site("ru", "Категория")).hidden
    assert own_categories("__ПРИХОВ_КАТ__", site("uk", "Категорія")).hidden
    assert own_categories("__KATEGORIAUKRYTA__", site("pl", "Kategoria")).hidden
    # By the language that it falls back to, and with the letter without a width that the word has.
    assert own_categories("__СКРЫТАЯ_КАТЕГОРИЯ__", site("tt", "Төркем")).hidden
    assert own_categories("__رده\u200cپنهان__", site("fa", "رده")).hidden


def test_edges_of_an_article_and_of_a_category() -> None:
    found = OwnCategories(["A", "B"], 0, hidden=True, disambiguation=True)
    # A word that hides a category says nothing on an article.
    assert list(page_edges(page("Category Theory: x", ""), found, EN)) == [
        CategoryEdge(7, "Category Theory: x", "page", "A", hidden=False, disambiguation=True),
        CategoryEdge(7, "Category Theory: x", "page", "B", hidden=False, disambiguation=True),
    ]
    [edge, _] = page_edges(page("Kategorie:Jazz: ein Überblick", "", 14), found, DE)
    assert edge == CategoryEdge(7, "Jazz: ein Überblick", "subcat", "A", hidden=True, disambiguation=True)


def test_many_links_that_are_open_take_linear_time() -> None:
    """Were each searched to the end of the text, this would take an hour."""
    assert own_categories("[[Category:A|x " * 200_000 + "[[Category:B]]", EN).titles == ["B"]


_category = re.compile(r'<link\b[^>]*\brel="mw:PageProp/Category"[^>]*?\bhref="\./Category:([^"#]*)|<link\b[^>]*>')


def test_real_articles_are_in_the_categories_that_mediawiki_reads(real: Path) -> None:
    """MediaWiki's own rendering of the wikitext, in which missing templates give nothing."""
    (path,) = (real.parent / "enterprise-html").glob("*-ENTERPRISE-HTML.json.tar.gz")
    links = 0
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file is not None
            for line in file:
                body = json.loads(line)["article_body"]
                written = [match[1] for match in _category.finditer(body["html"]) if match[1]]
                titles = {unquote(unescape(each)).replace("_", " ") for each in written}
                assert set(own_categories(body["wikitext"], EN).titles) == titles
                links += len(titles)
    assert links == 852
