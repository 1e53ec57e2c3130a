from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pipelines import (
    CategoryEdges,
    Completeness,
    Redirects,
    TypeIndex,
    WikidataIds,
    WikidataStatements,
)
from schemas.errors import InputError
from tasks.dump import HtmlPages
from tasks.step.base import DatasetTask
from tasks.wikidata import WikidataHtml
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.html_dump import html_dump, record
from tests.support.paths import PROJECT
from tests.support.small_dump import dump, page


@pytest.mark.parametrize(
    ("step", "otherwise"),
    [
        (Completeness, "leave it empty where there is none"),
        (WikidataIds, "set wikidata_ids = none in [TypeIndex]"),
        (Redirects, "set redirects = pages in [Wikipedia]"),
    ],
)
def test_the_tables_of_the_sample_are_refused_for_another_dump(
    step: type[DatasetTask], otherwise: str, another: Path, configure: Configure
) -> None:
    """Whoever names another dump and not its tables has those of the checkout's luigi.cfg."""
    configure(Wikipedia={"pages": another})
    with pytest.raises(InputError) as raised:
        step().check_inputs()
    assert str(raised.value) == (
        "page_table in [Wikipedia] = sample/wiki/samplewiki-20260901-page.sql.gz: a file of the sample, which "
        f"luigi.cfg of the checkout names, but the dump {another} is of 'enwiki'; name that of your dump in your "
        f"settings file, or {otherwise}"
    )


def test_the_tables_of_another_wiki_are_refused(another: Path, tmp_path: Path, configure: Configure) -> None:
    table = tmp_path / "page.sql.gz"
    table.write_bytes((PROJECT / "sample/wiki/samplewiki-20260901-page.sql.gz").read_bytes())
    configure(Wikipedia={"pages": another, "page_table": table})
    with pytest.raises(InputError) as raised:
        Completeness().check_inputs()
    assert str(raised.value) == (
        f"page_table in [Wikipedia] = {table}: a table of 'samplewiki', but the dump {another} is of 'enwiki'; name "
        "the table of that dump (docs/tutorial/own-dump.md says what each is for)"
    )


@pytest.mark.parametrize(
    ("step", "section", "name", "otherwise"),
    [
        (WikidataIds, "Wikipedia", "page_table", "set wikidata_ids = none in [TypeIndex]"),
        (WikidataIds, "WikidataIds", "page_props_table", "set wikidata_ids = none in [TypeIndex]"),
        (Redirects, "Wikipedia", "page_table", "set redirects = pages in [Wikipedia]"),
        (Redirects, "Wikipedia", "redirect_table", "set redirects = pages in [Wikipedia]"),
        (TypeIndex, "DBpedia", "instance_types", "take dump out of sources in [TypeIndex]"),
    ],
)
def test_an_empty_setting_of_a_file_says_how_to_do_without_it(
    step: type[DatasetTask], section: str, name: str, otherwise: str, configure: Configure
) -> None:
    configure(**{section: {name: ""}})
    with pytest.raises(InputError) as raised:
        step().check_inputs()
    assert str(raised.value) == f"{name} in [{section}] is empty: name a file, or {otherwise}"


def test_the_category_tables_of_the_sample_are_refused_for_another_dump(another: Path, configure: Configure) -> None:
    configure(Wikipedia={"pages": another})
    with pytest.raises(InputError, match=r"^page_table in \[Wikipedia\] = .*: a file of the sample, which"):
        CategoryEdges().check_inputs()
    configure(Wikipedia={"pages": another}, CategoryEdges={"page_table": another, "categorylinks_table": another})
    with pytest.raises(InputError, match=r"^linktarget_table in \[CategoryEdges\] = .*: a file of the sample, which"):
        CategoryEdges().check_inputs()


@pytest.mark.parametrize(
    ("given", "setting", "otherwise"),
    [
        (
            {},
            "instance_types in [DBpedia] = sample/wiki/instance-types_lang=en_specific.ttl.bz2",
            "take dump out of sources in [TypeIndex]",
        ),
        (
            {"instance_types": "luigi.cfg"},
            "redirects in [DBpedia] = sample/wiki/redirects_lang=en.ttl.bz2",
            "leave it empty where there is none",
        ),
    ],
)
def test_types_and_redirects_of_the_sample_are_refused_for_another_dump(
    given: dict[str, object], setting: str, otherwise: str, another: Path, configure: Configure
) -> None:
    """They do not say whose they are, and luigi.cfg of a checkout names them."""
    configure(Wikipedia={"pages": another}, DBpedia=given)
    with pytest.raises(InputError) as raised:
        TypeIndex().files()
    assert str(raised.value) == (
        f"{setting}: a file of the sample, which luigi.cfg of the checkout names, but the dump {another} is of "
        f"'enwiki'; name that of your dump in your settings file, or {otherwise}"
    )
    configure(Wikipedia={"pages": another}, DBpedia={"instance_types": "luigi.cfg", "redirects": ""})
    assert TypeIndex().files()["instance_types"] == [f"{PROJECT}/luigi.cfg"]


def test_the_dump_of_wikidata_of_the_sample_is_refused_for_another_dump(another: Path, configure: Configure) -> None:
    configure(Wikipedia={"pages": another})
    with pytest.raises(InputError, match=r"^dump in \[WikidataStatements\] = .*: a file of the sample, which"):
        WikidataStatements().files()


def test_a_table_that_does_not_say_whose_it_is_is_taken(tmp_path: Path, configure: Configure) -> None:
    table = tmp_path / "page.sql.gz"
    table.write_bytes(gzip.compress(b"CREATE TABLE `page` (\n"))
    configure(Wikipedia={"page_table": table})
    assert Completeness().files()["page_table"] == [str(table)]


def test_an_html_dump_is_cut_before_it_is_read(tmp_path: Path, configure: Configure) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "A", "<p>a</p>")]])
    configure(Wikipedia={"pages": made, "page_table": "", "redirect_table": ""}, TypeIndex={"wikidata_ids": "dump"})
    assert Punkt().requires() == {"html_pages": HtmlPages()}
    assert Sentences().requires() == {"punkt": Punkt(), "html_pages": HtmlPages()}
    assert TypeIndex().requires()["wikidata_ids"] == WikidataHtml()
    assert WikidataHtml().requires() == {"html_pages": HtmlPages()}
    assert Sentences().configuration()["html_pages"] == HtmlPages().location()
    wiki = Sentences().wiki
    assert wiki is not None and (wiki.name, wiki.language) == ("enwiki", "en")
    WikidataHtml().check_inputs()


def test_files_of_both_kinds_are_refused(tmp_path: Path, configure: Configure) -> None:
    html = html_dump(tmp_path / "a.json.tar.gz", [[record(1, "A", "<p>a</p>")]])
    xml = dump(tmp_path / "b.xml", page(1, "A", "a"))
    configure(Wikipedia={"pages": f"{html},{xml}"})
    with pytest.raises(InputError, match=r"a\.json\.tar\.gz is an HTML dump and .*b\.xml is not; name"):
        Sentences().requires()


@pytest.mark.parametrize("kind", ["xml", "html"])
def test_files_of_two_wikis_are_refused(kind: str, another: Path, tmp_path: Path, configure: Configure) -> None:
    """A pattern may take both, and the pages of one would be read by the names and the language of the other."""
    first, second = dump(tmp_path / "first.xml", page(2, "B", "b")), another
    if kind == "html":
        of_sample = record(2, "B", "<p>b</p>", is_part_of={"identifier": "samplewiki"})
        first = html_dump(tmp_path / "first.json.tar.gz", [[of_sample]])
        second = html_dump(tmp_path / "second.json.tar.gz", [[record(1, "A", "<p>a</p>")]])
    configure(Wikipedia={"pages": f"{first},{second}"})
    for step in (Punkt, Sentences):
        with pytest.raises(InputError) as raised:
            step().requires()
        assert str(raised.value) == (
            f"pages in [Wikipedia]: {first} is of 'samplewiki' and {second} of 'enwiki'; name files of one wiki"
        )


def test_a_part_of_the_dump_that_does_not_say_whose_it_is_is_taken(tmp_path: Path, configure: Configure) -> None:
    """Whether it can be read is told by the step that reads it."""
    parts = [dump(tmp_path / f"{name}.xml", page(number, name, "a")) for number, name in enumerate("ABC", start=1)]
    parts[0].write_text(parts[0].read_text().replace("<dbname>samplewiki</dbname>", ""))
    parts[1].write_text("<mediawiki>")
    configure(Wikipedia={"pages": ",".join(map(str, parts))})
    assert Sentences().requires() == {"punkt": Punkt()}


def test_what_kind_a_file_of_the_dump_is_is_looked_at_once(
    tmp_path: Path, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [str(dump(tmp_path / f"{name}.xml", page(1, name, "a"))) for name in "ab"]
    looked_at: list[str] = []

    def is_html_dump(path: str) -> bool:
        looked_at.append(path)
        return False

    monkeypatch.setattr("tasks.dump.is_html_dump", is_html_dump)
    configure(Wikipedia={"pages": ",".join(files)})
    for step in (Punkt(), Sentences(), Punkt(), Sentences()):
        step.requires()
        step.configuration()
    assert looked_at == files
