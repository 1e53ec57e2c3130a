from __future__ import annotations

import bz2
from dataclasses import asdict
from pathlib import Path

import nltk.data
import pytest

from pipelines import (
    BuildCorpora,
    Completeness,
)
from schemas.datasets.dataset import MANIFEST, Manifest
from schemas.errors import InputError
from schemas.files import storage
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.html_dump import html_dump, record
from tests.support.small_dump import dump, page


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
    monkeypatch.setattr("tasks.step.beam.check_engine", lambda *_: None)
    monkeypatch.setattr("tasks.step.beam.check_shared", lambda *_: None)
    Sentences().check_inputs()


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
