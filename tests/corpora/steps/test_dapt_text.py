from __future__ import annotations

from pathlib import Path

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from corpora.paired_parts import PartPair
from corpora.steps.dapt_text import plain_text, write_dapt_text
from schemas.datasets.dataset import part_uris
from tests.support.dapt_data import build_dapt_corpus, run_step


def test_text_files_hold_copies_in_rounds(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_dapt_corpus(tmp_path, pairs)
    location = str(tmp_path / "dapt_corpus")
    names = [("music", "integrated"), ("music", "domain"), ("politics", "integrated"), ("nowhere", "task")]
    payloads = [(*name, part_uris(location, domain=name[0], level=name[1])) for name in names]
    found = run_step("dapt_text", tmp_path, write_dapt_text, payloads)
    folder = tmp_path / "dapt_text" / "_text"
    first = "Miles Davis recorded Kind of Blue in New York.\n"
    second = "It met Miles Davis in Bonn.\n"
    assert (folder / "music.integrated.txt").read_text() == "\n".join([first, second] * 3)
    assert (folder / "music.domain.txt").read_text().count("\n\n") == 3
    assert (folder / "politics.integrated.txt").read_text() == (
        f"Rome and Paris are cities.\n\nThe CDU won.\n{second}\nThe CDU won.\n"
    )
    assert (folder / "nowhere.task.txt").read_text() == ""
    listed = {
        row["file"].removeprefix("_text/"): row["sentences"]
        for row in pd.read_parquet(tmp_path / "dapt_text").to_dict("records")
    }
    assert listed == {
        "music.integrated.txt": 6, "music.domain.txt": 6, "politics.integrated.txt": 4, "nowhere.task.txt": 0,
    }  # fmt: skip
    assert found.counts["sentences"]["music/integrated"] == 6


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(["a", "b c", "d"]), st.integers(1, 3)),
        max_size=8,
    )
)
def test_text_has_as_many_lines_as_copies(sentences: list[tuple[int, int, str, int]]) -> None:
    lines = list(plain_text(lambda: sentences))
    expected = sorted(text for _, _, text, copies in sentences for _ in range(copies))
    assert sorted(filter(None, lines)) == expected
    joined = "\n".join(lines)
    assert "\n\n\n" not in joined and joined == joined.strip("\n")
