from __future__ import annotations

import bz2
import pickle
from pathlib import Path

import pytest

from schemas.errors import InputError
from wiki.site.siteinfo import SiteInfo, parse_siteinfo


def head(
    *,
    lang: str = ' xml:lang="en"',
    dbname: str = "enwiki",
    case: str = "first-letter",
    namespaces: str = '<namespace key="0" case="first-letter" /><namespace key="4">Wikipedia</namespace>',
) -> str:
    return (
        f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11"{lang}>\n  <siteinfo>\n'
        f"    <dbname>{dbname}</dbname>\n    <case>{case}</case>\n    <namespaces>{namespaces}</namespaces>\n"
        "  </siteinfo>"
    )


def test_real_dump(real: Path) -> None:
    with bz2.open(real / "enwiki-sample-pages-articles.xml.bz2", "rt", encoding="utf-8") as file:
        site = parse_siteinfo(file.read(10_000), "sample")
    assert (site.dbname, site.lang, site.prefix, site.first_letter) == ("enwiki", "en", "en", True)
    assert site.namespaces[:3] == ((-2, "Media"), (-1, "Special"), (1, "Talk"))
    assert dict(site.namespaces)[446] == "Education Program"


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Category", 14),
        ("category", 14),
        ("User_talk", 3),
        ("  user   TALK ", 3),
        ("Project", 4),
        ("Wikipedia", 4),
        ("WP", 4),
        ("wt", 5),
        ("Image", 6),
        ("Image talk", 7),
        ("Talk", 1),
        ("Mission", None),
        ("", None),
    ],
)
def test_namespace_number(name: str, number: int | None) -> None:
    assert parse_siteinfo(head(), "x").namespace_number(name) == number


@pytest.mark.parametrize(
    ("dbname", "lang", "name", "number"),
    [
        ("dewiki", "de", "Bild", 6),
        ("dewiki", "de", "Datei", 6),
        ("dewiki", "de", "P", 100),
        ("enwiki", "en", "Bild", None),
        ("frwiki", "fr", "Image", 6),
        ("zhwiki", "zh", "图像", 6),
        ("zhwiki", "zh", "CAT", 14),
        ("jawiki", "ja", "カテゴリ", 14),
        ("be_x_oldwiki", "be-tarask", "Выява", 6),
        ("enwiktionary", "en", "Wikipedia", 4),
        ("enwiktionary", "en", "WP", None),
    ],
)
def test_aliases_of_language_and_wiki(dbname: str, lang: str, name: str, number: int | None) -> None:
    own = '<namespace key="6">Datei</namespace>' if lang == "de" else '<namespace key="4">Wikipedia</namespace>'
    site = parse_siteinfo(head(lang=f' xml:lang="{lang}"', dbname=dbname, namespaces=own), "x")
    assert site.namespace_number(name) == number


def test_own_name_wins_over_an_alias() -> None:
    own = '<namespace key="100">WP</namespace><namespace key="102">Image</namespace>'
    site = parse_siteinfo(head(namespaces=own), "x")
    assert site.namespace_number("wp") == 100
    assert site.namespace_number("image") == 102


@pytest.mark.parametrize(
    ("lang", "dbname", "expected"),
    [
        (' xml:lang="en"', "simplewiki", ("en", "simple")),
        ("", "dewiki", ("de", "de")),
        ("", "be_x_oldwiki", ("be-x-old", "be-x-old")),
        (" xml:lang='nds-NL'", "nds_nlwiki", ("nds-nl", "nds-nl")),
        (' xml:lang="en"', "enwiktionary", ("en", "en")),
    ],
)
def test_language_and_prefix(lang: str, dbname: str, expected: tuple[str, str]) -> None:
    site = parse_siteinfo(head(lang=lang, dbname=dbname), "x")
    assert (site.lang, site.prefix) == expected


def test_case_is_that_of_articles() -> None:
    main = '<namespace key="0" case="case-sensitive" /><namespace key="2" case="first-letter">User</namespace>'
    assert not parse_siteinfo(head(namespaces=main), "x").first_letter
    user = '<namespace key="0" case="first-letter" /><namespace key="2302" case="case-sensitive">Gadget</namespace>'
    assert parse_siteinfo(head(namespaces=user), "x").first_letter
    old = '<namespace key="2">User</namespace>'
    assert not parse_siteinfo(head(case="case-sensitive", namespaces=old), "x").first_letter


def test_names_are_unescaped() -> None:
    site = parse_siteinfo(head(namespaces='<namespace key="100">R&amp;D</namespace>'), "x")
    assert site.namespaces[0] == (100, "R&D")


def test_redirect_words() -> None:
    german = parse_siteinfo(head(lang=' xml:lang="de"', dbname="dewiki"), "x")
    assert german.redirect_words == ("#WEITERLEITUNG", "#REDIRECT")
    assert parse_siteinfo(head(), "x").redirect_words == ("#REDIRECT",)
    # The language of nowiki is nb; its words are found under the prefix too.
    assert "#OMDIRIGERING" in parse_siteinfo(head(lang=' xml:lang="nb"', dbname="nowiki"), "x").redirect_words


def test_travels_and_keys_a_cache() -> None:
    site = parse_siteinfo(head(), "x")
    site.namespace_number("File")
    copy = pickle.loads(pickle.dumps(site))
    assert copy == site
    assert hash(copy) == hash(site)
    assert copy.namespace_number("File") == 6
    assert site != SiteInfo(site.dbname, site.lang, False, site.namespaces)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.xml: no <mediawiki> element at the start; give a MediaWiki XML export (pages-articles)"),
        (
            "<mediawiki><page>",
            "x.xml: no <siteinfo> after <mediawiki>; without it namespaces cannot be told from titles",
        ),
        (
            head(namespaces=""),
            "x.xml: <siteinfo> lists no namespaces; without them files cannot be told from articles",
        ),
        (
            head(namespaces='<namespace case="x">A</namespace>'),
            'x.xml: a namespace of <siteinfo> has no number: <namespace case="x">',
        ),
    ],
)
def test_bad_heads(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_siteinfo(text, "x.xml")
    assert str(error.value) == message


def test_a_namespace_whose_number_is_none_is_refused() -> None:
    for key in ("9" * 5_000, "٤", ""):
        with pytest.raises(InputError, match="x: a namespace of <siteinfo> has no number: <namespace key=") as error:
            parse_siteinfo(head(namespaces=f'<namespace key="{key}">A</namespace>'), "x")
        assert len(str(error.value)) < 200
