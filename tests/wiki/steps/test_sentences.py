"""The steps that read the dump, run on one split: sick pages, and progress."""

from __future__ import annotations

import bz2
import functools
import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import wiki.steps.rows
import wiki.steps.sentences
from benchmarks.extraction.sick import SICK_PAGES
from benchmarks.fuzz.pages import SITE
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.records import Anchor, Page, Paragraph
from tests.support.paths import PROJECT
from tests.support.small_dump import dump, page
from wiki.articles import extract_article
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.sentences.split import load_splitter
from wiki.steps.infoboxes import write_infoboxes
from wiki.steps.sentences import SentenceRows, write_sentences
from wiki.wikitext.paragraphs import Extraction

DATASETS = ("sentences", "redirects", "pages", "rejects")


@pytest.fixture(scope="module")
def sick_dump(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    pages = [page(number, name, escape(text)) for number, (name, text) in enumerate(SICK_PAGES.items(), 1)]
    yield dump(tmp_path_factory.mktemp("sick") / "dump.xml", *pages, page(99, "Healthy", "All is [[well]]. It is."))


def test_sick_pages_go_through_the_whole_job(sick_dump: Path, tmp_path: Path) -> None:
    """Nothing hangs, every page is read or rejected, and the page after them is intact.

    The limit is in time of the processor, so that a busy machine does not come to it.
    """
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
        f"from tests.wiki.steps.test_sentences import build; build({str(sick_dump)!r}, {str(tmp_path)!r})"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert told["articles"] + told["rejected"] == len(SICK_PAGES) + 1
    assert told["last"] == ["All is well.", "It is."]


def build(source: str, folder: str) -> None:
    """Write the sentences of a dump; prints what became of its pages."""
    site = read_siteinfo(source)
    (split,) = plan_splits(source, 1 << 30)
    outputs = [Destination(name, f"{folder}/{name}", f"{folder}/{name}") for name in DATASETS]
    splitter = functools.partial(load_splitter, "sentencex", site.lang)
    process = functools.partial(write_sentences, site=site, splitter=splitter, inline_templates=True)
    done = write_shard(Unit(0, split.size, split), process=process, outputs=outputs)
    table = pq.read_table(f"{folder}/sentences/part-00000.parquet")
    last = [row["text"] for row in table.to_pylist() if row["page_id"] == 99]
    print(json.dumps({"articles": done.counts["pages"]["article"], "rejected": done.rejected, "last": last}))


class Watched(Shard):
    """A shard that remembers how far it was told to be."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.told: list[int] = []

    def advance(self, done: int) -> None:
        self.told.append(done)


@pytest.mark.parametrize("compress", [bz2.compress, gzip.compress], ids=["bzip2", "gzip"])
@pytest.mark.parametrize("step", ["sentences", "infoboxes"])
def test_progress_of_a_unit_is_in_bytes_of_the_dump(
    tmp_path: Path, compress: Callable[[bytes], bytes], step: str
) -> None:
    made = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", "The same again. " * 4000) for n in range(1, 41)))
    made.write_bytes(compress(made.read_bytes()))
    site = read_siteinfo(str(made))
    (split,) = plan_splits(str(made), 1 << 30)
    unit = Unit(0, split.size, split)
    outputs = [Destination(name, f"{tmp_path}/{name}", f"{tmp_path}/{name}") for name in (*DATASETS, "infoboxes")]
    shard = Watched(outputs, unit)
    if step == "sentences":
        splitter = functools.partial(load_splitter, "sentencex", "en")
        write_sentences(split, shard, site=site, splitter=splitter, inline_templates=True)
    else:
        write_infoboxes(split, shard, site=site, parameters=[])
    assert shard.seen == 40
    assert shard.told
    assert shard.told == sorted(shard.told)
    assert shard.told[-1] <= unit.weight


def test_every_article_and_redirect_that_was_read_is_among_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiki.steps.rows, "ROWS", 2)
    pages = [
        page(1, "Article", "All is well."),
        page(2, "Nothing to say", ""),
        page(3, "Redirect", "#REDIRECT [[Article]]"),
        page(4, "Elsewhere", "#REDIRECT [[Template:X]]"),
        page(5, "Template:X", "x", namespace=10),
        page(6, "Data", "{}").replace("wikitext", "json"),
        page(7, "", "no title"),
    ]
    made = str(dump(tmp_path / "dump.xml", *pages))
    (split,) = plan_splits(made, 1 << 30)
    outputs = [Destination(name, f"{tmp_path}/{name}", f"{tmp_path}/{name}") for name in DATASETS]
    splitter = functools.partial(load_splitter, "sentencex", "en")
    process = functools.partial(write_sentences, site=read_siteinfo(made), splitter=splitter, inline_templates=True)
    done = write_shard(Unit(0, split.size, split), process=process, outputs=outputs)
    rows = pq.read_table(tmp_path / "pages" / "part-00000.parquet").to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (1, 101, "Article", "article"),
        (2, 102, "Nothing to say", "article"),
        (3, 103, "Redirect", "redirect"),
        (4, 104, "Elsewhere", "redirect-elsewhere"),
        (6, 106, "Data", "other-content-model"),
    ]
    assert (done.seen, done.rejected) == (7, 1)


def rows_of(*pages: tuple[str, str]) -> tuple[SentenceRows, list[Page]]:
    rows = SentenceRows()
    made = [Page(number, number + 100, 0, title, None, "wikitext", text) for number, (title, text) in enumerate(pages)]
    for each in made:
        extraction = extract_article(each, SITE, inline_templates=True)
        assert isinstance(extraction, Extraction)
        rows.add(each, extraction, lambda text: range(2, len(text), 2))
    return rows, made


def test_a_page_of_many_sentences_comes_in_tables_of_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.steps.sentences, "_MAX_ROWS", 7)
    pages = [("A", "a b c\n\nd e"), ("B", "== H ==\n" + "f " * 20), ("C", "g")]
    tables = list(rows_of(*pages)[0].take())
    assert [table.num_rows for table in tables] == [7, 7, 7, 5]
    monkeypatch.undo()
    (whole,) = rows_of(*pages)[0].take()
    assert pa.concat_tables(tables).equals(whole)
    places = [
        (row["title"], row["section"], row["paragraph"], row["sentence"], row["text"]) for row in whole.to_pylist()
    ]
    assert places[:6] == [
        ("A", "", 0, 0, "a"),
        ("A", "", 0, 1, "b"),
        ("A", "", 0, 2, "c"),
        ("A", "", 1, 0, "d"),
        ("A", "", 1, 1, "e"),
        ("B", "H", 0, 0, "f"),
    ]
    assert places[-1] == ("C", "", 0, 0, "g")


def test_rows_are_written_by_the_size_of_their_text_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.steps.sentences, "MAX_CHARACTERS", 4)
    rows, _ = rows_of(("A", "abc"))
    assert not rows.is_full
    rows, _ = rows_of(("A", "a b c d"))
    assert rows.is_full
    list(rows.take())
    assert not rows.is_full


def test_nothing_is_added_of_a_page_that_the_splitter_fails_on() -> None:
    def fail(text: str) -> list[int]:
        if text == "b":
            raise ValueError(text)
        return []

    rows, (page,) = rows_of(("A", "[[x]] y"))
    bad = Extraction([Paragraph("", "a", [Anchor(0, 1, "X")]), Paragraph("", "b", [])], 0)
    with pytest.raises(ValueError, match="b"):
        rows.add(page, bad, fail)
    assert rows.add(page._replace(title="C"), Extraction([Paragraph("", "c", [])], 0), fail) == (1, 0)
    (table,) = rows.take()
    assert table.column("title").to_pylist() == ["A", "A", "C"]
    assert table.column("text").to_pylist() == ["x", "y", "c"]
    assert [len(anchors) for anchors in table.column("anchors").to_pylist()] == [1, 0, 0]
