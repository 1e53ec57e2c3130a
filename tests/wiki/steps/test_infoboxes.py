from __future__ import annotations

import functools
from pathlib import Path

from schemas.shards import Destination, Unit, write_shard
from tests.support.small_dump import dump, page
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.steps.infoboxes import write_infoboxes


def test_every_page_is_counted_by_what_it_is(tmp_path: Path) -> None:
    pages = [
        page(1, "Article", "{{Infobox city}}"),
        page(2, "Plain", "All is well."),
        page(3, "Redirect", "#REDIRECT [[Article]]"),
        page(4, "Template:X", "x", namespace=10),
        page(5, "Data", "{}").replace("wikitext", "json"),
        page(6, "Template:Y", "#REDIRECT [[Template:X]]", namespace=10),
    ]
    made = str(dump(tmp_path / "dump.xml", *pages))
    (split,) = plan_splits(made, 1 << 30)
    datasets = ("infoboxes", "template_redirects", "rejects")
    outputs = [Destination(name, f"{tmp_path}/{name}", f"{tmp_path}/{name}") for name in datasets]
    process = functools.partial(write_infoboxes, site=read_siteinfo(made), parameters=[])
    done = write_shard(Unit(0, split.size, split), process=process, outputs=outputs)
    assert (done.seen, done.rejected) == (6, 0)
    assert done.counts == {
        "pages": {
            "article with templates": 1,
            "article without templates": 1,
            "other": 3,
            "redirect of a template": 1,
        }
    }
