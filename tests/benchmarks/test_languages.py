"""The extraction of real pages in other languages reaches its bars against MediaWiki's own rendering."""

from __future__ import annotations

import pytest

from benchmarks.extraction.__main__ import load_scorer
from benchmarks.extraction.languages import BARS, holes, score, wikis
from tests.support.paths import SHARED

WIKIS = wikis(SHARED)
MOST_HOLES = 0.01
"""Share of the sentences in which something may be missing."""


@pytest.mark.skipif(not WIKIS, reason="the real pages in other languages lie beside the checkout; they are not here")
def test_bars_in_each_language() -> None:
    pytest.importorskip("rapidfuzz")
    scorer = load_scorer(SHARED / "real")
    for lang, folder in WIKIS.items():
        scores = score(folder, scorer)
        assert {name: scores[name] for name, bar in BARS.items() if scores[name] < bar} == {}, lang


@pytest.mark.skipif(not WIKIS, reason="the real pages in other languages lie beside the checkout; they are not here")
def test_sentences_with_holes() -> None:
    for lang, folder in WIKIS.items():
        found = holes(folder, lang)
        assert found.sentences > 100
        assert found.with_hole <= MOST_HOLES * found.sentences, (lang, found.codes)
