from __future__ import annotations

import pytest

from corpora.paired_parts import PartPair, part_pairs
from tests.support.dapt_data import SHARDS, sentence_datasets


@pytest.fixture(scope="session")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[PartPair]:
    """The parts of the small sentences, each with its mentions."""
    return part_pairs(*sentence_datasets(tmp_path_factory.mktemp("sentences"), SHARDS))
