"""How far sentences are those of the page."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from benchmarks.extraction.faithful import Faith, faith
from tests.support.small_dump import dump, page


def test_a_link_to_a_category_is_none_on_both_sides(tmp_path: Path) -> None:
    """The page shows it as any other; here it is no anchor."""
    wiki = dump(tmp_path / "wiki.xml", page(1, "Jazz", "It is of the [[:Category:Music|music]] of [[Africa]]."))
    text = "It is of the music of Africa."
    anchors = [{"start": 13, "end": 18, "target": "Category:Music"}, {"start": 22, "end": 28, "target": "Africa"}]
    truth = tmp_path / "truth.jsonl.gz"
    article = {"title": "Jazz", "paragraphs": [{"text": text, "anchors": anchors}]}
    with gzip.open(truth, "wt", encoding="utf-8") as file:
        file.write(json.dumps(article) + "\n")
    assert faith(wiki, truth) == Faith(1, 0, [], 0, 0)
    article["paragraphs"] = [{"text": text, "anchors": anchors[:1]}]
    with gzip.open(truth, "wt", encoding="utf-8") as file:
        file.write(json.dumps(article) + "\n")
    assert faith(wiki, truth).wrong == 1
