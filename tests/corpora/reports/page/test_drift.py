from __future__ import annotations

from pathlib import Path
from typing import Any

from corpora.reports.page.drift import Depth, depths
from schemas.datasets.shards import Shard
from tests.support.dapt_data import domain_page, run_step

PLACE = {
    **{"rev_id": 0, "title": "", "paragraph": 0, "sentence": 0, "text": ""},
    **{"n_entities": 0, "n_typical": 0, "copies": 1},
}


def write(name: str, folder: Path, parts: dict[str, list[dict[str, Any]]]) -> str:
    def process(partition: str, shard: Shard) -> None:
        shard.write_rows(name, parts[partition], partition)

    run_step(name, folder, process, list(parts))
    return str(folder / name)


def test_the_depths_of_a_crawl(tmp_path: Path) -> None:
    came = {7: 2, 1: 0, 5: 0, 3: 2, 9: 3}
    pages = [{**domain_page(page), "depth": depth} for page, depth in came.items()]
    domain_pages = write("domain_pages", tmp_path, {"": pages})
    own = [{**PLACE, "page_id": page, "n_specialised": number} for page, number in ((1, 2), (1, 0), (3, 0), (7, 1))]
    other = [{**PLACE, "page_id": 5, "n_specialised": 1}]
    parts = {"domain=ai/level=domain": own, "domain=ai/level=task": own, "domain=music/level=domain": other}
    corpus = write("dapt_corpus", tmp_path, parts)
    assert depths(domain_pages, corpus, "ai") == [
        Depth(0, pages=2, sentences=2, specialised=1),
        Depth(1, pages=0, sentences=0, specialised=0),
        Depth(2, pages=2, sentences=2, specialised=1),
        Depth(3, pages=1, sentences=0, specialised=0),
    ]


def test_a_domain_without_pages_has_no_depth(tmp_path: Path) -> None:
    pages = write("domain_pages", tmp_path, {"": []})
    corpus = write("dapt_corpus", tmp_path, {"domain=ai/level=domain": []})
    assert depths(pages, corpus, "ai") == []
