from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from training.loop.checkpoints import save_model


def test_a_model_is_replaced_by_a_whole_one_alone(tmp_path: Path) -> None:
    def save(folder: Path, *, torn: bool) -> None:
        folder.mkdir()
        (folder / "config.json").write_text("new" if torn else "old")
        if torn:
            raise OSError("no space left on device")
        (folder / "weights.pt").write_text("old")

    folder = tmp_path / "best"
    save_model(partial(save, torn=False), folder)
    for _ in range(2):
        with pytest.raises(OSError, match="no space"):
            save_model(partial(save, torn=True), folder)
        assert {path.name: path.read_text() for path in folder.iterdir()} == {"config.json": "old", "weights.pt": "old"}
    save_model(partial(save, torn=False), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["best"]
