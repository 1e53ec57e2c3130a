"""An HTML dump on its way to sentences, redirects, templates and items."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.datasets import part_writers
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard
from schemas.records import Page
from tests.support.html_dump import html_dump, record
from tests.support.progress import check_progress
from wiki.dump.html_pages import plan_html_splits, read_html_pages
from wiki.dump.pages import read_siteinfo
from wiki.sentences.split import load_splitter
from wiki.steps import html_pages
from wiki.steps.html_pages import write_html_pages
from wiki.steps.infoboxes import write_infoboxes
from wiki.steps.sentences import write_sentences
from wiki.steps.wikidata_ids_from_html import write_wikidata_ids_from_html
from wiki.transforms import ReadHtmlDump, TrainPunkt


def article(page_id: int, revision: int, text: str, **fields: Any) -> dict[str, Any]:
    body = {"html": f"<body><p>{text}</p></body>", "wikitext": "{{Infobox person|name=A}}\n" + text}
    return record(page_id, f"Page {page_id}", "", version={"identifier": revision}, article_body=body, **fields)


MEMBERS = [
    [
        article(1, 10, "Old."),
        article(2, 20, 'See <a rel="mw:WikiLink" href="./Page_1">one</a>.', main_entity={"identifier": "Q2"}),
        article(3, 31, "Newest first.", redirects=[{"name": "Three"}, {"name": "User:Three"}]),
    ],
    [
        article(1, 12, "New. Really new.", main_entity={"identifier": "Q1"}, redirects=[{"name": "One"}]),
        {**article(5, 50, "A talk page.", namespace={"identifier": 1}), "name": "Talk:Page 5"},
        {"name": "Broken"},
        article(1, 11, "Between."),
        article(3, 30, "Older."),
        article(4, 40, "Last."),
    ],
]


def run(
    root: Path, datasets: tuple[str, ...], process: Callable[[Any, Shard], None], *payloads: Any
) -> list[Descriptor]:
    """A step over its units, committed."""
    outputs = [Destination(name, str(root / name), str(root / name)) for name in (*datasets, "rejects")]
    found = [write_shard(Unit(n, 1, payload), process=process, outputs=outputs) for n, payload in enumerate(payloads)]
    commit(found, outputs, Provenance("0" * 64, datasets[0], 1, "0", {}, []), units=len(found), max_reject_share=1)
    return found


@pytest.fixture(autouse=True)
def progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """The items are read in one go."""
    check_progress(monkeypatch, silent=("wikidata_ids",))


@pytest.fixture
def dump(tmp_path: Path) -> str:
    return str(html_dump(tmp_path / "dump.json.tar.gz", MEMBERS))


@pytest.fixture
def location(tmp_path: Path, dump: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The dataset, with a row group for each page."""
    monkeypatch.setattr(part_writers, "ROW_GROUP_BYTES", 1)
    monkeypatch.setattr(html_pages, "MAX_CHARACTERS", 1)
    (found,) = run(tmp_path, ("html_pages",), functools.partial(write_html_pages, site=read_siteinfo(dump)), dump)
    assert (found.seen, found.rejected) == (9, 1)
    assert found.counts == {
        "records": {"items": 2, "pages": 8, "redirects": 3},
        "rejected": {"malformed-page": 1},
    }
    return str(tmp_path / "html_pages")


def test_the_splits_cover_each_page_once_whatever_their_size(location: str, dump: str) -> None:
    site = read_siteinfo(dump)
    pages: list[list[Page]] = []
    for size in (1, 3000, 1 << 30):
        splits = plan_html_splits(location, size)
        assert [split.first for split in splits] == [0, *(split.end for split in splits)][:-1]
        pages.append([page for split in splits for page in read_html_pages(split, site)])
    assert len(plan_html_splits(location, 1)) == 8
    assert len(plan_html_splits(location, 1 << 30)) == 1
    assert pages[0] == pages[1] == pages[2]
    assert [(page.title, page.rev_id) for page in pages[0]] == [
        ("Page 2", 20),
        ("Page 3", 31),
        ("Three", -1),
        ("User:Three", -1),
        ("Page 1", 12),
        ("One", -1),
        ("Talk:Page 5", 50),
        ("Page 4", 40),
    ]


def test_pages_are_written_when_they_have_so_many_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [record(n, f"P{n}", "tex" if n == 3 else "text") for n in range(1, 9)]
    made = str(html_dump(tmp_path / "dump.json.tar.gz", [records]))
    monkeypatch.setattr(html_pages, "MAX_CHARACTERS", 2 * sum(map(len, records[0]["article_body"].values())))
    written: list[int] = []
    monkeypatch.setattr(Shard, "write", lambda _shard, _dataset, table: written.append(len(table)))
    shard = Shard([Destination("html_pages", str(tmp_path), str(tmp_path))], Unit(0, 1, made))
    write_html_pages(made, shard, site=read_siteinfo(made))
    assert written == [2, 3, 2, 1]


def test_sentences_redirects_and_pages(tmp_path: Path, location: str, dump: str) -> None:
    step = functools.partial(
        write_sentences,
        site=read_siteinfo(dump),
        splitter=functools.partial(load_splitter, "sentencex", "en"),
        inline_templates=True,
    )
    found = run(tmp_path, ("sentences", "redirects", "pages"), step, *plan_html_splits(location, 3000))
    sentences = pq.read_table(tmp_path / "sentences").to_pylist()
    assert [(row["page_id"], row["rev_id"], row["text"]) for row in sentences] == [
        (2, 20, "See one."),
        (3, 31, "Newest first."),
        (1, 12, "New."),
        (1, 12, "Really new."),
        (4, 40, "Last."),
    ]
    assert sentences[0]["anchors"] == [{"start": 4, "end": 7, "target": "Page 1"}]
    assert pq.read_table(tmp_path / "redirects").to_pylist() == [
        {"page_id": -1, "title": "Three", "target": "Page 3"},
        {"page_id": -1, "title": "One", "target": "Page 1"},
    ]
    kinds = [(row["title"], row["kind"]) for row in pq.read_table(tmp_path / "pages").to_pylist()]
    assert kinds == [
        ("Page 2", "article"),
        ("Page 3", "article"),
        ("Three", "redirect"),
        ("Page 1", "article"),
        ("One", "redirect"),
        ("Page 4", "article"),
    ]
    superseded = sum(each.counts["pages"].get("superseded", 0) for each in found)
    others = sum(each.counts["pages"].get("other-namespace", 0) for each in found)
    assert (superseded, others) == (3, 2)


def test_what_a_template_gave_is_told_by_sentence(tmp_path: Path) -> None:
    text = 'One. It is <span about="#mwt1" typeof="mw:Transclusion">5 km</span> far '
    text += '<span typeof="mw:Extension/math">x</span>.'
    dump = str(html_dump(tmp_path / "dump.json.tar.gz", [[article(1, 10, text)]]))
    site = read_siteinfo(dump)
    run(tmp_path, ("html_pages",), functools.partial(write_html_pages, site=site), dump)
    step = functools.partial(
        write_sentences,
        site=site,
        splitter=functools.partial(load_splitter, "sentencex", "en"),
        inline_templates=True,
    )
    (split,) = plan_html_splits(str(tmp_path / "html_pages"), 1 << 30)
    (found,) = run(tmp_path, ("sentences", "redirects", "pages"), step, split)
    one, other = pq.read_table(tmp_path / "sentences").to_pylist()
    assert (one["text"], one["problems"]) == ("One.", [])
    assert other["text"] == "It is 5 km far ."
    assert other["problems"] == [
        {"start": 6, "end": 10, "code": "from-template"},
        {"start": 15, "end": 15, "code": "formula"},
    ]
    assert found.counts["problems"] == {"formula": 1, "from-template": 1}
    assert found.counts["sentences with problems"] == {"any": 1}


def test_the_wikitext_gives_the_templates(tmp_path: Path, location: str, dump: str) -> None:
    step = functools.partial(write_infoboxes, site=read_siteinfo(dump), parameters=["name"])
    run(tmp_path, ("infoboxes", "template_redirects"), step, *plan_html_splits(location, 1 << 30))
    found = pq.read_table(tmp_path / "infoboxes").to_pylist()
    assert [(row["page_id"], row["template"], row["parameters"]) for row in found] == [
        (number, "Infobox person", [{"name": "name", "value": "A"}]) for number in (2, 3, 1, 4)
    ]


@pytest.mark.parametrize("size", [1, 1 << 30])
def test_the_records_have_the_items(tmp_path: Path, location: str, size: int) -> None:
    found = run(tmp_path, ("wikidata_ids",), write_wikidata_ids_from_html, *plan_html_splits(location, size))
    assert pq.read_table(tmp_path / "wikidata_ids").to_pylist() == [
        {"page_id": 2, "title": "Page 2", "qid": "Q2"},
        {"page_id": 1, "title": "Page 1", "qid": "Q1"},
    ]
    counts = [each.counts["Wikidata items"] for each in found]
    assert sum(each["articles with an item"] for each in counts) == 2
    assert sum(each["articles without an item"] for each in counts) == 2


def test_the_units_are_files_and_row_groups(location: str, dump: str) -> None:
    target: Any = None
    assert [unit.payload for unit in ReadHtmlDump(target, [dump, dump]).units()] == [dump, dump]
    (unit,) = TrainPunkt(target, [dump], 1000, location).units()
    assert [(split.first, split.end) for split in unit.payload] == [(0, 8)]


def test_an_empty_dump_has_no_splits(tmp_path: Path, dump: str) -> None:
    run(tmp_path, ("html_pages",), lambda _path, shard: None, dump)  # noqa: ARG005
    assert plan_html_splits(str(tmp_path / "html_pages"), 1) == []
