from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from schemas.datasets.linked_titles import linked_titles
from tests.support.type_data import sentences


@pytest.mark.parametrize("targets", [[], [[]], [["A", "B"], [], ["B", "C", "A"]]])
def test_each_title_that_is_linked_to_is_there_once(tmp_path: Path, targets: list[list[str]]) -> None:
    found = linked_titles(sentences(tmp_path, targets))
    assert found.type == pa.large_string()
    assert sorted(found.to_pylist()) == sorted({target for each in targets for target in each})
