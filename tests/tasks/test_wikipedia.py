from __future__ import annotations

import bz2
import gzip
from dataclasses import asdict
from pathlib import Path

import nltk.data
import pytest

from pipelines import (
    BuildCorpora,
    CategoryEdges,
    Completeness,
    Redirects,
    TypeIndex,
    WikidataApi,
    WikidataIds,
    WikidataStatements,
)
from schemas.datasets.dataset import MANIFEST, Manifest
from schemas.errors import InputError
from schemas.files import storage
from tasks.base import DatasetTask
from tasks.dump import HtmlPages
from tasks.wikipedia import Punkt, Sentences, WikidataHtml
from tests.support.configured import Configure
from tests.support.html_dump import html_dump, record
from tests.support.paths import PROJECT
from tests.support.small_dump import dump, page


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """A dump of another wiki than the sample's."""
    made = dump(tmp_path / "dump.xml", page(1, "A", "a"))
    made.write_text(made.read_text().replace("samplewiki", "enwiki"))
    return made


def test_a_dump_and_a_copy_of_it_are_refused_together(another: Path, configure: Configure) -> None:
    """A pattern that takes both would double the corpus."""
    copy = another.with_name("dump-copy.xml")
    copy.write_bytes(another.read_bytes())
    configure(Wikipedia={"pages": another.with_name("dump*.xml")})
    for step in (Punkt, Sentences):
        with pytest.raises(InputError) as raised:
            _ = step().provenance
        assert str(raised.value) == (
            f"pages in [Wikipedia] names {copy} and {another}, which have the same content: name one"
        )
    copy.write_text(f"{copy.read_text()}\n")
    configure(Wikipedia={"pages": another.with_name("dump*.xml")})
    assert len(Punkt().provenance.inputs) == 2


def test_two_forms_of_a_dump_are_refused_together(tmp_path: Path, configure: Configure) -> None:
    """Their bytes differ, and a pattern that takes both would double the corpus all the same."""
    plain = dump(tmp_path / "dump-1.xml", page(4, "A", "a"), page(7, "B", "b"))
    packed = tmp_path / "dump-2.xml.bz2"
    packed.write_bytes(bz2.compress(plain.read_bytes()))
    configure(Wikipedia={"pages": tmp_path / "dump-*"})
    with pytest.raises(InputError) as raised:
        Sentences().build()
    assert str(raised.value) == (
        f"pages in [Wikipedia] names {plain} and {packed}, which both begin with page 4, 'A': name one of them, or the "
        "parts of one dump"
    )


@pytest.mark.parametrize(
    ("repeated", "expected"),
    [
        ([], ""),
        ([4], "1 page"),
        (list(range(4, 1204)), "1,200 pages"),
    ],
)
def test_pages_that_are_in_two_files_of_the_dump_are_told(
    repeated: list[int],
    expected: str,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    configure()
    step = Sentences()
    monkeypatch.setattr("tasks.wikipedia.repeated_pages", {step.location("pages"): repeated}.__getitem__)
    told = (
        f"the dump has {expected} more than once, and the corpus their sentences, page 4 first; where files of pages "
        "in [Wikipedia] overlap, name the parts of one dump alone and give the same command again"
    )
    assert list(step.doubts_when_built()) == ([told] if expected else [])


@pytest.mark.parametrize("name", ["dump.xml", "dump.xml.bz2"])
def test_a_dump_that_was_cut_short_is_refused_unless_all_may_be_lost(
    name: str, tmp_path: Path, configure: Configure
) -> None:
    data = dump(tmp_path / "whole.xml", page(1, "A", "a"), page(2, "B", "b")).read_bytes()
    part = (bz2.compress(data) if name.endswith(".bz2") else data)[:-40]
    (tmp_path / name).write_bytes(part)
    configure(Wikipedia={"pages": tmp_path / name})
    with pytest.raises(InputError) as raised:
        Sentences().check_inputs()
    assert str(raised.value) == (
        f"{tmp_path / name}: ends at byte {len(part)} without </mediawiki>; it was cut short, fetch it again, or set "
        "max_reject_share = 1 in [Build] to build what there is"
    )
    configure(Wikipedia={"pages": tmp_path / name}, Build={"max_reject_share": 1})
    Sentences().check_inputs()


def test_published_parameters_that_are_not_installed_are_told_before_the_work(
    tmp_path: Path, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An HTML dump is read for hours before the splitter is made."""
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    records = [record(1, "A", "<p>a</p>", in_language={"identifier": "de"}, is_part_of={"identifier": "dewiki"})]
    made = html_dump(tmp_path / "dump.json.tar.gz", [records])
    configure(Wikipedia={"pages": made}, Sentences={"splitter": "punkt_tab"})
    with pytest.raises(InputError) as raised:
        Sentences().check_inputs()
    assert str(raised.value) == (
        "splitter = punkt_tab in [Sentences]: NLTK's Punkt parameters for german are not installed: run `python -m "
        "nltk.downloader punkt_tab`, or train them on the dump (splitter punkt)"
    )
    # The workers of a cluster are other machines.
    configure(Wikipedia={"pages": made}, Sentences={"splitter": "punkt_tab"}, Beam={"runner": "DataflowRunner"})
    monkeypatch.setattr("tasks.beam.check_engine", lambda *_: None)
    monkeypatch.setattr("tasks.beam.check_shared", lambda *_: None)
    Sentences().check_inputs()


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


def test_the_setting_chooses_where_wikidata_ids_come_from(configure: Configure) -> None:
    found = {}
    for source in ("none", "tables", "api"):
        configure(
            TypeIndex={"wikidata_ids": source},
            WikidataApi={"endpoint": "http://wiki/w/api.php", "contact": "me@example.org"},
        )
        found[source] = TypeIndex().requires().get("wikidata_ids")
    assert found == {"none": None, "tables": WikidataIds(), "api": WikidataApi()}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "endpoint in [WikidataApi] is empty: give the address of the wiki's api.php"),
        ({"endpoint": "http://a/api.php"}, "contact in [WikidataApi] is empty: give the mail or web address for the "),
        (
            {"endpoint": "http://a/api.php", "contact": "me@example.org", "cache": ""},
            "cache in [WikidataApi] is empty: give the local file that keeps every answer",
        ),
    ],
)
def test_a_live_wiki_is_not_asked_without_its_settings(
    given: dict[str, object], told: str, configure: Configure
) -> None:
    configure(TypeIndex={"wikidata_ids": "api"}, WikidataApi=given)
    with pytest.raises(InputError) as raised:
        WikidataApi().check_inputs()
    assert str(raised.value).startswith(told)
    assert str(raised.value).endswith(", for wikidata_ids = api in [TypeIndex]")


@pytest.mark.parametrize(("table", "compared"), [("sample/wiki/samplewiki-20260901-page.sql.gz", True), ("", False)])
def test_pages_are_compared_where_there_is_a_table(table: str, compared: bool, configure: Configure) -> None:
    configure(Wikipedia={"page_table": table})
    assert any(isinstance(task, Completeness) for task in BuildCorpora().requires()) == compared


def test_more_difference_than_the_budget_fails_and_names_the_list(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure()
    step = Completeness()
    counts = {"pages": {"in the table": 7, "missing": 1, "unexpected": 1}}
    built = Manifest("unaccounted_pages", step.provenance, "", 2, 1, 8, 0, counts, [])

    def build(_step: Completeness) -> None:
        for output in step.output():
            storage.write_json(f"{output.location}/{MANIFEST}", asdict(built))

    monkeypatch.setattr(Completeness, "build", build)
    for _ in range(2):
        with pytest.raises(InputError) as raised:
            step.run()
        assert not step.complete()
        assert step.why_not_done() == str(raised.value)
        assert str(raised.value) == (
            "sample/wiki/samplewiki-20260901-page.sql.gz: 1 of the 7 pages in it are missing from the dump, and 1 "
            f"pages of the dump are not in it, more than the budget of 1.00%; they are listed in {step.location()}. "
            "Give all files of the dump and the table of the same one, or raise max_difference_share in [Completeness]"
        )
    configure(Completeness={"max_difference_share": 2 / 7})
    assert Completeness().complete()


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


def test_an_xml_dump_has_no_items(configure: Configure) -> None:
    configure(TypeIndex={"wikidata_ids": "dump"})
    with pytest.raises(InputError, match="an HTML dump has the items, but pages in"):
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


@pytest.mark.parametrize(
    ("snapshot", "doubted"),
    [("samplewiki-20260901", False), ("itwiki-20260901", True), ("itwiki_test", False), ("tuesday", False)],
)
def test_the_snapshot_of_another_wiki_is_doubted(snapshot: str, doubted: bool, configure: Configure) -> None:
    configure(Build={"snapshot": snapshot})
    told = f"snapshot in [Build] is {snapshot}, and the dump is of samplewiki: look at pages in [Wikipedia]"
    assert list(Sentences().doubts()) == ([told] if doubted else [])


@pytest.mark.parametrize("doubt", ["", "its head is another wiki's"])
def test_the_head_of_the_dump_and_the_splitter_are_doubted(
    doubt: str, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tasks.wikipedia.siteinfo_doubt", lambda *_: doubt)
    monkeypatch.setattr("tasks.wikipedia.splitter_doubt", lambda name, lang: doubt and f"no {name} for {lang}")
    configure()
    assert list(Sentences().doubts()) == ([doubt, "no punkt for en"] if doubt else [])
