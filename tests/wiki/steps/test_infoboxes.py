from __future__ import annotations

import functools
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import wiki.steps.infoboxes
from schemas.datasets.shards import Descriptor, Destination, Unit, write_shard
from tests.support.small_dump import dump, page
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.steps.infoboxes import write_infoboxes
from wiki.steps.rows import RowBuffer


def write(folder: Path, *pages: str) -> Descriptor:
    """The step with a dump of these pages."""
    made = str(dump(folder / "dump.xml", *pages))
    (split,) = plan_splits(made, 1 << 30)
    datasets = ("infoboxes", "template_redirects", "rejects")
    outputs = [Destination(name, f"{folder}/{name}", f"{folder}/{name}") for name in datasets]
    process = functools.partial(write_infoboxes, site=read_siteinfo(made), parameters=[])
    return write_shard(Unit(0, split.size, split), process=process, outputs=outputs)


def test_every_page_is_counted_by_what_it_is(tmp_path: Path) -> None:
    pages = [
        page(1, "Article", "{{Infobox city}}"),
        page(2, "Plain", "All is well."),
        page(3, "Redirect", "#REDIRECT [[Article]]"),
        page(4, "Template:X", "x", namespace=10),
        page(5, "Data", "{}").replace("wikitext", "json"),
        page(6, "Template:Y", "#REDIRECT [[Template:X]]", namespace=10),
    ]
    done = write(tmp_path, *pages)
    assert (done.seen, done.rejected) == (6, 0)
    assert done.counts == {
        "pages": {
            "article with templates": 1,
            "article without templates": 1,
            "other": 3,
            "redirect of a template": 1,
        }
    }


def test_a_page_that_cannot_be_read_is_seen_and_rejected(tmp_path: Path) -> None:
    done = write(tmp_path, page(1, "A", "{{Infobox city}}"), page(2, "", "x"))
    assert (done.seen, done.rejected, done.counts["pages"]) == (2, 1, {"article with templates": 1})


def test_templates_are_written_some_thousands_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.steps.infoboxes, "_ROWS", 2)
    written: list[int] = []
    take = RowBuffer.take

    def note(rows: RowBuffer) -> object:
        written.append(len(rows))
        return take(rows)

    monkeypatch.setattr(RowBuffer, "take", note)
    write(tmp_path, *(page(number, f"P{number}", "{{Infobox city}}") for number in range(1, 6)))
    assert written == [2, 2, 1]
    assert pq.read_table(tmp_path / "infoboxes")["page_id"].to_pylist() == [1, 2, 3, 4, 5]
