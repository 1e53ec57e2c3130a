from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dbpedia.steps.common_titles import read_common_titles, write_common_titles
from schemas.dataset import part_uris
from tests.support.dapt_data import run_step, write_dataset


def row(page_id: int, title: str, sentence: int, text: str, links: dict[str, str]) -> dict[str, Any]:
    """A row of `sentences`; the links are by surface."""
    place = {"page_id": page_id, "rev_id": 1, "title": title, "section": "", "paragraph": 0, "sentence": sentence}
    anchors = [
        {"start": text.index(surface), "end": text.index(surface) + len(surface), "target": target}
        for surface, target in links.items()
    ]
    return {**place, "text": text, "anchors": anchors, "problems": []}


SHARDS = [
    [
        row(1, "Answer", 0, "An answer is a reply in Rome.", {"reply": "Reply", "Rome": "Rome"}),
        row(1, "Answer", 1, "An answer, a question is in a taiga.", {"taiga": "Taiga"}),
    ],
    [row(2, "Question", 0, "It is a Taiga, the Taiga, Rome.", {"Rome": "Rome"})],
    [row(3, "Rome", 0, "It is one.", {}), row(3, "Rome", 1, "A rome is seen.", {})],
]


def common_titles(root: Path, rate: float, seed: int = 0) -> list[tuple[Any, ...]]:
    parts = part_uris(write_dataset(root, "sentences", SHARDS))
    run_step("common_titles", root, write_common_titles, [parts], lang="en", rate=rate, seed=seed)
    found = pq.read_table(root / "common_titles" / "part-00000.parquet").to_pylist()
    titles = read_common_titles(str(root / "common_titles"))
    assert titles == {each["title"] for each in found}
    assert read_common_titles(str(root / "common_titles")) is titles, "a worker reads them once, not for every part"
    return [(each["title"], each["common"], each["names"], each["defined"]) for each in found]


def test_the_step_writes_the_titles_that_are_common_nouns(tmp_path: Path) -> None:
    """The first sentence of a page alone defines its title."""
    assert common_titles(tmp_path, 1.0) == [("Answer", 0, 0, True), ("Reply", 1, 0, False), ("Taiga", 1, 0, False)]


def test_a_sample_of_pages_is_drawn_by_hash(tmp_path: Path) -> None:
    found = [len(common_titles(tmp_path / str(seed), 0.5, seed)) for seed in range(10)]
    assert set(found) == {0, 3}
    assert found == [len(common_titles(tmp_path / f"again-{seed}", 0.5, seed)) for seed in range(10)]
