from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from corpora.bio import tag_tokens
from corpora.reports.page import examples
from corpora.reports.page.examples import MOST_CHARACTERS, Example, draw_examples
from schemas.chance import uniform
from tests.support.dapt_data import run_step


def row(page_id: int, text: str, mentions: Sequence[tuple[int, int, str]], copy: int = 0) -> dict[str, Any]:
    return {
        **{"page_id": page_id, "rev_id": 10 * page_id, "title": f"T{page_id}", "url": "", "paragraph": 0},
        **{"sentence": 0, "copy": copy, "text": text, "types": [label for _, _, label in mentions]},
        **tag_tokens(text, mentions, "en")._asdict(),
    }


def corpus(folder: Path, *parts: Sequence[dict[str, Any]]) -> str:
    run_step("ner_corpus", folder, lambda rows, shard: shard.write_rows("ner_corpus", rows, "split=train"), list(parts))
    return str(folder / "ner_corpus")


def cities(pages: Sequence[int]) -> list[dict[str, Any]]:
    return [row(page, "Paris is nice", [(0, 5, "city")]) for page in pages]


def order(page: int) -> float:
    return uniform(7, "report", page, 0, 0)


def test_the_examples_are_those_of_the_smallest_hashes(tmp_path: Path) -> None:
    drawn = draw_examples(corpus(tmp_path, cities(range(30)), cities(range(30, 50))), 7, number=5)
    expected = sorted(range(50), key=order)[:5]
    assert [drawn.examples[number].title for number in drawn.by_category["city"]] == [f"T{page}" for page in expected]
    assert len(drawn.examples) == 5


def test_parts_and_their_order_decide_nothing(tmp_path: Path) -> None:
    one = draw_examples(corpus(tmp_path / "a", cities(range(40))), 7, number=5)
    other = draw_examples(corpus(tmp_path / "b", cities(range(39, 20, -1)), cities(range(21))), 7, number=5)
    assert one == other
    assert draw_examples(corpus(tmp_path / "c", cities(range(40))), 8, number=5) != one


def test_an_example_of_two_categories_is_there_once(tmp_path: Path) -> None:
    both = [row(page, "Paris, France", [(0, 5, "city"), (7, 13, "country")]) for page in range(3)]
    drawn = draw_examples(corpus(tmp_path, both), 7)
    assert drawn.by_category["city"] == drawn.by_category["country"] == [0, 1, 2]
    assert drawn.examples[0].mentions == ((0, 5, "city"), (7, 13, "country"))


def test_copies_and_long_sentences_are_left_out(tmp_path: Path) -> None:
    long, longest = "Paris " + "a" * (MOST_CHARACTERS - 5), "Paris " + "é" * (MOST_CHARACTERS - 6)
    rows = [
        row(1, "Paris", [(0, 5, "city")]),
        row(1, "Paris", [(0, 5, "city")], copy=1),
        row(2, long, [(0, 5, "city")]),
        row(3, longest, [(0, 5, "city")]),
    ]
    drawn = draw_examples(corpus(tmp_path, rows), 7)
    assert {example.title for example in drawn.examples} == {"T1", "T3"}


def test_offsets_are_code_points_and_mentions_beside_each_other_are_two(tmp_path: Path) -> None:
    text = "𝔘 New York Paris"
    rows = [row(1, text, [(2, 10, "city"), (11, 16, "city")])]
    drawn = draw_examples(corpus(tmp_path, rows), 7)
    assert drawn.examples == [Example("T1", 10, text, ((2, 10, "city"), (11, 16, "city")))]


def test_no_more_is_kept_than_can_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    add = examples._Draw.add

    def watched(draw: examples._Draw, batch: Any) -> None:
        nonlocal most
        add(draw, batch)
        most = max(most, len(draw._examples), len(draw._uses))

    monkeypatch.setattr(examples._Draw, "add", watched)
    parts = [cities(range(start, start + 10)) for start in range(0, 200, 10)]
    shares: list[float] = []
    draw_examples(corpus(tmp_path, *parts), 7, number=4, show=shares.append)
    assert most == 4
    assert shares == [number / 20 for number in range(1, 21)]
