from __future__ import annotations

import pytest

from training.report.markdown import picture_name


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("music-2", "confusion-music-2.svg"),
        ("音楽", "confusion-音楽.svg"),
        ("文学", "confusion-文学.svg"),
        ("größe_1.0", "confusion-größe_1.0.svg"),
        ("share of the corpus", "confusion-share-of-the-corpus.svg"),
    ],
)
def test_datasets_have_pictures_of_their_own(name: str, file: str) -> None:
    assert picture_name("confusion", name) == file
