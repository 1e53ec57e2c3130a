from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from corpora.paired_parts import PartPair
from corpora.steps.domain_vocabulary import read_vocabulary, write_domain_vocabulary
from schemas.datasets.dataset import part_uris, read_batches
from tests.support.dapt_data import DOMAINS, build_dapt_corpus, run_step
from tests.support.progress import note_progress


def test_the_vocabulary_of_a_domain(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_dapt_corpus(tmp_path, pairs)
    location = str(tmp_path / "dapt_corpus")
    payloads = [(name, part_uris(location, domain=name, level="domain")) for name in DOMAINS]
    arguments: dict[str, Any] = {"size": 3, "stop_words": frozenset({"in", "it"}), "lang": "en"}
    found = run_step("domain_vocabulary", tmp_path, write_domain_vocabulary, payloads, **arguments)
    words = read_vocabulary(str(tmp_path / "domain_vocabulary"))
    assert words == {"music": ["davis", "miles", "august"], "politics": ["and", "are", "bonn"]}
    # Of politics, "." stands there three times and all else once.
    assert found.counts["tokens"] == {"music": 36, "nowhere": 0, "politics": 17}
    assert found.counts["different tokens"] == {"music": 24, "nowhere": 0, "politics": 15}
    table = pq.read_table(tmp_path / "domain_vocabulary" / "domain=music" / "part-00000.parquet", partitioning=None)
    assert table.to_pylist()[0] == {"word": "davis", "count": 3}


def test_what_is_done_are_the_bytes_of_the_texts(
    tmp_path: Path, pairs: list[PartPair], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_dapt_corpus(tmp_path, pairs)
    parts = part_uris(str(tmp_path / "dapt_corpus"), domain="music", level="domain")
    told = note_progress(monkeypatch)
    payloads = [("music", parts)]
    arguments: dict[str, Any] = {"size": 3, "stop_words": frozenset(), "lang": "en"}
    run_step("domain_vocabulary", tmp_path, write_domain_vocabulary, payloads, **arguments)
    assert told == list(accumulate(batch.nbytes for uri in parts for batch in read_batches(uri, ["text"])))
