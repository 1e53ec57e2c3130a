from __future__ import annotations

from pathlib import Path

import pytest

from schemas.datasets.commits import prepare
from schemas.datasets.shards import Destination, Shard, Unit
from tests.support.training.jobs import PROVENANCE, destinations
from training.jobs.attachments import attach_folder


def outputs(root: Path) -> list[Destination]:
    return destinations(root, ("dapt_model", "rejects"))


def test_a_folder_that_holds_nothing_is_no_attachment(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    unit = Unit(0, 1, None)
    prepare([unit], where, PROVENANCE.identity)
    empty = tmp_path / "best"
    (empty / "folder").mkdir(parents=True)
    with pytest.raises(RuntimeError, match=r"best: nothing was written there, so dapt_model would lack _best$"):
        attach_folder(Shard(where, unit), "dapt_model", "_best", empty)
