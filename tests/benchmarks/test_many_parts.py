from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.build.__main__ import many_parts


def test_manifests_name_many_parts_for_a_while(tmp_path: Path) -> None:
    written = {
        "sentences": {"dataset": "sentences", "parts": [{"name": "part-0.parquet", "rows": 7}]},
        "punkt": {"dataset": "punkt", "parts": [{"name": "part-0.parquet", "rows": 1}]},
        "rejects": {"dataset": "rejects", "parts": []},
    }
    paths = {name: tmp_path / name / "build=0" / "_manifest.json" for name in written}
    for name, path in paths.items():
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(written[name]))
    with pytest.raises(KeyboardInterrupt), many_parts(tmp_path, 2):
        meanwhile = {name: json.loads(path.read_text()) for name, path in paths.items()}
        raise KeyboardInterrupt
    two = [{"name": "part-00000.parquet", "rows": 7}, {"name": "part-00001.parquet", "rows": 7}]
    assert meanwhile == {**written, "sentences": {"dataset": "sentences", "parts": two}}
    assert {name: path.read_text() for name, path in paths.items()} == {
        name: json.dumps(each) for name, each in written.items()
    }
